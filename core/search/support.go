package search

import "ibid/core"

const (
	supportHits = 5   // that Support looks at
	weakBelow   = 0.5 // Support under which an answer is called weak
)

// Support says how far the best hits hold what was asked for: the largest share
// of the question's words, each counted by its rarity, that one of the first
// five holds, 0 to 1. A question that the library does not answer tends to name
// what stands in none of them.
func Support(hits []core.Hit) float64 {
	best := 0.
	for _, h := range hits[:min(supportHits, len(hits))] {
		best = max(best, h.Covered)
	}
	return best
}

// Weak reports whether there are hits, none of which holds much of what was
// asked for.
func Weak(hits []core.Hit) bool { return len(hits) > 0 && Support(hits) < weakBelow }

// coverage is the share of a query's words, each counted by its weight, that
// occur: 0 to 1. Where the best passages leave the rare words of a question
// out, the library hardly answers it.
func coverage(weights []float64, occurrences []core.Occurrence) float64 {
	var all, held float64
	there := make([]bool, len(weights))
	for _, o := range occurrences {
		if o.Word < len(there) {
			there[o.Word] = true
		}
	}
	for i, w := range weights {
		all += w
		if there[i] {
			held += w
		}
	}
	return share(held, all)
}
