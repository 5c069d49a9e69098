package assemble_test

import (
	"fmt"
	"testing"

	"ibid/core"
)

// Of the parts that only mention, the best one may be a source; the others are listed
// with their cause. What a person chose stays.
func TestOneSourceAtMostOnlyMentions(t *testing.T) { // R2.8
	s := newStore()
	var hits []core.Hit
	for i := range 5 {
		text := fmt.Sprintf("Harbours %d, charts %d, pilots %d", 3+i, 9+i, 12+i)
		h := s.put("harbours.pdf", core.KindPDF, i+1, 0, text, 1-float64(i)/10, text)
		if i != 1 {
			h.Part = "an index"
		}
		hits = append(hits, h)
	}
	pages := func(c core.Context) (in []int) {
		for _, source := range c.Sources {
			in = append(in, source.Place.Page)
		}
		return in
	}
	c := s.build(t, core.ContextRequest{}, hits...)
	if got := fmt.Sprint(pages(c)); got != "[1 2]" || len(c.LeftOut) != 3 {
		t.Fatalf("pages %s, left out %+v", got, c.LeftOut)
	}
	for _, l := range c.LeftOut {
		if l.Cause != core.CauseMention || l.Reason != "an index: one source that only mentions is enough" {
			t.Errorf("%+v", l)
		}
	}
	c = s.build(t, core.ContextRequest{Order: []core.Place{hits[3].Place()}}, hits...)
	if got := fmt.Sprint(pages(c)); got != "[4 1 2]" {
		t.Errorf("with page 4 chosen by hand: %s", got)
	}
	c = s.build(t, core.ContextRequest{Exclude: []core.Place{hits[0].Place()}}, hits...)
	if got := fmt.Sprint(pages(c)); got != "[2 3]" {
		t.Errorf("with page 1 removed by hand: %s", got)
	}
}
