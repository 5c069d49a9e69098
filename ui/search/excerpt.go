package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/core"
)

// excerpt cuts about size bytes out of a passage, at the first stretch that
// contains the most matches. White space becomes single spaces; the returned
// spans are relative to the excerpt.
func excerpt(text string, matches []core.Span, size int) (string, []core.Span) {
	text, matches = squeeze(text, matches)
	start := 0
	if len(text) > size {
		start = bestStart(text, matches, size)
	}
	end := min(len(text), start+2*size) // the row cuts what does not fit
	for end < len(text) && !utf8.RuneStart(text[end]) {
		end++
	}
	lead := ""
	if start > 0 {
		lead = "… "
	}
	var marks []core.Span
	for _, m := range matches {
		if m.Start >= start && m.End <= end {
			marks = append(marks, core.Span{Start: m.Start - start + len(lead), End: m.End - start + len(lead)})
		}
	}
	return lead + text[start:end], marks
}

// bestStart returns the start of a window of size bytes that contains the most
// matches: a few words before the first of them, at the start of a word.
func bestStart(text string, matches []core.Span, size int) int {
	best, most := 0, 0
	for i, first := range matches {
		n := 0
		for _, m := range matches[i:] {
			if m.End-first.Start <= size*3/4 {
				n++
			}
		}
		if n > most {
			best, most = first.Start, n
		}
	}
	start := best - size/5
	if start <= size/10 {
		return 0
	}
	start = max(0, min(start, len(text)-size))
	if i := strings.LastIndexByte(text[:best], ' '); i < start {
		return i + 1
	}
	return start + strings.IndexByte(text[start:], ' ') + 1
}

// squeeze replaces runs of white space by one space and adjusts the spans.
func squeeze(text string, spans []core.Span) (string, []core.Span) {
	var b strings.Builder
	b.Grow(len(text))
	moved := make([]int, len(text)+1) // old offset of a character to new
	space := true                     // at the start white space is dropped
	for i, r := range text {
		moved[i] = b.Len()
		switch {
		case !unicode.IsSpace(r):
			b.WriteRune(r)
			space = false
		case !space:
			b.WriteByte(' ')
			space = true
		}
	}
	moved[len(text)] = b.Len()
	out := make([]core.Span, 0, len(spans))
	for _, s := range spans {
		if s.Start < s.End && onEdge(text, s.Start) && onEdge(text, s.End) {
			out = append(out, core.Span{Start: moved[s.Start], End: moved[s.End]})
		}
	}
	return strings.TrimSuffix(b.String(), " "), out
}

// onEdge reports whether i is at the start of a character or the end of the
// text.
func onEdge(text string, i int) bool {
	return i == len(text) || i >= 0 && i < len(text) && utf8.RuneStart(text[i])
}
