package office

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ibid/core"
)

// ods reads the sheets of a workbook: the stored values of formulas, numbers as
// they are shown, dates in ISO 8601.
func (c *container) ods(ctx context.Context, emit func(core.Page) error) error {
	left, n, styles := budget(), 0, c.readStyles(ctx)
	return c.content(ctx, styles, func(s *scanner, e xml.StartElement) error {
		if e.Name.Local != "table" {
			return nil
		}
		n++
		if err := tooMany(n, "sheets"); err != nil {
			return err
		}
		t := &odsTable{s: s, grid: grid{left: left}}
		name, hidden, level := attr(e, "name"), styles.resolve("table", attr(e, "style-name")).hidden, s.depth
		err := s.each(t.rows)
		tooLong := errors.Is(err, errRows) || errors.Is(err, errFull)
		if tooLong {
			if skip := s.skipTo(level); skip != nil {
				err, tooLong = skip, false
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		page := t.grid.page(n, name, hidden, err)
		if page.Text == "" && err != nil && !tooLong {
			return err
		}
		return emit(page)
	})
}

// An odsTable reads one sheet.
type odsTable struct {
	s    *scanner
	grid grid
	row  int // 1-based, the last one
}

// rows reads a row, or looks for rows in what wraps them.
func (t *odsTable) rows(e xml.StartElement) error {
	switch e.Name.Local {
	case "table-row":
	case "table-header-rows", "table-rows", "table-row-group":
		return t.s.each(t.rows)
	default:
		return nil
	}
	repeated := repeats(attr(e, "number-rows-repeated"))
	var cells []string
	if err := t.s.each(func(e xml.StartElement) error { return t.cell(e, &cells) }); err != nil {
		return err
	}
	if strings.Join(cells, "") == "" {
		t.row = min(t.row+repeated, maxRepeats)
		return nil
	}
	for range repeated {
		t.row++
		if err := t.grid.set(t.row, cells); err != nil {
			return err
		}
	}
	return nil
}

// maxRepeats bounds the number of a row. No sheet has as many.
const maxRepeats = 1 << 30

// repeats returns how often a row or cell is repeated, 1 by default.
func repeats(s string) int {
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil {
		return 1
	}
	return int(min(max(n, 1), maxRepeats))
}

func (t *odsTable) cell(e xml.StartElement, cells *[]string) error {
	repeated := repeats(attr(e, "number-columns-repeated"))
	text := ""
	switch e.Name.Local {
	case "covered-table-cell": // under a merged one
	case "table-cell":
		var parts []string
		note := ""
		err := t.s.each(func(p xml.StartElement) (err error) {
			switch p.Name.Local {
			case "p":
				var line string
				line, err = t.line()
				parts = append(parts, line)
			case "annotation":
				note, err = t.annotation()
			}
			return err
		})
		if err != nil {
			return err
		}
		if text = cellText(strings.Join(parts, " ")); attr(e, "value-type") == "date" && text != "" {
			text = isoDate(cellText(attr(e, "date-value")))
		}
		if note != "" {
			text = strings.TrimSpace(text + " [" + cellText(note) + "]")
		}
	default:
		return nil
	}
	room := maxColumns - len(*cells)
	if repeated > room && text != "" {
		t.grid.note(fmt.Sprintf("only its first %d columns were read", maxColumns))
	}
	*cells = append(*cells, slices.Repeat([]string{text}, min(repeated, room))...)
	return nil
}

// line reads the text of a paragraph in a cell.
func (t *odsTable) line() (string, error) {
	var b strings.Builder
	write := func(c xml.CharData) { b.Write(c) }
	var within func(e xml.StartElement) error
	within = func(e xml.StartElement) error {
		switch e.Name.Local {
		case "s", "tab", "line-break":
			b.WriteByte(' ')
		case "annotation", "ruby-text":
			return nil
		}
		return t.s.mixed(within, write)
	}
	err := t.s.mixed(within, write)
	return b.String(), err
}
