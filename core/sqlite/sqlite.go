// Package sqlite is what the stores have in common in how they speak to SQLite.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"net/url"

	_ "github.com/mattn/go-sqlite3" // the driver
)

// Open opens the file at path, which is looked at when it is used first. What
// another connection has locked is waited for, up to 5 s, and references between
// tables are enforced; options says the rest, as the driver has it.
func Open(path string, options map[string]string) (*sql.DB, error) {
	all := url.Values{"_busy_timeout": {"5000"}, "_foreign_keys": {"true"}}
	for key, value := range maps.All(options) {
		all.Set(key, value)
	}
	return sql.Open("sqlite3", (&url.URL{Scheme: "file", OmitHost: true, Path: path, RawQuery: all.Encode()}).String())
}

// Row is one row of an answer.
type Row interface{ Scan(into ...any) error }

// All returns a function that takes the answer of a query and returns what scan
// makes of its rows; nil if there are none.
func All[T any](scan func(Row) (T, error)) func(*sql.Rows, error) ([]T, error) {
	return func(rows *sql.Rows, err error) (all []T, _ error) {
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		for rows.Next() {
			one, err := scan(rows)
			if err != nil {
				return nil, err
			}
			all = append(all, one)
		}
		return all, rows.Err()
	}
}

// Column scans rows of one column.
func Column[T any](row Row) (v T, err error) {
	err = row.Scan(&v)
	return v, err
}

// Ended is err of a transaction that was run under ctx. Where ctx ended, SQL may
// say that a statement is closed: the error wraps that of ctx then.
func Ended(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil && !errors.Is(err, ctx.Err()) {
		return fmt.Errorf("%w: %w", ctx.Err(), err)
	}
	return err
}
