package assemble

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/core"
	"ibid/core/text"
)

// runOver gives candidates the rest of a sentence that begins on the page before
// theirs or ends on the page after. It leaves alone a page that is a source
// itself, from which a better candidate takes text, or that a person removed: no
// page is quoted twice in a context (R3.4).
func (r *reader) runOver(ctx context.Context, sources []*candidate, exclude []core.Place) error {
	taken := make(map[core.Place]bool)
	for _, c := range sources {
		taken[c.hit.Place()] = true
	}
	for _, place := range exclude {
		taken[place] = true
	}
	for _, c := range sources {
		if c.brief || c.hit.Document.Kind.Unit() != core.UnitPage {
			continue
		}
		if err := r.extend(ctx, c, taken); err != nil {
			return fmt.Errorf("assemble %q: read over the page end: %w", c.hit.Locator.String(), err)
		}
	}
	return nil
}

// extend looks for the sentences that the first and the last quoted passage of
// a page share with its neighbours.
func (r *reader) extend(ctx context.Context, c *candidate, taken map[core.Place]bool) (err error) {
	full := c.quotes[levelFull]
	first, last := full[0], full[len(full)-1]
	free := func(p *page) bool { return !taken[core.Place{Hash: c.hit.Document.Hash, Page: p.index}] }
	take := func(p *stretch) { taken[core.Place{Hash: c.hit.Document.Hash, Page: p.page.index}] = true }

	if c.page.seen(first.spans[0]) {
		return nil
	}
	before, err := r.neighbour(ctx, c, first.passages[0], -1)
	if err != nil {
		return err
	}
	if start := headless(c.page.text, first.spans[0]); before != nil && continues(before.lastUnit(), c.page.text[start:first.spans[0].End]) {
		c.cutAtPageStart(start)
		if lead := before.last(); free(before.page) && lead != nil {
			c.lead = lead
			take(c.lead)
		}
	}
	after, err := r.neighbour(ctx, c, last.passages[1], 1)
	if err != nil {
		return err
	}
	if c.page.seen(last.spans[0]) {
		return nil
	}
	end := footless(c.page.text, last.spans[len(last.spans)-1])
	if after != nil && continues(lastUnit(c.page, core.Span{Start: last.spans[len(last.spans)-1].Start, End: end}), after.text()) {
		c.cutAtPageEnd(end)
		if tail := after.first(); free(after.page) && tail != nil {
			c.tail = tail
			take(c.tail)
		}
	}
	return nil
}

// cutAtPageStart moves the start of what is quoted behind the head of the page
// and marks a cut there, on all levels that begin where the page does. In full,
// a lead takes the place of the mark.
func (c *candidate) cutAtPageStart(start int) {
	for l := range c.quotes {
		parts := slices.Clone(c.quotes[l])
		if s := parts[0].spans[0]; s.Start <= start && start < s.End {
			parts[0].spans = slices.Clone(parts[0].spans)
			parts[0].spans[0].Start, parts[0].cutBefore = start, true
		}
		c.quotes[l] = parts
	}
}

// cutAtPageEnd does the same for the end and the foot of the page.
func (c *candidate) cutAtPageEnd(end int) {
	for l := range c.quotes {
		parts := slices.Clone(c.quotes[l])
		last := &parts[len(parts)-1]
		if n := len(last.spans) - 1; last.spans[n].Start < end && end <= last.spans[n].End {
			last.spans = slices.Clone(last.spans)
			last.spans[n].End, last.cutAfter = end, true
		}
		c.quotes[l] = parts
	}
}

// neighbour returns the passage before (by -1) or after (by +1) one of a
// candidate, if it stands on the neighbouring page; else nil. The words of pictures
// have no neighbour and are none.
func (r *reader) neighbour(ctx context.Context, c *candidate, ordinal, by int) (*nextPassage, error) {
	if ordinal+by < 0 {
		return nil, nil //nolint:nilnil // there is none, and that is no error
	}
	p, err := r.texts.Passage(ctx, c.hit.Document.Hash, ordinal+by)
	if err == nil && r.ofPicture(ctx, c.hit.Document, p) {
		return r.neighbour(ctx, c, ordinal+by, by)
	}
	switch {
	case errors.Is(err, core.ErrNotFound), err == nil && p.Page != c.page.index+by:
		return nil, nil //nolint:nilnil // as above
	case err != nil:
		return nil, err
	}
	on, err := r.page(ctx, c.hit.Document, p.Page)
	if err != nil {
		return nil, err
	}
	b := &nextPassage{page: on, spans: slices.Clone(p.Spans)}
	if n := len(b.spans) - 1; by < 0 {
		b.spans[n].End = footless(on.text, b.spans[n])
	} else {
		b.spans[0].Start = headless(on.text, b.spans[0])
	}
	return b, nil
}

