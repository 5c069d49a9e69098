package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"ibid/app/ask"
	"ibid/core"
	"ibid/core/text"
)

// Search finds passages, best first.
func (srv *Service) Search(ctx context.Context, r SearchRequest) (SearchResult, error) {
	if r.Limit == 0 {
		r.Limit = 10
	}
	if r.Limit < 1 || r.Limit > MaxLimit || len(r.Query) > MaxQuestion {
		return SearchResult{}, asked("limit is from 1 to %d, and a question has %d bytes at most", MaxLimit, MaxQuestion)
	}
	if err := within(r.In); err != nil {
		return SearchResult{}, err
	}
	p, err := srv.planned(ctx, r.Plan)
	if err != nil {
		return SearchResult{}, err
	}
	found, err := srv.library.Search(ctx, core.SearchRequest{Query: r.Query, Kinds: r.Kinds, In: r.In, Plan: p, Limit: r.Limit, Without: r.Without})
	out := SearchResult{Hits: []Hit{}, Read: interpretations(found.Read)}
	for _, h := range found.Hits {
		out.Hits = append(out.Hits, hitOf(h))
	}
	return out, err
}

func hitOf(h core.Hit) Hit {
	out := Hit{
		Document: h.Document.ID, Name: h.Document.Name, Kind: h.Document.Kind, Locator: h.Locator.String(), Page: h.Place().Page,
		Score: h.Score, Text: h.Text, Stale: h.Stale, Part: h.Part, Reasons: reasons(h.Reasons), More: []More{},
	}
	for _, m := range h.More {
		out.More = append(out.More, More{m.Locator.String(), m.Score, m.Text})
	}
	return out
}

func interpretations(from []core.Interpretation) []core.Interpretation {
	out := []core.Interpretation{}
	for _, r := range from {
		r.Text, r.Why = plainly(r.Text), plainly(r.Why)
		out = append(out, r)
	}
	return out
}

func reasons(from []core.Reason) []string {
	out := []string{}
	for _, r := range from {
		out = append(out, plainly(r.Detail))
	}
	return out
}

// Plan returns a plan of where to look for sources.
func (srv *Service) Plan(ctx context.Context, r PlanRequest) (Plan, error) {
	if len(r.Query) > MaxQuestion {
		return Plan{}, asked("a question has %d bytes at most", MaxQuestion)
	}
	p, err := srv.library.Plan(ctx, r.Query, r.Planner, nil)
	if err != nil {
		return Plan{}, err
	}
	out := Plan{
		Keywords: append([]string{}, p.Keywords...), Symbols: append([]string{}, p.Symbols...), Patterns: append([]string{}, p.Patterns...),
		IncludeTests: p.IncludeTests, Depth: p.Depth, Strategy: p.Strategy, Planner: p.Planner, Why: plainly(p.Why), Documents: []core.DocumentID{},
	}
	docs, err := srv.library.Documents(ctx)
	for _, doc := range docs {
		if slices.Contains(p.Documents, doc.Path) {
			out.Documents = append(out.Documents, doc.ID)
		}
	}
	return out, err
}

// planned converts a plan into the engine's type; nil stays nil.
func (srv *Service) planned(ctx context.Context, p *Plan) (*core.Plan, error) {
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
		doc, err := srv.library.Document(ctx, id)
		if err != nil {
			return nil, err
		}
		out.Documents = append(out.Documents, doc.Path)
	}
	return out, nil
}

