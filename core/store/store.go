package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"

	"github.com/mattn/go-sqlite3"
)

const (
	fileName  = "derived.db"
	asideName = "derived.db.aside"

	// version of the schema and the encodings. Another one is not converted:
	// the store is set aside and filled again.
	version = 8

	// A store that was closed well and is larger is not read through at start.
	checkAlways = 64 << 20 // bytes
)

const schema = `
CREATE TABLE meta (
	epoch      TEXT    NOT NULL,
	generation INTEGER NOT NULL,
	closed     INTEGER NOT NULL -- 1 after a proper Close
);
CREATE TABLE contents (
	id         INTEGER PRIMARY KEY,
	hash       TEXT    NOT NULL UNIQUE,
	generation INTEGER NOT NULL DEFAULT 0, -- of the batch its passages belong to; 0: none yet
	passages   INTEGER NOT NULL DEFAULT 0,
	outline    BLOB
);
CREATE TABLE pages (
	content INTEGER NOT NULL REFERENCES contents(id) ON DELETE CASCADE,
	page    INTEGER NOT NULL,
	label   TEXT    NOT NULL,
	ocr     INTEGER NOT NULL, -- confidence in percent; 0: not read by OCR
	note    TEXT    NOT NULL,
	text    TEXT    NOT NULL,
	annotations INTEGER NOT NULL, -- bytes at the end of text that are form fields and comments
	PRIMARY KEY (content, page)
);
CREATE TABLE layouts (
	content INTEGER NOT NULL REFERENCES contents(id) ON DELETE CASCADE,
	page    INTEGER NOT NULL,
	layout  BLOB    NOT NULL,
	PRIMARY KEY (content, page)
);
CREATE TABLE code (
	content INTEGER PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
	code    BLOB    NOT NULL -- as core.Code encodes itself
);
CREATE TABLE passages (
	content INTEGER NOT NULL REFERENCES contents(id) ON DELETE CASCADE,
	ordinal INTEGER NOT NULL,
	page    INTEGER NOT NULL,
	first   INTEGER NOT NULL,
	last    INTEGER NOT NULL,
	words   INTEGER NOT NULL,
	section TEXT    NOT NULL,
	spans   BLOB    NOT NULL,
	heading TEXT    NOT NULL, -- that first and last are counted from, for some kinds
	left    INTEGER NOT NULL, -- columns of a sheet
	right   INTEGER NOT NULL,
	PRIMARY KEY (content, ordinal)
);
-- What OCR has to do and has done stays when the pages are stored again: it
-- costs most, and depends on the bytes of the file alone.
CREATE TABLE scanned (
	hash    TEXT    PRIMARY KEY,
	state   TEXT    NOT NULL, -- of the content without OCR
	reason  TEXT    NOT NULL,
	settled INTEGER NOT NULL  -- 1 when all of it is in the pages and noted in the library
) WITHOUT ROWID;
CREATE INDEX scanned_open ON scanned(hash) WHERE settled = 0;
CREATE TABLE scans (
	hash    TEXT    NOT NULL REFERENCES scanned(hash) ON DELETE CASCADE,
	page    INTEGER NOT NULL,
	read    INTEGER NOT NULL,
	ocr     INTEGER NOT NULL DEFAULT 0,
	text    TEXT    NOT NULL DEFAULT '',
	note    TEXT    NOT NULL DEFAULT '',
	layout  BLOB    NOT NULL DEFAULT x'',
	PRIMARY KEY (hash, page)
);
CREATE INDEX scans_left ON scans(hash) WHERE read = 0;
`

// Store is the open derived store. Safe for concurrent use: reads do not wait
// for writes, writes wait for each other.
type Store struct {
	path    string
	rebuilt string

	mu    sync.Mutex // held by the one who writes
	write *sql.DB    // one connection
	read  *sql.DB
	get   statements
}

