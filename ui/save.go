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

	"ibid/ui/browse"
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
	s.Open(h.Remembered(folderKey))
}

// folderKey is the preference that stores the folder of the last file.
const folderKey = "folder"

// saver asks for a folder and a name.
type saver struct {
	*browse.Browser
	window *Window
	data   []byte
	dialog *uiwidget.Dialog
	taken  string // path of an existing file, which Save replaces if it is pressed again

	name *uiwidget.Field
	save *widget.Button
}

func newSaver(w *Window, data []byte) *saver {
	s := &saver{window: w, data: data}
	s.Browser = browse.New(w.bridge, s.close)
	s.Shows, s.OnFolder = func(e browse.Entry) bool { return e.Folder }, s.fresh
	s.name = uiwidget.NewField("Name", s.close)
	s.name.OnSubmitted = func(string) { s.done() }
	s.name.OnChanged = func(string) { s.fresh() }
	s.save = uiwidget.Primary("Save", nil, s.done)
	top := uiwidget.Column(6, s.name, s.Bar)
	body := container.NewBorder(top, s.Note, nil, nil, uiwidget.Inset(6, 6, 0, 0, s.List))
	s.dialog = uiwidget.NewDialog(w.win.Canvas(), "Save", body, nil, widget.NewButton("Cancel", s.close), s.save)
	return s
}

// fresh cancels the replacing of a file.
func (s *saver) fresh() {
	s.taken = ""
	s.save.SetText("Save")
	s.Note.Set("", theme.Muted)
}

func (s *saver) close() {
	s.Work.Cancel()
	s.dialog.Hide()
}

// done writes the file. It replaces an existing one only after a person
// confirms it.
func (s *saver) done() {
	name := filepath.Base(s.name.Text)
	if s.Folder == "" || s.name.Text == "" || name != s.name.Text {
		s.Note.Set("Give the file a name, without a folder.", fynetheme.ColorNameError)
		return
	}
	path := filepath.Join(s.Folder, name)
	replace := s.taken == path
	s.Work.Start(func(context.Context) func() {
		err := write(path, s.data, replace)
		return func() { s.written(path, err) }
	})
}

func (s *saver) written(path string, err error) {
	switch {
	case errors.Is(err, fs.ErrExist):
		s.taken = path
		s.save.SetText("Replace")
		s.Note.Set(filepath.Base(path)+" is there already. Press Replace, or change the name.", fynetheme.ColorNameWarning)
	case err != nil:
		s.Note.Set(say.Saving(err), fynetheme.ColorNameError)
	default:
		s.dialog.Hide()
		host{s.window}.Remember(folderKey, s.Folder)
		s.window.status.say("Saved " + path)
	}
}

// write creates a file, or replaces it with replace. An existing file without
// replace gives an error that wraps fs.ErrExist.
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
