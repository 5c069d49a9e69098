package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/driver/desktop"

	"ibid/core"
	"ibid/ui/settings"
	"ibid/ui/theme"
)

// modeKey is the preference that stores light or dark.
const modeKey = "appearance"

const (
	ctrl  = fyne.KeyModifierShortcutDefault
	shift = fyne.KeyModifierShift
	alt   = fyne.KeyModifierAlt
)

// item returns a menu item with its key. Keys belong to menu items only,
// because an entry with the focus takes all other shortcuts.
func item(label string, key fyne.KeyName, mod fyne.KeyModifier, do func()) *fyne.MenuItem {
	i := fyne.NewMenuItem(label, do)
	i.Shortcut = &desktop.CustomShortcut{KeyName: key, Modifier: mod}
	return i
}

func (w *Window) menu() *fyne.MainMenu {
	quit := item("Quit", fyne.KeyQ, ctrl, w.Close)
	quit.IsQuit = true
	menu := fyne.NewMainMenu(
		fyne.NewMenu("File",
			item("Add files…", fyne.KeyO, ctrl, w.library.AskFiles),
			item("Add folder…", fyne.KeyO, ctrl|shift, w.library.AskFolder),
			item("Stop reading", fyne.KeyPeriod, ctrl, w.cancelReading),
			item("Watch a folder…", fyne.KeyW, ctrl|shift, w.library.AskWatched),
			fyne.NewMenuItemSeparator(),
			item("Open context…", fyne.KeyO, alt, w.askContext),
			item("Save context…", fyne.KeyS, ctrl, w.context.SaveAs),
			item("Page numbers…", fyne.KeyN, ctrl|shift, w.askNumbers),
			fyne.NewMenuItemSeparator(), quit),
		fyne.NewMenu("Edit",
			item("Copy context", fyne.KeyC, ctrl|shift, w.context.Copy),
			item("Copy quote", fyne.KeyQ, ctrl|shift, w.reader.CopyQuote),
			item("Copy picture of the pages", fyne.KeyP, ctrl|shift, w.context.Picture),
			item("Undo changes by hand", fyne.KeyZ, ctrl|shift, w.context.Undo),
			fyne.NewMenuItemSeparator(),
			item("Add or take out hit", fyne.KeyReturn, ctrl, w.toggleCurrent),
			item("Move source up", fyne.KeyUp, alt, func() { w.context.MoveSelected(-1) }),
			item("Move source down", fyne.KeyDown, alt, func() { w.context.MoveSelected(1) }),
			item("Take source out", fyne.KeyDelete, alt, w.context.TakeSelected),
			item("Show page of source", fyne.KeyReturn, alt, w.context.OpenSelected),
			fyne.NewMenuItemSeparator(),
			item("Source helped", fyne.KeyY, alt, func() { w.context.RateSelected(core.RatingUp) }),
			item("Source did not help", fyne.KeyN, alt, func() { w.context.RateSelected(core.RatingDown) }),
			item("Undo what a check noted", fyne.KeyZ, alt, w.context.UndoUsed),
			item("Feedback…", fyne.KeyB, alt, w.context.AskFeedback),
			fyne.NewMenuItemSeparator(),
			item("Raise budget for the next source", fyne.KeyB, ctrl, w.context.Raise),
			item("Options of the context…", fyne.KeyComma, alt, w.context.AskOptions),
			fyne.NewMenuItemSeparator(),
			item("Settings…", fyne.KeyComma, ctrl, w.askSettings)),
		w.viewMenu(),
		fyne.NewMenu("Help", item("Manual", fyne.KeyH, ctrl, w.showHelp), item("About Ibid", fyne.KeyI, ctrl, w.about)))
	for _, m := range menu.Items {
		for _, i := range m.Items {
			if do := i.Action; do != nil && !i.IsQuit {
				i.Action = func() { w.unlessDialog(do) }
			}
		}
	}
	return menu
}

// unlessDialog runs an action unless a dialog is open: menu keys work there
// too, but nothing behind a dialog may change.
func (w *Window) unlessDialog(do func()) {
	if w.win.Canvas().Overlays().Top() == nil {
		do()
	}
}

