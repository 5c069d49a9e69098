package library

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"ibid/core"
	"ibid/core/sqlite"
)

// Folders lists the watched folders, ordered by path. State is empty: the library
// does not know it.
func (l *Library) Folders(ctx context.Context) ([]core.Folder, error) {
	folders, err := sqlite.All(scanFolder)(l.read.QueryContext(ctx, "SELECT path, max_bytes, added FROM folders ORDER BY path"))
	if err != nil {
		return nil, fmt.Errorf("list watched folders: %w", err)
	}
	return folders, nil
}

func scanFolder(row sqlite.Row) (f core.Folder, err error) {
	var added int64
	err = row.Scan(&f.Path, &f.MaxBytes, &added)
	f.Added = time.Unix(0, added)
	return f, err
}

// AddFolder adds f.Path to the watched folders, with the limit f.MaxBytes. If the
// folder is watched already it gets the new limit.
func (l *Library) AddFolder(ctx context.Context, f core.Folder) error {
	err := l.update(ctx, durable, func(tx *sql.Tx) error {
		const upsert = "INSERT INTO folders (path, max_bytes, added) VALUES (?, ?, ?) ON CONFLICT (path) DO UPDATE SET max_bytes = excluded.max_bytes"
		_, err := tx.ExecContext(ctx, upsert, f.Path, f.MaxBytes, time.Now().UnixNano())
		return err
	})
	if err != nil {
		return fmt.Errorf("watch folder %q: %w", f.Path, err)
	}
	return nil
}

// RemoveFolder takes a folder off the watched ones; its documents stay. The error
// wraps core.ErrNotFound if the folder is not watched.
func (l *Library) RemoveFolder(ctx context.Context, path string) error {
	if err := l.removeRow(ctx, "DELETE FROM folders WHERE path = ?", path); err != nil {
		return fmt.Errorf("end watch of folder %q: %w", path, err)
	}
	return nil
}

// removeRow runs a statement that deletes rows and returns core.ErrNotFound if it
// deleted none.
func (l *Library) removeRow(ctx context.Context, statement string, key any) error {
	return l.update(ctx, durable, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, statement, key)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n > 0 {
			return err
		}
		return core.ErrNotFound
	})
}
