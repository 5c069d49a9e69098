package graph

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/derived"
)

// Limits of what is stored of one content; the rest is left out.
const (
	maxImports    = 20_000
	maxReferences = 200_000
	maxEntities   = 100_000
	maxFields     = 50_000
)

// Put removes the contents in remove, replaces those in add, and sets the generation,
// all in one transaction.
func (g *Graph) Put(ctx context.Context, generation uint64, remove []core.Hash, add map[core.Hash]core.Code) error {
	err := g.db.Update(ctx, func(tx *sql.Tx) error {
		p, err := newPutter(ctx, tx)
		if err != nil {
			return err
		}
		defer p.close()
		for _, h := range remove {
			if _, err := p.drop.ExecContext(ctx, h); err != nil {
				return err
			}
		}
		for _, h := range slices.Sorted(maps.Keys(add)) {
			if err := p.put(ctx, h, add[h]); err != nil {
				return fmt.Errorf("%q: %w", h, err)
			}
		}
		return derived.Raise(ctx, tx, generation)
	})
	if err != nil {
		return fmt.Errorf("put into graph: %w", err)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.stamps++
	return nil
}

// putter holds the statements of one transaction.
type putter struct {
	drop, content, name, entity, base, imported, ref, field *sql.Stmt
	names                                                   map[string]int64
}

func newPutter(ctx context.Context, tx *sql.Tx) (*putter, error) {
	p := &putter{names: make(map[string]int64)}
	for _, s := range []struct {
		stmt **sql.Stmt
		text string
	}{
		{&p.drop, "DELETE FROM contents WHERE hash = ?"},
		{&p.content, "INSERT INTO contents (hash, package) VALUES (?, ?) RETURNING id"},
		{&p.name, "INSERT INTO names (name) VALUES (?) ON CONFLICT (name) DO UPDATE SET name = name RETURNING id"},
		{&p.entity, "INSERT INTO entities VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"},
		{&p.base, "INSERT INTO bases VALUES (?, ?, ?)"},
		{&p.imported, "INSERT INTO imports VALUES (?, ?, ?, ?, ?, ?)"},
		{&p.ref, "INSERT INTO refs VALUES (?, ?, ?, ?, ?, ?, ?)"},
		{&p.field, "INSERT OR IGNORE INTO fields VALUES (?, ?, ?, ?)"},
	} {
		var err error
		if *s.stmt, err = tx.PrepareContext(ctx, s.text); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *putter) close() {
	for _, s := range []*sql.Stmt{p.drop, p.content, p.name, p.entity, p.base, p.imported, p.ref, p.field} {
		s.Close()
	}
}

func (p *putter) put(ctx context.Context, hash core.Hash, code core.Code) error {
	if _, err := p.drop.ExecContext(ctx, hash); err != nil {
		return err
	}
	var id int64
	if err := p.content.QueryRowContext(ctx, hash, code.Package).Scan(&id); err != nil {
		return err
	}
	for i, e := range code.Entities[:min(len(code.Entities), maxEntities)] {
		_, err := p.entity.ExecContext(ctx, id, i, e.Name, e.Qualified, e.Kind, e.Start, e.End, e.FirstLine, e.LastLine, e.NameLine, e.Signature, e.Parent, strings.Join(e.Bases, "\n"))
		if err != nil {
			return err
		}
		for _, b := range e.Bases {
			if _, err := p.base.ExecContext(ctx, lastPart(b), id, i); err != nil {
				return err
			}
		}
	}
	rows := 0
	for i, m := range code.Imports {
		names := m.Names
		if len(names) == 0 {
			names = []string{""}
		}
		for _, name := range names {
			if rows++; rows > maxImports {
				break
			}
			if _, err := p.imported.ExecContext(ctx, id, i, m.Path, name, m.Alias, m.Line); err != nil {
				return err
			}
		}
	}
	for _, f := range code.Fields[:min(len(code.Fields), maxFields)] {
		if _, err := p.field.ExecContext(ctx, id, f.Owner, f.Name, f.Origin); err != nil {
			return err
		}
	}
	return p.putReferences(ctx, id, code.References[:min(len(code.References), maxReferences)])
}

func (p *putter) putReferences(ctx context.Context, id int64, refs []core.Reference) error {
	for _, r := range refs {
		name, ok := p.names[r.Name]
		if !ok {
			if err := p.name.QueryRowContext(ctx, r.Name).Scan(&name); err != nil {
				return err
			}
			p.names[r.Name] = name
		}
		if _, err := p.ref.ExecContext(ctx, name, id, r.Qualifier, r.Line, r.Call, r.Within, r.Origin); err != nil {
			return err
		}
	}
	return nil
}

// Contents returns the hashes of all contents in the graph.
func (g *Graph) Contents(ctx context.Context) (map[core.Hash]bool, error) {
	all := make(map[core.Hash]bool)
	err := each(ctx, g.db.Read, func(row *sql.Rows) error {
		var h core.Hash
		err := row.Scan(&h)
		all[h] = true
		return err
	}, "SELECT hash FROM contents")
	if err != nil {
		return nil, fmt.Errorf("list contents of graph: %w", err)
	}
	return all, nil
}

// each calls f for every row of a query.
func each(ctx context.Context, db *sql.DB, f func(*sql.Rows) error, query string, args ...any) error {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// lastPart returns the name of a type as it is written, without qualifier, pointer
// and brackets: "List" of "*list.List[T]".
func lastPart(written string) string {
	s := strings.TrimLeft(strings.TrimSpace(written), "*&")
	if i := strings.IndexAny(s, "<[({ "); i >= 0 {
		s = s[:i]
	}
	if i := strings.LastIndexAny(s, ".:"); i >= 0 {
		s = s[i+1:]
	}
	return s
}
