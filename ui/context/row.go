package context

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

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
	place  *uiwidget.Line // whole, whatever the length of the name: it is what is cited
	tokens *uiwidget.Line
	quote  *uiwidget.Snippet
	up     *uiwidget.IconButton
	down   *uiwidget.IconButton
}

func newRow(p *Pane) *row {
	r := &row{pane: p, quote: uiwidget.NewSnippet(2)}
	r.number = uiwidget.NewWhole("", fynetheme.ColorNamePrimary, theme.Body)
	r.number.Style.Bold = true
	r.name = uiwidget.NewBold("", fynetheme.ColorNameForeground, theme.Body)
	r.place = uiwidget.NewWhole("", fynetheme.ColorNamePrimary, theme.Caption)
	r.tokens = uiwidget.NewWhole("", theme.Muted, theme.Caption)
	r.quote.Color = theme.Muted
	r.up = uiwidget.NewIconButton(fynetheme.MoveUpIcon(), func() { p.Move(r.index, -1) })
	r.down = uiwidget.NewIconButton(fynetheme.MoveDownIcon(), func() { p.Move(r.index, 1) })
	remove := uiwidget.NewIconButton(fynetheme.CancelIcon(), func() { p.Take(r.source.Place) })
	chip := container.NewStack(uiwidget.NewGround(theme.Tint, "", 4), uiwidget.Inset(1, 1, 5, 5, r.number))
	buttons := container.NewHBox(r.up, r.down, remove)
	head := uiwidget.Between(chip, r.name, container.NewHBox(r.place, r.tokens))
	foot := container.NewBorder(nil, nil, nil, uiwidget.Inset(2, 0, 4, 0, buttons), r.quote)
	r.Content = uiwidget.Inset(5, 5, 8, 8, uiwidget.Column(3, head, foot))
	r.OnTapped = r.tapped
	r.ExtendBaseWidget(r)
	return r
}

// tapped selects the source; a second click opens its page.
func (r *row) tapped() {
	if r.pane.selected == r.index {
		r.pane.host.OpenSource(r.source)
		return
	}
	r.pane.view.list.Select(r.index)
}

func (r *row) bind(index int, s core.Source, of int) {
	r.up.Enable(index > 0)
	r.down.Enable(index < of-1)
	r.index = index
	r.number.SetText("[" + strconv.Itoa(s.Number) + "]")
	r.name.SetText(s.Locator.Name)
	r.place.SetText(s.Locator.Place())
	r.tokens.Set(say.Count(s.Tokens), theme.Muted)
	if s.Stale {
		r.tokens.Set("changed on disk · "+say.Count(s.Tokens), fynetheme.ColorNameWarning)
	}
	if r.quote.Text() != quote(s.Text) {
		r.quote.Set(quote(s.Text), nil)
	}
	r.source = s
}

// quoteBytes is more than two lines hold.
const quoteBytes = 240

// quote is the beginning of a source's text on one line.
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

// leftRow is one hit that did not become a source, and why.
type leftRow struct {
	uiwidget.Tap
	left   core.LeftOut
	name   *uiwidget.Line
	place  *uiwidget.Line
	reason *uiwidget.Line
	add    *uiwidget.IconButton
}

func newLeftRow(p *Pane) *leftRow {
	r := &leftRow{}
	r.name = uiwidget.NewLine("", fynetheme.ColorNameForeground, theme.Caption)
	r.place = uiwidget.NewWhole("", fynetheme.ColorNamePrimary, theme.Caption)
	r.reason = uiwidget.NewWhole("", theme.Muted, theme.Caption)
	r.add = uiwidget.NewIconButton(fynetheme.ContentAddIcon(), func() { p.Put(r.left.Place) })
	r.Content = uiwidget.Inset(0, 0, 8, 8, uiwidget.Between(nil, r.name, container.NewHBox(r.place, r.reason, r.add)))
	r.ExtendBaseWidget(r)
	return r
}

func (r *leftRow) bind(l core.LeftOut) {
	r.left = l
	r.name.SetText(l.Locator.Name)
	r.place.SetText(l.Locator.Place())
	reason := l.Reason
	if l.Tokens > 0 {
		reason += " · +" + say.Count(l.Tokens)
	}
	r.reason.SetText(reason)
	// a page that is in already cannot be put in again
	r.add.Hidden = strings.HasPrefix(l.Reason, "same ")
}
