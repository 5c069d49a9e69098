package search

import (
	"context"
	"fmt"

	"ibid/core"
)

// Featured is a passage with the values of its features for one question. Weights are
// fitted with them.
type Featured struct {
	Document core.Document
	Page     int // 1-based index
	Values   map[Part]float64
}

// Features returns the features of at most limit passages for a question about text,
// those with the best BM25 scores. It does not weigh them, so that what comes does
// not depend on weights.
func (s *Searcher) Features(ctx context.Context, q core.Query, limit int) ([]Featured, error) {
	q.Code = false
	matches, err := s.matches(ctx, q, nil, limit)
	if err != nil {
		return nil, fmt.Errorf("measure features of %q: %w", q.Raw, err)
	}
	found, err := s.scored(ctx, q, matches)
	if err != nil {
		return nil, fmt.Errorf("measure features of %q: %w", q.Raw, err)
	}
	weights, err := s.Index.Weights(ctx, q)
	if err == nil {
		found, err = s.read(ctx, q, found, weights)
	}
	if err != nil {
		return nil, fmt.Errorf("measure features of %q: %w", q.Raw, err)
	}
	out := make([]Featured, 0, len(found))
	for _, c := range found {
		docs, err := s.Documents.DocumentsByHash(ctx, c.match.Hash)
		if err != nil {
			return nil, err
		}
		if len(docs) == 0 {
			continue
		}
		f := Featured{Document: cited(docs, q), Page: c.passage.Page, Values: make(map[Part]float64)}
		for i, v := range c.values {
			if v != 0 {
				f.Values[partOf[i]] = v
			}
		}
		out = append(out, f)
	}
	return out, nil
}
