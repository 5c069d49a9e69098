package store

import (
	"context"
	"database/sql"
	"fmt"

	"ibid/core"
	"ibid/core/codec"
	"ibid/core/derived"
)

// contentID returns the number of the content with the hash, and adds one if it
// has none.
func contentID(ctx context.Context, tx *sql.Tx, hash core.Hash) (id int64, err error) {
	const put = "INSERT INTO contents (hash) VALUES (?) ON CONFLICT (hash) DO UPDATE SET hash = hash RETURNING id"
	err = tx.QueryRowContext(ctx, put, hash).Scan(&id)
	return id, err
}

// replace replaces the rows of a content in table by n new ones. row returns the
// values after the content's number.
func replace(ctx context.Context, tx *sql.Tx, table, columns string, id int64, n int, row func(i int) []any) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE content = ?", id); err != nil {
		return err
	}
	put, err := tx.PrepareContext(ctx, "INSERT INTO "+table+" VALUES (?, "+columns+")")
	if err != nil {
		return err
	}
	defer put.Close()
	for i := range n {
		if _, err := put.ExecContext(ctx, append([]any{id}, row(i)...)...); err != nil {
			return err
		}
	}
	return nil
}

// put runs one change of the stored data of a content; id is its number. what
// names the data in the error.
func (s *Store) put(ctx context.Context, hash core.Hash, what string, change func(tx *sql.Tx, id int64) error) error {
	err := s.db.Update(ctx, func(tx *sql.Tx) error {
		id, err := contentID(ctx, tx, hash)
		if err != nil {
			return err
		}
		return change(tx, id)
	})
	if err != nil {
		return fmt.Errorf("store %s of %q: %w", what, hash, err)
	}
	return nil
}

// PutPages stores the pages of a content and replaces older ones. It deletes the
// content's layouts, passages and outline, because they refer to the old text.
func (s *Store) PutPages(ctx context.Context, hash core.Hash, pages []core.Page) error {
	return s.put(ctx, hash, "pages", func(tx *sql.Tx, id int64) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM contents WHERE id = ?", id); err != nil {
			return err
		}
		id, err := contentID(ctx, tx, hash)
		if err != nil {
			return err
		}
		return putPages(ctx, tx, id, pages)
	})
}

func putPages(ctx context.Context, tx *sql.Tx, id int64, pages []core.Page) error {
	var seen []*core.Page
	for i := range pages {
		if pages[i].Seen > 0 {
			seen = append(seen, &pages[i])
		}
	}
	err := replace(ctx, tx, "pictured", "?, ?", id, len(seen), func(i int) []any { return []any{seen[i].Index, seen[i].Seen} })
	if err != nil {
		return err
	}
	return replace(ctx, tx, "pages", "?, ?, ?, ?, ?, ?", id, len(pages), func(i int) []any {
		p := &pages[i]
		return []any{p.Index, p.Label, p.OCR, p.Note, p.Text, p.Annotations}
	})
}

// PutLayouts stores the layouts of a content and replaces older ones.
func (s *Store) PutLayouts(ctx context.Context, hash core.Hash, layouts []core.Layout) error {
	return s.put(ctx, hash, "layouts", func(tx *sql.Tx, id int64) error {
		return putLayouts(ctx, tx, id, layouts)
	})
}

func putLayouts(ctx context.Context, tx *sql.Tx, id int64, layouts []core.Layout) error {
	return replace(ctx, tx, "layouts", "?, ?", id, len(layouts), func(i int) []any {
		return []any{layouts[i].Page, codec.PackLayout(layouts[i])}
	})
}

// PutPassages stores the passages of a content and replaces older ones, as part
// of the index batch generation, which becomes the store's if it is higher. From
// then on the content counts as stored: see Generations.
func (s *Store) PutPassages(ctx context.Context, hash core.Hash, generation uint64, passages []core.Passage) error {
	return s.put(ctx, hash, "passages", func(tx *sql.Tx, id int64) error {
		return putPassages(ctx, tx, id, generation, passages)
	})
}

func putPassages(ctx context.Context, tx *sql.Tx, id int64, generation uint64, passages []core.Passage) error {
	err := replace(ctx, tx, "passages", "?, ?, ?, ?, ?, ?, ?, ?, ?, ?", id, len(passages), func(i int) []any {
		p := &passages[i]
		return []any{p.Ordinal, p.Page, p.Lines[0], p.Lines[1], p.Words, p.Section, codec.PackSpans(p.Spans), p.Heading, p.Columns[0], p.Columns[1]}
	})
	if err != nil {
		return err
	}
	const set = "UPDATE contents SET generation = ?, passages = ? WHERE id = ?"
	if _, err := tx.ExecContext(ctx, set, generation, len(passages), id); err != nil {
		return err
	}
	return derived.Raise(ctx, tx, generation)
}

// PutOutline stores the table of contents of a content.
func (s *Store) PutOutline(ctx context.Context, hash core.Hash, outline []core.OutlineEntry) error {
	return s.put(ctx, hash, "outline", func(tx *sql.Tx, id int64) error {
		_, err := tx.ExecContext(ctx, "UPDATE contents SET outline = ? WHERE id = ?", codec.PackOutline(outline), id)
		return err
	})
}

// PutCode stores the syntax of a source file.
func (s *Store) PutCode(ctx context.Context, hash core.Hash, code core.Code) error {
	return s.put(ctx, hash, "syntax", func(tx *sql.Tx, id int64) error {
		return replace(ctx, tx, "code", "?", id, 1, func(int) []any { return []any{codec.PackCode(code)} })
	})
}

// PutLabels stores the printed numbers of a content's pages, in the order of the
// pages. Pages beyond the end of the list keep theirs.
func (s *Store) PutLabels(ctx context.Context, hash core.Hash, labels []string) error {
	return s.put(ctx, hash, "page labels", func(tx *sql.Tx, id int64) error {
		update, err := tx.PrepareContext(ctx, "UPDATE pages SET label = ? WHERE content = ? AND page = ?")
		if err != nil {
			return err
		}
		defer update.Close()
		for i, label := range labels {
			if _, err := update.ExecContext(ctx, label, id, i+1); err != nil {
				return err
			}
		}
		return nil
	})
}

// Delete deletes everything that is stored of the contents.
func (s *Store) Delete(ctx context.Context, hashes ...core.Hash) error {
	err := s.db.Update(ctx, func(tx *sql.Tx) error {
		for _, h := range hashes {
			for _, table := range []string{"contents", "scanned"} {
				if _, err := tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE hash = ?", h); err != nil {
					return fmt.Errorf("%q: %w", h, err)
				}
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("delete contents: %w", err)
	}
	return nil
}

// SetGeneration raises the store's generation before an index batch that stores
// nothing, such as a removal. A lower generation has no effect.
func (s *Store) SetGeneration(ctx context.Context, generation uint64) error {
	err := s.db.Update(ctx, func(tx *sql.Tx) error { return derived.Raise(ctx, tx, generation) })
	if err != nil {
		return fmt.Errorf("set generation of store: %w", err)
	}
	return nil
}
