package pdf

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/core"
)

// softHyphen is a hyphen that only shows at the end of a line.
const softHyphen = '\u00ad'

// squeezed is a text without what the two passes may disagree on: white space,
// since the words join the lines of a paragraph, control characters and soft
// hyphens.
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

func squeezeLine(text string) string {
	return strings.Map(func(r rune) rune {
		if skipped(r) {
			return -1
		}
		return r
	}, text)
}

const (
	// resync is how many bytes must agree before a lost place is taken up again.
	resync = 6
	// lookAhead is how far the lost place is looked for.
	lookAhead = 4000
)

// align ties lines to their exact ranges in the page's text. Both come from the
// same drawing in the same order; a line that is not found where it should be
// is left out, and the ones after it are taken up again only where enough of
// them agrees, so that a gap never shifts the rest.
//
// The second result is the raw line of each.
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

// find returns where q lies in text at or behind at, and how much of it; 0 if
// it is not there. A hyphen at the end may have been resolved.
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
