package abbreviation

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/core"
)

// unit is a letter or digit of a text in which a long form is looked for.
type unit struct {
	r      rune // folded
	at     int  // byte offset
	starts bool // no letter or digit stands before it
}

// unitsOf returns the letters and digits of s. Where a word is hyphenated at the
// end of a line its second part starts no word.
func unitsOf(s string) []unit {
	units := make([]unit, 0, len(s))
	inside := false // of a word
	for i, r := range s {
		switch {
		case isAlphanumeric(r):
			units = append(units, unit{fold(r), i, !inside})
			inside = true
		case unicode.IsMark(r), r == '\u00ad':
		case inside && r == '-' && continues(s[i+1:]):
		case inside && unicode.IsSpace(r) && i > 0 && (s[i-1] == '-' || s[i-1] == '\n') && continues(s[i-1:]):
		default:
			inside = false
		}
	}
	return units
}

// continues reports whether s, which follows a hyphen, is the end of a line and
// then a word in lower case.
func continues(s string) bool {
	rest, broken := strings.CutPrefix(strings.TrimLeft(s, "- \t\r"), "\n")
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " \t"))
	return broken && unicode.IsLower(first)
}

// symbol is what a long form has to hold for a short form: a letter, a Greek
// letter, or a number.
type symbol string

// symbolsOf returns the symbols of a compact short form: its letters and numbers.
func symbolsOf(short string) []symbol {
	var out []symbol
	number := false
	for _, r := range short {
		digit := unicode.IsDigit(r)
		switch {
		case digit && number:
			out[len(out)-1] += symbol(string(r))
		case isAlphanumeric(r):
			out = append(out, symbol(string(fold(r))))
		}
		number = digit
	}
	return out
}

// compact replaces the names of Greek letters at the ends of a short form's words
// by the letters: TNF-alpha is TNF-α, and HIF1alpha HIF1α.
func compact(short string) string {
	for _, name := range greekNames {
		for from := 0; ; {
			i := strings.Index(short[from:], name)
			if i < 0 {
				break
			}
			i, from = from+i, from+i+len(name)
			before, _ := utf8.DecodeLastRuneInString(short[:i])
			after, _ := utf8.DecodeRuneInString(short[from:])
			if isAlphanumeric(after) || unicode.IsLower(before) || len(name) < 3 && isAlphanumeric(before) {
				continue
			}
			short = short[:i] + string(letterNamed[name]) + short[from:]
			from = i
		}
	}
	return short
}

// at returns how many of the units from i the symbol stands for; 0 for none.
func (s symbol) at(units []unit, i int) int {
	first, size := utf8.DecodeRuneInString(string(s))
	if name := greekName(first); name != "" {
		switch {
		case units[i].r == first:
			return 1
		case (units[i].starts || i > 0 && unicode.IsDigit(units[i-1].r)) && spells(units[i:], name):
			return len(name)
		}
		return 0
	}
	if unicode.IsDigit(first) {
		if i > 0 && !units[i].starts && unicode.IsDigit(units[i-1].r) || !spells(units[i:], string(s)) {
			return 0
		}
		if n := utf8.RuneCountInString(string(s)); i+n == len(units) || units[i+n].starts || !unicode.IsDigit(units[i+n].r) {
			return n
		}
		return 0
	}
	// A Greek letter is often written as the Latin one that begins its name.
	if name := greekName(units[i].r); units[i].r == first || name != "" && size == 1 && rune(name[0]) == first {
		return 1
	}
	return 0
}

// spells reports whether the units begin with a word.
func spells(units []unit, word string) bool {
	i := 0
	for _, r := range word {
		if i == len(units) || units[i].r != r || i > 0 && units[i].starts {
			return false
		}
		i++
	}
	return true
}

// shape is how a short form may be made of its long form.
type shape int

const (
	loose    shape = iota // its letters stand in order, anywhere but the first
	pieces                // it consists of beginnings of words
	initials              // it consists of first letters of words
)

