package context

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
	"ibid/ui/say"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// row is one numbered source.
type row struct {
	uiwidget.Tap
	pane   *Pane
	index  int
	source core.Source

	number *uiwidget.Line
	name   *uiwidget.Line
	place  *uiwidget.Line // never shortened, whatever the length of the name, because it is what is cited
	quote  *uiwidget.Snippet
	chip   *fyne.Container // shown if the source is cut
	cost   *uiwidget.Line
	warned *uiwidget.Line // nil in a row without warnings
	up     *uiwidget.IconButton
	down   *uiwidget.IconButton
	helped *uiwidget.IconButton
	failed *uiwidget.IconButton
}

func newRow(p *Pane, warned bool) *row {
	r := &row{pane: p, quote: uiwidget.NewSnippet(2)}
	r.number = uiwidget.NewWhole("", fynetheme.ColorNamePrimary, theme.Body)
	r.number.Style.Bold = true
	r.name = uiwidget.NewBold("", fynetheme.ColorNameForeground, theme.Body)
	r.place = uiwidget.NewWhole("", fynetheme.ColorNamePrimary, theme.Caption)
	r.cost = uiwidget.NewLine("", theme.Muted, theme.Caption)
	r.quote.Color = theme.Muted
	cut := uiwidget.NewWhole("cut", fynetheme.ColorNameWarning, theme.Caption)
	cut.Style.Bold = true
	r.chip = uiwidget.NewChip(cut)
	r.up = uiwidget.NewIconButton(fynetheme.MoveUpIcon(), "Move up (Alt+Up)", func() { p.Move(r.index, -1) })
	r.down = uiwidget.NewIconButton(fynetheme.MoveDownIcon(), "Move down (Alt+Down)", func() { p.Move(r.index, 1) })
	remove := uiwidget.NewIconButton(fynetheme.CancelIcon(), "Take it out (Alt+Delete)", func() { p.Take(r.source.Place) })
	r.helped = uiwidget.NewIconButton(theme.ThumbUp, "It helped (Alt+Y)", func() { p.Rate(r.index, core.RatingUp) })
	r.failed = uiwidget.NewIconButton(theme.ThumbDown, "It did not help (Alt+N)", func() { p.Rate(r.index, core.RatingDown) })
	buttons := container.NewHBox(r.helped, r.failed, r.up, r.down, remove)
	head := uiwidget.Between(uiwidget.NewChip(r.number), r.name, r.place)
	lines := []fyne.CanvasObject{head, r.quote, uiwidget.Between(r.chip, r.cost, buttons)}
	if warned {
		r.warned = uiwidget.NewLine("", fynetheme.ColorNameWarning, theme.Caption)
		lines = append(lines, warningLine(r.warned))
	}
	r.Content = uiwidget.Inset(5, 3, 8, 8, uiwidget.Column(2, lines...))
	r.OnTapped = r.tapped
	r.ExtendBaseWidget(r)
	return r
}

// warningLine puts a warning sign before a text.
func warningLine(words *uiwidget.Line) fyne.CanvasObject {
	return uiwidget.Between(uiwidget.NewSign(fynetheme.WarningIcon(), fynetheme.ColorNameWarning), words, nil)
}

// tapped selects the source; a second click opens its page.
func (r *row) tapped() {
	if r.pane.selected == r.index {
		r.pane.host.OpenSource(r.source)
		return
	}
	r.pane.Select(r.index)
}

func (r *row) bind(index int, s core.Source, up, down bool) {
	r.up.Enable(up)
	r.down.Enable(down)
	r.index = index
	r.number.SetText("[" + strconv.Itoa(s.Number) + "]")
	r.name.SetText(s.Locator.Name)
	r.place.SetText(s.Locator.Place())
	r.chip.Hidden = !s.Cut
	cost := say.Plural(s.Tokens, "token")
	if s.Cut {
		cost = say.Cut(s)
	}
	if r.pane.cited(s.Place) {
		cost += " · cited"
	}
	r.cost.SetText(cost)
	f, rated := r.pane.rated(s.Place)
	r.helped.SetOn(rated && f.Rating == core.RatingUp)
	r.failed.SetOn(rated && f.Rating == core.RatingDown)
	if r.warned != nil {
		r.warned.SetText(warning(warnings(s)))
	}
	if q := quote(s.Text); r.quote.Text() != q {
		r.quote.Set(q, nil)
	}
	r.source = s
}

// warnings lists the reasons not to trust a source as it is.
func warnings(s core.Source) []string {
	if !s.Stale {
		return s.Warnings
	}
	return append([]string{"changed on disk since it was read"}, s.Warnings...)
}

// warning returns what fits a row: the first warning, and the number of the
// others.
func warning(all []string) string {
	switch len(all) {
	case 0:
		return ""
	case 1:
		return all[0]
	}
	return say.Plural(len(all), "warning") + ": " + all[0]
}

// quoteBytes is more than two lines hold.
const quoteBytes = 240

// quote returns the beginning of a source's text on one line.
func quote(text string) string {
	var b strings.Builder
	for word := range strings.FieldsSeq(text) {
		if b.Len() > quoteBytes {
			break
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	return b.String()
}

// leftRow shows a hit that was left out, why, and what would let it in.
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
	r.back = uiwidget.Quiet("Put back", nil, put)
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
	r.add.Hidden = l.Cause == core.CauseHand || l.Of > 0 // already part of the context, so it cannot be added again
	if text := "+" + say.Count(l.More); r.raise.Text != text {
		r.raise.SetText(text)
	}
	r.Refresh()
}
