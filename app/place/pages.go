package place

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"ibid/core"
)

// pageRange returns the 1-based indexes of the pages of l. In a document with
// printed page numbers a number in l is a printed one, elsewhere it is the
// index.
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
	return first, last, cmp.Or(bears(d, l, pages[first-1], l.Label), bears(d, l, pages[last-1], l.LastLabel))
}

// bears returns an error if a locator has a label and the page does not print
// that label.
func bears(d core.Document, l core.Locator, p core.Page, label string) error {
	if label == "" || label == cmp.Or(p.Label, strconv.Itoa(p.Index)) {
		return nil
	}
	return fmt.Errorf("show %q: [PDF %d] is %q: %w", l.String(), p.Index, core.PageLocator(d.Name, p.Index, p.Label).String(), core.ErrNoSuchPage)
}

// printedPage returns the index of the one page with a printed label. In a
// document without printed numbers the label is the index.
func printedPage(d core.Document, l core.Locator, pages []core.Page, label string) (index int, err error) {
	if !slices.ContainsFunc(pages, func(p core.Page) bool { return p.Label != "" }) {
		index, _ = strconv.Atoi(label) // if it is no number, index stays 0, which does not exist
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
		hint := fmt.Sprintf("; the document has %d pages", len(pages))
		if n, err := strconv.Atoi(label); err == nil && 1 <= n && n <= len(pages) {
			hint = fmt.Sprintf("; by its place in the file it would be %q", d.Name+" [PDF "+label+"]")
		}
		return 0, fmt.Errorf("show %q: no page prints the number %s%s: %w", l.String(), label, hint, core.ErrNoSuchPage)
	case 1:
		return index, nil
	}
	return 0, &core.AmbiguousError{Name: l.String(), Candidates: bearers}
}
