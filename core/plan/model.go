package plan

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/core"
	"ibid/core/query"
)

// schema is the JSON schema that the answer of a model must keep to.
//
//go:embed model.schema.json
var schema []byte

// Bounds of the prompt and of the answer.
const (
	maxQuestion  = 2000 // bytes
	maxListed    = 1200 // bytes of one list in the prompt
	answerTokens = 800
	window       = 4096 // tokens
)

// instructions stand before every question.
const instructions = `You plan where in a library of files the sources for an answer are to be looked for. You do not answer the question.
Say as JSON: keywords (words that the sources hold), symbols (names of functions, types or modules in source code), patterns (globs of file
paths, such as **/auth/*.go), include_tests, depth (how many imports to follow, 0 to 5) and strategy: "focused" for symbols and what they depend
on, "broad" for files that match patterns, "entry point" to start at files and follow their imports, "semantic" for nearness in meaning.
Use names, folders and words of the library where they fit. Leave a list empty rather than guess.`

// prompt describes the question and the shape of the library to a model.
func prompt(question string, shape Shape, names []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Question: %s\n\nThe library:\n", oneLine(question, maxQuestion))
	var kinds []string
	for k, n := range shape.Kinds {
		kinds = append(kinds, fmt.Sprintf("%s %d", k, n))
	}
	slices.Sort(kinds)
	for _, list := range []struct {
		name  string
		items []string
	}{{"files by kind", kinds}, {"folders", shape.Folders}, {"frequent words", shape.Terms}, {"names near the question", names}} {
		if len(list.items) > 0 {
			fmt.Fprintf(&b, "%s: %s\n", list.name, oneLine(strings.Join(list.items, ", "), maxListed))
		}
	}
	return b.String()
}

// oneLine cuts text to n bytes and puts a space for what cannot be printed.
func oneLine(s string, n int) string {
	if len(s) > n {
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
		s = s[:n]
	}
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, s)
}

// modelPlan is a plan as a model writes it.
type modelPlan struct {
	Keywords     []string      `json:"keywords"`
	Symbols      []string      `json:"symbols"`
	Patterns     []string      `json:"patterns"`
	IncludeTests *bool         `json:"include_tests"`
	Depth        *int          `json:"depth"`
	Strategy     core.Strategy `json:"strategy"`
}

// read decodes an answer and checks it against the schema.
func read(text string) (modelPlan, error) {
	var s modelPlan
	dec := json.NewDecoder(strings.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&s); err != nil {
		return s, errors.New("its answer is not a plan")
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return s, errors.New("its answer is more than a plan")
	}
	switch {
	case s.Keywords == nil || s.Symbols == nil || s.Patterns == nil || s.IncludeTests == nil || s.Depth == nil:
		return s, errors.New("its plan is not complete")
	case !slices.Contains(core.Strategies, s.Strategy):
		return s, fmt.Errorf("it names a strategy that there is not: %q", oneLine(string(s.Strategy), 40))
	case *s.Depth < 0 || *s.Depth > core.MaxPlanDepth:
		return s, fmt.Errorf("it names a depth of %d", *s.Depth)
	case max(len(s.Keywords), len(s.Symbols), len(s.Patterns)) > core.MaxPlanItems:
		return s, errors.New("its plan is too long")
	}
	return s, nil
}

var errSenseless = errors.New("its plan makes no sense for this library")

// validate keeps what the library has: words and names that stand in it, patterns
// that select some of its files. The error wraps errSenseless if that is less than
// half of the plan.
func (s modelPlan) validate(ctx context.Context, l Library, shape Shape) (modelPlan, error) {
	kept := s
	kept.Keywords, kept.Symbols, kept.Patterns = nil, nil, nil
	words := 0
	for _, k := range s.Keywords {
		for _, form := range query.Analyse(oneLine(k, core.MaxPlanText)).Keywords {
			words++
			ok, err := holds(ctx, l, form)
			if err != nil {
				return modelPlan{}, err
			}
			if ok && !query.IsStopWord(form) {
				kept.Keywords = add(kept.Keywords, form)
			}
		}
		if len(query.Analyse(k).Keywords) == 0 {
			words++
		}
	}
	for _, name := range s.Symbols {
		ok, err := holds(ctx, l, name)
		if err != nil {
			return modelPlan{}, err
		}
		if ok && oneLine(name, core.MaxPlanText) == name {
			kept.Symbols = add(kept.Symbols, name)
		}
	}
	for _, pattern := range s.Patterns {
		if len(pattern) <= core.MaxPlanText && oneLine(pattern, len(pattern)) == pattern && selective(pattern, shape.Paths) {
			kept.Patterns = add(kept.Patterns, pattern)
		}
	}
	all := words + len(s.Symbols) + len(s.Patterns)
	n := len(kept.Keywords) + len(kept.Symbols) + len(kept.Patterns)
	if n == 0 || 2*n < all {
		return modelPlan{}, fmt.Errorf("%w: of %d words, names and patterns %d are there", errSenseless, all, n)
	}
	return kept, nil
}

