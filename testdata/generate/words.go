package main

import (
	_ "embed"
	"strings"
)

// style is the face of a piece of text.
type style uint8

const (
	roman style = iota
	italic
	bold
	super // a footnote mark: small and raised
	lower // an index: small and lowered
)

// piece is a run of one style without spaces, in cp1252 bytes.
type piece struct {
	s  string
	st style
}

// word is what stands between two spaces. Note is the text of a footnote
// that its mark calls, or empty.
type word struct {
	pieces []piece
	note   string
}

// line is a set of words that fit a measure. gap is the width added to each
// space so that the line ends at the right edge, in points.
type line struct {
	words  []word
	indent float64
	gap    float64
}

//go:embed text/hyphens.txt
var hyphenList string

// hyphens maps a lower-case word to the byte offsets where it may be broken.
var hyphens = func() map[string][]int {
	m := make(map[string][]int)
	for _, w := range strings.Fields(strings.ToLower(hyphenList)) {
		var plain strings.Builder
		var at []int
		for part := range strings.SplitSeq(w, "-") {
			if plain.Len() > 0 {
				at = append(at, plain.Len())
			}
			plain.WriteString(part)
		}
		m[plain.String()] = at
	}
	return m
}()

// breaks lists the byte offsets at which s may be hyphenated. The word may
// carry punctuation around it, and an ending that the list does not hold.
func breaks(s string) []int {
	core := s
	for core != "" && strings.IndexByte("(\"'\x93\x91", core[0]) >= 0 { // bytes of cp1252, not UTF-8
		core = core[1:]
	}
	lead := len(s) - len(core)
	for core != "" && strings.IndexByte(".,;:)\"'?!\x94\x92", core[len(core)-1]) >= 0 {
		core = core[:len(core)-1]
	}
	core = strings.ToLower(core)
	at, ok := hyphens[core]
	if !ok {
		at, ok = hyphens[strings.TrimSuffix(core, "s")]
	}
	if !ok {
		return nil
	}
	out := make([]int, len(at))
	for i, a := range at {
		out[i] = a + lead
	}
	return out
}

// splitWords reads the inline markup. number gives the next footnote its
// number; tr turns UTF-8 into cp1252.
func splitWords(text string, tr func(string) string, number func() string) []word {
	var words []word
	var cur word
	var buf strings.Builder
	st := roman
	flushPiece := func() {
		if buf.Len() > 0 {
			cur.pieces = append(cur.pieces, piece{tr(buf.String()), st})
			buf.Reset()
		}
	}
	flushWord := func() {
		flushPiece()
		if len(cur.pieces) > 0 {
			words = append(words, cur)
		}
		cur = word{}
	}
	toggle := func(to style) {
		flushPiece()
		if st == to {
			st = roman
		} else {
			st = to
		}
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == ' ':
			flushWord()
		case c == '_':
			toggle(italic)
		case c == '*':
			toggle(bold)
		case c == '~':
			toggle(lower)
		case c == '^' && strings.HasPrefix(text[i:], "^["):
			end := i + strings.IndexByte(text[i:], ']')
			flushPiece()
			n := number()
			cur.pieces = append(cur.pieces, piece{n, super})
			cur.note = n + " " + text[i+2:end]
			i = end
		default:
			buf.WriteByte(c)
		}
	}
	flushWord()
	return words
}

// measure gives the width of a word in points.
type measure func(word) float64

// wrap breaks words into lines of at most width points. The first line is
// indented by first, the others by rest. With full set, all lines but the
// last are stretched to the measure.
func wrap(words []word, width, first, rest, space float64, m measure, full bool) []line {
	var lines []line
	cur := line{indent: first}
	used, row := first, 0
	end := func(last bool) {
		if full && !last && len(cur.words) > 1 {
			cur.gap = (width - used) / float64(len(cur.words)-1)
		}
		lines = append(lines, cur)
		cur = line{indent: rest}
		used = rest
	}
	for len(words) > 0 {
		w := words[0]
		lead := space
		if len(cur.words) == 0 {
			lead = 0
		}
		if wide := m(w); used+lead+wide <= width {
			cur.words = append(cur.words, w)
			used += lead + wide
			words = words[1:]
			continue
		}
		if head, tail, ok := hyphenate(w, width-used-lead, m); ok && row < 2 && full {
			cur.words = append(cur.words, head)
			used += lead + m(head)
			words[0] = tail
			row++
		} else if len(cur.words) == 0 {
			cur.words = append(cur.words, w) // wider than the measure: let it stand out
			words = words[1:]
			row = 0
		} else {
			row = 0
		}
		end(len(words) == 0)
	}
	if len(cur.words) > 0 {
		end(true)
	}
	return lines
}

// hyphenate splits w so that its head, with a hyphen, is at most room wide.
func hyphenate(w word, room float64, m measure) (head, tail word, ok bool) {
	if len(w.pieces) != 1 {
		return w, w, false
	}
	s, st := w.pieces[0].s, w.pieces[0].st
	at := breaks(s)
	for i := len(at) - 1; i >= 0; i-- {
		head = word{pieces: []piece{{s[:at[i]] + "-", st}}}
		if m(head) <= room {
			return head, word{pieces: []piece{{s[at[i]:], st}}, note: w.note}, true
		}
	}
	return w, w, false
}
