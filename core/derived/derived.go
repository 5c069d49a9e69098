// Package derived opens SQLite files of what can be made again. Such a file
// belongs to one library and has one form; where it does not fit or is damaged
// an empty one takes its place.
//
// Every file carries the epoch of its library and the generation of the index
// batch that was written last, so that library, stores and index can be compared
// for equality.
package derived

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/mattn/go-sqlite3"

	"ibid/core/sqlite"
)

const meta = `
CREATE TABLE meta (
	epoch      TEXT    NOT NULL,
	generation INTEGER NOT NULL,
	closed     INTEGER NOT NULL -- 1 after a proper Close
);
`

// File describes a derived file. The table meta is added to its schema.
type File struct {
	Path   string // in a folder that exists
	Aside  string // where one that cannot be used is moved to; empty: it is deleted
	Schema string // of an empty file, in SQL
	// Added makes what came to the schema without a change of what was there, in SQL
	// that does nothing where it is there already. A file of the same version gets it
	// and keeps the rest.
	Added string
	// Version of the schema and of what is encoded in it. Another one is not
	// converted.
	Version int
	Cache   int // of pages, KiB for each connection
	// CheckTo is the size in bytes up to which a file that was closed well is
	// read through at the start all the same. One that was not always is.
	CheckTo int64
}

// DB is an open file. Safe for concurrent use: reads do not wait for writes,
// writes wait for each other.
type DB struct {
	Read *sql.DB // sees what is committed; cannot write

	changes atomic.Uint64

	mu    sync.Mutex // held by the one who writes
	write *sql.DB    // one connection
}

// Open opens a file for the library named epoch. A file that is damaged, of
// another version or of another library is put away, and an empty one with
// generation 0 takes its place: why says so in words, and is empty otherwise. A
// fault of the machine, such as a full disk or a lock, is an error and costs no
// file.
func Open(f File, epoch string) (d *DB, why string, err error) {
	if why, err = f.unfit(epoch); err != nil {
		return nil, "", err
	}
	if why != "" {
		if err := f.putAway(); err != nil {
			return nil, "", fmt.Errorf("put %s away, which %s: %w", filepath.Base(f.Path), why, err)
		}
	}
	d = new(DB)
	if err := d.start(f, epoch); err != nil {
		return nil, "", errors.Join(err, d.Close())
	}
	return d, why, nil
}

func (f File) connect(mode string) (*sql.DB, error) {
	options := map[string]string{
		"mode": mode,
		// Commits may be lost when the power fails: they can be made again.
		"_synchronous": "NORMAL",
		"_cache_size":  fmt.Sprint(-f.Cache), // negative: KiB
	}
	if mode == "ro" {
		options["_query_only"] = "true"
	} else {
		options["_journal_mode"], options["_txlock"] = "WAL", "immediate"
	}
	return sqlite.Open(f.Path, options)
}

