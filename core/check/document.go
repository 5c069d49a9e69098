package check

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/core"
	"ibid/core/text"
)

// A document is a content indexed for one set of phrases and numbers; it finds no
// others.
type document struct {
	pages    []core.Page
	stream   stream
	lines    []line                // of pages, in order; none for kinds without pages
	grams    map[gram][]int32      // words that begin with a gram, in order
	numerals map[string][]pageSpan // numbers by value, in order
}

// A line is one line of a page that has words.
type line struct {
	first, last int32 // words
	page        int32 // index into pages
	before      int   // lines before it on its page
	after       int   // lines behind it
	open        bool  // it ends within a sentence
	lower       bool  // it begins with a small letter
}

// A pageSpan is a stretch of one page of a document.
type pageSpan struct {
	page int // index into the document's pages
	core.Span
}

// wanted is what a document is indexed for.
type wanted struct {
	grams   map[gram]bool
	lengths []int // of grams shorter than gramSize that occur
	filter  [1 << 13]uint64
	values  map[string]bool
}

// A gram is the beginning of a stretch of a stream, by which it is found.
type gram struct {
	bytes  [gramSize]byte
	length uint8
}

const (
	gramSize = 8
	// mostAlike is how many places of one gram are kept for each document.
	mostAlike = 1 << 14
)

func gramOf(b []byte) gram {
	g := gram{length: uint8(min(gramSize, len(b)))}
	copy(g.bytes[:], b)
	return g
}

// filter returns the word and the bit of a gram in the filter of wanted grams,
// which rules out most unwanted grams without a look-up in the map.
func (g gram) filter() (int, uint64) {
	h := uint32(2166136261) + uint32(g.length)
	for _, b := range g.bytes {
		h = (h ^ uint32(b)) * 16777619
	}
	h ^= h >> 15
	return int(h >> 6 & (1<<13 - 1)), 1 << (h & 63)
}

func newWanted() *wanted {
	return &wanted{grams: make(map[gram]bool), values: make(map[string]bool)}
}

func (w *wanted) phrase(p stream) {
	for i, at := range p.words {
		g := gramOf(p.bytes[at.at:])
		if g.length < gramSize && i > 0 {
			break // too short to be looked for by itself
		}
		if n := int(g.length); n < gramSize && !slices.Contains(w.lengths, n) {
			w.lengths = append(w.lengths, n)
		}
		w.grams[g] = true
		k, bit := g.filter()
		w.filter[k] |= bit
	}
}

// wants lists the wanted grams that b begins with.
func (w *wanted) wants(b []byte, found func(gram)) {
	look := func(g gram) {
		if k, bit := g.filter(); w.filter[k]&bit != 0 && w.grams[g] {
			found(g)
		}
	}
	if len(b) >= gramSize {
		look(gramOf(b))
	}
	for _, n := range w.lengths {
		if len(b) >= n {
			look(gramOf(b[:n]))
		}
	}
}

// newDocument indexes the pages of a content for which keep is true.
func newDocument(c *content, keep func(page int) bool, w *wanted) *document {
	d := &document{pages: c.pages, grams: make(map[gram][]int32), numerals: make(map[string][]pageSpan)}
	size := 0
	for i, p := range c.pages {
		if keep(i) {
			size += len(p.Text)
			d.addNumerals(i, p.Text, w)
		}
	}
	d.stream.bytes, d.stream.words = make([]byte, 0, size), make([]word, 0, size/4)
	inOrder, rest := c.reading(keep)
	for k, s := range inOrder {
		if k > 0 && (!c.paged || c.pages[s.page].Index-c.pages[inOrder[k-1].page].Index > 1) {
			d.stream.cut()
		}
		d.addSpot(s, c.interleaved[s.page])
	}
	for _, s := range rest {
		d.stream.cut()
		d.stream.add(s.page, d.pages[s.page].Text, s.Start, s.End)
	}
	d.numberLines()
	for i, at := range d.stream.words {
		w.wants(d.stream.bytes[at.at:], func(g gram) {
			if alike := d.grams[g]; len(alike) < mostAlike {
				d.grams[g] = append(alike, int32(i))
			}
		})
	}
	return d
}

