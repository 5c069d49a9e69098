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

// ordinal is the index of the symbol in its file, -1 for the whole file.
func (s Subject) ordinal() int {
	if s.Symbol == nil {
		return -1
	}
	return s.Symbol.Ordinal
}

// Subject resolves a name to a file or a symbol. The name is a file by enough
// of its path to be unique, "src/a.py::Class.method", or the name of a symbol
// defined in any file. A name with several meanings gives a
// *core.AmbiguousError with a locator of each; an unknown one gives an error
// that wraps core.ErrNotFound.
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

// within resolves the name of a symbol that a file defines.
func (n *Navigator) within(ctx context.Context, d core.Document, name string) (Subject, error) {
	found, err := n.define(ctx, name, d.ID)
	if err != nil {
		return Subject{}, err
	}
	found = slices.DeleteFunc(found, func(s core.Symbol) bool { return s.Document.ID != d.ID })
	return n.one(ctx, d.Name+"::"+name, found)
}

// one returns the only symbol of found, or a *core.AmbiguousError with their
// locators if these differ. Symbols with equal locators count as one, and the
// first is returned: a folder may define the same name once for each operating
// system.
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

// Definition finds where a name is defined, the likeliest place first. If file
// is empty it searches all files, else it resolves the name as code in that
// file would.
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

// define asks the graph for definitions, after changed source files were read
// again.
func (n *Navigator) define(ctx context.Context, name string, at core.DocumentID) ([]core.Symbol, error) {
	return fresh.Ask(ctx, n.p.Files, documentsOfSymbols, func() ([]core.Symbol, error) { return n.p.Graph.Define(ctx, name, at) })
}

// Imports lists the imports of a file, breadth first, down to depth levels.
// With reverse it lists the files that import it.
func (n *Navigator) Imports(ctx context.Context, of Subject, depth int, reverse bool) ([]core.ImportLink, error) {
	ask := n.p.Graph.Imports
	if reverse {
		ask = n.p.Graph.Importers
	}
	return fresh.Ask(ctx, n.p.Files, documentsOfLinks, func() ([]core.ImportLink, error) { return ask(ctx, of.Document.ID, depth) })
}

// References lists where a symbol is used; for a whole file, where its
// top-level symbols are used.
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

// Tests lists the tests of a symbol or file or, if the subject is a test, what
// it tests.
func (n *Navigator) Tests(ctx context.Context, of Subject) ([]core.Related, error) {
	return n.related(ctx, of, n.p.Graph.Tests)
}

// Implementations lists the types that implement or extend a type.
func (n *Navigator) Implementations(ctx context.Context, of Subject) ([]core.Related, error) {
	if of.Symbol == nil {
		return nil, fmt.Errorf("implementations of %q: name a type in it: %w", of.Document.Name, core.ErrQuery)
	}
	return n.related(ctx, of, n.p.Graph.Implementations)
}

// RelatedTo lists what a symbol uses and what uses it. For a whole file it
// lists what it imports, what imports it, and the files that change together
// with it.
func (n *Navigator) RelatedTo(ctx context.Context, of Subject) ([]core.Related, error) {
	if of.Symbol == nil {
		return n.relatedFiles(ctx, of)
	}
	return n.related(ctx, of, n.p.Graph.Related)
}

// related asks the graph for related symbols, after changed source files were
// read again.
func (n *Navigator) related(ctx context.Context, of Subject, ask func(context.Context, core.DocumentID, int) ([]core.Related, error)) ([]core.Related, error) {
	return fresh.Ask(ctx, n.p.Files, documentsOfRelated, func() ([]core.Related, error) { return ask(ctx, of.Document.ID, of.ordinal()) })
}

// NamedIn finds the names in a text that the library's code defines, with their
// definitions.
func (n *Navigator) NamedIn(ctx context.Context, text string) (map[string][]core.Symbol, error) {
	return n.p.Graph.Named(ctx, text)
}

// EntitiesOf lists the symbols that a source file defines, in order.
func (n *Navigator) EntitiesOf(ctx context.Context, d core.Document) ([]core.Symbol, error) {
	return n.p.Graph.Entities(ctx, d.ID)
}

// History returns how often a document's file was changed in its repository,
// and with which other files.
func (n *Navigator) History(ctx context.Context, d core.Document) (core.FileHistory, error) {
	return n.p.History.Of(ctx, d.Path)
}

// Mentions finds where documents other than source code mention a name in a
// spelling of code: find_by_email, findByEmail(), `find`.
func (n *Navigator) Mentions(ctx context.Context, name string) ([]core.Mention, error) {
	return n.p.Search.Mentions(ctx, name)
}

var (
	documentsOfSymbols = fresh.Each(func(s core.Symbol) core.Document { return s.Document })
	documentsOfUses    = fresh.Each(func(u core.Use) core.Document { return u.Document })
	documentsOfLinks   = fresh.Each(func(l core.ImportLink) core.Document { return l.From })
	documentsOfRelated = fresh.Each(func(r core.Related) core.Document { return r.Document })
)
