package text

import (
	"sort"
	"strings"

	"ibid/core"
)

// LineBreaks is what a line break means in the text of a kind.
type LineBreaks int

// The meanings of a line break.
const (
	JoinedLines  LineBreaks = iota // the lines of a paragraph are joined, so a line break ends it
	WrappedLines                   // a paragraph goes on over line breaks, up to a blank line
	OwnLines                       // each line is separate: source code, rows, tags
)

// LineBreaksOf returns what a line break means in documents of a kind.
func LineBreaksOf(k core.Kind) LineBreaks {
	switch k {
	case core.KindCode, core.KindSheet, core.KindImage, core.KindAudio, core.KindSubtitles:
		return OwnLines
	case core.KindMarkdown, core.KindText, core.KindMail, core.KindConversation, core.KindNotebook:
		return WrappedLines
	}
	return JoinedLines
}

// LineTable turns byte offsets of one text into line numbers and back.
type LineTable struct {
	starts []int
	size   int
}

// NewLineTable reads the line starts of s. A \n at the very end opens no
// further line.
func NewLineTable(s string) LineTable {
	t := LineTable{starts: []int{0}, size: len(s)}
	for i := 0; ; {
		n := strings.IndexByte(s[i:], '\n')
		if n < 0 || i+n+1 == len(s) {
			return t
		}
		i += n + 1
		t.starts = append(t.starts, i)
	}
}

// Len returns the number of lines; an empty text has one.
func (t LineTable) Len() int { return len(t.starts) }

// Line returns the 1-based number of the line that holds an offset.
func (t LineTable) Line(offset int) int {
	return sort.SearchInts(t.starts, offset+1)
}

// Lines returns the 1-based numbers of the first and the last line that sp touches.
func (t LineTable) Lines(sp core.Span) [2]int {
	return [2]int{t.Line(sp.Start), t.Line(max(sp.Start, sp.End-1))}
}

// Span returns the bytes of lines first to last with their line breaks, clipped
// to the text.
func (t LineTable) Span(first, last int) core.Span {
	first, last = max(first, 1), min(last, t.Len())
	if first > last {
		return core.Span{Start: t.size, End: t.size}
	}
	end := t.size
	if last < t.Len() {
		end = t.starts[last]
	}
	return core.Span{Start: t.starts[first-1], End: end}
}
