package library

import (
	"context"
	"strings"

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

// numbering corrects the printed page numbers of one document.
type numbering struct {
	pane     *Pane
	document core.Document
	work     *post.Latest
	dialog   *uiwidget.Dialog

	origin  *uiwidget.Line
	field   *uiwidget.Field
	preview *widget.Label // what the ranges mean, or what is wrong with them
	set     *widget.Button
	clear   *widget.Button
}

// AskNumbers shows the page numbers of a document and lets a person correct
// them.
func (p *Pane) AskNumbers(d core.Document) {
	if d.Kind.Unit() != core.UnitPage {
		p.host.Say(d.Name + " has no pages. Its places are lines, which need no numbers of their own.")
		return
	}
	newNumbering(p, d).load()
}

func newNumbering(p *Pane, d core.Document) *numbering {
	n := &numbering{pane: p, document: d, work: post.NewLatest(p.bridge)}
	n.origin = uiwidget.NewLine("", theme.Muted, theme.Caption)
	n.field = uiwidget.NewField("1=i 13=1", n.close)
	n.field.OnChanged = func(string) { n.look() }
	n.field.OnSubmitted = func(string) { n.done() }
	n.preview = widget.NewLabel("")
	n.preview.Wrapping = fyne.TextWrapWord
	help := uiwidget.NewNote("PDF page = the number printed on it, for the first page of each run. "+
		"“1=i 13=1” numbers PDF 1 to 12 i to xii, and PDF 13 onwards 1, 2, 3. “5=” says that nothing is printed from PDF 5 on.", widget.LowImportance)
	n.set = uiwidget.Primary("Set", nil, n.done)
	n.clear = uiwidget.Quiet("Forget correction", nil, func() { n.save(nil) })
	n.clear.Disable()
	preview := container.NewVScroll(n.preview)
	preview.SetMinSize(fyne.NewSize(0, 110))
	name := uiwidget.NewBold(d.Name, fynetheme.ColorNameForeground, theme.Body)
	body := uiwidget.Column(4, name, n.origin, uiwidget.Inset(6, 0, 0, 0, n.field), preview, help)
	n.dialog = uiwidget.NewDialog(p.host.Window().Canvas(), "Page numbers", body, n.clear, widget.NewButton("Cancel", n.close), n.set)
	return n
}

// load reads the page numbers, then opens the dialog.
func (n *numbering) load() {
	n.work.Start(func(ctx context.Context) func() {
		present, origin, err := n.pane.engine.Numbering(ctx, n.document.ID)
		return func() {
			if err != nil {
				n.pane.host.Say(say.Error(err))
				return
			}
			n.show(present, origin)
		}
	})
}

func (n *numbering) show(present core.Numbering, origin core.NumberOrigin) {
	n.origin.SetText(say.Numbered(origin))
	if origin == core.OriginHand {
		n.clear.Enable()
	}
	n.field.SetText(present.String())
	n.look()
	n.dialog.Show(fyne.NewSize(540, 0), n.field)
}

func (n *numbering) close() {
	n.work.Cancel()
	n.dialog.Hide()
}

// look shows what the typed ranges mean.
func (n *numbering) look() {
	if strings.TrimSpace(n.field.Text) == "" {
		n.note(widget.LowImportance, say.Pages(n.document.Pages))
		n.set.Disable()
		return
	}
	ranges, err := core.ParseNumbering(n.field.Text)
	if err != nil {
		n.note(widget.DangerImportance, say.Input(err))
		n.set.Disable()
		return
	}
	n.note(widget.MediumImportance, say.Numbers(ranges, n.document.Pages))
	if last := ranges[len(ranges)-1]; n.document.Pages > 0 && last.Page > n.document.Pages {
		n.preview.Importance = widget.DangerImportance
		n.preview.Refresh()
		n.set.Disable()
		return
	}
	n.set.Enable()
}

func (n *numbering) note(importance widget.Importance, text string) {
	n.preview.Importance = importance
	n.preview.SetText(text)
}

// done applies the input if it is valid.
func (n *numbering) done() {
	ranges, err := core.ParseNumbering(n.field.Text)
	if err == nil && !n.set.Disabled() {
		n.save(ranges)
	}
}

// save stores a correction, or removes it if there are no ranges.
func (n *numbering) save(ranges core.Numbering) {
	n.set.Disable()
	n.clear.Disable()
	n.work.Start(func(ctx context.Context) func() {
		err := n.pane.engine.SetNumbering(ctx, n.document.ID, ranges)
		return func() { n.saved(ranges, err) }
	})
}

func (n *numbering) saved(ranges core.Numbering, err error) {
	switch {
	case err != nil:
		n.note(widget.DangerImportance, say.Error(err))
		n.set.Enable()
		return
	case len(ranges) == 0:
		n.pane.host.Say("The page numbers of " + n.document.Name + " are read from the document again.")
	default:
		n.pane.host.Say("The page numbers of " + n.document.Name + " are corrected.")
	}
	n.dialog.Hide()
	n.pane.host.Renumbered()
}
