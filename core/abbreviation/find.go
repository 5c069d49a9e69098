package abbreviation

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/core"
	"ibid/core/text"
)

// Bounds of the paper on short forms.
const (
	minShort      = 2 // characters
	maxShort      = 10
	maxShortWords = 2
)

const (
	// maxLong bounds a long form and the text in which it is looked for: 15 words of
	// 20 bytes.
	maxLong = 300 // bytes
	// maxPairs bounds the different pairs of one document. A glossary of a long
	// report has about 200.
	maxPairs = 400
)

// Pair is a definition in a text. Both spans quote the text exactly; of a plural
// short form, the letters before its s.
type Pair struct {
	Short core.Span
	Long  core.Span
}

// Span returns the whole definition.
func (p Pair) Span() core.Span {
	return core.Span{Start: min(p.Short.Start, p.Long.Start), End: max(p.Short.End, p.Long.End)}
}

// Find returns the definitions in a text in the order of their brackets.
func Find(s string) []Pair {
	var found []Pair
	for from := 0; from < len(s); {
		open := nextBracket(s, from)
		if open == len(s) {
			break
		}
		_, size := utf8.DecodeRuneInString(s[open:])
		from = open + size
		if !apart(s, open) {
			continue
		}
		inside, ok := content(s, from)
		if !ok {
			continue
		}
		if p, ok := shortInside(s, open, inside); ok {
			found = append(found, p)
		} else if p, ok := longInside(s, open, inside); ok {
			found = append(found, p)
		}
	}
	return found
}

// nextBracket returns where the next bracket opens, or the length of s.
func nextBracket(s string, from int) int {
	const wide = "\xef" // first byte of （ and ［
	for i := from; i < len(s); i++ {
		switch c := s[i]; {
		case c == '(', c == '[':
			return i
		case c == wide[0] && (strings.HasPrefix(s[i:], "（") || strings.HasPrefix(s[i:], "［")):
			return i
		}
	}
	return len(s)
}

// apart reports whether a bracket that opens stands apart from the word before it:
// f(x) and poly(A) define nothing. A full-width one brings its own space.
func apart(s string, open int) bool {
	if s[open] >= utf8.RuneSelf {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(s[:open])
	return unicode.IsSpace(before) || strings.ContainsRune(quotes, before)
}

// content returns what a bracket holds that opens before from, up to a bracket in
// it. A bracket that does not close within maxLong is none.
func content(s string, from int) (core.Span, bool) {
	rest := text.Clip(s[from:], maxLong)
	end := strings.IndexAny(rest, "()[]（）［］")
	if end <= 0 || strings.Contains(rest[:end], "\n\n") {
		return core.Span{}, false
	}
	return trim(s, core.Span{Start: from, End: from + end}), true
}

const (
	doubleQuotes = "\"“”„«»"
	quotes       = doubleQuotes + "'‘’`"
)

// trim takes blanks and quotes off both ends of a span.
func trim(s string, sp core.Span) core.Span {
	cut := func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(quotes, r) }
	t := s[sp.Start:sp.End]
	t = strings.TrimRightFunc(t, cut)
	sp.End = sp.Start + len(t)
	sp.Start = sp.End - len(strings.TrimLeftFunc(t, cut))
	return sp
}

// shortInside finds "long form (short form)".
func shortInside(s string, open int, inside core.Span) (Pair, bool) {
	short := shortPart(s, inside)
	form := s[short.Start:short.End]
	if !isShort(form) {
		return Pair{}, false
	}
	before := window(s, open, mostWords(utf8.RuneCountInString(form)))
	long, ok := longWithin(s[before.Start:before.End], form)
	if !ok {
		return Pair{}, false
	}
	return Pair{Short: short, Long: core.Span{Start: before.Start + long.Start, End: before.Start + long.End}}, true
}

// longInside finds "short form (long form)". A long form may hold commas: "FDCA
// (Food, Drug, and Cosmetic Act)" is tried after "Food" and "Food, Drug".
func longInside(s string, open int, inside core.Span) (Pair, bool) {
	for words := 1; words <= maxShortWords; words++ {
		short := unplural(s, lastWords(s, open, words))
		form := s[short.Start:short.End]
		if !isShort(form) || !hasUpper(form) {
			continue
		}
		for _, end := range ends(s[inside.Start:inside.End]) {
			long := trim(s, core.Span{Start: inside.Start, End: inside.Start + end})
			part, ok := longWithin(s[long.Start:long.End], form)
			if ok && part.Start == 0 {
				return Pair{Short: short, Long: long}, true
			}
		}
	}
	return Pair{}, false
}

// lastWords returns the n words before open, as blanks part them.
func lastWords(s string, open, n int) core.Span {
	sp := trim(s, core.Span{Start: max(0, open-maxShort*utf8.UTFMax*n), End: open})
	for i := sp.End; i > sp.Start; {
		r, size := utf8.DecodeLastRuneInString(s[sp.Start:i])
		if unicode.IsSpace(r) {
			if n--; n == 0 {
				sp.Start = i
				break
			}
		}
		i -= size
	}
	return trim(s, sp)
}

