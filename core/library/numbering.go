package library

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ibid/core"
	"ibid/core/sqlite"
)

// correction is a row of the table numberings.
type correction struct {
	Made   int64          `json:"made"` // ns since 1970
	Ranges core.Numbering `json:"ranges"`
}

// SetNumbering stores the printed page numbers that a person gave a document, or
// deletes them if there are no ranges. They stay with the document even if its
// file changes. All documents with the same content get the same numbers, because
// they share the pages. The error wraps core.ErrNotFound if there is no such
// document, or comes from ranges.Check.
func (l *Library) SetNumbering(ctx context.Context, id core.DocumentID, ranges core.Numbering) error {
	if err := ranges.Check(); err != nil {
		return err
	}
	row, err := json.Marshal(correction{time.Now().UnixNano(), ranges})
	if err == nil {
		err = l.update(ctx, durable, func(tx *sql.Tx) error { return setNumbering(ctx, tx, id, string(row), len(ranges) == 0) })
	}
	if err != nil {
		return fmt.Errorf("set page numbers of document %d: %w", id, err)
	}
	return nil
}

func setNumbering(ctx context.Context, tx *sql.Tx, id core.DocumentID, row string, remove bool) error {
	var known int
	err := tx.QueryRowContext(ctx, "SELECT 1 FROM documents WHERE id = ?", id).Scan(&known)
	if errors.Is(err, sql.ErrNoRows) {
		return core.ErrNotFound
	}
	if err != nil {
		return err
	}
	const twins = "SELECT id FROM documents WHERE id = ?1 OR hash = (SELECT hash FROM documents WHERE id = ?1)"
	if remove {
		_, err = tx.ExecContext(ctx, "DELETE FROM numberings WHERE document IN ("+twins+")", id)
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT OR REPLACE INTO numberings (document, ranges) SELECT id, ?2 FROM ("+twins+")", id, row)
	return err
}

// Numberings returns the printed page numbers that a person gave documents, by
// content hash. If several documents have the same content the last correction
// counts.
func (l *Library) Numberings(ctx context.Context) (map[core.Hash]core.Numbering, error) {
	return l.numberings(ctx, "")
}

// Numbering returns the printed page numbers that a person gave the documents
// with the content; nil if nobody did.
func (l *Library) Numbering(ctx context.Context, hash core.Hash) (core.Numbering, error) {
	all, err := l.numberings(ctx, "AND d.hash = ?", hash)
	return all[hash], err
}

func (l *Library) numberings(ctx context.Context, where string, args ...any) (map[core.Hash]core.Numbering, error) {
	last := make(map[core.Hash]correction)
	_, err := sqlite.All(func(row sqlite.Row) (_ struct{}, err error) {
		var hash core.Hash
		var text string
		if err := row.Scan(&hash, &text); err != nil {
			return struct{}{}, err
		}
		var c correction
		if err = json.Unmarshal([]byte(text), &c); err == nil {
			err = c.Ranges.Check()
		}
		if err != nil {
			return struct{}{}, fmt.Errorf("of %q: %w: %w", hash, core.ErrDamaged, err)
		}
		if old, ok := last[hash]; !ok || old.Made <= c.Made {
			last[hash] = c
		}
		return struct{}{}, nil
	})(l.read.QueryContext(ctx, "SELECT d.hash, n.ranges FROM numberings n JOIN documents d ON d.id = n.document WHERE d.hash IS NOT NULL "+where, args...))
	if err != nil {
		return nil, fmt.Errorf("list page numbers: %w", err)
	}
	all := make(map[core.Hash]core.Numbering, len(last))
	for hash, c := range last {
		all[hash] = c.Ranges
	}
	return all, nil
}
