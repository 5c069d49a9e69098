package assemble_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ibid/core"
)

const (
	first  = "The bay froze in March. Nobody had expected it."
	second = "The plants died at the top. Those below did not."
	third  = "Four years later the shallows were green again."
)

// R0.1: rows of a table stand below the names of its columns, unless those are
// longer than what they name.
func TestRowsStandBelowTheNamesOfTheirColumns(t *testing.T) {
	const header, row = "Reef\tDepth\tCover", "Stennet\t24\t0.1"
	between := strings.Repeat("Tolva\t19\t0.4\n", 9)
	around := strings.Repeat("Tolva\t19\t0.4\n", core.DefaultLines) + row
	wide := header + "\t" + strings.Repeat("x", 1000)
	s := newStore()
	for i, tt := range []struct{ page, want string }{
		{"Reefs of 2024\n\n" + header + "\n" + between + row, header + "\n…\n" + around},
		{header + "\n" + between + row, header + "\n…\n" + around},
		{header + "\n" + around, header + "\n" + around},
		{wide + "\n" + between + row, around},
		{wide[:999] + "\n" + between + row, wide[:999] + "\n…\n" + around},
		{wide[:1000] + "\n" + between + row, around},
	} {
		c := s.build(t, core.ContextRequest{Lines: core.DefaultLines}, s.put(fmt.Sprint(i, ".xlsx"), core.KindSheet, 1, 1, tt.page, 1, row))
		if len(c.Sources) != 1 || c.Sources[0].Text != tt.want {
			t.Errorf("%.60q: %q, want %q", tt.page, quoted(c), tt.want)
		}
	}
}

func TestMoreLinesThanAFileHasAreTheFile(t *testing.T) {
	page := "package tide\n\n" + strings.Repeat("var level int\n", 40)
	s := newStore()
	c := s.build(t, core.ContextRequest{Lines: math.MaxInt}, s.put("a.go", core.KindCode, 1, 0, page, 1, "package tide"))
	if len(c.Sources) != 1 || !strings.HasSuffix(c.Sources[0].Text, "var level int") {
		t.Errorf("%q", quoted(c))
	}
}

