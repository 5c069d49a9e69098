package search

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"ibid/core"
)

var (
	capitalised = regexp.MustCompile(`\b\p{Lu}[\pL\pN_]*`)

	// statement matches raw SQL in source code, and tableName the tables in it.
	statement = regexp.MustCompile(`(?i)\b(?:select\b[^;]{1,500}?\bfrom|insert\s+into|update|delete\s+from)\s+["'\x60]?[a-z_]`)
	tableName = regexp.MustCompile(`(?i)\b(?:from|join|into|update)\s+["'\x60]?([a-z_][a-z0-9_]*)`)
)

// Bounds of the search for schemas: tables of one symbol, and passages that are
// looked at for one table.
const (
	maxTables  = 8
	maxSchemas = 20
)

// tables adds the schema of every table that the raw SQL within a symbol names.
func (x *expansion) tables(s core.Symbol) error {
	page, err := x.s.Texts.Page(x.ctx, s.Document.Hash, 1)
	if err != nil || s.End > len(page.Text) {
		return err
	}
	body := page.Text[s.Start:s.End]
	if !statement.MatchString(body) {
		return nil
	}
	var names []string
	for _, m := range tableName.FindAllStringSubmatch(body, -1) {
		if name := strings.ToLower(m[1]); !slices.Contains(names, name) && len(names) < maxTables {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if err := x.schema(name, s); err != nil {
			return err
		}
	}
	return nil
}

// schema adds the statement that creates a table.
func (x *expansion) schema(table string, s core.Symbol) error {
	makes := regexp.MustCompile(`(?is)\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?["'\x60]?` + regexp.QuoteMeta(table) + `["'\x60]?\s*\(.*?\n?\)\s*;`)
	found, err := x.s.Index.Search(x.ctx, core.Query{Raw: table, Words: []string{"create", "table"}, Phrases: []string{table}}, nil, maxSchemas)
	if err != nil {
		return err
	}
	for _, m := range found {
		docs, err := x.s.Documents.DocumentsByHash(x.ctx, m.Hash)
		if err != nil {
			return err
		}
		page, err := x.s.Texts.Page(x.ctx, m.Hash, m.Page)
		if errors.Is(err, core.ErrNotFound) || errors.Is(err, core.ErrNoSuchPage) || len(docs) == 0 || docs[0].Kind.Unit() != core.UnitLine {
			continue
		}
		if err != nil {
			return err
		}
		if at := makes.FindStringIndex(page.Text); at != nil {
			return x.add(docs[0], core.Span{Start: at[0], End: at[1]}, table, core.ShapeFull, scoreTable, "defines the table "+table+", which "+s.Name+" reads or writes")
		}
	}
	return nil
}
