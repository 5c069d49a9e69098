package library

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"ibid/core"
	"ibid/core/sqlite"
)

const selectDocuments = `
SELECT d.id, d.path, d.name, d.kind, d.state, d.reason, coalesce(d.hash, ''), d.size, d.modified, d.added, d.gone,
       coalesce(d.container, 0), d.listed, coalesce(c.state, ''), coalesce(c.reason, ''), coalesce(c.remark, 0), coalesce(c.pages, 0), coalesce(c.tokens, 0), coalesce(c.title, ''), coalesce(c.author, '')
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

// DocumentsByHash lists the documents that have the content, the oldest first;
// none is no error.
func (l *Library) DocumentsByHash(ctx context.Context, hash core.Hash) ([]core.Document, error) {
	return l.documents(ctx, "WHERE d.hash = ? ORDER BY d.id", hash)
}

func (l *Library) documents(ctx context.Context, where string, args ...any) ([]core.Document, error) {
	docs, err := sqlite.All(scanDocument)(l.read.QueryContext(ctx, selectDocuments+where, args...))
	if err != nil {
		return nil, fmt.Errorf("list documents: %w", err)
	}
	return docs, nil
}

// scanDocument reads a document from a row, with the outcome of its file and that
// of its content.
func scanDocument(rows sqlite.Row) (core.Document, error) {
	var (
		d                     core.Document
		modified, added, gone int64
		state                 core.State
		reason                string
	)
	err := rows.Scan(&d.ID, &d.Path, &d.Name, &d.Kind, &d.State, &d.Reason, &d.Hash, &d.Size, &modified, &added, &gone,
		&d.Container, &d.Listed, &state, &reason, &d.Remark, &d.Pages, &d.Tokens, &d.Title, &d.Author)
	if err != nil {
		return core.Document{}, err
	}
	d.Modified, d.Added = time.Unix(0, modified), time.Unix(0, added)
	if d.State == "" {
		d.State, d.Reason = state, reason
		if d.Kind == core.KindArchive && state.Searchable() && d.Listed != d.Hash {
			d.State, d.Reason = core.StateWaiting, "" // another one with these bytes was read, but its own members are not listed
		}
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

// Enqueue adds files as waiting documents, or sets the documents at their paths
// back to waiting, and returns the ids in the order of files. It uses Path, Kind,
// Size and Modified of each file, and of a member of an archive also Name and
// Container. A member whose path belongs to another file is not added; its id is
// 0. A document keeps its old content, which stays searchable, until Assign or
// Settle. The password, if not empty, is kept until the file has been read.
func (l *Library) Enqueue(ctx context.Context, files []core.Document, password string) ([]core.DocumentID, error) {
	const upsert = `
INSERT INTO documents (path, name, kind, state, size, modified, added, password, container) VALUES (?, ?, ?, ?, ?, ?, ?, ?, nullif(?, 0))
ON CONFLICT (path) DO UPDATE SET container = excluded.container, state = excluded.state, reason = '', size = excluded.size, modified = excluded.modified, gone = 0,
	password = CASE excluded.password WHEN '' THEN password ELSE excluded.password END
