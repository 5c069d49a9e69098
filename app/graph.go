package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// Subject is what a question to the graph is about: a file, or a named thing in
// one.
type Subject struct {
	Document core.Document
	Symbol   *core.Symbol // nil for the whole file
}

// ordinal is the place of the symbol in its file, -1 for the whole file.
func (s Subject) ordinal() int {
	if s.Symbol == nil {
		return -1
	}
	return s.Symbol.Ordinal
}

// Subject finds what a name means: a file by as much of its path as tells it
// apart, "src/a.py::Class.method", or the name of something defined anywhere. A
// name that means several things gives a *core.AmbiguousError with a locator of
// each, one that means nothing wraps core.ErrNotFound.
func (e *Engine) Subject(ctx context.Context, name string) (Subject, error) {
	file, inside, within := strings.Cut(name, "::")
	d, err := current(ctx, e, itself, func() (core.Document, error) { return e.resolve(ctx, file) })
	switch {
	case err == nil && !within:
		return Subject{Document: d}, nil
	case err == nil:
		return e.within(ctx, d, inside)
	case !errors.Is(err, core.ErrNotFound):
		return Subject{}, err
	}
	found, err := e.define(ctx, name, 0)
	if err != nil {
		return Subject{}, err
	}
	return e.one(ctx, name, found)
}

// within finds a named thing of a file.
func (e *Engine) within(ctx context.Context, d core.Document, name string) (Subject, error) {
	found, err := e.define(ctx, name, d.ID)
	if err != nil {
		return Subject{}, err
	}
	found = slices.DeleteFunc(found, func(s core.Symbol) bool { return s.Document.ID != d.ID })
	return e.one(ctx, d.Name+"::"+name, found)
}

// one is the one thing that was found. The same name in files for several
// systems, in one folder, is one thing: the first.
func (e *Engine) one(ctx context.Context, name string, found []core.Symbol) (Subject, error) {
	if len(found) == 0 {
		return Subject{}, fmt.Errorf("%q: %w", name, core.ErrNotFound)
	}
	places, err := e.Places(ctx)
	if err != nil {
		return Subject{}, err
	}
	var others []string
	for _, s := range found {
		if at := places.Symbol(s); !slices.Contains(others, at) && len(others) < 20 {
			others = append(others, at)
		}
	}
	if len(others) > 1 {
		return Subject{}, &core.AmbiguousError{Name: name, Candidates: others}
	}
	return Subject{found[0].Document, &found[0]}, nil
}

// Definition finds where a name is defined, the likeliest first: anywhere, or,
// with file, as it is meant there.
func (e *Engine) Definition(ctx context.Context, name, file string) (Defined, error) {
	if path, inside, ok := strings.Cut(name, "::"); ok && file == "" {
		if d, err := e.resolve(ctx, path); err == nil {
			found, err := e.define(ctx, inside, d.ID)
			return Defined{Symbols: slices.DeleteFunc(found, func(s core.Symbol) bool { return s.Document.ID != d.ID })}, err
		}
	}
	if file == "" {
		found, err := e.define(ctx, name, 0)
		return Defined{Symbols: found}, err
	}
	d, err := current(ctx, e, itself, func() (core.Document, error) { return e.resolve(ctx, file) })
	if err != nil {
		return Defined{}, err
	}
	found, by, ok, err := e.definitionBy(ctx, name, d)
	if !ok && err == nil {
		found, err = e.define(ctx, name, d.ID)
	}
	return Defined{found, by}, err
}

// define asks the graph for definitions in files as they are now.
func (e *Engine) define(ctx context.Context, name string, at core.DocumentID) ([]core.Symbol, error) {
	return current(ctx, e, documentsOfSymbols, func() ([]core.Symbol, error) { return e.graph.Define(ctx, name, at) })
}

// Imports lists what a file imports and, with a depth over 1, what that does:
// breadth first. With reverse it lists who imports it.
func (e *Engine) Imports(ctx context.Context, of Subject, depth int, reverse bool) ([]core.ImportLink, error) {
	ask := e.graph.Imports
	if reverse {
		ask = e.graph.Importers
	}
	return current(ctx, e, documentsOfLinks, func() ([]core.ImportLink, error) { return ask(ctx, of.Document.ID, depth) })
}

// References lists where a named thing is used. What a whole file defines at
// its top is meant with that file.
func (e *Engine) References(ctx context.Context, of Subject) (Used, error) {
	if of.Symbol == nil {
		return Used{}, fmt.Errorf("references of %q: name something in it, as in %q: %w", of.Document.Name, of.Document.Name+"::NAME", core.ErrQuery)
	}
	var by By
	uses, err := current(ctx, e, documentsOfUses, func() (uses []core.Use, err error) {
		uses, by, err = e.referencesBy(ctx, *of.Symbol)
		return uses, err
	})
	return Used{uses, by}, err
}

// Tests lists the tests of a named thing or a file, or what a test is about.
func (e *Engine) Tests(ctx context.Context, of Subject) ([]core.Related, error) {
	return e.related(ctx, of, e.graph.Tests)
}

