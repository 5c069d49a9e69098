package window

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/core"
	"ibid/core/text"
)

// A line is a stretch of a page that is shown whole or not at all: a drawn line
// if they are known, else a line of its text.
type line struct {
	page int // 1-based index
	core.Span
	starts  bool // it starts a sentence or paragraph
	ends    bool // it ends one
	running bool // it is a running head or foot
}

// touches reports whether a line holds a part of a place.
func (l line) touches(at []core.Quote) bool {
	return slices.ContainsFunc(at, func(q core.Quote) bool {
		return q.Page == l.page && q.Start < l.End && l.Start < max(q.End, q.Start+1)
	})
}

// A flow is the lines of pages in reading order, without running heads and feet
// that are not in the place itself.
type flow struct {
	document Document
	at       []core.Quote
	lines    []line
	headings []core.Heading // of the place's last page
}

// characters cuts whole lines, at most n characters before and n after a place.
// Each edge then moves inward to the nearest line that starts or ends a sentence
// or paragraph; if there is none, the cut is marked.
func (d Document) characters(at []core.Quote, n int) (Window, error) {
	f, err := d.flow(at, n)
	if err != nil {
		return Window{}, err
	}
	shown, before, after := f.cut(n)
	if len(shown) == 0 { // a page without text
		return d.whole(at), nil
	}
	w := Window{Text: mark(f.text(shown), before, after), Quotes: f.quotes(shown)}
	first, last := w.Quotes[0], w.Quotes[len(w.Quotes)-1]
	if d.Kind.Unit() == core.UnitPage {
		w.Locator = d.pages(first.Page, last.Page)
	} else {
		w.Locator = d.place(first.Page, extent(w.Quotes), f.headings)
	}
	return w, nil
}

// flow reads the pages of a place, and of a paged document as many before and
// after it as n characters reach: at least the next one that has text, to know
// whether a sentence runs over the page end.
func (d Document) flow(at []core.Quote, n int) (*flow, error) {
	f := &flow{document: d, at: at}
	first, last := at[0].Page, at[len(at)-1].Page
	for i := first; i <= last; i++ {
		lines, err := f.page(i)
		if err != nil {
			return nil, err
		}
		f.lines = append(f.lines, lines...)
	}
	if d.Kind.Unit() != core.UnitPage {
		return f, nil
	}
	for got := 0; first > 1 && got <= n; {
		first--
		lines, err := f.page(first)
		if err != nil {
			return nil, err
		}
		f.lines = append(lines, f.lines...)
		got += f.length(lines)
	}
	for got := 0; last < len(d.Pages) && got <= n; {
		last++
		lines, err := f.page(last)
		if err != nil {
			return nil, err
		}
		f.lines = append(f.lines, lines...)
		got += f.length(lines)
	}
	f.runOver()
	return f, nil
}

// length returns the number of characters of lines.
func (f *flow) length(lines []line) int {
	n := 0
	for _, l := range lines {
		n += f.count(l.page, l.Span)
	}
	return n
}

// count returns the number of characters of a span.
func (f *flow) count(page int, s core.Span) int {
	return utf8.RuneCountInString(f.document.Pages[page-1].Text[s.Start:s.End])
}

// runOver finds sentences that go on behind the end of a paragraph or page, where
// a figure stands between or the page was full.
func (f *flow) runOver() {
	var a *line
	for i := range f.lines {
		b := &f.lines[i]
		if b.running {
			continue
		}
		if a != nil && goesOn(f.document.Pages[a.page-1].Text[a.Start:a.End], f.document.Pages[b.page-1].Text[b.Start:b.End]) {
			a.ends, b.starts = false, false
		}
		a = b
	}
}

// goesOn reports whether a line that begins in lower case goes on with the
// sentence of the line before.
func goesOn(before, after string) bool {
	first, _ := utf8.DecodeRuneInString(after)
	before = strings.TrimRight(before, ` "'”’»)]}`)
	last, _ := utf8.DecodeLastRuneInString(before)
	return unicode.IsLower(first) && !strings.ContainsRune(".!?:;。！？…", last)
}

// cut chooses the lines that are shown, and reports on which sides a sentence
// was cut.
func (f *flow) cut(n int) (shown []line, before, after bool) {
	touched := func(l line) bool { return l.touches(f.at) }
	first := slices.IndexFunc(f.lines, touched)
	if first < 0 {
		return nil, false, false
	}
	last := first
	for i := first; i < len(f.lines); i++ {
		if touched(f.lines[i]) {
			last = i
		}
	}
	from, to := f.back(first, n), f.ahead(last, n)
	start := from
	for start < first && !f.lines[start].starts {
		start++
	}
	if !f.lines[start].starts {
		start, before = from, from > 0
	}
	end := to
	for end > last && !f.lines[end].ends {
		end--
	}
	if !f.lines[end].ends {
		end, after = to, to < len(f.lines)-1
	}
	return f.lines[start : end+1], before, after
}