// request converts a request into the engine's type.
func (srv *Service) request(ctx context.Context, r ContextRequest) (core.ContextRequest, error) {
	switch {
	case len(r.Query) > MaxQuestion:
		return core.ContextRequest{}, asked("a question has %d bytes at most", MaxQuestion)
	case r.Limit < 0 || r.Limit > MaxLimit:
		return core.ContextRequest{}, asked("limit is from 1 to %d", MaxLimit)
	case r.MinScore != nil && !(*r.MinScore >= 0 && *r.MinScore <= 1):
		return core.ContextRequest{}, asked("min_score is from 0 to 1")
	}
	out := core.ContextRequest{
		Query: r.Query, Budget: r.Budget, Tokenizer: r.Tokenizer, MaxSources: r.Limit, Format: r.Format, Kinds: r.Kinds,
		Entities: r.EntityTypes, In: r.In, Without: r.Without, Explain: true,
	}
	if r.MinScore != nil {
		out.MinScore = *r.MinScore
	}
	err := within(r.In)
	if err != nil {
		return out, err
	}
	if out.Plan, err = srv.planned(ctx, r.Plan); err != nil || r.Plan != nil {
		return out, err
	}
	for _, s := range r.Strategies {
		if !slices.Contains(core.Strategies, s) {
			return out, asked("the strategies are %q", core.Strategies)
		}
	}
	if narrowed := len(r.Strategies) > 0 && len(r.Strategies) < len(core.Strategies); narrowed {
		p, err := srv.library.Plan(ctx, r.Query, core.PlannerHeuristic, nil)
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

// Context builds a cited context and keeps it for a while, so that an answer
// can be checked against it.
func (srv *Service) Context(ctx context.Context, r ContextRequest) (Context, error) {
	c, err := srv.build(ctx, r)
	if err != nil {
		return Context{}, err
	}
	return srv.contextOf(c), nil
}

func (srv *Service) build(ctx context.Context, r ContextRequest) (core.Context, error) {
	req, err := srv.request(ctx, r)
	if err != nil {
		return core.Context{}, err
	}
	return srv.library.Context(ctx, req)
}

func (srv *Service) contextOf(c core.Context) Context {
	out := Context{
		ID: srv.recent.add(c), Text: c.Text, Tokens: c.Tokens, Budget: c.Budget, Tokenizer: c.Tokenizer, Estimated: c.Estimated, Missing: append([]string{}, c.Missing...),
		Results: []Source{}, LeftOut: []LeftOut{}, Summary: c.Summary(), Read: interpretations(c.Read),
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

// preview returns the beginning of a text as one line.
func preview(s string) string {
	runes := []rune(text.OneLine(text.Clip(s, 8*previewSize)))
	if len(runes) <= previewSize {
		return string(runes)
	}
	return string(runes[:previewSize-1]) + "…"
}

// Sheet returns one picture of the cited pages of a context that is kept.
func (srv *Service) Sheet(ctx context.Context, id string) ([]byte, error) {
	sources, known := srv.recent.find(id)
	if !known {
		return nil, fmt.Errorf("context %q is not known any more: %w", text.Clip(id, idSize), core.ErrNotFound)
	}
	return srv.library.ContactSheet(ctx, sources, core.SmallSheet)
}

// Check compares an answer with the sources of the context that it was given.
func (srv *Service) Check(ctx context.Context, r CheckRequest) (CheckReport, error) {
	sources, known := srv.recent.find(r.Context)
	switch {
	case known:
	case r.Request != nil:
		c, err := srv.build(ctx, *r.Request)
		if err != nil {
			return CheckReport{}, err
		}
		sources = c.Sources
	case r.Context == "":
		return CheckReport{}, asked("check needs the context that the answer was given, or the request it was asked with")
	default:
		return CheckReport{}, fmt.Errorf("context %q is not known any more, give the request it was asked with: %w", text.Clip(r.Context, idSize), core.ErrNotFound)
	}
	report, err := srv.library.Check(ctx, r.Answer, sources)
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

// Bounds of the contexts that are kept.
const (
	keptContexts = 64
	idSize       = 16 // hexadecimal digits
)

// recentContexts keeps the sources of the last contexts, so that an answer can be
// checked against them. Safe for concurrent use.
type recentContexts struct {
	mu    sync.Mutex
	order []string // ids, the last one last
	known map[string][]core.Source
}

// add keeps a context and returns its id. Equal sources have equal ids.
func (r *recentContexts) add(c core.Context) string {
	h := sha256.New()
	_ = json.NewEncoder(h).Encode(c.Sources) // plain values into a hash cannot fail
	id := hex.EncodeToString(h.Sum([]byte{}))[:idSize]
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known == nil {
		r.known = make(map[string][]core.Source)
	}
	r.order = append(slices.DeleteFunc(r.order, func(o string) bool { return o == id }), id)
	r.known[id] = c.Sources
	if len(r.order) > keptContexts {
		delete(r.known, r.order[0])
		r.order = r.order[1:]
	}
	return id
}

func (r *recentContexts) find(id string) ([]core.Source, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	sources, known := r.known[id]
	return sources, known
}

// Ask has the local model answer from a context. each receives the context
// first, then the answer piece by piece.
func (srv *Service) Ask(ctx context.Context, r ContextRequest, each func(c *Context, piece string)) (Answer, error) {
	req, err := srv.request(ctx, r)
	if err != nil {
		return Answer{}, err
	}
	req.Explain = false // explanations are for people and would cost tokens of the model
	a, err := srv.library.Ask(ctx, req, func(ev ask.AskEvent) {
		if ev.Context != nil {
			c := srv.contextOf(*ev.Context)
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
