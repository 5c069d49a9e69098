package library

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
	"ibid/ui/say"
)

// Add reads files and folders in the background; an empty password is none.
func (p *Pane) Add(paths []string, password string) {
	if len(paths) == 0 {
		return
	}
	what := filepath.Base(paths[0])
	if len(paths) > 1 {
		what = say.Plural(len(paths), "file")
	}
	p.host.Say("Adding " + what)
	p.bridge.Run(func(ctx context.Context) func() {
		taken, err := p.engine.Add(ctx, paths, password)
		text := say.Taken(what, taken)
		if err != nil {
			text = say.Error(err)
		}
		return func() {
			if text != "" {
				p.host.Say(text)
			}
			p.Refresh()
		}
	})
}

// Drop adds files and folders that were dropped on the window.
func (p *Pane) Drop(items []fyne.URI) {
	var paths []string
	for _, u := range items {
		if u.Scheme() == "file" {
			paths = append(paths, u.Path())
		}
	}
	if len(paths) == 0 {
		p.host.Say("Only files and folders of this computer can be added. Save it first, then drop the file.")
		return
	}
	p.Add(paths, "")
}

// addMenu asks what to add, below a button.
func (p *Pane) addMenu(below fyne.CanvasObject) {
	menu := fyne.NewMenu("",
		fyne.NewMenuItemWithIcon("Files…", fynetheme.DocumentIcon(), p.AskFiles),
		fyne.NewMenuItemWithIcon("A folder…", fynetheme.FolderIcon(), p.AskFolder),
		fyne.NewMenuItemWithIcon("Watch a folder…", fynetheme.ViewRefreshIcon(), p.AskWatched))
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(below)
	widget.ShowPopUpMenuAtPosition(menu, p.host.Window().Canvas(), at.AddXY(0, below.Size().Height+2))
}

// AskFiles lets a person choose files.
func (p *Pane) AskFiles() { newPicker(p).show() }

// AskFolder lets a person choose a folder.
func (p *Pane) AskFolder() {
	p.chooseFolder("Add folder", p.host.Say, func(path string) { p.Add([]string{path}, "") })
}

// chooseFolder lets a person choose a folder; confirm is the label of the
// button. failed receives a sentence if a folder cannot be opened.
func (p *Pane) chooseFolder(confirm string, failed func(text string), chosen func(path string)) {
	d := dialog.NewFolderOpen(func(folder fyne.ListableURI, err error) {
		switch {
		case err != nil:
			failed(say.Error(err))
		case folder != nil:
			chosen(folder.Path())
		}
	}, p.host.Window())
	d.SetConfirmText(confirm)
	d.Show() // before Resize, which needs the objects that Show creates
	d.Resize(roomy(p.host.Window()))
}

// roomy returns the size of a dialog that shows lists.
func roomy(w fyne.Window) fyne.Size {
	size := w.Canvas().Size()
	return fyne.NewSize(min(860, size.Width*0.8), min(620, size.Height*0.8))
}

// rowMenu returns a function that shows the menu of a row: what can be done
// with its document.
func (p *Pane) rowMenu(r *row) func(fyne.Position) {
	return func(at fyne.Position) {
		d := r.document
		var items []*fyne.MenuItem
		offer := func(possible bool, title string, icon fyne.Resource, do func()) {
			if possible {
				items = append(items, fyne.NewMenuItemWithIcon(title, icon, do))
			}
		}
		locked := d.State == core.StateNeedsPassword
		offer(d.State.Searchable() || d.Kind.Drawn() && d.Pages > 0, "Show in reader", fynetheme.VisibilityIcon(), func() { p.host.Open(d, 1) })
		offer(d.State.Searchable(), "Ask only in this", fynetheme.SearchIcon(), func() { p.host.AskIn(d.Path, false) })
		offer(d.State.Searchable() && p.host.Asking(), "Ask in this too", fynetheme.ContentAddIcon(), func() { p.host.AskIn(d.Path, true) })
		offer(d.State.Searchable(), "Ask only in its folder", fynetheme.FolderIcon(), func() { p.host.AskIn(filepath.Dir(d.Path), false) })
		offer(d.Kind.Unit() == core.UnitPage && d.Pages > 0, "Page numbers…", fynetheme.ListIcon(), func() { p.AskNumbers(d) })
		offer(locked, "Give password…", fynetheme.LoginIcon(), func() { p.askPassword(d) })
		offer(d.State.NeedsAttention() && !locked, "Try again", fynetheme.ViewRefreshIcon(), func() { p.Add([]string{d.Path}, "") })
		offer(true, "Remove from library…", fynetheme.DeleteIcon(), func() { p.askRemove(d.Name, d) })
		if folders := p.foldersOf(d); len(folders) > 0 {
			all := fyne.NewMenuItemWithIcon("Remove a whole folder", fynetheme.DeleteIcon(), nil)
			all.ChildMenu = fyne.NewMenu("", folders...)
			items = append(items, all)
		}
		widget.ShowPopUpMenuAtPosition(fyne.NewMenu("", items...), p.host.Window().Canvas(), at)
	}
}