// unfit returns the reason, in words, why an existing file cannot be used; empty
// if it can be used or does not exist.
func (f File) unfit(epoch string) (why string, err error) {
	info, err := os.Stat(f.Path)
	if errors.Is(err, os.ErrNotExist) || err == nil && info.Size() == 0 {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	db, err := f.connect("rw")
	if err != nil {
		return "", err
	}
	defer db.Close()
	var form int
	if err := db.QueryRow("PRAGMA user_version").Scan(&form); err != nil {
		return blame(err)
	}
	if form != f.Version {
		return fmt.Sprintf("has form %d instead of %d", form, f.Version), nil
	}
	var have string
	var closed bool
	if err := db.QueryRow("SELECT epoch, closed FROM meta").Scan(&have, &closed); err != nil {
		return blame(err)
	}
	if have != epoch {
		return "belongs to another library", nil
	}
	if closed && info.Size() > f.CheckTo {
		return "", nil
	}
	var verdict string
	if err := db.QueryRow("PRAGMA quick_check(1)").Scan(&verdict); err != nil {
		return blame(err)
	}
	if verdict != "ok" {
		return fmt.Sprintf("is damaged (%s)", verdict), nil
	}
	return "", nil
}

// blame returns in words what is wrong with the file, or err where the fault is the
// machine's: a locked file or a full disk must not cost the file.
func blame(err error) (why string, _ error) {
	var fault sqlite3.Error
	if errors.As(err, &fault) {
		switch fault.Code {
		case sqlite3.ErrBusy, sqlite3.ErrLocked, sqlite3.ErrPerm, sqlite3.ErrCantOpen, sqlite3.ErrReadonly, sqlite3.ErrFull, sqlite3.ErrNomem:
			return "", err
		}
	}
	return fmt.Sprintf("is damaged (%v)", err), nil
}

// putAway moves the file over one that was moved earlier, or deletes it. What
// SQLite keeps beside it is of no use without it.
func (f File) putAway() error {
	for _, suffix := range []string{"-wal", "-shm"} {
		if err := os.Remove(f.Path + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	if f.Aside == "" {
		return os.Remove(f.Path)
	}
	return os.Rename(f.Path, f.Aside)
}

func (d *DB) start(f File, epoch string) error {
	file, err := os.OpenFile(f.Path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	if d.write, err = f.connect("rw"); err != nil {
		return err
	}
	d.write.SetMaxOpenConns(1)
	if err := d.create(f, epoch); err != nil {
		return err
	}
	d.Read, err = f.connect("ro")
	return err
}

// create fills an empty file and marks it as in use.
func (d *DB) create(f File, epoch string) error {
	return d.Update(context.Background(), func(tx *sql.Tx) error {
		var form int
		if err := tx.QueryRow("PRAGMA user_version").Scan(&form); err != nil {
			return err
		}
		if form == f.Version {
			_, err := tx.Exec(f.Added + "UPDATE meta SET closed = 0")
			return err
		}
		if _, err := tx.Exec(meta + f.Schema + f.Added + fmt.Sprintf("PRAGMA user_version = %d", f.Version)); err != nil {
			return err
		}
		_, err := tx.Exec("INSERT INTO meta (epoch, generation, closed) VALUES (?, 0, 0)", epoch)
		return err
	})
}

// Close ends all work and marks the file as closed properly.
func (d *DB) Close() error {
	var errs []error
	if d.Read != nil {
		errs = append(errs, d.Read.Close())
	}
	if d.write != nil {
		errs = append(errs, d.Update(context.Background(), func(tx *sql.Tx) error {
			_, err := tx.Exec("UPDATE meta SET closed = 1")
			return err
		}), d.write.Close())
	}
	return errors.Join(errs...)
}

// Update runs one change in one transaction, which is rolled back if change
// fails or ctx ends: the error wraps that of ctx then.
func (d *DB) Update(ctx context.Context, change func(*sql.Tx) error) error {
	return sqlite.Ended(ctx, d.transact(ctx, change))
}

func (d *DB) transact(ctx context.Context, change func(*sql.Tx) error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	tx, err := d.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := change(tx); err != nil {
		return err
	}
	defer d.changes.Add(1)
	return tx.Commit()
}

// Changes returns the number of committed changes so far. Data read after a call
// include that many changes, or more.
func (d *DB) Changes() uint64 { return d.changes.Load() }

// Generation returns the generation of the file; 0 at first.
func (d *DB) Generation(ctx context.Context) (uint64, error) {
	var n uint64
	if err := d.Read.QueryRowContext(ctx, "SELECT generation FROM meta").Scan(&n); err != nil {
		return 0, fmt.Errorf("read generation: %w", err)
	}
	return n, nil
}

// Raise sets the generation as part of a change, unless the file has a higher one.
func Raise(ctx context.Context, tx *sql.Tx, generation uint64) error {
	_, err := tx.ExecContext(ctx, "UPDATE meta SET generation = max(generation, ?)", generation)
	return err
}
