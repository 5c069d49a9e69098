package query

import (
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/core/text"
)

// DocumentName holds the names of a document.
type DocumentName struct {
	Key      string // what Match returns: the path
	Name     string // of the file
	Title    string
	Author   string
	First    string // how the first page begins; may be empty
	Passages int    // how many it has, about; 0 counts as 1
	Code     bool   // source code is named by its path alone
}

// Bounds of a catalogue.
const (
	maxFirst     = 120 // words of a first page
	maxNameWords = 64  // words of a name, title and author together
	minPrefix    = 3   // letters in a question with which a longer word of a name may begin
	maxShort     = 8   // words that a short name may stand for
)

// Catalogue finds documents by their names. It is immutable and safe for
// concurrent use.
type Catalogue struct {
	documents []catalogued
	nameable  int                // documents that are named by more than their path
	series    int                // sets of documents whose file names differ in numbers alone
	names     map[string][]int32 // word of a name, title or author → documents, ascending
	first     map[string][]int32 // word of a first page → documents, ascending
	dated     map[int][]int32    // year in a name → documents, ascending
	order     []string           // the words of names, sorted
	rarity    map[string]float64 // word of a name → 0 where all series have it, to 1 where one has it
	sequences map[byte][]sequence
}

// catalogued is a document as it is named.
type catalogued struct {
	key        string
	labels     [][]string // the different words of its file name, of its title, and the last one of each author: no years, no numbers
	series     int32      // documents whose file names differ in years and numbers alone have the same
	years      []int      // in the name and title
	part       string     // of a year, as NamedEntities.Part
	when       int        // the last year in the name with the part of it, as a number that grows with time; 0 without a year
	firstYears []int      // on the first page
	passages   int
}

// sequence is what a short name may be made of: the first words of a name, without
// stop words and numbers, in order. Its letters stand for these words.
type sequence struct {
	words     []string
	names     []string // the words of names that they stand for: themselves, or the one that they are parts of
	documents []int32  // ascending
}

// NewCatalogue makes a catalogue of documents.
func NewCatalogue(documents []DocumentName) *Catalogue {
	c := &Catalogue{
		names: make(map[string][]int32), first: make(map[string][]int32), dated: make(map[int][]int32),
		rarity: make(map[string]float64), sequences: make(map[byte][]sequence),
	}
	b := builder{c: c, series: make(map[string]int32), sequences: make(map[string]int)}
	for i, from := range documents {
		c.documents = append(c.documents, catalogued{key: from.Key, passages: max(from.Passages, 1)})
		if !from.Code {
			c.nameable++
			b.add(int32(i), from)
		}
	}
	c.series = len(b.series)
	for w, in := range c.names {
		c.order = append(c.order, w)
		c.rarity[w] = b.rarity(w, in)
	}
	slices.Sort(c.order)
	return c
}

// builder makes a catalogue.
type builder struct {
	c         *Catalogue
	series    map[string]int32 // by the words of file names
	sequences map[string]int   // places in c.sequences, by their words
}

// add enters document i.
func (b *builder) add(i int32, from DocumentName) {
	own := &b.c.documents[i]
	stem := from.Name
	if dot := strings.LastIndexByte(stem, '.'); dot > 0 {
		stem = stem[:dot]
	}
	left := maxNameWords
	record := func(written string) []string {
		words := nameWords(written)
		words = words[:min(len(words), left)]
		left -= len(words)
		for _, w := range words {
			own.date(w)
		}
		return words
	}
	stemWords, titleWords := record(stem), record(from.Title)
	if len(own.years) == 0 {
		for _, w := range nameWords(path.Base(path.Dir(filepath.ToSlash(from.Key)))) {
			own.date(w)
		}
	}
	if len(own.years) > 0 {
		own.when = 10 * slices.Max(own.years)
		if own.part != "" {
			own.when += int(own.part[1] - '0')
		}
	}
	own.series = b.seriesOf(labels(stemWords), from.Key)
	first := nameWords(text.Clip(from.First, 16*maxFirst))
	first = first[:min(len(first), maxFirst)]
	for _, words := range [][]string{stemWords, titleWords} {
		b.label(i, labels(words))
		b.sequence(i, inOrder(words), inOrder(words))
	}
	for author := range strings.FieldsFuncSeq(from.Author, func(r rune) bool { return strings.ContainsRune(",;&/", r) }) {
		if words := labels(record(author)); len(words) > 0 {
			b.label(i, words[len(words)-1:]) // first names are often left out
		}
	}
	for _, w := range labels(stemWords) {
		if parts := segments(w, first); parts != nil {
			b.sequence(i, parts, []string{w})
		}
	}
	for _, w := range first {
		enter(b.c.first, w, i)
		own.firstYears = append(own.firstYears, yearsIn(w)...)
	}
	for _, y := range own.years {
		enter(b.c.dated, y, i)
	}
}

// date notes the year and the part of a year that a word of a name means.
func (d *catalogued) date(word string) {
	for _, y := range yearsIn(word) {
		if !slices.Contains(d.years, y) {
			d.years = append(d.years, y)
		}
	}
	if part := partIn(word); part != "" {
		d.part = part
	}
}

