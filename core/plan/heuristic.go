package plan

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode"

	"ibid/core"
	"ibid/core/query"
)

// Bounds of what rules add to what a question says.
const (
	maxExpanded = 6   // keywords for which related words are looked for
	maxRelated  = 2   // related words of one keyword
	maxPatterns = 8   // for folders and files that are called as a keyword
	maxCovered  = 0.5 // share of all files above which such a pattern is too wide
	minShort    = 4   // letters of a name that is the beginning of a keyword
)

// heuristic makes a plan of an analysis by rules.
func heuristic(ctx context.Context, a query.Analysis, l Library, shape Shape) (core.Plan, error) {
	p := core.Plan{Keywords: []string{}, Symbols: []string{}, Patterns: []string{}, Documents: []string{}, Planner: core.PlannerHeuristic}
	for _, k := range a.Keywords {
		p.Keywords = add(p.Keywords, k)
	}
	for _, s := range a.Of(query.Symbol) {
		p.Symbols = add(p.Symbols, s)
		for _, part := range parts(s) {
			p.Keywords = add(p.Keywords, part)
		}
	}
	if err := expand(ctx, &p, a, l); err != nil {
		return core.Plan{}, err
	}
	for _, file := range a.Of(query.Path) {
		p.Patterns = add(p.Patterns, patternOf(file))
	}
	if a.Scope == query.Module && a.Action != query.Search && shape.Kinds[core.KindCode] > 0 {
		p.Patterns = folders(p.Patterns, p.Keywords, shape.Paths)
	}
	p.IncludeTests = a.Tests || a.Action == query.Create || a.Action == query.Modify || a.Action == query.Refactor || a.Action == query.Debug && len(p.Symbols) > 0
	p.Depth = depth(a)
	p.Strategy, p.Why = strategy(a, p, shape)
	return p, nil
}

// add appends an item that is new and within the bounds of a plan.
func add(list []string, item string) []string {
	if item == "" || len(item) > core.MaxPlanText || len(list) >= core.MaxPlanItems || slices.Contains(list, item) {
		return list
	}
	return append(list, item)
}

// parts lists the words of more than two letters that a symbol is made of, folded:
// user, service, find, email.
func parts(symbol string) (out []string) {
	var b strings.Builder
	small := false
	for _, r := range symbol {
		if unicode.IsUpper(r) && small {
			b.WriteByte(' ')
		}
		if small = unicode.IsLower(r) || unicode.IsDigit(r); r == '_' {
			r = ' '
		}
		b.WriteRune(r)
	}
	for _, w := range query.Analyse(b.String()).Keywords {
		if len(w) > 2 {
			out = append(out, w)
		}
	}
	return out
}

// expand adds the words that the library uses for the same things as the keywords
// (query expansion). All keywords are looked for at the same time.
func expand(ctx context.Context, p *core.Plan, a query.Analysis, l Library) error {
	words := a.Keywords[:min(len(a.Keywords), maxExpanded)]
	found, errs := make([][]query.RelatedWord, len(words)), make([]error, len(words))
	var all sync.WaitGroup
	for i, w := range words {
		all.Go(func() { found[i], errs[i] = l.RelatedWords(ctx, w) })
	}
	all.Wait()
	for i, w := range words {
		if errs[i] != nil {
			return fmt.Errorf("plan: look for words beside %q: %w", w, errs[i])
		}
		for _, r := range found[i][:min(len(found[i]), maxRelated)] {
			p.Keywords = add(p.Keywords, r.Word)
		}
	}
	return nil
}

// patternOf returns the pattern for a path as a person types it.
func patternOf(file string) string {
	file = strings.TrimPrefix(strings.TrimPrefix(file, "~/"), "./")
	for strings.HasPrefix(file, "../") {
		file = file[len("../"):]
	}
	if path.Ext(file) == "" {
		return strings.TrimSuffix(file, "/") + "/**"
	}
	return file
}

// folders adds patterns for the folders and files that are named after a keyword.
func folders(patterns, keywords, files []string) []string {
	counts := make(map[string]int)
	var order []string
	for _, file := range files {
		elements := strings.Split(strings.ToLower(strings.TrimPrefix(file, "/")), "/")
		for i, e := range elements {
			pattern := "**/" + e + "/**"
			if i == len(elements)-1 {
				e = strings.TrimSuffix(e, path.Ext(e))
				pattern = "**/" + e + ".*"
			}
			if len(e) > 2 && namedAfter(e, keywords) && !strings.ContainsAny(e, `*?[\`) {
				if counts[pattern]++; counts[pattern] == 1 {
					order = append(order, pattern)
				}
			}
		}
	}
	for _, pattern := range order {
		if len(patterns) < maxPatterns && float64(counts[pattern]) <= max(1, maxCovered*float64(len(files))) {
			patterns = add(patterns, pattern)
		}
	}
	return patterns
}

// namedAfter reports whether a folder or file is called as a keyword, or as its
// beginning: auth for authentication.
func namedAfter(name string, keywords []string) bool {
	return slices.ContainsFunc(keywords, func(k string) bool {
		return name == k || len(name) >= minShort && strings.HasPrefix(k, name) && !query.IsStopWord(name)
	})
}

// depth returns how many imports are worth following.
func depth(a query.Analysis) int {
	code := len(a.Of(query.Symbol))+len(a.Of(query.Path)) > 0
	switch {
	case a.Action == query.Search:
		return 0
	case a.Action == query.Explain && a.Scope == query.Focused && !code:
		return 0
	case a.Scope == query.Focused:
		return 1
	case a.Complexity == query.Simple:
		return 1
	case a.Complexity == query.Medium:
		return 2
	}
	return 3
}

// strategy chooses how to search, and gives the reason.
func strategy(a query.Analysis, p core.Plan, shape Shape) (core.Strategy, string) {
	code := shape.Kinds[core.KindCode] > 0
	asks := fmt.Sprintf("%s, %s, %s", a.Action, a.Scope, a.Complexity)
	switch {
	case len(p.Symbols) > 0:
		return core.StrategyFocused, fmt.Sprintf("%s: %s is named", asks, p.Symbols[0])
	case len(a.Of(query.Path)) > 0:
		return core.StrategyEntry, fmt.Sprintf("%s: %s is named", asks, a.Of(query.Path)[0])
	case code && a.Scope == query.Whole && a.Action == query.Explain:
		return core.StrategyEntry, asks + ": where programs begin"
	case a.Scope == query.Whole:
		return core.StrategyBroad, asks + ": the whole library is meant"
	case len(p.Patterns) > 0:
		return core.StrategyBroad, fmt.Sprintf("%s: %s bears a word of the question", asks, p.Patterns[0])
	}
	return core.StrategySemantic, asks + ": nothing is named that could be started from; by words, since meaning is not measured"
}
