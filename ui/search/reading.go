package search

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
	uiwidget "ibid/ui/widget"
)

// Scope is a part of the library that a question can be asked within.
type Scope struct {
	Name string   // as the menu says it: "This document: crisis.pdf"
	In   []string // paths of documents and folders, as core.SearchRequest.In; none is the whole library
}

// everything is the scope without a restriction.
var everything = Scope{Name: "Everything"}

// reading is what was read into the question, as a row of chips that a person can
// take off and give back.
type reading struct {
	row  *fyne.Container
	read []core.Interpretation // of the last answer
	off  []core.Interpretation // taken off, in this order

	shown [2][]core.Interpretation // what the chips show of read and off
}

func newReading() *reading {
	r := &reading{row: container.New(layout.NewRowWrapLayoutWithCustomPadding(4, 4))}
	r.row.Hide()
	return r
}

// without lists the keys of what was taken off.
func (r *reading) without() (keys []string) {
	for _, i := range r.off {
		keys = append(keys, i.Key)
	}
	return keys
}

// takeOff notes that an interpretation was taken off.
func (r *reading) takeOff(i core.Interpretation) { r.off = append(r.off, i) }

// giveBack notes that an interpretation acts again.
func (r *reading) giveBack(key string) {
	r.off = slices.DeleteFunc(r.off, func(i core.Interpretation) bool { return i.Key == key })
}

// showReading draws the chips: what acts, then what was taken off.
func (p *Pane) showReading() {
	r := p.reading
	if slices.Equal(r.shown[0], r.read) && slices.Equal(r.shown[1], r.off) {
		return // a chip with the focus keeps it
	}
	r.shown = [2][]core.Interpretation{slices.Clone(r.read), slices.Clone(r.off)}
	r.row.RemoveAll()
	for _, i := range r.read {
		var tapped func()
		if i.Removable {
			tapped = func() { p.takeOff(i) }
		}
		r.row.Add(uiwidget.NewChipButton(i.Text, hint(i), false, tapped))
	}
	for _, i := range r.off {
		r.row.Add(uiwidget.NewChipButton(i.Text, "taken off: a click reads it into the question again", true, func() {
			r.giveBack(i.Key)
			p.searchAgain()
		}))
	}
	uiwidget.Show(r.row, len(r.row.Objects) > 0)
	r.row.Refresh()
}

// hint is what is said of an interpretation beside its text.
func hint(i core.Interpretation) string {
	if i.Why == "" {
		return i.Text
	}
	return strings.ToUpper(i.Why[:1]) + i.Why[1:] + "."
}

// takeOff asks the question again without an interpretation. A restriction to
// documents is lifted, as the switch beside the question does it.
func (p *Pane) takeOff(i core.Interpretation) {
	if i.Kind != core.ReadWithin {
		p.reading.takeOff(i)
		p.searchAgain()
		return
	}
	name, one := strings.CutPrefix(i.Key, "in:")
	in := slices.DeleteFunc(slices.Clone(p.scope.In), func(n string) bool { return !one || n == name })
	p.Within(Scope{In: in})
	p.host.Window().Canvas().Focus(p.entry)
}

// searchAgain asks the question again after a chip was used, which is gone then and
// gives its focus to the entry.
func (p *Pane) searchAgain() {
	p.search(p.question)
	p.host.Window().Canvas().Focus(p.entry)
}

// Within asks within a part of the library from now on.
func (p *Pane) Within(s Scope) {
	p.scope = s
	p.showScope()
	if p.question != "" {
		p.search(p.question)
	}
}

// AlsoWithin asks within a part of the library beside the present one.
func (p *Pane) AlsoWithin(in ...string) {
	all := slices.Clone(p.scope.In)
	for _, n := range in {
		if !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	p.Within(Scope{In: all})
}

// Scope returns the documents and folders that are asked within; none is the whole
// library.
func (p *Pane) Scope() []string { return p.scope.In }

// showScope draws the switch.
func (p *Pane) showScope() {
	p.within.Importance = widget.LowImportance
	p.within.SetIcon(fynetheme.StorageIcon())
	if len(p.scope.In) > 0 {
		p.within.Importance = widget.HighImportance
		p.within.SetIcon(fynetheme.DocumentIcon())
	}
	p.within.Refresh()
}

// AskScope lets a person choose what the question is asked within.
func (p *Pane) AskScope() {
	var items []*fyne.MenuItem
	for _, s := range append([]Scope{everything}, p.host.Scopes()...) {
		item := fyne.NewMenuItem(s.Name, func() { p.Within(s) })
		item.Checked = slices.Equal(s.In, p.scope.In)
		items = append(items, item)
	}
	driver := fyne.CurrentApp().Driver()
	at := driver.AbsolutePositionForObject(p.within).AddXY(0, p.within.Size().Height)
	widget.ShowPopUpMenuAtPosition(fyne.NewMenu("", items...), p.host.Window().Canvas(), at)
}
