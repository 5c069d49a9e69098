package search

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
	uiwidget "ibid/ui/widget"
)

// chipsOf lists the chips of what was read, with a mark before those taken off.
func chipsOf(p *Pane) (out []string, chips []*uiwidget.Chip) {
	for _, o := range p.reading.row.Objects {
		c := o.(*uiwidget.Chip)
		mark := ""
		if c.Off() {
			mark = "off "
		}
		out, chips = append(out, mark+c.Text()), append(chips, c)
	}
	return out, chips
}

func press(c *uiwidget.Chip, key fyne.KeyName) { c.TypedKey(&fyne.KeyEvent{Name: key}) }

func TestWhatWasReadIsTakenOffAndGivenBack(t *testing.T) { // R2.8
	e := &engine{n: 2, read: []core.Interpretation{
		{Key: "abbr:ko", Text: "KO: knock-out", Why: "from pol.pdf p. 3", Removable: true},
		{Key: "nowhere", Text: "nowhere: zebra", Why: "no document holds it"},
	}}
	p, h, q, _ := setup(t, e)
	want := func(name string, chips []string, without ...string) []*uiwidget.Chip {
		t.Helper()
		q.Until(t, "an answer", func() bool { return !p.Waiting() })
		got, all := chipsOf(p)
		if !slices.Equal(got, chips) || !slices.Equal(h.request.Without, without) || p.reading.row.Hidden != (len(chips) == 0) {
			t.Errorf("%s: chips %q, without %q", name, got, h.request.Without)
		}
		return all
	}
	want("at first", nil)
	p.Ask("ko mice")
	chips := want("asked", []string{"KO: knock-out", "nowhere: zebra"})
	if chips[0].Hint() != "From pol.pdf p. 3." {
		t.Errorf("hint %q", chips[0].Hint())
	}
	press(chips[1], fyne.KeySpace) // nothing can be done about it
	want("not removable", []string{"KO: knock-out", "nowhere: zebra"})
	test.TapAt(chips[0], fyne.NewPos(4, 4))
	chips = want("a click on the words", []string{"KO: knock-out", "nowhere: zebra"})
	test.TapAt(chips[0], fyne.NewPos(chips[0].Size().Width-4, 4))
	want("a click on the cross", []string{"nowhere: zebra", "off KO: knock-out"}, "abbr:ko")
	p.Ask("ko mice today")
	want("typed on", []string{"nowhere: zebra", "off KO: knock-out"}, "abbr:ko")
	p.Ask("other")
	want("another question", []string{"KO: knock-out", "nowhere: zebra"})
	p.Ask("ko mice")
	chips = want("the question again", []string{"KO: knock-out", "nowhere: zebra"})
	press(chips[0], fyne.KeyDelete)
	chips = want("taken off by a key", []string{"nowhere: zebra", "off KO: knock-out"}, "abbr:ko")
	press(chips[1], fyne.KeyReturn)
	want("given back", []string{"KO: knock-out", "nowhere: zebra"})
	p.Ask("")
	want("no question", nil)
}

func TestAQuestionIsAskedWithinAScope(t *testing.T) { // R2.8
	e := &engine{n: 2}
	p, h, q, _ := setup(t, e)
	h.scopes = []Scope{{Name: "This document: a.pdf", In: []string{"/p/a.pdf"}}}
	p.Ask("kelp")
	q.Until(t, "an answer", func() bool { return !p.Waiting() })
	p.AskScope()
	overlays := h.win.Canvas().Overlays()
	if overlays.Top() == nil {
		t.Fatal("no menu")
	}
	overlays.Remove(overlays.Top())
	p.Within(h.scopes[0])
	q.Until(t, "an answer", func() bool { return !p.Waiting() })
	if !slices.Equal(h.request.In, []string{"/p/a.pdf"}) || h.request.Query != "kelp" || p.within.Importance != widget.HighImportance {
		t.Errorf("%+v", h.request)
	}
	p.AlsoWithin("/p/b.pdf", "/p/a.pdf")
	q.Until(t, "an answer", func() bool { return !p.Waiting() })
	chips, all := chipsOf(p)
	if !slices.Equal(h.request.In, []string{"/p/a.pdf", "/p/b.pdf"}) || !slices.Equal(chips, []string{"only in /p/a.pdf", "only in /p/b.pdf"}) {
		t.Errorf("%+v, %q", h.request, chips)
	}
	press(all[0], fyne.KeySpace)
	q.Until(t, "an answer", func() bool { return !p.Waiting() })
	if !slices.Equal(h.request.In, []string{"/p/b.pdf"}) || len(h.request.Without) > 0 {
		t.Errorf("one taken off: %+v", h.request)
	}
	e.n = 0
	p.Ask("zebra") // the scope outlives the question
	q.Until(t, "an answer", func() bool { return !p.Waiting() })
	if _, title, body := p.emptyText(); title != "Nothing found here" || body == "" || len(h.request.In) != 1 {
		t.Errorf("%q, %+v", title, h.request)
	}
	p.takeOff(core.Interpretation{Key: "in", Kind: core.ReadWithin})
	q.Until(t, "an answer", func() bool { return !p.Waiting() })
	if len(h.request.In) > 0 || p.within.Importance != widget.LowImportance {
		t.Errorf("all taken off: %+v", h.request)
	}
}

func TestASavedRequestIsAskedAsItWas(t *testing.T) { // R4.5
	p, h, q, _ := setup(t, &engine{n: 1})
	plan := core.Plan{Strategy: core.StrategySemantic, Planner: core.PlannerHand}
	p.Restore(core.ContextRequest{Query: "kelp", In: []string{"/p/a.pdf"}, Without: []string{"quotes"}, Plan: &plan})
	q.Until(t, "an answer", func() bool { return !p.Waiting() })
	chips, _ := chipsOf(p)
	if h.request.Query != "kelp" || h.request.Plan != &plan || !slices.Equal(h.request.In, []string{"/p/a.pdf"}) || !slices.Equal(h.request.Without, []string{"quotes"}) ||
		!slices.Equal(chips, []string{"only in /p/a.pdf", "off quotes"}) {
		t.Errorf("%+v, %q", h.request, chips)
	}
}
