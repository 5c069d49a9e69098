package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"ibid/core"
	"ibid/core/sqlite"
)

// abbreviations are the tables of definitions of short forms. They came to the form
// of the file later: a store without them gets them, and keeps what it has.
const abbreviations = `
CREATE TABLE IF NOT EXISTS abbreviations (
	content   INTEGER NOT NULL REFERENCES contents(id) ON DELETE CASCADE,
	ordinal   INTEGER NOT NULL, -- 0-based, in the order of the text
	short_key TEXT    NOT NULL,
	long_key  TEXT    NOT NULL,
	short     TEXT    NOT NULL,
	long      TEXT    NOT NULL,
	page      INTEGER NOT NULL,
	start     INTEGER NOT NULL,
	end       INTEGER NOT NULL,
	PRIMARY KEY (content, ordinal)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS abbreviations_short ON abbreviations (short_key, long_key);
CREATE INDEX IF NOT EXISTS abbreviations_long ON abbreviations (long_key, short_key);
CREATE TABLE IF NOT EXISTS abbreviated ( -- the contents that were looked through for them
	content INTEGER PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
	rules   INTEGER NOT NULL -- that they were found by
);
`

// PutAbbreviations stores the definitions of short forms in a content, as found by
// the rules with a number, and replaces older ones.
func (s *Store) PutAbbreviations(ctx context.Context, hash core.Hash, rules int, list []core.Abbreviation) error {
	return s.put(ctx, hash, "abbreviations", func(tx *sql.Tx, id int64) error {
		err := replace(ctx, tx, "abbreviations", "?, ?, ?, ?, ?, ?, ?, ?", id, len(list), func(i int) []any {
			a := &list[i]
			return []any{i, a.ShortKey, a.LongKey, a.Short, a.Long, a.Page, a.Start, a.End}
		})
		if err != nil {
			return err
		}
		return replace(ctx, tx, "abbreviated", "?", id, 1, func(int) []any { return []any{rules} })
	})
}

// WithoutAbbreviations lists the contents that are stored completely and were not
// looked through for abbreviations by the rules with a number.
func (s *Store) WithoutAbbreviations(ctx context.Context, rules int) ([]core.Hash, error) {
	list, err := sqlite.All(sqlite.Column[core.Hash])(s.db.Read.QueryContext(ctx, `
SELECT hash FROM contents c WHERE generation > 0
AND NOT EXISTS (SELECT 1 FROM abbreviated a WHERE a.content = c.id AND a.rules = ?) ORDER BY hash`, rules))
	if err != nil {
		return nil, fmt.Errorf("list contents that were not looked through for abbreviations: %w", err)
	}
	return list, nil
}

// maxKeys bounds the keys of one statement; SQLite takes 32,766.
const maxKeys = 1000

// Senses lists the meanings of the short forms with the keys.
func (s *Store) Senses(ctx context.Context, keys ...string) ([]core.Sense, error) {
	return s.senses(ctx, "short_key", keys)
}

// SensesOfLong lists the short forms of the long forms with the keys.
func (s *Store) SensesOfLong(ctx context.Context, keys ...string) ([]core.Sense, error) {
	return s.senses(ctx, "long_key", keys)
}

// AllSenses lists the meanings of all short forms by their keys, the one that most
// contents define first.
func (s *Store) AllSenses(ctx context.Context) ([]core.Sense, error) {
	return s.sensesWhere(ctx, "")
}

func (s *Store) senses(ctx context.Context, column string, keys []string) (all []core.Sense, err error) {
	for len(keys) > 0 {
		n := min(len(keys), maxKeys)
		args := make([]any, n)
		for i, k := range keys[:n] {
			args[i] = k
		}
		some, err := s.sensesWhere(ctx, "WHERE a."+column+" IN (?"+strings.Repeat(", ?", n-1)+")", args...)
		if err != nil {
			return nil, err
		}
		all, keys = append(all, some...), keys[n:]
	}
	return all, nil
}

// sensesWhere groups the abbreviations by both keys. Each is shown by the content
// with the least hash, in whatever order they were read: SQLite takes the other
// columns from the row of min().
func (s *Store) sensesWhere(ctx context.Context, where string, args ...any) ([]core.Sense, error) {
	list, err := sqlite.All(func(row sqlite.Row) (m core.Sense, err error) {
		err = row.Scan(&m.ShortKey, &m.LongKey, &m.Contents, &m.Hash, &m.Short, &m.Long, &m.Page, &m.Start, &m.End)
		return m, err
	})(s.db.Read.QueryContext(ctx, `
SELECT a.short_key, a.long_key, count(*), min(c.hash), a.short, a.long, a.page, a.start, a.end
FROM abbreviations a JOIN contents c ON c.id = a.content `+where+`
GROUP BY a.short_key, a.long_key ORDER BY a.short_key, 3 DESC, a.long_key`, args...))
	if err != nil {
		return nil, fmt.Errorf("read abbreviations: %w", errors.Join(err, ctx.Err()))
	}
	return list, nil
}
