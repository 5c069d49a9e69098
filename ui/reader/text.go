package reader

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"ibid/core"
	"ibid/ui/say"
	uiwidget "ibid/ui/widget"
)

// bySettings, as a reach, takes the value of the settings.
const bySettings = -1

// How much is shown of a document that is opened without a place, from its
// beginning: lines, or characters of text that has paragraphs.
const (
	openLines      = 300
	openCharacters = 12_000
)

// mostAround bounds how much can be shown around a place.
var mostAround = map[core.Measure]int{
	core.MeasureLines: 4_000, core.MeasureRows: 4_000, core.MeasureMessages: 200, core.MeasureCharacters: 100_000,
}

// fewest is the first step from no text around a place, in the measures where
// it is not 1.
var fewest = map[core.Measure]int{core.MeasureCharacters: 250, core.MeasureLines: 5, core.MeasureRows: 5}

// text is the state of the reader for a document that is read as text.
type text struct {
	passages []core.Passage // of the document
	place    core.Excerpt   // without text around it
	shown    core.Excerpt   // with the text around it
	reach    int            // before and after; bySettings at first
	function bool           // show the enclosing function instead
	failed   string
}

// hasText reports whether the text of a document is shown, not only its pages.
func hasText(d core.Document) bool { return d.Kind.Unit() != core.UnitPage && d.State.Searchable() }

// hasPicture reports whether there may be a picture to show.
func hasPicture(d core.Document) bool { return d.Kind.Drawn() || d.Kind.Unit() == core.UnitMetadata }

// quotes returns the place to show text around: the quotes of the view, or the
// beginning of its page.
func (p *Pane) quotes() []core.Quote {
	if len(p.view.Quotes) > 0 {
		return p.view.Quotes
	}
	return []core.Quote{{Page: p.view.Page}}
}

// startText drops the text of the previous document.
func (p *Pane) startText(same bool) {
	kept := p.text
	p.text = text{reach: bySettings}
	if same {
		p.text.passages, p.text.reach, p.text.function = kept.passages, kept.reach, kept.function
	}
	if d := p.view.Document; len(p.view.Quotes) == 0 {
		switch d.Kind.Unit() {
		case core.UnitLine, core.UnitSheet, core.UnitTime:
			p.text.reach = openLines
		case core.UnitParagraph, core.UnitChapter:
			p.text.reach = openCharacters
		}
	}
}

// fetchText cuts the text in the background.
func (p *Pane) fetchText() {
	d, at, t := p.view.Document, p.quotes(), p.text
	if !p.open || !hasText(d) {
		p.read.Cancel()
		return
	}
	p.read.Start(func(ctx context.Context) func() {
		t, err := p.cut(ctx, d.ID, at, t)
		return func() { p.textArrived(t, err) }
	})
}

// cut asks the engine. It runs in the background.
func (p *Pane) cut(ctx context.Context, id core.DocumentID, at []core.Quote, t text) (text, error) {
	var err error
	if t.passages == nil {
		if t.passages, err = p.engine.Passages(ctx, id); err != nil {
			return t, err
		}
	}
	if t.place, err = p.engine.Excerpt(ctx, id, at, 0, false); err != nil {
		return t, err
	}
	t.shown, err = p.engine.Excerpt(ctx, id, at, t.reach, t.function)
	return t, err
}

func (p *Pane) textArrived(t text, err error) {
	if errors.Is(err, context.Canceled) {
		return
	}
	p.text = t
	p.text.failed = say.Error(err)
	x := t.shown
	marks := x.Marks
	if p.view.Whole && len(x.Quotes) < 2 || len(p.view.Quotes) == 0 {
		marks = nil // the whole text is quoted
	}
	p.listing.Set(x.Text, x.First, setting(x.Document.Kind), marks)
	p.show()
	p.listing.ScrollToMark()
}

// setting returns the typographic setting of a kind: a fixed-width face if
// columns or indentation matter.
func setting(k core.Kind) uiwidget.Setting {
	switch k {
	case core.KindSheet:
		return uiwidget.Table
	case core.KindCode, core.KindNotebook, core.KindText:
		return uiwidget.Mono
	}
	return uiwidget.Prose
}

