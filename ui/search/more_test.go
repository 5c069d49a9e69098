package search

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"ibid/core"
)

// page makes a hit of a page of one document, with so many more on it.
func page(n, more int) core.Hit {
	h := core.Hit{
		Document: core.Document{ID: 1, Hash: "h", Name: "bay.pdf", Kind: core.KindPDF}, Text: fmt.Sprint("text of page ", n),
		Passage: core.Passage{Page: n, Ordinal: 10 * n}, Locator: core.PageLocator("bay.pdf", n, ""),
	}
	for i := range more {
		m := h
		m.Passage.Ordinal += i + 1
		h.More = append(h.More, m)
	}
	return h
}

// ordinals lists the rows of the pane, those below another one with a blank.
func ordinals(p *Pane) string {
	var out []string
	for _, r := range p.rows {
		s := fmt.Sprint(r.Passage.Ordinal)
		if r.under {
			s = "." + s
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

// One row stands for a page; what else stands on the page opens below it and closes
// again, by click and by key.
func TestThePageOfAHitOpensInPlace(t *testing.T) { // R3.4
	p, h, q, _ := setup(t, &engine{whole: []core.Hit{page(1, 0), page(2, 2), page(3, 1)}})
	p.Ask("tide")
	q.Until(t, "hits", func() bool { return len(p.Hits()) == 3 })
	if got := ordinals(p); got != "10 20 30" {
		t.Fatal(got)
	}
	r := newRow(p)
	if r.bind(0, p.rows[0]); !r.more.Hidden {
		t.Errorf("a page with one passage says %q", r.mark.Text())
	}
	if r.bind(1, p.rows[1]); r.more.Hidden || r.mark.Text() != "2 more on this page ▸" {
		t.Errorf("says %q", r.mark.Text())
	}
	r.more.Tapped(nil)
	if got := ordinals(p); got != "10 20 .21 .22 30" {
		t.Fatalf("opened: %s", got)
	}
	if r.bind(2, p.rows[2]); !r.more.Hidden || !r.picture.Hidden || r.step.Hidden {
		t.Error("a passage below the best one has a picture of its own")
	}
	r.bind(1, p.rows[1])
	if r.more.Tapped(nil); ordinals(p) != "10 20 30" {
		t.Errorf("closed: %s", ordinals(p))
	}
	p.Move(2)
	p.entry.CursorColumn = 4
	if !p.typedKey(fyne.KeyRight) || ordinals(p) != "10 20 .21 .22 30" || p.selected != 1 {
		t.Errorf("Right: %s, row %d", ordinals(p), p.selected)
	}
	p.Move(1)
	if p.OpenSelected(); len(h.opened) != 1 || h.opened[0].Passage.Ordinal != 21 {
		t.Errorf("opened %+v", h.opened)
	}
	if p.typedKey(fyne.KeyRight) {
		t.Error("Right is taken from the entry where there is nothing to open")
	}
	if !p.typedKey(fyne.KeyLeft) || ordinals(p) != "10 20 30" || p.selected != 1 {
		t.Errorf("Left: %s, row %d", ordinals(p), p.selected)
	}
	p.openPage(2, true)
	p.entry.CursorColumn = 1
	if p.Move(1); p.typedKey(fyne.KeyLeft) {
		t.Error("Left is taken from the entry inside the question")
	}
}

// The first wave is shown at once; the second keeps the selection and what is opened,
// and says why a row stands lower and what is gone.
func TestTheSecondWaveKeepsWhatWasChosen(t *testing.T) { // R2.10
	rest := make(chan struct{})
	moved := page(1, 1)
	moved.Reasons = []core.Reason{{Retriever: "words", Rank: 1}, {Retriever: "moved", Rank: 1, Detail: "stood at 1 by its words alone; before it came bay.pdf p. 3"}}
	e := &engine{
		hold: map[string]chan struct{}{"tide": rest}, first: []core.Hit{page(1, 1), page(2, 0), page(4, 0)},
		whole: []core.Hit{page(3, 0), moved, page(2, 0)}, gone: []string{"bay.pdf p. 4 is gone"},
	}
	p, _, q, _ := setup(t, e)
	p.Ask("tide")
	q.Until(t, "the first wave", func() bool { return len(p.Hits()) == 3 })
	if !p.Waiting() || p.busy.Hidden || ordinals(p) != "10 20 40" {
		t.Fatalf("waiting %v, rows %s", p.Waiting(), ordinals(p))
	}
	p.openPage(0, true)
	p.selectRow(1) // the other passage of page 1
	close(rest)
	q.Until(t, "the rest", func() bool { return !p.Waiting() })
	if ordinals(p) != "30 10 .11 20" || p.selected != 2 || !p.busy.Hidden {
		t.Errorf("rows %s, selected %d", ordinals(p), p.selected)
	}
	if got := reasonText(p.rows[1].Hit); !strings.HasPrefix(got, "stood at 1 by its words alone") {
		t.Errorf("the row that moved says %q", got)
	}
	if got := p.status.Text(); !strings.Contains(got, "bay.pdf p. 4 is gone") {
		t.Errorf("the status says %q", got)
	}
	p.Repeat()
	q.Until(t, "the answer again", func() bool { return !p.Waiting() })
	if ordinals(p) != "30 10 .11 20" {
		t.Errorf("asked again: %s", ordinals(p))
	}
}

// A first wave that comes after the next question is not shown.
func TestAFirstWaveOfAnOldQuestionIsDropped(t *testing.T) { // R2.10
	e := &engine{hold: map[string]chan struct{}{"tide": make(chan struct{})}, first: []core.Hit{page(1, 0)}, n: 2}
	p, _, q, _ := setup(t, e)
	p.Ask("tide")
	for !slices.Contains(e.questions(), "tide") {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Millisecond) // the first wave is posted, and waits for the UI
	e.mu.Lock()
	e.first = nil
	e.mu.Unlock()
	p.Ask("kelp")
	q.Until(t, "the new hits", func() bool { return len(p.Hits()) == 2 })
	if p.Hits()[0].Document.Name != "kelp-0.pdf" {
		t.Errorf("shows %s", p.Hits()[0].Document.Name)
	}
}
