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

const selectFeedback = `
SELECT f.id, f.made, f.question, f.rating, f.hash, f.page, f.start, f.locator, d.id, d.path, d.name, d.kind, coalesce(d.hash, '')
FROM feedback f JOIN documents d ON d.id = f.document `

// AddFeedback stores feedback on a source and returns it as stored. It uses the
// Document.ID, Place, Locator, Question and Rating of f. Feedback stays with its
// document when that is moved, and is deleted with it. Feedback that repeats the
// last on the same source is stored once. Beyond core.MaxFeedback entries the
// oldest are deleted. The error wraps core.ErrNotFound if there is no such document.
func (l *Library) AddFeedback(ctx context.Context, f core.Feedback) (core.Feedback, error) {
	var kept core.Feedback
	err := l.update(ctx, durable, func(tx *sql.Tx) error {
		id, err := putFeedback(ctx, tx, f)
		if err != nil {
			return err
		}
		const old = "DELETE FROM feedback WHERE id <= (SELECT id FROM feedback ORDER BY id DESC LIMIT 1 OFFSET ?)"
		if _, err := tx.ExecContext(ctx, old, core.MaxFeedback); err != nil {
			return err
		}
		kept, err = scanFeedback(tx.QueryRowContext(ctx, selectFeedback+"WHERE f.id = ?", id))
		return err
	})
	if err != nil {
		return kept, fmt.Errorf("keep feedback on document %d: %w", f.Document.ID, err)
	}
	return kept, nil
}

// putFeedback returns the id of the entry for the feedback. It adds an entry
// unless the last one of that source is the same.
func putFeedback(ctx context.Context, tx *sql.Tx, f core.Feedback) (int64, error) {
	var known bool
	if err := tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM documents WHERE id = ?)", f.Document.ID).Scan(&known); err != nil {
		return 0, err
	}
	if !known {
		return 0, core.ErrNotFound
	}
	// An answer may cite a source that a person has rated, and its file may change:
	// such feedback is stored in addition to the person's rating.
	const last = `
SELECT id, rating FROM feedback
WHERE document = ? AND hash = ? AND page = ? AND start = ? AND question = ? AND (rating = ?6 OR ?7 AND rating IN (?8, ?9))
ORDER BY id DESC LIMIT 1`
	var id int64
	var rating core.Rating
	row := tx.QueryRowContext(ctx, last, f.Document.ID, f.Place.Hash, f.Place.Page, f.Place.Start, f.Question, f.Rating,
		f.Rating.ByPerson(), core.RatingUp, core.RatingDown)
	switch err := row.Scan(&id, &rating); {
	case err == nil && rating == f.Rating:
		return id, nil
	case err != nil && !errors.Is(err, sql.ErrNoRows):
		return 0, err
	}
	locator, err := json.Marshal(f.Locator)
	if err != nil {
		return 0, err
	}
	done, err := tx.ExecContext(ctx,
		"INSERT INTO feedback (document, hash, page, start, locator, question, rating, made) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		f.Document.ID, f.Place.Hash, f.Place.Page, f.Place.Start, string(locator), f.Question, f.Rating, time.Now().UnixNano())
	if err != nil {
		return 0, err
	}
	return done.LastInsertId()
}

func scanFeedback(row sqlite.Row) (core.Feedback, error) {
	var f core.Feedback
	var made int64
	var locator string
	d := &f.Document
	err := row.Scan(&f.ID, &made, &f.Question, &f.Rating, &f.Place.Hash, &f.Place.Page, &f.Place.Start, &locator, &d.ID, &d.Path, &d.Name, &d.Kind, &d.Hash)
	if err != nil {
		return f, err
	}
	f.Made = time.Unix(0, made)
	if err := json.Unmarshal([]byte(locator), &f.Locator); err != nil {
		return f, fmt.Errorf("place of feedback %d: %w: %w", f.ID, core.ErrDamaged, err)
	}
	f.Locator.Name = d.Name
	return f, nil
}

// Feedback lists the feedback on all documents, the newest first.
func (l *Library) Feedback(ctx context.Context) ([]core.Feedback, error) {
	list, err := sqlite.All(scanFeedback)(l.read.QueryContext(ctx, selectFeedback+"ORDER BY f.id DESC"))
	if err != nil {
		return nil, fmt.Errorf("list feedback: %w", err)
	}
	return list, nil
}

// RemoveFeedback deletes one entry, or returns an error that wraps core.ErrNotFound
// if there is none with the id.
func (l *Library) RemoveFeedback(ctx context.Context, id int64) error {
	if err := l.removeRow(ctx, "DELETE FROM feedback WHERE id = ?", id); err != nil {
		return fmt.Errorf("undo feedback %d: %w", id, err)
	}
	return nil
}

// ForgetFeedback deletes all feedback and returns the number of entries.
func (l *Library) ForgetFeedback(ctx context.Context) (n int64, err error) {
	err = l.update(ctx, durable, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, "DELETE FROM feedback")
		if err != nil {
			return err
		}
		n, err = done.RowsAffected()
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("forget feedback: %w", err)
	}
	return n, nil
}
