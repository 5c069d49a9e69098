package search

import (
	"context"

	"ibid/core"
)

// Definition makes a hit of a named thing of source code: functions in full,
// types as their definition. There is none if it was removed meanwhile.
func (s *Searcher) Definition(ctx context.Context, q core.Query, of core.Symbol, score float64, why string) ([]core.Hit, error) {
	x := &expansion{ctx: ctx, s: s, q: q, files: make(map[core.DocumentID]bool)}
	err := x.symbol(of, score, why)
	return x.added, err
}

// Link makes a hit one that is there because of another, which why says.
func Link(h core.Hit, score float64, why string) core.Hit {
	h.Score, h.Shape = score, ""
	h.Reasons = []core.Reason{{Retriever: byGraph, Score: score, Detail: why}}
	return h
}
