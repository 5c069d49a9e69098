package search

import "ibid/core"

const (
	supportHits = 5    // that Support looks at
	halfScore   = 12   // BM25 score of a passage that counts one half
	weightWords = 1    // of the passage's BM25 score
	weightAsked = 0.3  // of words that follow each other as asked
	weightHeld  = 0.1  // of the share of the question that the passage holds
	weakBelow   = 0.36 // Support under which an answer is called weak
)

// Support says how well the best of the first five hits matches what was asked
// for, 0 to 1: by its BM25 score, unlike Hit.Score not as a share of the best
// one's, by words that follow each other as asked, and by the share of the
// question that it holds. A question that the library does not answer tends to
// have less. The weights were chosen by measuring on one set of 288 questions,
// so they are no more than a hint.
func Support(hits []core.Hit) float64 {
	best := 0.
	for _, h := range hits[:min(supportHits, len(hits))] {
		var words, asked float64
		for _, r := range h.Reasons {
			switch r.Retriever {
			case byWords:
				words = r.Score
			case byOrder:
				asked = r.Score
			}
		}
		score := weightWords*words/(words+halfScore) + weightAsked*asked + weightHeld*h.Covered
		best = max(best, score/(weightWords+weightAsked+weightHeld))
	}
	return best
}

// Weak reports whether there are hits, none of which matches well what was
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
