package query

import (
	"math"
	"slices"
)

// How well documents that share a name fit what else a question says, as shares of
// one that fits in all.
const (
	fitsFirstPage  = 0.9  // the year stands on the first page alone
	fitsUndated    = 0.5  // the document tells no year
	fitsNearest    = 0.7  // it is the nearest, and none is of the year
	fitsNextYear   = 0.45 // it is of the year after, and may look back
	fitsLaterYear  = 0.8  // share that remains with each further year
	fitsOtherPart  = 0.4  // it is of another quarter
	fitsWholeYear  = 0.7  // it is of no quarter, and one is asked for
	fitsOnlyPart   = 0.8  // it is of a quarter, and none is asked for
	fitsOtherName  = 0.5  // others of the name have a further word of the question in theirs
	fitsOtherFirst = 0.7  // others have two words of the question in a row on the first page
	fitsOlder      = 0.7  // share that remains with each later document of the series
	leastFit       = 0.1  // it is of an earlier year, or of a much later one, or much older than the latest
)

// maxPairs is how many words of a question are looked for in pairs.
const maxPairs = 32

// fits returns how well each document of a group fits what a question says beside
// the name that they share.
func (m *matcher) fits(core int, group []candidate) []float64 {
	fits, best := make([]float64, len(group)), 0.
	for i, c := range group {
		fits[i] = fitYears(m.c.documents[c.document], m.entities.Years)
		best = max(best, fits[i])
	}
	for i, c := range group {
		if best < fitsUndated {
			fits[i] *= fitsNearest / best
		}
		fits[i] *= fitPart(m.c.documents[c.document].part, m.entities.Part)
	}
	narrow := func(share float64, has func(document int32) bool) {
		in := make([]bool, len(group))
		for i, c := range group {
			in[i] = has(c.document)
		}
		if !slices.Contains(in, true) {
			return
		}
		for i := range group {
			if !in[i] {
				fits[i] *= share
			}
		}
	}
	used := m.readings[core]
	for n, r := range m.readings {
		if n != core && len(r.names) > 0 && (r.to <= used.from || r.from >= used.to) {
			narrow(fitsOtherName, func(document int32) bool { return holds(r.documents, document) })
		}
	}
	for i := 1; i < min(len(m.words), maxPairs); i++ {
		a, b := m.words[i-1], m.words[i]
		if a.Stop || b.Stop || a.Ends || a.Dated || b.Dated || i-1 < used.to && i >= used.from {
			continue
		}
		one, other := m.c.first[a.Form], m.c.first[b.Form]
		if len(one) > 0 && len(other) > 0 {
			narrow(fitsOtherFirst, func(document int32) bool { return holds(one, document) && holds(other, document) })
		}
	}
	return fits
}

// fitYears returns how well the years of a document fit those of a question. A
// document may look back, but not ahead.
func fitYears(d catalogued, asked []int) float64 {
	switch {
	case len(asked) == 0 || shareAny(d.years, asked):
		return 1
	case shareAny(d.firstYears, asked):
		return fitsFirstPage
	case len(d.years) == 0:
		return fitsUndated
	}
	if later := slices.Max(d.years) - slices.Max(asked); later > 0 {
		return max(leastFit, fitsNextYear*math.Pow(fitsLaterYear, float64(later-1)))
	}
	return leastFit
}

func fitPart(own, asked string) float64 {
	switch {
	case own == asked:
		return 1
	case asked == "":
		return fitsOnlyPart
	case own == "":
		return fitsWholeYear
	}
	return fitsOtherPart
}

// latest returns for each document of a group the share that remains because later
// ones of its series are there. With a year in the question there are none.
func (m *matcher) latest(group []candidate) []float64 {
	shares := make([]float64, len(group))
	times := make(map[int32][]int) // of each series, the latest first, each once
	for _, c := range group {
		d := m.c.documents[c.document]
		times[d.series] = append(times[d.series], d.when)
	}
	for series, list := range times {
		slices.Sort(list)
		list = slices.Compact(list)
		slices.Reverse(list)
		times[series] = list
	}
	for i, c := range group {
		shares[i] = 1
		if len(m.entities.Years) == 0 {
			d := m.c.documents[c.document]
			shares[i] = max(leastFit, math.Pow(fitsOlder, float64(slices.Index(times[d.series], d.when))))
		}
	}
	return shares
}
