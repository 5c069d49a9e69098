package library

import (
	"strings"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"ibid/core"
	"ibid/ui/say"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// row shows one document: its name, its state, and the reason.
type row struct {
	uiwidget.Tap
	pane     *Pane
	document core.Document

	icon   *uiwidget.Icon
	name   *uiwidget.Line
	detail *uiwidget.Line
	state  *uiwidget.Line
	more   *uiwidget.IconButton
}

func newRow(p *Pane) *row {
	r := &row{pane: p, icon: uiwidget.NewIcon()}
	r.name = uiwidget.NewLine("", fynetheme.ColorNameForeground, theme.Body)
	r.detail = uiwidget.NewLine("", theme.Muted, theme.Caption)
	r.state = uiwidget.NewWhole("", theme.Muted, theme.Caption)
	r.more = uiwidget.NewIconButton(fynetheme.MoreVerticalIcon(), "What can be done with it", r.menu)
	text := uiwidget.Column(1, uiwidget.Between(nil, r.name, r.state), r.detail)
	r.Content = uiwidget.Inset(4, 4, 8, 4, uiwidget.Between(r.icon, text, r.more))
	r.OnTapped = func() { r.pane.host.Open(r.document, 1) }
	r.OnSecondary = r.pane.rowMenu(r)
	r.ExtendBaseWidget(r)
	return r
}

func (r *row) bind(_ int, d core.Document) {
	if r.document == d {
		return
	}
	r.document = d
	r.name.SetText(d.Name)
	r.detail.SetText(detail(d))
	icon, color := look(d.State)
	if d.State == core.StateReady && d.NeedsAttention() {
		icon, color = fynetheme.WarningIcon(), fynetheme.ColorNameWarning
	}
	r.icon.Set(icon, color)
	r.state.Set(say.StateWord(d.State), stateColor(d.State))
}

// look returns the icon of a state and its colour.
func look(s core.State) (fyne.Resource, fyne.ThemeColorName) {
	switch {
	case s == core.StateWaiting:
		return fynetheme.HistoryIcon(), theme.Muted
	case s == core.StateReading:
		return fynetheme.ViewRefreshIcon(), fynetheme.ColorNamePrimary
	case s == core.StateReady:
		return fynetheme.ConfirmIcon(), fynetheme.ColorNameSuccess
	case s == core.StateNeedsPassword:
		return fynetheme.LoginIcon(), fynetheme.ColorNameWarning
	case s.Failed():
		return fynetheme.ErrorIcon(), fynetheme.ColorNameError
	}
	return fynetheme.WarningIcon(), fynetheme.ColorNameWarning
}

func stateColor(s core.State) fyne.ThemeColorName {
	if !s.Settled() {
		return theme.Muted
	}
	_, color := look(s)
	return color
}

// detail returns the second line: the size of what can be read, or why nothing
// can. Problems come first, other remarks last.
func detail(d core.Document) string {
	if d.State != core.StateReady {
		return strings.TrimSuffix(say.State(d.State, d.Reason), ".")
	}
	var parts []string
	if d.NeedsAttention() {
		parts = append(parts, strings.TrimSuffix(say.Sentence(d.Reason), "."))
	}
	if unit := d.Kind.Unit(); d.Pages > 0 && unit != core.UnitMetadata {
		parts = append(parts, say.Plural(d.Pages, string(unit)))
	}
	if d.Tokens > 0 {
		parts = append(parts, say.Count(d.Tokens)+" tokens")
	}
	if d.Title != "" {
		parts = append(parts, d.Title)
	}
	if d.Reason != "" && !d.NeedsAttention() {
		parts = append(parts, d.Reason)
	}
	return strings.Join(parts, " · ")
}

func (r *row) menu() {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(r.more)
	r.OnSecondary(at.AddXY(0, r.more.Size().Height))
}
