package ui

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/ui/library"
	"ibid/ui/post"
	"ibid/ui/say"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// folderKey is the preference that remembers the folder of the last file.
const folderKey = "folder"

// browser goes through folders. The toolkit's own dialog reads them on the UI
// goroutine, which freezes on large ones.
type browser struct {
	window  *Window
	work    *post.Latest
	folder  string
	entries []library.Entry // of folder, those that are shown

	shows    func(library.Entry) bool
	onFolder func()            // another folder is open; may be nil
	onFile   func(path string) // a file was chosen; may be nil

	path *uiwidget.Field
	list *widget.List
	note *uiwidget.Line
	bar  fyne.CanvasObject // up, home and the path
}

func newBrowser(w *Window, shows func(library.Entry) bool, escape func()) *browser {
	b := &browser{window: w, work: post.NewLatest(w.bridge), shows: shows}
	b.path = uiwidget.NewField("Folder", escape)
	b.path.OnSubmitted = b.open
	b.note = uiwidget.NewLine("", theme.Muted, theme.Caption)
	b.list = widget.NewList(
		func() int { return len(b.entries) },
		func() fyne.CanvasObject { return library.NewPickRow() },
		func(i int, o fyne.CanvasObject) {
			icon := fynetheme.DocumentIcon()
			if b.entries[i].Folder {
				icon = fynetheme.FolderIcon()
			}
			o.(*library.PickRow).Set(icon, theme.Muted, b.entries[i].Name)
		},
	)
	b.list.HideSeparators = true
	b.list.OnSelected = func(i int) {
		b.list.UnselectAll()
		b.choose(b.entries[i])
	}
	up := widget.NewButtonWithIcon("", fynetheme.MoveUpIcon(), func() { b.open(filepath.Dir(b.folder)) })
	home := widget.NewButtonWithIcon("", fynetheme.HomeIcon(), func() { b.open(homeFolder()) })
	b.bar = container.NewBorder(nil, nil, container.NewHBox(up, home), nil, b.path)
	return b
}

func (b *browser) choose(e library.Entry) {
	path := filepath.Join(b.folder, e.Name)
	switch {
	case e.Folder:
		b.open(path)
	case b.onFile != nil:
		b.onFile(path)
	}
}

func homeFolder() string {
	dir, err := os.UserHomeDir()
	if err != nil {
		return string(filepath.Separator)
	}
	return dir
}

// openLast opens the folder of the last time, or that of the person.
func (b *browser) openLast() {
	last := host{b.window}.Remembered(folderKey)
	if last == "" {
		last = homeFolder()
	}
	b.open(last)
}

// open reads a folder in the background and shows what is in it.
func (b *browser) open(folder string) {
	folder = filepath.Clean(folder)
	b.work.Start(func(context.Context) func() {
		entries, err := library.ReadFolder(folder)
		return func() {
			if err != nil {
				b.note.Set(say.Saving(err), fynetheme.ColorNameError)
				return
			}
			b.folder = folder
			b.entries = slices.DeleteFunc(entries, func(e library.Entry) bool { return !b.shows(e) })
			b.note.Set("", theme.Muted)
			b.path.SetText(folder)
			if b.onFolder != nil {
				b.onFolder()
			}
			b.list.ScrollToTop()
			b.list.Refresh()
		}
	})
}
