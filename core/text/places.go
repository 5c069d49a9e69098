package text

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"ibid/core"
)

// Places turns byte spans of one page of a document into places, in the unit of
// its kind, and back.
type Places struct {
	unit     core.Unit
	page     core.Page
	lines    LineTable      // of lines, rows and cues
	starts   []int          // where paragraphs begin
	headings []core.Heading // that paragraphs are counted from
}

// NewPlaces reads the places of a page. headings count for kinds whose places
// are paragraphs.
func NewPlaces(kind core.Kind, page core.Page, headings []core.Heading) Places {
	p := Places{unit: kind.Unit(), page: page}
	switch p.unit {
	case core.UnitLine, core.UnitSheet, core.UnitTime:
		p.lines = NewLineTable(page.Text)
	case core.UnitParagraph:
		p.starts = paragraphStarts(page.Text)
		p.headings = slices.Clone(headings)
		slices.SortStableFunc(p.headings, func(a, b core.Heading) int { return a.Start - b.Start })
	case core.UnitChapter:
		p.starts = paragraphStarts(page.Text)
	}
	return p
}

// paragraphStarts lists where the stretches between blank lines begin.
func paragraphStarts(s string) []int {
	var out []int
	for at := 0; at < len(s); {
		end := strings.Index(s[at:], "\n\n")
		if end < 0 {
			end = len(s) - at
		}
		if t := Trim(s, core.Span{Start: at, End: at + end}); t.Len() > 0 {
			out = append(out, t.Start)
		}
		at += end + 2
	}
	return out
}

// paragraph returns the 1-based number of the paragraph that holds an offset.
func (p Places) paragraph(offset int) int {
	i, found := slices.BinarySearch(p.starts, offset)
	if !found {
		i--
	}
	return max(i, 0) + 1
}

// Fill sets the place of a passage by its spans: lines, columns and heading.
func (p Places) Fill(passage *core.Passage) {
	spans := passage.Spans
	s := core.Span{Start: spans[0].Start, End: spans[len(spans)-1].End}
	last := max(s.Start, s.End-1)
	switch p.unit {
	case core.UnitLine:
		passage.Lines = p.lines.Lines(s)
	case core.UnitSheet:
		passage.Lines = p.lines.Lines(s)
		passage.Columns = p.columns(s)
	case core.UnitTime:
		lines := p.lines.Lines(s)
		passage.Lines = [2]int{p.seconds(lines[0]), p.seconds(lines[1])}
	case core.UnitChapter:
		passage.Lines = [2]int{p.paragraph(s.Start), p.paragraph(last)}
	case core.UnitParagraph:
		title, from := p.heading(s.Start)
		passage.Heading = title
		passage.Lines = [2]int{max(p.paragraph(s.Start)-from, 1), max(p.paragraph(last)-from, 1)}
	}
}

// Locator returns the place of a span of the page.
func (p Places) Locator(d core.Document, s core.Span) core.Locator {
	passage := core.Passage{Page: p.page.Index, Spans: []core.Span{s}}
	p.Fill(&passage)
	return core.PassageLocator(d, passage, p.page.Label)
}

// heading returns the title of the last heading at or before an offset, and the
// number of the heading's own paragraph. The paragraph below it is ¶ 1 of its
// section, and includes the heading.
func (p Places) heading(offset int) (title string, before int) {
	n := sort.Search(len(p.headings), func(i int) bool { return p.headings[i].Start > offset })
	if n == 0 {
		return "", 0
	}
	return p.headings[n-1].Title, p.paragraph(p.headings[n-1].Start)
}

// columns returns the first and the last column, 1-based, that hold text in the
// rows of a span.
func (p Places) columns(s core.Span) [2]int {
	rows := p.lines.Span(p.lines.Line(s.Start), p.lines.Line(max(s.Start, s.End-1)))
	first, last := 0, 1
	for row := range strings.Lines(p.page.Text[rows.Start:rows.End]) {
		for i, cell := range strings.Split(strings.TrimSuffix(row, "\n"), "\t") {
			if strings.TrimSpace(cell) == "" {
				continue
			}
			if first == 0 || i+1 < first {
				first = i + 1
			}
			last = max(last, i+1)
		}
	}
	return [2]int{max(first, 1), last}
}

