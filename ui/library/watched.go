package library

import (
	"context"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
	"ibid/ui/post"
	"ibid/ui/say"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// lookEvery is how often the list of watched folders is updated while it is
// open.
const lookEvery = 2 * time.Second

// watched lists the watched folders.
type watched struct {
	pane    *Pane
	work    *post.Latest
	dialog  *uiwidget.Dialog
	folders []core.Folder
	known   bool
	next    *post.Delay // look at the folders

	list  *widget.List
	note  *uiwidget.Line
	empty *uiwidget.Empty
}

// AskWatched shows the watched folders, and lets a person add and remove
// folders.
func (p *Pane) AskWatched() {
	w := newWatched(p)
	w.dialog.Show(fyne.NewSize(620, 380), nil)
	w.look()
}

func newWatched(p *Pane) *watched {
	w := &watched{pane: p, work: post.NewLatest(p.bridge), next: post.NewDelay(p.bridge)}
	w.note = uiwidget.NewLine("", theme.Muted, theme.Caption)
	w.empty = uiwidget.NewEmpty(fynetheme.FolderIcon(), "No folder is watched",
		"New, changed and moved files of a watched folder\nare taken in by themselves.")
	w.empty.Hide()
	w.list = uiwidget.NewList(&w.folders, func() *folderRow { return newFolderRow(w) }, (*folderRow).bind)
	add := uiwidget.Primary("Watch a folder…", fynetheme.FolderNewIcon(), w.ask)
	body := container.NewBorder(nil, w.note, nil, nil, container.NewStack(w.list, w.empty))
	w.dialog = uiwidget.NewDialog(p.host.Window().Canvas(), "Watched folders", body, nil, widget.NewButton("Close", w.close), add)
	return w
}

func (w *watched) close() {
	w.work.Cancel()
	w.next.Cancel()
	w.dialog.Hide()
}

// look reads the list of folders, repeatedly while the dialog is open.
func (w *watched) look() {
	w.work.Start(func(ctx context.Context) func() {
		folders, err := w.pane.engine.Folders(ctx)
		return func() { w.looked(folders, err) }
	})
}

func (w *watched) looked(folders []core.Folder, err error) {
	if !w.dialog.Visible() {
		return
	}
	if err != nil {
		w.note.Set(say.Error(err), fynetheme.ColorNameError)
	} else {
		w.folders, w.known = folders, true
		w.empty.Hidden = len(folders) > 0
		w.empty.Refresh()
		w.list.Refresh()
	}
	w.next.Start(lookEvery, func() {
		if w.dialog.Visible() && !w.work.Busy() {
			w.look()
		}
	})
}

// ask lets a person choose a folder to watch.
func (w *watched) ask() {
	w.pane.chooseFolder("Watch folder", func(text string) { w.note.Set(text, fynetheme.ColorNameError) }, w.follow)
}

// follow watches a folder. The folder is in the list at once; its files are
// read in the background.
func (w *watched) follow(path string) {
	w.note.Set("Looking through "+path, theme.Muted)
	w.pane.bridge.Run(func(ctx context.Context) func() {
		err := w.pane.engine.Follow(ctx, path)
		return func() { w.done("The folder is followed from now on.", err) }
	})
	w.look()
}

// forget stops watching a folder. Its documents stay.
func (w *watched) forget(f core.Folder) {
	w.pane.bridge.Run(func(ctx context.Context) func() {
		err := w.pane.engine.Unwatch(ctx, f.Path)
		return func() { w.done("It is not followed any more. Its documents stay in the library.", err) }
	})
}

func (w *watched) done(text string, err error) {
	if err == nil {
		w.note.Set(text, theme.Muted)
	} else if text = say.Folder(err); text != "" {
		w.note.Set(text, fynetheme.ColorNameError)
		if !w.dialog.Visible() {
			w.pane.host.Say(text)
		}
	}
	w.look()
	w.pane.Refresh()
}

// folderRow shows one watched folder: its path, its state, and when it was last
// checked.
type folderRow struct {
	uiwidget.Entry
	icon   *uiwidget.Icon
	folder core.Folder
}

func newFolderRow(w *watched) *folderRow {
	r := &folderRow{icon: uiwidget.NewIcon()}
	remove := uiwidget.Quiet("", fynetheme.DeleteIcon(), func() { w.forget(r.folder) })
	r.Make(r.icon, remove)
	r.ExtendBaseWidget(r)
	return r
}

func (r *folderRow) bind(_ int, f core.Folder) {
	r.folder = f
	color := theme.Muted
	switch f.State {
	case core.FolderWatching:
		color = fynetheme.ColorNameSuccess
	case core.FolderPolling, core.FolderMissing:
		color = fynetheme.ColorNameWarning
	}
	r.icon.Set(fynetheme.FolderIcon(), color)
	r.Title.SetText(f.Path)
	r.State.Set(say.FolderWord(f.State), color)
	r.Detail.SetText(say.FolderDetail(f))
}
