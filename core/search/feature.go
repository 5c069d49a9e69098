package search

import (
	"cmp"
	"fmt"
	"slices"

	"ibid/core"
)

// feature numbers the ranking features of a candidate. Each has a value from 0 to 1,
// normalised within the question, and a weight.
type feature int

// The features of every passage; those of source code follow.
const (
	ofPassage feature = iota
	ofPage
	ofOpening
	ofProximity
	ofScope
	ofMention

	ofDocument
	ofNames
	ofPaths
	ofQuoted
	ofWording
	ofImports
	ofHistory

	features // the number of them
)

// partOf names the features in tables of weights.
var partOf = [features]Part{
	PartPassage, PartPage, PartOpening, PartProximity, PartScope, PartMention,
	PartDocument, PartNames, PartPaths, PartQuoted, PartWording, PartImports, PartHistory,
}

// setTextFeatures sets the features that the text of a candidate and its page give.
func (s *Searcher) setTextFeatures(q core.Query, weights []float64, page core.Page, c *candidate) {
	weights, occurrences := s.asideWords(q, weights, c)
	c.values[ofOpening] = coverage(weights, s.Index.Occurrences(q, core.KindText, opening(page.Text)))
	c.values[ofProximity] = proximity(occurrences, len(q.Words))
}

// reasons lists what speaks for a candidate beside the words that it holds.
func (c *candidate) reasons(q core.Query) (list []core.Reason) {
	add := func(f feature, rank int, detail string) {
		if c.weights != nil && c.weights[f]*c.values[f] > 0 {
			list = append(list, core.Reason{Retriever: string(partOf[f]), Rank: rank, Score: c.values[f], Detail: detail})
		}
	}
	add(ofPage, 0, "its page as a whole matches")
	add(ofDocument, c.fileRank, fmt.Sprintf("document rank %d for all words", c.fileRank))
	add(ofScope, 0, "the question names "+q.LikelyWhy)
	add(ofOpening, 0, "its page begins with words of the question")
	list = append(list, c.sourceReasons()...)
	add(ofProximity, 0, "words stand near each other as asked")
	if r, ok := c.mentionReason(); ok {
		list = append(list, r)
	}
	if c.feedback != 0 {
		list = append(list, core.Reason{Retriever: string(PartFeedback), Score: c.feedback, Detail: c.feedbackWhy})
	}
	return list
}

// rankFiles numbers the files of the candidates by their scores; equal ones have the
// same number.
func rankFiles(scores map[core.Hash]float64) map[core.Hash]int {
	order := make([]core.Hash, 0, len(scores))
	for h, score := range scores {
		if score > 0 {
			order = append(order, h)
		}
	}
	slices.SortFunc(order, func(a, b core.Hash) int { return cmp.Compare(scores[b], scores[a]) })
	ranks := make(map[core.Hash]int, len(order))
	for i, h := range order {
		ranks[h] = i + 1
		if i > 0 && scores[h] == scores[order[i-1]] {
			ranks[h] = ranks[order[i-1]]
		}
	}
	return ranks
}
