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

// DefaultTime is how long a model may take.
const DefaultTime = 8 * time.Second

// Library is what a plan is made for and held against. Safe for concurrent use.
type Library interface {
	Shape(ctx context.Context) (Shape, error)
	// Holds reports whether the words of s follow each other anywhere.
	Holds(ctx context.Context, s string) (bool, error)
	// RelatedWords are words that the library uses together with one.
	RelatedWords(ctx context.Context, word string) ([]query.RelatedWord, error)
	// Names lists names of files and of what they define that hold one of the
	// words, the nearest first.
	Names(ctx context.Context, words []string) ([]string, error)
}

// Shape is what a library looks like from outside.
type Shape struct {
	Generation string // differs when the library does
	Kinds      map[core.Kind]int
	Paths      []string // of all documents, with slashes
	Folders    []string // those that hold most files first
	Terms      []string // frequent words that say something
	Catalogue  *query.Catalogue
}

// Planner makes plans. Safe for concurrent use if its parts are.
type Planner struct {
	Library Library
	Model   core.Model    // nil if there is none
	Time    time.Duration // that the model may take; DefaultTime if 0

	mu    sync.Mutex
	known map[key]core.Plan
	order []key // the oldest first
}

// key names a plan that was made.
type key struct {
	question   string
	model      string // empty for the rules' plan
	generation string
}

const maxKnown = 256 // plans that are kept

// Plan makes a plan for a question. who is one of core.Planners, auto if empty.
// Where a model was to be asked and no plan of it could be had, the plan is the
// rules' and its Why says so. each, if not nil, is told every piece of a model's
// answer as it comes. Errors are those of the library and of ctx.
func (p *Planner) Plan(ctx context.Context, question string, who core.Planner, each func(piece string)) (core.Plan, error) {
	if who != "" && !slices.Contains(core.Planners, who) {
		return core.Plan{}, fmt.Errorf("plan: planner %q is not one of %q: %w", who, core.Planners, core.ErrQuery)
	}
	shape, err := p.Library.Shape(ctx)
	if err != nil {
		return core.Plan{}, fmt.Errorf("plan: %w", err)
	}
	a := query.Analyse(question)
	rules, err := p.keep(key{question, "", shape.Generation}, func() (core.Plan, bool, error) {
		plan, err := heuristic(ctx, a, p.Library, shape)
		return plan, true, err
	})
	if err != nil || who == core.PlannerHeuristic || p.Model == nil {
		return rules, err
	}
	return p.keep(key{question, p.Model.Name(), shape.Generation}, func() (core.Plan, bool, error) {
		return p.ask(ctx, question, rules, shape, each)
	})
}

// ask has the model make a plan and reports whether it would say the same again.
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
		return without(rules, fmt.Sprintf("%s took longer than %v", p.Model.Name(), limit)), false, nil
	case err != nil:
		return without(rules, err.Error()), false, nil
	case !answer.Complete:
		return without(rules, p.Model.Name()+" came to no end"), true, nil
	}
	s, err := read(answer.Text)
	if err != nil {
		return without(rules, p.Model.Name()+": "+err.Error()), true, nil
	}
	kept, err := s.sensible(ctx, p.Library, shape)
	switch {
	case errors.Is(err, errSenseless):
		return without(rules, p.Model.Name()+": "+err.Error()), true, nil
	case err != nil:
		return core.Plan{}, false, err
	}
	return merge(rules, kept, p.Model.Name()), true, nil
}

// without is the rules' plan that says why no model had a part in it.
func without(rules core.Plan, why string) core.Plan {
	rules.Why = oneLine("no plan of a model: "+why, 300) + "; " + rules.Why
	return rules
}

// keep gives the plan that is known, or makes it and keeps it if it is sure.
func (p *Planner) keep(k key, produce func() (plan core.Plan, sure bool, err error)) (core.Plan, error) {
	p.mu.Lock()
	plan, known := p.known[k]
	p.mu.Unlock()
	if known {
		return clone(plan), nil
	}
	plan, sure, err := produce()
	if err != nil || !sure {
		return plan, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known == nil {
		p.known = map[key]core.Plan{}
	}
	if _, known := p.known[k]; !known {
		p.order = append(p.order, k)
	}
	p.known[k] = clone(plan)
	if len(p.order) > maxKnown {
		delete(p.known, p.order[0])
		p.order = slices.Delete(p.order, 0, 1)
	}
	return plan, nil
}

// clone is a plan whose lists are its own: whoever is given it may edit it.
func clone(p core.Plan) core.Plan {
	p.Keywords, p.Symbols, p.Patterns, p.Documents = slices.Clone(p.Keywords), slices.Clone(p.Symbols), slices.Clone(p.Patterns), slices.Clone(p.Documents)
	return p
}
