package query

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"ibid/core/text"
)

// Bounds of readings.
const (
	maxJoined = 4   // words of a question that may be one word of a name
	maxBegun  = 8   // words of names that begin alike; of more none is meant
	minSpelt  = 4   // letters of a short name in small letters
	manyNamed = 500 // documents of a word above which it names none without a year
	maxShorts = 16  // words of a question that may be short names
)

// Shares of what a word proves if it stands for a name without being it.
const (
	asPrefix = 0.8 // MGM for MGMRESORTS
	asShort  = 0.8 // GE for General Electric, AMEX for American Express, and the other way round
	asFirst  = 0.7 // it stands on the first page alone
)

// reading is a way to understand words of a question as words of names.
type reading struct {
	from, to  int      // words of the question, end excluded
	names     []string // the words of names; none if they stand on first pages alone
	quality   float64  // share of what they prove, up to 1
	documents []int32  // that have them, ascending
	spec      float64  // how far the words are said of these documents and of no other, 0 to 1
	bits      float64  // what they prove
	capital   bool     // they are written as a name
}

// reader finds the readings of a question.
type reader struct {
	c     *Catalogue
	words []NameWord
	count Count
	found []reading
	short int // words that were tried as short names

	spreads map[string][2]int // what count said
}

// readings lists the ways to understand the words of a question as names.
func (c *Catalogue) readings(words []NameWord, count Count) []reading {
	r := reader{c: c, words: words, count: count, spreads: make(map[string][2]int)}
	for i := range words {
		if n := r.joined(i); n > 0 || r.exact(i) {
			continue
		}
		r.shortened(i)
	}
	r.spelt()
	r.headed()
	for i := range r.found {
		r.weigh(&r.found[i])
	}
	return r.found
}

func (r *reader) add(from, to int, quality float64, documents []int32, names ...string) bool {
	if len(documents) == 0 {
		return false
	}
	r.found = append(r.found, reading{from: from, to: to, names: names, quality: quality, documents: documents})
	return true
}

// names reports whether the word at i may be a part of a name.
func (r *reader) names(i int) bool {
	w := r.words[i]
	return !w.Stop && !w.Dated && !isDigits(w.Form)
}

// run returns the forms of the words from i to j as one, and whether they stand in
// one go.
func (r *reader) run(i, j int) (joined string, ok bool) {
	if j > len(r.words) {
		return "", false
	}
	var b strings.Builder
	for n := i; n < j; n++ {
		if n < j-1 && r.words[n].Ends || r.words[n].Dated {
			return "", false
		}
		b.WriteString(r.words[n].Form)
	}
	return b.String(), true
}

// alone reports whether the word at i may name something by itself: a single letter,
// such as those of R&D, does not.
func (r *reader) alone(i int) bool {
	return r.names(i) && utf8.RuneCountInString(r.words[i].Form) > 1
}

func (r *reader) exact(i int) bool {
	form := r.words[i].Form
	return r.alone(i) && r.add(i, i+1, 1, r.c.names[form], form)
}

// joined reads the longest run of words from i that is one word of a name: Best
// Buy is BESTBUY. It returns the number of words.
func (r *reader) joined(i int) int {
	for n := maxJoined; n > 1; n-- {
		if joined, ok := r.run(i, i+n); ok && r.names(i) && r.add(i, i+n, 1, r.c.names[joined], joined) {
			return n
		}
	}
	return 0
}

