package office

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"ibid/core"
)

// A workbook holds what the sheets of an .xlsx file share.
type workbook struct {
	sheets  []sheet
	shared  []string
	formats []*numberFormat // by index of a cell's style
	from04  bool            // days are counted from 1904
	links   map[string]link
	columns []string // texts of the row that is being read
}

// A sheet is an entry of a workbook's list of sheets.
type sheet struct {
	name   string
	part   string // "" for a sheet that is a chart
	hidden bool
}

// Bounds of the strings that cells share: how many, and bytes of all.
const (
	maxShared      = 4_000_000
	maxSharedBytes = 128 << 20
)

// workbook reads the list of sheets.
func (c *container) workbook(ctx context.Context) (*workbook, error) {
	w := &workbook{}
	var err error
	if w.links, err = c.links(ctx, c.main); err != nil {
		return w, err
	}
	err = c.read(ctx, c.main, func(s *scanner, _ xml.StartElement) error {
		return s.each(func(e xml.StartElement) error {
			switch e.Name.Local {
			case "workbookPr":
				w.from04 = attr(e, "date1904") != "" && on(attr(e, "date1904"))
			case "sheets":
				return s.each(w.addSheet)
			}
			return nil
		})
	})
	return w, err
}

func (w *workbook) addSheet(e xml.StartElement) error {
	if e.Name.Local != "sheet" {
		return nil
	}
	l := w.links[relation(e, "id")]
	if l.kind != "worksheet" {
		l.target = "" // a chart or a dialog, without cells
	}
	state := attr(e, "state")
	w.sheets = append(w.sheets, sheet{attr(e, "name"), l.target, state == "hidden" || state == "veryHidden"})
	return tooMany(len(w.sheets), "sheets")
}

