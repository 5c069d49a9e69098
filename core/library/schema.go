package library

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
)

// applicationID marks a SQLite file as a library of this program: "Ibid".
const applicationID = 0x49626964

// migrations[n] takes a library from user_version n to n+1. All of these have
// been released: add new ones, never alter the old ones.
var migrations = []string{`
CREATE TABLE meta (
	epoch           TEXT    NOT NULL, -- names this library; derived stores carry it
	generation      INTEGER NOT NULL, -- of the last index batch that was acknowledged
	revision        INTEGER NOT NULL, -- counts changes, to know whether a backup is due
	backup_revision INTEGER NOT NULL
);

CREATE TABLE contents (
	hash       TEXT PRIMARY KEY,
	kind       TEXT    NOT NULL,
	state      TEXT    NOT NULL,
	reason     TEXT    NOT NULL DEFAULT '',
	pages      INTEGER NOT NULL DEFAULT 0,
	tokens     INTEGER NOT NULL DEFAULT 0,
	title      TEXT    NOT NULL DEFAULT '',
	author     TEXT    NOT NULL DEFAULT '',
	generation INTEGER NOT NULL DEFAULT 0,
	structured INTEGER NOT NULL DEFAULT 0,
	password   TEXT    NOT NULL DEFAULT ''
) WITHOUT ROWID;

CREATE TABLE documents (
	id       INTEGER PRIMARY KEY AUTOINCREMENT,
	path     TEXT    NOT NULL UNIQUE,
	name     TEXT    NOT NULL,
	kind     TEXT    NOT NULL,
	state    TEXT    NOT NULL DEFAULT '', -- of the file itself; empty: that of its content
	reason   TEXT    NOT NULL DEFAULT '',
	hash     TEXT             REFERENCES contents(hash),
	size     INTEGER NOT NULL DEFAULT 0,
	modified INTEGER NOT NULL DEFAULT 0,  -- ns since 1970
	added    INTEGER NOT NULL,            -- ns since 1970
	gone     INTEGER NOT NULL DEFAULT 0,  -- ns since 1970, when the file was first missed
	password TEXT    NOT NULL DEFAULT ''  -- given with add, not yet known to fit
);
CREATE INDEX documents_hash ON documents(hash);
CREATE INDEX documents_name ON documents(name);

CREATE TABLE attempts (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	hash    TEXT    NOT NULL,
	step    TEXT    NOT NULL,
	pid     INTEGER NOT NULL,
	begun   INTEGER NOT NULL,           -- ns since 1970
	ended   INTEGER NOT NULL DEFAULT 0, -- 0: still going on
	outcome TEXT    NOT NULL DEFAULT ''
);
CREATE INDEX attempts_hash ON attempts(hash, step);
`, `
ALTER TABLE meta ADD COLUMN secret BLOB NOT NULL DEFAULT x''; -- key of the marks that fence off quoted text
UPDATE meta SET secret = randomblob(32);

CREATE TABLE numberings (
	document INTEGER PRIMARY KEY REFERENCES documents(id) ON DELETE CASCADE,
	ranges   TEXT    NOT NULL -- JSON: which printed numbers its pages bear, corrected by hand
);
`, `
CREATE TABLE folders (
	path      TEXT PRIMARY KEY,  -- absolute
	max_bytes INTEGER NOT NULL,  -- larger files are left out; 0: no limit of its own
	added     INTEGER NOT NULL   -- ns since 1970
) WITHOUT ROWID;
`, `
ALTER TABLE documents ADD COLUMN container INTEGER REFERENCES documents(id) ON DELETE CASCADE; -- archive that it is packed in; null: none
ALTER TABLE documents ADD COLUMN listed TEXT NOT NULL DEFAULT ''; -- of an archive: hash of the content whose members are in here
CREATE INDEX documents_container ON documents(container);
`, `
ALTER TABLE contents ADD COLUMN remark INTEGER NOT NULL DEFAULT 0; -- the reason asks for nothing to be done
`, `
CREATE TABLE feedback (
	id       INTEGER PRIMARY KEY AUTOINCREMENT,
	document INTEGER NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
	hash     TEXT    NOT NULL, -- of the content that it was said of
	page     INTEGER NOT NULL, -- place in that content, as core.Place
	start    INTEGER NOT NULL,
	locator  TEXT    NOT NULL, -- JSON: of that place, as core.Locator
	question TEXT    NOT NULL,
	rating   TEXT    NOT NULL,
	made     INTEGER NOT NULL  -- ns since 1970
);
CREATE INDEX feedback_document ON feedback(document);
`}

// migrate brings the library to the present schema. A library of a newer program
// is refused and left unchanged.
func migrate(ctx context.Context, db *sql.DB) error {
	var version int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return fmt.Errorf("read version: %w", err)
	}
	if version > len(migrations) {
		return fmt.Errorf("library has form %d, this program knows up to %d: %w", version, len(migrations), errors.ErrUnsupported)
	}
	for ; version < len(migrations); version++ {
		if err := migrateOnce(ctx, db, version); err != nil {
			return fmt.Errorf("bring library from form %d to %d: %w", version, version+1, err)
		}
	}
	return nil
}

func migrateOnce(ctx context.Context, db *sql.DB, from int) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, migrations[from]); err != nil {
		return err
	}
	if from == 0 {
		const first = "INSERT INTO meta (epoch, generation, revision, backup_revision) VALUES (?, 0, 0, 0)"
		if _, err := tx.ExecContext(ctx, first, rand.Text()); err != nil {
			return err
		}
	}
	mark := fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, from+1)
	if _, err := tx.ExecContext(ctx, mark); err != nil {
		return err
	}
	return tx.Commit()
}