func (w *Window) viewMenu() *fyne.Menu {
	return fyne.NewMenu("View",
		item("Go to…", fyne.KeyL, ctrl, w.askPlace),
		item("Search", fyne.KeyE, ctrl, w.focusSearch),
		item("Ask in…", fyne.KeyS, alt, w.askScope),
		item("Where to look…", fyne.KeyW, alt, w.search.AskPlan),
		item("Filter documents", fyne.KeyF, ctrl, func() { w.library.FocusFilter(w.win.Canvas()) }),
		item("Only what needs attention", fyne.KeyF, ctrl|shift, w.library.ToggleAttention),
		item("Preview of the context", fyne.KeyP, ctrl, w.context.TogglePreview),
		item("Check an answer…", fyne.KeyK, ctrl, w.toggleCheck),
		item("Ask the model", fyne.KeyA, alt, w.askModel),
		fyne.NewMenuItemSeparator(),
		item("Reader", fyne.KeyR, ctrl, w.toggleReader),
		item("Next page or passage", fyne.KeyRight, alt, func() { w.reader.Turn(1) }),
		item("Previous page or passage", fyne.KeyLeft, alt, func() { w.reader.Turn(-1) }),
		item("Larger, or more around", fyne.KeyEqual, ctrl, func() { w.reader.Zoom(1) }),
		item("Smaller, or less around", fyne.KeyMinus, ctrl, func() { w.reader.Zoom(-1) }),
		item("Whole function", fyne.KeyE, ctrl|shift, w.reader.ToggleFunction),
		fyne.NewMenuItemSeparator(),
		item("Light", fyne.Key1, alt, func() { w.choose(theme.Light) }),
		item("Dark", fyne.Key2, alt, func() { w.choose(theme.Dark) }),
		item("Like the system", fyne.Key3, alt, func() { w.choose(theme.System) }))
}

func (w *Window) setMode(m theme.Mode) { w.app.Settings().SetTheme(theme.New(m)) }

// choose sets light or dark and stores it.
func (w *Window) choose(m theme.Mode) {
	w.app.Preferences().SetString(modeKey, string(m))
	w.setMode(m)
}

// askScope lets a person choose what the question is asked within.
func (w *Window) askScope() {
	w.focusSearch()
	w.search.AskScope()
}

// current returns the document that is shown in the reader or was shown last, else
// that of the selected hit.
func (w *Window) current() (core.Document, bool) {
	if d, _ := w.reader.Document(); d.ID != 0 {
		if _, there := w.library.Document(d.ID); there {
			return d, true
		}
	}
	return w.search.SelectedDocument()
}

func (w *Window) focusSearch() {
	if w.reader.IsOpen() {
		host{w}.CloseReader()
	}
	w.search.Focus(w.win.Canvas())
}

// toggleReader opens the selected hit, or closes the reader.
func (w *Window) toggleReader() {
	if w.reader.IsOpen() {
		host{w}.CloseReader()
		return
	}
	w.search.OpenSelected()
}

// toggleCheck opens the check of an answer, or closes it.
func (w *Window) toggleCheck() {
	if w.check.IsOpen() {
		host{w}.CloseCheck()
		return
	}
	host{w}.Check()
}

// askModel has the local model answer the question, or stops it.
func (w *Window) askModel() {
	if !w.check.IsOpen() {
		host{w}.Check()
	}
	w.check.Ask()
}

// askNumbers corrects the page numbers of the document in the reader, else of
// the selected hit.
func (w *Window) askNumbers() {
	d, ok := w.reader.Document()
	if !ok {
		d, ok = w.search.SelectedDocument()
	}
	if !ok {
		w.status.say("Open a PDF first, or right-click it in the library.")
		return
	}
	w.library.AskNumbers(d)
}

// toggleCurrent adds the page or hit that is shown to the context, or removes
// it.
func (w *Window) toggleCurrent() {
	if w.reader.IsOpen() {
		w.reader.ToggleChosen()
		return
	}
	w.search.ToggleSelected()
}

// askSettings shows the settings of the program.
func (w *Window) askSettings() { settings.Open(w.engine, host{w}, w.bridge, settings.PagePrograms) }

func (w *Window) about() {
	version := ""
	if w.options.Version != "" {
		version = "Version " + w.options.Version + "\n\n"
	}
	dialog.ShowInformation("Ibid", version+"Cited, page-exact context from your own documents.\nNothing leaves this computer.\n\n"+
		"Free software under the licence AGPL-3.0-or-later.\nPages are read and drawn with MuPDF.", w.win)
}
