package place

import (
	"context"

	"ibid/core"
	"ibid/core/snapshot"
)

// Places names documents by the shortest end of their path that is unique.
type Places struct {
	names  *snapshot.Names
	looked map[core.DocumentID]bool // whether each document is stale
	look   func(core.Document) bool
}

// Places returns the names of all documents of the library.
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

// NewPlaces returns names for docs; look reports whether one is stale.
func NewPlaces(docs []core.Document, look func(core.Document) bool) *Places {
	return placesOf(snapshot.NewNames(docs), look)
}

func placesOf(names *snapshot.Names, look func(core.Document) bool) *Places {
	return &Places{names: names, looked: make(map[core.DocumentID]bool), look: look}
}

// Document returns the name of a document.
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

// Lines returns the locator of lines of a document.
func (p *Places) Lines(d core.Document, first, last int) string {
	return core.LineLocator(p.Document(d), first, last).String()
}

// Symbol returns the locator of a symbol.
func (p *Places) Symbol(s core.Symbol) string {
	name := core.Locator{Name: p.Document(s.Document)}.String()
	if s.Ordinal < 0 || s.Qualified == "" {
		return name
	}
	return name + "::" + s.Qualified
}

// Mention returns the locator of a mention.
func (p *Places) Mention(m core.Mention) string {
	m.Locator.Name = p.Document(m.Document)
	return m.Locator.String()
}
