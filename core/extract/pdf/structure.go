package pdf

import (
	"context"
	"fmt"
	"strings"

	fitz "github.com/gen2brain/go-fitz"

	"ibid/core"
)

// mostLines is how many lines a page may have to be looked at as a whole, which
// takes time by their square. A map or a drawing can have more.
const mostLines = 4000

// sheet is a page on its way to a layout.
type sheet struct {
	core.Layout
	text  string
	solid []bool // for each line, whether all of it is bold
	looks []look // lines that the drawing has to judge
}

func (s *sheet) line(i int) string { return s.text[s.Lines[i].Start:s.Lines[i].End] }

// Structure emits the layout of every page in pages. Sizes mean something only
// beside those of the whole document, so all pages are looked at before the
// first is emitted. When ctx ends, the pages not yet looked at are emitted
// without lines, and so is a page that cannot be read.
func (x Extractor) Structure(ctx context.Context, in core.Input, pages []core.Page, emit func(core.Layout) error) error {
	sheets := make([]sheet, len(pages))
	for i, p := range pages {
		sheets[i] = sheet{Layout: core.Layout{Page: p.Index}, text: p.Contents()}
	}
	if !x.Safe {
		count, err := x.measure(ctx, in, sheets)
		if err != nil {
			return err
		}
		findHeadings(sheets)
		x.placeAnnotations(ctx, in, count, pages, sheets)
	}
	for i := range sheets {
		if err := emit(sheets[i].Layout); err != nil {
			return err
		}
	}
	return nil
}

// measure looks at the pages and returns how many the document has.
func (x Extractor) measure(ctx context.Context, in core.Input, sheets []sheet) (count int, err error) {
	doc, count, err := x.open(in)
	if err != nil {
		return 0, err
	}
	defer func() { _ = doc.Close() }()
	for i := range sheets {
		if ctx.Err() != nil {
			return count, nil // what has been measured is worth having
		}
		if n := sheets[i].Page; n < 1 || n > count {
			return count, fmt.Errorf("measure page %d of %d: %w", n, count, core.ErrNoSuchPage)
		}
		measurePage(doc, &sheets[i])
	}
	compare(ctx, doc, sheets)
	return count, nil
}

func measurePage(doc *fitz.Document, s *sheet) {
	html, err := doc.HTML(s.Page-1, false)
	if err != nil {
		return
	}
	arrange(s, scanHTML(html))
}

// arrange makes the layout of one page from its lines.
func arrange(s *sheet, raw rawPage) {
	s.Width, s.Height, s.Pictures = raw.width, raw.height, raw.pictures
	var kept []*rawLine
	s.Lines, kept = align(s.text, raw.lines)
	if len(s.Lines) == 0 {
		return
	}
	s.solid = make([]bool, len(kept))
	for i := range s.Lines {
		l := &s.Lines[i]
		s.solid[i] = kept[i].solid
		l.Right = l.Left + textWidth(s.line(i), l.Size)
	}
	findHidden(s, &raw, kept)
	if len(s.Lines) > mostLines {
		return
	}
	columns := findColumns(s)
	s.Tables = countTables(s)
	settleRights(s, columns)
	s.Order = readingOrder(s, columns)
}

// textWidth estimates how wide a text is in a proportional font, from the
// widths that Times and Helvetica give the classes of letters.
func textWidth(text string, size float32) float32 {
	var w float32
	for _, r := range text {
		switch {
		case strings.ContainsRune(" iljt.,;:'|!()[]/’‘", r):
			w += 0.28
		case r >= 0x2e80 && r < 0xfb00 || r >= 0xff00 && r < 0xff60:
			w++
		case strings.ContainsRune("mwMW—@%…", r):
			w += 0.83
		case r >= 'A' && r <= 'Z':
			w += 0.66
		default:
			w += 0.47
		}
	}
	return w * size
}