// ends lists where a long form at the beginning of a bracket may end: at each
// comma up to a semicolon or the end, the first first.
func ends(inside string) []int {
	var out []int
	if i := strings.IndexAny(inside, ";:="); i >= 0 {
		inside = inside[:i]
	}
	for i := range len(inside) {
		if inside[i] == ',' {
			out = append(out, i)
		}
	}
	return append(out, len(inside))
}

// shortPart returns the part of a bracket that may be a short form: up to a comma
// or semicolon, what is quoted if quotes stand at its beginning or behind a word
// such as "the", and without a plural's s.
func shortPart(s string, inside core.Span) core.Span {
	t := s[inside.Start:inside.End]
	if i := strings.IndexAny(t, ",;"); i > 0 {
		t = t[:i]
	}
	if i := strings.IndexAny(t, doubleQuotes); i > 0 {
		_, size := utf8.DecodeRuneInString(t[i:])
		before, after := t[:i], t[i+size:]
		switch {
		case before == strings.ToLower(before): // the "FASB"
			if end := strings.IndexAny(after, doubleQuotes); end > 0 {
				after = after[:end]
			}
			inside.Start, t = inside.Start+i+size, after
		default: // FASB" or the "Board
			t = before
		}
	}
	return unplural(s, trim(s, core.Span{Start: inside.Start, End: inside.Start + len(t)}))
}

// unplural takes the s of a plural off a short form: KOs, URLs, 5-FUs.
func unplural(s string, sp core.Span) core.Span {
	form := s[sp.Start:sp.End]
	if stem := Singular(form); utf8.RuneCountInString(stem) >= minShort {
		sp.End -= len(form) - len(stem)
	}
	return sp
}

// Singular returns a short form without the s of a plural, which follows a capital
// or a digit.
func Singular(short string) string {
	for _, ending := range []string{"'s", "’s", "s"} {
		if stem, plural := strings.CutSuffix(short, ending); plural {
			if last, _ := utf8.DecodeLastRuneInString(stem); unicode.IsUpper(last) || unicode.IsDigit(last) {
				return stem
			}
		}
	}
	return short
}

// isShort reports whether a text may be a short form: 2 to 10 characters in at most
// two words, which begin with a letter or digit and hold a letter of a script with
// upper case. Of two words none is a number, as in (Smith 2003), (Fig. 2) and
// (Table 4), and all in lower case they are words like any.
func isShort(form string) bool {
	n := utf8.RuneCountInString(form)
	if n < minShort || n > maxShort {
		return false
	}
	words := strings.Fields(form)
	if len(words) > maxShortWords {
		return false
	}
	if form == "i.e." || form == "e.g." {
		return false
	}
	cased := false
	for i, r := range form {
		switch {
		case unicode.IsUpper(r), unicode.IsLower(r):
			cased = true
		case i == 0 && !unicode.IsDigit(r):
			return false
		case unicode.IsDigit(r), strings.ContainsRune(" -‐–/&.'’+\n\u00a0", r):
		default:
			return false
		}
	}
	if !cased || strings.HasSuffix(form, ".") && len(words) > 1 {
		return false
	}
	for _, w := range words {
		if len(words) > 1 && (isNumber(w) || w == strings.ToLower(w) && !isGreek(w)) {
			return false
		}
	}
	return true
}

func isNumber(w string) bool {
	return strings.IndexFunc(w, func(r rune) bool { return unicode.IsLetter(r) }) < 0
}

func isGreek(w string) bool {
	if _, named := letterNamed[w]; named {
		return true
	}
	r, size := utf8.DecodeRuneInString(w)
	return size == len(w) && unicode.In(r, unicode.Greek)
}

func hasUpper(form string) bool { return strings.IndexFunc(form, unicode.IsUpper) >= 0 }

// window returns at most n words before open, back to the beginning of the
// sentence or to another bracket, semicolon or colon.
func window(s string, open, n int) core.Span {
	start := max(0, open-maxLong)
	for start < open && !utf8.RuneStart(s[start]) {
		start++
	}
	if i := strings.LastIndexAny(s[start:open], "()[]（）［］;:•|<>="); i >= 0 {
		_, size := utf8.DecodeRuneInString(s[start+i:])
		start += i + size
	}
	start += sentenceStart(s[start:open])
	sp := trim(s, core.Span{Start: start, End: open})
	words, inside := 0, false
	for i := sp.End; i > sp.Start; {
		r, size := utf8.DecodeLastRuneInString(s[sp.Start:i])
		separates := parts(r)
		if !separates && !inside {
			if words++; words > n {
				sp.Start = i
				return trim(s, sp)
			}
		}
		inside = !separates
		i -= size
	}
	return sp
}

// sentenceStart returns where the last sentence of s begins.
func sentenceStart(s string) int {
	if !strings.ContainsAny(s, ".!?") && !strings.Contains(s, "\n\n") && !strings.Contains(s, "\n ") {
		return 0
	}
	sentences := text.Sentences(s)
	if len(sentences) == 0 {
		return 0
	}
	return sentences[len(sentences)-1].Start
}
