package search_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ibid/core"
	"ibid/core/index"
	"ibid/core/library"
	"ibid/core/query"
	"ibid/core/search"
	"ibid/core/store"
)

// shelf is a searcher over real stores.
type shelf struct {
	search.Searcher
	library *library.Library
	index   *index.Index
	store   *store.Store
	batch   uint64
}

func newShelf(t *testing.T) *shelf {
	t.Helper()
	dir := t.TempDir()
	lib, err := library.Open(t.Context(), dir, core.Owner{PID: os.Getpid(), Program: "test"})
	check(t, err)
	texts, err := store.Open(dir, lib.Epoch())
	check(t, err)
	x, err := index.Open(filepath.Join(dir, "index"), lib.Epoch())
	check(t, err)
	t.Cleanup(func() { check(t, errors.Join(x.Close(), texts.Close(), lib.Close())) })
	return &shelf{search.Searcher{Index: x, Documents: lib, Texts: texts}, lib, x, texts, 0}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// add puts a document on the shelf: each paragraph of a page is a passage, and
// pages that are equal are the same bytes.
func (s *shelf) add(t *testing.T, name string, kind core.Kind, pages ...string) core.Hash {
	t.Helper()
	ctx, hash := t.Context(), core.Hash(strings.Map(func(r rune) rune {
		if r == '/' {
			return -1
		}
		return r
	}, strings.Join(pages, "|")))
	ids, err := s.library.Enqueue(ctx, []core.Document{{Path: "/shelf/" + name, Kind: kind}}, "")
	check(t, err)
	_, err = s.library.Assign(ctx, core.Document{ID: ids[0], Hash: hash, Kind: kind})
	check(t, err)
	var stored []core.Page
	var passages []core.Passage
	var indexed []core.IndexedPassage
	for i, text := range pages {
		stored = append(stored, core.Page{Index: i + 1, Text: text})
		start := 0
		for part := range strings.SplitSeq(text, "\n\n") {
			p := core.Passage{Ordinal: len(passages), Page: i + 1, Spans: []core.Span{{Start: start, End: start + len(part)}}, Lines: [2]int{1, 1}}
			start += len(part) + 2
			passages = append(passages, p)
			indexed = append(indexed, core.IndexedPassage{Hash: hash, Kind: kind, Ordinal: p.Ordinal, Page: p.Page, Text: part})
		}
	}
	s.batch++
	check(t, s.store.PutPages(ctx, hash, stored))
	check(t, s.store.PutPassages(ctx, hash, s.batch, passages))
	check(t, s.index.Put(ctx, s.batch, nil, indexed))
	check(t, s.library.Acknowledge(ctx, s.batch, []core.Content{{Hash: hash, Kind: kind, State: core.StateReady, Generation: s.batch}}))
	return hash
}

func (s *shelf) ask(t *testing.T, question string) []core.Hit {
	t.Helper()
	q, err := query.Parse(question)
	check(t, err)
	hits, err := s.Search(t.Context(), q, 10)
	check(t, err)
	return hits
}

func places(hits []core.Hit) []string {
	var list []string
	for _, h := range hits {
		list = append(list, h.Locator.String())
	}
	return list
}

func TestSearch(t *testing.T) { // C2, R3.9
	s := newShelf(t)
	s.add(t, "kelp.pdf", core.KindPDF, "Kelp forests shelter fish.", "The canopy grows half a metre a day.")
	s.add(t, "tides.md", core.KindMarkdown, "Spring tides bare the kelp and the eel-grass.")
	s.add(t, "copy of tides.md", core.KindMarkdown, "Spring tides bare the kelp and the eel-grass.")
	s.add(t, "birds.txt", core.KindText, "Sandpipers follow the tide. The canopy of pines shelters herons.")
	tests := map[string]struct {
		question string
		want     []string
	}{
		"nothing asked":            {"", nil},
		"nothing found":            {"limpet", nil},
		"a word":                   {"sandpiper", []string{"birds.txt:1"}},
		"same bytes are one":       {"spring", []string{"tides.md:1"}},
		"the copy that is asked":   {"spring in:copy", []string{"copy of tides.md:1"}},
		"name in any case":         {"canopy in:BIRDS", []string{"birds.txt:1"}},
		"name that none has":       {"canopy in:nowhere", nil},
		"kind":                     {"canopy kind:pdf", []string{"kelp.pdf p. 2"}},
		"phrase":                   {`"canopy of pines"`, []string{"birds.txt:1"}},
		"words that are no phrase": {`"pines of canopy"`, nil},
		"not":                      {"canopy -pines", []string{"kelp.pdf p. 2"}},
		"two parts as one word":    {"eelgrass", []string{"tides.md:1"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			hits := s.ask(t, tt.question)
			if diff := cmp.Diff(tt.want, places(hits)); diff != "" {
				t.Error(diff)
			}
			if len(hits) > 0 && hits[0].Score != 1 {
				t.Errorf("the first scores %v", hits[0].Score)
			}
			if !reflect.DeepEqual(hits, s.ask(t, tt.question)) {
				t.Error("asked again, the answer is another")
			}
		})
	}
}

func TestHitsSayWhy(t *testing.T) {
	s := newShelf(t)
	s.add(t, "kelp.pdf", core.KindPDF, "Of the sea. The kelp-forest and kelp forests shelter fish.")
	s.add(t, "sea.txt", core.KindText, "The sea is wide.")
	h := s.ask(t, "kelp forest")[0]
	var marked []string
	for _, m := range h.Matches {
		marked = append(marked, h.Text[m.Start:m.End])
	}
	if diff := cmp.Diff([]string{"kelp", "forest", "kelp", "forests"}, marked); diff != "" {
		t.Error(diff)
	}
	details := make(map[string]string)
	for _, r := range h.Reasons {
		details[r.Retriever] = r.Detail
		if r.Score <= 0 {
			t.Errorf("reason %+v", r)
		}
	}
	want := map[string]string{
		"words": `BM25 rank 1 for "kelp forest"`, "page": "its page as a whole matches",
		"opening": "its page begins with words of the question", "proximity": "words stand near each other as asked",
	}
	if diff := cmp.Diff(want, details); diff != "" {
		t.Error(diff)
	}
}

func TestWhatWasRemovedMeanwhileIsPassedOver(t *testing.T) {
	s := newShelf(t)
	gone := s.add(t, "gone.txt", core.KindText, "The tide went out.")
	s.add(t, "here.txt", core.KindText, "The tide came in with the moon.")
	check(t, s.store.Delete(t.Context(), gone)) // the index has it still
	if diff := cmp.Diff([]string{"here.txt:1"}, places(s.ask(t, "tide"))); diff != "" {
		t.Error("without its text:", diff)
	}
	unborn := s.add(t, "unborn.txt", core.KindText, "A tide without a document.")
	docs, err := s.library.DocumentsByHash(t.Context(), unborn)
	check(t, err)
	_, err = s.library.Remove(t.Context(), docs[0].ID)
	check(t, err)
	if diff := cmp.Diff([]string{"here.txt:1"}, places(s.ask(t, "tide"))); diff != "" {
		t.Error("without its document:", diff)
	}
}

func TestSearchStaysWithinItsDocuments(t *testing.T) { // R2.1
	s := newShelf(t)
	a := s.add(t, "kelp 2018.pdf", core.KindPDF, "Kelp was cut in spring.")
	b := s.add(t, "kelp 2019.pdf", core.KindPDF, "Kelp was cut in summer.")
	tests := map[string]struct {
		question  string
		documents []core.Hash
		want      []string
	}{
		"one":              {"kelp", []core.Hash{b}, []string{"kelp 2019.pdf p. 1"}},
		"none named":       {"kelp", []core.Hash{}, []string{"kelp 2018.pdf p. 1", "kelp 2019.pdf p. 1"}},
		"with a name":      {"kelp in:2018", []core.Hash{a, b}, []string{"kelp 2018.pdf p. 1"}},
		"against the name": {"kelp in:2018", []core.Hash{b}, nil},
	}
	for name, tt := range tests {
		q, err := query.Parse(tt.question)
		check(t, err)
		q.Documents = tt.documents
		hits, err := s.Search(t.Context(), q, 10)
		check(t, err)
		got := places(hits)
		slices.Sort(got)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// shrunk are texts whose pages became shorter just before they were looked at.
type shrunk struct{ search.Texts }

func (s shrunk) Page(ctx context.Context, hash core.Hash, index int) (core.Page, error) {
	p, err := s.Texts.Page(ctx, hash, index)
	p.Text = p.Text[:min(len(p.Text), 16)]
	return p, err
}

func TestPassageOfAPageThatWasReadAnewIsLeftOut(t *testing.T) {
	s := newShelf(t)
	s.add(t, "scan.pdf", core.KindPDF, "Kelp lives here.\n\nKelp forests shelter fish.")
	s.Texts = shrunk{s.Texts}
	if got := places(s.ask(t, "kelp")); len(got) != 1 || got[0] != "scan.pdf p. 1" {
		t.Errorf("found %q, want the one passage that is still there", got)
	}
}