// Implementations lists the types that implement or extend one.
func (e *Engine) Implementations(ctx context.Context, of Subject) ([]core.Related, error) {
	if of.Symbol == nil {
		return nil, fmt.Errorf("implementations of %q: name a type in it: %w", of.Document.Name, core.ErrQuery)
	}
	return e.related(ctx, of, e.graph.Implementations)
}

// RelatedTo lists what a named thing uses and what uses it; of a whole file,
// what it imports, what imports it, and what changes together with it.
func (e *Engine) RelatedTo(ctx context.Context, of Subject) ([]core.Related, error) {
	if of.Symbol == nil {
		return e.relatedFiles(ctx, of)
	}
	return e.related(ctx, of, e.graph.Related)
}

// related asks the graph for related things in files as they are now.
func (e *Engine) related(ctx context.Context, of Subject, ask func(context.Context, core.DocumentID, int) ([]core.Related, error)) ([]core.Related, error) {
	return current(ctx, e, documentsOfRelated, func() ([]core.Related, error) { return ask(ctx, of.Document.ID, of.ordinal()) })
}

// NamedIn finds the names of a text that are defined in the library's code.
func (e *Engine) NamedIn(ctx context.Context, text string) (map[string][]core.Symbol, error) {
	return e.graph.Named(ctx, text)
}

// EntitiesOf lists what a document of source code defines, in order.
func (e *Engine) EntitiesOf(ctx context.Context, d core.Document) ([]core.Symbol, error) {
	return e.graph.Entities(ctx, d.ID)
}

// History tells how often a document's file was changed in its repository, and
// with which others.
func (e *Engine) History(ctx context.Context, d core.Document) (core.FileHistory, error) {
	return e.history.Of(ctx, d.Path)
}

// maxMentions bounds how many passages are looked at for one name.
const maxMentions = 500

// Mentions finds where documents that are no code name a thing as code does:
// find_by_email, findByEmail(), `find`.
func (e *Engine) Mentions(ctx context.Context, name string) ([]core.Mention, error) {
	if _, inside, ok := strings.Cut(name, "::"); ok {
		name = inside
	}
	q, err := inDocuments(strings.ReplaceAll(name[strings.LastIndexByte(name, '.')+1:], `"`, " "))
	if err != nil {
		return nil, err
	}
	matches, err := e.index.Search(ctx, q, nil, maxMentions)
	if err != nil {
		return nil, err
	}
	seen := make(map[core.Mention]bool)
	var out []core.Mention
	for _, m := range matches {
		found, err := e.mentions(ctx, m, name)
		if err != nil {
			return nil, fmt.Errorf("find mentions of %q: %w", name, err)
		}
		for _, one := range found {
			if !seen[one] {
				seen[one] = true
				out = append(out, one)
			}
		}
	}
	return out, nil
}

// mentions finds a name in one passage.
func (e *Engine) mentions(ctx context.Context, m core.Match, name string) ([]core.Mention, error) {
	docs, err := e.library.DocumentsByHash(ctx, m.Hash)
	if err != nil || len(docs) == 0 {
		return nil, err
	}
	page, err := e.store.Page(ctx, m.Hash, m.Page)
	if err != nil {
		return nil, err
	}
	passage, err := e.store.Passage(ctx, m.Hash, m.Ordinal)
	if err != nil {
		return nil, err
	}
	var out []core.Mention
	for _, s := range passage.Spans {
		for _, at := range text.CodeMentions(page.Text[s.Start:s.End], name) {
			at = core.Span{Start: s.Start + at.Start, End: s.Start + at.End}
			l := core.PassageLocator(docs[0], passage, page.Label)
			if docs[0].Kind.Unit() == core.UnitLine {
				line := passage.Lines[0] + strings.Count(page.Text[passage.Spans[0].Start:at.Start], "\n")
				l = core.LineLocator(docs[0].Name, line, line)
			}
			out = append(out, core.Mention{Document: docs[0], Locator: l, Page: m.Page, Span: at, Name: page.Text[at.Start:at.End]})
		}
	}
	return out, nil
}

// Places names documents by as much of their paths as tells them apart.
type Places struct {
	called *naming
	looked map[core.DocumentID]bool // whether it is stale
	look   func(core.Document) bool
}

// Places looks at the names of all documents.
func (e *Engine) Places(ctx context.Context) (*Places, error) {
	now, err := e.shelf.look(ctx)
	if err != nil {
		return nil, err
	}
	return placesOf(now.called, func(d core.Document) bool { return e.Stale(ctx, d) }), nil
}

// Stale reports whether a document's file has changed or is gone since it was
// read.
func (e *Engine) Stale(ctx context.Context, d core.Document) bool { return e.opener.Stale(ctx, d) }

// NewPlaces tells docs apart; look says which are stale.
func NewPlaces(docs []core.Document, look func(core.Document) bool) *Places {
	return placesOf(newNaming(docs), look)
}

func placesOf(called *naming, look func(core.Document) bool) *Places {
	return &Places{called: called, looked: make(map[core.DocumentID]bool), look: look}
}

// Document is the name of a document.
func (p *Places) Document(d core.Document) string { return p.called.apart(d) }

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
