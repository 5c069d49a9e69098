package graph

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"

	"golang.org/x/sync/singleflight"

	"ibid/core"
	"ibid/core/derived"
)

const (
	fileName = "graph.db"

	// version of the schema. Another one is not converted: the file is made anew.
	version = 2

	cache = 32_000 // KiB
)

const schema = `
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

// Documents lists the files of a library.
type Documents interface {
	Documents(ctx context.Context) ([]core.Document, error)
	// Revision differs after every change of the catalogue.
	Revision() uint64
}

// Texts returns the stored text of files that say how imports are resolved: go.mod,
// package.json, tsconfig.json, Cargo.toml.
type Texts interface {
	Pages(ctx context.Context, hash core.Hash) ([]core.Page, error)
}

// Graph is the open graph of a library. Safe for concurrent use: questions do not
// wait for writes, writes wait for each other.
type Graph struct {
	db        *derived.DB
	documents Documents
	texts     Texts

	making singleflight.Group // of views, by revision and stamp
	work   sync.WaitGroup     // what goes on for nobody, as who asked was cancelled

	mu     sync.Mutex // held for moments only
	latest *view
	stamps uint64            // of writes: a view is of one of them
	known  map[core.Hash]any // what manifests say; the map is replaced, not written to
}

// Open opens the graph in the folder dir, which must exist, for the library
// named epoch. A file that is damaged, of another form or of another library is
// deleted and an empty one takes its place: it has generation 0 then.
func Open(dir, epoch string, documents Documents, texts Texts) (*Graph, error) {
	db, _, err := derived.Open(derived.File{
		Path: filepath.Join(dir, fileName), Schema: schema, Version: version, Cache: cache,
	}, epoch)
	if err != nil {
		return nil, fmt.Errorf("open graph: %w", err)
	}
	return &Graph{db: db, documents: documents, texts: texts, known: make(map[core.Hash]any)}, nil
}

// Close waits for all work and marks the file as properly closed.
func (g *Graph) Close() error {
	g.work.Wait()
	return g.db.Close()
}

// Generation returns the generation of the last Put.
func (g *Graph) Generation(ctx context.Context) (uint64, error) { return g.db.Generation(ctx) }
