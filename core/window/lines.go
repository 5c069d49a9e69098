package window

import (
	"ibid/core"
	"ibid/core/text"
)

// lines cuts whole lines, rows or cues.
func (d Document) lines(at []core.Quote, r Reach) (Window, error) {
	page := d.Pages[at[0].Page-1]
	table := text.NewLineTable(page.Text)
	at = d.belowHeader(at, page)
	target := table.Lines(extent(at))
	shown, before, after := target, false, false
	switch {
	case r.Strategy == Whole:
		shown = [2]int{1, table.Len()}
	case r.Strategy == Characters:
		f, err := d.flow(at, r.characters())
		if err != nil {
			return Window{}, err
		}
		var s []line
		if s, before, after = f.cut(r.characters()); len(s) > 0 {
			shown = table.Lines(core.Span{Start: s[0].Start, End: s[len(s)-1].End})
		}
	default:
		shown = [2]int{max(1, target[0]-r.lines()), min(table.Len(), target[1]+r.lines())}
	}
	note := ""
	if r.Function {
		var around [2]int
		var err error
		if around, note, err = d.enclosing(table, target); err != nil {
			return Window{}, err
		}
		if note == "" {
			shown, before, after = around, false, false
		}
	}
	s := table.Span(shown[0], shown[1])
	w := Window{
		Locator: d.place(page.Index, s, nil), Text: mark(page.Text[s.Start:s.End], before, after),
		Quotes: []core.Quote{{Page: page.Index, Span: s}}, Note: note,
	}
	switch d.Kind.Unit() {
	case core.UnitLine, core.UnitSheet:
		if headed := w.addHeader(d, page); !headed && d.Kind.Unit() == core.UnitLine {
			w.First = shown[0]
		}
	}
	return w, nil
}

// belowHeader takes the row that names the columns out of a place that has other
// rows too, as the quotes of a source do.
func (d Document) belowHeader(at []core.Quote, page core.Page) []core.Quote {
	row, ok := text.Header(d.Kind, d.Name, page.Text)
	if ok && len(at) > 1 && row.Start <= at[0].Start && at[0].End <= row.End {
		return at[1:]
	}
	return at
}

// addHeader puts the row that names the columns above rows that begin further
// down, and reports whether it did.
func (w *Window) addHeader(d Document, page core.Page) bool {
	row, ok := text.Header(d.Kind, d.Name, page.Text)
	first := w.Quotes[0].Start
	if !ok || row.End > first {
		return false
	}
	gap := ""
	if row.End < first {
		gap = "…\n"
	}
	w.Text = page.Text[row.Start:row.End] + gap + w.Text
	w.Quotes = append([]core.Quote{{Page: page.Index, Span: row}}, w.Quotes...)
	return true
}
