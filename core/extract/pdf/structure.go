package pdf

import (
	"context"
	"fmt"
	"strings"

	"ibid/core"
)

// mostLines is how many lines a page may have for its columns and tables to be
// looked for, which takes time quadratic in their number. Maps and drawings can
// have more.
const mostLines = 4000

// draft is a page whose layout is being made.
type draft struct {
	core.Layout
	text  string
	solid []bool     // for each line, whether all of it is bold
	looks []inkCheck // lines that have to be compared with the drawing
}

// line returns the text of line i.
func (s *draft) line(i int) string { return s.text[s.Lines[i].Start:s.Lines[i].End] }

// Structure emits the layout of every page in pages. Headings are found by
// comparing font sizes across the document, so all pages are measured before the
// first layout is emitted. A page that cannot be read, or that was not measured
// when ctx ended, gets a layout without lines.
func (x Extractor) Structure(ctx context.Context, in core.Input, pages []core.Page, emit func(core.Layout) error) error {
	drafts := make([]draft, len(pages))
	for i, p := range pages {
		drafts[i] = draft{Layout: core.Layout{Page: p.Index}, text: p.Contents()}
	}
	if !x.Safe {
		count, err := x.measure(ctx, in, drafts)
		if err != nil {
			return err
		}
		findHeadings(drafts)
		x.addAnnotationLines(ctx, in, count, pages, drafts)
	}
	for i := range drafts {
		if err := emit(drafts[i].Layout); err != nil {
			return err
		}
	}
	return nil
}

// measure fills in the layouts of the pages, all but their headings, and returns
// how many pages the document has.
func (x Extractor) measure(ctx context.Context, in core.Input, drafts []draft) (count int, err error) {
	doc, count, err := x.open(in)
	if err != nil {
		return 0, err
	}
	defer func() { _ = doc.Close() }()
	for i := range drafts {
		if ctx.Err() != nil {
			return count, nil // what has been measured is kept
		}
		if n := drafts[i].Page; n < 1 || n > count {
			return count, fmt.Errorf("measure page %d of %d: %w", n, count, core.ErrNoSuchPage)
		}
		if html, err := doc.HTML(drafts[i].Page-1, false); err == nil {
			arrange(&drafts[i], scanHTML(html))
		}
	}
	checkInk(ctx, doc, drafts)
	checkDrawn(ctx, doc, drafts)
	return count, nil
}

// arrange makes the layout of one page from the lines of its HTML.
func arrange(s *draft, raw rawPage) {
	s.Width, s.Height, s.Pictures = raw.width, raw.height, raw.pictures
	if area := raw.width * raw.height; area > 0 {
		s.Pictured = min(raw.pictured/area, 1)
	}
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

// textWidth estimates the width of a text in a proportional font of size points,
// from the average widths of classes of letters in Times and Helvetica.
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
