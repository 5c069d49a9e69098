package reader

import "ibid/core"

// View describes what the reader shows.
type View struct {
	Document core.Document
	Page     int          // 1-based index
	Quotes   []core.Quote // what to box or mark
	Whole    bool         // Quotes are the whole page: no boxes are drawn
}

// SpotView returns the view of a place that was typed in.
func SpotView(s core.Spot) View {
	v := View{Document: s.Document, Page: 1}
	if bare := s.Locator == (core.Locator{Name: s.Locator.Name}); !bare && len(s.Quotes) > 0 {
		v.Page, v.Quotes, v.Whole = s.Quotes[0].Page, s.Quotes, s.Whole
	}
	if s.Document.Kind.Unit() == core.UnitPage {
		v.Quotes = nil
	}
	return v
}

// passageView returns the view of a passage of a document.
func passageView(d core.Document, q core.Passage) View {
	return HitView(core.Hit{Document: d, Passage: q})
}

// HitView returns the view of the passage of a hit.
func HitView(h core.Hit) View {
	v := View{Document: h.Document, Page: h.Passage.Page}
	for _, s := range h.Passage.Spans {
		v.Quotes = append(v.Quotes, core.Quote{Page: h.Passage.Page, Span: s})
	}
	return v
}

// SourceView returns the view of the quotes of a source.
func SourceView(s core.Source) View {
	return View{Document: s.Document, Page: s.Place.Page, Quotes: s.Quotes}
}

// EvidenceView returns the view of the evidence of a claim in a document.
func EvidenceView(d core.Document, e core.Evidence) View {
	return View{Document: d, Page: e.Quote.Page, Quotes: []core.Quote{e.Quote}}
}

// boxes returns the lines of a page that contain quoted text, relative to its
// width and height.
func boxes(l core.Layout, quotes []core.Quote) []box {
	if l.Width <= 0 || l.Height <= 0 {
		return nil
	}
	var out []box
	for _, line := range l.Lines {
		for _, q := range quotes {
			if q.Page == l.Page && line.Start < q.End && q.Start < line.End {
				out = append(out, box{line.Left / l.Width, line.Top / l.Height,
					(line.Right - line.Left) / l.Width, line.Height / l.Height})
				break
			}
		}
	}
	return out
}
