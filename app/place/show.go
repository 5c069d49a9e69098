package place

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ibid/app/fresh"
	"ibid/core"
	"ibid/core/text"
	"ibid/core/window"
)

// Shown is the text of a place.
type Shown = core.Excerpt

// BySettings, as the N of Around, takes the value of the settings.
const BySettings = -1

// Around is how much is shown around a place. The zero value shows only the
// place.
type Around struct {
	// N is how much comes before and after: lines, rows or messages; characters
	// in text that is read by pages or paragraphs. The settings of a folder may
	// choose characters or lines for any of them.
	N int
	// Strategy replaces the strategy of the kind and the settings; may be
	// empty.
	Strategy window.Strategy
	// Match has words to centre on: the window is around the shortest stretch
	// of the place that contains all of them, the first of several.
	Match string
}

// Show resolves a locator and returns the text there, and around it. A locator
// of a document without a place shows its whole text. Rows of a sheet come with
// its header, a message of a chat with the question that it answers.
//
// A name of several documents gives a *core.AmbiguousError; an unknown
// document, page or word gives an error that wraps core.ErrNotFound or
// core.ErrNoSuchPage.
func (r *Reader) Show(ctx context.Context, locator string, around Around) (Shown, error) {
	read, at, l, err := r.locate(ctx, locator)
	if err != nil {
		return Shown{}, err
	}
	if around.Match != "" {
		if at, err = r.centre(ctx, read, at, around.Match); err != nil {
			return Shown{}, err
		}
	}
	s, err := r.cut(ctx, read, at, around)
	if around == (Around{}) {
		s.Locator = l
	}
	return s, err
}

// locate resolves a locator. It returns the document, the quotes at the place,
// and the locator with the indexes of its pages. If a locator leads nowhere,
// the form that plainly makes of it is tried too.
func (r *Reader) locate(ctx context.Context, locator string) (window.Document, []core.Quote, core.Locator, error) {
	read, at, l, err := r.locateExactly(ctx, locator)
	missed := errors.Is(err, core.ErrNotFound) || errors.Is(err, core.ErrNoSuchPage) || errors.Is(err, core.ErrQuery)
	plain := plainly(locator)
	if !missed || plain == locator {
		return read, at, l, err
	}
	again, there, place, failed := r.locateExactly(ctx, plain)
	if failed == nil || again.Document.ID != 0 && read.Document.ID == 0 {
		return again, there, place, failed
	}
	return read, at, l, err
}

var (
	asSource = regexp.MustCompile(`^\s*\[\d+\]\s+`)
	inPages  = regexp.MustCompile(`(?i)[,\s]+(?:pages?|pp?\.?)\s*(\d+)\s*[-–]\s*(\d+)\s*$`)
	onPage   = regexp.MustCompile(`(?i)[,\s]+(?:pages?|pg\.?|pp?)\s*(\d+)\s*$`)
)

// plainly normalises a locator that a person pasted or typed: it removes the
// number of a source at its start and the headings at its end, and writes
// `pages 3-5` as `pp. 3–5`.
func plainly(locator string) string {
	s, _, _ := strings.Cut(asSource.ReplaceAllString(locator, ""), " · ")
	s = inPages.ReplaceAllString(s, " pp. $1–$2")
	return onPage.ReplaceAllString(s, " p. $1")
}

func (r *Reader) locateExactly(ctx context.Context, locator string) (window.Document, []core.Quote, core.Locator, error) {
	l, err := core.ParseLocator(locator)
	if err != nil {
		return window.Document{}, nil, l, err
	}
	d, err := fresh.Ask(ctx, r.p.Files, fresh.Itself, func() (core.Document, error) { return r.resolve(ctx, l.Name) })
	if err != nil {
		return window.Document{}, nil, l, err
	}
	l.Name = d.Name
	read, err := r.readable(ctx, d)
	if err != nil {
		return window.Document{Document: d}, nil, l, err
	}
	if l, err = r.placed(ctx, read, l); err != nil {
		return read, nil, l, err
	}
	if err := fits(d, l, read.Pages); err != nil {
		return read, nil, l, err
	}
	at, l, err := find(read, l)
	return read, at, l, err
}

