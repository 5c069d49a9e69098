package context

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
	"ibid/ui/say"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// view is what the pane is drawn with.
type view struct {
	tokens *uiwidget.Line
	bar    *uiwidget.Bar
	hand   *fyne.Container // shown while there are changes by hand
	edited *uiwidget.Line

	list    *widget.List
	empty   *uiwidget.Empty
	left    *fyne.Container // what was left out
	leftSum *uiwidget.Line
	leftOut *widget.List

	preview     *uiwidget.Script
	previewing  bool
	previewArea *fyne.Container
	sourcesArea *fyne.Container
	toggle      *widget.Button
	copy        *widget.Button
}

func (p *Pane) build() {
	v := &p.view
	v.tokens = uiwidget.NewWhole("", theme.Muted, theme.Caption)
	v.bar = uiwidget.NewBar()
	v.edited = uiwidget.NewLine("", theme.Muted, theme.Caption)
	undo := widget.NewButtonWithIcon("Undo", fynetheme.ContentUndoIcon(), p.Undo)
	undo.Importance = widget.LowImportance
	v.hand = uiwidget.Between(nil, v.edited, undo)

	v.list = widget.NewList(
		func() int { return len(p.result.Sources) },
		func() fyne.CanvasObject { return newRow(p) },
		func(i int, o fyne.CanvasObject) { o.(*row).bind(i, p.result.Sources[i], len(p.result.Sources)) },
	)
	v.list.OnSelected = func(i int) { p.selected = i }
	v.empty = uiwidget.NewEmpty(nil, "", "")
	v.sourcesArea = container.NewBorder(nil, p.buildLeftOut(), nil, nil, container.NewStack(v.list, v.empty))
	v.preview = uiwidget.NewScript()
	v.previewArea = container.NewStack(uiwidget.NewGround(theme.Surface, "", 6), v.preview)
	v.previewArea.Hide()

	title := uiwidget.NewBold("Context", fynetheme.ColorNameForeground, theme.Title)
	head := uiwidget.Inset(12, 4, 12, 12, uiwidget.Column(6, uiwidget.Between(nil, title, v.tokens), v.bar, v.hand))
	p.Content = container.NewStack(
		uiwidget.NewGround(fynetheme.ColorNameHeaderBackground, "", 0),
		container.NewBorder(head, p.buildFoot(), nil, nil,
			uiwidget.Inset(0, 0, 4, 4, container.NewStack(v.sourcesArea, v.previewArea))))
}

func (p *Pane) buildLeftOut() fyne.CanvasObject {
	v := &p.view
	v.leftSum = uiwidget.NewBold("", theme.Muted, theme.Caption)
	v.leftOut = widget.NewList(
		func() int { return len(p.result.LeftOut) },
		func() fyne.CanvasObject { return newLeftRow(p) },
		func(i int, o fyne.CanvasObject) { o.(*leftRow).bind(p.result.LeftOut[i]) },
	)
	v.leftOut.HideSeparators = true
	height := newLeftRow(p).MinSize().Height
	room := container.New(&fixedHeight{func() float32 {
		rows := float32(min(3, len(p.result.LeftOut)))
		return rows*(height+fynetheme.Padding()) + 2
	}}, v.leftOut)
	v.left = container.NewBorder(
		container.NewVBox(widget.NewSeparator(), uiwidget.Inset(4, 0, 8, 8, v.leftSum)), nil, nil, nil, room)
	return v.left
}

func (p *Pane) buildFoot() fyne.CanvasObject {
	v := &p.view
	format := widget.NewSelect([]string{"Markdown", "Plain text"}, func(s string) {
		if s == "Markdown" {
			p.SetFormat(core.FormatMarkdown)
		} else {
			p.SetFormat(core.FormatPlain)
		}
	})
	format.Selected = "Markdown"
	v.toggle = widget.NewButtonWithIcon("Preview", fynetheme.VisibilityIcon(), p.TogglePreview)
	v.copy = widget.NewButtonWithIcon("Copy context", fynetheme.ContentCopyIcon(), p.Copy)
	v.copy.Importance = widget.HighImportance
	options := container.NewGridWithColumns(2, format, p.budgetSelect())
	actions := container.NewBorder(nil, nil, v.toggle, nil, v.copy)
	return container.NewVBox(widget.NewSeparator(), uiwidget.Inset(4, 8, 8, 8, uiwidget.Column(6, options, actions)))
}

const otherBudget = "Other budget…"

