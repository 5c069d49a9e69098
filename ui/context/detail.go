package context

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
	"ibid/ui/say"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// detail shows the selected source: what it quotes, why it is in the context,
// and what it costs.
type detail struct {
	content fyne.CanvasObject
	title   *uiwidget.Line
	facts   *widget.Label // name, section, cost
	warned  *widget.Label
	reasons *widget.Label
	text    *widget.RichText
	scroll  *container.Scroll
	source  core.Source // that is shown
}

func newDetail(p *Pane) *detail {
	d := &detail{text: widget.NewRichText()}
	d.title = uiwidget.NewBold("", fynetheme.ColorNameForeground, theme.Body)
	d.facts, d.reasons = uiwidget.NewNote("", widget.LowImportance), uiwidget.NewNote("", widget.LowImportance)
	d.warned = uiwidget.NewNote("", widget.WarningImportance)
	d.text.Wrapping = fyne.TextWrapWord
	page := uiwidget.Quiet("Show page", fynetheme.VisibilityIcon(), p.OpenSelected)
	cross := uiwidget.NewIconButton(fynetheme.CancelIcon(), "Close", func() { p.Select(-1) })
	head := uiwidget.Inset(2, 0, 12, 6, uiwidget.Between(nil, d.title, uiwidget.Between(page, nil, cross)))
	d.scroll = container.NewVScroll(uiwidget.Inset(0, 4, 5, 5, uiwidget.Column(-10, d.facts, d.warned, d.reasons, d.text)))
	d.content = container.NewStack(
		uiwidget.NewGround(theme.Surface, "", 0),
		container.NewBorder(container.NewVBox(widget.NewSeparator(), head), nil, nil, nil, d.scroll))
	return d
}

// show fills the panel.
func (d *detail) show(s core.Source, estimated bool) {
	d.title.SetText("[" + strconv.Itoa(s.Number) + "]  " + place(s.Locator))
	d.facts.SetText(facts(s, estimated))
	warned := warnings(s)
	d.warned.Hidden = len(warned) == 0
	d.warned.SetText(strings.Join(warned, "\n"))
	d.reasons.SetText(reasons(s))
	d.reasons.Hidden = d.reasons.Text == ""
	if d.source.Text != s.Text {
		d.text.Segments = segments(s.Text)
		d.text.Refresh()
		d.scroll.ScrollToTop()
	}
	d.source = s
	d.content.Refresh()
}

// place returns a locator without the name of its file.
func place(l core.Locator) string {
	if l.FirstLine > 0 {
		return "lines " + l.Place()
	}
	return l.Place()
}

// facts returns the file of a source, its section and its cost.
func facts(s core.Source, estimated bool) string {
	cost := say.Cost(s.Tokens, estimated)
	if s.Cut {
		cost = "cut: " + say.Cut(s)
		if estimated {
			cost += " (estimate)"
		}
	}
	where := s.Locator.Name
	if s.Section != "" {
		where += " > " + s.Section
	}
	return where + "\n" + cost
}

// reasons say why a source is in.
func reasons(s core.Source) string {
	var lines []string
	for _, r := range s.Reasons {
		if r.Detail != "" {
			lines = append(lines, r.Detail)
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return "Why: " + strings.Join(lines, " · ")
}

// gap is the mark of what a source does not quote.
const gap = "…"

// segments splits the text of a source so that gaps can be emphasised. A gap is
// on a line of its own or at an end of the text; any other `…` was written by
// the author.
func segments(text string) []widget.RichTextSegment {
	var out []widget.RichTextSegment
	plain := func(s string) {
		if s != "" {
			out = append(out, &widget.TextSegment{Text: s, Style: widget.RichTextStyleInline})
		}
	}
	mark := func() {
		style := widget.RichTextStyleInline
		style.ColorName, style.TextStyle.Bold = fynetheme.ColorNameWarning, true
		out = append(out, &widget.TextSegment{Text: " " + gap + " ", Style: style})
	}
	text = strings.TrimSpace(text)
	rest, before := strings.CutPrefix(text, gap)
	rest, after := strings.CutSuffix(rest, gap)
	if before {
		mark()
	}
	for i, part := range strings.Split(rest, "\n"+gap+"\n") {
		if i > 0 {
			plain("\n")
			mark()
			plain("\n")
		}
		plain(strings.TrimSpace(part))
	}
	if after {
		mark()
	}
	return out
}