// Window returns the text around a place of a document, which is one quote or
// several in order: the quotes of a source, or the passage of a hit. Quotes
// that are not in the document give an error that wraps core.ErrNoSuchPage.
func (r *Reader) Window(ctx context.Context, id core.DocumentID, at []core.Quote, around Around) (Shown, error) {
	d, err := r.p.Library.Document(ctx, id)
	if err != nil {
		return Shown{}, err
	}
	read, err := r.readable(ctx, d)
	if err != nil {
		return Shown{}, err
	}
	if err := holds(read, at); err != nil {
		return Shown{}, err
	}
	if around.Match != "" {
		if at, err = r.centre(ctx, read, at, around.Match); err != nil {
			return Shown{}, err
		}
	}
	return r.cut(ctx, read, at, around)
}

// holds returns an error if quotes are outside of a document.
func holds(d window.Document, at []core.Quote) error {
	page := 0
	for _, q := range at {
		if q.Page < max(page, 1) || q.Page > len(d.Pages) || q.Start < 0 || q.End < q.Start || q.End > len(d.Pages[q.Page-1].Text) {
			return fmt.Errorf("show %q: bytes %d to %d of page %d are not there: %w", d.Name, q.Start, q.End, q.Page, core.ErrNoSuchPage)
		}
		page = q.Page
	}
	if page == 0 {
		return fmt.Errorf("show %q: no place is named: %w", d.Name, core.ErrQuery)
	}
	return nil
}

// readable loads a document with what windows are cut from.
func (r *Reader) readable(ctx context.Context, d core.Document) (window.Document, error) {
	if d.Kind == core.KindArchive && d.State.Searchable() {
		return window.Document{}, fmt.Errorf("show %q: an archive of %s, each a document of its own: %q: %w", d.Name, d.Reason, d.Name+core.Packed+"…", core.ErrNotFound)
	}
	if !d.State.Searchable() {
		return window.Document{}, fmt.Errorf("show %q: it has no text to show, its state is %q: %s: %w", d.Name, d.State, d.Reason, core.ErrNotFound)
	}
	pages, err := r.p.Texts.Pages(ctx, d.Hash)
	if err == nil && len(pages) == 0 {
		err = core.ErrNotFound
	}
	if err != nil {
		return window.Document{}, fmt.Errorf("show %q: %w", d.Name, err)
	}
	layout := func(page int) (core.Layout, error) { return r.Layout(ctx, d.ID, page) }
	code := func() (core.Code, error) { return r.code(ctx, d) }
	return window.Document{Document: d, Pages: pages, Layout: layout, Code: code}, nil
}

// cut cuts the window around a place.
func (r *Reader) cut(ctx context.Context, d window.Document, at []core.Quote, around Around) (Shown, error) {
	reach := r.reach(ctx, d.Document, around)
	w, err := window.Cut(d, at, reach)
	if err != nil {
		return Shown{}, fmt.Errorf("show %q: %w", d.Name, err)
	}
	reach.Function = reach.Function && w.Note == ""
	s := Shown{
		Document: d.Document, Locator: w.Locator, Text: w.Text, First: w.First, Quotes: w.Quotes,
		Marks: marks(d.Pages, w, at), Reach: reached(d.Kind, reach), Stale: r.p.Files.Stale(ctx, d.Document), Note: w.Note,
	}
	for _, q := range w.Quotes {
		if ocr := d.Pages[q.Page-1].OCROf(q.Span); ocr > 0 && (s.OCR == 0 || ocr < s.OCR) {
			s.OCR = ocr
		}
	}
	return s, nil
}

// fits returns an error if a locator has a kind of place that the document
// cannot have.
func fits(d core.Document, l core.Locator, pages []core.Page) error {
	unit := d.Kind.Unit()
	named := l.Unit
	switch {
	case named == "" && (l.Page > 0 || l.Label != ""):
		named = core.UnitPage
	case named == "" && l.FirstLine > 0:
		named = core.UnitLine
	}
	if named == "" || named == unit {
		return nil
	}
	sample := core.PassageLocator(d, core.Passage{Page: 1, Lines: [2]int{1, 1}, Columns: [2]int{1, 1}}, pages[0].Label)
	if unit == core.UnitLine {
		sample.LastLine = min(10, text.NewLineTable(pages[0].Text).Len())
	}
	return fmt.Errorf("show %q: its places are as in %q: %w", l.String(), sample.String(), core.ErrNoSuchPage)
}

