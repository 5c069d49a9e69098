package text

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"ibid/core"
)

// Word is one word of a text.
type Word struct {
	core.Span        // where it stands; covers the break of a word hyphenated at a line end
	Form      string // folded: NFKC, lower case, no accents on Latin and Greek letters, never empty
	// Ideographic is set for a run of Han, Hiragana, Katakana or Hangul, which
	// is not divided into words.
	Ideographic bool
	// Joined is the form of this word and the next as one, if only a hyphen
	// between two lower-case letters stands between them; else empty. In a PDF,
	// where the lines of a paragraph are joined, `sys-tem` may be a compound or a
	// word that was hyphenated at a line end. Compounds of three parts or more
	// have none.
	Joined    string
	JoinedEnd int // where the next word ends, if Joined is not empty
}

// Words yields the words of s in order. A word is a run of letters, digits and
// marks; an apostrophe between letters and a point or comma between digits
// belong to it. A word that is hyphenated at a line end is joined: `ver-\nify`
// is one Word with the form `verify`.
//
// Invalid UTF-8 separates words.
func Words(s string) iter.Seq[Word] {
	return func(yield func(Word) bool) {
		hyphenated := false // the word follows a hyphen that parts it from the last
		for i := 0; i < len(s); {
			if s[i] < utf8.RuneSelf && !isAlphanumeric[s[i]] {
				i++
				continue
			}
			r, size := utf8.DecodeRuneInString(s[i:])
			if !wordRune(r, size) {
				i += size
				continue
			}
			start, ideographic := i, isIdeographic(r)
			i = endOfWord(s, i, ideographic)
			w := Word{Span: core.Span{Start: start, End: i}, Form: fold(s[start:i]), Ideographic: ideographic}
			n := hyphenBetween(s, i)
			if n > 0 && !hyphenated {
				if end := endOfWord(s, i+n, false); hyphenBetween(s, end) == 0 {
					w.Joined, w.JoinedEnd = fold(s[start:end]), end
				}
			}
			hyphenated = n > 0
			if w.Form != "" && !yield(w) {
				return
			}
		}
	}
}

// Forms returns the folded words of s. Two texts with the same forms say the
// same words, whatever their case, spacing, hyphenation, quotes and ligatures.
func Forms(s string) []string {
	var forms []string
	for w := range Words(s) {
		forms = append(forms, w.Form)
	}
	return forms
}

// CountWords returns the number of words that Words yields, with each ideograph
// counted as a word.
func CountWords(s string) int {
	n := 0
	for w := range Words(s) {
		if w.Ideographic {
			n += utf8.RuneCountInString(w.Form)
		} else {
			n++
		}
	}
	return n
}

// endOfWord returns where the word that starts at i ends.
func endOfWord(s string, i int, ideographic bool) int {
	var prev rune
	for i < len(s) {
		if !ideographic {
			from := i
			for i < len(s) && isAlphanumeric[s[i]] {
				i++
			}
			if i > from {
				prev = rune(s[i-1])
			}
			if i == len(s) || s[i] <= ' ' {
				return i
			}
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case wordRune(r, size):
			if isIdeographic(r) != ideographic && !unicode.Is(unicode.M, r) {
				return i
			}
			prev = r
			i += size
		case r == softHyphen && !ideographic:
			n := size + lineBreak(s[i+size:])
			if next, _ := utf8.DecodeRuneInString(s[i+n:]); !unicode.IsLetter(next) {
				return i
			}
			i += n
		case joins(prev, r, s[i+size:]):
			i += size
		default:
			n := hyphenation(prev, s[i:])
			if n == 0 || ideographic {
				return i
			}
			i += n
		}
	}
	return i
}

// hyphenBetween returns the length of a hyphen at i if a lower-case letter
// stands on each side of it, else 0.
func hyphenBetween(s string, i int) int {
	r, size := utf8.DecodeRuneInString(s[i:])
	if r != '-' && r != '\u2010' {
		return 0
	}
	prev, _ := utf8.DecodeLastRuneInString(s[:i])
	next, _ := utf8.DecodeRuneInString(s[i+size:])
	if !unicode.IsLower(prev) || !unicode.IsLower(next) {
		return 0
	}
	return size
}

const softHyphen = '\u00ad'

// joins reports whether the character r between prev and rest belongs to a word.
func joins(prev, r rune, rest string) bool {
	next, _ := utf8.DecodeRuneInString(rest)
	switch r {
	case '\'', '’':
		return unicode.IsLetter(prev) && unicode.IsLetter(next)
	case '.', ',':
		return unicode.IsDigit(prev) && unicode.IsDigit(next)
	}
	return false
}

// hyphenation returns the length of a hyphen with its line break at the start
// of s, if a lower-case word goes on behind it, else 0.
func hyphenation(prev rune, s string) int {
	if !unicode.IsLower(prev) {
		return 0
	}
	r, size := utf8.DecodeRuneInString(s)
	if r != '-' && r != '\u2010' {
		return 0
	}
	br := lineBreak(s[size:])
	if br == 0 {
		return 0
	}
	if next, _ := utf8.DecodeRuneInString(s[size+br:]); !unicode.IsLower(next) {
		return 0
	}
	return size + br
}

// lineBreak returns the length of one line break with blanks around it at the
// start of s, 0 if there is none. A blank line is not a line break: it ends a
// paragraph.
func lineBreak(s string) int {
	n := len(s) - len(strings.TrimLeft(s, " \t\r"))
	if n == len(s) || s[n] != '\n' {
		return 0
	}
	n++
	return n + len(s[n:]) - len(strings.TrimLeft(s[n:], " \t"))
}

// isAlphanumeric holds true for the letters and digits of ASCII.
var isAlphanumeric = func() (is [256]bool) {
	for _, c := range []byte("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") {
		is[c] = true
	}
	return is
}()

// wordRune reports whether a character of so many bytes belongs to words.
func wordRune(r rune, size int) bool {
	if r < utf8.RuneSelf {
		return isAlphanumeric[byte(r)]
	}
	return (r != utf8.RuneError || size != 1) && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || unicode.Is(unicode.No, r))
}

func isIdeographic(r rune) bool {
	return r >= 0x1100 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r == 'ー')
}

// fold returns the form of a word in which it is compared.
func fold(s string) string {
	ascii := true
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || c == '-' || c == '\n' || c == ' ' || c == '\t' || c == '\r' {
			ascii = false
			break
		}
	}
	if ascii {
		return strings.ToLower(s)
	}
	return foldUnicode(s)
}

func foldUnicode(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	var base rune
	for _, r := range norm.NFKD.String(s) {
		switch {
		case r == softHyphen, r == '-', r == '\u2010', unicode.IsSpace(r):
			continue
		case r == '’':
			r = '\''
		case unicode.Is(unicode.Mn, r) && unicode.In(base, unicode.Latin, unicode.Greek):
			continue
		}
		if !unicode.IsMark(r) {
			base = r
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return norm.NFC.String(b.String())
}
