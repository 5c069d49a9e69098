package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"ibid/assets"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// help shows the manual: its subjects, and the page of the one that is chosen.
type help struct {
	pages  []assets.Page
	at     int // index into pages
	list   *widget.List
	text   *widget.RichText
	scroll *container.Scroll
	dialog *uiwidget.Dialog
}

// showHelp opens the manual at its first page.
func (w *Window) showHelp() {
	h := newHelp(w)
	h.dialog.Show(fyne.NewSize(1000, 680), nil)
	h.list.Select(0)
}

func newHelp(w *Window) *help {
	h := &help{pages: assets.Manual(), text: widget.NewRichText()}
	h.text.Wrapping = fyne.TextWrapWord
	h.scroll = container.NewVScroll(h.text)
	h.list = uiwidget.NewList(&h.pages, func() *widget.Label { return widget.NewLabel("") },
		func(l *widget.Label, _ int, p assets.Page) { l.SetText(p.Title) })
	h.list.HideSeparators = true
	h.list.OnSelected = h.show
	page := container.NewStack(uiwidget.NewGround(theme.Surface, "", 6), uiwidget.Inset(4, 4, 8, 4, h.scroll))
	split := container.NewHSplit(h.list, page)
	split.SetOffset(0.22)
	h.dialog = uiwidget.NewDialog(w.win.Canvas(), "Manual", container.NewThemeOverride(split, theme.Panes{}), nil, widget.NewButton("Close", func() { h.dialog.Hide() }))
	h.dialog.OnKey = h.typedKey
	return h
}

// show shows the page at an index from its beginning.
func (h *help) show(i int) {
	h.at = i
	h.text.ParseMarkdown(h.pages[i].Text)
	h.scroll.Refresh() // the text has another height
	h.scroll.ScrollToTop()
}

// typedKey turns to another page, or moves through the present one.
func (h *help) typedKey(key fyne.KeyName) {
	step := h.scroll.Size().Height * 0.9
	switch key {
	case fyne.KeyUp:
		h.list.Select(max(0, h.at-1))
	case fyne.KeyDown:
		h.list.Select(min(len(h.pages)-1, h.at+1))
	case fyne.KeyPageUp:
		h.scroll.ScrollToOffset(fyne.NewPos(0, max(0, h.scroll.Offset.Y-step)))
	case fyne.KeyPageDown:
		h.scroll.ScrollToOffset(fyne.NewPos(0, h.scroll.Offset.Y+step))
	}
}
