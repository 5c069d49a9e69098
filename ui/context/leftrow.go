package context

import (
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
	"ibid/ui/say"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// leftRow is one hit that did not become a source, why, and what would let it
// in.
type leftRow struct {
	uiwidget.Tap
	left   core.LeftOut
	name   *uiwidget.Line
	place  *uiwidget.Line
	reason *uiwidget.Line
	raise  *widget.Button
	back   *widget.Button
	add    *uiwidget.IconButton
}

func newLeftRow(p *Pane) *leftRow {
	r := &leftRow{}
	r.name = uiwidget.NewLine("", fynetheme.ColorNameForeground, theme.Body)
	r.place = uiwidget.NewWhole("", fynetheme.ColorNamePrimary, theme.Caption)
	r.reason = uiwidget.NewLine("", theme.Muted, theme.Caption)
	put := func() { p.Put(r.left.Place) }
	r.raise = widget.NewButton("", p.Raise)
	r.back = widget.NewButton("Put back", put)
	r.back.Importance = widget.LowImportance
	r.add = uiwidget.NewIconButton(fynetheme.ContentAddIcon(), "Put it into the context", put)
	r.raise.Hide()
	r.back.Hide()
	text := uiwidget.Column(1, uiwidget.Between(nil, r.name, r.place), r.reason)
	buttons := uiwidget.Between(r.raise, nil, uiwidget.Between(r.back, nil, r.add))
	r.Content = uiwidget.Inset(2, 2, 8, 8, uiwidget.Between(nil, text, container.NewHBox(buttons)))
	r.ExtendBaseWidget(r)
	return r
}

func (r *leftRow) bind(l core.LeftOut) {
	r.left = l
	r.name.SetText(l.Locator.Name)
	r.place.SetText(l.Locator.Place())
	r.reason.SetText(say.LeftOut(l))
	r.raise.Hidden, r.back.Hidden = l.More == 0, l.Cause != core.CauseHand
	r.add.Hidden = l.Cause == core.CauseHand || l.Of > 0 // what is in already cannot be put in again
	if text := "+" + say.Count(l.More); r.raise.Text != text {
		r.raise.SetText(text)
	}
	r.Refresh()
}
