package graph

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

	"ibid/core"
)

const (
	fileName = "graph.db"

	// version of the schema. Another one is not converted: the file is made anew.
	version = 2
)

const schema = `
CREATE TABLE meta (
	epoch      TEXT    NOT NULL,
	generation INTEGER NOT NULL,
	closed     INTEGER NOT NULL -- 1 after a proper Close
);
CREATE TABLE contents (
	id      INTEGER PRIMARY KEY,
	hash    TEXT NOT NULL UNIQUE,
	package TEXT NOT NULL
);
CREATE TABLE names (
	id   INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE
);
CREATE TABLE entities (
	content   INTEGER NOT NULL REFERENCES contents(id) ON DELETE CASCADE,
	ordinal   INTEGER NOT NULL,
	name      TEXT    NOT NULL,
	qualified TEXT    NOT NULL,
	kind      TEXT    NOT NULL,
	start     INTEGER NOT NULL,
	end       INTEGER NOT NULL,
	first     INTEGER NOT NULL,
	last      INTEGER NOT NULL,
	named     INTEGER NOT NULL, -- line of the name
	signature TEXT    NOT NULL,
	parent    INTEGER NOT NULL,
	bases     TEXT    NOT NULL, -- one a line
	PRIMARY KEY (content, ordinal)
) WITHOUT ROWID;
CREATE INDEX entities_name ON entities (name COLLATE NOCASE);
CREATE TABLE bases (
	name    TEXT    NOT NULL, -- last part of one
	content INTEGER NOT NULL REFERENCES contents(id) ON DELETE CASCADE,
	ordinal INTEGER NOT NULL  -- of the entity that has it
);
CREATE INDEX bases_name ON bases (name);
CREATE INDEX bases_content ON bases (content);
CREATE TABLE imports (
	content INTEGER NOT NULL REFERENCES contents(id) ON DELETE CASCADE,
	ordinal INTEGER NOT NULL, -- of the import; one row a name
	path    TEXT    NOT NULL,
	name    TEXT    NOT NULL, -- empty if it is taken as a whole
	alias   TEXT    NOT NULL,
	line    INTEGER NOT NULL
);
CREATE INDEX imports_content ON imports (content);
CREATE INDEX imports_alias ON imports (name) WHERE alias <> '';
CREATE TABLE refs (
	name      INTEGER NOT NULL,
	content   INTEGER NOT NULL REFERENCES contents(id) ON DELETE CASCADE,
	qualifier TEXT    NOT NULL,
	line      INTEGER NOT NULL,
	call      INTEGER NOT NULL,
	within    INTEGER NOT NULL,
	origin    TEXT    NOT NULL -- of the qualifier, as core.Reference has it
);
CREATE INDEX refs_name ON refs (name);
CREATE INDEX refs_content ON refs (content);
CREATE TABLE answers ( -- of language servers
	hash     TEXT NOT NULL, -- of the content that was asked about
	question TEXT NOT NULL,
	state    TEXT NOT NULL, -- of the files around it
	places   BLOB NOT NULL, -- JSON
	UNIQUE (hash, question)
);
CREATE TABLE fields (
	content INTEGER NOT NULL REFERENCES contents(id) ON DELETE CASCADE,
	owner   INTEGER NOT NULL, -- ordinal of the type; -1: of the file
	name    TEXT    NOT NULL,
	origin  TEXT    NOT NULL,
	PRIMARY KEY (content, owner, name)
) WITHOUT ROWID;
`

// Documents is the catalogue: which files there are.
type Documents interface {
	Documents(ctx context.Context) ([]core.Document, error)
	// Revision is another after every change of the catalogue.
	Revision(ctx context.Context) (uint64, error)
}

// Texts gives the stored text of files that say how imports are to be read:
// go.mod, package.json, tsconfig.json, Cargo.toml.
type Texts interface {
	Pages(ctx context.Context, hash core.Hash) ([]core.Page, error)
}

// Graph is the open graph of a library. Safe for concurrent use: queries do not
// wait for writes, writes wait for each other.
type Graph struct {
	path      string
	documents Documents
	texts     Texts

	mu    sync.Mutex // held by the one who writes
	write *sql.DB    // one connection
	read  *sql.DB

	seeing sync.Mutex
	latest *view
	stamps uint64 // of writes: a view is of one of them
	known  map[core.Hash]any
}

