package index

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"ibid/core"
)

// checkEntries checks what bleve holds, passages, pages and whole files together, and
// what the state says of them. Each
// passage stands on a page of its own.
func checkEntries(t *testing.T, x *Index, passages, files uint64) {
	t.Helper()
	n, err := x.bleve.DocCount()
	if s := x.state.Load(); err != nil || n != 2*passages+files || s.Passages != passages || s.Files != files || s.Pages != passages {
		t.Errorf("%d entries, %v; the state says %d passages of %d pages of %d files; want %d of %d", n, err, s.Passages, s.Pages, s.Files, passages, files)
	}
	if n, err := x.Count(); err != nil || n != passages {
		t.Errorf("%d passages counted, %v; want %d", n, err, passages)
	}
	if s := x.state.Load(); passages == 0 && s.Terms+s.FileTerms+s.PageTerms != 0 {
		t.Errorf("%d, %d and %d terms are left of nothing", s.Terms, s.FileTerms, s.PageTerms)
	}
}

func fileScores(t *testing.T, x *Index, words []string, files ...core.Hash) map[core.Hash]float64 {
	t.Helper()
	scores, err := x.FileScores(t.Context(), core.Query{Words: words}, files)
	if err != nil {
		t.Fatal(err)
	}
	return scores
}

func TestWholeFilesComeAndGoWithTheirPassages(t *testing.T) { // R1.6
	dir := t.TempDir()
	x := open(t, dir)
	x.batch.passages = 7 // a file takes several batches
	put(t, x, 1, nil, slices.Concat(file("a", 20, "kelp"), file("b", 1, "tide kelp")))
	checkEntries(t, x, 21, 2)
	if s := fileScores(t, x, []string{"kelp"}, "a", "b"); len(s) != 2 || s["a"] <= s["b"] {
		t.Errorf("twenty times and once: %v", s)
	}
	put(t, x, 2, nil, file("a", 9, "limpet")) // cut anew
	checkEntries(t, x, 10, 2)
	if s := fileScores(t, x, []string{"kelp"}, "a", "b"); len(s) != 1 || s["b"] == 0 {
		t.Errorf("after another cut: %v", s)
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	x = open(t, dir)
	checkEntries(t, x, 10, 2)
	put(t, x, 3, []core.Hash{"b"}, nil)
	checkEntries(t, x, 9, 1)
	if s := fileScores(t, x, []string{"kelp", "limpet"}, "a", "b"); len(s) != 1 || s["a"] == 0 {
		t.Errorf("after a removal: %v", s)
	}
	if err := x.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	checkEntries(t, x, 0, 0)
}

func TestFileScoresAreOfTheFilesAskedFor(t *testing.T) {
	x := open(t, t.TempDir())
	put(t, x, 1, nil, []core.IndexedPassage{
		{Hash: "both", Ordinal: 0, Text: "The kelp forest"},
		{Hash: "both", Ordinal: 1, Text: "grows half a metre a day"},
		{Hash: "one", Ordinal: 0, Text: "The kelp crab eats"},
		{Hash: "one", Ordinal: 1, Text: "whatever there is to eat"},
		{Hash: "none", Ordinal: 0, Text: "Sandpipers run"},
	})
	words := []string{"kelp", "metre"}
	all := fileScores(t, x, words, "both", "one", "none", "unknown")
	if len(all) != 2 || all["both"] <= all["one"] || all["one"] <= 0 {
		t.Errorf("scores %v, want those of both, then one", all)
	}
	if some := fileScores(t, x, words, "one"); len(some) != 1 || some["one"] != all["one"] {
		t.Errorf("one alone scores %v, among others %v", some, all["one"])
	}
	if s := fileScores(t, x, nil, "both"); s != nil {
		t.Errorf("nothing asked, %v found", s)
	}
	if s := fileScores(t, x, words); s != nil {
		t.Errorf("no file asked for, %v found", s)
	}
	phrase, err := x.FileScores(t.Context(), core.Query{Phrases: []string{"forest grows"}}, []core.Hash{"both"})
	if err != nil || phrase["both"] <= 0 {
		t.Errorf("words of a phrase: %v, %v", phrase, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.FileScores(ctx, core.Query{Words: words}, []core.Hash{"one"}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestPassagesAreFoundWithoutWholeFiles(t *testing.T) {
	x := open(t, t.TempDir())
	put(t, x, 1, nil, slices.Concat(file("a", 2, "kelp tide"), file("b", 1, "kelp")))
	for name, q := range map[string]core.Query{
		"words":  {Words: []string{"kelp"}},
		"not":    {Words: []string{"kelp"}, Not: []string{"limpet"}},
		"phrase": {Phrases: []string{"kelp"}},
	} {
		if got := hashes(find(t, x, q, nil, 10)); len(got) != 3 {
			t.Errorf("%s: %v, want three passages", name, got)
		}
	}
}

func TestNamesComeBack(t *testing.T) {
	for _, n := range []entryID{{"ab", 0, 0, 0}, {"ab", 70000, 300, 200}, {hash: "ab", ordinal: wholeFile, length: 1 << 20}, {"ab", wholePage, 17, 300}} {
		if got, err := parseEntryID(n.String()); err != nil || !reflect.DeepEqual(got, n) {
			t.Errorf("%q comes back as %+v, %v", n, got, err)
		}
	}
	for _, bad := range []string{"", "ab", "ab/1/2", "ab/1/2/x", "ab/-1/2/3", "ab/part/2/3", "ab/1/whole/3", "ab/1/2/3/4"} {
		if n, err := parseEntryID(bad); !errors.Is(err, core.ErrDamaged) {
			t.Errorf("%q is %+v, %v", bad, n, err)
		}
	}
}

func TestPageScoresAreOfTheWholePage(t *testing.T) { // R3.9
	x := open(t, t.TempDir())
	on := func(h core.Hash, ordinal, page int, kind core.Kind, text string) core.IndexedPassage {
		return core.IndexedPassage{Hash: h, Ordinal: ordinal, Page: page, Kind: kind, Text: text}
	}
	put(t, x, 1, nil, []core.IndexedPassage{
		on("a", 0, 1, core.KindPDF, "kelp on the rock"), on("a", 1, 1, core.KindPDF, "limpets below the tide"), on("a", 2, 2, core.KindPDF, "kelp kelp"),
		on("b", 0, 1, core.KindPDF, "nothing of the kind"), on("c", 0, 1, core.KindCode, "kelp limpets"),
	})
	pages := []core.Place{{Hash: "a", Page: 1}, {Hash: "a", Page: 2}, {Hash: "b", Page: 1}, {Hash: "c", Page: 1}, {Hash: "a", Page: 3}}
	got, err := x.PageScores(t.Context(), core.Query{Words: []string{"kelp", "limpets"}}, pages)
	if err != nil {
		t.Fatal(err)
	}
	both, one := got[pages[0]], got[pages[1]]
	if len(got) != 2 || both <= one || one <= 0 {
		t.Errorf("a page with both words %v, with one %v; all %v", both, one, got)
	}
	for name, q := range map[string]core.Query{"no words": {}, "a word of no page": {Words: []string{"whelk"}}} {
		if got, err := x.PageScores(t.Context(), q, pages); err != nil || len(got) != 0 {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}
