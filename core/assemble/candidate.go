package assemble

import (
	"fmt"
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// A passage that shares its page with a better one is quoted too if it scores
// at least this share of it (R3.4).
const goodShare = 0.5

// level is how much of a candidate is quoted.
type level int

const (
	levelFull     level = iota // whole passages
	levelNear                  // the sentence that matches best and its neighbours
	levelSentence              // that sentence alone
	levelOut                   // nothing: left out
)

// candidate is a source in the making: all that is to be quoted of one place.
type candidate struct {
	hit    core.Hit   // the best hit of the place
	others []core.Hit // further good hits on the same page
	page   *page
	level  level
	merged bool             // its quotes went over to another candidate
	quotes [levelOut][]part // what is quoted at each level
}

// page is the stored text of a page, shared by all candidates on it.
type page struct {
	text  string
	lines text.LineTable // for kinds without pages
}

// part is one stretch that reads on without a gap. Its spans are in reading
// order; there are several only where the text is interrupted or its columns
// interleave.
type part struct {
	spans               []core.Span
	passages            [2]int // ordinals of the first and the last passage
	cutBefore, cutAfter bool   // something of the passages is left out there: shown as …
}

// gather makes one candidate for each place, in order of rank, with the places
// that were put first by hand before all others.
func gather(req core.ContextRequest, hits []core.Hit) ([]*candidate, []core.LeftOut) {
	var leftOut []core.LeftOut
	var all []*candidate
	byPlace := make(map[core.Place]*candidate)
	for _, h := range hits {
		place := h.Place()
		if len(req.Kinds) > 0 && !slices.Contains(req.Kinds, h.Document.Kind) {
			continue
		}
		first, known := byPlace[place]
		switch {
		case slices.Contains(req.Exclude, place):
			if !known {
				byPlace[place] = &candidate{hit: h}
				leftOut = append(leftOut, byPlace[place].leftOut("removed by hand"))
			}
		case !known:
			byPlace[place] = &candidate{hit: h}
			all = append(all, byPlace[place])
		case h.Score >= goodShare*first.hit.Score && !first.holds(h.Passage.Ordinal):
			first.others = append(first.others, h)
		}
	}
	rank := func(c *candidate) int {
		if i := slices.Index(req.Order, c.hit.Place()); i >= 0 {
			return i
		}
		return len(req.Order)
	}
	slices.SortStableFunc(all, func(a, b *candidate) int { return rank(a) - rank(b) })
	return all, leftOut
}

// holds reports whether the passage is to be quoted already.
func (c *candidate) holds(ordinal int) bool {
	return c.hit.Passage.Ordinal == ordinal ||
		slices.ContainsFunc(c.others, func(h core.Hit) bool { return h.Passage.Ordinal == ordinal })
}

// quote decides what is quoted at each level.
func (c *candidate) quote() {
	page, paged := c.page.text, c.hit.Document.Kind.Paged()
	hits := append([]core.Hit{c.hit}, c.others...)
	asWritten := inTextOrder(hits)
	var parts []part
	for _, h := range hits {
		spans := h.Passage.Spans
		if asWritten {
			spans = []core.Span{widen(page, spans[0], paged)}
		}
		parts = append(parts, part{
			spans: spans, passages: [2]int{h.Passage.Ordinal, h.Passage.Ordinal},
			cutBefore: cuts(page, spans[0].Start, paged), cutAfter: cuts(page, spans[len(spans)-1].End, paged),
		})
	}
	c.quotes[levelNear] = around(page, paged, parts[0], c.matches(), 1)
	c.quotes[levelSentence] = around(page, paged, parts[0], c.matches(), 0)
	c.setFull(parts)
}

// inTextOrder reports whether reading order is that of the text, as far as the
// hits of a page show. Where it is not, what stands around a passage can belong
// to another column.
func inTextOrder(hits []core.Hit) bool {
	hits = slices.Clone(hits)
	slices.SortFunc(hits, func(a, b core.Hit) int { return a.Passage.Ordinal - b.Passage.Ordinal })
	end := 0
	for _, h := range hits {
		if spans := h.Passage.Spans; len(spans) != 1 || spans[0].Start < end {
			return false
		}
		end = h.Passage.Spans[0].End
	}
	return true
}

// setFull makes parts what is quoted in full, and marks on the smaller levels
// what they leave out of it.
func (c *candidate) setFull(parts []part) {
	full := joinParts(c.page.text, parts)
	c.quotes[levelFull] = full
	best := c.hit.Passage.Ordinal
	for _, l := range []level{levelNear, levelSentence} {
		p := &c.quotes[l][0]
		p.cutBefore = p.cutBefore || full[0].passages[0] < best
		p.cutAfter = p.cutAfter || full[len(full)-1].passages[1] > best
	}
}

// matches are the matched words of the best hit as ranges of the page.
func (c *candidate) matches() []core.Span {
	var out []core.Span
	offset := 0 // of the present span in the hit's text
	for _, s := range c.hit.Passage.Spans {
		for _, m := range c.hit.Matches {
			if m.Start >= offset && m.End <= offset+s.Len() {
				out = append(out, core.Span{Start: s.Start + m.Start - offset, End: s.Start + m.End - offset})
			}
		}
		offset += s.Len() + 1
	}
	return out
}

// deduplicate decides what is quoted of each candidate, and merges those that
// would quote the same text into the best of them.
func deduplicate(candidates []*candidate) []*candidate {
	var out []*candidate
	for _, c := range candidates {
		c.quote()
		if !c.mergeInto(out) {
			out = append(out, c)
			continue
		}
		out = slices.DeleteFunc(out, func(k *candidate) bool { return k.merged })
	}
	return out
}

// mergeInto adds the candidate to the first of kept that quotes some of the
// same text, and with it all others that do, and reports whether there was
// one. Those whose quotes went over to another are marked as merged. Only
// places without pages can overlap.
func (c *candidate) mergeInto(kept []*candidate) bool {
	if c.hit.Document.Kind.Paged() {
		return false
	}
	var into *candidate
	for _, k := range kept {
		switch {
		case k.hit.Document.Hash != c.hit.Document.Hash:
		case into == nil && overlap(k, c):
			into = k
			into.setFull(append(into.quotes[levelFull], c.quotes[levelFull]...))
		case into != nil && overlap(k, c):
			into.setFull(append(into.quotes[levelFull], k.quotes[levelFull]...))
			k.merged = true
		}
	}
	return into != nil
}

// overlap reports whether some text would be quoted by both.
func overlap(a, b *candidate) bool {
	for _, p := range a.quotes[levelFull] {
		for _, q := range b.quotes[levelFull] {
			for _, x := range p.spans {
				if slices.ContainsFunc(q.spans, func(y core.Span) bool { return x.Start < y.End && y.Start < x.End }) {
					return true
				}
			}
		}
	}
	return false
}

// extent is the range from the first to the last quoted byte.
func (c *candidate) extent() core.Span {
	var e core.Span
	for i, p := range c.quotes[c.shown()] {
		for j, s := range p.spans {
			if i == 0 && j == 0 {
				e = s
			}
			e.Start, e.End = min(e.Start, s.Start), max(e.End, s.End)
		}
	}
	return e
}

// shown is the level whose quotes are meant; a candidate that is out is
// described by its smallest.
func (c *candidate) shown() level { return min(c.level, levelSentence) }

// shrink goes to the next level that quotes less, and reports whether there was
// one.
func (c *candidate) shrink() bool {
	for c.level < levelSentence {
		before := size(c.quotes[c.level])
		c.level++
		if size(c.quotes[c.level]) < before {
			return true
		}
	}
	return false
}

func size(parts []part) int {
	n := 0
	for _, p := range parts {
		for _, s := range p.spans {
			n += s.Len()
		}
	}
	return n
}

// cut reports whether something of the passages is not quoted.
func (c *candidate) cut() bool { return size(c.quotes[c.shown()]) < size(c.quotes[levelFull]) }

// locator is the place of what is quoted.
func (c *candidate) locator() core.Locator {
	l := c.hit.Locator
	if !c.hit.Document.Kind.Paged() {
		lines := c.page.lines.Lines(c.extent())
		l.FirstLine, l.LastLine = lines[0], lines[1]
	}
	return l
}

// body is the quoted text with … wherever something was left out.
func (c *candidate) body() string {
	var b strings.Builder
	for i, p := range c.quotes[c.shown()] {
		if i > 0 {
			b.WriteString("\n…\n")
		} else if p.cutBefore {
			b.WriteString("… ")
		}
		for j, s := range p.spans {
			if j > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(c.page.text[s.Start:s.End])
		}
		if p.cutAfter && i == len(c.quotes[c.shown()])-1 {
			b.WriteString(" …")
		}
	}
	return text.Visible(b.String())
}

func (c *candidate) source(number int) core.Source {
	l := c.locator()
	s := core.Source{
		Number: number, Document: c.hit.Document, Place: c.hit.Place(), Locator: l, Label: c.hit.Label,
		Section: c.hit.Passage.Section, Heading: l.Heading(), Score: c.hit.Score, Text: c.body(),
		Cut: c.cut(), Stale: c.hit.Stale, Reasons: c.hit.Reasons,
	}
	for _, p := range c.quotes[c.shown()] {
		for _, span := range p.spans {
			s.Quotes = append(s.Quotes, core.Quote{Page: c.hit.Passage.Page, Span: span})
		}
	}
	return s
}

func (c *candidate) leftOut(why string) core.LeftOut {
	return core.LeftOut{Locator: c.hit.Locator, Place: c.hit.Place(), Reason: why}
}

// describe is the heading of the source without its number.
func (c *candidate) describe() string {
	s := c.locator().Heading()
	if c.hit.Passage.Section != "" {
		s += " · " + c.hit.Passage.Section
	}
	if c.hit.Stale {
		s += " (the file has changed or is gone since it was read)"
	}
	return text.OneLine(s)
}

// why puts the reasons of a hit into one line.
func (c *candidate) why() string {
	details := make([]string, len(c.hit.Reasons))
	for i, r := range c.hit.Reasons {
		details[i] = r.Detail
	}
	return text.OneLine(fmt.Sprintf("score %.2f: %s", c.hit.Score, strings.Join(details, "; ")))
}
