package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"ibid/assets"
)

// writeManual writes a page of the manual as plain text.
func (c *call) writeManual(subject string) error {
	pages := assets.Manual()
	i := slices.IndexFunc(pages, func(p assets.Page) bool { return p.Name == subject })
	if i < 0 {
		names := mapSlice(pages, func(p assets.Page) string { return p.Name })
		return usageError("%q is not a command or a subject of the manual; the subjects are %s", subject, strings.Join(names, ", "))
	}
	return writePlain(c.stdout, pages[i].Text)
}

// marks are the marks of Markdown within a line.
var marks = strings.NewReplacer("**", "", "`", "")

// writePlain writes Markdown as the manual has it without its marks: headings
// become lines in capitals, tables columns. Indented lines stay as they are.
func writePlain(w io.Writer, markdown string) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for line := range strings.Lines(markdown) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "    "):
		case strings.HasPrefix(line, "#"):
			line = strings.ToUpper(strings.TrimLeft(line, "# "))
		case strings.HasPrefix(line, "|-"):
			continue
		case strings.HasPrefix(line, "|"):
			cells := strings.Split(strings.Trim(line, "|"), " | ")
			for i, cell := range cells {
				cells[i] = marks.Replace(strings.TrimSpace(cell))
			}
			line = strings.Join(cells, "\t")
		default:
			line = marks.Replace(line)
		}
		fmt.Fprintln(table, line)
	}
	return table.Flush()
}
