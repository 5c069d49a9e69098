package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// A content is what can be searched of one file: its stored pages or, if it is
// not stored, what one source quotes.
type content struct {
	document core.Document
	paged    bool
	pages    []core.Page
	passages []core.Passage
	// interleaved are the pages whose text is not in reading order, by index.
	interleaved map[int]bool
	quotedBy    []quotedSource
	unstored    bool // pages are pieces of a source's text, not of the file
}

// A quotedSource is a source with the spans that it quotes.
type quotedSource struct {
	source  core.Source
	regions map[int][]core.Span // by index of the page
}

// load gathers the contents of sources.
func load(ctx context.Context, texts Texts, sources []core.Source) ([]content, error) {
	var out []content
	known := make(map[core.Hash]int)
	for _, s := range sources {
		at, ok := known[s.Place.Hash]
		if !ok {
			c, err := stored(ctx, texts, s)
			if err != nil {
				return nil, fmt.Errorf("check against [%d]: %w", s.Number, err)
			}
			at = -1
			if len(c.pages) > 0 {
				at = len(out)
				out = append(out, c)
			}
			known[s.Place.Hash] = at
		}
		if at >= 0 {
			if regions := out[at].regionsOf(s); regions != nil {
				out[at].quotedBy = append(out[at].quotedBy, quotedSource{s, regions})
				continue
			}
		}
		out = append(out, unstored(s))
	}
	return out, nil
}

// stored reads the content of a source. It has no pages if nothing of it is
// stored.
func stored(ctx context.Context, texts Texts, s core.Source) (content, error) {
	c := content{document: s.Document, paged: s.Document.Kind.Paged() || s.Place.Page > 0, interleaved: make(map[int]bool)}
	var err error
	if c.pages, err = texts.Pages(ctx, s.Place.Hash); err == nil && c.paged {
		c.passages, err = texts.Passages(ctx, s.Place.Hash)
	}
	if errors.Is(err, core.ErrNotFound) {
		return content{}, nil
	}
	for _, p := range c.passages {
		if i := c.pageAt(p.Page); i >= 0 && len(p.Spans) > 1 {
			c.interleaved[i] = true
		}
	}
	return c, err
}

// pageAt returns where the page with a 1-based index stands in pages, -1 if
// there is none.
func (c *content) pageAt(index int) int {
	i, ok := slices.BinarySearchFunc(c.pages, index, func(p core.Page, index int) int { return cmp.Compare(p.Index, index) })
	if !ok {
		return -1
	}
	return i
}

// reading lists the text of the pages for which keep is true in reading order,
// and apart from it the text that is in no passage, such as running heads.
func (c *content) reading(keep func(page int) bool) (inOrder, rest []pageSpan) {
	covered := make(map[int][]core.Span)
	for _, p := range c.passages {
		i := c.pageAt(p.Page)
		if i < 0 || !keep(i) {
			continue
		}
		for _, s := range p.Spans {
			if s.Start >= 0 && s.Start < s.End && s.End <= len(c.pages[i].Text) {
				inOrder = append(inOrder, pageSpan{i, s})
				covered[i] = append(covered[i], s)
			}
		}
	}
	var bare []pageSpan // pages without passages
	for i, p := range c.pages {
		switch {
		case !keep(i):
		case covered[i] == nil:
			bare = append(bare, pageSpan{i, core.Span{End: len(p.Text)}})
		default:
			at := 0
			for _, s := range joined(p.Text, covered[i]) {
				if s.Start > at {
					rest = append(rest, pageSpan{i, core.Span{Start: at, End: s.Start}})
				}
				at = s.End
			}
			rest = append(rest, pageSpan{i, core.Span{Start: at, End: len(p.Text)}})
		}
	}
	if inOrder == nil {
		return bare, rest
	}
	return inOrder, append(rest, bare...)
}

