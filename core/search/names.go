package search

import (
	"context"
	"math"
	"regexp"
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/query"
)

var identifier = regexp.MustCompile(`[\pL_][\pL\pN_]*(?:(?:\.|::)[\pL_][\pL\pN_]*)*`)

// Bounds of the names that are looked up for one question.
const (
	mostLookedUp = 24
	leastName    = 3 // bytes of a name
)

// namesOf are the words of a question that could be names in source code: those
// of its first line, or its only one.
func namesOf(raw string) (out []string) {
	line, _, _ := strings.Cut(strings.TrimSpace(raw), "\n")
	for _, name := range identifier.FindAllString(line, -1) {
		known := slices.Contains(out, name) || query.IsStopWord(strings.ToLower(name))
		if !known && len(name) >= leastName && len(out) < mostLookedUp {
			out = append(out, name)
		}
	}
	return out
}

// define sets which candidates define what the question names. A name that many
// things bear says less.
func (s *Searcher) define(ctx context.Context, q core.Query, found []candidate) error {
	if s.Graph == nil || !s.with(PartNames) {
		return nil
	}
	type definition struct {
		core.Span
		worth float64
	}
	defined := make(map[core.Hash][]definition)
	for _, name := range namesOf(q.Raw) {
		symbols, err := s.Graph.Define(ctx, name, 0)
		if err != nil {
			return err
		}
		for _, d := range symbols {
			worth := 1 / (1 + math.Log2(float64(len(symbols))))
			defined[d.Document.Hash] = append(defined[d.Document.Hash], definition{d.Span, worth})
		}
	}
	for i := range found {
		c := &found[i]
		for _, d := range defined[c.match.Hash] {
			if span := c.passage.Spans[0]; d.Start < span.End && span.Start < d.End {
				c.defines = max(c.defines, d.worth)
			}
		}
	}
	return nil
}
