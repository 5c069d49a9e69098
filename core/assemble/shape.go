package assemble

import (
	"slices"

	"ibid/core"
	"ibid/core/text"
)

// outlineLines is the number of line breaks from which an outline quotes only the
// first lines of a type or value that has no functions.
const outlineLines = 3

// shaped reports whether the hit has a shape, which sets how much of it is worth
// quoting.
func (c *candidate) shaped() bool { return c.hit.Shape != core.ShapeWindow }

// partial reports whether parts of the hit are not worth quoting, by its shape.
func (c *candidate) partial() bool {
	return c.hit.Shape == core.ShapeOutline || c.hit.Shape == core.ShapeDefinition
}

// shows returns how much of the candidate is quoted, in the words of core.
func (c *candidate) shows() core.Shown {
	switch l := c.shown(); {
	case l == levelOutline, l == levelFull && c.hit.Shape == core.ShapeOutline:
		return core.ShownOutline
	case l == levelFull && c.hit.Shape == core.ShapeDefinition:
		return core.ShownDefinition
	case l == levelFull && !c.brief:
		return core.ShownFull
	}
	return core.ShownTrimmed
}

// quoteShape decides what is quoted of a hit that has a shape: the shape in full,
// and on smaller levels what the request's truncation leaves of the passage.
func (c *candidate) quoteShape(req core.ContextRequest) {
	span := trimLines(c.page.text, c.hit.Passage.Spans[0])
	whole := part{spans: []core.Span{span}, passages: [2]int{c.hit.Passage.Ordinal, c.hit.Passage.Ordinal}}
	cut := newCutter(c.page, whole, c.matches())
	if i := c.entity(); i >= 0 {
		cut.entity = &c.page.code.Entities[i]
	}
	c.quotes[levelTrimmed], c.quotes[levelShort] = cut.shorten(req.Truncation)
	c.quotes[levelOutline] = cut.outline()
	c.quotes[levelFull] = []part{whole}
	var kept []core.Span
	switch c.hit.Shape {
	case core.ShapeOutline:
		if kept = c.page.signatures(span); len(kept) == 0 {
			c.quotes[levelFull] = c.quotes[levelOutline]
			return
		}
	case core.ShapeDefinition:
		kept = c.page.withoutBodies(span)
	default:
		return
	}
	c.quotes[levelFull] = c.page.parts(whole, kept)
	for l := levelTrimmed; l < levelOut; l++ {
		if c.size(l) > c.size(levelFull) {
			c.quotes[l] = c.quotes[levelFull]
		}
	}
}

// parts makes one part of each run of spans between which only blanks are left
// out.
func (p *page) parts(whole part, kept []core.Span) []part {
	var out []part
	for _, s := range joinSpans(p.text, kept) {
		out = append(out, part{spans: []core.Span{s}, passages: whole.passages})
	}
	if len(out) == 0 {
		return []part{whole}
	}
	first, last := out[0].spans[0], &out[len(out)-1]
	out[0].cutBefore = text.Trim(p.text, core.Span{Start: whole.spans[0].Start, End: max(first.Start, whole.spans[0].Start)}).Len() > 0
	end := whole.spans[0].End
	last.cutAfter = text.Trim(p.text, core.Span{Start: min(last.spans[0].End, end), End: end}).Len() > 0
	return out
}

// entityOf returns the index of the outermost entity that a span consists of; -1
// if the span has several or is a part of one.
func (p *page) entityOf(s core.Span) int {
	return slices.IndexFunc(p.code.Entities, func(e core.Entity) bool {
		return e.DocStart <= s.Start+maxIndent && s.Start <= e.Start && e.End == s.End && e.Start < s.End
	})
}

// signatures returns the lines in which the entities of a span are declared,
// without those that stand in functions.
func (p *page) signatures(s core.Span) []core.Span {
	entities := p.code.Entities
	var out []core.Span
	for i, e := range entities {
		if e.Start < s.Start || e.End > s.End || p.inFunction(e.Parent) {
			continue
		}
		end := e.End
		if lines := p.lines.Lines(core.Span{Start: e.Start, End: e.End}); p.holds(i) || isFunction(e.Kind) || lines[1]-lines[0] >= outlineLines {
			end = min(e.Body, e.End)
		}
		out = append(out, p.wholeLines(core.Span{Start: e.Start, End: end}))
	}
	return out
}

// withoutBodies returns a span without the bodies of the functions in it that
// have more than one line.
func (p *page) withoutBodies(s core.Span) []core.Span {
	var out []core.Span
	from := s.Start
	for _, e := range p.code.Entities {
		lines := p.lines.Lines(core.Span{Start: e.Start, End: e.End})
		if !isFunction(e.Kind) || e.Start < from || e.End > s.End || lines[1]-lines[0] < 1 {
			continue
		}
		if end := p.wholeLines(core.Span{Start: e.Start, End: min(e.Body, e.End)}).End; end < e.End {
			out = append(out, trimLines(p.text, core.Span{Start: from, End: end}))
			from = min(e.End, s.End)
		}
	}
	if text.Trim(p.text, core.Span{Start: from, End: s.End}).Len() > 0 {
		out = append(out, trimLines(p.text, core.Span{Start: from, End: s.End}))
	}
	return out
}

// wholeLines widens a span to whole lines, without the last line break.
func (p *page) wholeLines(s core.Span) core.Span {
	trimmed := text.Trim(p.text, s)
	at := p.lines.Lines(trimmed)
	return trimLines(p.text, p.lines.Span(at[0], at[1]))
}

// holds reports whether an entity contains other entities.
func (p *page) holds(i int) bool {
	return i+1 < len(p.code.Entities) && p.code.Entities[i+1].Parent == i
}

// inFunction reports whether an entity is a function or lies in one.
func (p *page) inFunction(i int) bool {
	for ; i >= 0; i = p.code.Entities[i].Parent {
		if isFunction(p.code.Entities[i].Kind) {
			return true
		}
	}
	return false
}

// isFunction reports whether a kind of entity is a function or a method.
func isFunction(k core.EntityKind) bool { return k == core.EntityFunction || k == core.EntityMethod }