// regionsOf finds what a source quotes in the pages; nil if something of it is
// not there.
func (c *content) regionsOf(s core.Source) map[int][]core.Span {
	regions := make(map[int][]core.Span)
	for _, q := range s.Quotes {
		i := c.pageAt(q.Page)
		if i < 0 || q.Start < 0 || q.End > len(c.pages[i].Text) || q.Start >= q.End {
			return nil
		}
		regions[i] = append(regions[i], q.Span)
	}
	if len(regions) == 0 {
		return nil
	}
	for i, spans := range regions {
		regions[i] = joined(c.pages[i].Text, spans)
	}
	return regions
}

// joined sorts spans and joins those with no word between them.
func joined(s string, spans []core.Span) []core.Span {
	spans = slices.SortedFunc(slices.Values(spans), func(a, b core.Span) int { return cmp.Compare(a.Start, b.Start) })
	var out []core.Span
	for _, sp := range spans {
		if n := len(out); n > 0 && (sp.Start <= out[n-1].End || text.CountWords(s[out[n-1].End:sp.Start]) == 0) {
			out[n-1].End = max(out[n-1].End, sp.End)
			continue
		}
		out = append(out, sp)
	}
	return out
}

// unstored makes a content of what a source quotes. Nothing stands across a cut.
func unstored(s core.Source) content {
	c := content{document: s.Document, unstored: true}
	h := quotedSource{s, make(map[int][]core.Span)}
	for i, piece := range strings.Split(blank(s.Text, shownCode), "…") {
		c.pages = append(c.pages, core.Page{Index: i + 1, Text: piece})
		h.regions[i] = []core.Span{{End: len(piece)}}
	}
	c.quotedBy = []quotedSource{h}
	return c
}

// quoted reports whether a source quotes anything of page i.
func (c *content) quoted(i int) bool {
	return slices.ContainsFunc(c.quotedBy, func(h quotedSource) bool { return h.regions[i] != nil })
}

// quoting returns the number of a source that quotes s, one of the wanted if
// there is one; 0 if none does.
func (c *content) quoting(s pageSpan, wanted []int) int {
	number := 0
	for _, h := range c.quotedBy {
		if h.holds(s) && (number == 0 || slices.Contains(wanted, h.source.Number)) {
			number = h.source.Number
		}
	}
	return number
}

func (h *quotedSource) holds(s pageSpan) bool {
	return slices.ContainsFunc(h.regions[s.page], func(r core.Span) bool { return r.Start <= s.Start && s.End <= r.End })
}

// cited reports whether one of the numbers is of a source of this content.
func (c *content) cited(numbers []int) bool {
	return slices.ContainsFunc(c.quotedBy, func(h quotedSource) bool { return slices.Contains(numbers, h.source.Number) })
}

// evidence returns a span as evidence. number is the source that quotes it, 0 if
// none does.
func (c *content) evidence(number int, s pageSpan) core.Evidence {
	e := core.Evidence{Number: number, Document: c.document.ID, Text: c.pages[s.page].Text[s.Start:s.End]}
	if c.unstored {
		e.Locator = c.quotedBy[0].source.Locator
		return e
	}
	e.Quote = core.Quote{Page: c.pages[s.page].Index, Span: s.Span}
	e.Locator, e.OCR = c.locator(s), c.pages[s.page].OCROf(s.Span)
	return e
}

// locator returns the place of a span, with the page number as a source of that
// page has it, since a person may have corrected it.
func (c *content) locator(s pageSpan) core.Locator {
	p := c.pages[s.page]
	name, label := c.document.Name, p.Label
	for _, h := range c.quotedBy {
		if l := h.source.Locator; l.Name != "" {
			name = l.Name
			if l.Page == p.Index {
				label = l.Label
				break
			}
		}
	}
	p.Label = label
	l := text.NewPlaces(c.document.Kind, p, nil).Locator(c.document, s.Span)
	l.Name = name
	return l
}
