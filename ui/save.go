package ui

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"

	"ibid/ui/say"
)

// SaveFile lets a person choose where to save a file, and writes it.
func (h host) SaveFile(name string, data []byte) {
	d := dialog.NewFileSave(func(out fyne.URIWriteCloser, err error) {
		switch {
		case err != nil:
			h.Say(say.Error(err))
		case out != nil:
			h.w.write(out, data)
		}
	}, h.w.win)
	d.SetFileName(name)
	d.SetFilter(storage.NewExtensionFileFilter([]string{filepath.Ext(name)}))
	d.SetTitleText("Save")
	d.Show() // before Resize, which needs what Show builds
	size := h.w.win.Canvas().Size()
	d.Resize(fyne.NewSize(min(860, size.Width*0.8), min(620, size.Height*0.8)))
}

// write fills a file in the background and closes it.
func (w *Window) write(out fyne.URIWriteCloser, data []byte) {
	w.bridge.Go(func(context.Context) {
		_, err := out.Write(data)
		if err = errors.Join(err, out.Close()); err != nil {
			err = fmt.Errorf("save %q: %w", out.URI().Name(), err)
		}
		w.bridge.Post(func() {
			if err != nil {
				w.status.say(say.Error(err))
				return
			}
			w.status.say("Saved " + out.URI().Path())
		})
	})
}