// Open opens the graph in the folder dir, which must exist, for the library
// named epoch. A file that is damaged, of another form or of another library is
// deleted and an empty one takes its place: it has generation 0 then.
func Open(dir, epoch string, documents Documents, texts Texts) (*Graph, error) {
	g := &Graph{path: filepath.Join(dir, fileName), documents: documents, texts: texts, known: make(map[core.Hash]any)}
	fit, err := g.fit(epoch)
	if err == nil && !fit {
		err = g.remove()
	}
	if err == nil {
		err = g.start(epoch)
	}
	if err != nil {
		return nil, fmt.Errorf("open graph: %w", errors.Join(err, g.Close()))
	}
	return g, nil
}

func (g *Graph) connect(mode string) (*sql.DB, error) {
	options := url.Values{
		"mode":          {mode},
		"_busy_timeout": {"5000"},
		"_foreign_keys": {"true"},
		"_synchronous":  {"NORMAL"}, // what is lost when the power fails can be made again
		"_cache_size":   {"-32000"}, // KiB
	}
	if mode == "ro" {
		options.Set("_query_only", "true")
	} else {
		options.Set("_journal_mode", "WAL")
		options.Set("_txlock", "immediate")
	}
	return sql.Open("sqlite3", (&url.URL{Scheme: "file", OmitHost: true, Path: g.path, RawQuery: options.Encode()}).String())
}

// fit reports whether the file that is there can be used. One that was not
// closed well is read through.
func (g *Graph) fit(epoch string) (bool, error) {
	info, err := os.Stat(g.path)
	if errors.Is(err, os.ErrNotExist) || err == nil && info.Size() == 0 {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	db, err := g.connect("rw")
	if err != nil {
		return false, err
	}
	defer db.Close()
	var form int
	var have, verdict string
	closed := false
	err = db.QueryRow("PRAGMA user_version").Scan(&form)
	if err == nil && form == version {
		err = db.QueryRow("SELECT epoch, closed FROM meta").Scan(&have, &closed)
	}
	if err == nil && have == epoch && !closed {
		if err = db.QueryRow("PRAGMA quick_check(1)").Scan(&verdict); err == nil {
			closed = verdict == "ok"
		}
	}
	return form == version && have == epoch && closed && err == nil, machine(err)
}

// machine keeps errors that are not the file's: a file that is merely locked,
// or on a full disk, must not be deleted.
func machine(err error) error {
	var fault sqlite3.Error
	if errors.As(err, &fault) {
		switch fault.Code {
		case sqlite3.ErrBusy, sqlite3.ErrLocked, sqlite3.ErrPerm, sqlite3.ErrCantOpen, sqlite3.ErrReadonly, sqlite3.ErrFull, sqlite3.ErrNomem:
			return err
		}
	}
	return nil
}

func (g *Graph) remove() error {
	var errs []error
	for _, suffix := range []string{"-wal", "-shm", ""} {
		if err := os.Remove(g.path + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

func (g *Graph) start(epoch string) (err error) {
	file, err := os.OpenFile(g.path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	if g.write, err = g.connect("rw"); err != nil {
		return err
	}
	g.write.SetMaxOpenConns(1)
	if err := g.create(epoch); err != nil {
		return err
	}
	g.read, err = g.connect("ro")
	return err
}

// create fills an empty file and marks it as in use.
func (g *Graph) create(epoch string) error {
	return g.update(context.Background(), func(tx *sql.Tx) error {
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

// Close ends all work and marks the file as closed well.
func (g *Graph) Close() error {
	var errs []error
	if g.read != nil {
		errs = append(errs, g.read.Close())
	}
	if g.write != nil {
		errs = append(errs, g.update(context.Background(), func(tx *sql.Tx) error {
			_, err := tx.Exec("UPDATE meta SET closed = 1")
			return err
		}), g.write.Close())
	}
	return errors.Join(errs...)
}

// update runs one change in one transaction.
func (g *Graph) update(ctx context.Context, change func(*sql.Tx) error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	tx, err := g.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := change(tx); err != nil {
		return err
	}
	return tx.Commit()
}
