package place

import (
	"context"
	"strings"

	"ibid/core"
	"ibid/core/window"
)

// reach returns how far the window around a place of a document extends.
//
// The request counts before the settings of the document's folder, and these
// before the default of the kind. A number in the request applies even if the
// folder's strategy takes no number.
func (r *Reader) reach(ctx context.Context, d core.Document, a Around) window.Reach {
	if a == (Around{}) {
		return alone(d.Kind)
	}
	settings := r.p.Settings(ctx)
	folder, _ := settings.For(d.Path)
	strategy := a.Strategy
	if measured := folder.Strategy == window.Lines || folder.Strategy == window.Characters; strategy == "" && (measured || a.N < 0) {
		strategy = folder.Strategy
	}
	out := window.Reach{Strategy: strategy, N: a.N, Function: strategy == window.Function}
	if out.Strategy == "" || out.Function {
		out.Strategy = measure(d.Kind)
	}
	switch {
	case out.N >= 0:
	case folder.Strategy == strategy && folder.Window > 0:
		out.N = folder.Window
	case out.Strategy == window.Characters:
		out.N = settings.Search.Characters
	case d.Kind.Unit() == core.UnitSheet, d.Kind.Unit() == core.UnitMessage:
		out.N = 0 // the row with its header, the message with its question
	default:
		out.N = settings.Search.Lines
	}
	return out
}

// alone returns the reach of a place that is shown without text around it.
func alone(k core.Kind) window.Reach {
	if k.Unit() == core.UnitPage {
		return window.Reach{Strategy: window.Whole}
	}
	return window.Reach{Strategy: measure(k)}
}

// measure returns the default strategy of a kind: characters if a line of its
// text is a page or paragraph, else lines.
func measure(k core.Kind) window.Strategy {
	switch k.Unit() {
	case core.UnitPage, core.UnitParagraph, core.UnitChapter:
		return window.Characters
	}
	return window.Lines
}

// reached converts a reach of core/window into the type that callers receive.
func reached(k core.Kind, r window.Reach) core.Reach {
	out := core.Reach{N: r.N, Measure: core.MeasureLines}
	switch {
	case r.Function:
		out.Measure = core.MeasureFunction
	case r.Strategy == window.Whole:
		out.Measure = core.MeasureWhole
	case k.Unit() == core.UnitSheet && r.Strategy == window.Lines:
		out.Measure = core.MeasureRows
	case k == core.KindConversation:
		out.Measure = core.MeasureMessages
	case k.Paged() && k.Unit() != core.UnitPage:
		out.Measure = core.MeasureWhole
	case r.Strategy == window.Characters:
		out.Measure = core.MeasureCharacters
	}
	return out
}

// marks returns where the quotes of a place are in the text of a window. The
// text contains them byte for byte and in order, apart from trailing line
// breaks.
func marks(pages []core.Page, w window.Window, at []core.Quote) []core.Span {
	var out []core.Span
	from := 0
	for _, q := range w.Quotes {
		body := strings.TrimRight(pages[q.Page-1].Text[q.Start:q.End], "\n")
		i := strings.Index(w.Text[from:], body)
		if i < 0 {
			continue
		}
		from += i
		for _, a := range at {
			start, end := max(a.Start, q.Start)-q.Start, min(a.End-q.Start, len(body))
			if a.Page == q.Page && start < end {
				out = append(out, core.Span{Start: from + start, End: from + end})
			}
		}
		from += len(body)
	}
	return out
}
