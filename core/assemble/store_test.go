package assemble_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/assemble"
	"ibid/core/extract/code"
	"ibid/core/text"
	"ibid/core/token"
)

// store keeps texts in memory.
type store struct {
	pages    map[core.Place]core.Page
	layouts  map[core.Place]core.Layout
	passages map[core.Hash]map[int]core.Passage // by ordinal
	code     map[core.Hash]core.Code
}

func newStore() *store {
	return &store{
		pages: make(map[core.Place]core.Page), layouts: make(map[core.Place]core.Layout),
		passages: make(map[core.Hash]map[int]core.Passage), code: make(map[core.Hash]core.Code),
	}
}

func (s *store) Page(_ context.Context, hash core.Hash, index int) (core.Page, error) {
	page, ok := s.pages[core.Place{Hash: hash, Page: index}]
	if !ok {
		return core.Page{}, fmt.Errorf("page %d of %s: %w", index, hash, core.ErrNotFound)
	}
	return page, nil
}

func (s *store) Layout(_ context.Context, hash core.Hash, page int) (core.Layout, error) {
	layout, ok := s.layouts[core.Place{Hash: hash, Page: page}]
	if !ok {
		return core.Layout{}, core.ErrNoSuchPage
	}
	return layout, nil
}

func (s *store) Passage(_ context.Context, hash core.Hash, ordinal int) (core.Passage, error) {
	p, ok := s.passages[hash][ordinal]
	if !ok {
		return core.Passage{}, core.ErrNotFound
	}
	return p, nil
}

func (s *store) Code(_ context.Context, hash core.Hash) (core.Code, error) { return s.code[hash], nil }

// add stores a page and one of its passages.
func (s *store) add(hash core.Hash, body string, p core.Passage) {
	s.pages[core.Place{Hash: hash, Page: p.Page}] = core.Page{Index: p.Page, Text: body}
	if s.passages[hash] == nil {
		s.passages[hash] = make(map[int]core.Passage)
	}
	s.passages[hash][p.Ordinal] = p
}

// put stores a page and makes a hit of its spans between the given texts,
// which must each stand in it once.
func (s *store) put(name string, kind core.Kind, page, ordinal int, body string, score float64, passage ...string) core.Hit {
	hash := core.Hash("hash of " + name)
	p := core.Passage{Ordinal: ordinal, Page: page}
	for _, want := range passage {
		at := strings.Index(body, want)
		if at < 0 {
			panic(fmt.Sprintf("%q is not in %q", want, body))
		}
		p.Spans = append(p.Spans, core.Span{Start: at, End: at + len(want)})
	}
	if !kind.Paged() {
		first := 1 + strings.Count(body[:p.Spans[0].Start], "\n")
		p.Lines = [2]int{first, first + strings.Count(body[p.Spans[0].Start:p.Spans[len(p.Spans)-1].End], "\n")}
	}
	s.add(hash, body, p)
	if kind == core.KindCode {
		var err error
		if s.code[hash], err = code.Extract(context.Background(), name, body); err != nil {
			panic(err)
		}
	}
	h := core.Hit{
		Document: core.Document{ID: 1, Name: name, Kind: kind, Hash: hash}, Passage: p, Score: score, Text: p.Text(body),
		Reasons: []core.Reason{{Retriever: "words", Rank: 1, Detail: "BM25 rank 1"}},
	}
	h.Locator = core.PassageLocator(h.Document, p, "")
	return h
}

func (s *store) assembler() *assemble.Assembler {
	return &assemble.Assembler{Texts: s, Words: plainWords{}, Tokens: token.For, Key: []byte("tests set the key")}
}

func (s *store) build(t testing.TB, req core.ContextRequest, hits ...core.Hit) core.Context {
	t.Helper()
	c, err := s.assembler().Context(context.Background(), req, core.Retrieval{Hits: hits})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// quoted are the texts of the sources.
func quoted(c core.Context) []string {
	var out []string
	for _, s := range c.Sources {
		out = append(out, s.Heading+": "+s.Text)
	}
	return out
}

// leftOut are the reasons for what is not in, by place.
func leftOut(c core.Context) []string {
	var out []string
	for _, lo := range c.LeftOut {
		out = append(out, lo.Locator.Heading()+" "+lo.Reason)
	}
	return slices.Clip(out)
}

// plainWords finds words by their folded forms alone; the later ones of a query are
// the rarer ones.
type plainWords struct{}

func (plainWords) Occurrences(q core.Query, _ core.Kind, s string) (out []core.Occurrence) {
	for w := range text.Words(s) {
		if i := slices.Index(q.Words, w.Form); i >= 0 {
			out = append(out, core.Occurrence{Span: w.Span, Word: i})
		}
	}
	return out
}

func (plainWords) Weights(_ context.Context, q core.Query) ([]float64, error) {
	weights := make([]float64, len(q.Words))
	for i := range weights {
		weights[i] = float64(i)
	}
	return weights, nil
}
