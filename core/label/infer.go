package label

import (
	"cmp"
	"maps"
	"slices"

	"ibid/core"
)

// The thresholds of Infer.
const (
	leastSeen  = 5    // pages of a run that show their number
	leastFront = 3    // the same for Roman numerals at the place of another run's numbers
	leastAgree = 0.6  // share that these are of the pages of the run that show any number there
	leastDense = 0.25 // share that these are of all pages of the run
	leastCover = 0.5  // share of the document's pages that all runs together number
	rivals     = 0.6  // share of a run's numbers from which another sequence beside it makes it doubtful
	samePlace  = 0.02 // share of the page's height by which numbers at one place may differ
	mostStarts = 64   // sequences that are examined, the most frequent first
)

// Costs of the path of runs through the pages that explains most of their
// numbers. A number that fits adds 1.
const (
	costContrary = 1.5  // the page shows another number at the place
	costSilent   = 0.05 // the page shows no number there
	costEnter    = 2    // a run begins
)

// numbering is a way of numbering in which every page has its index plus offset.
type numbering struct {
	style  core.NumberStyle
	offset int
}

// spot is a position of a number on its page.
type spot struct {
	place
	y float32 // as a share of the page's height
}

func (a spot) near(b spot) bool {
	return a.place == b.place && (a.place == lowest || max(a.y-b.y, b.y-a.y) <= samePlace)
}

// sequence is a numbering that some pages show.
type sequence struct {
	numbering
	spots []spot // where they show it
	seen  int    // how many pages show it
}

func (q sequence) at(p spot) bool { return slices.ContainsFunc(q.spots, p.near) }

// match reports whether a page shows its number in the sequence, and whether it
// shows another number at that place.
func (q sequence) match(signs []sign, page int) (seen, contrary bool) {
	for _, s := range signs {
		if s.style != q.style || !q.at(s.spot) {
			continue
		}
		if s.value == page+q.offset {
			return true, false
		}
		contrary = true
	}
	return false, contrary
}

// Infer returns the printed number of every page as the heads and feet of the
// pages show it, empty for a page outside every run of numbers. It returns nil if
// no number is found or none differs from the index.
//
// A run is a stretch of pages whose numbers all have the same distance from the
// index and stand at the same height of the page, or in its last row. It counts if
// at least 5 pages show their number, if these are at least 60 % of its pages that
// show any number at that place and at least a quarter of all its pages, and if no
// other sequence goes on page by page beside it. For Roman numerals at the place of
// another run's numbers 3 pages are enough. A run reaches from the first to the
// last page that shows its number, and numbers the pages between them that show
// none. Of two runs with the same numbers, such as those of a report and its
// appendix, only the longer counts, so that a number names one page. All runs
// together must number half of the pages of the document.
func Infer(pages []core.Page, layouts []core.Layout) []string {
	all := make([][]sign, len(pages))
	for i, p := range pages {
		if i < len(layouts) && layouts[i].Page == p.Index && p.Index == i+1 {
			all[i] = signs(p, layouts[i], len(pages))
		}
	}
	sequences := findSequences(all)
	if len(sequences) == 0 {
		return nil
	}
	labels, numbered := write(judge(runs(all, sequences), all, sequences), all)
	if float64(numbered) < leastCover*float64(len(pages)) || !differ(labels) {
		return nil
	}
	return labels
}

// write returns the labels of all pages and the number of pages in runs. A page
// that shows the number of two runs, as where one ends and the next begins, has no
// label.
func write(all []run, signs [][]sign) (labels []string, numbered int) {
	labels = make([]string, len(signs))
	for _, r := range all {
		for page := r.first; page <= r.last; page++ {
			other := func(o run) bool {
				seen, _ := o.match(signs[page-1], page)
				return seen && o.numbering != r.numbering
			}
			if !slices.ContainsFunc(all, other) {
				labels[page-1] = core.NumberRange{Page: page, Style: r.style, Start: page + r.offset}.Label(page)
			}
		}
		numbered += r.last - r.first + 1
	}
	return labels, numbered
}

// findSequences returns the sequences that enough pages show, the most frequent
// first.
func findSequences(all [][]sign) []sequence {
	var out []sequence
	for _, q := range frequent(all) {
		q.seen = 0
		for i, page := range all {
			if seen, _ := q.match(page, i+1); seen {
				q.seen++
			}
		}
		if q.seen >= leastFront {
			out = append(out, q)
		}
	}
	slices.SortStableFunc(out, func(a, b sequence) int { return b.seen - a.seen })
	return out
}