// Open opens the store in the folder dir, which must exist, for the library
// named epoch. A store that is damaged, of another form or of another library
// is set aside as derived.db.aside and an empty one takes its place: Rebuilt
// then says why.
func Open(dir, epoch string) (*Store, error) {
	s := &Store{path: filepath.Join(dir, fileName)}
	why, err := s.unfit(epoch)
	if err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	if why != "" {
		if err := setAside(s.path, filepath.Join(dir, asideName)); err != nil {
			return nil, fmt.Errorf("open store: set aside: %w", err)
		}
		s.rebuilt = fmt.Sprintf("%s %s; it was set aside and what it held is read again", fileName, why)
	}
	if err := s.start(epoch); err != nil {
		return nil, fmt.Errorf("open store: %w", errors.Join(err, s.Close()))
	}
	return s, nil
}

// Rebuilt says why the store was started empty in place of another one, in
// words; it is empty if it was not.
func (s *Store) Rebuilt() string { return s.rebuilt }

func (s *Store) connect(mode string) (*sql.DB, error) {
	options := url.Values{
		"mode":          {mode},
		"_busy_timeout": {"5000"},
		"_foreign_keys": {"true"},
		// Commits may be lost when the power fails: they can be made again.
		"_synchronous": {"NORMAL"},
		"_cache_size":  {"-16000"}, // KiB
	}
	if mode == "ro" {
		options.Set("_query_only", "true")
	} else {
		options.Set("_journal_mode", "WAL")
		options.Set("_txlock", "immediate")
	}
	return sql.Open("sqlite3", (&url.URL{Scheme: "file", OmitHost: true, Path: s.path, RawQuery: options.Encode()}).String())
}

// unfit says why the file that is there cannot be used; nothing if it can, or
// if there is none.
func (s *Store) unfit(epoch string) (why string, err error) {
	info, err := os.Stat(s.path)
	if errors.Is(err, os.ErrNotExist) || err == nil && info.Size() == 0 {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	db, err := s.connect("rw")
	if err != nil {
		return "", err
	}
	defer db.Close()
	var form int
	if err := db.QueryRow("PRAGMA user_version").Scan(&form); err != nil {
		return blame(err)
	}
	if form != version {
		return fmt.Sprintf("has form %d instead of %d", form, version), nil
	}
	var have string
	var closed bool
	if err := db.QueryRow("SELECT epoch, closed FROM meta").Scan(&have, &closed); err != nil {
		return blame(err)
	}
	if have != epoch {
		return "belongs to another library", nil
	}
	if closed && info.Size() > checkAlways {
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

// blame says that the file is at fault, unless it is the machine: a store that
// is merely locked, or a full disk, must not cost the store.
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

// setAside moves the file away, over one that was set aside earlier. What
// SQLite keeps beside it is of no use without it.
func setAside(path, aside string) error {
	for _, suffix := range []string{"-wal", "-shm"} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return os.Rename(path, aside)
}

func (s *Store) start(epoch string) (err error) {
	file, err := os.OpenFile(s.path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	if s.write, err = s.connect("rw"); err != nil {
		return err
	}
	s.write.SetMaxOpenConns(1)
	if err := s.create(epoch); err != nil {
		return err
	}
	if s.read, err = s.connect("ro"); err != nil {
		return err
	}
	return s.get.prepare(s.read)
}

// create fills an empty file and marks the store as in use.
func (s *Store) create(epoch string) error {
	return s.update(context.Background(), func(tx *sql.Tx) error {
		var form int
		if err := tx.QueryRow("PRAGMA user_version").Scan(&form); err != nil {
			return err
		}
		if form == version {
			_, err := tx.Exec("UPDATE meta SET closed = 0")
			return err
		}
		if _, err := tx.Exec(schema + fmt.Sprintf("PRAGMA user_version = %d", version)); err != nil {
			return err
		}
		_, err := tx.Exec("INSERT INTO meta (epoch, generation, closed) VALUES (?, 0, 0)", epoch)
		return err
	})
}

// Close ends all work and marks the store as closed well.
func (s *Store) Close() error {
	var errs []error
	if s.read != nil {
		errs = append(errs, s.get.close(), s.read.Close())
	}
	if s.write != nil {
		errs = append(errs, s.update(context.Background(), func(tx *sql.Tx) error {
			_, err := tx.Exec("UPDATE meta SET closed = 1")
			return err
		}), s.write.Close())
	}
	return errors.Join(errs...)
}

// update runs one change in one transaction.
func (s *Store) update(ctx context.Context, change func(*sql.Tx) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := change(tx); err != nil {
		return err
	}
	return tx.Commit()
}
