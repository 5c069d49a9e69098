package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/ui/theme"
)

// Dialog is a box over the window: a title, content and a row of buttons, of
// which the last is what Enter means. Nothing behind it reacts while it is open.
type Dialog struct {
	OnHide func()             // runs when the dialog was closed, however that was; may be nil
	OnKey  func(fyne.KeyName) // takes keys that nothing else in the dialog does; may be nil

	popup  *widget.PopUp
	canvas fyne.Canvas
	enter  fyne.CanvasObject // the last button
	open   bool
}

// NewDialog returns a dialog that is not shown yet. aside stands at the left of
// the buttons and may be nil.
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

// Show opens the dialog at least so large, as far as the window allows, and
// gives the keyboard to first with its text selected. Without a first field
// Escape closes the dialog and Enter is its last button.
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

// typedKey handles the keys that nothing in the dialog has the focus for.
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

// Named is a field or something like it with its name.
type Named struct {
	Name   string
	Object fyne.CanvasObject
}

// NewForm puts objects below each other, with their names in a column before
// them.
func NewForm(rows ...Named) fyne.CanvasObject {
	c := container.New(layout.NewFormLayout())
	for _, r := range rows {
		c.Add(widget.NewLabel(r.Name))
		c.Add(r.Object)
	}
	return c
}

// NewChip returns a few words on a tinted ground.
func NewChip(text *Line) *fyne.Container {
	return container.NewStack(NewGround(theme.Tint, "", 4), Inset(1, 1, 5, 5, text))
}

// NewSign returns a small icon before a line of text.
func NewSign(icon fyne.Resource, color fyne.ThemeColorName) fyne.CanvasObject {
	return container.NewGridWrap(fyne.NewSize(14, 14), widget.NewIcon(fynetheme.NewColoredResource(icon, color)))
}
