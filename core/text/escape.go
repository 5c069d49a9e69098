package text

import (
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fence returns a run of backticks that s cannot close: one longer than the
// longest run in s, and at least three.
func Fence(s string) string {
	longest, run := 2, 0
	for i := range len(s) {
		if s[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return strings.Repeat("`", longest+1)
}

// Clip returns the beginning of s, at most n bytes, without half a character at
// its end.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// OneLine returns s fit to stand within a line: white space becomes single
// blanks, and control and format characters are shown by their code.
func OneLine(s string) string {
	return Visible(strings.Join(strings.Fields(s), " "))
}

// mark begins a code that Visible writes.
const mark = "⟨U+"

// Visible writes characters that could hide, reorder or end text as their code
// point, `⟨U+202E⟩`: controls other than tab and line feed, bidirectional
// controls, tag characters, other format characters and the noncharacters that
// XML forbids. Soft hyphens and the joiners that scripts need stay, and text
// without any of these is returned as it is. If the text holds such a code itself,
// the code's bracket is written as code, so that all valid UTF-8 can be restored.
func Visible(s string) string {
	if strings.IndexFunc(s, isHidden) < 0 && utf8.ValidString(s) && !strings.Contains(s, mark) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		if isHidden(r) || strings.HasPrefix(s[i:], mark) {
			b.WriteString(mark)
			const hex = "0123456789ABCDEF"
			for shift := max(12, (bits.Len32(uint32(r))-1)/4*4); shift >= 0; shift -= 4 {
				b.WriteByte(hex[r>>shift&15])
			}
			b.WriteString("⟩")
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// isHidden reports whether Visible writes a character as its code.
func isHidden(r rune) bool {
	switch r {
	case '\t', '\n', '\u00ad', '\u200c', '\u200d':
		return false
	case '\u2028', '\u2029', '\ufffe', '\uffff':
		return true
	}
	return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r)
}