// back returns the first line that n characters before the place reach.
func (f *flow) back(first, n int) int {
	l := f.lines[first]
	for _, q := range f.at {
		if q.Page == l.page && q.Start >= l.Start && q.Start < l.End {
			n -= f.count(l.page, core.Span{Start: l.Start, End: q.Start})
			break
		}
	}
	for first > 0 {
		l := f.lines[first-1]
		if n -= f.count(l.page, l.Span) + utf8.RuneCountInString(f.between(l, f.lines[first])); n < 0 {
			break
		}
		first--
	}
	return first
}

// ahead returns the last line that n characters behind the place reach.
func (f *flow) ahead(last, n int) int {
	l := f.lines[last]
	for _, q := range slices.Backward(f.at) {
		if q.Page == l.page && q.End > l.Start && q.End <= l.End {
			n -= f.count(l.page, core.Span{Start: q.End, End: l.End})
			break
		}
	}
	for last < len(f.lines)-1 {
		l := f.lines[last+1]
		if n -= f.count(l.page, l.Span) + utf8.RuneCountInString(f.between(f.lines[last], l)); n < 0 {
			break
		}
		last++
	}
	return last
}

// between returns the white space that stands between two lines on their page,
// or line breaks if other text stands there.
func (f *flow) between(a, b line) string {
	if a.page != b.page {
		return "\n\n"
	}
	if f.joined(a.Span, b) {
		return f.document.Pages[a.page-1].Text[a.End:b.Start]
	}
	return "\n"
}

// joined reports whether only white space stands between a span and a line of the
// same page.
func (f *flow) joined(a core.Span, b line) bool {
	return a.End <= b.Start && strings.TrimSpace(f.document.Pages[b.page-1].Text[a.End:b.Start]) == ""
}

// text returns the text of lines that are shown.
func (f *flow) text(shown []line) string {
	var b strings.Builder
	for i, l := range shown {
		if i > 0 {
			b.WriteString(f.between(shown[i-1], l))
		}
		b.WriteString(f.document.Pages[l.page-1].Text[l.Start:l.End])
	}
	return b.String()
}

// quotes returns where lines that are shown stand; those that follow each other
// are one quote.
func (f *flow) quotes(shown []line) []core.Quote {
	var out []core.Quote
	for _, l := range shown {
		if n := len(out); n > 0 && out[n-1].Page == l.page && f.joined(out[n-1].Span, l) {
			out[n-1].End = l.End
			continue
		}
		out = append(out, core.Quote{Page: l.page, Span: l.Span})
	}
	return out
}

// page reads the lines of a page in reading order.
func (f *flow) page(index int) ([]line, error) {
	kind, page := f.document.Kind, f.document.Pages[index-1]
	var layout core.Layout
	if kind.Unit() != core.UnitLine {
		var err error
		if layout, err = f.document.Layout(index); err != nil {
			return nil, err
		}
		f.headings = layout.Headings
	}
	lines := split(page, layout.Lines)
	if text.LineBreaksOf(kind) == text.WrappedLines {
		markWrapped(page.Text, lines)
	} else {
		markJoined(page.Text, lines)
	}
	return f.reorder(lines, layout), nil
}

// split divides a page at its line breaks and where its drawn lines begin.
func split(page core.Page, drawn []core.Line) []line {
	var out []line
	add := func(from, to int) {
		if s := text.Trim(page.Text, core.Span{Start: from, End: to}); s.Len() > 0 {
			out = append(out, line{page: page.Index, Span: s})
		}
	}
	start := 0
	for row := range strings.SplitSeq(page.Text, "\n") {
		end := start + len(row)
		for ; len(drawn) > 0 && drawn[0].Start < end; drawn = drawn[1:] {
			if at := drawn[0].Start; at > start {
				add(start, at)
				start = at
			}
		}
		add(start, end)
		start = end + 1
	}
	return out
}

// reorder puts lines into reading order and leaves running heads and feet out.
func (f *flow) reorder(lines []line, layout core.Layout) []line {
	rank := make([]int, len(layout.Lines))
	for i := range rank {
		rank[i] = i
	}
	for at, i := range layout.Order {
		rank[i] = at
	}
	type ranked struct {
		line
		rank int
	}
	all, at := make([]ranked, 0, len(lines)), -1
	for _, l := range lines {
		for at+1 < len(layout.Lines) && layout.Lines[at+1].Start <= l.Start {
			at++
		}
		r := ranked{l, -1}
		if at >= 0 {
			r.rank = rank[at]
			r.running = layout.Lines[at].Running && l.Start < layout.Lines[at].End
			if r.running && !l.touches(f.at) {
				continue
			}
		}
		all = append(all, r)
	}
	slices.SortStableFunc(all, func(a, b ranked) int { return a.rank - b.rank })
	out := make([]line, len(all))
	for i, r := range all {
		out[i] = r.line
	}
	return out
}
