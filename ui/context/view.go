package context

import (
	"context"
	"errors"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
	"ibid/ui/say"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// view has the widgets of the pane.
type view struct {
	tokens *uiwidget.Line
	bar    *uiwidget.Bar
	lack   *uiwidget.Line    // words of the question that no source holds
	lacks  fyne.CanvasObject // lack with its sign, shown if there are any
	set    *uiwidget.Snippet // options that differ from their defaults
	hand   *fyne.Container   // shown while there are changes by hand
	edited *uiwidget.Line

	items   []item
	heights [kindWaterline + 1]float32
	laid    []float32 // height of each row as the list knows it
	list    *widget.List
	detail  *detail
	empty   *uiwidget.Empty

	preview     *uiwidget.Listing
	previewing  bool
	previewArea *fyne.Container
	sourcesArea *fyne.Container

	format  *widget.Select
	budget  *widget.Select
	toggle  *widget.Button
	copy    *widget.Button
	picture *uiwidget.HintButton
}

func (p *Pane) build() {
	v := &p.view
	v.preview = uiwidget.NewListing()
	v.previewArea = container.NewStack(uiwidget.NewGround(theme.Surface, "", 6), v.preview)
	v.previewArea.Hide()
	v.detail = newDetail(p)
	v.detail.content.Hide()
	v.empty = uiwidget.NewEmpty(nil, "", "")
	split := container.NewVSplit(p.buildList(), v.detail.content)
	split.SetOffset(0.55)
	v.sourcesArea = container.NewStack(split, v.empty)
	p.Content = container.NewStack(
		uiwidget.NewGround(fynetheme.ColorNameHeaderBackground, "", 0),
		container.NewBorder(p.buildHead(), p.buildFoot(), nil, nil,
			uiwidget.Inset(0, 0, 4, 4, container.NewStack(v.sourcesArea, v.previewArea))))
}

func (p *Pane) buildHead() fyne.CanvasObject {
	v := &p.view
	v.tokens = uiwidget.NewLine("", theme.Muted, theme.Caption)
	v.tokens.Align = fyne.TextAlignTrailing
	v.bar = uiwidget.NewBar()
	v.lack = uiwidget.NewLine("", fynetheme.ColorNameWarning, theme.Caption)
	v.lacks = warningLine(v.lack)
	v.set = uiwidget.NewSnippet(1)
	v.set.Color, v.set.Face = theme.Muted, theme.Caption
	v.edited = uiwidget.NewLine("", theme.Muted, theme.Caption)
	undo := uiwidget.Quiet("Undo", fynetheme.ContentUndoIcon(), p.Undo)
	v.hand = uiwidget.Between(nil, v.edited, undo)
	title := uiwidget.NewBold("Context", fynetheme.ColorNameForeground, theme.Title)
	title.Whole = true
	return uiwidget.Inset(12, 4, 12, 12, uiwidget.Column(6, uiwidget.Between(title, v.tokens, nil), v.bar, v.lacks, v.set, v.hand))
}

func (p *Pane) buildList() fyne.CanvasObject {
	v := &p.view
	v.list = uiwidget.NewList(&v.items, func() *slot { return newSlot(p) }, (*slot).bind)
	for k := range v.heights {
		v.heights[k] = newFace(p, kind(k)).content.MinSize().Height
	}
	v.list.OnSelected = func(n int) {
		if it := v.items[n]; it.isSource() {
			p.Select(it.index)
		} else {
			v.list.Unselect(n)
		}
	}
	return v.list
}

// Select shows the details of the source at an index; -1 is none.
func (p *Pane) Select(i int) {
	p.selected = i
	p.showDetail()
}

// showDetail draws the selection.
func (p *Pane) showDetail() {
	v := &p.view
	shown := p.selected >= 0
	if shown {
		v.detail.show(p.result.Sources[p.selected], p.result.Estimated)
	}
	if v.detail.content.Visible() != shown {
		v.detail.content.(*fyne.Container).Hidden = !shown
		v.sourcesArea.Refresh()
	}
	if shown {
		v.list.Select(v.itemOf(p.selected))
	} else {
		v.list.UnselectAll()
	}
}

func (p *Pane) buildFoot() fyne.CanvasObject {
	v := &p.view
	v.format = widget.NewSelect(nil, nil)
	for _, f := range formats {
		v.format.Options = append(v.format.Options, f.title)
	}
	v.format.OnChanged = func(string) { p.SetFormat(formats[v.format.SelectedIndex()].name) }
	v.budget = widget.NewSelect(nil, p.chooseBudget)
	options := uiwidget.NewHintButton("", fynetheme.SettingsIcon(), "Options of the context (Alt+,)", p.AskOptions)
	v.toggle = widget.NewButtonWithIcon("Preview", fynetheme.VisibilityIcon(), p.TogglePreview)
	v.copy = uiwidget.Primary("Copy context", fynetheme.ContentCopyIcon(), p.Copy)
	v.picture = uiwidget.NewHintButton("Picture", nil, "Copy one picture of the cited pages (Ctrl+Shift+P)", p.Picture)
	save := uiwidget.NewHintButton("Save…", nil, "Save the context, to open it again later (Ctrl+S)", p.SaveAs)
	check := uiwidget.NewHintButton("Check…", nil, "Check an answer, or ask the model (Ctrl+K)", p.host.Check)
	p.showOptions()
	return container.NewVBox(widget.NewSeparator(), uiwidget.Inset(4, 8, 8, 8, uiwidget.Column(6,
		container.NewBorder(nil, nil, nil, options, container.NewGridWithColumns(2, v.format, v.budget)),
		container.NewBorder(nil, nil, v.toggle, nil, v.copy),
		container.NewGridWithColumns(3, v.picture, save, check))))
}

// busy shows that a picture is being made.
func (v *view) busy(is bool) {
	text := "Picture"
	if is {
		text = "Drawing…"
		v.picture.Disable()
	} else {
		v.picture.Enable()
	}
	v.picture.SetText(text)
}

const otherBudget = "Other budget…"

// budgets are the budgets that one click sets.
var budgets = []int{2_000, 4_000, core.DefaultBudget, 32_000}

func (p *Pane) chooseBudget(title string) {
	if title == otherBudget {
		p.showOptions()
		p.AskOptions()
		return
	}
	if n, err := parseBudget(title); err == nil {
		p.SetBudget(n)
	}
}

// setBytes is about how much text fits one line of the pane.
const setBytes = 52

// showOptions shows the options that are set.
func (p *Pane) showOptions() {
	v, o := &p.view, p.options
	for _, f := range formats {
		if f.name == o.Format {
			v.format.Selected = f.title
		}
	}
	choices := slices.Clone(budgets)
	if !slices.Contains(choices, o.budget()) {
		choices = append(choices, o.budget())
		slices.Sort(choices)
	}
	v.budget.Options = nil
	for _, n := range choices {
		v.budget.Options = append(v.budget.Options, say.Plural(n, "token"))
	}
	v.budget.Options = append(v.budget.Options, otherBudget)
	v.budget.Selected = say.Plural(o.budget(), "token")
	v.format.Refresh()
	v.budget.Refresh()
	words := o.words()
	v.set.SetLines(min(3, 1+len(words)/setBytes))
	v.set.Set(words, nil)
	v.set.Hidden = words == ""
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
	v.lack.SetText(core.Lacking(p.result.Missing))
	uiwidget.Show(v.lacks, p.answered && len(p.result.Missing) > 0)
	v.edited.SetText(say.Plural(p.edits.count(), "change") + " by hand")
	p.layItems()
	v.empty.Hidden = len(v.items) > 0
	v.list.Hidden = len(v.items) == 0
	v.empty.Set(p.emptyText())
	if v.previewing {
		v.preview.SetText(p.result.Text)
	}
	p.showDetail()
	p.Content.Refresh()
}

// nearlyFull is the share of the budget from which the bar warns.
const nearlyFull = 0.97

// showBudget shows how many tokens are used of the budget, or of what the model
// has left for the context.
func (p *Pane) showBudget() {
	v, used, budget := &p.view, p.result.Tokens, p.options.budget()
	if p.answered && p.result.Budget > 0 {
		budget = p.result.Budget
	}
	v.tokens.SetText(say.Tokens(used, budget, p.result.Estimated))
	v.bar.Set(float64(used)/float64(budget), float64(used) > nearlyFull*float64(budget))
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
