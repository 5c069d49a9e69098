package assemble

import (
	"cmp"
	"iter"
	"slices"
	"unicode/utf8"

	"ibid/core"
	"ibid/core/text"
)

// part is a stretch of a page without a gap. Its spans are in reading order;
// there are several only where the text is interrupted or its columns
// interleave.
type part struct {
	spans               []core.Span
	passages            [2]int // ordinals of the first and the last passage
	cutBefore, cutAfter bool   // something of the passages is left out there: shown as …
}

// spansOf yields the spans of parts in order.
func spansOf(parts []part) iter.Seq[core.Span] {
	return func(yield func(core.Span) bool) {
		for _, p := range parts {
			for _, s := range p.spans {
				if !yield(s) {
					return
				}
			}
		}
	}
}

// joinParts sorts parts in reading order, the order of their passages, and joins
// those that overlap or follow each other.
func joinParts(page string, parts []part) []part {
	parts = slices.Clone(parts)
	slices.SortStableFunc(parts, func(a, b part) int {
		return cmp.Or(a.passages[0]-b.passages[0], a.spans[0].Start-b.spans[0].Start)
	})
	var out []part
	for _, p := range parts {
		n := len(out)
		if n == 0 {
			out = append(out, p)
			continue
		}
		spans := joinSpans(page, append(slices.Clone(out[n-1].spans), p.spans...))
		if p.passages[0] > out[n-1].passages[1]+1 && len(spans) == len(out[n-1].spans)+len(p.spans) {
			out = append(out, p)
			continue
		}
		out[n-1].spans, out[n-1].passages[1] = spans, max(out[n-1].passages[1], p.passages[1])
		out[n-1].cutAfter = p.cutAfter
	}
	return out
}

