package search

import (
	"context"
	"maps"
	"slices"

	"ibid/core"
)

// aside returns the matches with new scores in the documents that the query names:
// all of such a document is about the words of its name, so these tell none of its
// passages from another, nor the documents that share a name, and a passage that
// repeats them answers no better. What a passage lacks of the best score in these
// documents is measured without the words.
func (s *Searcher) aside(ctx context.Context, q core.Query, matches []core.Match) ([]core.Match, error) {
	words, contents := s.nameWords(q, contentsOf(matches))
	if len(contents) == 0 {
		return matches, nil
	}
	within, err := s.Index.Search(ctx, withoutWords(q, words), contents, len(matches))
	if err != nil || len(within) == 0 {
		return matches, err
	}
	score, best := make(map[passageKey]float64), 0.
	for _, m := range within {
		score[passageKey{m.Hash, m.Ordinal}] = m.Score
	}
	for _, m := range matches {
		if slices.Contains(contents, m.Hash) {
			best = max(best, m.Score)
		}
	}
	top := within[0].Score
	for i, m := range matches {
		if slices.Contains(contents, m.Hash) {
			key := passageKey{m.Hash, m.Ordinal}
			matches[i].Score = lacking(best, top, score[key])
			delete(score, key)
		}
	}
	for _, m := range within {
		if _, left := score[passageKey{m.Hash, m.Ordinal}]; left {
			m.Score = lacking(best, top, m.Score)
			matches = append(matches, m)
		}
	}
	slices.SortFunc(matches, order)
	return matches, nil
}

// asidePages does to the scores of pages what aside does to those of passages.
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
	best, top := 0., 0.
	for at, score := range scores {
		if slices.Contains(contents, at.Hash) {
			pages, best = append(pages, at), max(best, score)
		}
	}
	within, err := s.Index.PageScores(ctx, withoutWords(q, words), pages)
	if err != nil || len(within) == 0 {
		return err
	}
	for _, score := range within {
		top = max(top, score)
	}
	for _, at := range pages {
		scores[at] = lacking(best, top, within[at])
	}
	return nil
}

// lacking returns the best score of named documents without what a passage or page
// lacks of the top score that they have without the words of their names.
func lacking(best, top, score float64) float64 { return max(0, best-(top-score)) }

// contentsOf lists the contents of matches, each once.
func contentsOf(matches []core.Match) []core.Hash {
	out := make([]core.Hash, len(matches))
	for i, m := range matches {
		out[i] = m.Hash
	}
	slices.Sort(out)
	return slices.Compact(out)
}

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
