package context

import (
	"context"
	"errors"
	"strings"
	"testing"

	"ibid/core"
	"ibid/ui/post/posttest"
)

// saying waits until the pane has said something that holds words.
func saying(t *testing.T, h *host, q posttest.Queue, words string) {
	t.Helper()
	q.Until(t, words, func() bool { return len(h.said) > 0 && strings.Contains(h.said[len(h.said)-1], words) })
}

func TestThumbsAreKeptAndTakenBack(t *testing.T) { // R2.9
	e := &engine{}
	p, h, q := setup(t, e)
	p.RateSelected(core.RatingUp)
	saying(t, h, q, "Select a source")
	ask(t, p, q, "curve")
	p.Select(1)
	p.RateSelected(core.RatingUp)
	saying(t, h, q, "[2] a.pdf, p. 2 helped: it ranks higher")
	if f, ok := p.rated(page(2)); !ok || f.Rating != core.RatingUp || f.Question != "curve" {
		t.Errorf("kept %+v", f)
	}
	p.Rate(1, core.RatingDown)
	saying(t, h, q, "did not help")
	ask(t, p, q, "tide")
	if _, ok := p.rated(page(2)); ok {
		t.Error("another question shows it too")
	}
	ask(t, p, q, "curve")
	if f, _ := p.rated(page(2)); f.Rating != core.RatingDown {
		t.Errorf("asked again: %+v", f)
	}
	p.Rate(1, core.RatingDown)
	saying(t, h, q, "Taken back")
	if f, _ := p.rated(page(2)); f.Rating != core.RatingUp {
		t.Errorf("taken back: %+v", f)
	}
	e.Err = errors.New("the disk is full")
	p.Rate(0, core.RatingUp)
	saying(t, h, q, "isk is full")
}

func TestCitedSourcesAreNotedOnceAndTakenBack(t *testing.T) { // R2.9
	p, h, q := setup(t, &engine{})
	p.UndoUsed()
	saying(t, h, q, "No check of an answer")
	ask(t, p, q, "curve")
	report := core.CheckReport{Claims: []core.Claim{{Citations: []int{1, 3}}, {Citations: []int{77}}}}
	p.Cited(report, p.result.Sources)
	saying(t, h, q, "Noted that the answer cites [1], [3]. Alt+Z")
	if !p.cited(page(3)) || p.cited(page(2)) {
		t.Errorf("cited: %+v", p.said)
	}
	h.said = nil
	p.Cited(report, p.result.Sources) // checked again: nothing new is said
	p.UndoUsed()
	saying(t, h, q, "Taken back which sources")
	if len(h.said) != 1 || p.cited(page(3)) {
		t.Errorf("said %q, kept %+v", h.said, p.said)
	}
}

func TestFeedbackIsListedUndoneAndForgotten(t *testing.T) { // R2.9
	p, h, q := setup(t, &engine{})
	ask(t, p, q, "curve")
	for i := range 3 {
		p.Rate(i, core.RatingUp)
		saying(t, h, q, "helped")
		h.said = nil
	}
	d := newFeedbackDialog(p)
	d.change("", func(context.Context) error { return nil })
	q.Until(t, "the list", func() bool { return len(d.all) == 3 })
	d.undo(d.all[0])
	q.Until(t, "one less", func() bool { return len(d.all) == 2 })
	if _, ok := p.rated(page(3)); ok {
		t.Error("its thumb is still lit")
	}
	d.forgetAll()
	if len(d.all) != 2 || d.forget.Text != "Forget 2 for good" {
		t.Fatalf("%d left, the button says %q", len(d.all), d.forget.Text)
	}
	d.forgetAll()
	q.Until(t, "nothing", func() bool { return len(d.all) == 0 })
	if d.empty.Hidden || !d.forget.Hidden || len(p.said) != 0 {
		t.Error("the dialog does not say that nothing is kept")
	}
}