WHERE excluded.container IS NULL OR excluded.container IS documents.container
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
			name := f.Name
			if f.Container == 0 {
				name = filepath.Base(f.Path)
			}
			row := put.QueryRowContext(ctx, f.Path, name, f.Kind, core.StateWaiting, f.Size, stamp(f.Modified), now, password, f.Container)
			if err := row.Scan(&ids[i]); err != nil && !errors.Is(err, sql.ErrNoRows) {
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

// stamp returns a time as it is stored. A time outside the range of that number,
// which an archive may contain, counts as none.
func stamp(t time.Time) int64 {
	if y := t.Year(); y < 1700 || y > 2200 {
		return 0
	}
	return t.UnixNano()
}

// Settle records the outcome for a file whose content could not be determined,
// such as unreadable or too large: the ID, Kind, State, Reason, Size and Modified
// of d. With keep, the document keeps the content that it had before.
func (l *Library) Settle(ctx context.Context, d core.Document, keep bool) error {
	err := l.update(ctx, lazily, func(tx *sql.Tx) error {
		const set = "UPDATE documents SET kind = ?, state = ?, reason = ?, size = ?, modified = ?, hash = CASE WHEN ? THEN hash END WHERE id = ?"
		_, err := tx.ExecContext(ctx, set, d.Kind, d.State, d.Reason, d.Size, stamp(d.Modified), keep, d.ID)
		return err
	})
	if err != nil {
		return fmt.Errorf("record state of document %d: %w", d.ID, err)
	}
	return nil
}

// Assign records that document d.ID has the content d.Hash of kind d.Kind, and the
// file's d.Size and d.Modified. It returns the content, which is waiting if it is
// new. From now on the document has the state of its content.
func (l *Library) Assign(ctx context.Context, d core.Document) (core.Content, error) {
	var content core.Content
	err := l.update(ctx, lazily, func(tx *sql.Tx) error {
		const insert = "INSERT INTO contents (hash, kind, state) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
		if _, err := tx.ExecContext(ctx, insert, d.Hash, d.Kind, core.StateWaiting); err != nil {
			return err
		}
		const set = "UPDATE documents SET hash = ?, kind = ?, size = ?, modified = ?, state = '', reason = '', gone = 0 WHERE id = ?"
		done, err := tx.ExecContext(ctx, set, d.Hash, d.Kind, d.Size, stamp(d.Modified), d.ID)
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

// Gone records that the files of the documents are missing as of now or, with gone
// false, that they are back unchanged. Members share the fate of their archive.
// The contents stay.
func (l *Library) Gone(ctx context.Context, ids []core.DocumentID, gone bool) error {
	if len(ids) == 0 {
		return nil
	}
	err := l.update(ctx, durable, func(tx *sql.Tx) error {
		set, now := withMembers+"UPDATE documents SET gone = ?2 WHERE id IN tree AND gone = 0", time.Now().UnixNano()
		if !gone {
			set, now = withMembers+"UPDATE documents SET gone = ?2 WHERE id IN tree", 0
		}
		for _, id := range ids {
			if _, err := tx.ExecContext(ctx, set, id, now); err != nil {
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

// Missing returns the documents whose files were missing when last checked.
func (l *Library) Missing(ctx context.Context) (map[core.DocumentID]bool, error) {
	ids, err := sqlite.All(sqlite.Column[core.DocumentID])(l.read.QueryContext(ctx, "SELECT id FROM documents WHERE gone <> 0"))
	if err != nil {
		return nil, fmt.Errorf("list missing files: %w", err)
	}
	missing := make(map[core.DocumentID]bool, len(ids))
	for _, id := range ids {
		missing[id] = true
	}
	return missing, nil
}

// withMembers is SQL that makes a table `tree` of the document ?1, its members
// and theirs.
const withMembers = `
WITH RECURSIVE tree(id) AS (VALUES (?1) UNION SELECT d.id FROM documents d JOIN tree ON d.container = tree.id)
`

// Members lists the members of an archive, and those of archives within it, in
// the order in which they were listed.
func (l *Library) Members(ctx context.Context, id core.DocumentID) ([]core.Document, error) {
	const below = "WHERE d.id IN (" + withMembers + "SELECT id FROM tree) AND d.id <> ?1 ORDER BY d.id"
	return l.documents(ctx, below, id)
}

// Listed records that the members of an archive, read from the content, are in the
// catalogue.
func (l *Library) Listed(ctx context.Context, id core.DocumentID, hash core.Hash) error {
	err := l.update(ctx, lazily, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE documents SET listed = ? WHERE id = ?", hash, id)
		return err
	})
	if err != nil {
		return fmt.Errorf("list members of document %d: %w", id, err)
	}
	return nil
}

// Remove deletes documents, and the members of archives among them. Their ids are
// never used again. It returns the contents that lost their last document: these
// are to be deleted from the derived stores and then passed to Drop. The error
// wraps core.ErrNotFound if none of the documents exists.
func (l *Library) Remove(ctx context.Context, ids ...core.DocumentID) ([]core.Hash, error) {
	var orphans []core.Hash
	err := l.update(ctx, durable, func(tx *sql.Tx) error {
		var hashes []core.Hash
		for _, id := range ids {
			const tree = withMembers + "SELECT coalesce(hash, '') FROM documents WHERE id IN tree"
			more, err := sqlite.All(sqlite.Column[core.Hash])(tx.QueryContext(ctx, tree, id))
			if err != nil {
				return err
			}
			hashes = append(hashes, more...)
			if _, err := tx.ExecContext(ctx, "DELETE FROM documents WHERE id = ?", id); err != nil {
				return err
			}
		}
		if len(hashes) == 0 {
			return core.ErrNotFound
		}
		var err error
		orphans, err = orphaned(ctx, tx, hashes)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("remove documents %d: %w", ids, err)
	}
	return orphans, nil
}

// orphaned returns those of the contents that no document has any more.
func orphaned(ctx context.Context, tx *sql.Tx, hashes []core.Hash) ([]core.Hash, error) {
	slices.Sort(hashes)
	var orphans []core.Hash
	for _, h := range slices.Compact(hashes) {
		var used bool
		if err := tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM documents WHERE hash = ?)", h).Scan(&used); err != nil {
			return nil, err
		}
		if h != "" && !used {
			orphans = append(orphans, h)
		}
	}
	return orphans, nil
}
