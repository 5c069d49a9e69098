package window

import (
	"regexp"
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// paragraphs tells which lines start and end a sentence or paragraph, where a
// line break ends a paragraph.
func paragraphs(page string, lines []line) {
	for len(lines) > 0 {
		end := len(page)
		if n := strings.IndexByte(page[lines[0].Start:], '\n'); n >= 0 {
			end = lines[0].Start + n
		}
		n := 1
		for n < len(lines) && lines[n].Start < end {
			n++
		}
		sentences(page, core.Span{Start: lines[0].Start, End: end}, lines[:n])
		lines = lines[n:]
	}
}

// wrapped is the same where it takes a blank line, an item of a list or a
// heading.
func wrapped(page string, lines []line) {
	sentences(page, core.Span{End: len(page)}, lines)
	for i := range lines {
		body := page[lines[i].Start:lines[i].End]
		if !ownLine.MatchString(body) {
			continue
		}
		lines[i].starts = true
		lines[i].ends = lines[i].ends || strings.HasPrefix(body, "#")
		if i > 0 {
			lines[i-1].ends = true
		}
	}
}

// ownLine finds headings, items of a list, block quotes and rows of a table.
var ownLine = regexp.MustCompile(`^(?:#{1,6}|[-*+>|]|\d{1,3}[.)])(?:\s|$)`)

// sentences marks the lines at whose ends sentences of a stretch begin and end.
func sentences(page string, s core.Span, lines []line) {
	first, last := 0, 0
	for _, sentence := range text.Sentences(page[s.Start:s.End]) {
		for first < len(lines) && lines[first].Start < s.Start+sentence.Start {
			first++
		}
		if first < len(lines) && lines[first].Start == s.Start+sentence.Start {
			lines[first].starts = true
		}
		for last < len(lines) && lines[last].End < s.Start+sentence.End {
			last++
		}
		if last < len(lines) && lines[last].End == s.Start+sentence.End {
			lines[last].ends = true
		}
	}
}
