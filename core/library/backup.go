package library

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	backupPrefix = fileName + ".backup-"
	backupsKept  = 3
	backupEvery  = 24 * time.Hour
)

type backupFile struct {
	path   string
	number int
	made   time.Time
}

// backups lists the backups in dir, oldest first.
func backups(dir string) ([]backupFile, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("list backups: %w", err)
	}
	var found []backupFile
	for _, e := range entries {
		rest, ok := strings.CutPrefix(e.Name(), backupPrefix)
		n, err := strconv.Atoi(rest)
		if !ok || err != nil {
			continue
		}
		info, err := e.Info()
		if err != nil {
			return nil, fmt.Errorf("list backups: %w", err)
		}
		found = append(found, backupFile{filepath.Join(dir, e.Name()), n, info.ModTime()})
	}
	slices.SortFunc(found, func(a, b backupFile) int { return a.number - b.number })
	return found, nil
}

// Backups lists the backups in a library's folder, oldest first. It needs no
// open library: it is asked when the library is damaged.
func Backups(dir string) ([]string, error) {
	found, err := backups(dir)
	if err != nil {
		return nil, err
	}
	paths := make([]string, len(found))
	for i, b := range found {
		paths[i] = b.path
	}
	return paths, nil
}

// backup writes library.db.backup-N if the library changed since the last one
// and that is older than a day, and keeps the newest three. A backup holds
// whatever the library holds, passwords of documents too, and is as private.
func (l *Library) backup(ctx context.Context, now time.Time) error {
	old, err := backups(l.dir)
	if err != nil {
		return err
	}
	next := 1
	if len(old) > 0 {
		last := old[len(old)-1]
		if now.Sub(last.made) < backupEvery {
			return nil
		}
		next = last.number + 1
	}
	var revision, saved int64
	row := l.write.QueryRowContext(ctx, "SELECT revision, backup_revision FROM meta")
	if err := row.Scan(&revision, &saved); err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	if revision == saved {
		return nil
	}
	if err := l.writeBackup(ctx, filepath.Join(l.dir, backupPrefix+strconv.Itoa(next))); err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	for len(old) >= backupsKept {
		if err := os.Remove(old[0].path); err != nil {
			return fmt.Errorf("back up: %w", err)
		}
		old = old[1:]
	}
	return l.update(ctx, durable, func(tx *sql.Tx) error {
		// The update itself counts as one more revision.
		_, err := tx.ExecContext(ctx, "UPDATE meta SET backup_revision = revision + 1")
		return err
	})
}

// writeBackup writes a temporary file and renames it, so that a file with the
// name of a backup is always complete.
func (l *Library) writeBackup(ctx context.Context, path string) error {
	part := path + ".part"
	file, err := os.OpenFile(part, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	defer os.Remove(part)
	if _, err := l.write.ExecContext(ctx, "VACUUM INTO ?", part); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	return os.Rename(part, path)
}
