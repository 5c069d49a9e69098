package ui

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

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

// SaveFile lets a person choose where to save a file, and writes it.
func (h host) SaveFile(name string, data []byte) {
	s := newSaver(h.w, data)
	s.name.SetText(name)
	size := h.w.win.Canvas().Size()
	s.dialog.Show(fyne.NewSize(min(640, size.Width*0.8), min(480, size.Height*0.8)), s.name)
	s.openLast()
}

// folderKey is the preference that remembers where a file was saved last.
const folderKey = "folder"

// saver asks for a folder and a name. The toolkit's own dialog reads folders on
// the UI goroutine, which freezes on large ones.
type saver struct {
	window  *Window
	data    []byte
	work    *post.Latest
	dialog  *uiwidget.Dialog
	folder  string
	folders []library.Entry // of folder
	taken   string          // path of a file that Save replaces if it is pressed again

	path, name *uiwidget.Field
	list       *widget.List
	note       *uiwidget.Line
	save       *widget.Button
}

func newSaver(w *Window, data []byte) *saver {
	s := &saver{window: w, data: data, work: post.NewLatest(w.bridge)}
	s.name, s.path = uiwidget.NewField("Name", s.close), uiwidget.NewField("Folder", s.close)
	s.name.OnSubmitted = func(string) { s.done() }
	s.name.OnChanged = func(string) { s.fresh() }
	s.path.OnSubmitted = s.open
	s.note = uiwidget.NewLine("", theme.Muted, theme.Caption)
	s.list = widget.NewList(
		func() int { return len(s.folders) },
		func() fyne.CanvasObject { return library.NewPickRow() },
		func(i int, o fyne.CanvasObject) {
			o.(*library.PickRow).Set(fynetheme.FolderIcon(), theme.Muted, s.folders[i].Name)
		},
	)
	s.list.HideSeparators = true
	s.list.OnSelected = func(i int) {
		s.list.UnselectAll()
		s.open(filepath.Join(s.folder, s.folders[i].Name))
	}
	up := widget.NewButtonWithIcon("", fynetheme.MoveUpIcon(), func() { s.open(filepath.Dir(s.folder)) })
	home := widget.NewButtonWithIcon("", fynetheme.HomeIcon(), func() { s.open(homeFolder()) })
	s.save = widget.NewButton("Save", s.done)
	s.save.Importance = widget.HighImportance
	top := uiwidget.Column(6, s.name, container.NewBorder(nil, nil, container.NewHBox(up, home), nil, s.path))
	body := container.NewBorder(top, s.note, nil, nil, uiwidget.Inset(6, 6, 0, 0, s.list))
	s.dialog = uiwidget.NewDialog(w.win.Canvas(), "Save", body, nil, widget.NewButton("Cancel", s.close), s.save)
	return s
}

func homeFolder() string {
	dir, err := os.UserHomeDir()
	if err != nil {
		return string(filepath.Separator)
	}
	return dir
}

// openLast opens the folder of the last time, or that of the person.
func (s *saver) openLast() {
	last := host{s.window}.Remembered(folderKey)
	if last == "" {
		last = homeFolder()
	}
	s.open(last)
}

// open reads a folder in the background and shows the folders in it.
func (s *saver) open(folder string) {
	folder = filepath.Clean(folder)
	s.work.Start(func(context.Context) func() {
		entries, err := library.ReadFolder(folder)
		return func() {
			if err != nil {
				s.note.Set(say.Saving(err), fynetheme.ColorNameError)
				return
			}
			s.folder, s.folders = folder, nil
			for _, e := range entries {
				if e.Folder {
					s.folders = append(s.folders, e)
				}
			}
			s.path.SetText(folder)
			s.fresh()
			s.list.ScrollToTop()
			s.list.Refresh()
		}
	})
}

// fresh forgets that a file is to be replaced.
func (s *saver) fresh() {
	s.taken = ""
	s.save.SetText("Save")
	s.note.Set("", theme.Muted)
}

func (s *saver) close() {
	s.work.Cancel()
	s.dialog.Hide()
}

// done writes the file. One that is there already is replaced only when a person
// says so.
func (s *saver) done() {
	name := filepath.Base(s.name.Text)
	if s.folder == "" || s.name.Text == "" || name != s.name.Text {
		s.note.Set("Give the file a name, without a folder.", fynetheme.ColorNameError)
		return
	}
	path := filepath.Join(s.folder, name)
	replace := s.taken == path
	s.work.Start(func(context.Context) func() {
		err := write(path, s.data, replace)
		return func() { s.written(path, err) }
	})
}

func (s *saver) written(path string, err error) {
	switch {
	case errors.Is(err, fs.ErrExist):
		s.taken = path
		s.save.SetText("Replace")
		s.note.Set(filepath.Base(path)+" is there already. Press Replace, or change the name.", fynetheme.ColorNameWarning)
	case err != nil:
		s.note.Set(say.Saving(err), fynetheme.ColorNameError)
	default:
		s.dialog.Hide()
		host{s.window}.Remember(folderKey, s.folder)
		s.window.status.say("Saved " + path)
	}
}

// write makes a file, or replaces one if that is wanted. A file that is there
// and is not to be replaced gives an error that wraps fs.ErrExist.
func write(path string, data []byte, replace bool) error {
	flags := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if replace {
		flags = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	out, err := os.OpenFile(path, flags, 0o644)
	if err != nil {
		return fmt.Errorf("save: %w", err)
	}
	_, err = out.Write(data)
	if err = errors.Join(err, out.Close()); err != nil {
		return fmt.Errorf("save: %w", err)
	}
	return nil
}
