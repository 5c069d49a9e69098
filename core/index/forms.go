package index

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/core"
	"ibid/core/query"
	"ibid/core/text"
)

// Bounds of the forms that are looked for.
const (
	formedWords = 32 // words of a query that are looked at
	formedParts = 3  // parts of one word
	formWeight  = 1  // the same word, written in another way
)

// forms lists the other ways in which words of a query are written as one word or
// as several, which no normal form of a single word can make equal: `IL6`, `IL-6`
// and `IL 6`; `well-known` and `wellknown`; `11604` and `11 604`; `1.2 bn` and
// `1,200 million`. Forms that stand nowhere are no harm: they find nothing.
func forms(words []string) []core.Expansion {
	f := former{words: words[:min(len(words), formedWords)]}
	for i, w := range f.words {
		f.divide(w)
		f.group(w)
		if i+1 < len(f.words) {
			f.join(w, f.words[i+1])
			f.magnitude(w+" "+f.words[i+1], w, f.words[i+1])
		}
	}
	f.joinNumbers()
	return f.list
}

type former struct {
	words []string
	list  []core.Expansion
}

func (f *former) add(of string, words ...string) {
	f.list = append(f.list, core.Expansion{Of: of, Words: words, Weight: formWeight})
}

// class is what a character is to the division of a word.
type class int

const (
	other class = iota
	digit
	latin
	greek
)

func classOf(r rune) class {
	switch {
	case r >= '0' && r <= '9':
		return digit
	case unicode.Is(unicode.Latin, r):
		return latin
	case unicode.Is(unicode.Greek, r):
		return greek
	}
	return other
}

// borders returns where digits, Latin and Greek letters meet in a word; nil if it
// has other characters too. A point or comma within a number belongs to it.
func borders(w string) (cuts []int) {
	last := other
	for i, r := range w {
		c := classOf(r)
		if (r == '.' || r == ',') && last == digit {
			c = digit
		}
		if c == other {
			return nil
		}
		if i > 0 && c != last {
			cuts = append(cuts, i)
		}
		last = c
	}
	return cuts
}

// divide adds the parts of a word that has digits and letters, or Latin and Greek
// ones.
func (f *former) divide(w string) {
	if first, second, ok := text.SplitGreek(w); ok {
		f.add(w, first, second)
	}
	cuts := borders(w)
	if len(cuts) == 1 && number(w[:1]) {
		f.magnitude(w, w[:cuts[0]], w[cuts[0]:])
	}
	if len(cuts) == 0 || len(cuts) >= formedParts {
		return
	}
	for _, at := range cuts {
		f.addParts(w, w[:at], w[at:])
	}
	if len(cuts) == 2 {
		f.addParts(w, w[:cuts[0]], w[cuts[0]:cuts[1]], w[cuts[1]:])
	}
}

// addParts adds a divided word. A stop word stands in nearly every passage: to look
// for one beside another word costs more than it finds.
func (f *former) addParts(w string, parts ...string) {
	for _, p := range parts {
		if query.IsStopWord(p) {
			return
		}
	}
	f.add(w, parts...)
}

// group adds a number in groups of three digits. Years are left out, since nobody
// writes them so.
func (f *former) group(w string) {
	digits := text.Normal(w)
	if n := len(digits); n < 4 || n > 12 || strings.Trim(digits, "0123456789") != "" || digits[0] == '0' {
		return
	}
	if year, _ := strconv.Atoi(digits); year >= 1900 && year < 2100 {
		return
	}
	f.add(w, threes(digits)...)
}

// threes divides digits in groups of three from the right.
func threes(digits string) (groups []string) {
	for first := (len(digits)-1)%3 + 1; digits != ""; first = 3 {
		groups = append(groups, digits[:first])
		digits = digits[first:]
	}
	return groups
}

// join adds two neighbours as one word: a compound, or digits and letters. Whether
// they stood together in the question is not known any more; if not, no text is
// likely to have them as one word.
func (f *former) join(a, b string) {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	x, y := classOf(last), classOf(first)
	if x == other || y == other || x == digit && y == digit || len(a)+len(b) > query.MaxWordBytes {
		return
	}
	f.add(a+" "+b, a+b)
}

// joinNumbers adds neighbours that are the groups of one number.
func (f *former) joinNumbers() {
	for i, w := range f.words {
		if len(w) > 3 || !number(w) || w[0] == '0' {
			continue
		}
		end := i + 1
		for end < len(f.words) && len(f.words[end]) == 3 && number(f.words[end]) {
			end++
		}
		if end > i+1 {
			f.add(strings.Join(f.words[i:end], " "), strings.Join(f.words[i:end], ""))
		}
	}
}

func number(w string) bool { return strings.Trim(w, "0123456789") == "" }

// magnitudes are the words for powers of ten, with the ways to write them. A single
// letter is also a unit (metre, byte), so it is looked for but not taken for one.
var magnitudes = []struct {
	power   int // of ten
	written []string
}{
	{3, []string{"thousand", "k"}},
	{6, []string{"million", "mn", "mln", "m"}},
	{9, []string{"billion", "bn", "bln", "b"}},
	{12, []string{"trillion", "tn", "trn"}},
}

// power returns the power of ten that a word names, 0 if none.
func power(w string) int {
	for _, m := range magnitudes {
		for _, name := range m.written {
			if name == w && len(w) > 1 {
				return m.power
			}
		}
	}
	return 0
}

// magnitude adds the other ways to write a number with a word for its magnitude:
// 1.2 billion is 1.2bn, 1,200 million and 1200000000.
func (f *former) magnitude(of, a, b string) {
	exponent := power(strings.TrimSuffix(b, "s"))
	value := text.Normal(a)
	if exponent == 0 || !number(strings.Replace(value, ".", "", 1)) || strings.HasPrefix(value, ".") || len(value) > 12 {
		return
	}
	for _, m := range magnitudes {
		n := shift(value, exponent-m.power)
		if n == "" {
			continue
		}
		for _, name := range m.written {
			f.add(of, n, name)
			f.add(of, n+name)
		}
	}
	if n := shift(value, exponent); n != "" {
		f.add(of, n)
	}
}

// shift multiplies a decimal number by a power of ten; empty if the result has more
// than four digits before the point of what is not a whole number, is below .1, or
// has more than 15 digits.
func shift(value string, power int) string {
	whole, fraction, _ := strings.Cut(value, ".")
	digits := whole + fraction
	point := len(whole) + power
	if point < 0 || point > 15 {
		return ""
	}
	for len(digits) < point {
		digits += "0"
	}
	whole, fraction = strings.TrimLeft(digits[:point], "0"), strings.TrimRight(digits[point:], "0")
	switch {
	case whole == "" && (fraction == "" || fraction[0] == '0'):
		return ""
	case whole == "":
		return "0." + fraction
	case fraction == "":
		return whole
	case len(whole) > 4:
		return ""
	}
	return whole + "." + fraction
}