// shapeOf returns how a compact short form has to be made: of first letters if it
// is all in lower case, and of beginnings of words if most of it is.
func shapeOf(short string) shape {
	upper, lower := 0, 0
	for _, r := range short {
		switch {
		case unicode.IsUpper(r), unicode.IsDigit(r), unicode.In(r, unicode.Greek):
			upper++
		case unicode.IsLower(r):
			lower++
		}
	}
	switch {
	case upper == 0:
		return initials
	case lower > upper:
		return pieces
	}
	return loose
}

// align returns the index of the last unit from which on the symbols stand in
// order, the first at the start of a word; -1 if there is none. It works from the
// right end, as Schwartz and Hearst do, but keeps every place of a symbol, so that
// a place that fits no beginning of a word costs no other.
func align(symbols []symbol, units []unit, how shape) int {
	// next[i]: the symbols after the present one stand in order from unit i on.
	next, here := make([]bool, len(units)+1), make([]bool, len(units)+1)
	for n := len(symbols) - 1; n >= 0; n-- {
		for i := range units {
			size := symbols[n].at(units, i)
			here[i] = size > 0 && (how != initials || units[i].starts) && (n == len(symbols)-1 || follows(next, units, i+size, how))
		}
		next, here = here, next
	}
	for i := len(units) - 1; i >= 0; i-- {
		if next[i] && units[i].starts && !isLink(units[i:]) {
			return i
		}
	}
	return -1
}

// acronym returns the index of the unit from which on the words begin with the
// symbols, a symbol each up to the last word, links left out; -1 if they do not. The
// shortest alignment would miss the first word of "reverse repurchase agreements
// (RRA)".
func acronym(symbols []symbol, units []unit) int {
	n := len(symbols) - 1
	for i := len(units) - 1; i >= 0; i-- {
		switch {
		case !units[i].starts || isLink(units[i:]):
		case symbols[n].at(units, i) == 0:
			return -1
		case n == 0:
			return i
		default:
			n--
		}
	}
	return -1
}

// follows reports whether some place of the next symbol fits behind a symbol that
// ends at unit i.
func follows(next []bool, units []unit, i int, how shape) bool {
	for j := i; j < len(units); j++ {
		if next[j] && (how == loose || how == pieces && j == i || units[j].starts) {
			return true
		}
	}
	return false
}

// links are words that join the parts of a long form and never begin one.
var links = []string{"of", "the", "and", "or"}

// isLink reports whether the units begin with such a word.
func isLink(units []unit) bool {
	for _, w := range links {
		if spells(units, w) && (len(units) == len(w) || units[len(w)].starts) {
			return true
		}
	}
	return false
}

// longWithin returns the part of s, up to its end, that is the long form of a
// short one.
func longWithin(s, short string) (core.Span, bool) {
	brief := compact(short)
	units := unitsOf(s)
	symbols := symbolsOf(brief)
	i := acronym(symbols, units)
	if i < 0 {
		i = align(symbols, units, shapeOf(brief))
	}
	if i < 0 {
		return core.Span{}, false
	}
	long := core.Span{Start: units[i].at, End: len(s)}
	return long, plausible(s[long.Start:long.End], short)
}

// plausible applies the conditions of the paper on a pair as a whole. A long form
// that holds the short one, as written or as a word of its own, says nothing new:
// "Form 10-Q for May (Form 10-Q)", "notes outstanding (Notes)".
func plausible(long, short string) bool {
	key := Key(short)
	if strings.Contains(long, short) || Key(long) == key {
		return false
	}
	for w := range strings.FieldsSeq(long) {
		if Key(w) == key {
			return false
		}
	}
	n := 0
	for _, r := range short {
		if isAlphanumeric(r) {
			n++
		}
	}
	return countWords(long) <= mostWords(n) && utf8.RuneCountInString(long) > utf8.RuneCountInString(short)
}

// mostWords returns how many words the long form of a short one with n letters and
// digits may have.
func mostWords(n int) int { return min(n+5, 2*n) }

// parts reports whether a character parts words of a long form.
func parts(r rune) bool { return unicode.IsSpace(r) || r == '-' || r == '\u2010' }

func countWords(s string) int {
	n, inside := 0, false
	for _, r := range s {
		if !parts(r) && !inside {
			n++
		}
		inside = !parts(r)
	}
	return n
}
