package desk

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"

	"ibid/app"
	"ibid/core"
	"ibid/core/text"
)

// Search finds passages, best first.
func (d *Desk) Search(ctx context.Context, r SearchRequest) (SearchResult, error) {
	if r.Limit == 0 {
		r.Limit = 10
	}
	if r.Limit < 1 || r.Limit > MaxLimit || len(r.Query) > MaxQuestion {
		return SearchResult{}, asked("limit is from 1 to %d, and a question has %d bytes at most", MaxLimit, MaxQuestion)
	}
	if err := d.note(ctx, r.Query); err != nil {
		return SearchResult{}, err
	}
	p, err := d.planned(ctx, r.Plan)
	if err != nil {
		return SearchResult{}, err
	}
	hits, err := d.engine.SearchPlanned(ctx, r.Query, r.Kinds, p, r.Limit)
	out := SearchResult{Hits: []Hit{}}
	for _, h := range hits {
		out.Hits = append(out.Hits, Hit{
			Document: h.Document.ID, Name: h.Document.Name, Kind: h.Document.Kind, Locator: h.Locator.String(), Page: h.Place().Page,
			Score: h.Score, Text: h.Text, Stale: h.Stale, Reasons: reasons(h.Reasons),
		})
	}
	return out, err
}

func reasons(from []core.Reason) []string {
	out := []string{}
	for _, r := range from {
		out = append(out, plainly(r.Detail))
	}
	return out
}

// Plan says where sources would be looked for.
func (d *Desk) Plan(ctx context.Context, r PlanRequest) (Plan, error) {
	if len(r.Query) > MaxQuestion {
		return Plan{}, asked("a question has %d bytes at most", MaxQuestion)
	}
	if err := d.note(ctx, r.Query); err != nil {
		return Plan{}, err
	}
	p, err := d.engine.Plan(ctx, r.Query, r.Planner, nil)
	if err != nil {
		return Plan{}, err
	}
	out := Plan{
		Keywords: append([]string{}, p.Keywords...), Symbols: append([]string{}, p.Symbols...), Patterns: append([]string{}, p.Patterns...),
		IncludeTests: p.IncludeTests, Depth: p.Depth, Strategy: p.Strategy, Planner: p.Planner, Why: plainly(p.Why), Documents: []core.DocumentID{},
	}
	docs, err := d.engine.Documents(ctx)
	for _, doc := range docs {
		if slices.Contains(p.Documents, doc.Path) {
			out.Documents = append(out.Documents, doc.ID)
		}
	}
	return out, err
}

// planned is a plan as the engine takes it; nil stays nil.
func (d *Desk) planned(ctx context.Context, p *Plan) (*core.Plan, error) {
	if p == nil {
		return nil, nil
	}
	if len(p.Keywords)+len(p.Symbols)+len(p.Patterns) > 3*core.MaxPlanItems || len(p.Documents) > core.MaxPlanScope {
		return nil, asked("a plan has %d items of each kind at most, and %d documents", core.MaxPlanItems, core.MaxPlanScope)
	}
	out := &core.Plan{
		Keywords: p.Keywords, Symbols: p.Symbols, Patterns: p.Patterns, IncludeTests: p.IncludeTests, Depth: min(max(p.Depth, 0), core.MaxPlanDepth),
		Strategy: p.Strategy, Planner: core.PlannerHand, Why: p.Why, Documents: []string{},
	}
	for _, id := range p.Documents {
		doc, err := d.engine.Document(ctx, id)
		if err != nil {
			return nil, err
		}
		out.Documents = append(out.Documents, doc.Path)
	}
	return out, nil
}

