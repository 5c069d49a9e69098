package ask

import (
	"context"
	"fmt"
	"slices"

	"ibid/core"
	"ibid/core/query"
	"ibid/core/search"
)

// Search finds at most limit passages for a question, best first.
func (a *Asker) Search(ctx context.Context, question string, limit int) ([]core.Hit, error) {
	return a.SearchPlanned(ctx, question, nil, nil, limit)
}

// SearchPlanned is Search among documents of the given kinds, with the keywords
// and documents of a plan. No kinds means all; a kind that the question itself
// names is searched as well. Without a plan it uses all words of the question.
func (a *Asker) SearchPlanned(ctx context.Context, question string, kinds []core.Kind, p *core.Plan, limit int) ([]core.Hit, error) {
	q, err := a.query(ctx, question, kinds, p)
	if err != nil {
		return nil, err
	}
	return a.p.Searcher.Current(ctx, q, limit)
}

// Context builds the cited context for a request. If the question is about
// source code, code connected with the names in it comes first, found by the
// request's plan or, without one, by a plan made by rules. A document that
// mentions a name of code and the definition of that name are cited together.
// The same library and request give the same bytes.
func (a *Asker) Context(ctx context.Context, req core.ContextRequest) (core.Context, error) {
	grow := req.MaxSources <= 0
	if grow {
		req.MaxSources = core.DefaultMaxSources
	}
	req.MaxSources = min(max(req.MaxSources, len(req.Order)), core.MostSources)
	if req.NoCode && len(req.Kinds) == 0 {
		req.Kinds = slices.DeleteFunc(slices.Clone(core.Kinds), func(k core.Kind) bool { return k.Group() == core.GroupCode })
	}
	if len(req.Entities) > 0 && len(req.Kinds) == 0 {
		req.Kinds = []core.Kind{core.KindCode}
	}
	q, err := a.query(ctx, req.Query, req.Kinds, req.Plan)
	if err != nil {
		return core.Context{}, err
	}
	start, err := a.start(ctx, req, q)
	if err != nil {
		return core.Context{}, err
	}
	wanted := search.Request{
		Query: q, Start: start, Entities: req.Entities, Chosen: req.Order, Sources: req.MaxSources, Grow: grow,
		Link: len(req.Entities) == 0 && len(q.Names) == 0 && len(q.Kinds) == 0 && !req.NoCode,
	}
	for limit := search.HitsPerSource * (req.MaxSources + len(req.Exclude)); ; limit *= 4 {
		found, err := a.p.Searcher.Evidence(ctx, wanted, limit)
		if err != nil {
			return core.Context{}, err
		}
		within := req
		within.MaxSources, within.Weak = found.Sources, found.Weak
		c, err := a.p.Assembler.Context(ctx, within, found.Hits)
		if err != nil || !found.More || limit >= search.MostHits || full(c, within) {
			return c, err
		}
	}
}

// full reports whether a context takes no further source: it has as many as the
// request allows, one was left out for the budget or its score, or the question
// names its subject and sources about anything else are not wanted.
func full(c core.Context, req core.ContextRequest) bool {
	return len(c.Sources) >= req.MaxSources || slices.ContainsFunc(c.LeftOut, func(lo core.LeftOut) bool {
		return lo.Cause == core.CauseBudget || lo.Cause == core.CauseScore || lo.Cause == core.CauseApart
	})
}

// query returns a question in the form that is searched: its words, and the
// restrictions on documents that come from the question, the library or the
// plan.
func (a *Asker) query(ctx context.Context, question string, kinds []core.Kind, p *core.Plan) (core.Query, error) {
	q, err := query.Parse(question)
	if err != nil {
		return q, err
	}
	q.Kinds = append(q.Kinds, kinds...)
	if p != nil {
		q = query.Planned(q, p.Keywords)
	}
	now, err := a.p.Snapshot.Now(ctx)
	if err != nil {
		return q, fmt.Errorf("look for documents that the question names: %w", err)
	}
	q = now.Scope(q)
	if p == nil {
		return q, nil
	}
	q.Likely, q.Tests = nil, p.IncludeTests
	if len(p.Documents) == 0 {
		return q, nil
	}
	for _, d := range now.Documents {
		if d.Hash != "" && slices.Contains(p.Documents, d.Path) {
			q.Documents = append(q.Documents, d.Hash)
		}
	}
	if len(q.Documents) == 0 {
		return q, fmt.Errorf("search %q: no document of the plan is there, such as %q: %w", question, p.Documents[0], core.ErrNotFound)
	}
	slices.Sort(q.Documents)
	q.Documents = slices.Compact(q.Documents)
	return q, nil
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
