package library

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"ibid/core"
)

const selectDocuments = `
SELECT d.id, d.path, d.name, d.kind, d.state, d.reason, coalesce(d.hash, ''), d.size, d.modified, d.added, d.gone,
       coalesce(c.state, ''), coalesce(c.reason, ''), coalesce(c.pages, 0), coalesce(c.tokens, 0), coalesce(c.title, ''), coalesce(c.author, '')
FROM documents d LEFT JOIN contents c ON c.hash = d.hash `

// Documents lists all documents, ordered by name, then path.
func (l *Library) Documents(ctx context.Context) ([]core.Document, error) {
	return l.documents(ctx, "ORDER BY d.name, d.path")
}

// Document returns the document with the id, or an error that wraps
// core.ErrNotFound.
func (l *Library) Document(ctx context.Context, id core.DocumentID) (core.Document, error) {
	docs, err := l.documents(ctx, "WHERE d.id = ?", id)
	return one(docs, err, "document %d", id)
}

// DocumentByPath returns the document that was added under the absolute path,
// or an error that wraps core.ErrNotFound.
func (l *Library) DocumentByPath(ctx context.Context, path string) (core.Document, error) {
	docs, err := l.documents(ctx, "WHERE d.path = ?", path)
	return one(docs, err, "document %q", path)
}

func one(docs []core.Document, err error, format string, what any) (core.Document, error) {
	if err != nil {
		return core.Document{}, err
	}
	if len(docs) == 0 {
		return core.Document{}, fmt.Errorf(format+": %w", what, core.ErrNotFound)
	}
	return docs[0], nil
}

// DocumentsByName lists the documents whose file name is name, ordered by
// path; none is no error.
func (l *Library) DocumentsByName(ctx context.Context, name string) ([]core.Document, error) {
	return l.documents(ctx, "WHERE d.name = ? ORDER BY d.path", name)
}

// DocumentsByHash lists the documents that have the content, the oldest first;
// none is no error.
func (l *Library) DocumentsByHash(ctx context.Context, hash core.Hash) ([]core.Document, error) {
	return l.documents(ctx, "WHERE d.hash = ? ORDER BY d.id", hash)
}

func (l *Library) documents(ctx context.Context, where string, args ...any) ([]core.Document, error) {
	rows, err := l.read.QueryContext(ctx, selectDocuments+where, args...)
	if err != nil {
		return nil, fmt.Errorf("list documents: %w", err)
	}
	defer rows.Close()
	var docs []core.Document
	for rows.Next() {
		d, err := scanDocument(rows)
		if err != nil {
			return nil, fmt.Errorf("list documents: %w", err)
		}
		docs = append(docs, d)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list documents: %w", err)
	}
	return docs, nil
}

// scanDocument joins what the file came to with what its content came to.
func scanDocument(rows *sql.Rows) (core.Document, error) {
	var (
		d                     core.Document
		modified, added, gone int64
		state                 core.State
		reason                string
	)
	err := rows.Scan(&d.ID, &d.Path, &d.Name, &d.Kind, &d.State, &d.Reason, &d.Hash, &d.Size, &modified, &added, &gone,
		&state, &reason, &d.Pages, &d.Tokens, &d.Title, &d.Author)
	if err != nil {
		return core.Document{}, err
	}
	d.Modified, d.Added = time.Unix(0, modified), time.Unix(0, added)
	if d.State == "" {
		d.State, d.Reason = state, reason
	}
	if gone == 0 {
		return d, nil
	}
	why := "the file is gone since " + time.Unix(0, gone).Format("2006-01-02")
	switch {
	case d.State.Searchable():
		d.State, d.Reason = core.StatePartial, join(why+"; its text is kept", d.Reason)
	default:
		d.State, d.Reason = core.StateUnreadable, why
	}
	return d, nil
}

func join(a, b string) string {
	if b == "" {
		return a
	}
	return a + "; " + b
}

