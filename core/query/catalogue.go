package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ibid/core/text"
)

// Card is what a document is called.
type Card struct {
	Key    string // what Match gives back: its path
	Name   string // of the file
	Title  string
	Author string
	First  string // how its first page begins; may be empty
}

// Bounds of a catalogue.
const (
	maxFirst     = 120 // words of a first page
	maxNameWords = 64  // words of a name, title and author together
	minPrefix    = 3   // letters of a name that a word of a file name may go on from
	minTitle     = 3   // words of a title that have to be in a question
)

// Catalogue knows documents by what they are called. It does not change and is
// safe for concurrent use.
type Catalogue struct {
	cards []card
	names map[string][]int // word of a name, title or author → cards, ascending
	first map[string][]int // word of a first page → cards, ascending
	order []string         // the words of names, sorted
}

type card struct {
	key   string
	short string   // first letters of the words of the file name, without numbers
	title []string // content words of the title or, without one, of the file name
	years map[int]bool
	page  map[int]bool // years on the first page
}

// NewCatalogue makes a catalogue of documents.
func NewCatalogue(cards []Card) *Catalogue {
	c := &Catalogue{names: make(map[string][]int), first: make(map[string][]int)}
	for i, from := range cards {
		stem := from.Name
		if dot := strings.LastIndexByte(stem, '.'); dot > 0 {
			stem = stem[:dot]
		}
		own := card{key: from.Key, years: make(map[int]bool), page: make(map[int]bool)}
		words := append(append(nameWords(stem), nameWords(from.Title)...), nameWords(from.Author)...)
		note(c.names, words[:min(len(words), maxNameWords)], i, own.years)
		page := nameWords(text.Clip(from.First, 16*maxFirst))
		note(c.first, page[:min(len(page), maxFirst)], i, own.page)
		for _, w := range nameWords(stem) {
			if !isDigits(w[:1]) {
				own.short += w[:1]
			}
		}
		for _, w := range nameWords(titleOf(from.Title, stem)) {
			if !IsStopWord(w) && !isDigits(w) {
				own.title = appendNew(own.title, w, maxNameWords)
			}
		}
		c.cards = append(c.cards, own)
	}
	for w := range c.names {
		c.order = append(c.order, w)
	}
	slices.Sort(c.order)
	return c
}

func titleOf(title, stem string) string {
	if strings.TrimSpace(title) != "" {
		return title
	}
	return stem
}

// nameWords are the folded words of a name, also those that only a change of
// case parts.
func nameWords(s string) []string {
	var b strings.Builder
	small := false
	for _, r := range s {
		if unicode.IsUpper(r) && small {
			b.WriteByte(' ')
		}
		small = unicode.IsLower(r)
		b.WriteRune(r)
	}
	forms := text.Forms(b.String())
	for i := range forms {
		forms[i] = strings.TrimSuffix(forms[i], "'s")
	}
	return forms
}

// note enters the words of card i and the years among them.
func note(index map[string][]int, words []string, i int, years map[int]bool) {
	for _, w := range words {
		if list := index[w]; len(list) == 0 || list[len(list)-1] != i {
			index[w] = append(list, i)
		}
		if y, _ := (sentence{{text: w}}).years(0); len(y) == 1 {
			years[y[0]] = true
		}
	}
}

// Narrowed is the part of a library that a question means.
type Narrowed struct {
	Keys  []string // of documents, in the catalogue's order; none is all of them
	Named []string // those and the ones that are named but for the year
	Why   string   // in words; empty without Keys
}

// Match finds the documents that a question names: by file name or title, by a
// company, author or place in capitals, and among these by year. Words that
// name more than half of the library narrow nothing.
func (c *Catalogue) Match(a Analysis) Narrowed {
	var found []int
	var said []string
	for _, p := range a.Of(Path) {
		found, said = c.take(found, said, c.files(p), p)
	}
	for _, run := range a.Hints.Capitals {
		cards, words := c.run(run)
		found, said = c.take(found, said, cards, strings.Join(words, " "))
	}
	if len(found) == 0 {
		for _, w := range a.Keywords {
			cards := c.names[w]
			if len(a.Hints.Years) > 0 && len(c.inYears(cards, a.Hints.Years)) > 0 && !isYear(w) {
				found, said = c.take(found, said, cards, w)
			}
		}
	}
	if len(found) == 0 {
		found, said = c.titled(a.Keywords)
	}
	if len(found) == 0 {
		return Narrowed{}
	}
	named := found
	if years := c.inYears(found, a.Hints.Years); len(years) > 0 {
		found = years
		for _, y := range a.Hints.Years {
			said = append(said, strconv.Itoa(y))
		}
	}
	return Narrowed{
		Keys: c.keys(found), Named: c.keys(named),
		Why: fmt.Sprintf("%s: %d of %d documents", strings.Join(said, ", "), len(found), len(c.cards)),
	}
}

