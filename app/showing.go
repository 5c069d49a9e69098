package app

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// Shown is the text of a place.
type Shown struct {
	Document core.Document
	Locator  core.Locator // of what is shown, with the index of its pages
	Text     string
	First    int // number of the first line of Text, for kinds without pages
}

// Show opens a locator and returns the text there. Lines come with window
// further lines before and after, clipped at the ends of the file; pages come
// whole, and a document without a place comes with all its text.
//
// A name that several documents bear gives a *core.AmbiguousError; a document
// or page that is not there wraps core.ErrNotFound or core.ErrNoSuchPage.
func (e *Engine) Show(ctx context.Context, locator string, window int) (Shown, error) {
	l, err := core.ParseLocator(locator)
	if err != nil {
		return Shown{}, err
	}
	d, err := e.resolve(ctx, l.Name)
	if err != nil {
		return Shown{}, err
	}
	if !d.State.Searchable() {
		return Shown{}, fmt.Errorf("show %q: it has no text to show, its state is %q: %s: %w", d.Name, d.State, d.Reason, core.ErrNotFound)
	}
	pages, err := e.store.Pages(ctx, d.Hash)
	if err != nil {
		return Shown{}, fmt.Errorf("show %q: %w", d.Name, err)
	}
	l.Name = d.Name
	if err := fits(d, l, pages); err != nil {
		return Shown{}, err
	}
	switch {
	case d.Kind.Unit() == core.UnitPage:
		return showPages(d, l, pages)
	case d.Kind.Unit() == core.UnitLine:
		return showLines(d, l, pages[0].Text, window)
	}
	return e.showPart(ctx, d, l, pages, window)
}

// fits reports a place that no document of the kind has.
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

// showPart shows a slide, a message, a chapter, rows of a sheet: a part of a
// document that is named by its unit. Rows come with the first row of their
// sheet, which names the columns, a message with the one before it, and with
// window further ones.
func (e *Engine) showPart(ctx context.Context, d core.Document, l core.Locator, pages []core.Page, window int) (Shown, error) {
	index := max(l.Page, 1)
	if d.Kind.Unit() == core.UnitSheet && l.Label != "" {
		index = 1 + slices.IndexFunc(pages, func(p core.Page) bool { return p.Label == l.Label })
	}
	if index < 1 || index > len(pages) {
		return Shown{}, fmt.Errorf("show %q: the document has %d of these: %w", l.String(), len(pages), core.ErrNoSuchPage)
	}
	if l == (core.Locator{Name: l.Name}) {
		return wholeDocument(d, l, pages), nil
	}
	page := pages[index-1]
	layout, err := e.Layout(ctx, d.ID, index)
	if err != nil {
		return Shown{}, fmt.Errorf("show %q: %w", l.String(), err)
	}
	span, err := text.NewPlaces(d.Kind, page, layout.Headings).Span(l)
	if err != nil {
		return Shown{}, fmt.Errorf("show %q: %w", l.String(), err)
	}
	return Shown{Document: d, Locator: l, Text: surrounded(d, l, pages, page, span, window)}, nil
}

// wholeDocument is all text of a document in parts.
func wholeDocument(d core.Document, l core.Locator, pages []core.Page) Shown {
	texts := make([]string, len(pages))
	for i, p := range pages {
		texts[i] = p.Text
	}
	return Shown{Document: d, Locator: l, Text: strings.Join(texts, "\n\n")}
}

// surrounded is a stretch of a page with what is needed to read it.
func surrounded(d core.Document, l core.Locator, pages []core.Page, page core.Page, s core.Span, window int) string {
	body := page.Text[s.Start:s.End]
	switch d.Kind.Unit() {
	case core.UnitSheet:
		lines := text.NewLineTable(page.Text)
		if l.FirstLine > 0 {
			w := lines.Span(max(1, l.FirstLine-max(window, 0)), min(lines.Len(), l.LastLine+max(window, 0)))
			body = page.Text[w.Start:w.End]
		}
		if head := lines.Span(1, 1); l.FirstLine-max(window, 0) > 1 {
			return page.Text[head.Start:head.End] + "…\n" + body
		}
	case core.UnitMessage:
		if window = max(window, 1); d.Kind != core.KindConversation {
			window = 0
		}
		var out []string
		for _, p := range pages[max(0, page.Index-1-window):min(len(pages), page.Index+window)] {
			if p.Index <= page.Index || window > 1 {
				out = append(out, p.Text)
			}
		}
		return strings.Join(out, "\n\n")
	}
	return body
}

func showPages(d core.Document, l core.Locator, pages []core.Page) (Shown, error) {
	first, last, err := pageRange(d, l, pages)
	if err != nil {
		return Shown{}, err
	}
	var texts []string
	for _, p := range pages[first-1 : last] {
		texts = append(texts, p.Text)
	}
	l.Page, l.LastPage, l.Label, l.LastLabel = first, last, pages[first-1].Label, ""
	if last > first {
		l.LastLabel = pages[last-1].Label
	}
	return Shown{Document: d, Locator: l, Text: strings.Join(texts, "\n\n")}, nil
}

