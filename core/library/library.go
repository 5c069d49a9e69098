package library

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mattn/go-sqlite3"

	"ibid/core"
	"ibid/core/sqlite"
)

const fileName = "library.db"

// Library is the open precious store. Safe for concurrent use: reads do not
// wait for writes, writes wait for each other.
type Library struct {
	dir    string
	epoch  string
	secret []byte
	lock   *lock

	revision atomic.Uint64 // as meta has it: no other program writes

	owner atomic.Pointer[core.Owner] // replaced with mu held, read without

	mu    sync.Mutex // held while writing
	write *sql.DB    // one connection
	lazy  bool       // it now commits without waiting for the disk; guarded by mu
	read  *sql.DB
}

// Open opens the library in dir for owner, making folder and library when there
// is none yet. It fails with a *core.InUseError if another program has it, and
// with an error that wraps core.ErrDamaged, leaving the file as it was, if
// library.db is not a sound library. A long owner waits up to 5 s for a short one.
//
// Attempts during which an earlier program died are counted against their content
// here: see Begin.
func Open(ctx context.Context, dir string, owner core.Owner) (*Library, error) {
	l, err := open(ctx, dir, owner, waitForShort)
	if err != nil {
		return nil, fmt.Errorf("open library %q: %w", dir, err)
	}
	return l, nil
}

func open(ctx context.Context, dir string, owner core.Owner, wait time.Duration) (*Library, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	lock, err := takeLock(ctx, dir, owner, wait)
	if err != nil {
		return nil, err
	}
	l := &Library{dir: dir, lock: lock}
	l.owner.Store(&owner)
	if err := l.start(ctx); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

func (l *Library) start(ctx context.Context) error {
	path := filepath.Join(l.dir, fileName)
	if err := prepare(ctx, l.dir, path); err != nil {
		return err
	}
	var err error
	if l.write, err = connect(path, "rw"); err != nil {
		return err
	}
	l.write.SetMaxOpenConns(1)
	if err := migrate(ctx, l.write); err != nil {
		return classify(err)
	}
	if l.read, err = connect(path, "ro"); err != nil {
		return err
	}
	var revision uint64
	if err := l.read.QueryRowContext(ctx, "SELECT epoch, secret, revision FROM meta").Scan(&l.epoch, &l.secret, &revision); err != nil {
		return classify(fmt.Errorf("read epoch: %w", err))
	}
	l.revision.Store(revision)
	if err := l.backup(ctx, time.Now()); err != nil && !core.DiskFull(err) { // there is another day for it
		return err
	}
	return l.settleAttempts(ctx)
}

// connect opens the file for reading and writing ("rw") or for reading only
// ("ro").
func connect(path, mode string) (*sql.DB, error) {
	options := map[string]string{"mode": mode, "_synchronous": "FULL"}
	if mode == "rw" {
		options["_journal_mode"], options["_txlock"] = "WAL", "immediate"
	} else {
		options["_query_only"] = "true"
	}
	return sqlite.Open(path, options)
}

// prepare creates an empty library.db that only its owner can read, or checks the
// existing one without writing to it.
func prepare(ctx context.Context, dir, path string) error {
	info, err := os.Stat(path)
	fresh := errors.Is(err, os.ErrNotExist) || err == nil && info.Size() == 0
	if err != nil && !fresh {
		return err
	}
	if !fresh {
		if err := check(ctx, path); err != nil {
			return err
		}
		return os.Chmod(path, 0o600)
	}
	old, err := backups(dir)
	if err != nil {
		return err
	}
	if len(old) > 0 {
		return fmt.Errorf("%s is empty or missing, yet backups of it are there (last: %q): %w",
			fileName, old[len(old)-1].path, core.ErrDamaged)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return file.Close()
}

// check reads the whole file over a connection of its own.
func check(ctx context.Context, path string) error {
	db, err := connect(path, "ro")
	if err != nil {
		return err
	}
	defer db.Close()
	var verdict string
	if err := db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&verdict); err != nil {
		return classify(fmt.Errorf("check %s: %w", fileName, err))
	}
	if verdict != "ok" {
		return fmt.Errorf("check %s: %s: %w", fileName, verdict, core.ErrDamaged)
	}
	var id, version, pages int
	row := db.QueryRowContext(ctx, "SELECT (SELECT * FROM pragma_application_id), (SELECT * FROM pragma_user_version), (SELECT count(*) FROM sqlite_schema)")
	if err := row.Scan(&id, &version, &pages); err != nil {
		return classify(fmt.Errorf("check %s: %w", fileName, err))
	}
	if id != applicationID && (id != 0 || version != 0 || pages != 0) {
		return fmt.Errorf("check %s: a database of another program: %w", fileName, core.ErrDamaged)
	}
	return nil
}

// classify wraps core.ErrDamaged if SQLite reports that the file is at fault. A
// lock that another process holds is not damage.
func classify(err error) error {
	var fault sqlite3.Error
	if errors.As(err, &fault) && (fault.Code == sqlite3.ErrNotADB || fault.Code == sqlite3.ErrCorrupt) {
		return fmt.Errorf("%w: %w", core.ErrDamaged, err)
	}
	return err
}

// Close waits for the running change, writes everything into library.db and
// releases the lock. The library cannot be used afterwards.
func (l *Library) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	var errs []error
	for _, db := range []*sql.DB{l.read, l.write} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(append(errs, l.lock.release())...)
}

