package plan

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"ibid/core"
	"ibid/core/query"
)

// DefaultTime is how long a model may take if Planner.Time does not say.
const DefaultTime = 8 * time.Second

// Library answers what a planner asks of a library. Safe for concurrent use.
type Library interface {
	Shape(ctx context.Context) (Shape, error)
	// Holds reports whether some document holds the words of s in this order.
	Holds(ctx context.Context, s string) (bool, error)
	// RelatedWords lists words that the library uses for the same thing as word.
	RelatedWords(ctx context.Context, word string) ([]query.RelatedWord, error)
	// Names lists names of files and of what they define that hold one of the
	// words, the nearest first.
	Names(ctx context.Context, words []string) ([]string, error)
}

// Shape is the outline of a library: what it holds, but not what documents say.
type Shape struct {
	Generation string // differs when the library does
	Kinds      map[core.Kind]int
	Paths      []string // of all documents, with slashes
	Folders    []string // those with most files first
	Terms      []string // frequent words, without stop words
}

// Planner makes plans. Safe for concurrent use if its parts are.
type Planner struct {
	Library Library
	Model   core.Model    // nil if there is none
	Time    time.Duration // that the model may take; DefaultTime if 0

	mu    sync.Mutex
	cache map[key]core.Plan
	order []key // of cache, the oldest first
}

// key identifies a plan that was made.
type key struct {
	question   string
	model      string // empty for the rules' plan
	generation string
}

const maxCached = 256 // plans

// Plan makes a plan for a question. who is one of core.Planners, auto if empty.
// If a model gives no valid plan, Plan returns the plan of the rules, and its Why
// gives the reason. each, if not nil, is called with every piece of a model's
// answer as it arrives. Errors come from the library and from ctx.
func (p *Planner) Plan(ctx context.Context, question string, who core.Planner, each func(piece string)) (core.Plan, error) {
	if who != "" && !slices.Contains(core.Planners, who) {
		return core.Plan{}, fmt.Errorf("plan: planner %q is not one of %q: %w", who, core.Planners, core.ErrQuery)
	}
	shape, err := p.Library.Shape(ctx)
	if err != nil {
		return core.Plan{}, fmt.Errorf("plan: %w", err)
	}
	rules, err := p.cached(key{question, "", shape.Generation}, func() (core.Plan, bool, error) {
		plan, err := heuristic(ctx, query.Analyse(question), p.Library, shape)
		return plan, true, err
	})
	if err != nil || who == core.PlannerHeuristic || p.Model == nil {
		return rules, err
	}
	return p.cached(key{question, p.Model.Name(), shape.Generation}, func() (core.Plan, bool, error) {
		return p.ask(ctx, question, rules, shape, each)
	})
}

// ask has the model make a plan. It reports whether another try would give the same.
func (p *Planner) ask(ctx context.Context, question string, rules core.Plan, shape Shape, each func(string)) (core.Plan, bool, error) {
	names, err := p.Library.Names(ctx, rules.Keywords)
	if err != nil {
		return core.Plan{}, false, fmt.Errorf("plan: %w", err)
	}
	limit := p.Time
	if limit <= 0 {
		limit = DefaultTime
	}
	timed, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	req := core.ChatRequest{System: instructions, Prompt: prompt(question, shape, names), Format: schema, Tokens: answerTokens, Window: window}
	answer, err := p.Model.Chat(timed, req, func(piece string) error {
		if each != nil {
			each(piece)
		}
		return nil
	})
	switch {
	case ctx.Err() != nil:
		return core.Plan{}, false, fmt.Errorf("plan: %w", ctx.Err())
	case errors.Is(err, context.DeadlineExceeded):
		return fallback(rules, fmt.Sprintf("%s took longer than %v", p.Model.Name(), limit)), false, nil
	case err != nil:
		return fallback(rules, err.Error()), false, nil
	case !answer.Complete:
		return fallback(rules, p.Model.Name()+" came to no end"), true, nil
	}
	s, err := read(answer.Text)
	if err != nil {
		return fallback(rules, p.Model.Name()+": "+err.Error()), true, nil
	}
	kept, err := s.validate(ctx, p.Library, shape)
	switch {
	case errors.Is(err, errSenseless):
		return fallback(rules, p.Model.Name()+": "+err.Error()), true, nil
	case err != nil:
		return core.Plan{}, false, err
	}
	return merge(rules, kept, p.Model.Name()), true, nil
}

// fallback returns the plan of the rules with the reason why no model had a part in
// it.
func fallback(rules core.Plan, why string) core.Plan {
	rules.Why = oneLine("no plan of a model: "+why, 300) + "; " + rules.Why
	return rules
}

// cached returns the plan in the cache, or makes it. It keeps it if produce says
// that it would make the same again.
func (p *Planner) cached(k key, produce func() (plan core.Plan, same bool, err error)) (core.Plan, error) {
	p.mu.Lock()
	plan, known := p.cache[k]
	p.mu.Unlock()
	if known {
		return clone(plan), nil
	}
	plan, same, err := produce()
	if err != nil || !same {
		return plan, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cache == nil {
		p.cache = map[key]core.Plan{}
	}
	if _, known := p.cache[k]; !known {
		p.order = append(p.order, k)
	}
	p.cache[k] = clone(plan)
	if len(p.order) > maxCached {
		delete(p.cache, p.order[0])
		p.order = slices.Delete(p.order, 0, 1)
	}
	return plan, nil
}

// clone copies a plan with its lists, so that the caller may edit it.
func clone(p core.Plan) core.Plan {
	p.Keywords, p.Symbols, p.Patterns, p.Documents = slices.Clone(p.Keywords), slices.Clone(p.Symbols), slices.Clone(p.Patterns), slices.Clone(p.Documents)
	return p
}
