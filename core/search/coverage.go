package search

import "ibid/core"

// coverage returns the share of the words of a query that occur, 0 to 1, each
// counted by its weight.
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
