package library

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/ui/post"
	"ibid/ui/say"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// picker chooses several files. The toolkit's own dialog takes one at a time
// and reads folders on the UI goroutine, which freezes on large ones.
type picker struct {
	pane    *Pane
	load    *post.Latest
	dialog  *dialog.ConfirmDialog
	folder  string
	entries []entry
	chosen  map[string]bool // by path; survives a change of folder

	path *widget.Entry
	list *widget.List
	note *uiwidget.Line
}

type entry struct {
	name   string
	folder bool
}

func newPicker(p *Pane) *picker {
	k := &picker{pane: p, load: post.NewLatest(p.bridge), chosen: map[string]bool{}}
	k.note = uiwidget.NewLine("", theme.Muted, theme.Caption)
	k.path = widget.NewEntry()
	k.path.OnSubmitted = k.open
	up := widget.NewButtonWithIcon("", fynetheme.MoveUpIcon(), func() { k.open(filepath.Dir(k.folder)) })
	home := widget.NewButtonWithIcon("", fynetheme.HomeIcon(), k.home)
	k.list = widget.NewList(
		func() int { return len(k.entries) },
		func() fyne.CanvasObject { return newPickRow() },
		func(i int, o fyne.CanvasObject) { k.bind(o.(*pickRow), k.entries[i]) },
	)
	k.list.OnSelected = func(i int) { k.tap(k.entries[i]); k.list.UnselectAll() }
	k.list.HideSeparators = true
	top := container.NewBorder(nil, nil, container.NewHBox(up, home), nil, k.path)
	body := container.NewBorder(top, uiwidget.Inset(6, 2, 4, 4, k.note), nil, nil, uiwidget.Inset(6, 0, 0, 0, k.list))
	k.dialog = dialog.NewCustomConfirm("Add files", "Add", "Cancel", body, k.done, p.host.Window())
	return k
}

func (k *picker) show() {
	k.dialog.Resize(roomy(k.pane.host.Window()))
	k.dialog.Show()
	k.home()
}

func (k *picker) home() {
	dir, err := os.UserHomeDir()
	if err != nil {
		dir = string(filepath.Separator)
	}
	k.open(dir)
}

// open reads a folder in the background and shows it.
func (k *picker) open(folder string) {
	folder = filepath.Clean(folder)
	k.load.Start(func(context.Context) func() {
		entries, err := readFolder(folder)
		return func() {
			if err != nil {
				k.note.SetText(say.Error(err))
				return
			}
			k.folder, k.entries = folder, entries
			k.path.SetText(folder)
			k.list.ScrollToOffset(0)
			k.refresh()
		}
	})
}

// readFolder lists a folder: folders first, then files, by name, without
// hidden ones.
func readFolder(folder string) ([]entry, error) {
	dir, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var entries []entry
	for _, e := range dir {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		is := e.IsDir()
		if e.Type()&os.ModeSymlink != 0 {
			info, err := os.Stat(filepath.Join(folder, e.Name()))
			is = err == nil && info.IsDir()
		}
		entries = append(entries, entry{e.Name(), is})
	}
	slices.SortStableFunc(entries, func(a, b entry) int {
		if a.folder != b.folder {
			if a.folder {
				return -1
			}
			return 1
		}
		return strings.Compare(strings.ToLower(a.name), strings.ToLower(b.name))
	})
	return entries, nil
}

func (k *picker) tap(e entry) {
	path := filepath.Join(k.folder, e.name)
	if e.folder {
		k.open(path)
		return
	}
	if k.chosen[path] {
		delete(k.chosen, path)
	} else {
		k.chosen[path] = true
	}
	k.refresh()
}

func (k *picker) refresh() {
	text := "Click files to choose them; click a folder to open it."
	if n := len(k.chosen); n > 0 {
		text = say.Plural(n, "file") + " chosen"
	}
	k.note.SetText(text)
	k.list.Refresh()
}

func (k *picker) done(ok bool) {
	k.load.Cancel()
	if !ok {
		return
	}
	paths := make([]string, 0, len(k.chosen))
	for path := range k.chosen {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	k.pane.Add(paths, "")
}

// pickRow is one file or folder.
type pickRow struct {
	widget.BaseWidget
	icon *widget.Icon
	name *uiwidget.Line
}

func newPickRow() *pickRow {
	r := &pickRow{icon: widget.NewIcon(nil), name: uiwidget.NewLine("", fynetheme.ColorNameForeground, theme.Body)}
	r.ExtendBaseWidget(r)
	return r
}

// CreateRenderer implements fyne.Widget.
func (r *pickRow) CreateRenderer() fyne.WidgetRenderer {
	icon := container.NewGridWrap(fyne.NewSize(18, 18), r.icon)
	return widget.NewSimpleRenderer(uiwidget.Inset(4, 4, 8, 8, uiwidget.Between(icon, r.name, nil)))
}

func (k *picker) bind(r *pickRow, e entry) {
	icon, color := fynetheme.CheckButtonIcon(), theme.Muted
	switch {
	case e.folder:
		icon = fynetheme.FolderIcon()
	case k.chosen[filepath.Join(k.folder, e.name)]:
		icon, color = fynetheme.CheckButtonCheckedIcon(), fynetheme.ColorNamePrimary
	}
	r.icon.SetResource(fynetheme.NewColoredResource(icon, color))
	r.name.SetText(e.name)
}
