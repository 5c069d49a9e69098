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
	maxNamesLookedUp = 24
	minName          = 3 // bytes of a name
)

// namesOf lists the words in the first line of a question that could be names in
// source code.
func namesOf(raw string) (out []string) {
	line, _, _ := strings.Cut(strings.TrimSpace(raw), "\n")
	for _, name := range identifier.FindAllString(line, -1) {
		known := slices.Contains(out, name) || query.IsStopWord(strings.ToLower(name))
		if !known && len(name) >= minName && len(out) < maxNamesLookedUp {
			out = append(out, name)
		}
	}
	return out
}

// definition is a place where something is defined that a question names.
type definition struct {
	core.Span
	name  string
	worth float64 // 0 to 1
}

// definitions finds the definitions of what a question names, by content: of names
// in its first line and, with less worth, of names that a pasted text quotes as
// code. The more definitions a name has, the less is each worth.
func (s *Searcher) definitions(ctx context.Context, q core.Query) (map[core.Hash][]definition, error) {
	if s.Graph == nil || !s.with(PartNames) {
		return nil, nil
	}
	out := make(map[core.Hash][]definition)
	first := namesOf(q.Raw)
	names := first
	if q.Code {
		names = append(slices.Clone(first), query.QuotedNames(q.Raw)...)
	}
	for i, name := range names {
		symbols, err := s.meant(ctx, name)
		if err != nil {
			return nil, err
		}
		worth := 1 / (1 + math.Log2(float64(len(symbols))))
		if i >= len(first) {
			worth *= quotedNameShare
		}
		for _, d := range symbols {
			out[d.Document.Hash] = append(out[d.Document.Hash], definition{d.Span, name, worth})
		}
	}
	return out, nil
}

// quotedNameShare is the weight of a name that only the body of a pasted text has.
const quotedNameShare = 0.6

// meant returns the definitions of a name. A qualifier that is no type, module or
// file is taken for a variable and left out.
func (s *Searcher) meant(ctx context.Context, name string) ([]core.Symbol, error) {
	found, err := s.Graph.Define(ctx, name, 0)
	if dot := strings.LastIndexByte(name, '.'); err == nil && len(found) == 0 && dot >= 0 {
		found, err = s.Graph.Define(ctx, name[dot+1:], 0)
	}
	return found, err
}

// define sets the feature defines: which candidates define what the question names.
func define(defined map[core.Hash][]definition, found []candidate) {
	for i := range found {
		c := &found[i]
		for _, d := range defined[c.match.Hash] {
			if span := c.passage.Spans[0]; d.Start < span.End && span.Start < d.End && d.worth > c.values[ofNames] {
				c.values[ofNames], c.name = d.worth, d.name
			}
		}
	}
}
