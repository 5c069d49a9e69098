package graph

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"ibid/core"
)

// Related lists what an entity of a document uses and what uses it.
func (g *Graph) Related(ctx context.Context, id core.DocumentID, ordinal int) ([]core.Related, error) {
	a, i, err := g.askAbout(ctx, id)
	if err != nil {
		return nil, err
	}
	var r relations
	p := place{i, ordinal}
	err = a.usedWithin(p, func(q place, guess bool) {
		if q != p {
			r.add(q, core.RelationUses, guess)
		}
	})
	if err != nil {
		return nil, fmt.Errorf("find what it uses: %w", err)
	}
	refs, err := a.references(p)
	if err != nil {
		return nil, fmt.Errorf("find what uses it: %w", err)
	}
	for _, u := range refs {
		if q := (place{u.file, u.within}); u.within >= 0 && q != p {
			r.add(q, core.RelationUsedBy, u.guess)
		}
	}
	return r.list(a), nil
}

// usedWithin calls f for each definition that is used within an entity.
func (a *lookup) usedWithin(p place, f func(place, bool)) error {
	entities, err := a.of(p.file)
	if err != nil {
		return err
	}
	var uses []usage
	err = each(a.ctx, a.g.db.Read, func(row *sql.Rows) error {
		u := usage{file: p.file}
		if err := row.Scan(&u.name, &u.qualifier, &u.within, &u.call, &u.origin); err != nil {
			return err
		}
		if slices.Contains(chain(entities, u.within), p.ordinal) {
			uses = append(uses, u)
		}
		return nil
	}, "SELECT n.name, r.qualifier, r.within, r.call, r.origin FROM contents c JOIN refs r ON r.content = c.id JOIN names n ON n.id = r.name WHERE c.hash = ? ORDER BY r.rowid", a.v.files[p.file].doc.Hash)
	if err != nil {
		return err
	}
	for _, u := range uses {
		m, err := a.means(u)
		if err != nil {
			return err
		}
		for _, q := range m.places {
			f(q, m.guess)
		}
	}
	return nil
}

// Implementations lists the types that implement an interface or trait, or
// extend a class. In Go these are the types with methods of all its names.
func (g *Graph) Implementations(ctx context.Context, id core.DocumentID, ordinal int) ([]core.Related, error) {
	a, i, err := g.askAbout(ctx, id)
	if err != nil {
		return nil, err
	}
	var r relations
	p := place{i, ordinal}
	if e := a.at(p); a.v.files[i].family == goFamily && e.Kind == core.EntityInterface {
		err = a.implementGo(p, &r)
	} else {
		err = a.implement(p, &r, map[place]bool{p: true}, 0)
	}
	if err != nil {
		return nil, fmt.Errorf("find implementations: %w", err)
	}
	return r.list(a), nil
}

// implement adds the types that have a type among their bases, and the types
// derived from them.
func (a *lookup) implement(p place, r *relations, seen map[place]bool, depth int) error {
	e := a.at(p)
	candidates, err := a.places("JOIN bases b ON b.content = e.content AND b.ordinal = e.ordinal WHERE b.name = ? LIMIT ?", e.Name, maxNamed)
	if err != nil || depth >= maxBases {
		return err
	}
	for _, c := range unique(candidates) {
		sub := a.at(c)
		if a.v.files[c.file].family != a.v.files[p.file].family || !a.extends(c, p) {
			continue
		}
		if sub.Kind == core.EntityImpl {
			if owner, ok := a.around(c.file, c.ordinal); ok {
				c = owner
			}
		}
		if seen[c] {
			continue
		}
		seen[c] = true
		r.add(c, core.RelationImplements, false)
		if err := a.implement(c, r, seen, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// extends reports whether a base of c, as written, means p.
func (a *lookup) extends(c, p place) bool {
	e := a.at(c)
	for _, b := range e.Bases {
		if lastPart(b) != a.at(p).Name {
			continue
		}
		found, err := a.typed(usage{file: c.file, name: e.Name + ".", within: e.Parent}, b)
		if err == nil && slices.Contains(found, p) {
			return true
		}
	}
	return false
}

// implementGo adds the types that have every method of an interface by name, the
// methods of embedded types included.
func (a *lookup) implementGo(p place, r *relations) error {
	wanted := a.methodNames(p)
	if len(wanted) == 0 {
		return nil // everything implements it
	}
	// The rarest method has the fewest types to check.
	var rarest []place
	for n, name := range wanted {
		defined, err := a.named(name)
		if err != nil {
			return err
		}
		defined = a.keep(defined, func(q place) bool {
			return a.v.files[q.file].family == goFamily && a.at(q).Kind == core.EntityMethod && a.at(q).Parent < 0
		})
		if n == 0 || len(defined) < len(rarest) {
			rarest = defined
		}
	}
	seen := make(map[place]bool)
	for _, m := range rarest {
		if err := a.ctx.Err(); err != nil {
			return err
		}
		if t, ok := a.around(m.file, m.ordinal); ok && !seen[t] {
			seen[t] = true
			a.addImplementers(t, wanted, r, seen)
		}
	}
	return nil
}

// addImplementers adds a type if it has all the methods, and the types that embed it
// and have them.
func (a *lookup) addImplementers(t place, wanted []string, r *relations, seen map[place]bool) {
	if a.at(t).Kind == core.EntityInterface {
		return
	}
	if a.hasAll(t, wanted) {
		r.add(t, core.RelationImplements, false)
	}
	embedding, err := a.places("JOIN bases b ON b.content = e.content AND b.ordinal = e.ordinal WHERE b.name = ? AND e.kind = 'struct' LIMIT ?", a.at(t).Name, maxNamed)
	if err != nil {
		return
	}
	for _, c := range embedding {
		if !seen[c] && len(seen) < 10_000 && a.extends(c, t) {
			seen[c] = true
			a.addImplementers(c, wanted, r, seen)
		}
	}
}

func (a *lookup) hasAll(t place, wanted []string) bool {
	for _, name := range wanted {
		if found, err := a.member(t, name); err != nil || len(found) == 0 {
			return false
		}
	}
	return true
}

// methodNames lists the methods of an interface of Go and of those that it embeds.
func (a *lookup) methodNames(p place) []string {
	var out []string
	level, seen := []place{p}, map[place]bool{p: true}
	for range maxBases + 1 {
		var next []place
		for _, q := range level {
			entities, _ := a.of(q.file)
			for _, e := range entities {
				if e.Parent == q.ordinal && e.Kind == core.EntityMethod {
					out = append(out, e.Name)
				}
			}
			for _, b := range a.at(q).Bases {
				found, _ := a.typed(usage{file: q.file, name: a.at(q).Name, within: -1}, b)
				next = append(next, a.keep(found, func(r place) bool { return !seen[r] })...)
			}
		}
		for _, q := range next {
			seen[q] = true
		}
		level = unique(next)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