// passage returns the index of the passage that is shown; -1 if it is not
// known.
func (p *Pane) passage() int {
	quotes := p.quotes()
	at := quotes[0]
	if p.view.Document.Kind == core.KindSheet {
		at = quotes[len(quotes)-1] // the first may be the header row
	}
	return slices.IndexFunc(p.text.passages, func(q core.Passage) bool {
		return q.Page == at.Page && slices.ContainsFunc(q.Spans, func(s core.Span) bool {
			return s.End > at.Start && (s.Start < at.End || at.Len() == 0)
		})
	})
}

// turnText goes to another passage, or to another page if the places of the
// kind are pages.
func (p *Pane) turnText(by int) {
	if p.view.Document.Kind.Paged() {
		to := p.view.Page + by
		if to < 1 || to > p.view.Document.Pages {
			return
		}
		p.view.Page, p.view.Quotes, p.view.Whole = to, nil, true
	} else {
		to := p.passage() + by
		if to < 0 || to >= len(p.text.passages) {
			return
		}
		p.view = passageView(p.view.Document, p.text.passages[to])
		if p.text.reach == openLines || p.text.reach == openCharacters {
			p.text.reach = bySettings
		}
	}
	p.show()
	p.fetchText()
}

// turns reports whether there is a place before and after.
func (p *Pane) turns() (before, after bool) {
	if d := p.view.Document; d.Kind.Paged() {
		return p.view.Page > 1, p.view.Page < d.Pages
	}
	at := p.passage()
	return at > 0, at >= 0 && at < len(p.text.passages)-1
}

// Around shows more (+1) or less (-1) text around the place.
func (p *Pane) Around(by int) {
	if !p.open || !hasText(p.view.Document) || len(p.text.shown.Quotes) == 0 {
		return
	}
	r := p.text.shown.Reach
	most := mostAround[r.Measure]
	if p.text.function {
		p.text.function = false
		r.N = max(0, p.text.reach)
	} else if most == 0 {
		return // there is no text around it
	}
	switch {
	case by < 0 && r.N <= max(1, fewest[r.Measure]):
		r.N = 0
	case by < 0:
		r.N /= 2
	default:
		r.N = max(2*r.N, cmp.Or(fewest[r.Measure], 1))
	}
	if most > 0 {
		r.N = min(r.N, most)
	}
	p.text.reach = r.N
	p.fetchText()
}

// ToggleFunction shows the whole function or class around a place of source
// code, or lines again.
func (p *Pane) ToggleFunction() {
	if p.open && p.view.Document.Kind == core.KindCode {
		p.text.function = !p.text.function
		p.fetchText()
	}
}

// CopyQuote copies the marked text with its citation below. Without a mark it
// copies the text of the page.
func (p *Pane) CopyQuote() {
	if !p.open {
		p.host.Say("Open a place first: Ctrl+L, or Enter on a hit.")
		return
	}
	d, at := p.view.Document, p.quotes()
	p.copying.Start(func(ctx context.Context) func() {
		if at[0].Len() == 0 { // the whole page
			passages, err := p.engine.Passages(ctx, d.ID)
			if err != nil {
				return func() { p.host.Say(say.Error(err)) }
			}
			if whole := wholeOf(passages, at[0].Page); whole != nil {
				at = whole
			}
		}
		x, err := p.engine.Excerpt(ctx, d.ID, at, 0, false)
		return func() {
			if text := say.Error(err); err != nil {
				p.host.Say(text)
				return
			}
			p.host.SetClipboard(cited(x))
			p.host.Say("Copied the text of " + x.Locator.Heading())
		}
	})
}

// wholeOf returns the places of all passages of a page.
func wholeOf(passages []core.Passage, page int) []core.Quote {
	var out []core.Quote
	for _, q := range passages {
		for _, s := range q.Spans {
			if q.Page == page {
				out = append(out, core.Quote{Page: page, Span: s})
			}
		}
	}
	return out
}

// cited returns a quoted text with its citation below.
func cited(x core.Excerpt) string {
	var parts []string
	for i, m := range x.Marks {
		part := x.Text[m.Start:m.End]
		if i > 0 && strings.TrimSpace(x.Text[x.Marks[i-1].End:m.Start]) != "" {
			parts = append(parts, "…")
		}
		parts = append(parts, strings.TrimRight(part, "\n"))
	}
	if len(parts) == 0 {
		parts = []string{strings.TrimRight(x.Text, "\n")}
	}
	return strings.Join(parts, "\n") + "\n\n— " + x.Locator.Heading() + "\n"
}
