package graph

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// maxDefinitions bounds the definitions of one answer.
const maxDefinitions = 200

// Define finds the definitions of a name such as "find", "Store.find" or
// "util.find": with a document, those in scope there; without one, or if there are
// none, those anywhere in the library, the likeliest first. The error wraps
// core.ErrNotFound if there is no such document.
func (g *Graph) Define(ctx context.Context, name string, at core.DocumentID) ([]core.Symbol, error) {
	a, err := g.ask(ctx)
	if err != nil {
		return nil, err
	}
	var found []place
	if at != 0 {
		i, err := a.file(at)
		if err != nil {
			return nil, err
		}
		if found, err = a.from(i, name); err != nil {
			return nil, fmt.Errorf("find %q: %w", name, err)
		}
	}
	if len(found) == 0 {
		if found, err = a.anywhere(name); err != nil {
			return nil, fmt.Errorf("find %q: %w", name, err)
		}
	}
	out := make([]core.Symbol, 0, len(found))
	for _, p := range found[:min(len(found), maxDefinitions)] {
		out = append(out, a.symbol(p))
	}
	return out, nil
}

// Entities lists what a document defines, in order.
func (g *Graph) Entities(ctx context.Context, id core.DocumentID) ([]core.Symbol, error) {
	a, i, err := g.askAbout(ctx, id)
	if err != nil {
		return nil, err
	}
	entities, err := a.of(i)
	if err != nil {
		return nil, fmt.Errorf("list what %q defines: %w", a.v.files[i].path, err)
	}
	out := make([]core.Symbol, len(entities))
	for n, e := range entities {
		out[n] = core.Symbol{Document: a.v.files[i].doc, Ordinal: n, Entity: e}
	}
	return out, nil
}

// from finds the definitions of a name as it is meant in a file: first those in the
// file itself.
func (a *lookup) from(i int, name string) ([]place, error) {
	entities, err := a.of(i)
	if err != nil {
		return nil, err
	}
	var own []place
	for n, e := range entities {
		if e.Qualified == name && e.Kind != core.EntityImpl {
			own = append(own, place{i, n})
		}
	}
	if len(own) > 0 {
		return own, nil
	}
	for n, e := range entities {
		if strings.HasSuffix(e.Qualified, "."+name) && e.Kind != core.EntityImpl {
			own = append(own, place{i, n})
		}
	}
	if len(own) > 0 {
		return own, nil
	}
	qualifier, last := text.SplitQualified(name)
	m, err := a.means(usage{file: i, name: last, qualifier: lastPart(qualifier), within: -1})
	return m.places, err
}

// anywhere finds the definitions of a name in the library, ignoring case if none has
// it as written. A qualifier must be the type, module, package or file around the
// definition.
func (a *lookup) anywhere(name string) ([]place, error) {
	qualifier, last := text.SplitQualified(name)
	found, err := a.named(last)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		found, err = a.places("WHERE e.name = ? COLLATE NOCASE AND e.kind <> 'impl' LIMIT ?", last, maxNamed)
		if err != nil {
			return nil, err
		}
	}
	if qualifier != "" {
		found = a.keep(found, func(p place) bool { return a.inside(p, qualifier) })
	}
	slices.SortStableFunc(found, func(x, y place) int {
		return cmp.Or(a.weight(x)-a.weight(y), cmp.Compare(len(a.v.files[x.file].path), len(a.v.files[y.file].path)))
	})
	return found, nil
}

// inside reports whether an entity is within what the qualifier names.
func (a *lookup) inside(p place, qualifier string) bool {
	e, f := a.at(p), &a.v.files[p.file]
	around := strings.TrimSuffix(strings.TrimSuffix(e.Qualified, e.Name), ".")
	if strings.HasSuffix("."+around, "."+qualifier) {
		return true
	}
	qualified := strings.ReplaceAll(qualifier, ".", "/")
	return around == "" && (f.pack == qualifier || strings.HasSuffix(strings.TrimSuffix(f.path, f.base)+moduleName(f), "/"+qualified))
}

// weight orders definitions by how likely they are meant, the least first: types and
// functions, then members and values, tests last.
func (a *lookup) weight(p place) int {
	e := a.at(p)
	w := 0
	if !isType(e.Kind) && e.Kind != core.EntityFunction {
		w = 2
	}
	if e.Parent >= 0 || e.Kind == core.EntityMethod {
		w++
	}
	if isTestFile(&a.v.files[p.file]) {
		w += 10
	}
	return w
}
