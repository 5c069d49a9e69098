package search

import (
	"context"
	"fmt"
	"slices"

	"ibid/core"
)

// mostHolding is the number of passages that are looked at to count pages.
const mostHolding = 200

// Holding counts the places of citations, pages of paged documents and passages of
// others, that hold all phrases of a query word for word and meet its other
// conditions. It counts no further than mostHolding passages.
func (s *Searcher) Holding(ctx context.Context, q core.Query) (int, error) {
	scope, err := s.scope(ctx, q)
	if err != nil {
		return 0, err
	}
	matches, err := s.Index.Search(ctx, q, scope, mostHolding)
	if err != nil {
		return 0, fmt.Errorf("search %q: count what holds its phrases: %w", q.Raw, err)
	}
	places := make(map[core.Match]bool)
	for _, m := range matches {
		docs, err := s.Documents.DocumentsByHash(ctx, m.Hash)
		if err != nil {
			return 0, fmt.Errorf("search %q: %w", q.Raw, err)
		}
		if m.Score = 0; len(docs) > 0 && docs[0].Kind.Paged() {
			m.Ordinal = 0
		}
		places[m] = true
	}
	return len(places), nil
}

// passageKey names a passage of a content.
type passageKey struct {
	hash    core.Hash
	ordinal int
}

// exact adds to the matches of a query the passages that hold phrases of q.Exact word
// for word, at most limit of each phrase. It returns the share of the phrases that
// each passage holds.
func (s *Searcher) exact(ctx context.Context, q core.Query, matches []core.Match, limit int) ([]core.Match, map[passageKey]float64, error) {
	if len(q.Exact) == 0 {
		return matches, make(map[passageKey]float64), nil
	}
	scope, err := s.scope(ctx, q)
	if err != nil {
		return nil, nil, err
	}
	known := make(map[passageKey]bool, len(matches))
	for _, m := range matches {
		known[passageKey{m.Hash, m.Ordinal}] = true
	}
	held := make(map[passageKey]float64)
	for _, phrase := range q.Exact {
		one := q
		one.Phrases = append(slices.Clone(q.Phrases), phrase)
		found, err := s.Index.Search(ctx, one, scope, limit)
		if err != nil {
			return nil, nil, err
		}
		for _, m := range found {
			key := passageKey{m.Hash, m.Ordinal}
			held[key] += 1 / float64(len(q.Exact))
			if !known[key] {
				known[key] = true
				matches = append(matches, m)
			}
		}
	}
	slices.SortFunc(matches, order)
	return matches, held, nil
}

// placed adds to the matches the passages at the places that a query asks for, and
// notes each as held whole.
func (s *Searcher) placed(ctx context.Context, q core.Query, matches []core.Match, held map[passageKey]float64) ([]core.Match, error) {
	for _, place := range q.Places {
		passages, err := s.Texts.Passages(ctx, place.Hash)
		if err != nil {
			return nil, fmt.Errorf("read the passages of a place: %w", err)
		}
		for _, p := range passages {
			if p.Page != place.Page || place.Start >= 0 && p.Spans[0].Start != place.Start {
				continue
			}
			held[passageKey{place.Hash, p.Ordinal}]++
			if !slices.ContainsFunc(matches, func(m core.Match) bool { return m.Hash == place.Hash && m.Ordinal == p.Ordinal }) {
				matches = append(matches, core.Match{Hash: place.Hash, Ordinal: p.Ordinal, Page: p.Page})
			}
		}
	}
	return matches, nil
}

// exactFirst puts candidates that hold phrases of the query word for word before
// those that hold fewer of them: a whole best score, shared out among the phrases,
// is added to theirs.
func exactFirst(found []candidate) {
	top := 0.
	for _, c := range found {
		top = max(top, c.score)
	}
	for i := range found {
		found[i].score += top * found[i].exact
	}
}
