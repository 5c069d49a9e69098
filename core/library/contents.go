package library

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"ibid/core"
	"ibid/core/sqlite"
)

const selectContents = `
SELECT hash, kind, state, reason, remark, pages, tokens, title, author, generation, structured,
       CASE password WHEN '' THEN coalesce((SELECT max(d.password) FROM documents d WHERE d.hash = contents.hash), '') ELSE password END
FROM contents `

const isOrphan = "NOT EXISTS (SELECT 1 FROM documents d WHERE d.hash = contents.hash) "

// Contents lists all contents, including orphans.
func (l *Library) Contents(ctx context.Context) ([]core.Content, error) {
	return l.contents(ctx, "ORDER BY hash")
}

// Orphans lists the contents that no document has any more. They are still to be
// deleted from the derived stores.
func (l *Library) Orphans(ctx context.Context) ([]core.Hash, error) {
	hashes, err := sqlite.All(sqlite.Column[core.Hash])(l.read.QueryContext(ctx, "SELECT hash FROM contents WHERE "+isOrphan+"ORDER BY hash"))
	if err != nil {
		return nil, fmt.Errorf("list contents: %w", err)
	}
	return hashes, nil
}

// Content returns the content with the hash, or an error that wraps
// core.ErrNotFound if there is none or it is an orphan.
//
// Password is kept in plain text once it has opened the content: without it no
// page could be drawn later, and the text of the document lies in the store
// unencrypted too. Only the owner can read the folder. Before the content was
// opened, Password is the one given to Enqueue.
func (l *Library) Content(ctx context.Context, hash core.Hash) (core.Content, error) {
	c, err := scanContent(l.read.QueryRowContext(ctx, selectContents+"WHERE hash = ? AND NOT "+isOrphan, hash))
	if errors.Is(err, sql.ErrNoRows) {
		err = core.ErrNotFound
	}
	if err != nil {
		return core.Content{}, fmt.Errorf("read content %q: %w", hash, err)
	}
	return c, nil
}

func (l *Library) contents(ctx context.Context, where string) ([]core.Content, error) {
	list, err := sqlite.All(scanContent)(l.read.QueryContext(ctx, selectContents+where))
	if err != nil {
		return nil, fmt.Errorf("list contents: %w", err)
	}
	return list, nil
}

func scanContent(row sqlite.Row) (c core.Content, err error) {
	err = row.Scan(&c.Hash, &c.Kind, &c.State, &c.Reason, &c.Remark, &c.Pages, &c.Tokens, &c.Title, &c.Author, &c.Generation, &c.Structured, &c.Password)
	return c, err
}

// Acknowledge records the outcome of reading the contents, after the derived
// stores hold it under the generation, which becomes that of the library. Contents
// that were dropped meanwhile are skipped. The attempts on structured contents
// are deleted from the journal.
func (l *Library) Acknowledge(ctx context.Context, generation uint64, done []core.Content) error {
	const set = `
UPDATE contents SET state = ?, reason = ?, remark = ?, pages = ?, tokens = ?, title = ?, author = ?, generation = ?, structured = ?, password = ?
WHERE hash = ?`
	err := l.update(ctx, durable, func(tx *sql.Tx) error {
		for _, c := range done {
			_, err := tx.ExecContext(ctx, set, c.State, c.Reason, c.Remark, c.Pages, c.Tokens, c.Title, c.Author, c.Generation, c.Structured, c.Password, c.Hash)
			if err != nil {
				return fmt.Errorf("content %q: %w", c.Hash, err)
			}
			if c.Structured && c.State != core.StateQuarantined {
				if _, err := tx.ExecContext(ctx, "DELETE FROM attempts WHERE hash = ?", c.Hash); err != nil {
					return err
				}
			}
			if _, err := tx.ExecContext(ctx, "UPDATE documents SET password = '' WHERE hash = ?", c.Hash); err != nil {
				return err
			}
		}
		return setGeneration(ctx, tx, generation)
	})
	if err != nil {
		return fmt.Errorf("acknowledge generation %d: %w", generation, err)
	}
	return nil
}

// setGeneration raises the generation and never lowers it: a generation
// identifies one state of the stores.
func setGeneration(ctx context.Context, tx *sql.Tx, generation uint64) error {
	_, err := tx.ExecContext(ctx, "UPDATE meta SET generation = max(generation, ?)", generation)
	return err
}

// Requeue sets contents back to waiting and forgets what is known of them, because
// their text was lost or reading them was interrupted. Quarantined contents stay
// as they are.
func (l *Library) Requeue(ctx context.Context, hashes []core.Hash) error {
	if len(hashes) == 0 {
		return nil
	}
	err := l.update(ctx, durable, func(tx *sql.Tx) error {
		const set = `
UPDATE contents SET state = ?, reason = '', remark = 0, pages = 0, tokens = 0, title = '', author = '', generation = 0, structured = 0
WHERE hash = ? AND state <> ?`
		for _, h := range hashes {
			if _, err := tx.ExecContext(ctx, set, core.StateWaiting, h, core.StateQuarantined); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("set contents back to waiting: %w", err)
	}
	return nil
}

// Drop deletes those of the contents that are still orphans, after the derived
// stores deleted them under the generation.
func (l *Library) Drop(ctx context.Context, generation uint64, hashes []core.Hash) error {
	err := l.update(ctx, durable, func(tx *sql.Tx) error {
		for _, h := range hashes {
			if _, err := tx.ExecContext(ctx, "DELETE FROM contents WHERE hash = ? AND "+isOrphan, h); err != nil {
				return err
			}
			const forget = "DELETE FROM attempts WHERE hash = ?1 AND NOT EXISTS (SELECT 1 FROM contents WHERE hash = ?1)"
			if _, err := tx.ExecContext(ctx, forget, h); err != nil {
				return err
			}
		}
		return setGeneration(ctx, tx, generation)
	})
	if err != nil {
		return fmt.Errorf("drop contents: %w", err)
	}
	return nil
}

// Status counts documents, contents and pages. Passages is 0: only the derived
// store knows it.
func (l *Library) Status(ctx context.Context) (core.Status, error) {
	docs, err := l.Documents(ctx)
	if err != nil {
		return core.Status{}, err
	}
	s := core.Status{Library: l.dir, Documents: len(docs), States: make(map[core.State]int)}
	seen := make(map[core.Hash]bool)
	for _, d := range docs {
		s.States[d.State]++
		if d.Hash != "" && !seen[d.Hash] {
			seen[d.Hash] = true
			s.Contents++
			s.Pages += d.Pages
		}
	}
	s.Generation, err = l.Generation(ctx)
	return s, err
}
