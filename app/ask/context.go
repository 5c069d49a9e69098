package ask

import (
	"cmp"
	"context"
	"slices"

	"ibid/core"
	"ibid/core/search"
)

// Search finds passages for a question, best first.
func (a *Asker) Search(ctx context.Context, req core.SearchRequest) (core.Found, error) {
	return a.SearchInWaves(ctx, req, nil)
}

// SearchInWaves is Search for a window. If the answer takes longer than a moment, each
// receives what the words of the question alone find; each may be nil.
func (a *Asker) SearchInWaves(ctx context.Context, req core.SearchRequest, each func(core.Found)) (core.Found, error) {
	a.p.Scans.Hush()
	q, err := a.query(ctx, req)
	if err != nil {
		return core.Found{}, err
	}
	var first func(search.Wave)
	if each != nil {
		first = func(w search.Wave) { each(core.Found{Hits: w.Hits, Read: q.Read}) }
	}
	found, err := a.p.Searcher.Waves(ctx, q, req.Limit, first)
	if err != nil {
		return core.Found{Read: q.Read}, err
	}
	read, err := a.unread(ctx, q, placesOf(found.Hits))
	return core.Found{Hits: found.Hits, Read: read, Gone: found.Gone}, err
}

// Context builds the cited context for a request. If the question is about
// source code, code connected with the names in it comes first, found by the
// request's plan or, without one, by a plan made by rules. A document that
// mentions a name of code and the definition of that name are cited together.
// The same library and request give the same bytes.
func (a *Asker) Context(ctx context.Context, req core.ContextRequest) (core.Context, error) {
	a.p.Scans.Hush()
	grow, sure := req.MaxSources <= 0, max(core.SureSources, len(req.Order))
	if !grow {
		req.MaxSources = min(max(req.MaxSources, len(req.Order)), core.MostSources)
		sure = req.MaxSources
	}
	if req.NoCode && len(req.Kinds) == 0 {
		req.Kinds = slices.DeleteFunc(slices.Clone(core.Kinds), func(k core.Kind) bool { return k.Group() == core.GroupCode })
	}
	if len(req.Entities) > 0 && len(req.Kinds) == 0 {
		req.Kinds = []core.Kind{core.KindCode}
	}
	q, err := a.query(ctx, core.SearchRequest{
		Query: req.Query, Kinds: req.Kinds, In: req.In, Plan: req.Plan, Limit: sure, Without: req.Without,
	})
	if err != nil {
		return core.Context{}, err
	}
	start, err := a.start(ctx, req, q)
	if err != nil {
		return core.Context{}, err
	}
	wanted := search.Request{
		Query: q, Start: start, Entities: req.Entities, Chosen: req.Order, Sources: sure, Grow: grow,
		Link: len(req.Entities) == 0 && len(q.Names) == 0 && len(q.Kinds) == 0 && !req.NoCode,
	}
	for limit := search.HitsPerSource * (wanted.Sources + len(req.Exclude)); ; limit *= 4 {
		found, err := a.p.Searcher.Evidence(ctx, wanted, limit)
		if err != nil {
			return core.Context{}, err
		}
		within := req
		if grow && start != nil { // what the graph connects says how many sources of code belong together
			within.MaxSources = found.Sources
		}
		c, err := a.p.Assembler.Context(ctx, within, core.Retrieval{Query: q, Hits: found.Hits, Sure: found.Sources})
		if c.Read = q.Read; err == nil {
			c.Read, err = a.unread(ctx, q, sourcesOf(c))
		}
		if err != nil || !found.More || limit >= search.MostHits || full(c, within) {
			return c, err
		}
	}
}

// full reports whether a context takes no further source: it has as many as the
// request allows, one was left out for the budget or its score, or the question
// names its subject and sources about anything else are not wanted.
func full(c core.Context, req core.ContextRequest) bool {
	return len(c.Sources) >= cmp.Or(req.MaxSources, core.AutoSources) || slices.ContainsFunc(c.LeftOut, func(lo core.LeftOut) bool {
		return slices.Contains([]core.Cause{core.CauseBudget, core.CauseScore, core.CauseWorth, core.CauseApart}, lo.Cause)
	})
}

// start returns the entities of source code at which the plan of the request,
// or a plan made by rules, begins. It is nil for questions that are not about
// code, and for those that name the place to look in.
func (a *Asker) start(ctx context.Context, req core.ContextRequest, q core.Query) (*search.Start, error) {
	asksCode := q.Code || req.Plan != nil || req.Strategy != ""
	if !asksCode || len(req.Entities) > 0 || len(q.Names) > 0 || len(q.Kinds) > 0 && !slices.Contains(q.Kinds, core.KindCode) {
		return nil, nil
	}
	var p core.Plan
	if req.Plan != nil {
		p = *req.Plan
	} else {
		var err error
		if p, err = a.Plan(ctx, req.Query, core.PlannerHeuristic, nil); err != nil {
			return nil, err
		}
	}
	if req.Strategy != "" {
		p.Strategy, p.Depth = req.Strategy, max(p.Depth, 1)
	}
	if req.NoImports && p.Strategy != core.StrategyFocused {
		p.Depth = 0
	}
	now, err := a.p.Snapshot.Now(ctx)
	if err != nil {
		return nil, err
	}
	start := search.NewStart(p, now)
	return &start, nil
}