// shortened reads the word at i, or single letters from there on, as short for
// longer words of a name.
func (r *reader) shortened(i int) {
	w, to := r.words[i], i+1
	form := w.Form
	if len(form) == 1 {
		for to < len(r.words) && len(r.words[to].Form) == 1 && !r.words[to-1].Ends {
			to++
		}
		if i > 0 && len(r.words[i-1].Form) == 1 && !r.words[i-1].Ends {
			return
		}
		form, _ = r.run(i, to)
	}
	if len(form) < 2 || !r.names(i) && to == i+1 || r.short >= maxShorts {
		return
	}
	r.short++
	if len(form) >= minPrefix {
		r.prefixed(i, to, form)
	}
	if len(form) > maxShort || !w.Capital && (len(form) < minSpelt || to > i+1) {
		return
	}
	least := 1
	if !w.Capital {
		least = 2
	}
	for _, s := range r.c.sequences[form[0]] {
		if n := spells(form, s.words, least); n > 1 {
			r.add(i, to, asShort, s.documents, s.names[:min(n, len(s.names))]...)
		}
	}
}

// prefixed reads a word as the beginning of a word of a name.
func (r *reader) prefixed(i, to int, form string) {
	at, _ := slices.BinarySearch(r.c.order, form)
	end := at
	for end < len(r.c.order) && strings.HasPrefix(r.c.order[end], form) {
		if end++; end-at > maxBegun {
			return
		}
	}
	for _, w := range r.c.order[at:end] {
		r.add(i, to, asPrefix, r.c.names[w], w)
	}
}

// spelt reads runs of words as what a short word of a name stands for: American
// Express is AMEX.
func (r *reader) spelt() {
	for i := range r.words {
		for n := 2; n <= maxJoined; n++ {
			if _, ok := r.run(i, i+n); !ok || !r.names(i) || !r.names(i+n-1) {
				break
			}
			words, capital := make([]string, 0, n), true
			for _, w := range r.words[i : i+n] {
				if !w.Stop {
					words = append(words, w.Form)
					capital = capital && w.Capital
				}
			}
			least := 1
			if !capital {
				least = 2
			}
			if len(words[0]) < least {
				break
			}
			prefix := words[0][:least]
			at, _ := slices.BinarySearch(r.c.order, prefix)
			for ; at < len(r.c.order) && strings.HasPrefix(r.c.order[at], prefix); at++ {
				w := r.c.order[at]
				if len(w) <= maxShort && w != words[0] && spells(w, words, least) == len(words) {
					r.add(i, i+n, asShort, r.c.names[w], w)
				}
			}
		}
	}
}

// spells returns how many words, from the first on, a short word is made of: two or
// more, each of which gives its first letters, at least least of them. It is 0 if
// they do not make it.
func spells(short string, words []string, least int) int {
	if len(short) < 2*least {
		return 0
	}
	return spell(short, words, least, len(short)-least)
}

// spell is spells for what is left of a short word. The first word gives most
// letters at most.
func spell(short string, words []string, least, most int) int {
	if len(words) == 0 {
		return 0
	}
	alike := 0
	for alike < min(len(words[0]), most) && words[0][alike] == short[alike] {
		alike++
	}
	for take := alike; take >= least; take-- {
		if take == len(short) {
			return 1
		}
		if n := spell(short[take:], words[1:], least, len(short)-take); n > 0 {
			return 1 + n
		}
	}
	return 0
}

// headed reads the longest runs of words in capitals that no name has as what a
// first page begins with. A single word must stand on few of them.
func (r *reader) headed() {
	for i := 0; i < len(r.words); i++ {
		end := i
		for end < len(r.words) && end-i < maxJoined && r.words[end].Capital && r.alone(end) && !r.read(end) && (end == i || !r.words[end-1].Ends) {
			end++
		}
		for ; end > i; end-- {
			var forms []string
			for _, w := range r.words[i:end] {
				forms = append(forms, w.Form)
			}
			in := every(r.c.first, forms)
			if end == i+1 && 10*len(in) > r.c.nameable {
				continue
			}
			if r.add(i, end, asFirst, in) {
				i = end - 1
				break
			}
		}
	}
}

// read reports whether the word at i has a reading.
func (r *reader) read(i int) bool {
	return slices.ContainsFunc(r.found, func(f reading) bool { return f.from <= i && i < f.to })
}

