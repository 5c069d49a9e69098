package library

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"ibid/core"
)

// DocumentsBelow lists the documents at the absolute paths and in folders at these
// paths. A document that two of the paths cover is listed twice.
func (l *Library) DocumentsBelow(ctx context.Context, paths []string) ([]core.Document, error) {
	var all []core.Document
	for _, p := range paths {
		p = strings.TrimSuffix(p, "/")
		// Paths that begin with p/ are sorted between p/ and p0: 0 is the character
		// after /.
		docs, err := l.documents(ctx, "WHERE d.path = ? OR d.path > ? AND d.path < ?", p, p+"/", p+"0")
		if err != nil {
			return nil, err
		}
		all = append(all, docs...)
	}
	return all, nil
}

// DocumentsBySize lists the documents whose files had one of the sizes when
// they were read, the oldest first.
func (l *Library) DocumentsBySize(ctx context.Context, sizes []int64) ([]core.Document, error) {
	list, err := json.Marshal(sizes)
	if err != nil {
		return nil, fmt.Errorf("list documents: %w", err)
	}
	return l.documents(ctx, "WHERE d.size IN (SELECT value FROM json_each(?)) ORDER BY d.id", string(list))
}

// Move records new paths of documents and returns the ids of those that it moved.
// Each of docs has the ID, the new Path, and Size and Modified of the file there.
// Members move with their archive. Ids and contents stay the same. A document
// whose new path belongs to another document is not moved.
func (l *Library) Move(ctx context.Context, docs []core.Document) ([]core.DocumentID, error) {
	if len(docs) == 0 {
		return nil, nil
	}
	var moved []core.DocumentID
	err := l.update(ctx, durable, func(tx *sql.Tx) error {
		const set = "UPDATE OR IGNORE documents SET path = ?, name = ?, size = ?, modified = ?, gone = 0 WHERE id = ?"
		for _, d := range docs {
			var old core.Document
			row := tx.QueryRowContext(ctx, "SELECT path, name FROM documents WHERE id = ?", d.ID)
			if err := row.Scan(&old.Path, &old.Name); err != nil && !errors.Is(err, sql.ErrNoRows) {
				return err
			}
			done, err := tx.ExecContext(ctx, set, d.Path, filepath.Base(d.Path), d.Size, stamp(d.Modified), d.ID)
			if err != nil {
				return err
			}
			n, err := done.RowsAffected()
			if err != nil {
				return err
			}
			if n == 0 {
				continue
			}
			moved = append(moved, d.ID)
			if err := moveMembers(ctx, tx, old, d); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("move documents: %w", err)
	}
	return moved, nil
}

// moveMembers gives the members of an archive that was moved their new paths
// and names.
func moveMembers(ctx context.Context, tx *sql.Tx, old, now core.Document) error {
	const set = withMembers + `
UPDATE OR IGNORE documents SET gone = 0, path = ?2 || substr(path, length(?3) + 1), name = ?4 || substr(name, length(?5) + 1)
WHERE id IN tree AND id <> ?1`
	_, err := tx.ExecContext(ctx, set, now.ID, now.Path, old.Path, filepath.Base(now.Path), old.Name)
	return err
}
