package office

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"ibid/core"
)

// Bounds of one sheet.
const (
	maxRows    = 200_000
	maxColumns = 1_000
	maxGap     = 10_000 // empty rows after which nothing more is read
)

// errRows ends the reading of a sheet that is too long.
var errRows = errors.New("no more rows are read")

// A grid builds the text of a sheet: line n is row n.
type grid struct {
	text  strings.Builder
	row   int      // 1-based, the last that was written
	left  *int     // bytes of text that may still be read of the file
	notes []string // on what was not read, without repetition
}

// set writes row n, which must lie below the rows before it, from column A on. A
// row without text is not written until one with text follows. It fails with
// errRows where the sheet is too long.
func (g *grid) set(n int, cells []string) error {
	for len(cells) > 0 && cells[len(cells)-1] == "" {
		cells = cells[:len(cells)-1]
	}
	switch {
	case len(cells) == 0:
		return nil
	case n <= g.row:
		return fmt.Errorf("row %d follows row %d", n, g.row)
	case n > maxRows:
		g.note(fmt.Sprintf("only its first %d rows were read", maxRows))
		return errRows
	case n-g.row-1 > maxGap:
		g.note(fmt.Sprintf("row %d follows more than %d empty rows and was not read", n, maxGap))
		return errRows
	}
	if len(cells) > maxColumns {
		cells = cells[:maxColumns]
		g.note(fmt.Sprintf("only its first %d columns were read", maxColumns))
	}
	size := n - g.row + len(cells)
	for _, c := range cells {
		size += len(c)
	}
	if *g.left -= size; *g.left < 0 {
		return errFull
	}
	g.text.WriteString(strings.Repeat("\n", n-max(g.row, 1)))
	g.text.WriteString(strings.Join(cells, "\t"))
	g.row = n
	return nil
}

func (g *grid) note(s string) {
	if !slices.Contains(g.notes, s) {
		g.notes = append(g.notes, s)
	}
}

// page returns the sheet, which was read up to err, as page i.
func (g *grid) page(i int, name string, hidden bool, err error) core.Page {
	p := core.Page{Index: i, Label: oneLine(name), Text: g.text.String()}
	switch {
	case err == nil, errors.Is(err, errRows):
	case errors.Is(err, errFull):
		g.note(fullNote)
	default:
		g.note("could not be read to its end: " + reason(err))
	}
	if hidden && p.Text != "" {
		g.note(fmt.Sprintf("the sheet %q is hidden in the workbook", p.Label))
	}
	p.Note = strings.Join(g.notes, "; ")
	return p
}

// cellText makes the content of a cell one line without tabs: control characters
// become blanks.
func cellText(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return printable(r)
	}, s)
	return strings.TrimSpace(s)
}

// sheets reads the sheets of a workbook in order.
func (c *container) sheets(ctx context.Context, emit func(core.Page) error) error {
	if c.format == ods {
		return c.ods(ctx, emit)
	}
	return c.xlsx(ctx, emit)
}

// sheetLayout returns the layout of a sheet. Its heading is its name, which Words
// made the label of its page.
func sheetLayout(p core.Page) core.Layout {
	l := core.Layout{Page: p.Index}
	if p.Label != "" && p.Text != "" {
		l.Headings = []core.Heading{{Level: 1, Title: p.Label, Line: -1}}
		l.Tables = 1
	}
	return l
}