// holds asks Library.Holds for words of at least two characters.
func holds(ctx context.Context, l Library, words string) (bool, error) {
	if utf8.RuneCountInString(strings.TrimSpace(words)) < 2 {
		return false, nil
	}
	ok, err := l.Holds(ctx, words)
	if err != nil {
		return false, fmt.Errorf("plan: look for %q: %w", words, err)
	}
	return ok, nil
}

// merge adds the valid parts of a model's plan to the plan of the rules. Depth and
// strategy come from the model if there is something to start from.
func merge(rules core.Plan, s modelPlan, model string) core.Plan {
	p := rules
	p.Planner = core.PlannerModel
	p.Keywords, p.Symbols, p.Patterns = slices.Clone(p.Keywords), slices.Clone(p.Symbols), slices.Clone(p.Patterns)
	for _, k := range s.Keywords {
		p.Keywords = add(p.Keywords, k)
	}
	for _, name := range s.Symbols {
		p.Symbols = add(p.Symbols, name)
	}
	for _, pattern := range s.Patterns {
		p.Patterns = add(p.Patterns, pattern)
	}
	p.IncludeTests = p.IncludeTests || *s.IncludeTests
	p.Depth = *s.Depth
	starts := len(p.Symbols) + len(p.Patterns)
	switch {
	case s.Strategy == core.StrategyFocused && len(p.Symbols) == 0, s.Strategy == core.StrategyBroad && len(p.Patterns) == 0,
		s.Strategy == core.StrategyEntry && starts == 0:
	default:
		p.Strategy = s.Strategy
	}
	p.Why = fmt.Sprintf("%s says %s; rules say %s", model, s.Strategy, rules.Why)
	return p
}

// Parse reads a plan that a person may have edited. Fields that are missing narrow
// nothing. Errors wrap core.ErrQuery.
func Parse(data []byte) (core.Plan, error) {
	p := core.Plan{Strategy: core.StrategySemantic}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&p); err != nil {
		return core.Plan{}, fmt.Errorf("read plan: %w: %w", err, core.ErrQuery)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return core.Plan{}, fmt.Errorf("read plan: something follows it: %w", core.ErrQuery)
	}
	for _, list := range []*[]string{&p.Keywords, &p.Symbols, &p.Patterns, &p.Documents} {
		if *list == nil {
			*list = []string{}
		}
	}
	p.Planner, p.Why = core.PlannerHand, cmp.Or(p.Why, "written by hand")
	return p, check(p)
}

// check compares a plan with its bounds.
func check(p core.Plan) error {
	wrong := ""
	switch {
	case max(len(p.Keywords), len(p.Symbols), len(p.Patterns)) > core.MaxPlanItems:
		wrong = fmt.Sprintf("a list has more than %d items", core.MaxPlanItems)
	case len(p.Documents) > core.MaxPlanScope:
		wrong = fmt.Sprintf("documents are more than %d", core.MaxPlanScope)
	case p.Depth < 0 || p.Depth > core.MaxPlanDepth:
		wrong = fmt.Sprintf("depth %d is not from 0 to %d", p.Depth, core.MaxPlanDepth)
	case !slices.Contains(core.Strategies, p.Strategy):
		wrong = fmt.Sprintf("strategy %q is not one of %q", p.Strategy, core.Strategies)
	}
	for _, item := range slices.Concat(p.Keywords, p.Symbols, p.Patterns) {
		if len(item) > core.MaxPlanText {
			wrong = fmt.Sprintf("%.20q… has more than %d bytes", item, core.MaxPlanText)
		}
	}
	for _, pattern := range p.Patterns {
		if !valid(pattern) {
			wrong = fmt.Sprintf("%q is not a pattern", pattern)
		}
	}
	if wrong != "" {
		return fmt.Errorf("read plan: %s: %w", wrong, core.ErrQuery)
	}
	return nil
}
