package search

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// entry is the question. The keys that move through the hits reach the pane
// although the entry has the focus.
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
