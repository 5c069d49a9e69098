// Package settings is the dialog for the settings of the whole program: access
// by other programs, the language model, and how documents are read. A change
// applies at once and is stored in the settings file.
package settings

import (
	"context"
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
	"ibid/ui/post"
	"ibid/ui/say"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// Engine is the part of the program that the dialog uses. Its methods are
// called from background goroutines, several at a time, and end early when ctx
// does.
type Engine interface {
	// Settings reads the current settings.
	Settings(ctx context.Context) (core.Settings, error)
	// ChangeSetting stores and applies a new value. An invalid value gives a
	// *core.SettingError.
	ChangeSetting(ctx context.Context, key, value string) error
	// OCRLanguages lists the languages that OCR can read.
	OCRLanguages(ctx context.Context) ([]string, error)
	Programs
	Models
}

// Host is the window around the dialog. Its methods run on the UI goroutine.
type Host interface {
	Window() fyne.Window
	Say(text string)
	SetClipboard(content string)
	ModelIs(text string) // shows which model is available, in a few words
}

// Dialog shows the settings. Its methods belong to the UI goroutine.
type Dialog struct {
	engine Engine
	host   Host
	bridge *post.Bridge
	box    *uiwidget.Dialog
	fields []*field
	checks []*check
	note   *uiwidget.Line

	tabs     *container.AppTabs
	programs *programs
	model    *model
	reading  *reading
}

// Page is a page of the settings.
type Page int

// The pages, in their order.
const (
	PagePrograms Page = iota
	PageModel
	PageReading
)

// Open shows the settings at a page.
func Open(engine Engine, host Host, bridge *post.Bridge, at Page) *Dialog {
	d := &Dialog{engine: engine, host: host, bridge: bridge}
	d.note = uiwidget.NewLine("", theme.Muted, theme.Caption)
	d.programs, d.model, d.reading = newPrograms(d), newModel(d), newReading(d)
	d.tabs = container.NewAppTabs(
		container.NewTabItemWithIcon("Other programs", fynetheme.ComputerIcon(), d.programs.content),
		container.NewTabItemWithIcon("Model", fynetheme.AccountIcon(), d.model.content),
		container.NewTabItemWithIcon("Reading", fynetheme.DocumentIcon(), d.reading.content))
	d.tabs.SelectIndex(int(at))
	foot := container.NewGridWrap(fyne.NewSize(640, 18), d.note) // a line may shrink to nothing
	d.box = uiwidget.NewDialog(host.Window().Canvas(), "Settings", d.tabs, foot, widget.NewButton("Close", d.Close))
	d.box.OnHide, d.box.OnKey = d.hidden, func(key fyne.KeyName) { d.turn(key) }
	d.box.Show(fyne.NewSize(980, 640), nil)
	d.load()
	d.programs.look()
	d.model.look()
	return d
}

// turn goes to the next or the previous page for the keys that do that.
func (d *Dialog) turn(key fyne.KeyName) bool {
	by := map[fyne.KeyName]int{fyne.KeyPageUp: -1, fyne.KeyPageDown: 1}[key]
	if to := d.tabs.SelectedIndex() + by; by != 0 && to >= 0 && to < len(d.tabs.Items) {
		d.tabs.SelectIndex(to)
	}
	return by != 0
}

// Close applies the input and hides the dialog.
func (d *Dialog) Close() {
	for _, f := range d.fields {
		f.commit()
	}
	d.box.Hide()
}

func (d *Dialog) hidden() {
	d.programs.stop()
	d.model.stop()
}

// load shows the current settings.
func (d *Dialog) load() {
	d.bridge.Run(func(ctx context.Context) func() {
		s, err := d.engine.Settings(ctx)
		return func() {
			if err != nil {
				d.note.Set(say.Setting(err), fynetheme.ColorNameError)
				return
			}
			d.note.Set("Kept in "+s.File, theme.Muted)
			for _, f := range d.fields {
				f.show(s.Values[f.key])
			}
			for _, c := range d.checks {
				c.show(s.Values[c.key] == "true")
			}
		}
	})
}

// change stores a value and shows below it what is wrong with it. then may be
// nil.
func (d *Dialog) change(key, value string, below *widget.Label, then func(ok bool)) {
	d.bridge.Run(func(ctx context.Context) func() {
		err := d.engine.ChangeSetting(ctx, key, value)
		return func() {
			d.changed(err, below)
			if then != nil {
				then(err == nil)
			}
		}
	})
}

func (d *Dialog) changed(err error, below *widget.Label) {
	var wrong *core.SettingError
	at := errors.As(err, &wrong) && wrong.Key != ""
	if below.Hidden = !at; at {
		below.SetText(say.Setting(err))
	}
	below.Refresh()
	if err != nil && !at {
		d.note.Set(say.Setting(err), fynetheme.ColorNameError)
	}
}

// newBelow returns the line below a field that shows what is wrong with it.
func newBelow() *widget.Label {
	l := uiwidget.NewNote("", widget.DangerImportance)
	l.Hide()
	return l
}

// text returns a small label that may take several lines.
func text(s string) *widget.Label { return uiwidget.NewNote(s, widget.MediumImportance) }

// muted returns a small label beside what it explains.
func muted(s string) *widget.Label { return uiwidget.NewNote(s, widget.LowImportance) }

// heading returns the title of a part of a page.
func heading(s string) fyne.CanvasObject {
	l := uiwidget.NewBold(s, fynetheme.ColorNameForeground, theme.Body)
	l.Whole = true
	return uiwidget.Inset(4, 4, 7, 0, l)
}

// above puts an object above one that takes the rest of the space. Unlike a
// border layout it keeps the keyboard order.
func above(top, rest fyne.CanvasObject) *fyne.Container {
	return container.New(layout.NewBorderLayout(top, nil, nil, nil), top, rest)
}

// panel returns a part of a page on its own background.
func panel(content fyne.CanvasObject) fyne.CanvasObject {
	return container.NewStack(uiwidget.NewGround(theme.Surface, fynetheme.ColorNameSeparator, 6), uiwidget.Inset(8, 8, 8, 8, content))
}
