package widget

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/ui/theme"
)

// NewList returns a list that shows the current items of a slice. row makes its
// rows, which are recycled: bind shows the item at an index in a row. Nothing
// stays selected unless OnSelected is set.
func NewList[T any, R fyne.CanvasObject](items *[]T, row func() R, bind func(row R, index int, item T)) *widget.List {
	l := widget.NewList(
		func() int { return len(*items) },
		func() fyne.CanvasObject { return row() },
		func(i int, o fyne.CanvasObject) { bind(o.(R), i, (*items)[i]) },
	)
	l.OnSelected = func(int) { l.UnselectAll() }
	return l
}

// Entry is a row of a list: a title and a state on one line, and details below.
// A row embeds it, calls Make and extends itself.
type Entry struct {
	widget.BaseWidget
	Title  *Line
	State  *Line // at the end of the title's line, never shortened
	Detail *Line

	content fyne.CanvasObject
}

// Make fills an Entry. lead is before the lines and button after them; both may
// be nil.
func (e *Entry) Make(lead, button fyne.CanvasObject) {
	e.Title = NewLine("", fynetheme.ColorNameForeground, theme.Body)
	e.State = NewWhole("", theme.Muted, theme.Caption)
	e.Detail = NewLine("", theme.Muted, theme.Caption)
	text := Column(1, Between(nil, e.Title, e.State), e.Detail)
	e.content = Inset(4, 4, 8, 4, Between(lead, text, button))
}

// CreateRenderer implements fyne.Widget.
func (e *Entry) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(e.content) }

// Icon is the small picture at the start of a row.
type Icon struct{ widget.Icon }

// NewIcon returns an icon without a picture.
func NewIcon() *Icon {
	i := &Icon{}
	i.ExtendBaseWidget(i)
	return i
}

// MinSize implements fyne.CanvasObject.
func (i *Icon) MinSize() fyne.Size { return fyne.NewSquareSize(18) }

// Set shows a picture in a colour of the theme.
func (i *Icon) Set(picture fyne.Resource, color fyne.ThemeColorName) {
	i.SetResource(fynetheme.NewColoredResource(picture, color))
}

// NewNote returns a paragraph of small text.
func NewNote(text string, importance widget.Importance) *widget.Label {
	l := widget.NewLabel(text)
	l.Wrapping, l.SizeName, l.Importance = fyne.TextWrapWord, theme.Caption, importance
	return l
}

// SetNote shows another text of another importance in a label.
func SetNote(l *widget.Label, text string, importance widget.Importance) {
	l.Importance = importance
	l.SetText(text)
}

// Primary returns the button of the most likely action.
func Primary(text string, icon fyne.Resource, tapped func()) *widget.Button {
	return button(text, icon, widget.HighImportance, tapped)
}

// Quiet returns a button without a background, for a rare action.
func Quiet(text string, icon fyne.Resource, tapped func()) *widget.Button {
	return button(text, icon, widget.LowImportance, tapped)
}

func button(text string, icon fyne.Resource, importance widget.Importance, tapped func()) *widget.Button {
	b := widget.NewButtonWithIcon(text, icon, tapped)
	b.Importance = importance
	return b
}
