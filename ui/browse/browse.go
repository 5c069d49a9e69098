// Package browse shows the folders of the computer. The toolkit's own dialogs
// take one file at a time and read folders on the UI goroutine, which freezes
// on large ones.
package browse

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/ui/post"
	"ibid/ui/say"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// Entry is a file or folder in a folder.
type Entry struct {
	Name   string
	Folder bool
}

// Browser shows what is in a folder and opens others. Its methods belong to the
// UI goroutine.
type Browser struct {
	Work    *post.Latest // reads folders in the background
	Folder  string       // that is open
	Entries []Entry      // those that are shown
	Path    *uiwidget.Field
	List    *widget.List
	Note    *uiwidget.Line
	Bar     fyne.CanvasObject // up, home and the path

	Shows    func(Entry) bool                                       // which entries are shown; nil shows all
	Mark     func(path string) (fyne.Resource, fyne.ThemeColorName) // the icon of a file; nil is the icon of a document
	OnFolder func()                                                 // another folder was opened; may be nil
	OnFile   func(path string)                                      // a file was chosen; may be nil
}

// New returns a browser without a folder. escape runs when Escape is pressed in
// the path; it may be nil.
func New(bridge *post.Bridge, escape func()) *Browser {
	b := &Browser{Work: post.NewLatest(bridge)}
	b.Path = uiwidget.NewField("Folder", escape)
	b.Path.OnSubmitted = b.Open
	b.Note = uiwidget.NewLine("", theme.Muted, theme.Caption)
	b.List = uiwidget.NewList(&b.Entries, NewRow, func(r *Row, _ int, e Entry) {
		icon, color := b.icon(e)
		r.Set(icon, color, e.Name)
	})
	b.List.HideSeparators = true
	b.List.OnSelected = func(i int) {
		b.List.UnselectAll()
		b.Choose(b.Entries[i])
	}
	up := widget.NewButtonWithIcon("", fynetheme.MoveUpIcon(), func() { b.Open(filepath.Dir(b.Folder)) })
	home := widget.NewButtonWithIcon("", fynetheme.HomeIcon(), func() { b.Open("") })
	b.Bar = container.NewBorder(nil, nil, container.NewHBox(up, home), nil, b.Path)
	return b
}

func (b *Browser) icon(e Entry) (fyne.Resource, fyne.ThemeColorName) {
	switch {
	case e.Folder:
		return fynetheme.FolderIcon(), theme.Muted
	case b.Mark == nil:
		return fynetheme.DocumentIcon(), theme.Muted
	}
	return b.Mark(filepath.Join(b.Folder, e.Name))
}

// Choose opens a folder or reports a file.
func (b *Browser) Choose(e Entry) {
	path := filepath.Join(b.Folder, e.Name)
	switch {
	case e.Folder:
		b.Open(path)
	case b.OnFile != nil:
		b.OnFile(path)
	}
}

// Open reads a folder in the background and shows what is in it. Without a path
// it is the person's own.
func (b *Browser) Open(folder string) {
	if folder == "" {
		folder, _ = os.UserHomeDir()
	}
	folder = filepath.Clean(cmp.Or(folder, string(filepath.Separator)))
	b.Work.Start(func(context.Context) func() {
		entries, err := read(folder)
		return func() {
			if err != nil {
				b.Note.Set(say.Saving(err), fynetheme.ColorNameError)
				return
			}
			if b.Shows != nil {
				entries = slices.DeleteFunc(entries, func(e Entry) bool { return !b.Shows(e) })
			}
			b.Folder, b.Entries = folder, entries
			b.Note.Set("", theme.Muted)
			b.Path.SetText(folder)
			if b.OnFolder != nil {
				b.OnFolder()
			}
			b.List.ScrollToOffset(0)
			b.List.Refresh()
		}
	})
}

// read lists a folder: folders first, then files, by name, without hidden ones.
// It may take long, so it must not run on the UI goroutine.
func read(folder string) ([]Entry, error) {
	dir, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var folders, files []Entry
	for _, e := range dir {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		is := e.IsDir()
		if e.Type()&os.ModeSymlink != 0 {
			info, err := os.Stat(filepath.Join(folder, e.Name()))
			is = err == nil && info.IsDir()
		}
		if is {
			folders = append(folders, Entry{e.Name(), true})
		} else {
			files = append(files, Entry{e.Name(), false})
		}
	}
	byName := func(a, b Entry) int { return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) }
	slices.SortStableFunc(folders, byName)
	slices.SortStableFunc(files, byName)
	return append(folders, files...), nil
}

// Row is a name with an icon.
type Row struct {
	widget.BaseWidget
	icon *uiwidget.Icon
	name *uiwidget.Line
}

// NewRow returns an empty row.
func NewRow() *Row {
	r := &Row{icon: uiwidget.NewIcon(), name: uiwidget.NewLine("", fynetheme.ColorNameForeground, theme.Body)}
	r.ExtendBaseWidget(r)
	return r
}

// CreateRenderer implements fyne.Widget.
func (r *Row) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(uiwidget.Inset(4, 4, 8, 8, uiwidget.Between(r.icon, r.name, nil)))
}

// Set shows a name with an icon.
func (r *Row) Set(icon fyne.Resource, color fyne.ThemeColorName, name string) {
	r.icon.Set(icon, color)
	r.name.SetText(name)
}
