package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"ibid/core/derived"
)

const (
	fileName  = "derived.db"
	asideName = "derived.db.aside"

	// version of the schema and of the encoding by codec. A store of another version
	// is not converted: it is set aside and filled again.
	version = 8

	// A larger store that was closed properly is not checked as a whole when it is
	// opened.
	checkAlways = 64 << 20 // bytes

	cache = 16_000 // KiB
)

const schema = `
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
	code    BLOB    NOT NULL -- as codec.PackCode makes it
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
	db      *derived.DB
	rebuilt string
	get     statements
	pages   pageCache
}

// Open opens the store in the folder dir, which must exist, for the library with
// the epoch. A store that is damaged, of another version or of another library is
// renamed to derived.db.aside and replaced by an empty one; Rebuilt then returns
// the reason.
func Open(dir, epoch string) (*Store, error) {
	db, why, err := derived.Open(derived.File{
		Path: filepath.Join(dir, fileName), Aside: filepath.Join(dir, asideName),
		Schema: schema, Added: abbreviations + pictured, Version: version, Cache: cache, CheckTo: checkAlways,
	}, epoch)
	if err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	s := &Store{db: db}
	if why != "" {
		s.rebuilt = fmt.Sprintf("%s %s; it was set aside and what it held is read again", fileName, why)
	}
	if err := s.get.prepare(db.Read); err != nil {
		return nil, fmt.Errorf("open store: %w", errors.Join(err, s.Close()))
	}
	return s, nil
}

// Rebuilt returns why the store on disk was replaced by an empty one, in words; it
// is empty if it was not replaced.
func (s *Store) Rebuilt() string { return s.rebuilt }

// Close ends all work and marks the store as closed properly.
func (s *Store) Close() error { return errors.Join(s.get.close(), s.db.Close()) }

// Generation returns the generation of the last index batch whose passages were
// stored.
func (s *Store) Generation(ctx context.Context) (uint64, error) { return s.db.Generation(ctx) }