// addNumerals keeps the numbers of a page that are wanted.
func (d *document) addNumerals(page int, s string, w *wanted) {
	if len(w.values) == 0 {
		return
	}
	for _, n := range numerals(s, true) {
		for _, v := range n.readings {
			if w.values[v] {
				d.numerals[v] = append(d.numerals[v], pageSpan{page, n.Span})
			}
		}
	}
}

// addSpot adds a stretch of a page line by line. The lines of a page whose
// columns interleave do not show where its text goes on.
func (d *document) addSpot(sp pageSpan, interleaved bool) {
	s := d.pages[sp.page].Text
	first := len(d.stream.words)
	d.stream.add(sp.page, s, sp.Start, sp.End)
	words := d.stream.words
	for first < len(words) {
		end := sp.End
		if n := strings.IndexByte(s[words[first].end:end], '\n'); n >= 0 {
			end = int(words[first].end) + n
		}
		last := first
		for last+1 < len(words) && int(words[last+1].start) < end {
			last++
		}
		d.lines = append(d.lines, line{
			first: int32(first), last: int32(last), page: int32(sp.page),
			open: !interleaved && isOpen(s[words[last].start:end]), lower: startsLower(s[words[first].start:end]),
		})
		first = last + 1
	}
}

// numberLines counts the lines before and behind each line on its page.
func (d *document) numberLines() {
	for i := range d.lines {
		if i > 0 && d.lines[i-1].page == d.lines[i].page {
			d.lines[i].before = d.lines[i-1].before + 1
		}
	}
	for i := len(d.lines) - 2; i >= 0; i-- {
		if d.lines[i+1].page == d.lines[i].page {
			d.lines[i].after = d.lines[i+1].after + 1
		}
	}
}

// isOpen reports whether a text goes on behind s.
func isOpen(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRightFunc(s, unicode.IsSpace))
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == ',' || r == ';' || r == '-' || r == ')'
}

// startsLower reports whether a text begins with a small letter.
func startsLower(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLower(r)
}

const (
	mostFoot = 3  // lines that may stand between a text and the end of its page, and the page's begin
	mostOver = 60 // lines that a text may step over where it shows that it goes on
)

// follows reports whether the text of line a may go on in line b.
func (d *document) follows(a, b int) bool {
	x, y := d.lines[a], d.lines[b]
	if b <= a+1 && x.page == y.page || b-a > mostOver || d.pages[y.page].Index-d.pages[x.page].Index > 1 {
		return false
	}
	if x.open && y.lower && !d.lines[a+1].lower {
		return true
	}
	return x.page != y.page && x.after <= mostFoot && y.before <= mostFoot
}

// matches reports whether p stands in the document from word i on, and returns
// its last word there.
func (d *document) matches(p []byte, i int) (last int, ok bool) {
	rest := d.stream.bytes[d.stream.words[i].at:]
	if !bytes.HasPrefix(rest, p) {
		return 0, false
	}
	last = d.stream.endingAt(int(d.stream.words[i].at) + len(p))
	return last, last >= 0
}

// spans returns where words stand: a span for each run of words that follow each
// other on a page.
func spans(pages []core.Page, words []word) []pageSpan {
	var out []pageSpan
	for _, w := range words {
		if n := len(out); n > 0 && out[n-1].page == int(w.page) && !apart(pages[w.page].Text, out[n-1].End, int(w.start)) {
			out[n-1].End = int(w.end)
			continue
		}
		out = append(out, pageSpan{int(w.page), core.Span{Start: int(w.start), End: int(w.end)}})
	}
	return out
}

// apart reports whether a word stands between two offsets, or the second is
// not behind the first.
func apart(s string, from, to int) bool { return to < from || text.CountWords(s[from:to]) > 0 }
