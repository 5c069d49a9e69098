package check

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/core"
	"ibid/core/text"
)

// closing holds the marks that close a quote, by the mark that opens it.
var closing = map[rune]string{
	'"': `"`, '“': `”"`, '„': `“”"`, '«': `»`, '»': `«`, '‘': `’`, '\'': `'`, '「': `」`, '『': `』`, '‹': `›`, '”': `”`,
}

const (
	longestQuote = 8_192 // bytes between two marks
	leastWords   = 2     // of a quote in a cited sentence
	leastLetters = 5     // of a quote of one word
	leastSingle  = 3     // words in single marks, which may be apostrophes
	leastUncited = 4     // words of a quote in a sentence without citations
)

// quotesIn finds what stands in quotation marks in s[from:to], without the marks.
func quotesIn(s string, sp core.Span) []core.Span {
	var out []core.Span
	open := make(map[rune]int) // up to where no mark closes what this one opens
	for i := sp.Start; i < sp.End; {
		r, size := utf8.DecodeRuneInString(s[i:sp.End])
		if marks := closing[r]; marks != "" && i >= open[r] && opens(s, sp, i, size) {
			end, next := closes(s, core.Span{Start: i + size, End: sp.End}, r, marks)
			if end >= 0 {
				if q := text.Trim(s, core.Span{Start: i + size, End: end}); q.Len() > 0 {
					out = append(out, q)
				}
				i = next
				continue
			}
			open[r] = next
		}
		i += size
	}
	return out
}

// opens reports whether the mark at i can open a quote.
func opens(s string, sp core.Span, i, size int) bool {
	mark, _ := utf8.DecodeRuneInString(s[i:])
	if mark == '“' || mark == '„' || mark == '«' || mark == '「' || mark == '『' {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(s[sp.Start:i])
	after, _ := utf8.DecodeRuneInString(s[i+size : sp.End])
	return !unicode.IsLetter(before) && !unicode.IsDigit(before) && !unicode.IsSpace(after) && after != utf8.RuneError
}

// closes returns where the quote ends that r opened, and where to go on. If it
// does not end, end is -1 and next where another may begin.
func closes(s string, sp core.Span, r rune, marks string) (end, next int) {
	limit := min(sp.End, sp.Start+longestQuote)
	single := r == '‘' || r == '\''
	for i := sp.Start; i < limit; {
		c, size := utf8.DecodeRuneInString(s[i:limit])
		if strings.ContainsRune(marks, c) {
			after, _ := utf8.DecodeRuneInString(s[i+size : sp.End])
			inWord := unicode.IsLetter(after) || unicode.IsDigit(after)
			switch {
			case single && inWord: // an apostrophe
			case single && text.CountWords(s[sp.Start:i]) < leastSingle:
				return -1, i
			default:
				return i, i + size
			}
		}
		i += size
	}
	return -1, limit
}

// isQuote reports whether what stands in quotation marks is checked.
func isQuote(s string, cited bool) bool {
	n := text.CountWords(s)
	if !cited {
		return n >= leastUncited
	}
	return n >= leastWords || n == 1 && utf8.RuneCountInString(strings.TrimSpace(s)) >= leastLetters
}

var (
	ellipsis  = `[\[(]\s{0,2}(?:…|\.{3}|\. \. \.)\s{0,2}[\])]|…|\.{3,}|\. \. \.`
	insertion = `\[[^\[\]]{1,60}\]`
	gapForm   = regexp.MustCompile(ellipsis + `|` + insertion)
)

// partsOf divides a quote at its ellipses and insertions. A letter in brackets, as
// in [T]he, is a letter of the source.
func partsOf(quote string) []part {
	var out []part
	gap, start := 0, 0
	letters := []byte(quote)
	add := func(end int) {
		if st := phrase(string(letters[start:end])); len(st.words) > 0 {
			out = append(out, part{st, gap})
			gap = 0
		}
	}
	for _, m := range gapForm.FindAllStringIndex(quote, -1) {
		after, _ := utf8.DecodeRuneInString(quote[m[1]:])
		inner := strings.Trim(quote[m[0]:m[1]], "[]")
		if utf8.RuneCountInString(inner) == 1 && unicode.IsLetter(after) && inner != "…" {
			copy(letters[m[0]:], " "+inner) // the bracket goes; the letter joins what follows
			letters[m[1]-1] = softBreak
			continue
		}
		add(m[0])
		start = m[1]
		if strings.ContainsAny(inner, ".…") && !strings.ContainsFunc(inner, unicode.IsLetter) {
			gap = ellipsisGap
		} else {
			gap = max(gap, wordGap)
		}
	}
	add(len(quote))
	return out
}

// softBreak is a hyphen, which joins the words on its sides in a stream.
const softBreak = '-'