// pageRange finds the 1-based indexes of the pages that l means. Where a
// document prints numbers of its own, a number is one of these; elsewhere it is
// the index.
func pageRange(d core.Document, l core.Locator, pages []core.Page) (first, last int, err error) {
	if l.Page == 0 && l.Label == "" {
		return 1, len(pages), nil
	}
	first, last = l.Page, l.LastPage
	if first == 0 {
		first, err = printedPage(d, l, pages, l.Label)
		if last = first; err == nil && l.LastLabel != "" {
			last, err = printedPage(d, l, pages, l.LastLabel)
		}
	}
	if err != nil {
		return 0, 0, err
	}
	if first < 1 || last < first || last > len(pages) {
		return 0, 0, fmt.Errorf("show %q: the document has %d pages: %w", l.String(), len(pages), core.ErrNoSuchPage)
	}
	for label, index := range map[string]int{l.Label: first, l.LastLabel: last} {
		if bears := pages[index-1].Label; label != "" && label != cmp.Or(bears, strconv.Itoa(index)) {
			return 0, 0, fmt.Errorf("show %q: [PDF %d] is %q: %w", l.String(), index, core.PageLocator(d.Name, index, bears).String(), core.ErrNoSuchPage)
		}
	}
	return first, last, nil
}

// printedPage is the index of the one page that prints label, or that has it as
// its index in a document that prints no numbers of its own.
func printedPage(d core.Document, l core.Locator, pages []core.Page, label string) (index int, err error) {
	if !slices.ContainsFunc(pages, func(p core.Page) bool { return p.Label != "" }) {
		index, _ = strconv.Atoi(label) // not a number stays 0, which no page has
		return index, nil
	}
	var bearers []string
	for _, p := range pages {
		if p.Label == label {
			bearers = append(bearers, core.PageLocator(d.Name, p.Index, p.Label).String())
			index = p.Index
		}
	}
	switch len(bearers) {
	case 0:
		return 0, fmt.Errorf("show %q: no page prints the number %s; by its place in the file it would be %q: %w",
			l.String(), label, d.Name+" [PDF "+label+"]", core.ErrNoSuchPage)
	case 1:
		return index, nil
	}
	return 0, &core.AmbiguousError{Name: l.String(), Candidates: bearers}
}

func showLines(d core.Document, l core.Locator, body string, window int) (Shown, error) {
	lines := text.NewLineTable(body)
	if l.FirstLine == 0 {
		return Shown{Document: d, Locator: l, Text: body, First: 1}, nil
	}
	if l.LastLine > lines.Len() {
		return Shown{}, fmt.Errorf("show %q: the document has %d lines: %w", l.String(), lines.Len(), core.ErrNotFound)
	}
	window = min(max(window, 0), lines.Len())
	first, last := max(1, l.FirstLine-window), min(lines.Len(), l.LastLine+window)
	s := lines.Span(first, last)
	l.FirstLine, l.LastLine = first, last
	return Shown{Document: d, Locator: l, Text: body[s.Start:s.End], First: first}, nil
}

// resolve finds the one document that a name means: a file name or as much of
// its path as tells it apart. Of several with the same bytes any will do, and
// the oldest is taken.
func (e *Engine) resolve(ctx context.Context, name string) (core.Document, error) {
	docs, err := e.library.Documents(ctx)
	if err != nil {
		return core.Document{}, err
	}
	suffix := string(filepath.Separator) + filepath.FromSlash(name)
	docs = slices.DeleteFunc(docs, func(d core.Document) bool { return d.Path != name && !strings.HasSuffix(d.Path, suffix) })
	if len(docs) == 0 {
		return core.Document{}, fmt.Errorf("document %q: %w", name, core.ErrNotFound)
	}
	slices.SortFunc(docs, func(a, b core.Document) int { return int(a.ID - b.ID) })
	for _, d := range docs[1:] {
		if d.Hash != docs[0].Hash || d.Hash == "" {
			return core.Document{}, &core.AmbiguousError{Name: name, Candidates: shortest(docs)}
		}
	}
	return docs[0], nil
}

// shortest gives for each document the shortest end of its path that none of
// the others has.
func shortest(docs []core.Document) []string {
	out := make([]string, len(docs))
	for i, d := range docs {
		parts := strings.Split(filepath.ToSlash(d.Path), "/")
		for n := 1; n <= len(parts); n++ {
			out[i] = strings.Join(parts[len(parts)-n:], "/")
			same := func(o core.Document) bool {
				return o.ID != d.ID && strings.HasSuffix(filepath.ToSlash(o.Path), "/"+out[i])
			}
			if !slices.ContainsFunc(docs, same) {
				break
			}
		}
	}
	slices.Sort(out)
	return out
}
