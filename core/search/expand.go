package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/plan"
	"ibid/core/snapshot"
	"ibid/core/text"
)

// Graph answers what the source code of a library defines, imports and uses. Safe
// for concurrent use.
type Graph interface {
	Define(ctx context.Context, name string, at core.DocumentID) ([]core.Symbol, error)
	Entities(ctx context.Context, id core.DocumentID) ([]core.Symbol, error)
	Imports(ctx context.Context, id core.DocumentID, depth int) ([]core.ImportLink, error)
	Importers(ctx context.Context, id core.DocumentID, depth int) ([]core.ImportLink, error)
	Related(ctx context.Context, id core.DocumentID, ordinal int) ([]core.Related, error)
	Implementations(ctx context.Context, id core.DocumentID, ordinal int) ([]core.Related, error)
	Tests(ctx context.Context, id core.DocumentID, ordinal int) ([]core.Related, error)
	// Named finds the names of a text that are defined in the library's code.
	Named(ctx context.Context, text string) (map[string][]core.Symbol, error)
}

// Start is where an expansion starts.
type Start struct {
	Plan  core.Plan
	Files []core.Document            // that match the patterns of the plan, those of the first pattern first
	All   []core.Document            // of the library
	Name  func(core.Document) string // the name of a document in a reason
}

// NewStart returns where a plan starts in a library.
func NewStart(p core.Plan, in *snapshot.Snapshot) Start {
	start := Start{Plan: p, All: in.Documents, Name: in.Names.Unique}
	taken := make(map[core.DocumentID]bool)
	for _, pattern := range p.Patterns {
		for _, d := range in.Documents {
			if !taken[d.ID] && d.State.Searchable() && plan.Match(pattern, filepath.ToSlash(d.Path)) {
				taken[d.ID] = true
				start.Files = append(start.Files, d)
			}
		}
	}
	return start
}

// Bounds of what an expansion adds; the lengths are in lines.
const (
	maxMeanings   = 3   // definitions that an ambiguous name may have
	wholeLines    = 250 // a file of more is shown as outline
	typeLines     = 400 // a type of more is shown as definition, beside the method that is meant
	functionLines = 80  // a function of more is shown as its signature
	maxPerKind    = 8   // tests, implementations, callers
	maxStartFiles = 40  // that are started from
)

// Expand adds to the hits of a question about source code what is connected with
// what the question names, by the strategy of the plan, and puts it before the hits.
// Each addition has a reason in words, and in Shape how much of it is worth quoting.
// Where a short question names its subject and wants more than to look it up, hits
// that nothing connects with it have core.ShapeNone. With nothing to start from the
// hits are returned as they are.
func (s *Searcher) Expand(ctx context.Context, q core.Query, start Start, hits []core.Hit) ([]core.Hit, error) {
	if s.Graph == nil || !s.with(PartExpand) {
		return hits, nil
	}
	if len(q.Body) > 0 && q.Code {
		hits = outlined(hits)
	}
	x := &expansion{ctx: ctx, s: s, q: q, Start: start, files: make(map[core.DocumentID]bool)}
	var err error
	switch start.Plan.Strategy {
	case core.StrategyFocused:
		err = x.focused()
	case core.StrategyBroad:
		err = x.broad()
	case core.StrategyEntry:
		err = x.entry()
	}
	if err != nil {
		return nil, fmt.Errorf("expand %q: %w", q.Raw, err)
	}
	if len(x.added) == 0 {
		return hits, nil
	}
	return x.join(hits), nil
}

// expansion collects what one call of Expand adds.
type expansion struct {
	Start
	ctx   context.Context
	s     *Searcher
	q     core.Query
	added []core.Hit
	files map[core.DocumentID]bool // of which something was added
}

// passageFiles is the number of files of source code that are quoted in passages
// where a text was pasted. The change that it asks for is in few files; of the
// others the declarations are enough.
const passageFiles = 2

// outlined returns the hits with core.ShapeOutline for the passages of all files of
// source code but the first ones.
func outlined(hits []core.Hit) []core.Hit {
	hits = slices.Clone(hits)
	files := make(map[core.Hash]bool)
	for i := range hits {
		h := &hits[i]
		if h.Document.Kind != core.KindCode {
			continue
		}
		if len(files) < passageFiles {
			files[h.Document.Hash] = true
		}
		if !files[h.Document.Hash] {
			h.Shape = core.ShapeOutline
		}
	}
	return hits
}

// minCoveredShare is the share of a question that a passage of a document must hold
// to stay, where the question names its subject in the code.
const minCoveredShare = 0.6

