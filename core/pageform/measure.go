package pageform

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// measures are counts over the tokens of a text, which white space parts.
type measures struct {
	words    int // tokens with letters
	capitals int // of them, those that begin with a capital and are not shouted
	shouted  int // all capitals, as the word before them
	numbers  int // tokens of digits and their signs
	clauses  int // words in runs of clauseWords and more without a capital

	// Entries that end in a number by itself, at a line end or before a capital.
	leaders    int // rows of dots
	entries    int
	entryWords int // words of entries that are short
	rising     int // entries whose number is not below the one before
	single     int // entries whose number is the one before plus one
	first      int // number of the first entry
	last       int

	// Entries with a run of numbers behind a comma.
	runs       int
	runWords   int // words of entries that are short
	longRuns   int // runs of two numbers and more
	risingRuns int // of them, those in rising order
	ordered    int // entries that do not come before both of the last two in the alphabet: one may be a part of the other

	years    int // four digits, 1500 to 2099
	marks    int // initials, ranges of pages, volumes, addresses, [12] at the start of a line
	numbered int // lines that begin with a number which follows that of the line before
}

// Bounds of entries.
const (
	clauseWords   = 4  // words without a capital in a row: a clause rather than a title
	entryMost     = 25 // words of an entry that ends in a page number
	indexMost     = 9  // words of an entry of an index
	largestPage   = 2000
	earliestYear  = 1500
	latestYear    = 2099
	mostInitials  = 2   // letters: LLC and PhD are none
	mostPages     = 300 // of a source
	leaderDots    = 4   // in a row
	orderingBytes = 3   // of a word that decide on alphabetical order
)

func (m *measures) clauseShare() float64 { return share(m.clauses, m.words) }

// per100 returns n for each hundred words.
func (m *measures) per100(n int) float64 { return 100 * share(n, m.words) }

// step returns the mean distance of the numbers of two entries.
func (m *measures) step() float64 { return share(m.last-m.first, m.entries-1) }

// scan reads a text token by token.
type scan struct {
	measures
	dots      int                    // single dots before this one, in a row
	before    token                  // the token before this one
	lower     int                    // words without a capital before this one, in a row
	entry     int                    // words since the last entry ended
	pending   int                    // number that ends an entry if a capital or a line end follows; 0 for none
	indexed   int                    // words since the last run of numbers ended
	keys      [3][orderingBytes]byte // of the present entry and the two before it
	run       int                    // numbers of the present run
	runLast   int
	runRises  bool
	lineLabel int // number that the line before began with
}

// measure counts what stands in a text. It allocates nothing.
func measure(text string) measures {
	var s scan
	newline := true
	for i := 0; i < len(text); {
		for i < len(text) && text[i] <= ' ' {
			newline = newline || text[i] == '\n'
			i++
		}
		start := i
		for i < len(text) && text[i] > ' ' {
			i++
		}
		if i > start {
			s.take(classify(text[start:i], newline))
			newline = false
		}
	}
	s.take(token{start: true})
	return s.measures
}

// token is one token with what matters of it.
type token struct {
	text    string
	start   bool // of a line
	letters bool
	capital bool // begins with a capital, digits and signs before it left out
	shout   bool // two letters or more, all capitals
	number  int  // of digits alone, with brackets, points and dots around it left out; 0 for none
	numeric bool // has digits and no letters
	comma   bool // a comma or semicolon ends it
	leader  bool // holds a row of dots
	dotted  bool // holds a point
	initial bool // `J.`, `J.-P.`, `JK`: capitals that may be initials
}

// classify looks at the characters of one token.
func classify(t string, start bool) token {
	k := token{text: t, start: start, comma: t[len(t)-1] == ',' || t[len(t)-1] == ';'}
	upper, lower, digits, dots := 0, 0, 0, 0
	for i := 0; i < len(t); {
		c := t[i]
		switch {
		case c >= 'a' && c <= 'z':
			lower++
		case c >= 'A' && c <= 'Z':
			k.capital = k.capital || upper+lower == 0
			upper++
		case c >= '0' && c <= '9':
			digits++
		case c == '.':
			dots++
			k.leader = k.leader || strings.HasPrefix(t[i:], "....")
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(t[i:])
			switch {
			case unicode.IsUpper(r):
				k.capital = k.capital || upper+lower == 0
				upper++
			case unicode.IsLetter(r):
				lower++
			case r == '…' || r == '·':
				k.leader = k.leader || strings.Count(t, string(r)) > 1
			}
			i += size
			continue
		}
		i++
	}
	k.letters = upper+lower > 0
	k.shout = upper > 1 && lower == 0 && dots == 0
	k.dotted = dots > 0
	k.numeric = digits > 0 && !k.letters
	k.initial = upper > 0 && lower == 0 && digits == 0 && upper <= mostInitials
	k.leader = k.leader || dots > 0 && !k.letters && digits == 0 && dots >= leaderDots
	if k.numeric && digits <= 4 {
		k.number = wholeNumber(t)
	}
	return k
}

