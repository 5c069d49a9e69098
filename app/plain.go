package app

import (
	"slices"

	"ibid/core"
	"ibid/core/library"
	"ibid/core/query"
	"ibid/core/text"
)

// OneLine makes a text of unknown origin safe to stand within a line of a
// terminal.
func OneLine(s string) string { return text.OneLine(s) }

// Visible shows characters of a text that would hide or reorder it, or drive a
// terminal, by their codes.
func Visible(s string) string { return text.Visible(s) }

// ParseKind reads the name of a kind. The error wraps core.ErrQuery and lists
// the kinds there are.
func ParseKind(s string) (core.Kind, error) { return query.ParseKind(s) }

// Backups lists the backups in a library's folder, newest first. A folder that
// cannot be read has none.
func Backups(dir string) []string {
	paths, err := library.Backups(dir)
	if err != nil {
		return nil
	}
	slices.Reverse(paths)
	return paths
}