// request is a request as the engine takes it.
func (d *Desk) request(ctx context.Context, r ContextRequest) (core.ContextRequest, error) {
	switch {
	case len(r.Query) > MaxQuestion:
		return core.ContextRequest{}, asked("a question has %d bytes at most", MaxQuestion)
	case r.Limit < 0 || r.Limit > MaxLimit:
		return core.ContextRequest{}, asked("limit is from 1 to %d", MaxLimit)
	case r.MinScore != nil && !(*r.MinScore >= 0 && *r.MinScore <= 1):
		return core.ContextRequest{}, asked("min_score is from 0 to 1")
	}
	if err := d.note(ctx, r.Query); err != nil {
		return core.ContextRequest{}, err
	}
	out := core.ContextRequest{
		Query: r.Query, Budget: r.Budget, Tokenizer: r.Tokenizer, MaxSources: r.Limit, Format: r.Format, Kinds: r.Kinds,
		Entities: r.EntityTypes, Explain: true,
	}
	if r.MinScore != nil {
		out.MinScore = *r.MinScore
	}
	var err error
	if out.Plan, err = d.planned(ctx, r.Plan); err != nil || r.Plan != nil {
		return out, err
	}
	for _, s := range r.Strategies {
		if !slices.Contains(core.Strategies, s) {
			return out, asked("the strategies are %q", core.Strategies)
		}
	}
	if narrowed := len(r.Strategies) > 0 && len(r.Strategies) < len(core.Strategies); narrowed {
		p, err := d.engine.Plan(ctx, r.Query, core.PlannerHeuristic, nil)
		if err != nil {
			return out, err
		}
		if !slices.Contains(r.Strategies, p.Strategy) {
			p.Strategy = r.Strategies[0]
		}
		out.Plan = &p
	}
	return out, nil
}

// Context builds a cited context and keeps it for a while, to check an answer
// against it.
func (d *Desk) Context(ctx context.Context, r ContextRequest) (Context, error) {
	c, err := d.build(ctx, r)
	if err != nil {
		return Context{}, err
	}
	return d.contextOf(c), nil
}

func (d *Desk) build(ctx context.Context, r ContextRequest) (core.Context, error) {
	req, err := d.request(ctx, r)
	if err != nil {
		return core.Context{}, err
	}
	return d.engine.Context(ctx, req)
}

func (d *Desk) contextOf(c core.Context) Context {
	out := Context{
		ID: d.kept.keep(c), Text: c.Text, Tokens: c.Tokens, Budget: c.Budget, Tokenizer: c.Tokenizer, Estimated: c.Estimated, Weak: c.Weak,
		Results: []Source{}, LeftOut: []LeftOut{}, Summary: c.Summary(),
	}
	for _, s := range c.Sources {
		out.Results = append(out.Results, sourceOf(s))
	}
	for _, l := range c.LeftOut {
		if len(out.LeftOut) < MaxLimit {
			out.LeftOut = append(out.LeftOut, LeftOut{l.Locator.String(), l.Cause, plainly(l.Reason)})
		}
	}
	return out
}

func sourceOf(s core.Source) Source {
	out := Source{
		Number: s.Number, Document: s.Document.ID, Name: s.Document.Name, Kind: s.Document.Kind, Locator: s.Locator.String(),
		Page: s.Place.Page, FirstLine: s.Locator.FirstLine, LastLine: s.Locator.LastLine, Section: s.Section, Score: s.Score, Tokens: s.Tokens,
		Preview: preview(s.Text), Cut: s.Cut, Stale: s.Stale, Warnings: append([]string{}, s.Warnings...), Reasons: reasons(s.Reasons),
		Imports: s.Imports, Related: s.Related,
	}
	if s.Entity.Name != "" {
		out.Entity = &s.Entity
	}
	return out
}

// preview is the beginning of a text, in one line.
func preview(s string) string {
	runes := []rune(text.OneLine(text.Clip(s, 8*previewSize)))
	if len(runes) <= previewSize {
		return string(runes)
	}
	return string(runes[:previewSize-1]) + "…"
}

