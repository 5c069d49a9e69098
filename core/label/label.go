// Package label finds the page numbers that are printed on the pages of a document
// whose file does not give them: from the running heads and feet of many pages,
// or from what a person entered. It only computes: no store, no file.
//
// A wrong number is worse than none, because it is cited. So a number on one page
// counts for nothing; only a sequence that goes on page by page, at one height of
// the paper, makes a run, and where two such sequences contradict each other there
// is none.
package label

import (
	"cmp"
	"strconv"

	"ibid/core"
)

// Of returns the label of every page: the ones that a person entered, else the
// ones in the document's file, else the ones that Infer finds. All are empty if
// none differs from the index; otherwise pages without a number have
// core.Unnumbered.
func Of(hand core.Numbering, own []string, pages []core.Page, layouts []core.Layout) []string {
	out := make([]string, len(pages))
	switch {
	case len(hand) > 0:
		copy(out, Apply(hand, len(pages)))
	case own != nil:
		copy(out, own)
	default:
		copy(out, Infer(pages, layouts))
	}
	if !differ(out) {
		return make([]string, len(pages)) // they are what the index says
	}
	for i := range out {
		out[i] = cmp.Or(out[i], core.Unnumbered)
	}
	return out
}

// Printed returns the printed number of every page, empty where there is none.
func Printed(pages []core.Page) []string {
	out := make([]string, len(pages))
	for i, p := range pages {
		if p.Label != core.Unnumbered {
			out[i] = p.Label
		}
	}
	return out
}

// Apply returns the printed numbers of the pages 1 to pages. Ranges beyond them are
// ignored; the ranges must be in order.
func Apply(n core.Numbering, pages int) []string {
	out := make([]string, pages)
	for i, r := range n {
		end := pages
		if i+1 < len(n) {
			end = min(end, n[i+1].Page-1)
		}
		for page := max(r.Page, 1); page <= end; page++ {
			out[page-1] = r.Label(page)
		}
	}
	return out
}

// Ranges returns the shortest numbering that Apply turns into labels. A label that
// no range can express, such as a word, begins a range without numbers.
func Ranges(labels []string) core.Numbering {
	var out core.Numbering
	last := core.NumberRange{Style: core.StyleNone}
	for i, label := range labels {
		page := i + 1
		if last.Label(page) == label && (label != "" || last.Style == core.StyleNone) {
			continue
		}
		r, ok := core.ParseLabel(label)
		if !ok {
			r = core.NumberRange{Style: core.StyleNone}
		}
		if r.Page = page; r.Style == core.StyleNone && last.Style == core.StyleNone {
			continue
		}
		out, last = append(out, r), r
	}
	return out
}

// differ reports whether any label differs from the index of its page.
func differ(labels []string) bool {
	for i, l := range labels {
		if l != "" && l != strconv.Itoa(i+1) {
			return true
		}
	}
	return false
}
