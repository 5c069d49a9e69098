package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/ui/theme"
)

// Empty is the message of a pane that has nothing to show: why, and what to do.
type Empty struct {
	widget.BaseWidget
	icon  *widget.Icon
	title *widget.Label
	body  *widget.Label
	box   *fyne.Container
}

// NewEmpty returns a message that is centred in its space. icon may be nil.
func NewEmpty(icon fyne.Resource, title, body string) *Empty {
	e := &Empty{icon: widget.NewIcon(nil), title: widget.NewLabel(""), body: widget.NewLabel("")}
	e.title.Alignment, e.body.Alignment = fyne.TextAlignCenter, fyne.TextAlignCenter
	e.title.TextStyle.Bold = true
	e.title.SizeName = theme.Title
	e.title.Wrapping, e.body.Wrapping = fyne.TextWrapWord, fyne.TextWrapWord
	e.body.Importance = widget.LowImportance
	e.box = container.NewStack(e.icon)
	e.ExtendBaseWidget(e)
	e.Set(icon, title, body)
	return e
}

// Set shows another message.
func (e *Empty) Set(icon fyne.Resource, title, body string) {
	e.box.Hidden = icon == nil
	if icon != nil {
		e.icon.SetResource(fynetheme.NewColoredResource(icon, fynetheme.ColorNamePlaceHolder))
	}
	e.title.SetText(title)
	e.body.SetText(body)
}

// Text returns the message.
func (e *Empty) Text() (title, body string) { return e.title.Text, e.body.Text }

// CreateRenderer implements fyne.Widget.
func (e *Empty) CreateRenderer() fyne.WidgetRenderer {
	icon := container.NewCenter(container.NewGridWrap(fyne.NewSize(36, 36), e.box))
	text := container.New(layout.NewCustomPaddedVBoxLayout(-6), e.title, e.body)
	column := container.NewVBox(layout.NewSpacer(), icon, text, layout.NewSpacer(), layout.NewSpacer())
	return widget.NewSimpleRenderer(Inset(0, 0, 16, 16, column))
}