// wholeNumber returns the number that a token is, with dots before it and brackets
// or a comma around it left out; 0 if it is anything else, such as 1.5, $3 or 12%.
func wholeNumber(t string) int {
	t = strings.TrimRight(strings.TrimLeft(t, ".([…·"), ",;)]")
	n := 0
	for i := range len(t) {
		if t[i] < '0' || t[i] > '9' {
			return 0
		}
		n = 10*n + int(t[i]-'0')
	}
	return n
}

func isYear(n int) bool { return n >= earliestYear && n <= latestYear }

// take counts one token.
func (s *scan) take(t token) {
	if t.text == "." {
		if s.dots++; s.dots != leaderDots {
			return
		}
		t.leader = true
	} else {
		s.dots = 0
	}
	s.settle(t)
	s.label(t)
	switch {
	case t.letters:
		s.word(t)
	case t.numeric:
		s.numeral(t)
	}
	if t.leader {
		s.leaders++
	}
	s.cite(t)
	if t.text != "" && (t.letters || t.numeric || t.leader) {
		s.before = t
	}
}

// settle decides whether the number before t ended an entry.
func (s *scan) settle(t token) {
	if s.pending == 0 {
		return
	}
	if t.start || t.capital || t.leader || t.numeric && strings.IndexByte(t.text, '.') > 0 {
		s.endEntry(s.pending)
	}
	s.pending = 0
}

// endEntry counts an entry that ends in a page number.
func (s *scan) endEntry(page int) {
	if s.entry <= entryMost {
		s.entryWords += s.entry
	}
	s.entry = 0
	if s.entries++; s.entries == 1 {
		s.first = page
	} else {
		if page >= s.last {
			s.rising++
		}
		if page == s.last+1 {
			s.single++
		}
	}
	s.last = page
}

// word counts a token with letters.
func (s *scan) word(t token) {
	s.words++
	s.entry++
	s.endRun()
	if s.indexed++; s.indexed == 1 {
		s.keys[0] = keyOf(t.text)
	}
	switch {
	case t.shout && s.before.shout:
		s.shouted++
		return
	case t.capital:
		s.capitals++
		s.lower = 0
		return
	}
	switch s.lower++; {
	case s.lower == clauseWords:
		s.clauses += clauseWords
	case s.lower > clauseWords:
		s.clauses++
	}
}

// keyOf returns the first letters of a word in lower case.
func keyOf(word string) (k [orderingBytes]byte) {
	n := 0
	for i := 0; i < len(word) && n < len(k); i++ {
		if c := word[i] | 0x20; c >= 'a' && c <= 'z' {
			k[n] = c
			n++
		}
	}
	return k
}

// numeral counts a token of digits.
func (s *scan) numeral(t token) {
	s.numbers++
	s.lower = 0
	page := firstOf(t.text)
	bare := t.text[0] != '(' && t.text[0] != '[' && t.text[len(t.text)-1] <= '9' && !t.comma
	if bare && t.number > 0 && t.number <= largestPage && !isYear(t.number) && (s.before.letters || s.before.leader) && s.entry > 0 {
		s.pending = t.number
	}
	switch {
	case page == 0 || page > largestPage || s.indexed == 0 && s.run == 0:
		s.endRun()
	case s.run == 0 && (s.before.comma || t.comma):
		s.run, s.runLast, s.runRises = 1, page, true
	case s.run > 0 && s.before.comma:
		s.run++
		s.runRises = s.runRises && page >= s.runLast
		s.runLast = page
	default:
		s.endRun()
	}
}

// endRun ends a run of page numbers, and with it an entry of an index.
func (s *scan) endRun() {
	if s.run == 0 {
		return
	}
	key := string(s.keys[0][:])
	if s.runs++; s.runs > 1 && (key >= string(s.keys[1][:]) || key >= string(s.keys[2][:])) {
		s.ordered++
	}
	if s.indexed <= indexMost {
		s.runWords += s.indexed
	}
	if s.run > 1 {
		s.longRuns++
		if s.runRises {
			s.risingRuns++
		}
	}
	s.keys[2], s.keys[1], s.run, s.indexed = s.keys[1], s.keys[0], 0, 0
}

