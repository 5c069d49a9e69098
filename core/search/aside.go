package search

import (
	"context"
	"maps"
	"slices"

	"ibid/core"
)

// asidePages returns new scores for the pages of documents that the query names: all of
// such a document is about the words of its name, so these tell none of its pages from
// another, nor the documents that share a name. What a page lacks of the best score in
// these documents is measured without the words. Passages keep their scores: without
// the words fewer of them were right (19 of 43 questions, 24 with them).
func (s *Searcher) asidePages(ctx context.Context, q core.Query, scores map[core.Place]float64) error {
	seen := make(map[core.Hash]bool)
	for at := range scores {
		seen[at.Hash] = true
	}
	words, contents := s.nameWords(q, slices.Sorted(maps.Keys(seen)))
	if len(contents) == 0 {
		return nil
	}
	var pages []core.Place
	best := 0.
	for at, score := range scores {
		if slices.Contains(contents, at.Hash) {
			pages, best = append(pages, at), max(best, score)
		}
	}
	within, err := s.Index.PageScores(ctx, withoutWords(q, words), pages)
	if err != nil || len(within) == 0 {
		return err
	}
	top := highest(within)
	for _, at := range pages {
		scores[at] = lacking(best, top, within[at])
	}
	return nil
}

// lacking returns the best score of named documents without what a passage or page
// lacks of the top score that they have without the words of their names.
func lacking(best, top, score float64) float64 { return max(0, best-(top-score)) }

// nameWords returns those of some contents that the query names, and the words that
// name them; none if nothing else is asked for.
func (s *Searcher) nameWords(q core.Query, of []core.Hash) (words []string, contents []core.Hash) {
	if q.Code || !s.with(PartAside) {
		return nil, nil
	}
	for _, hash := range of {
		if named := q.NameWords[hash]; len(named) > 0 {
			contents, words = append(contents, hash), append(words, named...)
		}
	}
	if rest := withoutWords(q, words); rest.Empty() || len(rest.Words) == len(q.Words) {
		return nil, nil
	}
	return words, contents
}

// asideWords returns the weights of the words of a query and the occurrences in a
// passage without those that name its document.
func (s *Searcher) asideWords(q core.Query, weights []float64, c *candidate) ([]float64, []core.Occurrence) {
	words := q.NameWords[c.match.Hash]
	if len(words) == 0 || q.Code || !s.with(PartAside) || withoutWords(q, words).Empty() {
		return weights, c.occurrences
	}
	weights = slices.Clone(weights)
	for i, w := range q.Words[:min(len(q.Words), len(weights))] {
		if slices.Contains(words, w) {
			weights[i] = 0
		}
	}
	return weights, slices.DeleteFunc(slices.Clone(c.occurrences), func(o core.Occurrence) bool {
		return o.Word < len(q.Words) && slices.Contains(words, q.Words[o.Word])
	})
}

// withoutWords returns a query that does not ask for some words.
func withoutWords(q core.Query, words []string) core.Query {
	q.Words = slices.DeleteFunc(slices.Clone(q.Words), func(w string) bool { return slices.Contains(words, w) })
	return q
}
