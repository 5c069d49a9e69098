package app

import (
	"context"
	"path/filepath"
	"slices"

	"ibid/core"
	"ibid/core/plan"
	"ibid/core/search"
)

// expand puts before the hits what the graph of the source code connects with
// what the question names, and counts that. Questions that are not about code,
// and those that say themselves where to look, stay as they are.
func (e *Engine) expand(ctx context.Context, req core.ContextRequest, q core.Query, hits []core.Hit) ([]core.Hit, int, error) {
	asksCode := q.Code || req.Plan != nil || req.Strategy != ""
	if !asksCode || len(req.Entities) > 0 || len(q.Names) > 0 || len(q.Kinds) > 0 && !slices.Contains(q.Kinds, core.KindCode) {
		return hits, 0, nil
	}
	start, err := e.start(ctx, req)
	if err != nil {
		return nil, 0, err
	}
	out, err := current(ctx, e, connected, func() ([]core.Hit, error) { return e.searcher.Expand(ctx, q, start, hits) })
	if err != nil {
		return nil, 0, err
	}
	added := 0
	for _, h := range out {
		if search.Connected(h) {
			added++
		}
	}
	return out, added, e.markStale(ctx, out)
}

// connected are the documents of hits that an expansion brought: the others have
// been looked at.
func connected(hits []core.Hit) []core.Document {
	return documentsOfHits(slices.DeleteFunc(slices.Clone(hits), func(h core.Hit) bool { return !search.Connected(h) }))
}

// start is where the plan of a request, or that of rules, begins.
func (e *Engine) start(ctx context.Context, req core.ContextRequest) (search.Start, error) {
	var p core.Plan
	if req.Plan != nil {
		p = *req.Plan
	} else {
		var err error
		if p, err = e.Plan(ctx, req.Query, core.PlannerHeuristic, nil); err != nil {
			return search.Start{}, err
		}
	}
	if req.Strategy != "" {
		p.Strategy, p.Depth = req.Strategy, max(p.Depth, 1)
	}
	if req.NoImports && p.Strategy != core.StrategyFocused {
		p.Depth = 0
	}
	now, err := e.shelf.look(ctx)
	if err != nil {
		return search.Start{}, err
	}
	return search.Start{Plan: p, Files: fitting(p.Patterns, now.documents), All: now.documents, Name: now.called.apart}, nil
}

// fitting are the documents whose paths fit a pattern, those of the first one
// first.
func fitting(patterns []string, docs []core.Document) (out []core.Document) {
	for _, pattern := range patterns {
		for _, d := range docs {
			taken := slices.ContainsFunc(out, func(o core.Document) bool { return o.ID == d.ID })
			if !taken && d.State.Searchable() && plan.Match(pattern, filepath.ToSlash(d.Path)) {
				out = append(out, d)
			}
		}
	}
	return out
}