// join puts the additions before the hits. A pasted text names much that it is not
// about: there the hits come first.
func (x *expansion) join(hits []core.Hit) []core.Hit {
	slices.SortStableFunc(x.added, func(a, b core.Hit) int { return cmp.Compare(b.Score, a.Score) })
	if len(x.q.Body) > 0 {
		return append(slices.Clone(hits), x.added...)
	}
	out := slices.Clone(x.added)
	for _, h := range hits {
		kept := h.Document.Kind.Group() != core.GroupCode && h.Covered >= minCoveredShare
		if x.Plan.Strategy == core.StrategyEntry || x.Plan.Depth == 0 {
			kept = true
		}
		if x.holds(h) {
			continue
		}
		if !kept {
			h.Shape = core.ShapeNone
		}
		out = append(out, h)
	}
	return out
}

// holds reports whether an addition quotes the passage of a hit.
func (x *expansion) holds(h core.Hit) bool {
	return slices.ContainsFunc(x.added, func(a core.Hit) bool {
		return a.Document.Hash == h.Document.Hash && covers(a.Passage.Spans[0], h.Passage.Spans[0])
	})
}

func covers(a, b core.Span) bool { return a.Start <= b.Start && b.End <= a.End }

// add adds a span of a document, all of it if the span is empty, unless it is there
// already.
func (x *expansion) add(d core.Document, span core.Span, section string, shape core.Shape, score float64, why string) error {
	page, err := x.s.Texts.Page(x.ctx, d.Hash, 1)
	if errors.Is(err, core.ErrNotFound) || errors.Is(err, core.ErrNoSuchPage) {
		return nil // removed meanwhile
	}
	if err != nil {
		return err
	}
	if span.Len() == 0 {
		span = text.Trim(page.Text, core.Span{End: len(page.Text)})
	}
	if span.Len() == 0 || span.End > len(page.Text) {
		return nil
	}
	for i := range x.added {
		if a := &x.added[i]; a.Document.Hash == d.Hash && covers(a.Passage.Spans[0], span) {
			if a.Shape == shape || a.Shape == core.ShapeFull || a.Shape == core.ShapeWindow {
				return nil
			}
		}
	}
	lines := text.NewLineTable(page.Text).Lines(span)
	p := core.Passage{Page: 1, Spans: []core.Span{span}, Section: section, Lines: [2]int{lines[0], lines[1]}}
	if p.Ordinal, err = x.ordinal(d.Hash, span); err != nil {
		return err
	}
	h := core.Hit{
		Document: d, Passage: p, Locator: core.PassageLocator(d, p, ""), Score: score, Text: p.Text(page.Text), Shape: shape,
		Reasons: []core.Reason{{Retriever: byGraph, Score: score, Detail: why}},
	}
	h.Matches = spans(x.s.Index.Occurrences(x.q, d.Kind, h.Text))
	x.added = append(x.added, h)
	x.files[d.ID] = true
	return nil
}

// ordinal returns the ordinal of the passage in which a span begins.
func (x *expansion) ordinal(hash core.Hash, span core.Span) (int, error) {
	passages, err := x.s.Texts.Passages(x.ctx, hash)
	if err != nil && !errors.Is(err, core.ErrNotFound) {
		return 0, err
	}
	for _, p := range passages {
		if p.Spans[len(p.Spans)-1].End > span.Start {
			return p.Ordinal, nil
		}
	}
	return 0, nil
}

// file adds a whole file, or its outline if it is long.
func (x *expansion) file(d core.Document, score float64, why string) error {
	shape := core.ShapeFull
	if page, err := x.s.Texts.Page(x.ctx, d.Hash, 1); err == nil && strings.Count(page.Text, "\n") > wholeLines {
		shape = core.ShapeOutline
	}
	return x.add(d, core.Span{}, "", shape, score, why)
}

// symbol adds a named thing: functions in full, types as their definition.
func (x *expansion) symbol(s core.Symbol, score float64, why string) error {
	shape := core.ShapeFull
	switch {
	case isType(s.Kind):
		shape = core.ShapeDefinition
	case s.LastLine-s.FirstLine > functionLines:
		shape = core.ShapeOutline
	}
	return x.whole(s, shape, score, why)
}

func (x *expansion) whole(s core.Symbol, shape core.Shape, score float64, why string) error {
	return x.add(s.Document, s.Span, s.Qualified, shape, score, why)
}

// isType reports whether an entity is a type.
func isType(k core.EntityKind) bool {
	switch k {
	case core.EntityClass, core.EntityStruct, core.EntityInterface, core.EntityTrait, core.EntityEnum, core.EntityType, core.EntityImpl:
		return true
	}
	return false
}

func (x *expansion) isTest(d core.Document) bool { return IsTest(below(x.q.Root, d)) }
