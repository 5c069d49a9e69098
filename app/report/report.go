// Package report formats tables of results for a terminal or as Markdown.
package report

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A Table has a heading for each column, and rows with as many cells.
type Table struct {
	Title   string
	Heading []string
	Rows    [][]string
}

// Add appends a row.
func (t *Table) Add(cells ...string) { t.Rows = append(t.Rows, cells) }

// A Report has tables, and lines of text after them.
type Report struct {
	Tables []Table
	Lines  []string
}

// Text returns the report for a terminal, with aligned columns.
func (r Report) Text() string {
	return r.write("%s\n", "%s\n", func(out *strings.Builder, t Table) {
		widths := make([]int, len(t.Heading))
		all := append([][]string{t.Heading}, t.Rows...)
		for _, row := range all {
			for i, cell := range row {
				widths[i] = max(widths[i], utf8.RuneCountInString(cell))
			}
		}
		for _, row := range all {
			var line strings.Builder
			for i, cell := range row {
				fmt.Fprintf(&line, "  %-*s", widths[i], cell)
			}
			fmt.Fprintln(out, strings.TrimRight(line.String(), " "))
		}
	})
}

// Markdown returns the report as Markdown.
func (r Report) Markdown() string {
	return r.write("**%s**\n\n", "%s\n\n", func(out *strings.Builder, t Table) {
		row := func(cells []string) { fmt.Fprintf(out, "| %s |\n", strings.Join(cells, " | ")) }
		row(t.Heading)
		fmt.Fprintln(out, strings.Repeat("|---", len(t.Heading))+"|")
		for _, cells := range t.Rows {
			row(cells)
		}
	})
}

// write writes every table that has rows, then the lines, in the given formats.
func (r Report) write(title, line string, table func(*strings.Builder, Table)) string {
	var out strings.Builder
	for _, t := range r.Tables {
		if len(t.Rows) > 0 {
			fmt.Fprintf(&out, title, t.Title)
			table(&out, t)
			out.WriteString("\n")
		}
	}
	for _, s := range r.Lines {
		fmt.Fprintf(&out, line, s)
	}
	return out.String()
}
