package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/ui/theme"
)

// Dialog is a box over the window with a title, content and a row of buttons;
// Enter presses the last one. Nothing behind it reacts while it is open.
type Dialog struct {
	OnHide func()             // runs after the dialog was closed in any way; may be nil
	OnKey  func(fyne.KeyName) // receives keys that nothing else in the dialog uses; may be nil

	popup  *widget.PopUp
	canvas fyne.Canvas
	enter  fyne.CanvasObject // the last button
	open   bool
}

// NewDialog returns a dialog that is not shown yet. aside is at the left of the
// buttons and may be nil.
func NewDialog(c fyne.Canvas, title string, content, aside fyne.CanvasObject, buttons ...fyne.CanvasObject) *Dialog {
	d := &Dialog{canvas: c, enter: buttons[len(buttons)-1]}
	cross := NewIconButton(fynetheme.CancelIcon(), "", d.Hide)
	head := Inset(6, 4, 10, 6, Between(nil, NewBold(title, fynetheme.ColorNameForeground, theme.Title), cross))
	row := container.New(layout.NewCustomPaddedHBoxLayout(8), buttons...)
	foot := Inset(8, 8, 10, 10, Between(aside, nil, row))
	top := container.NewVBox(head, widget.NewSeparator())
	bottom := container.NewVBox(widget.NewSeparator(), foot)
	d.popup = widget.NewModalPopUp(container.NewBorder(top, bottom, nil, nil, Inset(10, 10, 10, 10, content)), c)
	return d
}

// Show opens the dialog with at least this size, as far as the window allows.
// It gives first the keyboard and selects its text. Without a first field
// Escape closes the dialog and Enter presses its last button.
func (d *Dialog) Show(size fyne.Size, first *Field) {
	room := d.canvas.Size().SubtractWidthHeight(40, 40)
	d.popup.Resize(fyne.NewSize(min(size.Width, room.Width), min(size.Height, room.Height)))
	d.popup.Show()
	d.open = true
	if first != nil {
		d.canvas.Focus(first)
		first.TypedShortcut(&fyne.ShortcutSelectAll{})
		return
	}
	d.canvas.Unfocus()
	d.canvas.SetOnTypedKey(d.typedKey)
}

// typedKey handles keys while nothing in the dialog has the focus.
func (d *Dialog) typedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeyEscape:
		d.Hide()
	case fyne.KeyReturn, fyne.KeyEnter:
		if t, ok := d.enter.(fyne.Tappable); ok {
			t.Tapped(&fyne.PointEvent{})
		}
	default:
		if d.OnKey != nil {
			d.OnKey(k.Name)
		}
	}
}

// Hide closes the dialog.
func (d *Dialog) Hide() {
	d.popup.Hide()
	d.canvas.SetOnTypedKey(nil)
	if d.open && d.OnHide != nil {
		d.OnHide()
	}
	d.open = false
}

// Visible reports whether the dialog is open.
func (d *Dialog) Visible() bool { return d.open }

// Field is a line of input in a dialog, which Escape closes.
type Field struct {
	widget.Entry
	OnEscape func() // may be nil
}

// NewField returns an empty field that shows hint until something is typed.
func NewField(hint string, escape func()) *Field {
	f := &Field{OnEscape: escape}
	f.ExtendBaseWidget(f)
	f.SetPlaceHolder(hint)
	return f
}

// TypedKey implements fyne.Focusable.
func (f *Field) TypedKey(k *fyne.KeyEvent) {
	if k.Name == fyne.KeyEscape && f.OnEscape != nil {
		f.OnEscape()
		return
	}
	f.Entry.TypedKey(k)
}

// Named is a form field with its label.
type Named struct {
	Name   string
	Object fyne.CanvasObject
}

// NewForm lays out fields below each other, with their labels in a column to
// the left.
func NewForm(rows ...Named) fyne.CanvasObject {
	c := container.New(layout.NewFormLayout())
	for _, r := range rows {
		c.Add(widget.NewLabel(r.Name))
		c.Add(r.Object)
	}
	return c
}

// NewChip returns a few words on a tinted background.
func NewChip(text *Line) *fyne.Container {
	return container.NewStack(NewGround(theme.Tint, "", 4), Inset(1, 1, 5, 5, text))
}

// NewSign returns a small icon before a line of text.
func NewSign(icon fyne.Resource, color fyne.ThemeColorName) fyne.CanvasObject {
	return container.NewGridWrap(fyne.NewSize(14, 14), widget.NewIcon(fynetheme.NewColoredResource(icon, color)))
}
