package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/ui/theme"
)

// Entry is a row of a list about one thing: an icon, what it is and its state in
// a line, more of it below, and something to press. A row embeds it, calls Make
// and extends itself.
type Entry struct {
	widget.BaseWidget
	Icon   *widget.Icon
	Title  *Line
	State  *Line // at the end of the title's line, shown whole
	Detail *Line

	content fyne.CanvasObject
}

// Make fills an Entry, with button at its end.
func (e *Entry) Make(button fyne.CanvasObject) {
	e.Icon = widget.NewIcon(nil)
	e.Title = NewLine("", fynetheme.ColorNameForeground, theme.Body)
	e.State = NewWhole("", theme.Muted, theme.Caption)
	e.Detail = NewLine("", theme.Muted, theme.Caption)
	icon := container.NewGridWrap(fyne.NewSize(18, 18), e.Icon)
	text := Column(1, Between(nil, e.Title, e.State), e.Detail)
	e.content = Inset(4, 4, 8, 4, Between(icon, text, button))
}

// CreateRenderer implements fyne.Widget.
func (e *Entry) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(e.content) }