// firstOf returns the number that a page or a range of pages begins with: 12 for
// 12, 12–14, 12f. and 12n3; 0 for anything else.
func firstOf(t string) int {
	t = strings.TrimRight(t, ",;.")
	n, i := 0, 0
	for i < len(t) && t[i] >= '0' && t[i] <= '9' && i < 5 {
		n = 10*n + int(t[i]-'0')
		i++
	}
	if rest := t[i:]; i == 0 || rest != "" && rest[0] != '-' && !strings.HasPrefix(rest, "–") {
		return 0
	}
	return n
}

// label counts lines that begin with numbers in order: 10.1, 10.2 or [3].
func (s *scan) label(t token) {
	if !t.start || !t.numeric {
		return
	}
	if n := labelOf(t.text); n > s.lineLabel && s.lineLabel > 0 && n-s.lineLabel < 200 {
		s.numbered++
		s.lineLabel = n
	} else {
		s.lineLabel = n
	}
}

// labelOf returns a number by which labels can be compared: 10.2 is less than
// 10.11; 0 if t is no label.
func labelOf(t string) int {
	t = strings.Trim(t, "*[](){}.,†‡+#")
	whole, part, _ := strings.Cut(t, ".")
	a, b := digitsOf(whole), digitsOf(part)
	if a < 0 || b < 0 || a > 999 || b > 99 {
		return 0
	}
	return a*100 + b
}

// digitsOf returns the number that t is, 0 if t is empty, -1 if it is none.
func digitsOf(t string) int {
	n := 0
	for i := range len(t) {
		if t[i] < '0' || t[i] > '9' || i > 4 {
			return -1
		}
		n = 10*n + int(t[i]-'0')
	}
	return n
}

// cite counts what stands in references.
func (s *scan) cite(t token) {
	text := t.text
	if i := strings.IndexByte(text, ';'); i > 0 && i < len(text)-1 { // 2003;12:4-9
		t.text, text = text[i+1:], text[:i]
	}
	if date := s.before.number >= 1 && s.before.number <= 31 && s.before.comma; !date && isYear(yearOf(text)) { // January 28, 2016
		s.years++
	}
	switch {
	case t.initial && s.before.capital && (t.comma && !s.before.comma || t.dotted && s.before.comma):
		s.marks++ // Smith JK, or Smith, J. K.
	case t.numeric && isPages(t.text):
		s.marks++
	case t.start && t.number > 0 && t.text[0] == '[':
		s.marks++
	case !t.letters:
	case strings.HasPrefix(t.text, "http"), strings.HasPrefix(t.text, "doi"), strings.HasPrefix(t.text, "www."), strings.HasPrefix(t.text, "arXiv"):
		s.marks++
	}
}

// yearOf returns the number of a year as sources write it: (2003), 2003a. or 2003,
func yearOf(t string) int {
	t = strings.Trim(t, "(),.;:[]")
	if n := len(t); n == 5 && t[4] >= 'a' && t[4] <= 'e' {
		t = t[:4]
	}
	if len(t) != 4 {
		return 0
	}
	return digitsOf(t)
}

// isPages reports whether t is a range of pages in rising order or an issue with
// pages: 1877–1901, 33:12-15, 12(3). A span of years is none.
func isPages(t string) bool {
	t = strings.Trim(t, "(),.;[]")
	if i := strings.IndexByte(t, ':'); i > 0 {
		return digitsOf(t[:i]) > 0 && firstOf(t[i+1:]) > 0 && len(t) > 5
	}
	if i := strings.IndexByte(t, '('); i > 0 {
		return digitsOf(t[:i]) > 0 && len(t) > i+1 && t[i+1] >= '0' && t[i+1] <= '9'
	}
	i := strings.IndexAny(t, "-–")
	if i <= 0 {
		return false
	}
	a, b := digitsOf(t[:i]), digitsOf(strings.TrimPrefix(strings.TrimPrefix(t[i:], "-"), "–"))
	if isYear(a) && isYear(b) || a <= 0 || b <= 0 || t[0] == '0' {
		return false
	}
	return a < b && b-a < mostPages || b < 100 && a > 100 && a%100 < b // 1877–91
}
