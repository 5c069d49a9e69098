package search

import (
	"slices"
	"strings"

	"ibid/core"
)

// Weights of the second ranking, beside the BM25 score of the passage, which
// counts 1 for the best.
const (
	weightOrder = 0.15 // neighbours in the query that follow each other in the passage
	weightNear  = 0.10 // words of the query within a window
	weightPage  = 0.30 // the best other passage of the same page
	nearWindow  = 8    // words
)

// candidate is a passage on its way to become a hit.
type candidate struct {
	match       core.Match
	passage     core.Passage
	label       string
	text        string
	occurrences []core.Occurrence
	bm25Rank    int
	near        float64 // 0 to 1: how near the words of the query stand to each other
	page        float64 // 0 to 1: the BM25 score of the best other passage of the page
	score       float64 // 0 to 1, 1 for the best
}

// rank orders candidates by all that is known of them and sets their scores.
// Equal scores keep the order of the hash and the passage, so that the answer
// is the same each time.
func rank(q core.Query, found []candidate) {
	if len(found) == 0 {
		return
	}
	top := found[0].match.Score
	for _, c := range found {
		top = max(top, c.match.Score)
	}
	if top <= 0 {
		top = 1
	}
	words := len(q.Words)
	for i := range found {
		c := &found[i]
		order, near := proximity(c.occurrences, words)
		c.near = weightOrder*order + weightNear*near
		for j := range found {
			if o := &found[j]; i != j && o.match.Hash == c.match.Hash && o.passage.Page == c.passage.Page {
				c.page = max(c.page, o.match.Score/top)
			}
		}
		c.score = c.match.Score/top + c.near + weightPage*c.page
	}
	slices.SortStableFunc(found, func(a, b candidate) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		case a.match.Hash != b.match.Hash:
			return strings.Compare(string(a.match.Hash), string(b.match.Hash))
		}
		return a.match.Ordinal - b.match.Ordinal
	})
	best := found[0].score
	for i := range found {
		found[i].score /= best
	}
}

// proximity measures, each from 0 to 1, how many of the neighbours in the query
// follow each other in the text, and how many stand within a window.
func proximity(occurrences []core.Occurrence, words int) (order, near float64) {
	if words < 2 {
		return 0, 0
	}
	pairs := words - 1
	follows, close := make([]bool, words), make([]bool, words)
	for i, a := range occurrences {
		for _, b := range occurrences[i+1:] {
			distance := b.Position - a.Position
			if distance > nearWindow {
				break
			}
			first, second := min(a.Word, b.Word), max(a.Word, b.Word)
			if second-first != 1 || second >= words {
				continue
			}
			close[first] = true
			if a.Word == first && distance <= 2 {
				follows[first] = true
			}
		}
	}
	for i := range pairs {
		if follows[i] {
			order++
		}
		if close[i] {
			near++
		}
	}
	return order / float64(pairs), near / float64(pairs)
}