// Enqueue adds files as waiting documents, or sets documents that have their
// path back to waiting, and returns their ids in the order of files. Of each
// file Path, Kind, Size and Modified are taken. A content that a document had
// stays its own, and searchable, until Assign or Settle. The password, if not
// empty, is kept until it is known whether it fits.
func (l *Library) Enqueue(ctx context.Context, files []core.Document, password string) ([]core.DocumentID, error) {
	const upsert = `
INSERT INTO documents (path, name, kind, state, size, modified, added, password) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (path) DO UPDATE SET state = excluded.state, reason = '', size = excluded.size, modified = excluded.modified, gone = 0,
	password = CASE excluded.password WHEN '' THEN password ELSE excluded.password END
RETURNING id`
	ids := make([]core.DocumentID, len(files))
	err := l.update(ctx, durable, func(tx *sql.Tx) error {
		put, err := tx.PrepareContext(ctx, upsert)
		if err != nil {
			return err
		}
		defer put.Close()
		now := time.Now().UnixNano()
		for i, f := range files {
			row := put.QueryRowContext(ctx, f.Path, filepath.Base(f.Path), f.Kind, core.StateWaiting, f.Size, f.Modified.UnixNano(), now, password)
			if err := row.Scan(&ids[i]); err != nil {
				return fmt.Errorf("%q: %w", f.Path, err)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("add documents: %w", err)
	}
	return ids, nil
}

// Settle records a fate that a file met before its content was known, such as
// unreadable or too large: d gives ID, Kind, State, Reason, Size and Modified.
// With keep, a content that the document had from earlier stays its own.
func (l *Library) Settle(ctx context.Context, d core.Document, keep bool) error {
	err := l.update(ctx, lazily, func(tx *sql.Tx) error {
		const set = "UPDATE documents SET kind = ?, state = ?, reason = ?, size = ?, modified = ?, hash = CASE WHEN ? THEN hash END WHERE id = ?"
		_, err := tx.ExecContext(ctx, set, d.Kind, d.State, d.Reason, d.Size, d.Modified.UnixNano(), keep, d.ID)
		return err
	})
	if err != nil {
		return fmt.Errorf("record state of document %d: %w", d.ID, err)
	}
	return nil
}

// Assign says that d.ID now has the content d.Hash of d.Kind, at d.Size and
// d.Modified, and returns that content as known: waiting if it is new. The
// document's state is from now on that of its content.
func (l *Library) Assign(ctx context.Context, d core.Document) (core.Content, error) {
	var content core.Content
	err := l.update(ctx, lazily, func(tx *sql.Tx) error {
		const insert = "INSERT INTO contents (hash, kind, state) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
		if _, err := tx.ExecContext(ctx, insert, d.Hash, d.Kind, core.StateWaiting); err != nil {
			return err
		}
		const set = "UPDATE documents SET hash = ?, kind = ?, size = ?, modified = ?, state = '', reason = '', gone = 0 WHERE id = ?"
		done, err := tx.ExecContext(ctx, set, d.Hash, d.Kind, d.Size, d.Modified.UnixNano(), d.ID)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			return cmp.Or(err, core.ErrNotFound)
		}
		content, err = scanContent(tx.QueryRowContext(ctx, selectContents+"WHERE hash = ?", d.Hash))
		return err
	})
	if err != nil {
		return core.Content{}, fmt.Errorf("assign content to document %d: %w", d.ID, err)
	}
	return content, nil
}

// Gone notes that the files of the documents are missing since now, or, with
// gone false, that they are there again as they were. Their contents stay.
func (l *Library) Gone(ctx context.Context, ids []core.DocumentID, gone bool) error {
	if len(ids) == 0 {
		return nil
	}
	err := l.update(ctx, durable, func(tx *sql.Tx) error {
		set, now := "UPDATE documents SET gone = ? WHERE id = ? AND gone = 0", time.Now().UnixNano()
		if !gone {
			set, now = "UPDATE documents SET gone = ? WHERE id = ?", 0
		}
		for _, id := range ids {
			if _, err := tx.ExecContext(ctx, set, now, id); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("record missing files: %w", err)
	}
	return nil
}

// Missing reports which documents' files were gone when last looked at.
func (l *Library) Missing(ctx context.Context) (map[core.DocumentID]bool, error) {
	rows, err := l.read.QueryContext(ctx, "SELECT id FROM documents WHERE gone <> 0")
	if err != nil {
		return nil, fmt.Errorf("list missing files: %w", err)
	}
	defer rows.Close()
	missing := make(map[core.DocumentID]bool)
	for rows.Next() {
		var id core.DocumentID
		if err := rows.Scan(&id); err != nil {
			return nil, fmt.Errorf("list missing files: %w", err)
		}
		missing[id] = true
	}
	return missing, rows.Err()
}

// Remove deletes the document for good; its id is never given again. It
// returns the content that thereby lost its last document and is to be taken
// out of the derived stores and then given to Drop; empty if there is none.
func (l *Library) Remove(ctx context.Context, id core.DocumentID) (core.Hash, error) {
	var orphan core.Hash
	err := l.update(ctx, durable, func(tx *sql.Tx) error {
		var hash sql.NullString
		err := tx.QueryRowContext(ctx, "DELETE FROM documents WHERE id = ? RETURNING hash", id).Scan(&hash)
		if errors.Is(err, sql.ErrNoRows) {
			return core.ErrNotFound
		}
		if err != nil || !hash.Valid {
			return err
		}
		var left int
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM documents WHERE hash = ?", hash.String).Scan(&left); err != nil {
			return err
		}
		if left == 0 {
			orphan = core.Hash(hash.String)
		}
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("remove document %d: %w", id, err)
	}
	return orphan, nil
}
