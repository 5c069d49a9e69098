package search

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
)

// typedKey handles the keys that move the selection while the entry has the
// focus.
func (p *Pane) typedKey(key fyne.KeyName) bool {
	switch key {
	case fyne.KeyDown:
		p.Move(1)
	case fyne.KeyUp:
		p.Move(-1)
	case fyne.KeyPageDown:
		p.Move(5)
	case fyne.KeyPageUp:
		p.Move(-5)
	case fyne.KeyRight: // behind the question there is nothing to move through
		return p.entry.CursorColumn >= len([]rune(p.entry.Text)) && p.openSelected(true)
	case fyne.KeyLeft:
		return p.entry.CursorColumn >= len([]rune(p.entry.Text)) && p.openSelected(false)
	case fyne.KeyEscape:
		p.entry.SetText("")
	default:
		return false
	}
	return true
}

// Move moves the selection by so many hits; up from the first one selects none.
func (p *Pane) Move(by int) {
	if len(p.rows) == 0 {
		return
	}
	to := min(p.selected+by, len(p.rows)-1)
	if to < 0 {
		p.selected = -1
		p.list.UnselectAll()
		return
	}
	p.list.Select(to)
}

// submitted handles Enter: it searches at once if a search is due, else it
// opens the selected hit.
func (p *Pane) submitted() {
	if p.pause.Waiting() || p.Question() != p.question {
		p.Commit()
		return
	}
	p.OpenSelected()
}

// OpenSelected shows the selected hit in the reader.
func (p *Pane) OpenSelected() {
	if h, ok := p.selectedHit(); ok {
		p.host.OpenHit(h)
	}
}

// SelectedDocument returns the document of the selected hit; ok is false if none is
// selected.
func (p *Pane) SelectedDocument() (d core.Document, ok bool) {
	h, ok := p.selectedHit()
	return h.Document, ok
}

func (p *Pane) selectedHit() (h core.Hit, ok bool) {
	if p.selected < 0 || p.selected >= len(p.rows) {
		return h, false
	}
	return p.rows[p.selected].Hit, true
}

// ToggleSelected adds the selected hit, or the first one, to the context, or
// removes it.
func (p *Pane) ToggleSelected() {
	if len(p.rows) > 0 {
		p.toggle(p.rows[min(max(0, p.selected), len(p.rows)-1)].Hit)
	}
}

func (p *Pane) toggle(h core.Hit) {
	p.host.Toggle(h.Place())
	p.list.Refresh()
}

// entry is the question field. It passes the keys that move the selection to
// the pane.
type entry struct {
	widget.Entry
	key func(fyne.KeyName) bool // reports whether the key was used
}

func newEntry(key func(fyne.KeyName) bool) *entry {
	e := &entry{key: key}
	e.ExtendBaseWidget(e)
	return e
}

// TypedKey implements fyne.Focusable.
func (e *entry) TypedKey(k *fyne.KeyEvent) {
	if !e.key(k.Name) {
		e.Entry.TypedKey(k)
	}
}
