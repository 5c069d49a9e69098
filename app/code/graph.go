package code

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ibid/app/fresh"
	"ibid/core"
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
func (n *Navigator) Subject(ctx context.Context, name string) (Subject, error) {
	file, inside, within := strings.Cut(name, "::")
	d, err := fresh.Ask(ctx, n.p.Files, fresh.Itself, func() (core.Document, error) { return n.p.Places.Named(ctx, file) })
	switch {
	case err == nil && !within:
		return Subject{Document: d}, nil
	case err == nil:
		return n.within(ctx, d, inside)
	case !errors.Is(err, core.ErrNotFound):
		return Subject{}, err
	}
	found, err := n.define(ctx, name, 0)
	if err != nil {
		return Subject{}, err
	}
	return n.one(ctx, name, found)
}

// within finds a named thing of a file.
func (n *Navigator) within(ctx context.Context, d core.Document, name string) (Subject, error) {
	found, err := n.define(ctx, name, d.ID)
	if err != nil {
		return Subject{}, err
	}
	found = slices.DeleteFunc(found, func(s core.Symbol) bool { return s.Document.ID != d.ID })
	return n.one(ctx, d.Name+"::"+name, found)
}

// one is the one thing that was found. The same name in files for several
// systems, in one folder, is one thing: the first.
func (n *Navigator) one(ctx context.Context, name string, found []core.Symbol) (Subject, error) {
	if len(found) == 0 {
		return Subject{}, fmt.Errorf("%q: %w", name, core.ErrNotFound)
	}
	places, err := n.p.Places.Places(ctx)
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
func (n *Navigator) Definition(ctx context.Context, name, file string) (Defined, error) {
	if path, inside, ok := strings.Cut(name, "::"); ok && file == "" {
		if d, err := n.p.Places.Named(ctx, path); err == nil {
			found, err := n.define(ctx, inside, d.ID)
			return Defined{Symbols: slices.DeleteFunc(found, func(s core.Symbol) bool { return s.Document.ID != d.ID })}, err
		}
	}
	if file == "" {
		found, err := n.define(ctx, name, 0)
		return Defined{Symbols: found}, err
	}
	d, err := fresh.Ask(ctx, n.p.Files, fresh.Itself, func() (core.Document, error) { return n.p.Places.Named(ctx, file) })
	if err != nil {
		return Defined{}, err
	}
	found, by, ok, err := n.definitionBy(ctx, name, d)
	if !ok && err == nil {
		found, err = n.define(ctx, name, d.ID)
	}
	return Defined{found, by}, err
}

// define asks the graph for definitions in files as they are now.
func (n *Navigator) define(ctx context.Context, name string, at core.DocumentID) ([]core.Symbol, error) {
	return fresh.Ask(ctx, n.p.Files, documentsOfSymbols, func() ([]core.Symbol, error) { return n.p.Graph.Define(ctx, name, at) })
}

// Imports lists what a file imports and, with a depth over 1, what that does:
// breadth first. With reverse it lists who imports it.
func (n *Navigator) Imports(ctx context.Context, of Subject, depth int, reverse bool) ([]core.ImportLink, error) {
	ask := n.p.Graph.Imports
	if reverse {
		ask = n.p.Graph.Importers
	}
	return fresh.Ask(ctx, n.p.Files, documentsOfLinks, func() ([]core.ImportLink, error) { return ask(ctx, of.Document.ID, depth) })
}

// References lists where a named thing is used. What a whole file defines at
// its top is meant with that file.
func (n *Navigator) References(ctx context.Context, of Subject) (Used, error) {
	if of.Symbol == nil {
		return Used{}, fmt.Errorf("references of %q: name something in it, as in %q: %w", of.Document.Name, of.Document.Name+"::NAME", core.ErrQuery)
	}
	var by By
	uses, err := fresh.Ask(ctx, n.p.Files, documentsOfUses, func() (uses []core.Use, err error) {
		uses, by, err = n.referencesBy(ctx, *of.Symbol)
		return uses, err
	})
	return Used{uses, by}, err
}

// Tests lists the tests of a named thing or a file, or what a test is about.
func (n *Navigator) Tests(ctx context.Context, of Subject) ([]core.Related, error) {
	return n.related(ctx, of, n.p.Graph.Tests)
}

// Implementations lists the types that implement or extend one.
func (n *Navigator) Implementations(ctx context.Context, of Subject) ([]core.Related, error) {
	if of.Symbol == nil {
		return nil, fmt.Errorf("implementations of %q: name a type in it: %w", of.Document.Name, core.ErrQuery)
	}
	return n.related(ctx, of, n.p.Graph.Implementations)
}

// RelatedTo lists what a named thing uses and what uses it; of a whole file,
// what it imports, what imports it, and what changes together with it.
func (n *Navigator) RelatedTo(ctx context.Context, of Subject) ([]core.Related, error) {
	if of.Symbol == nil {
		return n.relatedFiles(ctx, of)
	}
	return n.related(ctx, of, n.p.Graph.Related)
}

// related asks the graph for related things in files as they are now.
func (n *Navigator) related(ctx context.Context, of Subject, ask func(context.Context, core.DocumentID, int) ([]core.Related, error)) ([]core.Related, error) {
	return fresh.Ask(ctx, n.p.Files, documentsOfRelated, func() ([]core.Related, error) { return ask(ctx, of.Document.ID, of.ordinal()) })
}

// NamedIn finds the names of a text that are defined in the library's code.
func (n *Navigator) NamedIn(ctx context.Context, text string) (map[string][]core.Symbol, error) {
	return n.p.Graph.Named(ctx, text)
}

// EntitiesOf lists what a document of source code defines, in order.
func (n *Navigator) EntitiesOf(ctx context.Context, d core.Document) ([]core.Symbol, error) {
	return n.p.Graph.Entities(ctx, d.ID)
}

// History tells how often a document's file was changed in its repository, and
// with which others.
func (n *Navigator) History(ctx context.Context, d core.Document) (core.FileHistory, error) {
	return n.p.History.Of(ctx, d.Path)
}

// Mentions finds where documents that are not source code name a thing as code
// does: find_by_email, findByEmail(), `find`.
func (n *Navigator) Mentions(ctx context.Context, name string) ([]core.Mention, error) {
	return n.p.Search.Mentions(ctx, name)
}

var (
	documentsOfSymbols = fresh.Each(func(s core.Symbol) core.Document { return s.Document })
	documentsOfUses    = fresh.Each(func(u core.Use) core.Document { return u.Document })
	documentsOfLinks   = fresh.Each(func(l core.ImportLink) core.Document { return l.From })
	documentsOfRelated = fresh.Each(func(r core.Related) core.Document { return r.Document })
)