// ofPicture reports whether a passage is of the words of pictures.
func (r *reader) ofPicture(ctx context.Context, d core.Document, p core.Passage) bool {
	on, err := r.page(ctx, d, p.Page)
	return err == nil && on.seen(p.Spans[0])
}

// nextPassage is a passage on the other side of a page end, without the head or
// foot of its page there.
type nextPassage struct {
	page  *page
	spans []core.Span
}

func (b *nextPassage) text() string { return b.page.text[b.spans[0].Start:b.spans[0].End] }

// lastUnit returns the text of its last sentence.
func (b *nextPassage) lastUnit() string { return lastUnit(b.page, b.spans[len(b.spans)-1]) }

// lastUnit returns the text of the last sentence of a span; empty if it has none.
func lastUnit(p *page, s core.Span) string {
	units := p.units(s)
	if len(units) == 0 {
		return ""
	}
	u := units[len(units)-1]
	return p.text[u.Start:u.End]
}

// first returns the rest of a sentence that began on the page before.
func (b *nextPassage) first() *stretch {
	units := b.page.units(b.spans[0])
	if len(units) == 0 {
		return nil
	}
	out := &stretch{page: b.page}
	out.Span, _, out.cut = window(b.page.text, units[0], nil, longSentence)
	return out
}

// last returns the beginning of a sentence that ends on the page after; nil
// where no sentence begins, as in a piece of a table.
func (b *nextPassage) last() *stretch {
	units := b.page.units(b.spans[len(b.spans)-1])
	if len(units) == 0 {
		return nil
	}
	s := units[len(units)-1]
	if r, _ := utf8.DecodeRuneInString(b.page.text[s.Start:s.End]); !unicode.IsUpper(r) && !strings.ContainsRune("“\"'(«„", r) {
		return nil
	}
	end := []core.Span{{Start: s.End - 1, End: s.End}}
	out := &stretch{page: b.page}
	out.Span, out.cut, _ = window(b.page.text, s, end, 2*longSentence)
	out.End = s.End
	return out
}

// continues reports whether one sentence runs from the last unit of a page to
// the beginning of the next: the first is prose without an end, and the second
// begins in lower case or the first ends with a hyphen. Anything else can be a
// heading, a caption or a cell of a table.
func continues(before, after string) bool {
	before = strings.TrimRightFunc(before, unicode.IsSpace)
	after = strings.TrimLeftFunc(after, unicode.IsSpace)
	if before == "" || after == "" || !isOpen(before) || !isProse(before) {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(before)
	next, _ := utf8.DecodeRuneInString(after)
	return unicode.IsLower(next) || strings.ContainsRune("-\u00ad", last) && unicode.IsLetter(next)
}

// isProse reports whether a piece of text can belong to a sentence: it has three
// words or more, at least a third of which begin in lower case, and no web
// address.
func isProse(s string) bool {
	words, lower := 0, 0
	for w := range text.Words(s) {
		words++
		if r, _ := utf8.DecodeRuneInString(s[w.Start:w.End]); unicode.IsLower(r) {
			lower++
		}
	}
	return words >= 3 && 3*lower >= words && !strings.Contains(s, "://")
}

// Bounds of the running head or foot of a page.
const (
	furnitureLines = 3  // lines
	furnitureBytes = 90 // bytes of a line
)

var (
	numberAlone = regexp.MustCompile(`^[\pP\pS\s]*(?:(?i:page|p\.|seite)\s*)?(?:[A-Z]{1,2}-)?(?:\d{1,4}|[ivxlcIVXLC]{1,7})(?:\s*(?:of|/|von)\s*\d{1,4})?[\pP\pS\s]*$`)
	stamped     = regexp.MustCompile(`^(?:arXiv:\S+ .*|\d{1,4}\s+\S.*|\S.*\s\d{1,4})$`)
)

// isFurniture reports whether a line at the edge of a page looks like a page
// number, a running head or a stamp: a number alone, or with a few words that
// are no prose.
func isFurniture(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || numberAlone.MatchString(line) ||
		len(line) <= furnitureBytes && stamped.MatchString(line) && !isProse(line)
}

// footless returns the end of a span without the foot of its page.
func footless(page string, s core.Span) int {
	end := s.End
	for range furnitureLines {
		at := strings.LastIndexByte(page[s.Start:end], '\n')
		if at < 0 || !isFurniture(page[s.Start+at+1:end]) {
			break
		}
		end = s.Start + len(strings.TrimRightFunc(page[s.Start:s.Start+at], unicode.IsSpace))
	}
	return end
}

// headless returns the start of a span without the head of its page.
func headless(page string, s core.Span) int {
	start := s.Start
	for range furnitureLines {
		at := strings.IndexByte(page[start:s.End], '\n')
		if at < 0 || !isFurniture(page[start:start+at]) {
			break
		}
		start += at + 1
		start += len(page[start:s.End]) - len(strings.TrimLeftFunc(page[start:s.End], unicode.IsSpace))
	}
	return start
}