func (p *Pane) askPassword(d core.Document) {
	password := widget.NewPasswordEntry()
	form := dialog.NewForm("Unlock "+d.Name, "Unlock", "Cancel", []*widget.FormItem{widget.NewFormItem("Password", password)}, func(ok bool) {
		if ok {
			p.Add([]string{d.Path}, password.Text)
		}
	}, p.host.Window())
	form.Resize(fyne.NewSize(420, 0))
	form.Show()
	p.host.Window().Canvas().Focus(password)
}

// mostFolders bounds how many folders of a document the menu offers to remove.
const mostFolders = 6

// foldersOf returns a menu item for each folder that contains a document and
// others, the innermost first, with the number of documents it would remove.
func (p *Pane) foldersOf(d core.Document) (items []*fyne.MenuItem) {
	last := 1
	for dir := filepath.Dir(d.Path); len(items) < mostFolders && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		var in []core.Document
		for _, o := range p.documents {
			if strings.HasPrefix(o.Path, dir+string(filepath.Separator)) {
				in = append(in, o)
			}
		}
		if len(in) == last {
			continue
		}
		last = len(in)
		name := filepath.Base(dir)
		items = append(items, fyne.NewMenuItem(name+" · "+say.Plural(len(in), "document")+"…", func() { p.askRemove(name, in...) }))
	}
	return items
}

// askRemove asks whether to remove documents; name describes them all.
func (p *Pane) askRemove(name string, docs ...core.Document) {
	text := "It is taken out of the library and no longer found.\nThe file itself stays where it is."
	if len(docs) > 1 {
		text = "They are taken out of the library and no longer found.\nThe files themselves stay where they are."
	}
	ask := dialog.NewConfirm("Remove "+removed(name, docs)+"?", text, func(ok bool) {
		if ok {
			p.remove(name, docs...)
		}
	}, p.host.Window())
	ask.SetConfirmText("Remove")
	ask.SetConfirmImportance(widget.DangerImportance)
	ask.Show()
}

func (p *Pane) remove(name string, docs ...core.Document) {
	ids := make([]core.DocumentID, len(docs))
	for i, d := range docs {
		ids[i] = d.ID
	}
	p.bridge.Run(func(ctx context.Context) func() {
		err := p.engine.Remove(ctx, ids...)
		folders, _ := p.engine.Folders(ctx) // without them one sentence is missing
		return func() {
			if err != nil {
				p.host.Say(say.Error(err))
			} else {
				p.host.Say("Removed " + removed(name, docs) + comesBack(folders, docs))
			}
			p.Refresh()
		}
	})
}

// removed describes what is removed: a document, or the number of documents of
// a folder.
func removed(name string, docs []core.Document) string {
	if len(docs) > 1 {
		return say.Plural(len(docs), "document") + " of " + name
	}
	return name
}

// comesBack returns the sentence that a watched folder will bring its files
// back; empty if none of the documents is in one.
func comesBack(folders []core.Folder, docs []core.Document) string {
	for _, f := range folders {
		if slices.ContainsFunc(docs, func(d core.Document) bool { return strings.HasPrefix(d.Path, f.Path+string(filepath.Separator)) }) {
			return ". Its folder is watched and brings back what is still in it: stop that with Ctrl+Shift+W"
		}
	}
	return ""
}
