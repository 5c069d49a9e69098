package assemble

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// goodShare is the least share of the score of the best passage of a page that
// another passage must have to be quoted too (R3.4).
const goodShare = 0.5

// level is how much of a candidate is quoted.
type level int

const (
	levelFull    level = iota // whole passages
	levelTrimmed              // a part of the best passage, by the request's truncation
	levelShort                // less of it
	levelOutline              // its first sentence or signature
	levelOut                  // nothing: left out
)

// shown returns the level in the words of core.
func (l level) shown() core.Shown {
	switch l {
	case levelFull:
		return core.ShownFull
	case levelOutline:
		return core.ShownOutline
	}
	return core.ShownTrimmed
}

// candidate is all that may be quoted of one place.
type candidate struct {
	hit    core.Hit   // the best hit of the place
	others []core.Hit // further good hits on the same page
	weaker []core.Hit // hits on the same page that are not quoted
	page   *page
	level  level
	merged *candidate       // the candidate that took over its quotes; nil as a rule
	quotes [levelOut][]part // what is quoted at each level
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

// view is the text of a candidate at one level.
type view struct {
	body     string
	quotes   []core.Quote
	warnings []string
}

// gather makes one candidate for each place, in order of rank, with the places
// that a person put first before all others. What the request keeps out is
// returned in the second list.
func gather(req core.ContextRequest, hits []core.Hit) ([]*candidate, []core.LeftOut) {
	g := gathering{req: req, byPlace: make(map[core.Place]*candidate), reported: make(map[core.Place]bool)}
	for _, h := range hits {
		g.add(h)
	}
	rank := func(c *candidate) int {
		if i := slices.Index(req.Order, c.hit.Place()); i >= 0 {
			return i
		}
		return len(req.Order)
	}
	slices.SortStableFunc(g.all, func(a, b *candidate) int { return rank(a) - rank(b) })
	return g.all, g.out
}

type gathering struct {
	req      core.ContextRequest
	all      []*candidate
	byPlace  map[core.Place]*candidate
	out      []core.LeftOut
	reported map[core.Place]bool // places in out
}

func (g *gathering) add(h core.Hit) {
	place := h.Place()
	if len(g.req.Kinds) > 0 && !slices.Contains(g.req.Kinds, h.Document.Kind) {
		return
	}
	first, known := g.byPlace[place]
	switch {
	case slices.Contains(g.req.Exclude, place):
		g.leaveOut(h, core.CauseHand, "removed by hand")
	case g.req.NoCode && h.Document.Kind.Group() == core.GroupCode:
		g.leaveOut(h, core.CauseCode, "source code is switched off")
	case known && first.holds(h.Passage.Ordinal):
	case h.Shape == core.ShapeNone && !known && !slices.Contains(g.req.Order, place):
		g.leaveOut(h, core.CauseApart, "not connected with what the question names")
	case known && h.Score >= max(goodShare*first.hit.Score, g.req.MinScore):
		first.others = append(first.others, h)
	case known:
		first.weaker = append(first.weaker, h)
	case h.Score < g.req.MinScore && !slices.Contains(g.req.Order, place):
		g.leaveOut(h, core.CauseScore, fmt.Sprintf("below the score floor of %.2f", g.req.MinScore))
	default:
		h.Locator.Name = nameFrom(g.req.Root, h)
		g.byPlace[place] = &candidate{hit: h}
		g.all = append(g.all, g.byPlace[place])
	}
}

// nameFrom returns what a context calls a document: the path from root if it
// lies below, else the name that the hit gives.
func nameFrom(root string, h core.Hit) string {
	if root == "" {
		return h.Locator.Name
	}
	path, err := filepath.Rel(root, h.Document.Path)
	if err != nil || path == ".." || strings.HasPrefix(path, ".."+string(filepath.Separator)) {
		return h.Locator.Name
	}
	return filepath.ToSlash(path)
}

// leaveOut lists a place as left out, once.
func (g *gathering) leaveOut(h core.Hit, cause core.Cause, reason string) {
	if place := h.Place(); !g.reported[place] {
		g.reported[place] = true
		g.out = append(g.out, core.LeftOut{Locator: h.Locator, Place: place, Cause: cause, Reason: reason, Hits: 1})
	}
}

// holds reports whether a passage is known already, as quoted or not.
func (c *candidate) holds(ordinal int) bool {
	same := func(h core.Hit) bool { return h.Passage.Ordinal == ordinal }
	return same(c.hit) || slices.ContainsFunc(c.others, same) || slices.ContainsFunc(c.weaker, same)
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

// shown returns the level whose quotes are meant: that of a candidate which is
// out is its smallest.
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
	if l == levelFull {
		for _, s := range []*stretch{c.lead, c.tail} {
			if s != nil {
				n += s.Len()
			}
		}
	}
	return n
}

// cut reports whether something of the passages is not quoted.
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
	for _, s := range []*stretch{c.lead, c.tail} {
		if s != nil {
			out = append(out, s.page)
		}
	}
	return out
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

// view returns the text of the candidate at its level, with … wherever
// something was left out.
func (c *candidate) view() *view {
	l := c.shown()
	if c.views[l] == nil {
		c.views[l] = c.write(c.quotes[l])
	}
	return c.views[l]
}

// write makes the view of what is quoted.
func (c *candidate) write(parts []part) *view {
	r := viewWriter{view: &view{}}
	lead, tail := c.ends()
	if lead != nil {
		r.stretch(lead, "", lead.cut, false)
	}
	headed := r.header(c.page, parts[0].spans[0].Start)
	for i, p := range parts {
		switch {
		case i == 0 && headed:
		case i > 0:
			r.body.WriteString("\n…\n")
		case lead != nil:
			r.body.WriteByte('\n')
		case p.cutBefore:
			r.body.WriteString("…" + c.page.beside())
		}
		for j, s := range p.spans {
			if j > 0 {
				r.body.WriteByte('\n')
			}
			r.quote(c.page, s)
		}
		if p.cutAfter && i == len(parts)-1 && tail == nil {
			r.body.WriteString(c.page.beside() + "…")
		}
	}
	if tail != nil {
		r.stretch(tail, "\n", false, tail.cut)
	}
	body := r.body.String()
	r.view.body = text.Visible(body)
	if s, found := text.RoleMark(body); found {
		r.view.warnings = append(r.view.warnings, "reads like an instruction to a language model: "+strconv.Quote(clipped(body[s.Start:s.End])))
	}
	return r.view
}

// clipped shortens a piece of a document for a warning.
func clipped(s string) string {
	const enough = 80 // bytes
	if one := text.OneLine(s); len(one) <= enough {
		return one
	}
	return text.Clip(text.OneLine(s), enough) + "…"
}

// viewWriter writes a view.
type viewWriter struct {
	view *view
	body strings.Builder
}

// stretch writes a piece of another page.
func (r *viewWriter) stretch(s *stretch, between string, cutBefore, cutAfter bool) {
	r.body.WriteString(between)
	if cutBefore {
		r.body.WriteString("… ")
	}
	r.quote(s.page, s.Span)
	if cutAfter {
		r.body.WriteString(" …")
	}
}

// header writes the row that names the columns of a table above rows that begin
// further down, and reports whether it did.
func (r *viewWriter) header(p *page, first int) bool {
	if p.header.Len() == 0 || p.header.End >= first {
		return false
	}
	r.quote(p, p.header)
	r.body.WriteByte('\n')
	if strings.TrimSpace(p.text[p.header.End:first]) != "" {
		r.body.WriteString("…\n")
	}
	return true
}

// quote writes a span, with the warnings of the hidden lines that it touches.
func (r *viewWriter) quote(p *page, s core.Span) {
	r.body.WriteString(p.text[s.Start:s.End])
	r.view.quotes = append(r.view.quotes, core.Quote{Page: p.index, Span: s})
	for _, l := range p.hidden {
		warning := "holds text that cannot be seen on the page: " + text.OneLine(l.Hidden)
		if l.Start < s.End && s.Start < l.End && !slices.Contains(r.view.warnings, warning) {
			r.view.warnings = append(r.view.warnings, warning)
		}
	}
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

// ocr returns the least confidence, in percent, of the quoted pages that were
// read by OCR; 0 if none was.
func (c *candidate) ocr() int {
	least := c.page.ocr
	lead, tail := c.ends()
	for _, s := range []*stretch{lead, tail} {
		if s != nil && s.page.ocr > 0 && (least == 0 || s.page.ocr < least) {
			least = s.page.ocr
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