// What words prove, in bits: each halves the chance that a question holds a name
// without meaning it.
const (
	bitsSaid    = 0.05 // a word that everybody uses
	bitsOwn     = 1.45 // more, if one name alone has it and nothing else says it
	bitsCapital = 1.0  // a capital within a sentence
	bitsMarked  = 2.0  // in quotes, or with underscores
	bitsYear    = 1.5  // the year is in the name too
)

// weigh sets what a reading proves: the more, the fewer names have its words and the
// less they are said anywhere else.
func (r *reader) weigh(f *reading) {
	if len(f.documents) > manyNamed {
		f.bits = bitsSaid
		return
	}
	f.spec = 1
	passages, words := 0, 0
	for _, i := range f.documents {
		passages += r.c.documents[i].passages
	}
	elsewhere, capital, marked := len(r.c.documents), false, false
	said, in := math.MaxInt, math.MaxInt // passages and documents of the rarest word
	for _, w := range r.words[f.from:f.to] {
		capital, marked = capital || w.Capital, marked || w.Marked
		if w.Stop && f.to > f.from+1 {
			continue
		}
		words++
		elsewhere = min(elsewhere, beside(r.c.first[w.Form], f.documents))
		for _, asked := range w.Asked {
			p, d := r.spread(asked)
			said, in = min(said, p), min(in, d)
		}
	}
	if r.count == nil {
		in = len(f.documents) + elsewhere
		said = 0
	}
	f.spec = math.Sqrt(shareOf(passages, said) * shareOf(len(f.documents), in))
	rare := 1.
	for _, w := range f.names {
		rare = min(rare, r.c.rarity[w])
	}
	f.bits, f.capital = float64(words)*(bitsSaid+bitsOwn*f.spec*rare), capital || marked
	switch {
	case marked:
		f.bits += bitsMarked
	case capital && len(f.names) == 0:
		f.bits += bitsCapital / 2
	case capital:
		f.bits += bitsCapital
	case r.words[f.from].Begins:
		f.bits += bitsCapital / 2 * f.spec * rare
	}
}

// shareOf returns a part of all, at most 1; of nothing everything is.
func shareOf(part, all int) float64 {
	if all <= part {
		return 1
	}
	return float64(part) / float64(all)
}

// spread counts a word once a question.
func (r *reader) spread(word string) (passages, documents int) {
	if r.count == nil {
		return 0, 0
	}
	known, ok := r.spreads[word]
	if !ok {
		known[0], known[1] = r.count(word)
		r.spreads[word] = known
	}
	return known[0], known[1]
}

// every lists the documents that an index has under every one of the words.
func every(index map[string][]int32, words []string) (out []int32) {
	lists := make([][]int32, len(words))
	for n, w := range words {
		lists[n] = index[w]
	}
	slices.SortFunc(lists, func(a, b []int32) int { return cmp.Compare(len(a), len(b)) })
	for n, list := range lists {
		if n == 0 {
			out = slices.Clone(list)
			continue
		}
		out = slices.DeleteFunc(out, func(i int32) bool { return !holds(list, i) })
	}
	return out
}

func holds(list []int32, i int32) bool {
	_, ok := slices.BinarySearch(list, i)
	return ok
}

// files lists the documents whose path ends with p.
func (c *Catalogue) files(p string) (out []int32) {
	p = strings.Trim(strings.TrimPrefix(p, "~"), "./")
	for i, d := range c.documents {
		before, ok := strings.CutSuffix(d.key, p)
		if ok && (before == "" || strings.HasSuffix(before, "/")) {
			out = append(out, int32(i))
		}
	}
	return out
}

// asked lists the words of the question that a reading is of.
func (f reading) asked(words []NameWord) (out []string) {
	for _, w := range words[f.from:f.to] {
		for _, a := range w.Asked {
			out = appendNew(out, a, MaxWords)
		}
	}
	return out
}

// forms of a path as words of a question.
func pathForms(p string) []string { return text.Forms(p) }
