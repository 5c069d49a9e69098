package graph

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"ibid/core"
)

// maxUses bounds the uses of one name that are looked at.
const maxUses = 200_000

// mentioned is a stored use of a name in a file.
type mentioned struct {
	usage
	line int
}

// uses lists the uses of a name, by file and line.
func (a *lookup) uses(name string, of family) ([]mentioned, error) {
	var out []mentioned
	err := each(a.ctx, a.g.db.Read, func(row *sql.Rows) error {
		var hash core.Hash
		m := mentioned{usage: usage{name: name}}
		if err := row.Scan(&hash, &m.qualifier, &m.line, &m.usage.call, &m.within, &m.origin); err != nil {
			return err
		}
		for _, i := range a.v.byHash[hash] {
			if a.v.files[i].family == of {
				m.file = i
				out = append(out, m)
			}
		}
		return nil
	}, "SELECT c.hash, r.qualifier, r.line, r.call, r.within, r.origin FROM names n JOIN refs r ON r.name = n.id JOIN contents c ON c.id = r.content WHERE n.name = ? LIMIT ?", name, maxUses)
	slices.SortStableFunc(out, func(x, y mentioned) int { return cmp.Or(x.file-y.file, x.line-y.line) })
	return out, err
}

// aliases lists the names under which an entity is imported, its own first.
func (a *lookup) aliases(e core.Entity) ([]string, error) {
	out, exported := []string{e.Name}, e.Name
	if strings.HasPrefix(e.Signature, "export default") {
		exported = "default"
	}
	err := each(a.ctx, a.g.db.Read, func(row *sql.Rows) error {
		var alias string
		err := row.Scan(&alias)
		if !slices.Contains(out, alias) {
			out = append(out, alias)
		}
		return err
	}, "SELECT DISTINCT alias FROM imports WHERE name IN (?, ?) AND alias <> '' LIMIT 1000", e.Name, exported)
	return out, err
}

// References lists where an entity of a document is used, by file and line. ordinal is
// the place of the entity among those of the document.
func (g *Graph) References(ctx context.Context, id core.DocumentID, ordinal int) ([]core.Use, error) {
	a, i, err := g.askAbout(ctx, id)
	if err != nil {
		return nil, err
	}
	found, err := a.references(place{i, ordinal})
	if err != nil {
		return nil, fmt.Errorf("find references: %w", err)
	}
	out := make([]core.Use, 0, len(found))
	for _, m := range found {
		u := core.Use{Document: a.v.files[m.file].doc, Line: m.line, Call: m.call, Guess: m.guess}
		if e := a.at(place{m.file, m.within}); e.Name != "" {
			s := a.symbol(place{m.file, m.within})
			u.Within = &s
		}
		out = append(out, u)
	}
	return out, nil
}

// reference is a use that means the entity that is asked about.
type reference struct {
	mentioned
	guess bool
}

func (a *lookup) references(p place) ([]reference, error) {
	e := a.at(p)
	if e.Name == "" {
		return nil, core.ErrNotFound
	}
	names := []string{e.Name}
	if f := a.v.files[p.file].family; a.top(p) && f != goFamily && f != cFamily && f != javaFamily {
		var err error
		if names, err = a.aliases(e); err != nil {
			return nil, err
		}
	}
	targets, err := a.counterparts(p)
	if err != nil {
		return nil, err
	}
	var out []reference
	for _, name := range names {
		uses, err := a.uses(name, a.v.files[p.file].family)
		if err != nil {
			return nil, err
		}
		for _, u := range uses {
			if err := a.ctx.Err(); err != nil {
				return nil, err
			}
			m, err := a.means(u.usage)
			if err != nil {
				return nil, err
			}
			if slices.ContainsFunc(m.places, func(q place) bool { return slices.Contains(targets, q) }) {
				out = append(out, reference{u, m.guess})
			}
		}
	}
	slices.SortStableFunc(out, func(x, y reference) int { return cmp.Or(x.file-y.file, x.line-y.line) })
	return slices.CompactFunc(out, func(x, y reference) bool { return x.file == y.file && x.line == y.line }), nil
}
