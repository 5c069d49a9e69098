package context

import (
	"cmp"
	"context"

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

// feedbackDialog lists the feedback on sources, and deletes it.
type feedbackDialog struct {
	pane   *Pane
	work   *post.Latest
	dialog *uiwidget.Dialog
	all    []core.Feedback
	sure   bool // Forget all was pressed once

	list   *widget.List
	note   *uiwidget.Line
	empty  *uiwidget.Empty
	forget *widget.Button
}

// AskFeedback shows the feedback on sources.
func (p *Pane) AskFeedback() {
	d := newFeedbackDialog(p)
	d.dialog.Show(fyne.NewSize(680, 440), nil)
	d.change("", func(context.Context) error { return nil })
}

func newFeedbackDialog(p *Pane) *feedbackDialog {
	d := &feedbackDialog{pane: p, work: post.NewLatest(p.bridge)}
	d.note = uiwidget.NewLine("", theme.Muted, theme.Caption)
	d.empty = uiwidget.NewEmpty(theme.ThumbUp, "Nothing said yet",
		"Say of a source with its thumbs whether it helped.\nLater questions with the same rare words rank it higher or lower.")
	d.empty.Hide()
	d.list = uiwidget.NewList(&d.all, func() *feedbackRow { return newFeedbackRow(d) }, (*feedbackRow).bind)
	d.forget = uiwidget.Quiet("Forget all", fynetheme.DeleteIcon(), d.forgetAll)
	body := container.NewBorder(nil, d.note, nil, nil, container.NewStack(d.list, d.empty))
	d.dialog = uiwidget.NewDialog(p.host.Window().Canvas(), "Feedback", body, d.forget, widget.NewButton("Close", func() { d.dialog.Hide() }))
	return d
}

// change runs do in the background, and then shows the feedback that is left.
func (d *feedbackDialog) change(text string, do func(context.Context) error) {
	p := d.pane
	question := p.question
	d.work.Start(func(ctx context.Context) func() {
		err := do(ctx)
		all, failed := p.engine.Feedback(ctx)
		said, _ := p.engine.FeedbackOn(ctx, question)
		return func() {
			p.know(question, said)
			d.show(all, text, cmp.Or(err, failed))
		}
	})
}

func (d *feedbackDialog) show(all []core.Feedback, text string, err error) {
	d.note.Set(text, theme.Muted)
	if err != nil {
		d.note.Set(say.Error(err), fynetheme.ColorNameError)
	}
	d.all, d.sure = all, false
	d.forget.SetText("Forget all")
	d.forget.Hidden = len(all) == 0
	d.empty.Hidden = len(all) > 0
	d.empty.Refresh()
	d.forget.Refresh()
	d.list.Refresh()
}

// forgetAll deletes all feedback when it is pressed a second time.
func (d *feedbackDialog) forgetAll() {
	if !d.sure {
		d.sure = true
		d.forget.SetText("Forget " + say.Count(len(d.all)) + " for good")
		return
	}
	d.change("All is forgotten. Questions rank as if nothing had ever been said.", func(ctx context.Context) error {
		_, err := d.pane.engine.ForgetFeedback(ctx)
		return err
	})
}

func (d *feedbackDialog) undo(f core.Feedback) {
	d.change("Taken back what was said of "+f.Locator.Heading()+".", func(ctx context.Context) error {
		return d.pane.engine.UndoFeedback(ctx, f.ID)
	})
}

// feedbackRow shows one entry.
type feedbackRow struct {
	uiwidget.Entry
	icon *uiwidget.Icon
	said core.Feedback
}

func newFeedbackRow(d *feedbackDialog) *feedbackRow {
	r := &feedbackRow{icon: uiwidget.NewIcon()}
	undo := uiwidget.Quiet("Undo", fynetheme.ContentUndoIcon(), func() { d.undo(r.said) })
	r.Make(r.icon, undo)
	r.ExtendBaseWidget(r)
	return r
}

func (r *feedbackRow) bind(_ int, f core.Feedback) {
	r.said = f
	l := ratingLooks[f.Rating]
	if l.icon == nil {
		l.icon = fynetheme.ContentPasteIcon()
	}
	r.icon.Set(l.icon, l.color)
	r.Title.SetText(f.Locator.Heading())
	r.Detail.SetText(l.words + " “" + f.Question + "”")
	r.State.SetText(f.Made.Format("2 Jan 2006"))
}

// ratingLooks has the look of each rating in the list. Those that a person gave
// have an icon.
var ratingLooks = map[core.Rating]struct {
	icon  fyne.Resource
	color fyne.ThemeColorName
	words string
}{
	core.RatingUp:      {theme.ThumbUp, fynetheme.ColorNameSuccess, "helped for"},
	core.RatingDown:    {theme.ThumbDown, fynetheme.ColorNameWarning, "did not help for"},
	core.RatingUsed:    {nil, fynetheme.ColorNamePrimary, "cited in an answer to"},
	core.RatingChanged: {nil, fynetheme.ColorNamePrimary, "its file was changed after"},
}
