package check

import (
	"regexp"
	"sort"
	"unicode"
	"unicode/utf8"

	"ibid/core"
	"ibid/core/text"
)

// A stream is text in the form in which it is compared: its folded words one
// after the other with nothing between them, so that hyphens and blanks do not
// matter. numberBreak stands between two numbers side by side, pieceBreak between
// pieces of text that do not follow each other.
type stream struct {
	bytes []byte
	words []word
}

// A word of a stream. An ideograph is a word.
type word struct {
	at         int32 // where it begins in the stream
	page       int32 // index of the text that it stands in
	start, end int32 // where it stands there
}

const (
	numberBreak = '\x1f'
	pieceBreak  = '\n'
)

// shownCode matches what text.Visible writes for a character that does not show.
var shownCode = regexp.MustCompile(`⟨U\+[0-9A-F]{4,6}⟩`)

// add appends the words of s[from:to], which is text number page.
func (st *stream) add(page int, s string, from, to int) {
	for w := range text.Words(s[from:to]) {
		w.Start, w.End = w.Start+from, w.End+from
		if w.Ideographic && len(w.Form) == w.Len() {
			for i, r := range w.Form {
				st.addWord(page, w.Form[i:i+utf8.RuneLen(r)], core.Span{Start: w.Start + i, End: w.Start + i + utf8.RuneLen(r)})
			}
			continue
		}
		if negative(s, w.Start) {
			w.Form = "-" + w.Form
		}
		st.addWord(page, w.Form, w.Span)
	}
}

func (st *stream) addWord(page int, form string, at core.Span) {
	if n := len(st.bytes); n > 0 && isDigit(st.bytes[n-1]) && isDigit(form[0]) {
		st.bytes = append(st.bytes, numberBreak)
	}
	st.words = append(st.words, word{at: int32(len(st.bytes)), page: int32(page), start: int32(at.Start), end: int32(at.End)})
	st.bytes = append(st.bytes, form...)
}

// cut ends a piece of text.
func (st *stream) cut() { st.bytes = append(st.bytes, pieceBreak) }

// end returns where word i ends in the stream.
func (st *stream) end(i int) int {
	if i+1 == len(st.words) {
		n := len(st.bytes)
		for n > 0 && st.bytes[n-1] == pieceBreak {
			n--
		}
		return n
	}
	n := int(st.words[i+1].at)
	for n > 0 && (st.bytes[n-1] == numberBreak || st.bytes[n-1] == pieceBreak) {
		n--
	}
	return n
}

// endingAt returns the word that ends at offset, -1 if none does.
func (st *stream) endingAt(offset int) int {
	i := sort.Search(len(st.words), func(i int) bool { return int(st.words[i].at) >= offset }) - 1
	if i < 0 || st.end(i) != offset {
		return -1
	}
	return i
}

// phrase returns the stream of a text that stands alone.
func phrase(s string) stream {
	var st stream
	s = blank(s, shownCode)
	st.add(0, s, 0, len(s))
	return st
}

// blank writes blanks over all that re matches, so that offsets stay the same.
func blank(s string, re *regexp.Regexp) string {
	var out []byte
	for _, m := range re.FindAllStringIndex(s, -1) {
		if out == nil {
			out = []byte(s)
		}
		fill(out, core.Span{Start: m[0], End: m[1]}, ' ')
	}
	if out == nil {
		return s
	}
	return string(out)
}

// fill writes c over a span, line breaks excepted.
func fill(b []byte, sp core.Span, c byte) {
	for i := sp.Start; i < sp.End; i++ {
		if b[i] != '\n' {
			b[i] = c
		}
	}
}

// negative reports whether the figure at i follows a minus sign. A dash behind
// a letter or a figure is none.
func negative(s string, i int) bool { return signSize(s, i) > 0 }

// signSize returns the length of that minus sign, 0 if there is none.
func signSize(s string, i int) int {
	if i >= len(s) || !isDigit(s[i]) {
		return 0
	}
	sign, size := utf8.DecodeLastRuneInString(s[:i])
	if sign != '-' && sign != '−' && sign != '–' {
		return 0
	}
	before, _ := utf8.DecodeLastRuneInString(s[:i-size])
	if i == size || unicode.IsSpace(before) || before == '(' || before == '[' {
		return size
	}
	return 0
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
