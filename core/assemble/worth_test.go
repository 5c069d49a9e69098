package assemble_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ibid/core"
)

// pagesOf makes a store with one page for each score, all with several sentences of
// which the middle one matches.
func pagesOf(scores ...float64) (*store, []core.Hit) {
	s := newStore()
	var hits []core.Hit
	for i, score := range scores {
		match := fmt.Sprintf("In the winter of %d the kelp was torn from the rock by ice.", 1801+i)
		body := strings.Repeat("Nothing was written down of the weather in that year, nor of the boats. ", 4) +
			match + strings.Repeat(" Nobody came to the harbour before the thaw had set in.", 4)
		h := s.put("logbook.pdf", core.KindPDF, i+1, i, body, score, body)
		at := strings.Index(body, "kelp")
		h.Matches = []core.Span{{Start: at, End: at + 4}}
		hits = append(hits, h)
	}
	return s, hits
}

// Ten sources are in whatever their score, and quoted whole. From the eleventh on a
// source must score two fifths of the best, and what matches in it is quoted.
func TestTheBudgetDecidesHowManySourcesThereAre(t *testing.T) { // R3.3, R2.8
	scores := append(slices.Repeat([]float64{.1}, 9), .4, .399, .6)
	s, hits := pagesOf(append([]float64{1}, scores...)...)
	c := s.build(t, core.ContextRequest{}, hits...)
	if len(c.Sources) != 12 {
		t.Fatalf("%d sources", len(c.Sources))
	}
	for i, source := range c.Sources {
		if brief := source.Shown == core.ShownTrimmed; brief != (i >= 10) || source.Cut {
			t.Errorf("source %d: shown %s, cut %v", i+1, source.Shown, source.Cut)
		}
	}
	want := "… Nothing was written down of the weather in that year, nor of the boats. In the winter of 1811 the kelp was torn from the rock by ice. Nobody came to the harbour before the thaw had set in. …"
	if got := c.Sources[10].Text; got != want {
		t.Errorf("quoted in part: %q", got)
	}
	if want := []string{"logbook.pdf, p. 12 scores 0.40, less than 0.40 of the best"}; !slices.Equal(leftOut(c), want) || c.LeftOut[0].Cause != core.CauseWorth || c.LeftOut[0].Tokens == 0 {
		t.Errorf("left out %+v", c.LeftOut)
	}
	if want := "Quoted in part: [11], [12]. Left out: 1 less than 0.40 of the best.\n"; !strings.HasSuffix(c.Text, want) || c.Truncated {
		t.Errorf("the text ends %q, truncated %v", c.Text[len(c.Text)-120:], c.Truncated)
	}
}

// With a limit of sources their scores do not matter, and all are quoted whole.
func TestALimitOfSourcesTakesTheBest(t *testing.T) { // R3.3
	s, hits := pagesOf(append([]float64{1}, slices.Repeat([]float64{.1}, 11)...)...)
	c := s.build(t, core.ContextRequest{MaxSources: 11}, hits...)
	if len(c.Sources) != 11 || c.Sources[10].Shown != core.ShownFull || strings.Contains(c.Text, "in part") {
		t.Errorf("%d sources, the last %+v", len(c.Sources), c.Sources[len(c.Sources)-1])
	}
	if want := []string{"logbook.pdf, p. 12 over the limit of 11 sources"}; !slices.Equal(leftOut(c), want) {
		t.Errorf("left out %q", leftOut(c))
	}
}

// What the search is sure of, or a person chose, is in beyond the tenth.
func TestSureAndChosenSourcesNeedNoScore(t *testing.T) { // R3.3
	s, hits := pagesOf(append([]float64{1}, slices.Repeat([]float64{.1}, 13)...)...)
	c, err := s.assembler().Context(t.Context(), core.ContextRequest{}, core.Retrieval{Hits: hits, Sure: 12})
	if err != nil || len(c.Sources) != 12 || c.Sources[11].Shown != core.ShownFull {
		t.Errorf("%d sources, %v", len(c.Sources), err)
	}
	var chosen []core.Place
	for _, h := range hits[1:13] {
		chosen = append(chosen, h.Place())
	}
	if c := s.build(t, core.ContextRequest{Order: chosen}, hits...); len(c.Sources) != 13 {
		t.Errorf("%d sources with twelve chosen and the best after them", len(c.Sources))
	}
}

func TestAHundredSourcesAreTheMostWithoutALimit(t *testing.T) { // R3.3
	s, hits := pagesOf(slices.Repeat([]float64{1}, 102)...)
	c := s.build(t, core.ContextRequest{Budget: 100_000}, hits...)
	if len(c.Sources) != 100 || len(c.LeftOut) != 2 || c.LeftOut[0].Reason != "over the limit of 100 sources" {
		t.Errorf("%d sources, left out %+v", len(c.Sources), c.LeftOut)
	}
	if want := "Quoted in part: [11] to [100]."; !strings.Contains(c.Text, want) {
		t.Errorf("the text ends %q", c.Text[len(c.Text)-120:])
	}
}

// Tags and pages whose best sentences read alike are not cut.
func TestWhatWouldReadAlikeIsNotQuotedInPart(t *testing.T) { // R0.2
	s, hits := pagesOf(slices.Repeat([]float64{1}, 10)...)
	shared := "Printed for the harbour office by the brothers Carrow, all rights reserved, in the year of the great storm that took the northern pier and nine boats with all that was in them that night."
	for i := range 2 {
		body := shared + fmt.Sprintf(" This is volume %d of the six that were printed in all.", i)
		h := s.put(fmt.Sprintf("volume%d.pdf", i), core.KindPDF, 1, 0, body, 1, body)
		h.Matches = []core.Span{{Start: 0, End: 7}}
		hits = append(hits, h)
	}
	tags := "[File:Type] JPEG\n[EXIF:Make] Canon\n[EXIF:ISO] 200\n" + strings.Repeat("[IPTC:Keyword] kelp\n", 40)
	hits = append(hits, s.put("a.jpg", core.KindImage, 1, 0, tags, 1, "[EXIF:Make] Canon"))
	c := s.build(t, core.ContextRequest{}, hits...)
	var shown []core.Shown
	for _, source := range c.Sources[10:] {
		shown = append(shown, source.Shown)
	}
	if want := []core.Shown{core.ShownTrimmed, core.ShownFull, core.ShownFull}; !slices.Equal(shown, want) {
		t.Errorf("shown %q", shown)
	}
}
