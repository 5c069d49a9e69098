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
	text   string     // of the page
	level  level
	quotes [levelOut][]part // what is quoted at each level
}

// part is one stretch that reads on without a gap. Its spans are in reading
// order; there are several only where columns interleave in the text.
type part struct {
	spans               []core.Span
	cutBefore, cutAfter bool // inside a sentence or passage: shown as …
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
		case h.Score >= goodShare*first.hit.Score:
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

// quote decides what is quoted at each level.
func (c *candidate) quote(page string) {
	c.text = page
	best := widen(page, c.hit.Passage)
	c.quotes[levelFull] = []part{{spans: best}}
	for _, h := range c.others {
		c.quotes[levelFull] = append(c.quotes[levelFull], part{spans: widen(page, h.Passage)})
	}
	c.quotes[levelFull] = joinParts(page, c.quotes[levelFull])
	c.quotes[levelNear] = around(page, best, c.matches(), 1)
	c.quotes[levelSentence] = around(page, best, c.matches(), 0)
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

// mergeInto adds the candidate to one of kept that quotes some of the same
// text, and reports whether there was one. Only places without pages can
// overlap.
func (c *candidate) mergeInto(kept []*candidate) bool {
	for _, k := range kept {
		if k.hit.Document.Hash != c.hit.Document.Hash || c.hit.Document.Kind.Paged() || !overlap(k, c) {
			continue
		}
		k.quotes[levelFull] = joinParts(k.text, append(k.quotes[levelFull], c.quotes[levelFull]...))
		return true
	}
	return false
}

func overlap(a, b *candidate) bool {
	x, y := a.extent(), b.extent()
	return x.Start < y.End && y.Start < x.End
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
		lines := text.NewLineTable(c.text).Lines(c.extent())
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
			b.WriteString(c.text[s.Start:s.End])
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
		s += " (the file has changed since it was read)"
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