func TestPassagesOfOnePageAreOneSource(t *testing.T) { // R3.4, R0.9
	page := first + "\n\n" + second + "\n\n" + third
	columns := "left one\nright one\nleft two\nright two\n"
	s := newStore()
	pdf := func(score float64, ordinal int, passage ...string) core.Hit {
		return s.put("a.pdf", core.KindPDF, 1, ordinal, page, score, passage...)
	}
	column := func(score float64, ordinal int, passage ...string) core.Hit {
		return s.put("b.pdf", core.KindPDF, 1, ordinal, columns, score, passage...)
	}
	tests := map[string]struct {
		hits []core.Hit
		want []string
	}{
		"in reading order, not in order of rank": {[]core.Hit{pdf(1, 2, third), pdf(.9, 0, first)},
			[]string{"a.pdf, p. 1: " + first + "\n…\n" + third}},
		"neighbours are joined": {[]core.Hit{pdf(1, 1, second), pdf(.9, 0, first)},
			[]string{"a.pdf, p. 1: " + first + "\n\n" + second}},
		"half of the score is good enough": {[]core.Hit{pdf(1, 0, first), pdf(.5, 2, third)},
			[]string{"a.pdf, p. 1: " + first + "\n…\n" + third}},
		"less is not": {[]core.Hit{pdf(1, 0, first), pdf(.49, 2, third)}, []string{"a.pdf, p. 1: " + first}},
		"the same passage twice": {[]core.Hit{column(1, 0, "left one", "left two"), column(.9, 0, "left one", "left two")},
			[]string{"b.pdf, p. 1: left one\nleft two"}},
		"whole sentences": {[]core.Hit{pdf(1, 0, "froze in March. Nobody")}, []string{"a.pdf, p. 1: " + first}},
		"columns are read one after the other": {[]core.Hit{column(1, 1, "right one", "right two"), column(.9, 0, "left one", "left two")},
			[]string{"b.pdf, p. 1: left one\nleft two\nright one\nright two"}},
		"columns are not widened into each other": {[]core.Hit{column(1, 0, "left one"), column(.9, 1, "right one", "right two")},
			[]string{"b.pdf, p. 1: left one\nright one\nright two"}},
		"pages are told apart": {[]core.Hit{pdf(1, 0, first), s.put("a.pdf", core.KindPDF, 2, 3, third, .9, third)},
			[]string{"a.pdf, p. 1: " + first, "a.pdf, p. 2: " + third}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, quoted(s.build(t, core.ContextRequest{}, tt.hits...))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestOverlappingLinesAreOneSource(t *testing.T) { // R3.4
	body := "one goes\non here. Two goes\non here. Three goes\non here.\n"
	s := newStore()
	hit := func(score float64, ordinal int, passage string) core.Hit {
		return s.put("a.txt", core.KindText, 1, ordinal, body, score, passage)
	}
	a, b, c := hit(1, 0, "one goes"), hit(.9, 1, "on here. Two"), hit(.8, 2, "goes\non here. Three goes")
	tests := map[string]struct {
		req  core.ContextRequest
		hits []core.Hit
		want []string
	}{
		"two":   {hits: []core.Hit{a, b}, want: []string{"a.txt:1-3: one goes\non here. Two goes\non here."}},
		"apart": {hits: []core.Hit{a, hit(.9, 3, "Three goes\non here.")}, want: []string{"a.txt:1-2: one goes\non here.", "a.txt:3-4: Three goes\non here."}},
		"a third that bridges them": {hits: []core.Hit{a, hit(.9, 3, "Three goes\non here."), b, c},
			want: []string{"a.txt:1-4: one goes\non here. Two goes\non here. Three goes\non here."}},
		"beyond the limit of sources": {core.ContextRequest{MaxSources: 1}, []core.Hit{a, b}, []string{"a.txt:1-3: one goes\non here. Two goes\non here."}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, quoted(s.build(t, tt.req, tt.hits...))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSourcesShrinkToTheirBestSentence(t *testing.T) { // R3.6, R0.9
	long := "It began in autumn. Gulls left. The bay froze in March. Nobody had expected it. Spring was late. Then it was over."
	s := newStore()
	hit := s.put("a.pdf", core.KindPDF, 1, 0, long, 1, long)
	at := strings.Index(long, "froze")
	hit.Matches = []core.Span{{Start: at, End: at + len("froze")}}
	near := "… Gulls left. The bay froze in March. Nobody had expected it. …"
	alone := "… The bay froze in March. …"
	outline := "It began in autumn. …"
	full := s.build(t, core.ContextRequest{}, hit)
	if full.Truncated || full.Sources[0].Cut || full.Sources[0].Text != long {
		t.Fatalf("in full: %+v", full.Sources[0])
	}
	for _, want := range []string{near, alone, outline} {
		got := s.build(t, core.ContextRequest{Budget: full.Tokens - 1}, hit)
		if src := got.Sources[0]; src.Text != want || !src.Cut || !got.Truncated {
			t.Errorf("one token less than %d: %q, cut %v, truncated %v; want %q", full.Tokens, src.Text, src.Cut, got.Truncated, want)
		}
		full = got
	}
	_, err := s.assembler().Context(context.Background(), core.ContextRequest{Budget: full.Tokens - 1}, core.Retrieval{Hits: []core.Hit{hit}})
	var small *core.BudgetError
	if !errors.As(err, &small) || small.Minimum != full.Tokens {
		t.Errorf("one token less than the minimum of %d: %v", full.Tokens, err)
	}
}

func TestAShrunkSourceShowsThatOtherPassagesAreLeftOut(t *testing.T) { // R0.9
	page := first + "\n\n" + second + "\n\n" + third
	s := newStore()
	best := s.put("a.pdf", core.KindPDF, 1, 2, page, 1, third)
	other := s.put("a.pdf", core.KindPDF, 1, 0, page, .9, first)
	full := s.build(t, core.ContextRequest{}, best, other)
	got := s.build(t, core.ContextRequest{Budget: full.Tokens - 1}, best, other)
	if want := []string{"a.pdf, p. 1: … " + third}; !cmp.Equal(quoted(got), want) {
		t.Error(cmp.Diff(want, quoted(got)))
	}
}

func TestAnEndlessSentenceIsCutAroundItsMatch(t *testing.T) { // R0.9
	table := strings.TrimSpace(strings.Repeat("12 ", 200) + "kelp " + strings.Repeat("34 ", 200))
	s := newStore()
	hit := s.put("a.pdf", core.KindPDF, 1, 0, table, 1, table)
	at := strings.Index(table, "kelp")
	hit.Matches = []core.Span{{Start: at, End: at + 4}}
	got := s.build(t, core.ContextRequest{Budget: 220}, hit).Sources[0].Text
	want := "… " + strings.Repeat("12 ", 30) + "kelp " + strings.TrimSpace(strings.Repeat("34 ", 29)) + " …"
	if got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestHandsGoBeforeRanks(t *testing.T) {
	s := newStore()
	var hits []core.Hit
	for i, body := range []string{first, second, third} {
		hits = append(hits, s.put("a.pdf", core.KindPDF, i+1, i, body, 1-float64(i)/10, body))
	}
	headings := func(c core.Context) (out []string) {
		for _, s := range c.Sources {
			out = append(out, s.Heading)
		}
		for _, lo := range c.LeftOut {
			out = append(out, "- "+lo.Locator.Heading()+" "+lo.Reason)
		}
		return out
	}
	tests := map[string]struct {
		req  core.ContextRequest
		want []string
	}{
		"order": {core.ContextRequest{Order: []core.Place{hits[2].Place(), hits[1].Place()}}, []string{"a.pdf, p. 3", "a.pdf, p. 2", "a.pdf, p. 1"}},
		"order and limit": {core.ContextRequest{Order: []core.Place{hits[2].Place()}, MaxSources: 2},
			[]string{"a.pdf, p. 3", "a.pdf, p. 1", "- a.pdf, p. 2 over the limit of 2 sources"}},
		"removed":              {core.ContextRequest{Exclude: []core.Place{hits[0].Place()}}, []string{"a.pdf, p. 2", "a.pdf, p. 3", "- a.pdf, p. 1 removed by hand"}},
		"a limit that is none": {core.ContextRequest{MaxSources: -1}, []string{"a.pdf, p. 1", "a.pdf, p. 2", "a.pdf, p. 3"}},
		"all removed": {core.ContextRequest{Exclude: []core.Place{hits[0].Place(), hits[1].Place(), hits[2].Place()}},
			[]string{"- a.pdf, p. 1 removed by hand", "- a.pdf, p. 2 removed by hand", "- a.pdf, p. 3 removed by hand"}},
		"another kind": {core.ContextRequest{Kinds: []core.Kind{core.KindMarkdown}}, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, headings(s.build(t, tt.req, hits...))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWhatRanksBelowTheBudgetIsOutForTheBudget(t *testing.T) { // R3.6
	s := newStore()
	var hits []core.Hit
	for i := range 6 {
		body := fmt.Sprintf("%s It was the year %d.", first, 1960+i)
		hits = append(hits, s.put("a.pdf", core.KindPDF, i+1, i, body, 1, body))
	}
	all := s.build(t, core.ContextRequest{MaxSources: 3}, hits...)
	if !strings.HasSuffix(all.Text, "\nLeft out: 3 over the limit of 3 sources.\n") || all.Truncated {
		t.Errorf("a budget that holds them: truncated %v, %q", all.Truncated, all.Text)
	}
	budget := all.Tokens * 3 / 4
	less := s.build(t, core.ContextRequest{MaxSources: 3, Budget: budget}, hits...)
	closing := fmt.Sprintf("\nLeft out: 4 over the budget of %d tokens.\n", budget)
	if n := len(less.Sources); n != 2 || !strings.HasSuffix(less.Text, closing) || !less.Truncated {
		t.Errorf("a budget that does not: %d sources, truncated %v, %q", n, less.Truncated, less.Text)
	}
	if less.LeftOut[0].Tokens == 0 {
		t.Error("what it would cost to have the next source is not said")
	}
}

func TestAPageThatIsGoneIsAnError(t *testing.T) { // R3.8
	s := newStore()
	hit := s.put("a.pdf", core.KindPDF, 1, 0, first, 1, first)
	clear(s.pages)
	_, err := s.assembler().Context(context.Background(), core.ContextRequest{}, core.Retrieval{Hits: []core.Hit{hit}})
	if !errors.Is(err, core.ErrNotFound) || !strings.Contains(err.Error(), `assemble "a.pdf p. 1"`) {
		t.Errorf("err = %v", err)
	}
}

func TestATagBringsAllTagsOfItsFile(t *testing.T) { // R0.2, R0.3
	tags := "[File:Type] JPEG\n[EXIF:Make] Canon\n[EXIF:ISO] 200"
	for _, kind := range []core.Kind{core.KindImage, core.KindAudio} {
		s := newStore()
		hit := s.put("a.jpg", kind, 1, 0, tags, 1, "[EXIF:Make] Canon")
		place := map[core.Kind]string{core.KindImage: "EXIF", core.KindAudio: "tags"}[kind]
		if got := quoted(s.build(t, core.ContextRequest{}, hit)); len(got) != 1 || got[0] != "a.jpg, "+place+": "+tags {
			t.Errorf("%s: %q", kind, got)
		}
	}
}
