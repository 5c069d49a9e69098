package search

import (
	"cmp"
	"slices"

	"ibid/core"
	"ibid/core/pageform"
)

// The most that feedback on sources of earlier questions adds to a score or takes
// from it, as a share of the score. A passage never passes one whose score without
// feedback is more than one and a half times its own.
const weightFeedback = 0.2

const (
	besideShare = 0.4 // what tests and documents keep of their score, unless tests are asked for
	linkedFiles = 5   // best files whose imports are followed
)

// Scores of what query expansion adds from the graph of the source code. The hits
// are cited in the order of their scores; over the budget the last are left out.
const (
	scoreNamed = 1.0  // what the question names
	scoreTable = 0.9  // the schema of a table that it reads or writes
	scoreUsed  = 0.85 // what it calls or imports
	scoreType  = 0.8  // a type that it takes, returns, extends or implements
	scoreTest  = 0.75 // its tests
	scoreUser  = 0.6  // what calls it
	scorePath  = 0.5  // on the way to it from where the program begins

	importDecay = 0.8 // share of the score that remains after each further import
)

// distant returns the score of a file that is imports away; 1 is imported
// directly.
func distant(score float64, imports int) float64 {
	for range imports - 1 {
		score *= importDecay
	}
	return score
}

// candidate is a passage that may become a hit, with its features.
type candidate struct {
	match       core.Match
	passage     core.Passage
	ocr         int
	label       string
	text        string
	occurrences []core.Occurrence
	bm25Rank    int                // 1-based
	fileRank    int                // 1-based among the files that have a candidate; 0 if the file has no score
	values      [features]float64  // of its features, 0 to 1
	weights     *[features]float64 // that its score was made with
	name        string             // what the question names and it defines
	ngram       core.Span          // of text: the rarest n-gram that the question has too
	form        pageform.Form      // what it is if it only mentions
	source      *sourceFile        // its file; nil where code is not asked about
	covered     float64            // 0 to 1, as coverage measures
	exact       float64            // 0 to 1, share of the phrases of core.Query.Exact that it holds word for word
	feedback    float64            // -1 to 1, what feedback says
	feedbackWhy string             // in words
	score       float64            // 0 to 1, 1 for the best
}

// score sets the scores of candidates: the weighted sums of their features.
func (s *Searcher) score(q core.Query, found []candidate) {
	weights := s.weights(q.Code)
	for i := range found {
		c := &found[i]
		c.weights, c.score = weights, 0
		for f, w := range weights {
			c.score += w * c.values[f]
		}
		c.score = max(0, c.score) * s.factor(c)
	}
}

// factor returns what the score of a candidate is multiplied by: less for what
// stands beside source code that is asked about, and what feedback says.
func (s *Searcher) factor(c *candidate) float64 {
	by := 1.
	if c.source != nil && c.source.beside && s.with(PartBeside) {
		by = besideShare
	}
	if s.with(PartFeedback) {
		by *= 1 + weightFeedback*c.feedback
	}
	return by
}

// rank sorts candidates by their scores and divides these by the best one. Equal
// ones are in the order of hash and passage, so that the answer is the same each
// time.
func rank(found []candidate) {
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(
			cmp.Compare(b.score, a.score),
			cmp.Compare(a.match.Hash, b.match.Hash),
			cmp.Compare(a.match.Ordinal, b.match.Ordinal),
		)
	})
	if len(found) == 0 {
		return
	}
	best := found[0].score
	for i := range found {
		found[i].score = share(found[i].score, best)
	}
}

// share returns v as a share of top, 0 if top is 0.
func share(v, top float64) float64 {
	if top <= 0 {
		return 0
	}
	return v / top
}