// xlsx reads the sheets of a workbook: the stored values of formulas, numbers as
// their formats show them, dates and times in ISO 8601.
func (c *container) xlsx(ctx context.Context, emit func(core.Page) error) error {
	w, err := c.workbook(ctx)
	if err != nil {
		return err
	}
	if err := c.read(ctx, target(w.links, "sharedStrings"), w.readShared); err != nil {
		return err
	}
	if err := c.read(ctx, target(w.links, "styles"), w.readFormats); err != nil {
		return err
	}
	left := budget()
	for i, sh := range w.sheets {
		g := &grid{left: left}
		if sh.part != "" {
			err = c.worksheet(ctx, w, sh.part, g)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := emit(g.page(i+1, sh.name, sh.hidden, err)); err != nil {
			return err
		}
		err = nil
	}
	return nil
}

func (w *workbook) readShared(s *scanner, _ xml.StartElement) error {
	size := 0
	return s.each(func(e xml.StartElement) error {
		text, err := richText(s)
		if size += len(text); len(w.shared) >= maxShared || size > maxSharedBytes {
			return errFull
		}
		w.shared = append(w.shared, cellText(text))
		return err
	})
}

// richText reads the text of a string in runs, without phonetic readings.
func richText(s *scanner) (string, error) {
	var b strings.Builder
	var within func(e xml.StartElement) error
	within = func(e xml.StartElement) error {
		switch e.Name.Local {
		case "t":
			return s.textTo(&b)
		case "rPh", "rPr":
			return nil
		}
		return s.each(within)
	}
	err := s.each(within)
	return b.String(), err
}

// readFormats reads the number format of each style of cells.
func (w *workbook) readFormats(s *scanner, _ xml.StartElement) error {
	codes := make(map[string]string)
	known := make(map[string]*numberFormat)
	return s.each(func(e xml.StartElement) error {
		switch list := e.Name.Local; list {
		case "numFmts", "cellXfs":
			return s.attributes(func(e xml.StartElement) {
				id := attr(e, "numFmtId")
				switch {
				case list == "numFmts" && len(codes) < maxStyles:
					codes[id] = attr(e, "formatCode")
				case list == "cellXfs" && len(w.formats) < maxStyles*5:
					if known[id] == nil {
						known[id] = newNumberFormat(formatCode(id, codes))
					}
					w.formats = append(w.formats, known[id])
				}
			})
		}
		return nil
	})
}

// worksheet reads the rows of a sheet.
func (c *container) worksheet(ctx context.Context, w *workbook, part string, g *grid) error {
	if !c.has(part) {
		return fmt.Errorf("open %q: %w", part, errMissing)
	}
	next, comments := 1, c.cellComments(ctx, part)
	before := func(row int) (err error) { // writes the comments on rows above row that hold nothing else
		for len(comments) > 0 && comments[0].row < row-1 && err == nil {
			n := comments[0].row
			err = g.set(n+1, addComments(&comments, n, nil))
		}
		return err
	}
	err := c.read(ctx, part, func(s *scanner, _ xml.StartElement) error {
		return s.named("sheetData", func(xml.StartElement) error {
			return s.named("row", func(e xml.StartElement) error {
				if n, err := strconv.Atoi(attr(e, "r")); err == nil {
					next = n
				}
				if err := w.row(s, g); err != nil {
					return err
				}
				if err := before(next); err != nil {
					return err
				}
				next++
				return g.set(next-1, addComments(&comments, next-2, w.columns))
			})
		})
	})
	if err == nil {
		err = before(maxRows + 1)
	}
	return err
}

// row reads the cells of a row into w.columns.
func (w *workbook) row(s *scanner, g *grid) error {
	w.columns = w.columns[:0]
	next := 0 // the column of a cell that names none
	return s.named("c", func(e xml.StartElement) error {
		n := next
		if ref := attr(e, "r"); ref != "" {
			n = column(ref)
		}
		next = n + 1
		text, err := w.cell(s, e)
		switch {
		case err != nil || text == "":
			return err
		case n < 0:
			return fmt.Errorf("cell %q has no column", attr(e, "r"))
		case n >= maxColumns:
			g.note(fmt.Sprintf("only its first %d columns were read", maxColumns))
			return nil
		}
		for len(w.columns) <= n {
			w.columns = append(w.columns, "")
		}
		w.columns[n] = text
		return nil
	})
}

// column returns the 0-based column of a cell such as "AB12", -1 if it names none.
func column(ref string) int {
	n := 0
	for i := 0; i < len(ref) && i < 4; i++ {
		c := ref[i] &^ 0x20
		if c < 'A' || c > 'Z' {
			break
		}
		n = n*26 + int(c-'A') + 1
	}
	return n - 1
}

// cell reads a cell and returns the text that it shows.
func (w *workbook) cell(s *scanner, c xml.StartElement) (string, error) {
	var value, inline string
	err := s.each(func(e xml.StartElement) (err error) {
		switch e.Name.Local {
		case "v":
			value, err = s.text()
		case "is":
			inline, err = richText(s)
		}
		return err
	})
	if err != nil {
		return "", err
	}
	switch attr(c, "t") {
	case "s":
		i, err := strconv.Atoi(strings.TrimSpace(value))
		if err != nil || i < 0 || i >= len(w.shared) {
			return "", errors.New("a cell refers to a string that is not there")
		}
		return w.shared[i], nil
	case "inlineStr":
		return cellText(inline), nil
	case "b":
		return map[string]string{"1": "TRUE", "0": "FALSE"}[strings.TrimSpace(value)], nil
	case "str", "e":
		return cellText(value), nil
	case "d":
		return isoDate(cellText(value)), nil
	}
	var f *numberFormat
	if i := number(attr(c, "s"), 0); i < len(w.formats) {
		f = w.formats[i]
	}
	return f.show(cellText(value), w.from04), nil
}

// isoDate formats a stored date and time to the second, with a blank between
// them. Midnight is left out.
func isoDate(s string) string {
	day, clock, ok := strings.Cut(s, "T")
	clock, _, _ = strings.Cut(clock, ".")
	if !ok || strings.Trim(clock, "0:Z") == "" {
		return day
	}
	return day + " " + clock
}