func (c *Catalogue) keys(cards []int) []string {
	out := make([]string, len(cards))
	for i, n := range cards {
		out[i] = c.cards[n].key
	}
	return out
}

// take adds cards that are few enough to mean something.
func (c *Catalogue) take(found []int, said []string, cards []int, name string) ([]int, []string) {
	if len(cards) == 0 || 2*len(cards) > len(c.cards) {
		return found, said
	}
	found = append(found, cards...)
	slices.Sort(found)
	return slices.Compact(found), append(said, strconv.Quote(name))
}

// files are the cards whose path ends with p.
func (c *Catalogue) files(p string) (out []int) {
	p = strings.Trim(strings.TrimPrefix(p, "~"), "./")
	for i, card := range c.cards {
		before, ok := strings.CutSuffix(card.key, p)
		if ok && (before == "" || strings.HasSuffix(before, "/")) {
			out = append(out, i)
		}
	}
	return out
}

// run finds the longest part of a run of capitalised words that names documents,
// in names first and on first pages then, and says which part it was.
func (c *Catalogue) run(run []string) ([]int, []string) {
	run = run[:min(len(run), 8)]
	for _, find := range []func([]string) []int{c.named, c.begun, c.abbreviated, c.headed} {
		for n := len(run); n > 0; n-- {
			for i := 0; i+n <= len(run); i++ {
				if cards := find(run[i : i+n]); len(cards) > 0 && 2*len(cards) <= len(c.cards) {
					return cards, run[i : i+n]
				}
			}
		}
	}
	return nil, nil
}

// named are the cards whose name holds all words, or all as one word.
func (c *Catalogue) named(words []string) []int {
	if len(words) == 1 && IsStopWord(words[0]) {
		return nil
	}
	return merge(every(c.names, words), c.names[strings.Join(words, "")])
}

// begun are the cards in whose names a word begins as the words do together:
// MGM finds MGMRESORTS.
func (c *Catalogue) begun(words []string) (out []int) {
	prefix := strings.Join(words, "")
	if len(prefix) < minPrefix || IsStopWord(prefix) || isDigits(prefix) {
		return nil
	}
	i, _ := slices.BinarySearch(c.order, prefix)
	for ; i < len(c.order) && strings.HasPrefix(c.order[i], prefix); i++ {
		out = merge(out, c.names[c.order[i]])
	}
	return out
}

// abbreviated are the cards whose file name begins with words that a short word
// has the first letters of: GME finds General_Motors_Europe.pdf, and JnJ, with
// n for "and", JOHNSON_JOHNSON.pdf.
func (c *Catalogue) abbreviated(words []string) (out []int) {
	short := words[0]
	if len(words) > 1 || len(short) < 3 || len(short) > 5 || IsStopWord(short) {
		return nil
	}
	pair := ""
	if len(short) == 3 && short[1] == 'n' {
		pair = short[:1] + short[2:]
	}
	for i, own := range c.cards {
		if strings.HasPrefix(own.short, short) || pair != "" && strings.HasPrefix(own.short, pair) {
			out = append(out, i)
		}
	}
	return out
}

// headed are the cards whose first page holds all words, if they are few.
func (c *Catalogue) headed(words []string) []int {
	cards := every(c.first, words)
	if len(words) == 1 && 10*len(cards) > len(c.cards) {
		return nil
	}
	return cards
}

// every is the cards that are listed under all words.
func every(index map[string][]int, words []string) []int {
	var out []int
	for n, w := range words {
		list := index[w]
		if n == 0 {
			out = slices.Clone(list)
			continue
		}
		out = slices.DeleteFunc(out, func(i int) bool { _, ok := slices.BinarySearch(list, i); return !ok })
	}
	return out
}

func merge(a, b []int) []int {
	out := append(slices.Clone(a), b...)
	slices.Sort(out)
	return slices.Compact(out)
}

// inYears keeps the cards that bear one of the years, in the name or, if none
// does, on the first page.
func (c *Catalogue) inYears(cards []int, years []int) []int {
	for _, of := range []func(card) map[int]bool{func(k card) map[int]bool { return k.years }, func(k card) map[int]bool { return k.page }} {
		var out []int
		for _, i := range cards {
			if slices.ContainsFunc(years, func(y int) bool { return of(c.cards[i])[y] }) {
				out = append(out, i)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

func isYear(w string) bool {
	y, _ := (sentence{{text: w}}).years(0)
	return y != nil
}

// titled are the documents most of whose title a question says.
func (c *Catalogue) titled(keywords []string) (found []int, said []string) {
	counts := make(map[int]int)
	for _, w := range keywords {
		for _, i := range c.names[w] {
			if slices.Contains(c.cards[i].title, w) {
				counts[i]++
			}
		}
	}
	for i, n := range counts {
		if n >= minTitle && 3*n >= 2*len(c.cards[i].title) {
			found, said = c.take(found, said, []int{i}, strings.Join(c.cards[i].title, " "))
		}
	}
	slices.Sort(said)
	return found, said
}
