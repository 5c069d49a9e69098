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
	entries []Entry
	chosen  map[string]bool // by path; survives a change of folder

	path *widget.Entry
	list *widget.List
	note *uiwidget.Line
}

// Entry is one file or folder in a folder.
type Entry struct {
	Name   string
	Folder bool
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
		func() fyne.CanvasObject { return NewPickRow() },
		func(i int, o fyne.CanvasObject) { k.bind(o.(*PickRow), k.entries[i]) },
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
		entries, err := ReadFolder(folder)
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

// ReadFolder lists a folder: folders first, then files, by name, without hidden
// ones. It may take long, so it is not for the UI goroutine.
func ReadFolder(folder string) ([]Entry, error) {
	dir, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for _, e := range dir {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		is := e.IsDir()
		if e.Type()&os.ModeSymlink != 0 {
			info, err := os.Stat(filepath.Join(folder, e.Name()))
			is = err == nil && info.IsDir()
		}
		entries = append(entries, Entry{e.Name(), is})
	}
	slices.SortStableFunc(entries, func(a, b Entry) int {
		if a.Folder != b.Folder {
			if a.Folder {
				return -1
			}
			return 1
		}
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	return entries, nil
}

func (k *picker) tap(e Entry) {
	path := filepath.Join(k.folder, e.Name)
	if e.Folder {
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

// PickRow is one file or folder.
type PickRow struct {
	widget.BaseWidget
	icon *widget.Icon
	name *uiwidget.Line
}

// NewPickRow returns an empty row.
func NewPickRow() *PickRow {
	r := &PickRow{icon: widget.NewIcon(nil), name: uiwidget.NewLine("", fynetheme.ColorNameForeground, theme.Body)}
	r.ExtendBaseWidget(r)
	return r
}

// CreateRenderer implements fyne.Widget.
func (r *PickRow) CreateRenderer() fyne.WidgetRenderer {
	icon := container.NewGridWrap(fyne.NewSize(18, 18), r.icon)
	return widget.NewSimpleRenderer(uiwidget.Inset(4, 4, 8, 8, uiwidget.Between(icon, r.name, nil)))
}

// Set shows a name with an icon.
func (r *PickRow) Set(icon fyne.Resource, color fyne.ThemeColorName, name string) {
	r.icon.SetResource(fynetheme.NewColoredResource(icon, color))
	r.name.SetText(name)
}

func (k *picker) bind(r *PickRow, e Entry) {
	icon, color := fynetheme.CheckButtonIcon(), theme.Muted
	switch {
	case e.Folder:
		icon = fynetheme.FolderIcon()
	case k.chosen[filepath.Join(k.folder, e.Name)]:
		icon, color = fynetheme.CheckButtonCheckedIcon(), fynetheme.ColorNamePrimary
	}
	r.Set(icon, color, e.Name)
}
