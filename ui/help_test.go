package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
)

func TestHelpShowsEveryPageOfTheManual(t *testing.T) {
	w, _ := open(t, newFake())
	h := newHelp(w)
	h.dialog.Show(fyne.NewSize(1000, 680), nil)
	h.list.Select(0)
	for i, p := range h.pages {
		if text := h.text.String(); h.at != i || !strings.HasPrefix(text, p.Title) || strings.Contains(text, "**") {
			t.Errorf("page %d of %q shows %.80q", h.at, p.Name, text)
		}
		h.typedKey(fyne.KeyDown)
	}
	last := len(h.pages) - 1
	if h.typedKey(fyne.KeyUp); h.at != last-1 {
		t.Errorf("Up on the last page leads to %d, want %d", h.at, last-1)
	}
	for range h.pages {
		h.typedKey(fyne.KeyUp)
	}
	if h.at != 0 {
		t.Errorf("Up on the first page leads to %d", h.at)
	}
	for key, want := range map[fyne.KeyName]bool{fyne.KeyPageDown: true, fyne.KeyPageUp: false} {
		h.scroll.ScrollToTop()
		if h.typedKey(key); h.scroll.Offset.Y > 0 != want {
			t.Errorf("%s from the top of a page scrolls to %v", key, h.scroll.Offset.Y)
		}
	}
	w.win.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if h.dialog.Visible() {
		t.Error("Escape leaves the manual open")
	}
}