// find returns the quotes at a locator, and the locator with the indexes of its
// pages.
func find(d window.Document, l core.Locator) ([]core.Quote, core.Locator, error) {
	switch {
	case d.Kind.Unit() == core.UnitPage:
		first, last, err := pageRange(d.Document, l, d.Pages)
		if err != nil {
			return nil, l, err
		}
		l.Page, l.LastPage, l.Label, l.LastLabel = first, last, d.Pages[first-1].Label, ""
		if last > first {
			l.LastLabel = d.Pages[last-1].Label
		}
		return wholePages(d.Pages[first-1 : last]), l, nil
	case l == (core.Locator{Name: l.Name}):
		return wholePages(d.Pages), l, nil
	}
	q, err := findPart(d, l)
	if err != nil {
		return nil, l, fmt.Errorf("show %q: %w", l.String(), err)
	}
	if l.Unit == core.UnitSheet {
		l.Label = d.Pages[q.Page-1].Label
	}
	return []core.Quote{q}, l, nil
}

func wholePages(pages []core.Page) []core.Quote {
	out := make([]core.Quote, len(pages))
	for i, p := range pages {
		out[i] = core.Quote{Page: p.Index, Span: core.Span{End: len(p.Text)}}
	}
	return out
}

// findPart finds lines, a slide, a message, paragraphs of a chapter, or rows of
// a sheet.
func findPart(d window.Document, l core.Locator) (core.Quote, error) {
	index := max(l.Page, 1)
	if d.Kind.Unit() == core.UnitSheet && l.Label != "" {
		index = sheet(d.Pages, l.Label)
	}
	if index == 0 {
		return core.Quote{}, fmt.Errorf("it has no sheet %q: %w", l.Label, core.ErrNoSuchPage)
	}
	if index > len(d.Pages) {
		return core.Quote{}, fmt.Errorf("there is no %s %d, the last is %d: %w", d.Kind.Unit(), index, len(d.Pages), core.ErrNoSuchPage)
	}
	layout, err := d.Layout(index)
	if err != nil {
		return core.Quote{}, err
	}
	span, err := text.NewPlaces(d.Kind, d.Pages[index-1], layout.Headings).Span(l)
	return core.Quote{Page: index, Span: span}, err
}

// sheet returns the page of the sheet with a name; 0 if there is none. If no
// name is equal, case is ignored.
func sheet(pages []core.Page, name string) int {
	i := slices.IndexFunc(pages, func(p core.Page) bool { return p.Label == name })
	if i < 0 {
		i = slices.IndexFunc(pages, func(p core.Page) bool { return strings.EqualFold(p.Label, name) })
	}
	return i + 1
}

// centre narrows a place to the shortest stretch of one of its pages that
// contains all words, matched as in a search; the first of several.
func (r *Reader) centre(ctx context.Context, d window.Document, at []core.Quote, words string) ([]core.Quote, error) {
	wanted := core.Query{Words: text.Forms(text.Clip(words, maxMatch))}
	need := make(map[int]bool)
	for _, o := range r.p.Index.Occurrences(wanted, core.KindText, strings.Join(wanted.Words, " ")) {
		need[o.Word] = true
	}
	if len(need) == 0 {
		return nil, fmt.Errorf("show %q: there is no word in %q to look for: %w", d.Name, words, core.ErrQuery)
	}
	for _, q := range at {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		body := d.Pages[q.Page-1].Text[q.Start:q.End]
		if s, ok := shortestStretch(r.p.Index.Occurrences(wanted, d.Kind, body), len(need)); ok {
			return []core.Quote{{Page: q.Page, Span: core.Span{Start: q.Start + s.Start, End: q.Start + s.End}}}, nil
		}
	}
	return nil, fmt.Errorf("show %q: the words %q do not stand there: %w", d.Name, words, core.ErrNotFound)
}

// maxMatch is how many bytes of the words to centre on are used.
const maxMatch = 1000

// shortestStretch returns the stretch of the fewest words that contains the
// given number of different words of a query.
func shortestStretch(found []core.Occurrence, different int) (best core.Span, ok bool) {
	inside := make(map[int]int)
	from, fewest := 0, 0
	for _, o := range found {
		inside[o.Word]++
		for inside[found[from].Word] > 1 {
			inside[found[from].Word]--
			from++
		}
		if words := o.Position - found[from].Position; len(inside) == different && (!ok || words < fewest) {
			best, fewest, ok = core.Span{Start: found[from].Start, End: o.End}, words, true
		}
	}
	return best, ok
}
