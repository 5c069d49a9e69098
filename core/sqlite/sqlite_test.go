package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"reflect"
	"testing"

	"ibid/core/sqlite"
)

func open(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sqlite.Open(filepath.Join(t.TempDir(), "a b?.db"), map[string]string{"mode": "rwc"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func TestAllRowsAreScannedOrNone(t *testing.T) {
	db, ctx := open(t), t.Context()
	failing := errors.New("no such thing")
	for _, tt := range []struct {
		query string
		scan  func(sqlite.Row) (int, error)
		want  []int
		ok    bool
	}{
		{"SELECT 1 UNION SELECT 2", sqlite.Column[int], []int{1, 2}, true},
		{"SELECT 1 WHERE 0", sqlite.Column[int], nil, true},
		{"SELECT 'x'", sqlite.Column[int], nil, false},
		{"SELECT 1", func(sqlite.Row) (int, error) { return 0, failing }, nil, false},
		{"SELECT nothing", sqlite.Column[int], nil, false},
	} {
		got, err := sqlite.All(tt.scan)(db.QueryContext(ctx, tt.query))
		if !reflect.DeepEqual(got, tt.want) || (err == nil) != tt.ok {
			t.Errorf("%s: %v, %v", tt.query, got, err)
		}
	}
}

func TestReferencesAreEnforced(t *testing.T) {
	db := open(t)
	if _, err := db.Exec("CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a INTEGER REFERENCES a(id))"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("INSERT INTO b VALUES (7)"); err == nil {
		t.Error("a row refers to nothing")
	}
}

func TestEndOfTheContextIsSeenInTheError(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	closed := errors.New("statement is closed")
	for _, tt := range []struct {
		ctx  context.Context
		err  error
		want bool
	}{
		{ended, closed, true}, {ended, context.Canceled, true}, {t.Context(), closed, false}, {ended, nil, false},
	} {
		err := sqlite.Ended(tt.ctx, tt.err)
		if errors.Is(err, context.Canceled) != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%v: %v", tt.err, err)
		}
	}
}
