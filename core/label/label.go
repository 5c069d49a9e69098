package label

import (
	"cmp"
	"strconv"

	"ibid/core"
)

// Of gives the label of every page: by hand if a person said so, else the
// document's own, else those seen on its pages. All are empty if there are none;
// else pages without a number are core.Unnumbered.
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

// Printed gives the printed numbers of pages, empty where there is none: what Of
// made their labels of.
func Printed(pages []core.Page) []string {
	out := make([]string, len(pages))
	for i, p := range pages {
		if p.Label != core.Unnumbered {
			out[i] = p.Label
		}
	}
	return out
}

// Apply gives the printed numbers of so many pages. Ranges beyond them are
// passed over; the ranges are in order.
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

// Ranges is the shortest numbering whose Apply gives labels. A label that no
// range can write, such as a word, begins a range of its own without a number.
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

// differ reports whether a label says something that the index does not.
func differ(labels []string) bool {
	for i, l := range labels {
		if l != "" && l != strconv.Itoa(i+1) {
			return true
		}
	}
	return false
}
