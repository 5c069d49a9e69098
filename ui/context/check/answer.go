package check

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// answer is the field that an answer is pasted into.
type answer struct {
	widget.Entry
	pane *Pane
}

func newAnswer(p *Pane) *answer {
	a := &answer{pane: p}
	a.MultiLine, a.Wrapping = true, fyne.TextWrapWord
	a.ExtendBaseWidget(a)
	a.SetPlaceHolder("Paste here what the chat application answered")
	a.OnChanged = func(string) { p.typed() }
	return a
}

// TypedKey implements fyne.Focusable.
func (a *answer) TypedKey(k *fyne.KeyEvent) {
	if k.Name == fyne.KeyEscape {
		a.pane.host.CloseCheck()
		return
	}
	a.Entry.TypedKey(k)
}

// TypedShortcut implements fyne.Shortcutable. A paste that is too long is
// refused before the field has to lay it out.
func (a *answer) TypedShortcut(s fyne.Shortcut) {
	if paste, ok := s.(*fyne.ShortcutPaste); ok && tooLong(a.pane, a.Text+paste.Clipboard.Content()) {
		return
	}
	a.Entry.TypedShortcut(s)
}
