package assemble

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/core"
	"ibid/core/text"
)

// runOver lets candidates take in the rest of a sentence from the page before
// or after theirs. A page that is a source itself, that a better candidate runs
// over to or that was removed by hand is left alone: no page stands in a
// context twice (R3.4).
func (s *shelf) runOver(ctx context.Context, sources []*candidate, exclude []core.Place) error {
	taken := make(map[core.Place]bool)
	for _, c := range sources {
		taken[c.hit.Place()] = true
	}
	for _, place := range exclude {
		taken[place] = true
	}
	for _, c := range sources {
		if c.hit.Document.Kind.Unit() != core.UnitPage {
			continue
		}
		if err := s.extend(ctx, c, taken); err != nil {
			return fmt.Errorf("assemble %q: read over the page end: %w", c.hit.Locator.String(), err)
		}
	}
	return nil
}

// extend looks for the sentences that the first and the last quoted passage of
// a page share with its neighbours.
func (s *shelf) extend(ctx context.Context, c *candidate, taken map[core.Place]bool) (err error) {
	full := c.quotes[levelFull]
	first, last := full[0], full[len(full)-1]
	hash := c.hit.Document.Hash
	free := func(page int) bool { return !taken[core.Place{Hash: hash, Page: page}] }
	take := func(p *stretch) { taken[core.Place{Hash: hash, Page: p.page.index}] = true }

	before, err := s.neighbour(ctx, c, first.passages[0], -1)
	if err != nil {
		return err
	}
	if before != nil && continues(before.text(), c.page.text[first.spans[0].Start:]) {
		c.cutAtPageStart(first.spans[0].Start)
		if free(before.page.index) {
			c.lead = before.last()
			take(c.lead)
		}
	}
	after, err := s.neighbour(ctx, c, last.passages[1], 1)
	if err != nil {
		return err
	}
	if end := last.spans[len(last.spans)-1].End; after != nil && continues(c.page.text[:end], after.text()) {
		c.cutAtPageEnd(end)
		if free(after.page.index) {
			c.tail = after.first()
			take(c.tail)
		}
	}
	return nil
}

// cutAtPageStart marks a cut on all levels that begin where the page does. In
// full, a lead takes its place.
func (c *candidate) cutAtPageStart(start int) {
	for l := range c.quotes {
		parts := slices.Clone(c.quotes[l])
		if parts[0].spans[0].Start <= start {
			parts[0].cutBefore = true
		}
		c.quotes[l] = parts
	}
}

// cutAtPageEnd is the same for the end.
func (c *candidate) cutAtPageEnd(end int) {
	for l := range c.quotes {
		parts := slices.Clone(c.quotes[l])
		last := &parts[len(parts)-1]
		if last.spans[len(last.spans)-1].End >= end {
			last.cutAfter = true
		}
		c.quotes[l] = parts
	}
}

// neighbour is the passage before (by -1) or after (+1) one of a candidate's, if
// it stands on the neighbouring page; else nil.
func (s *shelf) neighbour(ctx context.Context, c *candidate, ordinal, by int) (*beyond, error) {
	if ordinal+by < 0 {
		return nil, nil //nolint:nilnil // there is none, and that is no error
	}
	p, err := s.texts.Passage(ctx, c.hit.Document.Hash, ordinal+by)
	switch {
	case errors.Is(err, core.ErrNotFound), err == nil && p.Page != c.page.index+by:
		return nil, nil //nolint:nilnil // as above
	case err != nil:
		return nil, err
	}
	on, err := s.page(ctx, c.hit.Document, p.Page)
	if err != nil {
		return nil, err
	}
	return &beyond{page: on, spans: p.Spans}, nil
}

// beyond is a passage on the other side of a page end.
type beyond struct {
	page  *page
	spans []core.Span
}

// text is that of the passage where it meets the page end: of its last span and
// of its first, which are one as a rule.
func (b *beyond) text() string {
	return b.page.text[b.spans[0].Start:b.spans[len(b.spans)-1].End]
}

// first is the rest of a sentence that began on the page before.
func (b *beyond) first() *stretch {
	s := b.page.units(b.spans[0])[0]
	out := &stretch{page: b.page, Span: s}
	out.Span, _, out.cut = window(b.page.text, s, nil, longSentence)
	return out
}

// last is the beginning of a sentence that ends on the page after.
func (b *beyond) last() *stretch {
	units := b.page.units(b.spans[len(b.spans)-1])
	s := units[len(units)-1]
	end := []core.Span{{Start: s.End - 1, End: s.End}}
	out := &stretch{page: b.page}
	out.Span, out.cut, _ = window(b.page.text, s, end, 2*longSentence)
	out.End = s.End
	return out
}

// continues reports whether one sentence runs from the end of a page to the
// beginning of the next: the first page ends within one and the second goes on
// in lower case, or the first ends with a comma or a hyphen. Anything else can
// be a heading, a caption or a cell of a table.
func continues(before, after string) bool {
	before = strings.TrimRightFunc(before, unicode.IsSpace)
	after = strings.TrimLeftFunc(after, unicode.IsSpace)
	if before == "" || after == "" || !isOpen(before) {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(before)
	next, _ := utf8.DecodeRuneInString(after)
	return unicode.IsLower(next) && text.CountWords(before) > 0 || strings.ContainsRune(",-\u00ad", last) && unicode.IsLetter(next)
}