// Dir returns the library's folder.
func (l *Library) Dir() string { return l.dir }

// Epoch returns the identifier of this library. A restored backup has the same
// one.
func (l *Library) Epoch() string { return l.epoch }

// Secret returns 32 random bytes that are never shown. The author of a document
// cannot predict a mark that is made with them.
func (l *Library) Secret() []byte { return l.secret }

// Owner returns the program for which this library was opened. It does not wait
// for a change that is being written.
func (l *Library) Owner() core.Owner { return *l.owner.Load() }

// Announce writes the address at which other programs can reach this one into the
// lock file; empty if they cannot.
func (l *Library) Announce(address string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	owner := l.Owner()
	owner.Address = address
	l.owner.Store(&owner)
	return l.lock.write(owner)
}

// Generation returns the generation of the last acknowledged index batch.
func (l *Library) Generation(ctx context.Context) (uint64, error) {
	var n uint64
	if err := l.read.QueryRowContext(ctx, "SELECT generation FROM meta").Scan(&n); err != nil {
		return 0, fmt.Errorf("read generation: %w", err)
	}
	return n, nil
}

// Revision returns the number of changes so far. As long as it is the same, all
// queries return the same. Data read after a call of Revision belong to that
// revision or a later one.
func (l *Library) Revision() uint64 { return l.revision.Load() }

// How much may be lost if the power fails right after a change. No change is lost
// if only the program ends.
const (
	durable = false // nothing: for actions of a person and acknowledgements
	lazily  = true  // all of it: for data that the files show again
)

// update runs one change in one transaction.
func (l *Library) update(ctx context.Context, lazy bool, change func(*sql.Tx) error) error {
	return sqlite.Ended(ctx, l.transact(ctx, lazy, change))
}

func (l *Library) transact(ctx context.Context, lazy bool, change func(*sql.Tx) error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if lazy != l.lazy {
		level := "FULL"
		if lazy {
			level = "NORMAL"
		}
		if _, err := l.write.ExecContext(ctx, "PRAGMA synchronous = "+level); err != nil {
			return err
		}
		l.lazy = lazy
	}
	tx, err := l.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	before, err := changes(ctx, tx)
	if err != nil {
		return err
	}
	if err := change(tx); err != nil {
		return err
	}
	if after, err := changes(ctx, tx); err != nil || after == before {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE meta SET revision = revision + 1"); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	l.revision.Add(1)
	return nil
}

// changes returns the number of rows that the connection has changed so far.
func changes(ctx context.Context, tx *sql.Tx) (n int64, err error) {
	err = tx.QueryRowContext(ctx, "SELECT total_changes()").Scan(&n)
	return n, err
}
