package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/core"
)

// Sentences divides s into sentences, without the white space between them. A
// blank line ends a sentence whatever stands before it, so headings and list
// items are sentences of their own; a single line break does not.
func Sentences(s string) []core.Span {
	var out []core.Span
	start := 0
	add := func(end int) {
		if sp := Trim(s, core.Span{Start: start, End: end}); sp.Len() > 0 {
			out = append(out, sp)
		}
		start = end
	}
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '\n' && blankLine(s[i+1:]):
			add(i)
			i++
		case isTerminal(r):
			end := i + size + closers(s[i+size:])
			if endsSentence(s, i, end, r) {
				add(end)
			}
			i = end
		default:
			i += size
		}
	}
	add(len(s))
	return out
}

// Trim takes white space off both ends of a span of s.
func Trim(s string, sp core.Span) core.Span {
	t := s[sp.Start:sp.End]
	left := len(t) - len(strings.TrimLeftFunc(t, unicode.IsSpace))
	if left == len(t) {
		return core.Span{Start: sp.Start, End: sp.Start}
	}
	return core.Span{Start: sp.Start + left, End: sp.Start + len(strings.TrimRightFunc(t, unicode.IsSpace))}
}

// WidenToSentences moves the ends of sp outwards to the ends of the sentences
// that they cut.
func WidenToSentences(s string, sp core.Span) core.Span {
	out := sp
	for _, sentence := range Sentences(s) {
		if sentence.Start < sp.Start && sp.Start < sentence.End {
			out.Start = sentence.Start
		}
		if sentence.Start < sp.End && sp.End < sentence.End {
			out.End = sentence.End
		}
	}
	return out
}

// blankLine reports whether s begins with the rest of a blank line.
func blankLine(s string) bool { return strings.HasPrefix(strings.TrimLeft(s, " \t\r"), "\n") }

// isTerminal reports whether a character can end a sentence.
func isTerminal(r rune) bool {
	switch r {
	case '.', '!', '?', '。', '！', '？', '…':
		return true
	}
	return false
}

// closers returns the length of the closing quotes and brackets that s begins
// with, and of further full stops.
func closers(s string) int {
	n := 0
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		if !isTerminal(r) && !strings.ContainsRune(`"'”’»)]}」』`, r) {
			break
		}
		n += size
	}
	return n
}

// endsSentence reports whether the stop at i, with all that closes behind it up to
// end, ends a sentence.
func endsSentence(s string, i, end int, stop rune) bool {
	if stop == '。' || stop == '！' || stop == '？' {
		return true
	}
	if end == len(s) {
		return true
	}
	next, _ := utf8.DecodeRuneInString(s[end:])
	if !unicode.IsSpace(next) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(s[end:], unicode.IsSpace))
	if unicode.IsLower(first) || strings.ContainsRune(",;:)", first) {
		return false
	}
	return stop != '.' || !isAbbreviation(s[:i])
}

// abbreviations holds words whose full stop is followed by a capital or a number
// more often than it ends a sentence.
var abbreviations = map[string]bool{
	"al": true, "approx": true, "cf": true, "ch": true, "dr": true, "ed": true, "eds": true, "e.g": true, "eq": true,
	"eqs": true, "fig": true, "figs": true, "i.e": true, "inc": true, "jr": true, "mr": true, "mrs": true, "ms": true,
	"no": true, "nos": true, "p": true, "pp": true, "prof": true, "ref": true, "refs": true, "resp": true, "sec": true,
	"sect": true, "sr": true, "st": true, "tab": true, "viz": true, "vol": true, "vs": true,
}

// isAbbreviation reports whether s ends in an abbreviation or an initial.
func isAbbreviation(s string) bool {
	at := strings.LastIndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && r != '.' })
	_, size := utf8.DecodeRuneInString(s[max(at, 0):])
	word := s
	if at >= 0 {
		word = s[at+size:]
	}
	if utf8.RuneCountInString(word) == 1 && strings.ToUpper(word) == word {
		return true
	}
	lower := strings.ToLower(word)
	if lower == "no" { // "the answer is no." against "No. 12"
		return word == "No"
	}
	return abbreviations[lower]
}
