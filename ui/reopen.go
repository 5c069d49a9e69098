package ui

import (
	"context"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
	"ibid/ui/browse"
	"ibid/ui/post"
	"ibid/ui/say"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// opener asks for the file of a saved context.
type opener struct {
	*browse.Browser
	window *Window
	dialog *uiwidget.Dialog
}

// askContext lets a person choose a saved context, replays it and shows which
// sources are still there and unchanged.
func (w *Window) askContext() {
	o := newOpener(w)
	size := w.win.Canvas().Size()
	o.dialog.Show(fyne.NewSize(min(640, size.Width*0.8), min(480, size.Height*0.8)), o.Path)
	o.Open(host{w}.Remembered(folderKey))
}

func newOpener(w *Window) *opener {
	o := &opener{window: w}
	o.Browser = browse.New(w.bridge, o.close)
	o.Shows = func(e browse.Entry) bool { return e.Folder || isJSON(e.Name) }
	o.OnFile = o.replay
	o.Path.OnSubmitted = o.typed
	o.OnFolder = func() {
		o.Note.Set("Choose a context that was saved. Its folder or file can be typed in too.", theme.Muted)
	}
	body := container.NewBorder(o.Bar, o.Note, nil, nil, uiwidget.Inset(6, 6, 0, 0, o.List))
	open := uiwidget.Primary("Open", nil, func() { o.typed(o.Path.Text) })
	o.dialog = uiwidget.NewDialog(w.win.Canvas(), "Open context", body, nil, widget.NewButton("Cancel", o.close), open)
	return o
}

func isJSON(name string) bool { return strings.EqualFold(filepath.Ext(name), ".json") }

func (o *opener) close() {
	o.Work.Cancel()
	o.dialog.Hide()
}

// typed opens the file or folder that was typed.
func (o *opener) typed(path string) {
	if isJSON(path) {
		o.replay(filepath.Clean(path))
		return
	}
	o.Open(path)
}

// replay replays a saved context in the background.
func (o *opener) replay(path string) {
	o.Note.Set("Building the context of "+filepath.Base(path)+" again…", theme.Muted)
	o.Work.Start(func(ctx context.Context) func() {
		saved, replay, err := o.window.engine.Reopen(ctx, path)
		return func() {
			if err != nil {
				o.Note.Set(say.Reopening(err), fynetheme.ColorNameError)
				return
			}
			o.dialog.Hide()
			host{o.window}.Remember(folderKey, filepath.Dir(path))
			o.window.showReplay(filepath.Base(path), saved, replay)
		}
	})
}

// showReplay asks the question of a saved context in the window, and shows
// which sources are still there and unchanged.
func (w *Window) showReplay(name string, saved core.SavedContext, r core.Replay) {
	w.context.Restore(saved.Request)
	w.search.Restore(saved.Request)
	f := newFates(w, name, saved, r)
	f.dialog.Show(fyne.NewSize(620, 480), nil)
}

// fates lists the fate of each source of a saved context.
type fates struct {
	dialog  *uiwidget.Dialog
	verdict *widget.Label
	learn   *widget.Button
}

func newFates(w *Window, name string, saved core.SavedContext, r core.Replay) *fates {
	list := uiwidget.NewList(&r.Sources, newFateRow, (*fateRow).bind)
	question := uiwidget.NewBold(saved.Request.Query, fynetheme.ColorNameForeground, theme.Body)
	about := uiwidget.NewLine(say.Saved(saved), theme.Muted, theme.Caption)
	f := &fates{verdict: widget.NewLabel(say.Replayed(r))}
	f.verdict.Wrapping = fyne.TextWrapWord
	head := uiwidget.Column(3, question, about, f.verdict)
	work := post.NewLatest(w.bridge)
	f.learn = uiwidget.Quiet("Learn from git", nil, func() {
		f.learn.Disable()
		work.Start(func(ctx context.Context) func() {
			noted, err := w.engine.Changed(ctx, saved)
			return func() { f.verdict.SetText(say.Learned(len(noted), err)) }
		})
	})
	done := uiwidget.Primary("Close", nil, func() { f.dialog.Hide() })
	f.dialog = uiwidget.NewDialog(w.win.Canvas(), name, container.NewBorder(head, nil, nil, nil, list), f.learn, done)
	return f
}

// fateRow shows the fate of one source.
type fateRow struct {
	uiwidget.Entry
	number *uiwidget.Line
}

func newFateRow() *fateRow {
	r := &fateRow{number: uiwidget.NewWhole("", fynetheme.ColorNamePrimary, theme.Body)}
	r.Make(container.NewGridWrap(fyne.NewSize(30, 18), r.number), nil)
	r.ExtendBaseWidget(r)
	return r
}

func (r *fateRow) bind(_ int, f core.SourceFate) {
	color := fynetheme.ColorNameWarning
	switch f.Fate {
	case core.FateSame:
		color = fynetheme.ColorNameSuccess
	case core.FateMissing, core.FateLost:
		color = fynetheme.ColorNameError
	}
	r.number.SetText("[" + say.Count(f.Number) + "]")
	r.Title.SetText(f.Heading)
	r.Detail.SetText(say.Fate(f))
	r.State.Set(say.FateWord(f.Fate), color)
}