// label enters the words of one name of document i.
func (b *builder) label(i int32, words []string) {
	if len(words) == 0 {
		return
	}
	d := &b.c.documents[i]
	d.labels = append(d.labels, words)
	for _, w := range words {
		enter(b.c.names, w, i)
	}
}

// sequence enters words for which short names of document i may stand.
func (b *builder) sequence(i int32, words, names []string) {
	if len(words) < 2 {
		return
	}
	words = words[:min(len(words), maxShort)]
	names = names[:min(len(names), maxShort)]
	id, letter := strings.Join(words, " "), words[0][0]
	at, known := b.sequences[id]
	if !known {
		at = len(b.c.sequences[letter])
		b.sequences[id] = at
		b.c.sequences[letter] = append(b.c.sequences[letter], sequence{words: words, names: names})
	}
	s := &b.c.sequences[letter][at]
	if n := len(s.documents); n == 0 || s.documents[n-1] != i {
		s.documents = append(s.documents, i)
	}
}

// seriesOf returns the series of a document whose file name has these words; one
// without any is alone.
func (b *builder) seriesOf(words []string, key string) int32 {
	id := strings.Join(words, " ")
	if id == "" {
		id = "/" + key
	}
	n, known := b.series[id]
	if !known {
		n = int32(len(b.series))
		b.series[id] = n
	}
	return n
}

// rarity returns the inverse frequency of a word, as a share of the highest there
// could be: among the series that have it in a name, or among the documents that
// have it in a name or on the first page, whichever is less.
func (b *builder) rarity(w string, in []int32) float64 {
	series := make(map[int32]bool)
	for _, i := range in {
		series[b.c.documents[i].series] = true
	}
	all := len(in) + beside(b.c.first[w], in)
	return min(inverse(len(series), len(b.series)), inverse(all, b.c.nameable))
}

// leastRarity is the rarity of a word that everything has.
const leastRarity = 0.05

// inverse returns the inverse frequency of what n of all have, leastRarity to 1.
func inverse(n, all int) float64 {
	if all < 2 {
		return 1
	}
	return max(leastRarity, math.Log(float64(all)/float64(n))/math.Log(float64(all)))
}

func enter[K comparable](index map[K][]int32, key K, i int32) {
	if list := index[key]; len(list) == 0 || list[len(list)-1] != i {
		index[key] = append(list, i)
	}
}

// beside counts the documents of a list that are not in another one. Both are
// ascending.
func beside(list, other []int32) (n int) {
	at := 0
	for _, i := range list {
		for at < len(other) && other[at] < i {
			at++
		}
		if at == len(other) || other[at] != i {
			n++
		}
	}
	return n
}

// nameWords lists the folded words of a name, divided at a change of case and
// before a number at the end too, without the s of the plural. A number, a hyphen
// and a letter are one word: 10-K.
func nameWords(s string) []string {
	forms := text.Forms(spacedName(s))
	for i, f := range forms {
		f = strings.TrimSuffix(f, "'s")
		if len(f) > 4 && strings.HasSuffix(f, "s") && !strings.ContainsRune("sui", rune(f[len(f)-2])) {
			f = f[:len(f)-1]
		}
		forms[i] = f
	}
	return forms
}

// minNumbered is the number of letters after which a number at the end of a word
// is one of its own: lecture12, but not q2.
const minNumbered = 3

// spacedName divides the words of a name.
func spacedName(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 8)
	letter := func(i int) bool { return i < len(s) && (s[i] >= utf8.RuneSelf || s[i]|0x20 >= 'a' && s[i]|0x20 <= 'z') }
	digit := func(i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }
	small, letters := false, 0
	for i, r := range s {
		switch {
		case unicode.IsUpper(r) && small:
			b.WriteByte(' ')
		case letters >= minNumbered && digit(i):
			end := i
			for digit(end) {
				end++
			}
			if !letter(end) {
				b.WriteByte(' ')
			}
		case r == '-' && digit(i-1) && letter(i+1) && !letter(i+2) && !digit(i+2):
			continue
		}
		small, letters = unicode.IsLower(r), letters+1
		if !letter(i) {
			letters = 0
		}
		b.WriteRune(r)
	}
	return b.String()
}

// inOrder keeps the words that name something: no stop words, single letters, years
// and numbers.
func inOrder(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		return len(w) == 1 || IsStopWord(w) || isDigits(w) || yearsIn(w) != nil || partIn(w) != ""
	})
}

// labels is inOrder with each word once.
func labels(words []string) (out []string) {
	for _, w := range inOrder(words) {
		out = appendNew(out, w, maxNameWords)
	}
	return out
}

// segments returns the words in a row on a first page that make one word of a
// name: american and express of AMERICANEXPRESS. It is nil if there are none.
func segments(word string, first []string) []string {
	if len(word) < 2*minPrefix {
		return nil
	}
	for i, w := range first {
		joined := w
		for n := i + 1; n < len(first) && len(joined) < len(word) && strings.HasPrefix(word, joined); n++ {
			if joined += first[n]; joined == word {
				return first[i : n+1]
			}
		}
	}
	return nil
}
