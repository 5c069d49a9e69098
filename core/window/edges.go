package window

import (
	"regexp"
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// markJoined marks the lines that start or end a sentence or paragraph, in text
// where a line break ends a paragraph.
func markJoined(page string, lines []line) {
	for len(lines) > 0 {
		end := len(page)
		if n := strings.IndexByte(page[lines[0].Start:], '\n'); n >= 0 {
			end = lines[0].Start + n
		}
		n := 1
		for n < len(lines) && lines[n].Start < end {
			n++
		}
		markSentences(page, core.Span{Start: lines[0].Start, End: end}, lines[:n])
		lines = lines[n:]
	}
}

// markWrapped does the same in text where a blank line ends a paragraph, or the
// next item of a list, heading or row.
func markWrapped(page string, lines []line) {
	markSentences(page, core.Span{End: len(page)}, lines)
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

// ownLine matches headings, items of a list, block quotes and rows of a table.
var ownLine = regexp.MustCompile(`^(?:#{1,6}|[-*+>|]|\d{1,3}[.)])(?:\s|$)`)

// markSentences marks the lines at whose ends sentences of a span begin and end.
func markSentences(page string, s core.Span, lines []line) {
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