// joinSpans joins each span with the one before it if it begins within that one
// or only blanks stand between them.
func joinSpans(page string, spans []core.Span) []core.Span {
	var out []core.Span
	for _, s := range spans {
		if n := len(out); n > 0 {
			last := &out[n-1]
			if gap := (core.Span{Start: last.End, End: max(last.End, s.Start)}); s.Start >= last.Start && text.Trim(page, gap).Len() == 0 {
				last.End = max(last.End, s.End)
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// cutter shortens one passage.
type cutter struct {
	page    *page
	whole   part
	units   []core.Span  // of the whole, in reading order
	matches []core.Span  // matched words, as ranges of the page
	entity  *core.Entity // that the passage is about, of source code; nil if it is not known
}

func newCutter(p *page, whole part, matches []core.Span) *cutter {
	c := &cutter{page: p, whole: whole, matches: matches}
	for _, s := range whole.spans {
		c.units = append(c.units, p.units(s)...)
	}
	return c
}

// pick returns units first to last, both included.
func (c *cutter) pick(first, last int) part {
	return part{
		passages:  c.whole.passages,
		spans:     joinSpans(c.page.text, c.units[first:last+1]),
		cutBefore: first > 0 || c.whole.cutBefore,
		cutAfter:  last < len(c.units)-1 || c.whole.cutAfter,
	}
}

// words counts the words of units first to last, which need not follow each
// other in the text.
func (c *cutter) words(first, last int) int {
	n := 0
	for _, s := range c.units[first : last+1] {
		n += c.page.words(s)
	}
	return n
}

// best returns the unit that holds most of the matches.
func (c *cutter) best() int {
	best, most := 0, -1
	for i, s := range c.units {
		if n := len(within(c.matches, s)); n > most {
			best, most = i, n
		}
	}
	return best
}

// around returns the unit that holds most of the matches, with so many
// neighbours on either side.
func (c *cutter) around(neighbours int) []part {
	if len(c.units) == 0 {
		return []part{c.whole}
	}
	best := c.best()
	first, last := max(best-neighbours, 0), min(best+neighbours, len(c.units)-1)
	if c.page.breaks != text.OwnLines && c.words(first, last) > (2*neighbours+1)*longSentence {
		first, last = best, best
	}
	p := c.pick(first, last)
	if first == last {
		c.limit(&p, c.units[best], longSentence)
	}
	return []part{p}
}

// limit cuts a part that is one unit to so many words around its first match.
func (c *cutter) limit(p *part, unit core.Span, words int) {
	if c.page.words(unit) <= words && unit.Len() <= words*wordBytes {
		return
	}
	shorter, before, after := window(c.page.text, unit, within(c.matches, unit), words)
	p.spans, p.cutBefore, p.cutAfter = []core.Span{shorter}, p.cutBefore || before, p.cutAfter || after
}

// wordBytes is more bytes than a word has on average in any script. A text that
// keeps to a limit of words but has more bytes than this for each of them is not
// prose, and is cut too.
const wordBytes = 16

// Bounds of what is quoted of the head or tail of a passage.
const (
	headWords    = 60
	tailWords    = 40
	outlineWords = 30 // a first or last sentence of more is cut
	headLines    = 6  // of source code: a signature and the first lines of the body
	tailLines    = 3
	docLines     = 3 // a longer comment is left out before a signature
)

// head returns the first unit and those after it, up to a bound of words, or of
// lines in source code. Of an entity it begins with the signature.
func (c *cutter) head(words, lines int) part {
	if first, signed, ok := c.signed(); ok {
		if first <= docLines {
			first = 0
		}
		return c.pick(first, c.statement(signed, min(max(first+lines-1, signed), len(c.units)-1)))
	}
	last := 0
	for last+1 < len(c.units) && c.fits(0, last+1, words, lines) {
		last++
	}
	p := c.pick(0, last)
	if last == 0 {
		c.limit(&p, c.units[0], max(words, outlineWords))
	}
	return p
}

// fits reports whether units first to last keep to a bound of words, or of lines
// in source code.
func (c *cutter) fits(first, last, words, lines int) bool {
	if c.page.breaks == text.OwnLines {
		return last-first < lines
	}
	return c.words(first, last) <= words
}

// bookend returns head and tail of the passage, or all of it where they meet.
func (c *cutter) bookend(head, tail int) []part {
	if len(c.units) == 0 {
		return []part{c.whole}
	}
	from := len(c.units) - 1
	for from > 0 && c.fits(from-1, len(c.units)-1, tail, tailLines) {
		from--
	}
	first := c.head(head, headLines)
	for from < len(c.units)-1 && c.page.joints != nil && !c.begins(from) && c.begins(from+1) {
		from++
	}
	last := c.pick(from, len(c.units)-1)
	if from == len(c.units)-1 {
		c.limit(&last, c.units[from], max(tail, outlineWords))
	}
	if len(first.spans) == 0 || last.spans[0].Start <= first.spans[len(first.spans)-1].End {
		return []part{c.whole}
	}
	first.cutAfter, last.cutBefore = false, false // the gap between them is shown
	return []part{first, last}
}

// outline returns the first sentence, or the signature.
func (c *cutter) outline() []part {
	if len(c.units) == 0 {
		return []part{c.whole}
	}
	if first, signed, ok := c.signed(); ok {
		return []part{c.pick(first, signed)}
	}
	return []part{c.head(1, c.signature())}
}

// signed returns the units that are the entity's signature; ok is false if they
// are not in the passage.
func (c *cutter) signed() (first, last int, ok bool) {
	if c.entity == nil || len(c.units) == 0 {
		return 0, 0, false
	}
	first = slices.IndexFunc(c.units, func(s core.Span) bool { return s.End > c.entity.Start })
	if first < 0 || c.units[first].Start > c.entity.Start+maxIndent {
		return 0, 0, false
	}
	for last = first; last+1 < len(c.units) && last-first < headLines && c.units[last+1].Start <= c.entity.Body; last++ {
		if c.units[last].End >= c.entity.Body {
			break
		}
	}
	return first, last, true
}

// maxIndent is the most bytes between the beginning of an entity and the
// beginning of its quoted text.
const maxIndent = 200

// statement returns the last line from first to last that ends a statement; last
// if none does.
func (c *cutter) statement(first, last int) int {
	for n := last; n >= first; n-- {
		if n == len(c.units)-1 || c.begins(n+1) {
			return n
		}
	}
	return last
}

// begins reports whether a statement or entity begins with a unit, which is a
// line.
func (c *cutter) begins(unit int) bool { return c.page.joints[c.page.lines.Line(c.units[unit].Start)] }

// signature returns the number of lines up to the one that opens a body; 1 if
// none of the first headLines does.
func (c *cutter) signature() int {
	for i, s := range c.units[:min(headLines, len(c.units))] {
		switch c.page.text[s.End-1] {
		case '{', ':', ';':
			return i + 1
		}
	}
	return 1
}

// shorten returns what is quoted of a passage at the levels between full and
// outline.
func (c *cutter) shorten(t core.Truncation) (trimmed, short []part) {
	switch {
	case len(c.units) == 0:
		return []part{c.whole}, []part{c.whole}
	case t == core.TruncateSignature:
		p := []part{c.head(headWords, headLines)}
		return p, p
	case t == core.TruncateBookend:
		return c.bookend(headWords, tailWords), c.bookend(1, 1)
	case c.page.breaks == text.OwnLines:
		return c.around(tailLines), c.around(1)
	}
	return c.around(1), c.around(0)
}

// within returns the matches that lie in a span.
func within(matches []core.Span, s core.Span) []core.Span {
	var out []core.Span
	for _, m := range matches {
		if m.Start >= s.Start && m.End <= s.End {
			out = append(out, m)
		}
	}
	return out
}

// window cuts size words out of a sentence, around the first match, and reports
// on which sides something was cut off. Words that are long take no more than
// wordBytes each.
func window(page string, s core.Span, matches []core.Span, size int) (out core.Span, before, after bool) {
	var words []core.Span
	at := 0
	for w := range text.Words(page[s.Start:s.End]) {
		word := core.Span{Start: s.Start + w.Start, End: s.Start + w.End}
		if len(matches) > 0 && word.Start < matches[0].End && matches[0].Start < word.End {
			at = len(words)
		}
		words = append(words, word)
	}
	first := max(0, at-size/2)
	last := min(len(words), first+size) - 1
	if first > 0 {
		s.Start, before = words[first].Start, true
	}
	if last < len(words)-1 {
		s.End, after = words[last].End, true
	}
	if most := size * wordBytes; s.Len() > most {
		from := s.Start
		if len(matches) > 0 {
			from = max(s.Start, min(matches[0].Start-most/2, s.End-most))
		}
		whole := s
		s = runes(page, core.Span{Start: from, End: from + most})
		before, after = before || s.Start > whole.Start, after || s.End < whole.End
	}
	return s, before, after
}

// runes moves the ends of a span inwards to whole characters.
func runes(s string, sp core.Span) core.Span {
	for sp.Start < sp.End && !utf8.RuneStart(s[sp.Start]) {
		sp.Start++
	}
	for sp.End > sp.Start && sp.End < len(s) && !utf8.RuneStart(s[sp.End]) {
		sp.End--
	}
	return sp
}

// grown returns the unit that holds most of the matches with as many of its
// neighbours, on both sides alike, as keep to a bound of words.
func (c *cutter) grown(words int) []part {
	if len(c.units) == 0 {
		return []part{c.whole}
	}
	best := c.best()
	first, last := best, best
	for {
		before := first > 0 && c.words(first-1, last) <= words
		after := last+1 < len(c.units) && c.words(first, last+1) <= words
		switch {
		case after && (!before || last-best <= best-first):
			last++
		case before:
			first--
		default:
			p := c.pick(first, last)
			if first == last {
				c.limit(&p, c.units[first], longSentence)
			}
			return []part{p}
		}
	}
}