func (p *Pane) budgetSelect() *widget.Select {
	label := func(n int) string { return say.Count(n) + " tokens" }
	sel := widget.NewSelect(nil, nil)
	for _, n := range []int{2_000, 4_000, core.DefaultBudget, 32_000} {
		sel.Options = append(sel.Options, label(n))
	}
	sel.Options = append(sel.Options, otherBudget)
	sel.Selected = label(p.budget)
	sel.OnChanged = func(s string) {
		if s != otherBudget {
			n, _ := parseBudget(s)
			p.SetBudget(n)
			return
		}
		p.askBudget(func() { sel.Selected = label(p.budget); sel.Refresh() })
	}
	return sel
}

// askBudget lets a person type a budget and then calls done.
func (p *Pane) askBudget(done func()) {
	entry := widget.NewEntry()
	entry.SetText(strconv.Itoa(p.budget))
	entry.Validator = func(s string) error { _, err := parseBudget(s); return err }
	item := widget.NewFormItem("Tokens", entry)
	item.HintText = "counted exactly, headings included"
	form := dialog.NewForm("Budget", "Set", "Cancel", []*widget.FormItem{item}, func(ok bool) {
		if n, err := parseBudget(entry.Text); ok && err == nil {
			p.SetBudget(n)
		}
		done()
	}, p.host.Window())
	form.Resize(fyne.NewSize(380, 0))
	form.Show()
	p.host.Window().Canvas().Focus(entry)
}

// maxBudget is more than any chat application takes.
const maxBudget = 1_000_000

var errBudget = errors.New("a whole number from 1 to 1,000,000")

// parseBudget reads "10,000 tokens", "10000" or "10k".
func parseBudget(s string) (int, error) {
	s = strings.TrimSuffix(strings.TrimSpace(s), " tokens")
	s = strings.NewReplacer(",", "", " ", "").Replace(s)
	factor := 1
	if t, ok := strings.CutSuffix(strings.ToLower(s), "k"); ok {
		s, factor = t, 1000
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > maxBudget/factor {
		return 0, errBudget
	}
	return n * factor, nil
}

// TogglePreview shows the exact text that is copied, or the sources again.
func (p *Pane) TogglePreview() {
	v := &p.view
	v.previewing = !v.previewing
	v.sourcesArea.Hidden, v.previewArea.Hidden = v.previewing, !v.previewing
	if v.previewing {
		v.toggle.Icon = fynetheme.ListIcon()
		v.toggle.SetText("Sources")
	} else {
		v.toggle.Icon = fynetheme.VisibilityIcon()
		v.toggle.SetText("Preview")
	}
	p.show()
}

// show draws everything from the state.
func (p *Pane) show() {
	v := &p.view
	p.showBudget()
	v.hand.Hidden = p.edits.empty()
	v.edited.SetText(say.Plural(p.edits.count(), "change") + " by hand")
	n := len(p.result.LeftOut)
	v.left.Hidden = n == 0
	v.leftSum.SetText("Left out · " + say.Count(n))
	v.empty.Hidden = len(p.result.Sources) > 0
	v.list.Hidden = len(p.result.Sources) == 0
	v.empty.Set(p.emptyText())
	if v.previewing {
		v.preview.SetText(p.result.Text)
	}
	if p.selected < 0 {
		v.list.UnselectAll()
	}
	v.list.Refresh()
	v.leftOut.Refresh()
	p.Content.Refresh()
}

// nearlyFull is the part of the budget from which the bar warns.
const nearlyFull = 0.97

func (p *Pane) showBudget() {
	v := &p.view
	used := p.result.Tokens
	v.tokens.SetText(say.Count(used) + " / " + say.Count(p.budget) + " tokens")
	v.bar.Set(float64(used)/float64(p.budget), float64(used) > nearlyFull*float64(p.budget))
}

func (p *Pane) emptyText() (icon fyne.Resource, title, body string) {
	switch {
	case p.err != nil && !errors.Is(p.err, context.Canceled):
		return fynetheme.WarningIcon(), "No context", say.Error(p.err)
	case p.question != "" && p.answered:
		return fynetheme.ContentClearIcon(), "No sources", "Nothing in the library answers this. Ask in other words."
	case p.question != "":
		return nil, "", ""
	}
	return fynetheme.ContentPasteIcon(), "Cited context", "The best pages for your question, numbered and within a token budget, ready to paste into a chat."
}

// fixedHeight gives its content the full width and a height of its own.
type fixedHeight struct{ height func() float32 }

func (f *fixedHeight) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, f.height()) }

func (f *fixedHeight) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Move(fyne.NewPos(0, 0))
		o.Resize(size)
	}
}
