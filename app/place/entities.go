package place

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/text"
	"ibid/core/window"
)

// code returns the stored syntax of a document; empty for other kinds.
func (r *Reader) code(ctx context.Context, d core.Document) (core.Code, error) {
	if d.Kind != core.KindCode {
		return core.Code{}, nil
	}
	return r.p.Texts.Code(ctx, d.Hash)
}

// placed converts a locator of an entity into one of its lines, with the
// comment before it. If several entities have the name, it returns a
// *core.AmbiguousError with their qualified names or, if these are equal, their
// lines.
func (r *Reader) placed(ctx context.Context, d window.Document, l core.Locator) (core.Locator, error) {
	if l.Entity == "" {
		return l, nil
	}
	code, err := r.code(ctx, d.Document)
	if err != nil {
		return l, err
	}
	found := named(code, l.Entity)
	switch {
	case len(found) == 0 && code.Note != "":
		return l, fmt.Errorf("show %q: %s: %w", l.String(), code.Note, core.ErrNotFound)
	case len(found) == 0:
		return l, fmt.Errorf("show %q: it defines no such name: %w", l.String(), core.ErrNotFound)
	case len(found) > 1:
		return l, &core.AmbiguousError{Name: l.String(), Candidates: tellApart(d.Name, found)}
	}
	first := text.NewLineTable(d.Pages[0].Text).Line(found[0].DocStart)
	return core.LineLocator(d.Name, first, found[0].LastLine), nil
}

// named lists the entities with a name: those with the whole qualified name,
// else those whose qualified name ends with it. Declarations are left out if
// there are definitions.
func named(code core.Code, name string) []core.Entity {
	name = strings.ReplaceAll(name, "::", ".")
	var whole, end []core.Entity
	for _, e := range code.Entities {
		switch {
		case e.Kind == core.EntityImpl:
		case e.Qualified == name:
			whole = append(whole, e)
		case strings.HasSuffix(e.Qualified, "."+name) || e.Name == name:
			end = append(end, e)
		}
	}
	if len(whole) == 0 {
		whole = end
	}
	defined := slices.DeleteFunc(slices.Clone(whole), func(e core.Entity) bool { return e.Body == e.End })
	if len(defined) == 1 {
		return defined
	}
	return whole
}

// tellApart names entities of one file by their qualified names, or by their
// lines if the names are equal.
func tellApart(file string, entities []core.Entity) []string {
	count := make(map[string]int)
	for _, e := range entities {
		count[e.Qualified]++
	}
	out := make([]string, len(entities))
	for i, e := range entities {
		l := core.Locator{Name: file, Entity: e.Qualified}
		if count[e.Qualified] > 1 {
			l = core.LineLocator(file, e.FirstLine, e.LastLine)
		}
		out[i] = l.String()
	}
	return out
}
