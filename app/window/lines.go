package window

import (
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// lines cuts whole lines, rows or cues.
func (d Document) lines(at []core.Quote, r Reach) (Window, error) {
	page := d.Pages[at[0].Page-1]
	table := text.NewLineTable(page.Text)
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
	if r.Function {
		f, ok, err := d.enclosing(page.Text, table, target)
		if err != nil {
			return Window{}, err
		}
		if ok {
			shown, before, after = f, false, false
		}
	}
	s := table.Span(shown[0], shown[1])
	w := Window{
		Locator: d.place(page.Index, s, nil), Text: mark(page.Text[s.Start:s.End], before, after),
		Quotes: []core.Quote{{Page: page.Index, Span: s}},
	}
	switch d.Kind.Unit() {
	case core.UnitLine:
		w.First = shown[0]
	case core.UnitSheet:
		w.addHeader(page, table, shown[0])
	}
	return w, nil
}

// addHeader puts the first row that holds something, which names the columns,
// above rows that begin further down.
func (w *Window) addHeader(page core.Page, table text.LineTable, first int) {
	header := 1
	row := table.Span(header, header)
	for header < first && strings.TrimSpace(page.Text[row.Start:row.End]) == "" {
		header++
		row = table.Span(header, header)
	}
	if header >= first {
		return
	}
	gap := ""
	if header+1 < first {
		gap = "…\n"
	}
	w.Text = page.Text[row.Start:row.End] + gap + w.Text
	w.Quotes = append([]core.Quote{{Page: page.Index, Span: row}}, w.Quotes...)
}