var cueTime = regexp.MustCompile(`^(\d{2,}):(\d\d):(\d\d) `)

// seconds returns the time at which the cue of a line begins. A line without a
// time belongs to the cue before it.
func (p Places) seconds(line int) int {
	for ; line > 0; line-- {
		s := p.lines.Span(line, line)
		if m := cueTime.FindStringSubmatch(p.page.Text[s.Start:s.End]); m != nil {
			n := 0
			for _, digits := range m[1:] {
				x, _ := strconv.Atoi(digits) // of no more digits than subtitles.Words prints
				n = 60*n + x
			}
			return n
		}
	}
	return 0
}

// Span finds the bytes that a locator names. For a place that does not exist the
// error wraps core.ErrNotFound and names what exists; for a heading that stands
// there more than once it is a *core.AmbiguousError.
func (p Places) Span(l core.Locator) (core.Span, error) {
	whole := core.Span{End: len(p.page.Text)}
	if l.FirstLine == 0 && l.Unit != core.UnitTime && (l.Unit != core.UnitParagraph || l.Label == "") {
		return whole, nil
	}
	switch p.unit {
	case core.UnitLine, core.UnitSheet:
		if l.LastLine > p.lines.Len() {
			return whole, fmt.Errorf("it has %d %s: %w", p.lines.Len(), map[core.Unit]string{core.UnitLine: "lines", core.UnitSheet: "rows"}[p.unit], core.ErrNotFound)
		}
		return p.lines.Span(l.FirstLine, l.LastLine), nil
	case core.UnitTime:
		return p.cues(l)
	case core.UnitChapter:
		return p.paragraphs(l.FirstLine, l.LastLine)
	case core.UnitParagraph:
		return p.section(l)
	}
	return whole, nil
}

// paragraphs returns the bytes of paragraphs first to last.
func (p Places) paragraphs(first, last int) (core.Span, error) {
	if last > len(p.starts) || first < 1 {
		return core.Span{}, fmt.Errorf("there are %d paragraphs: %w", len(p.starts), core.ErrNotFound)
	}
	end := len(p.page.Text)
	if last < len(p.starts) {
		end = p.starts[last]
	}
	return Trim(p.page.Text, core.Span{Start: p.starts[first-1], End: end}), nil
}

// section returns the bytes of paragraphs that are counted from a heading, or of
// the whole section below it.
func (p Places) section(l core.Locator) (core.Span, error) {
	if l.Label == "" {
		return p.paragraphs(l.FirstLine, l.LastLine)
	}
	at := -1
	for i, h := range p.headings {
		if h.Title != l.Label {
			continue
		}
		if at >= 0 {
			return core.Span{}, &core.AmbiguousError{Name: l.String(), Candidates: []string{
				fmt.Sprintf("¶ %d", p.paragraph(p.headings[at].Start)), fmt.Sprintf("¶ %d", p.paragraph(h.Start)),
			}}
		}
		at = i
	}
	if at < 0 {
		return core.Span{}, fmt.Errorf("no heading reads %q: %w", l.Label, core.ErrNotFound)
	}
	from := p.paragraph(p.headings[at].Start)
	switch l.FirstLine {
	case 0:
	case 1:
		return p.paragraphs(from, min(from+l.LastLine, len(p.starts)))
	default:
		return p.paragraphs(from+l.FirstLine, from+l.LastLine)
	}
	last := len(p.starts)
	for _, h := range p.headings[at+1:] {
		if h.Level <= p.headings[at].Level {
			last = p.paragraph(h.Start) - 1
			break
		}
	}
	return p.paragraphs(from, last)
}

// cues returns the lines of a range of time: from the cue that is spoken at its
// beginning to the one at its end.
func (p Places) cues(l core.Locator) (core.Span, error) {
	first, last := 1, 1
	for line := 1; line <= p.lines.Len(); line++ {
		switch s := p.seconds(line); {
		case s <= l.FirstLine:
			first, last = line, line
		case s <= l.LastLine:
			last = line
		}
	}
	return p.lines.Span(first, last), nil
}
