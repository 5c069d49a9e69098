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
	"ibid/ui/library"
	"ibid/ui/post"
	"ibid/ui/say"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// opener asks for the file of a saved context.
type opener struct {
	*browser
	dialog *uiwidget.Dialog
}

// askContext lets a person choose a saved context, builds it again and says what
// became of its sources.
func (w *Window) askContext() {
	o := newOpener(w)
	size := w.win.Canvas().Size()
	o.dialog.Show(fyne.NewSize(min(640, size.Width*0.8), min(480, size.Height*0.8)), o.path)
	o.openLast()
}

func newOpener(w *Window) *opener {
	o := &opener{}
	o.browser = newBrowser(w, func(e library.Entry) bool {
		return e.Folder || strings.EqualFold(filepath.Ext(e.Name), ".json")
	}, o.close)
	o.onFile = o.replay
	o.path.OnSubmitted = o.typed
	o.onFolder = func() {
		o.note.Set("Choose a context that was saved. Its folder or file can be typed in too.", theme.Muted)
	}
	body := container.NewBorder(o.bar, o.note, nil, nil, uiwidget.Inset(6, 6, 0, 0, o.list))
	open := widget.NewButton("Open", func() { o.typed(o.path.Text) })
	open.Importance = widget.HighImportance
	o.dialog = uiwidget.NewDialog(w.win.Canvas(), "Open context", body, nil, widget.NewButton("Cancel", o.close), open)
	return o
}

func (o *opener) close() {
	o.work.Cancel()
	o.dialog.Hide()
}

// typed opens the file or folder that stands in the field.
func (o *opener) typed(path string) {
	if strings.EqualFold(filepath.Ext(path), ".json") {
		o.replay(filepath.Clean(path))
		return
	}
	o.open(path)
}

// replay builds the context of a file again in the background.
func (o *opener) replay(path string) {
	o.note.Set("Building the context of "+filepath.Base(path)+" again…", theme.Muted)
	o.work.Start(func(ctx context.Context) func() {
		saved, replay, err := o.window.engine.Reopen(ctx, path)
		return func() {
			if err != nil {
				o.note.Set(say.Reopening(err), fynetheme.ColorNameError)
				return
			}
			o.dialog.Hide()
			host{o.window}.Remember(folderKey, filepath.Dir(path))
			o.window.showReplay(filepath.Base(path), saved, replay)
		}
	})
}

// showReplay makes the window ask what was asked when a context was saved, and
// says what has become of its sources.
func (w *Window) showReplay(name string, saved core.SavedContext, r core.Replay) {
	w.context.Restore(saved.Request)
	w.search.AskPlanned(saved.Request.Query, saved.Request.Plan)
	f := newFates(w, name, saved, r)
	f.dialog.Show(fyne.NewSize(620, 480), nil)
}

// fates says what became of the sources of a saved context.
type fates struct {
	dialog  *uiwidget.Dialog
	verdict *widget.Label
	learn   *widget.Button
}

func newFates(w *Window, name string, saved core.SavedContext, r core.Replay) *fates {
	list := widget.NewList(
		func() int { return len(r.Sources) },
		func() fyne.CanvasObject { return newFateRow() },
		func(i int, o fyne.CanvasObject) { o.(*fateRow).bind(r.Sources[i]) },
	)
	list.OnSelected = func(int) { list.UnselectAll() }
	question := uiwidget.NewBold(saved.Request.Query, fynetheme.ColorNameForeground, theme.Body)
	about := uiwidget.NewLine(say.Saved(saved), theme.Muted, theme.Caption)
	f := &fates{verdict: widget.NewLabel(say.Replayed(r))}
	f.verdict.Wrapping = fyne.TextWrapWord
	head := uiwidget.Column(3, question, about, f.verdict)
	work := post.NewLatest(w.bridge)
	f.learn = widget.NewButton("Learn from git", func() {
		f.learn.Disable()
		work.Start(func(ctx context.Context) func() {
			noted, err := w.engine.Changed(ctx, saved)
			return func() { f.verdict.SetText(say.Learned(len(noted), err)) }
		})
	})
	f.learn.Importance = widget.LowImportance
	done := widget.NewButton("Close", func() { f.dialog.Hide() })
	done.Importance = widget.HighImportance
	f.dialog = uiwidget.NewDialog(w.win.Canvas(), name, container.NewBorder(head, nil, nil, nil, list), f.learn, done)
	return f
}

// fateRow is what became of one source.
type fateRow struct {
	widget.BaseWidget
	number, heading, why, fate *uiwidget.Line
	content                    fyne.CanvasObject
}

func newFateRow() *fateRow {
	r := &fateRow{}
	r.number = uiwidget.NewWhole("", fynetheme.ColorNamePrimary, theme.Body)
	r.heading = uiwidget.NewLine("", fynetheme.ColorNameForeground, theme.Body)
	r.why = uiwidget.NewLine("", theme.Muted, theme.Caption)
	r.fate = uiwidget.NewWhole("", theme.Muted, theme.Caption)
	number := container.NewGridWrap(fyne.NewSize(30, 18), r.number)
	r.content = uiwidget.Inset(4, 4, 6, 6, uiwidget.Between(number,
		uiwidget.Column(1, uiwidget.Between(nil, r.heading, r.fate), r.why), nil))
	r.ExtendBaseWidget(r)
	return r
}

// CreateRenderer implements fyne.Widget.
func (r *fateRow) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.content) }

func (r *fateRow) bind(f core.SourceFate) {
	color := fynetheme.ColorNameWarning
	switch f.Fate {
	case core.FateSame:
		color = fynetheme.ColorNameSuccess
	case core.FateMissing, core.FateLost:
		color = fynetheme.ColorNameError
	}
	r.number.SetText("[" + say.Count(f.Number) + "]")
	r.heading.SetText(f.Heading)
	r.why.SetText(say.Fate(f))
	r.fate.Set(say.FateWord(f.Fate), color)
}
