package assemble_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ibid/core"
)

func TestAPassageThatRunsOverThePageEndIsTwoPages(t *testing.T) { // R3.4, R0.9
	const (
		begin  = "Nobody had seen it. The bay froze"
		end    = "in March of that year. Then it thawed."
		closed = "The bay froze."
	)
	page := func(s *store, index int, body string, score float64) core.Hit {
		return s.put("a.pdf", core.KindPDF, index, index, body, score, body)
	}
	tests := map[string]struct {
		pages [2]string // 41 and 42
		hits  func(on41, on42 core.Hit) []core.Hit
		req   core.ContextRequest
		want  []string
	}{
		"the end of the sentence is taken in": {[2]string{begin, end}, func(a, _ core.Hit) []core.Hit { return []core.Hit{a} }, core.ContextRequest{},
			[]string{"a.pdf, pp. 41–42: " + begin + "\nin March of that year."}},
		"the beginning is taken in": {[2]string{begin, end}, func(_, b core.Hit) []core.Hit { return []core.Hit{b} }, core.ContextRequest{},
			[]string{"a.pdf, pp. 41–42: The bay froze\n" + end}},
		"pages that both hit are two sources": {[2]string{begin, end}, func(a, b core.Hit) []core.Hit { return []core.Hit{a, b} }, core.ContextRequest{},
			[]string{"a.pdf, p. 41: " + begin + " …", "a.pdf, p. 42: … " + end}},
		"a page beyond the limit may be run over to": {[2]string{begin, end}, func(a, b core.Hit) []core.Hit { return []core.Hit{a, b} }, core.ContextRequest{MaxSources: 1},
			[]string{"a.pdf, pp. 41–42: " + begin + "\nin March of that year."}},
		"a page that was removed is left alone": {[2]string{begin, end}, func(a, _ core.Hit) []core.Hit { return []core.Hit{a} },
			core.ContextRequest{Exclude: []core.Place{{Hash: "hash of a.pdf", Page: 42}}}, []string{"a.pdf, p. 41: " + begin + " …"}},
		"a sentence that ends with its page stays there": {[2]string{closed, end}, func(a, _ core.Hit) []core.Hit { return []core.Hit{a} }, core.ContextRequest{},
			[]string{"a.pdf, p. 41: " + closed}},
		"a heading on the next page is none of it": {[2]string{"The bay froze", "Results of the dive"}, func(a, _ core.Hit) []core.Hit { return []core.Hit{a} }, core.ContextRequest{},
			[]string{"a.pdf, p. 41: The bay froze"}},
		"folios and heads are left out of the join": {[2]string{begin + "\n2021 FORM 10-K 4", "ACME CORP 41\n" + end}, func(a, _ core.Hit) []core.Hit { return []core.Hit{a} }, core.ContextRequest{},
			[]string{"a.pdf, pp. 41–42: " + begin + "\nin March of that year."}},
		"so are they of the page that is cited": {[2]string{begin + "\n- 4 -", "42\n" + end}, func(_, b core.Hit) []core.Hit { return []core.Hit{b} }, core.ContextRequest{},
			[]string{"a.pdf, pp. 41–42: The bay froze\n" + end}},
		"an open end is marked where the next page is a source": {[2]string{begin + "\n20", end}, func(a, b core.Hit) []core.Hit { return []core.Hit{a, b} }, core.ContextRequest{},
			[]string{"a.pdf, p. 41: " + begin + " …", "a.pdf, p. 42: … " + end}},
		"a row of numbers is no sentence": {[2]string{"150 282 336 60", "current populations fell."}, func(_, b core.Hit) []core.Hit { return []core.Hit{b} }, core.ContextRequest{},
			[]string{"a.pdf, p. 42: current populations fell."}},
		"nor is an address": {[2]string{"See the site at 5https://tides.example", "according to Moran."}, func(_, b core.Hit) []core.Hit { return []core.Hit{b} }, core.ContextRequest{},
			[]string{"a.pdf, p. 42: according to Moran."}},
		"a broken word goes on": {[2]string{"The bay was turbid and turb-", "Idity rose. Then it fell."}, func(a, _ core.Hit) []core.Hit { return []core.Hit{a} }, core.ContextRequest{},
			[]string{"a.pdf, pp. 41–42: The bay was turbid and turb-\nIdity rose."}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newStore()
			c := s.build(t, tt.req, tt.hits(page(s, 41, tt.pages[0], 1), page(s, 42, tt.pages[1], .9))...)
			if diff := cmp.Diff(tt.want, quoted(c)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestShortenedSourcesStayOnTheirPage(t *testing.T) { // R3.4, R0.9
	s := newStore()
	body := "Gulls left early. " + third + " " + first + " The bay froze"
	hit := s.put("a.pdf", core.KindPDF, 41, 41, body, 1, body)
	s.put("a.pdf", core.KindPDF, 42, 42, "in March.", .9, "in March.")
	full := s.build(t, core.ContextRequest{}, hit)
	if got := full.Sources[0].Heading; got != "a.pdf, pp. 41–42" {
		t.Fatalf("in full it is %q", got)
	}
	short := s.build(t, core.ContextRequest{Budget: full.Tokens - 1}, hit)
	want := []string{"a.pdf, p. 41: Gulls left early. " + third + " …"}
	if diff := cmp.Diff(want, quoted(short)); diff != "" {
		t.Error(diff)
	}
}
