package graph

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"ibid/core"
)

// Limits of the stored answers of language servers.
const (
	maxAnswers     = 10_000
	maxAnswerBytes = 4 << 20
)

// importerDepth is the depth to which the importers of a file are followed: what an
// index file re-exports is used by the files that import that.
const importerDepth = 3

// Answer returns the stored answer of a language server to a question about a
// content, if the files around it have not changed since.
func (g *Graph) Answer(ctx context.Context, hash core.Hash, question, state string) (places []core.FileLine, known bool, err error) {
	var data []byte
	err = g.db.Read.QueryRowContext(ctx, "SELECT places FROM answers WHERE hash = ? AND question = ? AND state = ?", hash, question, state).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &places)
	}
	if err != nil {
		return nil, false, fmt.Errorf("read answer of a language server: %w", err)
	}
	return places, true, nil
}

// KeepAnswer stores an answer in place of the one to the same question. Beyond
// maxAnswers the oldest are deleted.
func (g *Graph) KeepAnswer(ctx context.Context, hash core.Hash, question, state string, places []core.FileLine) error {
	data, err := json.Marshal(places)
	if err != nil || len(data) > maxAnswerBytes {
		return err
	}
	err = g.db.Update(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO answers (hash, question, state, places) VALUES (?, ?, ?, ?)", hash, question, state, data); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "DELETE FROM answers WHERE rowid <= (SELECT max(rowid) FROM answers) - ?", maxAnswers)
		return err
	})
	if err != nil {
		return fmt.Errorf("keep answer of a language server: %w", err)
	}
	return nil
}

// UsesAt returns the uses of a name at lines of files. Files that are not in the
// library are left out.
func (g *Graph) UsesAt(ctx context.Context, name string, lines []core.FileLine) ([]core.Use, error) {
	a, err := g.ask(ctx)
	if err != nil {
		return nil, err
	}
	var out []core.Use
	for _, l := range lines {
		i, ok := a.v.byPath[l.Path]
		if !ok {
			continue
		}
		u := core.Use{Document: a.v.files[i].doc, Line: l.Line}
		if within := a.innermost(i, l.Line); within >= 0 {
			s := a.symbol(place{i, within})
			u.Within = &s
		}
		err := each(ctx, g.db.Read, func(row *sql.Rows) error { return row.Scan(&u.Call) },
			"SELECT max(r.call) FROM names n JOIN refs r ON r.name = n.id JOIN contents c ON c.id = r.content WHERE n.name = ? AND c.hash = ? AND r.line = ? HAVING count(*) > 0", name, u.Document.Hash, l.Line)
		if err != nil {
			return nil, fmt.Errorf("find uses: %w", err)
		}
		out = append(out, u)
	}
	return out, nil
}

// Near lists the documents in which a language server has to look for uses of a name
// that a document defines: those that use or import the name, and those that import
// the document, also through others.
func (g *Graph) Near(ctx context.Context, name string, id core.DocumentID) ([]core.Document, error) {
	a, own, err := g.askAbout(ctx, id)
	if err != nil {
		return nil, err
	}
	var found []int
	err = each(ctx, g.db.Read, func(row *sql.Rows) error {
		var hash core.Hash
		err := row.Scan(&hash)
		found = append(found, a.v.byHash[hash]...)
		return err
	}, `SELECT c.hash FROM names n JOIN refs r ON r.name = n.id JOIN contents c ON c.id = r.content WHERE n.name = ?
		UNION SELECT c.hash FROM imports i JOIN contents c ON c.id = i.content WHERE i.name = ?`, name, name)
	if err != nil {
		return nil, fmt.Errorf("find files that name %q: %w", name, err)
	}
	links, err := g.Importers(ctx, id, importerDepth)
	if err != nil {
		return nil, err
	}
	for _, l := range links {
		if i, ok := a.v.byID[l.From.ID]; ok {
			found = append(found, i)
		}
	}
	slices.Sort(found)
	found = slices.DeleteFunc(slices.Compact(found), func(i int) bool { return i == own })
	return a.documents(found), nil
}

// innermost returns the smallest entity of a file around a line, -1 if there is none.
func (a *lookup) innermost(i, line int) int {
	best := -1
	entities, _ := a.of(i)
	for n, e := range entities {
		if e.FirstLine <= line && line <= e.LastLine && (best < 0 || e.LastLine-e.FirstLine <= entities[best].LastLine-entities[best].FirstLine) {
			best = n
		}
	}
	return best
}

// UsedIn returns the first line of a document that uses a name, or an error that
// wraps core.ErrNotFound.
func (g *Graph) UsedIn(ctx context.Context, name string, id core.DocumentID) (int, error) {
	a, i, err := g.askAbout(ctx, id)
	if err != nil {
		return 0, err
	}
	line := 0
	err = g.db.Read.QueryRowContext(ctx, "SELECT r.line FROM names n JOIN refs r ON r.name = n.id JOIN contents c ON c.id = r.content WHERE n.name = ? AND c.hash = ? ORDER BY r.line LIMIT 1", name, a.v.files[i].doc.Hash).Scan(&line)
	if errors.Is(err, sql.ErrNoRows) {
		err = core.ErrNotFound
	}
	if err != nil {
		return 0, fmt.Errorf("find where %q is used: %w", name, err)
	}
	return line, nil
}

// DefinedAt lists the entities whose name stands in one of the lines.
func (g *Graph) DefinedAt(ctx context.Context, lines []core.FileLine) ([]core.Symbol, error) {
	a, err := g.ask(ctx)
	if err != nil {
		return nil, err
	}
	var out []core.Symbol
	for _, l := range lines {
		i, ok := a.v.byPath[l.Path]
		if !ok {
			continue
		}
		entities, err := a.of(i)
		if err != nil {
			return nil, fmt.Errorf("list what %q defines: %w", l.Path, err)
		}
		for n, e := range entities {
			if e.NameLine == l.Line && e.Kind != core.EntityImpl {
				out = append(out, a.symbol(place{i, n}))
				break
			}
		}
	}
	return out, nil
}
