package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ibid/core/text"
)

// DocumentName holds the names of a document.
type DocumentName struct {
	Key    string // what Match returns: the path
	Name   string // of the file
	Title  string
	Author string
	First  string // how the first page begins; may be empty
}

// Bounds of a catalogue.
const (
	maxFirst     = 120 // words of a first page
	maxNameWords = 64  // words of a name, title and author together
	maxRun       = 8   // capitalised words in a row that are looked for
	minPrefix    = 3   // letters in a question with which a longer word of a file name may begin
	minTitle     = 3   // words of a title that a question must hold
	maxShort     = 5   // letters of an abbreviation; it has minPrefix at least
)

// Catalogue finds documents by their names. It is immutable and safe for
// concurrent use.
type Catalogue struct {
	documents []catalogued
	names     map[string][]int // word of a name, title or author → documents, ascending
	first     map[string][]int // word of a first page → documents, ascending
	order     []string         // the words of names, sorted
}

type catalogued struct {
	key        string
	initials   string       // first letters of the words of the file name, without numbers
	title      []string     // content words of the title or, without one, of the file name
	nameYears  map[int]bool // years in the name, title and author
	firstYears map[int]bool // years on the first page
}

// NewCatalogue makes a catalogue of documents.
func NewCatalogue(documents []DocumentName) *Catalogue {
	c := &Catalogue{names: make(map[string][]int), first: make(map[string][]int)}
	for i, from := range documents {
		stem := from.Name
		if dot := strings.LastIndexByte(stem, '.'); dot > 0 {
			stem = stem[:dot]
		}
		own := catalogued{key: from.Key, nameYears: make(map[int]bool), firstYears: make(map[int]bool)}
		words := append(append(nameWords(stem), nameWords(from.Title)...), nameWords(from.Author)...)
		record(c.names, words[:min(len(words), maxNameWords)], i, own.nameYears)
		page := nameWords(text.Clip(from.First, 16*maxFirst))
		record(c.first, page[:min(len(page), maxFirst)], i, own.firstYears)
		for _, w := range nameWords(stem) {
			if !isDigits(w[:1]) {
				own.initials += w[:1]
			}
		}
		for _, w := range nameWords(titleOf(from.Title, stem)) {
			if !IsStopWord(w) && !isDigits(w) {
				own.title = appendNew(own.title, w, maxNameWords)
			}
		}
		c.documents = append(c.documents, own)
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

// nameWords lists the folded words of a name, divided at a change of case too.
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

// record enters the words of document i into an index, and the years among them.
func record(index map[string][]int, words []string, i int, years map[int]bool) {
	for _, w := range words {
		if list := index[w]; len(list) == 0 || list[len(list)-1] != i {
			index[w] = append(list, i)
		}
		if y := yearsIn(w); len(y) == 1 {
			years[y[0]] = true
		}
	}
}

// Narrowed is the part of a library to which a question is restricted.
type Narrowed struct {
	Keys  []string // of documents, in the catalogue's order; none means all of them
	Named []string // Keys, and those of documents that the question names with another year
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
	for _, run := range a.Entities.Names {
		documents, words := c.run(run)
		found, said = c.take(found, said, documents, strings.Join(words, " "))
	}
	if len(found) == 0 {
		for _, w := range a.Keywords {
			if named := c.names[w]; len(c.inYears(named, a.Entities.Years)) > 0 && yearsIn(w) == nil {
				found, said = c.take(found, said, named, w)
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
	if years := c.inYears(found, a.Entities.Years); len(years) > 0 {
		found = years
		for _, y := range a.Entities.Years {
			said = append(said, strconv.Itoa(y))
		}
	}
	return Narrowed{
		Keys: c.keys(found), Named: c.keys(named),
		Why: fmt.Sprintf("%s: %d of %d documents", strings.Join(said, ", "), len(found), len(c.documents)),
	}
}

func (c *Catalogue) keys(documents []int) []string {
	out := make([]string, len(documents))
	for i, n := range documents {
		out[i] = c.documents[n].key
	}
	return out
}

// few reports whether there are documents, and at most half of the library: a
// name of more than half does not narrow anything.
func (c *Catalogue) few(documents []int) bool {
	return len(documents) > 0 && 2*len(documents) <= len(c.documents)
}

// take adds the documents of a name, if they are few.
func (c *Catalogue) take(found []int, said []string, documents []int, name string) ([]int, []string) {
	if !c.few(documents) {
		return found, said
	}
	found = append(found, documents...)
	slices.Sort(found)
	return slices.Compact(found), append(said, strconv.Quote(name))
}

// files lists the documents whose path ends with p.
func (c *Catalogue) files(p string) (out []int) {
	p = strings.Trim(strings.TrimPrefix(p, "~"), "./")
	for i, d := range c.documents {
		before, ok := strings.CutSuffix(d.key, p)
		if ok && (before == "" || strings.HasSuffix(before, "/")) {
			out = append(out, i)
		}
	}
	return out
}

// run finds the documents that the longest part of a run of capitalised words
// names, by their names first, then by their first pages. It returns them and
// that part.
func (c *Catalogue) run(run []string) ([]int, []string) {
	run = run[:min(len(run), maxRun)]
	for _, find := range []func([]string) []int{c.named, c.begun, c.abbreviated, c.headed} {
		for n := len(run); n > 0; n-- {
			for i := 0; i+n <= len(run); i++ {
				if documents := find(run[i : i+n]); c.few(documents) {
					return documents, run[i : i+n]
				}
			}
		}
	}
	return nil, nil
}

// named lists the documents whose name holds all words, or all of them as one.
func (c *Catalogue) named(words []string) []int {
	if len(words) == 1 && IsStopWord(words[0]) {
		return nil
	}
	return merge(every(c.names, words), c.names[strings.Join(words, "")])
}

// begun lists the documents with a name in which one word begins with all of the
// words joined: MGM finds MGMRESORTS.
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

// abbreviated lists the documents whose file name begins with words whose first
// letters make a short word: GME finds General_Motors_Europe.pdf, and RnD, with n
// for "and", Research_Development.pdf.
func (c *Catalogue) abbreviated(words []string) (out []int) {
	short := words[0]
	if len(words) > 1 || len(short) < minPrefix || len(short) > maxShort || IsStopWord(short) {
		return nil
	}
	pair := ""
	if len(short) == 3 && short[1] == 'n' {
		pair = short[:1] + short[2:]
	}
	for i, own := range c.documents {
		if strings.HasPrefix(own.initials, short) || pair != "" && strings.HasPrefix(own.initials, pair) {
			out = append(out, i)
		}
	}
	return out
}

// headed lists the documents whose first page has all words. For a single word
// they must be at most a tenth of the library.
func (c *Catalogue) headed(words []string) []int {
	documents := every(c.first, words)
	if len(words) == 1 && 10*len(documents) > len(c.documents) {
		return nil
	}
	return documents
}

// every lists the documents that an index has under every one of the words.
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

// inYears keeps the documents that have one of the years in the name or, if none
// does, on the first page.
func (c *Catalogue) inYears(documents []int, years []int) []int {
	var inName, onPage []int
	for _, i := range documents {
		d := c.documents[i]
		if slices.ContainsFunc(years, func(y int) bool { return d.nameYears[y] }) {
			inName = append(inName, i)
		}
		if slices.ContainsFunc(years, func(y int) bool { return d.firstYears[y] }) {
			onPage = append(onPage, i)
		}
	}
	if len(inName) > 0 {
		return inName
	}
	return onPage
}

// titled lists the documents whose title has two thirds of its words in a
// question, and at least minTitle of them.
func (c *Catalogue) titled(keywords []string) (found []int, said []string) {
	counts := make(map[int]int)
	for _, w := range keywords {
		for _, i := range c.names[w] {
			if slices.Contains(c.documents[i].title, w) {
				counts[i]++
			}
		}
	}
	for i, n := range counts {
		if n >= minTitle && 3*n >= 2*len(c.documents[i].title) {
			found, said = c.take(found, said, []int{i}, strings.Join(c.documents[i].title, " "))
		}
	}
	slices.Sort(said)
	return found, said
}