// Sheet is one picture of the cited pages of a context that is kept.
func (d *Desk) Sheet(ctx context.Context, id string) ([]byte, error) {
	sources, known := d.kept.find(id)
	if !known {
		return nil, fmt.Errorf("context %q is not known any more: %w", text.Clip(id, idSize), core.ErrNotFound)
	}
	return d.engine.ContactSheet(ctx, sources, core.SmallSheet)
}

// Check looks whether an answer stands in the sources of the context that it was
// given.
func (d *Desk) Check(ctx context.Context, r CheckRequest) (CheckReport, error) {
	sources, known := d.kept.find(r.Context)
	switch {
	case known:
	case r.Request != nil:
		c, err := d.build(ctx, *r.Request)
		if err != nil {
			return CheckReport{}, err
		}
		sources = c.Sources
	case r.Context == "":
		return CheckReport{}, asked("check needs the context that the answer was given, or the request it was asked with")
	default:
		return CheckReport{}, fmt.Errorf("context %q is not known any more, give the request it was asked with: %w", text.Clip(r.Context, idSize), core.ErrNotFound)
	}
	report, err := d.engine.Check(ctx, r.Answer, sources)
	if err != nil {
		return CheckReport{}, err
	}
	return reportOf(report), nil
}

func reportOf(r core.CheckReport) CheckReport {
	out := CheckReport{Held: r.Held(), Counts: make(map[core.Verdict]int), Claims: []Claim{}}
	for _, v := range core.Verdicts {
		out.Counts[v] = r.Count(v)
	}
	for _, c := range r.Claims {
		claim := Claim{Kind: c.Kind, Text: c.Text, Citations: append([]int{}, c.Citations...), Verdict: c.Verdict, Why: c.Why, Evidence: []Evidence{}}
		for _, e := range c.Evidence {
			claim.Evidence = append(claim.Evidence, Evidence{e.Number, e.Document, e.Locator.String(), e.Text})
		}
		out.Claims = append(out.Claims, claim)
	}
	return out
}

// Bounds of what is kept of contexts.
const (
	keptContexts = 64
	idSize       = 16 // hexadecimal digits
)

// shelf keeps the sources of the last contexts. Safe for concurrent use.
type shelf struct {
	mu    sync.Mutex
	order []string
	known map[string][]core.Source
}

// keep puts a context on the shelf and names it. The same sources have the same
// name.
func (s *shelf) keep(c core.Context) string {
	h := sha256.New()
	_ = json.NewEncoder(h).Encode(c.Sources) // plain values, into a hash
	id := hex.EncodeToString(h.Sum([]byte{}))[:idSize]
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil {
		s.known = make(map[string][]core.Source)
	}
	if i := slices.Index(s.order, id); i >= 0 {
		s.order = slices.Delete(s.order, i, i+1)
	}
	s.order = append(s.order, id)
	s.known[id] = c.Sources
	if len(s.order) > keptContexts {
		s.order = s.order[1:]
		maps.DeleteFunc(s.known, func(id string, _ []core.Source) bool { return !slices.Contains(s.order, id) })
	}
	return id
}

func (s *shelf) find(id string) ([]core.Source, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sources, known := s.known[id]
	return sources, known
}

// Ask has the local model answer from a context. each is told the context, and
// then the answer piece by piece.
func (d *Desk) Ask(ctx context.Context, r ContextRequest, each func(c *Context, piece string)) (Answer, error) {
	req, err := d.request(ctx, r)
	if err != nil {
		return Answer{}, err
	}
	req.Explain = false // what is said to people costs the model's tokens
	a, err := d.engine.Ask(ctx, req, func(ev app.AskEvent) {
		if ev.Context != nil {
			c := d.contextOf(*ev.Context)
			each(&c, "")
			return
		}
		each(nil, ev.Piece)
	})
	out := Answer{Answer: a.Text, Model: a.Model, Complete: a.Complete, Truncated: a.Context.Truncated, Tokens: a.Tokens}
	if a.Checked {
		report := reportOf(a.Check)
		out.Check = &report
	}
	return out, err
}
