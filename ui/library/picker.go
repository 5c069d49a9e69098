package library

import (
	"maps"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	fynetheme "fyne.io/fyne/v2/theme"

	"ibid/ui/browse"
	"ibid/ui/say"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// picker chooses several files.
type picker struct {
	*browse.Browser
	pane   *Pane
	dialog *dialog.ConfirmDialog
	chosen map[string]bool // by path; survives a change of folder
}

func newPicker(p *Pane) *picker {
	k := &picker{pane: p, Browser: browse.New(p.bridge, nil), chosen: map[string]bool{}}
	k.Mark, k.OnFile, k.OnFolder = k.mark, k.tap, k.count
	body := container.NewBorder(k.Bar, uiwidget.Inset(6, 2, 4, 4, k.Note), nil, nil, uiwidget.Inset(6, 0, 0, 0, k.List))
	k.dialog = dialog.NewCustomConfirm("Add files", "Add", "Cancel", body, k.done, p.host.Window())
	return k
}

func (k *picker) show() {
	k.dialog.Resize(roomy(k.pane.host.Window()))
	k.dialog.Show()
	k.Open("")
}

func (k *picker) mark(path string) (fyne.Resource, fyne.ThemeColorName) {
	if k.chosen[path] {
		return fynetheme.CheckButtonCheckedIcon(), fynetheme.ColorNamePrimary
	}
	return fynetheme.CheckButtonIcon(), theme.Muted
}

// tap selects a file, or deselects it.
func (k *picker) tap(path string) {
	if k.chosen[path] {
		delete(k.chosen, path)
	} else {
		k.chosen[path] = true
	}
	k.count()
	k.List.Refresh()
}

// count shows how many files are chosen.
func (k *picker) count() {
	text := "Click files to choose them; click a folder to open it."
	if n := len(k.chosen); n > 0 {
		text = say.Plural(n, "file") + " chosen"
	}
	k.Note.Set(text, theme.Muted)
}

func (k *picker) done(ok bool) {
	k.Work.Cancel()
	if ok {
		k.pane.Add(slices.Sorted(maps.Keys(k.chosen)), "")
	}
}
