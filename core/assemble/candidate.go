package assemble

import (
	"fmt"
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// level is how much of a candidate is quoted.
type level int

const (
	levelFull    level = iota // whole passages
	levelTrimmed              // a part of the best passage, by the request's truncation
	levelShort                // less of it
	levelOutline              // its first sentence or signature
	levelOut                  // nothing: left out
)

// candidate is all that may be quoted of one place.
type candidate struct {
	hit    core.Hit   // the best hit of the place
	others []core.Hit // further good hits on the same page
	weaker []core.Hit // hits on the same page that are not quoted
	page   *page
	level  level
	poor   bool             // scores too little of the best to be a source
	brief  bool             // quoted in part, whatever the budget
	merged *candidate       // the candidate that took over its quotes; nil as a rule
	quotes [levelOut][]part // what is quoted at each level
	// Whether the passage, and after it the whole page, holds each word of the
	// question; nil until it is looked at.
	inPassage, onPage []bool
	// In full, lead is the beginning of the first sentence on the page before,
	// and tail the end of the last one on the page after.
	lead, tail *stretch
	views      [levelOut]*view  // made once each
	entries    [levelOut]*entry // made once each
}

// stretch is a piece of another page.
type stretch struct {
	page *page
	core.Span
	cut bool // the sentence is longer than the piece
}

// quote decides what is quoted at each level.
func (c *candidate) quote(req core.ContextRequest) {
	if c.shaped() {
		c.quoteShape(req)
		return
	}
	hits := append([]core.Hit{c.hit}, c.others...)
	asWritten := inTextOrder(hits)
	var parts []part
	for _, h := range hits {
		spans := h.Passage.Spans
		p := part{spans: spans, passages: [2]int{h.Passage.Ordinal, h.Passage.Ordinal}}
		switch {
		case c.hit.Document.Kind.Unit() == core.UnitMetadata: // all tags, whichever matched (R0.2)
			p.spans = []core.Span{text.Trim(c.page.text, core.Span{End: len(c.page.text)})}
		case asWritten:
			p.spans = []core.Span{c.page.widen(spans[0], req.Lines)}
		}
		p.cutBefore, p.cutAfter = c.page.cuts(p.spans[0].Start), c.page.cuts(p.spans[len(p.spans)-1].End)
		parts = append(parts, p)
	}
	cut := newCutter(c.page, parts[0], c.matches())
	if i := c.entity(); i >= 0 {
		cut.entity = &c.page.code.Entities[i]
	}
	c.quotes[levelTrimmed], c.quotes[levelShort] = cut.shorten(req.Truncation)
	c.quotes[levelOutline] = cut.outline()
	c.setFull(parts)
}

// inTextOrder reports whether the reading order of a page is that of its text,
// as far as its hits show. Where it is not, the text around a passage can belong
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

// setFull sets what is quoted in full, and marks on the smaller levels where
// they leave something of it out.
func (c *candidate) setFull(parts []part) {
	full := joinParts(c.page.text, parts)
	c.quotes[levelFull] = full
	best := c.hit.Passage.Ordinal
	for l := levelTrimmed; l < levelOut; l++ {
		quoted := slices.Clone(c.quotes[l])
		first, last := &quoted[0], &quoted[len(quoted)-1]
		first.cutBefore = first.cutBefore || full[0].passages[0] < best
		last.cutAfter = last.cutAfter || full[len(full)-1].passages[1] > best
		c.quotes[l] = quoted
	}
}

// matches returns the matched words of the best hit as spans of the page.
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

// extent returns the span from the first to the last quoted byte.
func (c *candidate) extent() core.Span {
	e := c.quotes[c.shown()][0].spans[0]
	for s := range spansOf(c.quotes[c.shown()]) {
		e.Start, e.End = min(e.Start, s.Start), max(e.End, s.End)
	}
	return e
}

// shown returns the level that is reported; for a candidate that is left out it
// is the smallest one.
func (c *candidate) shown() level { return min(c.level, levelOutline) }

// shrink goes to the next level that quotes less, and reports whether there is
// one.
func (c *candidate) shrink() bool {
	before := c.size(c.level)
	for l := c.level + 1; l < levelOut; l++ {
		if c.size(l) < before {
			c.level = l
			return true
		}
	}
	return false
}

// size returns the number of bytes that are quoted at a level.
func (c *candidate) size(l level) int {
	n := 0
	for s := range spansOf(c.quotes[l]) {
		n += s.Len()
	}
	for _, s := range c.stretches(l) {
		n += s.Len()
	}
	return n
}

// cut reports whether a part of the passages is not quoted.
func (c *candidate) cut() bool { return c.size(c.shown()) < c.size(levelFull) }

// ends returns the pieces of other pages that are quoted at its level.
func (c *candidate) ends() (lead, tail *stretch) {
	if c.level != levelFull {
		return nil, nil
	}
	return c.lead, c.tail
}

// pages returns all pages that can be quoted.
func (c *candidate) pages() []*page {
	out := []*page{c.page}
	for _, s := range c.stretches(levelFull) {
		out = append(out, s.page)
	}
	return out
}

// stretches returns the pieces of other pages that are quoted at a level.
func (c *candidate) stretches(l level) []*stretch {
	if l != levelFull {
		return nil
	}
	return slices.DeleteFunc([]*stretch{c.lead, c.tail}, func(s *stretch) bool { return s == nil })
}

// locator returns the place of what is quoted.
func (c *candidate) locator() core.Locator {
	l := c.hit.Locator
	if !c.hit.Document.Kind.Paged() {
		l = c.page.places.Locator(c.hit.Document, c.extent())
		l.Name = c.hit.Locator.Name
		return l
	}
	first, last := c.page, c.page
	lead, tail := c.ends()
	if lead != nil {
		first = lead.page
	}
	if tail != nil {
		last = tail.page
	}
	if first == last {
		return l
	}
	l.Page, l.LastPage, l.Label, l.LastLabel = first.index, last.index, "", ""
	if first.label != "" && last.label != "" {
		l.Label, l.LastLabel = first.label, last.label
	}
	return l
}

// source describes the candidate as a numbered source.
func (c *candidate) source(number int) core.Source {
	l, v := c.locator(), c.view()
	return core.Source{
		Number: number, Document: c.hit.Document, Place: c.hit.Place(), Locator: l, Label: c.hit.Label, OCR: c.ocr(),
		Section: c.hit.Passage.Section, Entity: c.about(), Heading: c.heading(), Group: c.hit.Document.Kind.Group(), Score: c.hit.Score,
		Text: v.body, Quotes: v.quotes, Shown: c.shows(), Cut: c.cut(), Stale: c.hit.Stale,
		Warnings: v.warnings, Reasons: c.hit.Reasons,
	}
}

// leftOut describes the candidate as left out.
func (c *candidate) leftOut(cause core.Cause, why string) core.LeftOut {
	return core.LeftOut{Locator: c.hit.Locator, Place: c.hit.Place(), Cause: cause, Reason: why, Hits: 1 + len(c.others)}
}

// heading writes the place of what is quoted, marked if it was read by OCR:
// `scan.pdf, p. 3 (OCR 91 %)`.
func (c *candidate) heading() string {
	s := c.locator().Heading()
	if mark := core.OCRMark(c.ocr()); mark != "" {
		s += " (" + mark + ")"
	}
	return s
}

// ocr returns the least confidence, in percent, of the quoted words that were read
// by OCR; 0 if none were.
func (c *candidate) ocr() int {
	spans := slices.Clone(c.hit.Passage.Spans)
	for _, h := range c.others {
		spans = append(spans, h.Passage.Spans...)
	}
	least := c.page.stored.OCROf(spans...)
	for _, s := range c.stretches(c.level) {
		if ocr := s.page.stored.OCROf(s.Span); ocr > 0 && (least == 0 || ocr < least) {
			least = ocr
		}
	}
	return least
}

// describe writes the heading of the source without its number.
func (c *candidate) describe() string {
	s := c.heading()
	if c.hit.Passage.Section != "" && c.hit.Passage.Section != c.about().Qualified {
		s += " · " + shortTitles(c.hit.Passage.Section)
	}
	if c.hit.Stale {
		s += " (the file has changed or is gone since it was read)"
	}
	return text.OneLine(s)
}

// titleBytes bounds each heading in the section of a source: what is longer is
// a sentence that was taken for a heading.
const titleBytes = 100

// shortTitles clips long headings in the path of a section.
func shortTitles(section string) string {
	titles := strings.Split(section, core.SectionSeparator)
	for i, t := range titles {
		if len(t) > titleBytes {
			titles[i] = text.Clip(t, titleBytes) + "…"
		}
	}
	return strings.Join(titles, core.SectionSeparator)
}

// why writes score and reasons of a hit in one line.
func (c *candidate) why() string {
	details := make([]string, len(c.hit.Reasons))
	for i, r := range c.hit.Reasons {
		details[i] = r.Detail
	}
	return text.OneLine(fmt.Sprintf("score %.2f: %s", c.hit.Score, strings.Join(details, "; ")))
}