// frequent counts the numbers at each distance from the index. It returns the most
// frequent distances, each with the spots where enough of its numbers stand.
func frequent(all [][]sign) []sequence {
	type key struct {
		numbering
		place
	}
	heights := make(map[key][]float32)
	for i, page := range all {
		for _, s := range page {
			k := key{numbering{s.style, s.value - (i + 1)}, s.place}
			heights[k] = append(heights[k], s.y)
		}
	}
	merged := make(map[numbering]sequence)
	for k, ys := range heights {
		if len(ys) >= leastFront {
			slices.Sort(ys)
			q := merged[k.numbering]
			q.numbering, q.seen = k.numbering, q.seen+len(ys)
			q.spots = append(q.spots, spot{k.place, ys[len(ys)/2]})
			merged[k.numbering] = q
		}
	}
	out := slices.SortedFunc(maps.Values(merged), func(a, b sequence) int {
		return cmp.Or(b.seen-a.seen, cmp.Compare(a.style, b.style), a.offset-b.offset)
	})
	return out[:min(len(out), mostStarts)]
}

// run is a stretch of pages that a sequence numbers.
type run struct {
	sequence
	first, last int // 1-based indexes of the first and last page that show it
	contrary    int // pages that show another number at the place
}

// runs returns the path through the pages, in one sequence or none at each page,
// that explains the most of their numbers (Viterbi's algorithm).
func runs(all [][]sign, sequences []sequence) []run {
	none := len(sequences)
	score := make([]float64, none+1)
	from := make([][]uint8, len(all)) // for each page and state, the state of the page before
	for s := range sequences {
		score[s] = -costEnter
	}
	for i, page := range all {
		from[i] = make([]uint8, none+1)
		best := none
		for s := range score {
			if score[s] > score[best] {
				best = s
			}
		}
		top := score[best]
		for s, q := range sequences {
			from[i][s] = uint8(s)
			if top-costEnter > score[s] {
				score[s], from[i][s] = top-costEnter, uint8(best)
			}
			switch seen, contrary := q.match(page, i+1); {
			case seen:
				score[s]++
			case contrary:
				score[s] -= costContrary
			default:
				score[s] -= costSilent
			}
		}
		score[none], from[i][none] = top, uint8(best)
	}
	return collect(all, sequences, path(score, from))
}

// path follows the best score back to the first page and returns the state at each
// page.
func path(score []float64, from [][]uint8) []int {
	at := slices.Index(score, slices.Max(score))
	states := make([]int, len(from))
	for i := len(from) - 1; i >= 0; i-- {
		states[i] = at
		at = int(from[i][at])
	}
	return states
}

// collect joins neighbouring pages in the same sequence into runs.
func collect(all [][]sign, sequences []sequence, states []int) []run {
	var out []run
	before := len(sequences)
	for i, s := range states {
		if s == len(sequences) {
			before = s
			continue
		}
		if s != before {
			r := run{sequence: sequences[s]}
			r.seen, before = 0, s
			out = append(out, r)
		}
		open := &out[len(out)-1]
		switch seen, contrary := open.match(all[i], i+1); {
		case seen:
			open.seen++
			open.first, open.last = cmp.Or(open.first, i+1), i+1
		case contrary:
			open.contrary++
		}
	}
	return out
}

// judge returns the runs that can be trusted.
func judge(all []run, signs [][]sign, sequences []sequence) []run {
	var sure, short []run
	for _, r := range all {
		span := r.last - r.first + 1
		switch {
		case r.seen < leastFront || float64(r.seen) < leastAgree*float64(r.seen+r.contrary) || float64(r.seen) < leastDense*float64(span),
			doubtful(r, signs, sequences):
		case r.seen >= leastSeen:
			sure = append(sure, r)
		case r.style != core.StyleDecimal:
			short = append(short, r)
		}
	}
	for _, r := range short {
		beside := func(o run) bool { return slices.ContainsFunc(r.spots, o.at) }
		if slices.ContainsFunc(sure, beside) {
			sure = append(sure, r)
		}
	}
	return unique(sure)
}

// unique leaves out the shorter of two runs that give pages the same label.
func unique(all []run) []run {
	slices.SortStableFunc(all, func(a, b run) int { return b.seen - a.seen })
	var out []run
	for _, r := range all {
		repeats := func(o run) bool {
			return o.style == r.style && r.first+r.offset <= o.last+o.offset && o.first+o.offset <= r.last+r.offset
		}
		if !slices.ContainsFunc(out, repeats) {
			out = append(out, r)
		}
	}
	return out
}

// doubtful reports whether another sequence numbers the pages of a run as well.
func doubtful(r run, signs [][]sign, sequences []sequence) bool {
	for _, q := range sequences {
		if q.numbering == r.numbering {
			continue
		}
		seen := 0
		for page := r.first; page <= r.last; page++ {
			if ok, _ := q.match(signs[page-1], page); ok {
				seen++
			}
		}
		if float64(seen) >= rivals*float64(r.seen) {
			return true
		}
	}
	return false
}
