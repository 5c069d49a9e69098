package place

import (
	"context"

	"ibid/core"
	"ibid/core/snapshot"
)

// Places names documents by as much of their paths as tells them apart.
type Places struct {
	names  *snapshot.Names
	looked map[core.DocumentID]bool // whether it is stale
	look   func(core.Document) bool
}

// Places looks at the names of all documents.
func (r *Reader) Places(ctx context.Context) (*Places, error) {
	now, err := r.p.Snapshot.Now(ctx)
	if err != nil {
		return nil, err
	}
	return placesOf(now.Names, func(d core.Document) bool { return r.Stale(ctx, d) }), nil
}

// Stale reports whether a document's file has changed or is gone since it was
// read.
func (r *Reader) Stale(ctx context.Context, d core.Document) bool { return r.p.Files.Stale(ctx, d) }

// NewPlaces tells docs apart; look says which are stale.
func NewPlaces(docs []core.Document, look func(core.Document) bool) *Places {
	return placesOf(snapshot.NewNames(docs), look)
}

func placesOf(names *snapshot.Names, look func(core.Document) bool) *Places {
	return &Places{names: names, looked: make(map[core.DocumentID]bool), look: look}
}

// Document is the name of a document.
func (p *Places) Document(d core.Document) string { return p.names.Unique(d) }

// Stale reports whether a document's file has changed or is gone since it was
// read. Each file is looked at once.
func (p *Places) Stale(d core.Document) bool {
	stale, known := p.looked[d.ID]
	if !known {
		stale = p.look(d)
		p.looked[d.ID] = stale
	}
	return stale
}

// Lines is the locator of lines of a document.
func (p *Places) Lines(d core.Document, first, last int) string {
	return core.LineLocator(p.Document(d), first, last).String()
}

// Symbol is the locator of a named thing.
func (p *Places) Symbol(s core.Symbol) string {
	name := core.Locator{Name: p.Document(s.Document)}.String()
	if s.Ordinal < 0 || s.Qualified == "" {
		return name
	}
	return name + "::" + s.Qualified
}

// Mention is the locator of a mention.
func (p *Places) Mention(m core.Mention) string {
	m.Locator.Name = p.Document(m.Document)
	return m.Locator.String()
}
