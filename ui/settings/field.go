package settings

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	uiwidget "ibid/ui/widget"
)

// field is a text setting. It is applied when Enter is pressed or the field
// loses the focus; an error is shown below it.
type field struct {
	uiwidget.Field
	dialog *Dialog
	key    string
	kept   string // value that is applied
	below  *widget.Label
	then   func() // runs after another value is applied; may be nil
}

func newField(d *Dialog, key, hint string, then func()) *field {
	f := &field{dialog: d, key: key, below: newBelow(), then: then}
	f.ExtendBaseWidget(f)
	f.SetPlaceHolder(hint)
	f.OnEscape = func() {
		f.SetText(f.kept)
		d.box.Hide()
	}
	f.OnSubmitted = func(string) { f.commit() }
	d.fields = append(d.fields, f)
	return f
}

// show shows the current value.
func (f *field) show(value string) {
	f.kept = value
	f.SetText(value)
}

// TypedKey implements fyne.Focusable.
func (f *field) TypedKey(k *fyne.KeyEvent) {
	if !f.dialog.turn(k.Name) {
		f.Field.TypedKey(k)
	}
}

// FocusLost implements fyne.Focusable.
func (f *field) FocusLost() {
	f.Field.FocusLost()
	f.commit()
}

// commit applies what was typed. An empty field restores the previous value.
func (f *field) commit() {
	value := strings.TrimSpace(f.Text)
	if value == "" {
		f.SetText(f.kept)
		value = f.kept
	}
	if value == f.kept {
		f.below.Hide()
		return
	}
	before := f.kept
	f.kept = value
	f.dialog.change(f.key, value, f.below, func(ok bool) {
		switch {
		case !ok && f.kept == value:
			f.kept = before // what was typed stays, to be corrected
		case ok && f.then != nil:
			f.then()
		}
	})
}

// withBelow returns the field with its error line.
func (f *field) withBelow() fyne.CanvasObject { return uiwidget.Column(-4, f, f.below) }

// check is a setting that is on or off.
type check struct {
	widget.Check
	dialog *Dialog
	key    string
	below  *widget.Label
	then   func() // runs after a change; may be nil
	quiet  bool   // the change is not made by a person
}

func newCheck(d *Dialog, key, title string, then func()) *check {
	c := &check{dialog: d, key: key, below: newBelow(), then: then}
	c.Text, c.OnChanged = title, c.set
	c.ExtendBaseWidget(c)
	d.checks = append(d.checks, c)
	return c
}

// TypedKey implements fyne.Focusable.
func (c *check) TypedKey(k *fyne.KeyEvent) {
	switch {
	case k.Name == fyne.KeyEscape:
		c.dialog.box.Hide()
	case !c.dialog.turn(k.Name):
		c.Check.TypedKey(k)
	}
}

// show shows the current value.
func (c *check) show(on bool) {
	c.quiet = true
	c.SetChecked(on)
	c.quiet = false
}

func (c *check) set(on bool) {
	if c.quiet {
		return
	}
	c.dialog.change(c.key, strconv.FormatBool(on), c.below, func(ok bool) {
		if !ok {
			c.show(!on)
		}
		if c.then != nil {
			c.then()
		}
	})
}

// withBelow returns the check with its error line.
func (c *check) withBelow() fyne.CanvasObject { return uiwidget.Column(-4, c, c.below) }
