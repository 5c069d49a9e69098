package check

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/core"
)

// A document is what is known of one content, brought into the form that is
// searched. It is made for one set of phrases and numbers and finds no others.
type document struct {
	pages    []core.Page
	stream   stream
	lines    []line            // of pages, in order; none for kinds without pages
	grams    map[gram][]int32  // words that begin with a gram, in order
	numerals map[string][]spot // numbers by value, in order
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

// A spot is a stretch of one page.
type spot struct {
	page int // index into the document's pages
	core.Span
}

// wanted is what a document is indexed for.
type wanted struct {
	grams   map[gram]bool
	lengths []int // of grams shorter than gramSize that occur
	rough   [1 << 13]uint64
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

// rough is where a gram's bit stands in a table that says for most other grams
// that they are not wanted.
func (g gram) rough() (int, uint64) {
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
		if !w.grams[g] && g.length < gramSize {
			w.addLength(int(g.length))
		}
		w.grams[g] = true
		k, bit := g.rough()
		w.rough[k] |= bit
	}
}

func (w *wanted) addLength(n int) {
	for _, l := range w.lengths {
		if l == n {
			return
		}
	}
	w.lengths = append(w.lengths, n)
}

// wants lists the wanted grams that b begins with.
func (w *wanted) wants(b []byte, found func(gram)) {
	look := func(g gram) {
		if k, bit := g.rough(); w.rough[k]&bit != 0 && w.grams[g] {
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

// newDocument indexes pages. Pages for which keep is false are left out, but
// keep their place.
func newDocument(pages []core.Page, paged bool, keep func(i int) bool, w *wanted) *document {
	d := &document{pages: pages, grams: make(map[gram][]int32), numerals: make(map[string][]spot)}
	for i, p := range pages {
		if !keep(i) {
			continue
		}
		if paged {
			d.addLines(i, p.Text)
		} else {
			d.stream.add(i, p.Text, 0, len(p.Text))
		}
		d.stream.cut()
		for _, n := range numerals(p.Text, true) {
			for _, v := range n.readings {
				if w.values[v] {
					d.numerals[v] = append(d.numerals[v], spot{i, n.Span})
				}
			}
		}
	}
	for i, at := range d.stream.words {
		w.wants(d.stream.bytes[at.at:], func(g gram) {
			if alike := d.grams[g]; len(alike) < mostAlike {
				d.grams[g] = append(alike, int32(i))
			}
		})
	}
	return d
}

// addLines adds a page line by line.
func (d *document) addLines(page int, s string) {
	begin := len(d.lines)
	first := len(d.stream.words)
	d.stream.add(page, s, 0, len(s))
	words := d.stream.words
	for first < len(words) {
		end := len(s)
		if n := strings.IndexByte(s[words[first].end:], '\n'); n >= 0 {
			end = int(words[first].end) + n
		}
		last := first
		for last+1 < len(words) && int(words[last+1].start) < end {
			last++
		}
		d.lines = append(d.lines, line{
			first: int32(first), last: int32(last), page: int32(page), before: len(d.lines) - begin,
			open: isOpen(s[words[last].start:end]), lower: startsLower(s[words[first].start:end]),
		})
		first = last + 1
	}
	for i := begin; i < len(d.lines); i++ {
		d.lines[i].after = len(d.lines) - 1 - i
	}
}

// isOpen reports whether a text goes on behind s.
func isOpen(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRightFunc(s, unicode.IsSpace))
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == ',' || r == ';' || r == '-' || r == ')'
}

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
	if x.open && y.lower {
		return true
	}
	return x.page != y.page && x.after <= mostFoot && y.before <= mostFoot
}

// matches reports whether p stands in the document from word i on, and its last
// word there.
func (d *document) matches(p []byte, i int) (last int, ok bool) {
	rest := d.stream.bytes[d.stream.words[i].at:]
	if !bytes.HasPrefix(rest, p) {
		return 0, false
	}
	last = d.stream.endingAt(int(d.stream.words[i].at) + len(p))
	return last, last >= 0
}

// spot is where words stand that are on one page.
func (d *document) spot(e extent) spot {
	a, b := d.stream.words[e.first], d.stream.words[e.last]
	return spot{int(a.page), core.Span{Start: int(a.start), End: int(b.end)}}
}
