package check

import (
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

// row shows one claim: its text, its verdict, and the reason.
type row struct {
	uiwidget.Tap
	pane  *Pane
	index int
	claim core.Claim

	icon    *widget.Icon
	verdict *uiwidget.Line
	cites   *uiwidget.Line
	text    *uiwidget.Snippet
	why     *uiwidget.Snippet
}

func newRow(p *Pane) *row {
	r := &row{pane: p, icon: widget.NewIcon(nil), text: uiwidget.NewSnippet(2), why: uiwidget.NewSnippet(2)}
	r.verdict = uiwidget.NewBold("", theme.Muted, theme.Body)
	r.cites = uiwidget.NewWhole("", fynetheme.ColorNamePrimary, theme.Caption)
	r.why.Color, r.why.Face = theme.Muted, theme.Caption
	icon := container.NewGridWrap(fyne.NewSize(16, 16), r.icon)
	head := uiwidget.Between(icon, r.verdict, r.cites)
	r.Content = uiwidget.Inset(6, 6, 8, 8, uiwidget.Column(2, head, r.text, r.why))
	r.OnTapped = r.tapped
	r.ExtendBaseWidget(r)
	return r
}

// tapped opens the evidence; the list itself reacts only to another row.
func (r *row) tapped() {
	if r.pane.selected == r.index {
		r.pane.open(r.claim)
		return
	}
	r.pane.list.Select(r.index)
}

func (r *row) bind(i int, c core.Claim) {
	r.index, r.claim = i, c
	l := looks[c.Verdict]
	r.icon.SetResource(fynetheme.NewColoredResource(fynetheme.Icon(l.icon), l.color))
	r.verdict.Set(say.Verdict(c.Verdict), l.color)
	r.cites.SetText(cites(c))
	r.text.Set(sentence(r.pane.report.Answer, c))
	r.why.SetLines(whyLines(c))
	r.why.Set(c.Why, nil)
}

// whyBytes is about how much text fits one line of the pane.
const whyBytes = 58

// whyLines returns how many lines the reason of a claim needs, 2 at most.
func whyLines(c core.Claim) int { return min(2, 1+len(c.Why)/whyBytes) }

// leadBytes is how much of a sentence is shown before a claim in it.
const leadBytes = 48

// sentence returns the sentence of a claim with the claim marked. The beginning
// of a long sentence is left out, so that the claim is visible.
func sentence(answer string, c core.Claim) (text string, marks []core.Span) {
	s := c.Sentence
	if s.Start < 0 || s.End > len(answer) || c.Start < s.Start || c.End > s.End || c.End <= c.Start {
		return c.Text, nil
	}
	if c.Kind == core.ClaimSentence {
		return answer[s.Start:s.End], nil
	}
	lead := ""
	if c.Start-s.Start > leadBytes {
		if at := strings.IndexByte(answer[c.Start-leadBytes:c.Start], ' '); at >= 0 {
			s.Start, lead = c.Start-leadBytes+at+1, "… "
		}
	}
	from := c.Start - s.Start + len(lead)
	return lead + answer[s.Start:s.End], []core.Span{{Start: from, End: from + c.End - c.Start}}
}

// cites returns the kind of a claim and the numbers that it cites, as in
// "quote · [1, 3]".
func cites(c core.Claim) string {
	var parts []string
	for _, n := range c.Citations {
		parts = append(parts, say.Count(n))
	}
	if len(parts) == 0 {
		return string(c.Kind)
	}
	return string(c.Kind) + " · [" + strings.Join(parts, ", ") + "]"
}

// looks has the icon and the colour of each verdict. The icons differ in shape,
// so that they can be told apart without the colour.
var looks = map[core.Verdict]struct {
	icon  fyne.ThemeIconName
	color fyne.ThemeColorName
}{
	core.VerdictFound:     {fynetheme.IconNameConfirm, fynetheme.ColorNameSuccess},
	core.VerdictElsewhere: {fynetheme.IconNameMailForward, fynetheme.ColorNameWarning},
	core.VerdictStitched:  {fynetheme.IconNameContentCut, fynetheme.ColorNameWarning},
	core.VerdictNotFound:  {fynetheme.IconNameCancel, fynetheme.ColorNameError},
	core.VerdictNoSource:  {fynetheme.IconNameError, fynetheme.ColorNameError},
	core.VerdictUnchecked: {fynetheme.IconNameQuestion, theme.Muted},
}
