package pdf

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/core"
)

// softHyphen is a hyphen that only shows at the end of a line.
const softHyphen = '\u00ad'

// squeezed is a text without the characters that Text and HTML of MuPDF differ in:
// white space, control characters and soft hyphens.
type squeezed struct {
	text  string
	start []int32 // offset in the original of each byte's character
}

func squeeze(text string) squeezed {
	var b strings.Builder
	b.Grow(len(text))
	start := make([]int32, 0, len(text))
	for i, r := range text {
		if skipped(r) {
			continue
		}
		n, _ := b.WriteRune(r)
		for range n {
			start = append(start, int32(i))
		}
	}
	return squeezed{b.String(), start}
}

func skipped(r rune) bool { return r == softHyphen || unicode.IsSpace(r) || unicode.IsControl(r) }

// squeezeLine returns a text without the characters that squeeze leaves out.
func squeezeLine(text string) string { return squeeze(text).text }

const (
	// resync is how many bytes a line must have to be looked for after a line that
	// was not found.
	resync = 6
	// lookAhead is how many bytes ahead it is looked for.
	lookAhead = 4000
)

// align finds the exact range of each line in the page's text. Both come from the
// same structured text in the same order. A line that is not found where it
// should be is left out, and the next line is looked for only if it is long
// enough, so that a gap never shifts the rest.
//
// The second result is the raw line that each line was made of.
func align(text string, raw []rawLine) ([]core.Line, []*rawLine) {
	s := squeeze(text)
	out, kept := make([]core.Line, 0, len(raw)), make([]*rawLine, 0, len(raw))
	at, lost := 0, false
	for i := range raw {
		r := &raw[i]
		q := squeezeLine(r.text)
		if q == "" {
			continue
		}
		from, n := find(s.text, at, q, lost)
		if lost = n == 0; lost {
			continue
		}
		at = from + n
		last := int(s.start[at-1])
		_, size := utf8.DecodeRuneInString(text[last:])
		out = append(out, core.Line{
			Span: core.Span{Start: int(s.start[from]), End: last + size},
			Left: r.left, Top: r.top, Height: r.height, Size: r.size, Bold: r.bold,
		})
		kept = append(kept, r)
	}
	return out, kept
}

// find returns where q lies in text, at or after at, and how many bytes of it; 0 if
// it is not there. lost says that the line before was not found. A hyphen at the
// end of q may be missing in text.
func find(text string, at int, q string, lost bool) (from, n int) {
	bare := strings.TrimRight(q, "-\u2010")
	if !lost {
		if strings.HasPrefix(text[at:], q) {
			return at, len(q)
		}
		if bare != "" && strings.HasPrefix(text[at:], bare) {
			return at, len(bare)
		}
	}
	if len(q) < resync {
		return 0, 0
	}
	window := text[at:min(len(text), at+lookAhead)]
	if i := strings.Index(window, q); i >= 0 {
		return at + i, len(q)
	}
	return 0, 0
}
