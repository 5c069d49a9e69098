package check

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"ibid/core"
)

// MaxAnswer is the longest answer that is checked, in bytes.
const MaxAnswer = 1 << 20

// Texts gives the stored text of contents.
type Texts interface {
	// Pages returns all pages of a content in order, or an error that wraps
	// core.ErrNotFound if nothing is stored of it.
	Pages(ctx context.Context, hash core.Hash) ([]core.Page, error)
	// Passages returns all passages of a content in order. Their spans give the
	// order in which its pages are read.
	Passages(ctx context.Context, hash core.Hash) ([]core.Passage, error)
}

// Checker checks answers. Safe for concurrent use if Texts is.
type Checker struct{ Texts Texts }

// Check looks for every quote and number of an answer in the sources of its
// context: in the cited ones, in the rest of their documents, in the other sources
// and in the rest of theirs, in this order. Of a content that is not stored, only
// what the sources quote is searched. An answer over MaxAnswer, or with more than
// 10,000 claims, is an error that wraps core.ErrQuery.
func (c Checker) Check(ctx context.Context, answer string, sources []core.Source) (core.CheckReport, error) {
	if len(answer) > MaxAnswer {
		return core.CheckReport{}, fmt.Errorf("check answer: %d bytes, at most %d are checked: %w", len(answer), MaxAnswer, core.ErrQuery)
	}
	report := core.CheckReport{Answer: answer}
	claims, err := claimsOf(answer, sources)
	if err != nil || len(claims) == 0 {
		return report, errors.Join(err, ctx.Err())
	}
	contents, err := load(ctx, c.Texts, sources)
	if err != nil {
		return core.CheckReport{}, err
	}
	if err := search(ctx, claims, contents); err != nil {
		return core.CheckReport{}, fmt.Errorf("check answer: %w", err)
	}
	for i := range claims {
		claims[i].judge(contents, len(sources))
		report.Claims = append(report.Claims, claims[i].Claim)
	}
	return report, nil
}

// A claim is a core.Claim with what is looked for and where it was found.
type claim struct {
	core.Claim
	valid    []int // citations that exist
	missing  []int // citations that do not
	parts    []part
	readings []string
	bare     []string // of readings, those without the word behind the number
	hits     []hit
	longest  [][]run // by part, the longest run at each word
}

// key returns a string that is the same for claims that look for the same in the
// same sources; empty if there is nothing to look for.
func (c *claim) key() string {
	if c.parts == nil && c.readings == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintln(&b, len(c.Citations) > 0, c.valid, c.readings)
	for _, p := range c.parts {
		fmt.Fprintf(&b, "%d %s\n", p.gap, p.bytes)
	}
	return b.String()
}

// A hit is a place where all of a claim stands.
type hit struct {
	rank    rank
	content int
	spans   []pageSpan
	numbers []int // of the sources that quote the spans, 0 for none
}

// rank is how near a hit is to the cited sources; less is nearer.
type rank int

const (
	inCited     rank = iota // in the quotes of cited sources; of any source where none is cited
	inCitedFile             // elsewhere in a cited document
	inOther                 // in the quotes of another source
	inOtherFile             // elsewhere in another document
)

// mostShown is how many hits of a claim are kept for each rank and document.
const mostShown = 3

// search looks for claims, first on the pages that sources quote, and for those
// that are not found there on all pages.
func search(ctx context.Context, claims []claim, contents []content) error {
	same := make(map[string]*claim)
	var open []*claim
	for i := range claims {
		c := &claims[i]
		if key := c.key(); key != "" && same[key] == nil {
			same[key] = c
			open = append(open, c)
		}
	}
	defer func() {
		for i := range claims {
			if first := same[claims[i].key()]; first != nil {
				claims[i].hits, claims[i].longest = first.hits, first.longest
			}
		}
	}()
	if err := pass(ctx, open, contents, (*content).quoted); err != nil {
		return err
	}
	open = slices.DeleteFunc(open, func(c *claim) bool { return c.found() })
	if len(open) == 0 {
		return nil
	}
	for _, c := range open {
		c.hits, c.longest = nil, nil
	}
	return pass(ctx, open, contents, func(*content, int) bool { return true })
}

// found reports whether the claim stands in the quotes of cited sources.
func (c *claim) found() bool {
	return slices.ContainsFunc(c.hits, func(h hit) bool { return h.rank == inCited })
}

// pass searches the pages for which keep is true of all contents, several
// contents at a time.
func pass(ctx context.Context, claims []*claim, contents []content, keep func(c *content, page int) bool) error {
	w := newWanted()
	for _, c := range claims {
		for _, p := range c.parts {
			w.phrase(p.stream)
		}
		for _, v := range c.readings {
			w.values[v] = true
		}
	}
	found := make([][]finding, len(contents))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range contents {
		g.Go(func() error {
			co := &contents[i]
			d := newDocument(co, func(page int) bool { return keep(co, page) }, w)
			found[i] = make([]finding, len(claims))
			for k, c := range claims {
				if err := ctx.Err(); err != nil {
					return err
				}
				found[i][k] = c.in(i, co, d)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for i := range found {
		for k, f := range found[i] {
			claims[k].hits = append(claims[k].hits, f.hits...)
			claims[k].merge(f.longest)
		}
	}
	return nil
}

// A finding is what was found of one claim in one document.
type finding struct {
	hits    []hit
	longest [][]run
}

// in looks for a claim in a document.
func (c *claim) in(at int, co *content, d *document) finding {
	var f finding
	var kept [inOtherFile + 1]int
	for _, spans := range c.places(d) {
		h := c.rate(at, co, spans)
		if kept[h.rank]++; kept[h.rank] <= mostShown {
			f.hits = append(f.hits, h)
		}
	}
	if len(f.hits) > 0 || len(c.parts) == 0 || len(c.valid) > 0 && !co.cited(c.valid) {
		return f
	}
	for _, p := range c.parts {
		longest := make([]run, len(p.words))
		if len(p.words) <= mostStitched {
			for i := range p.words {
				longest[i] = d.longest(p.stream, i)
				longest[i].content = at
			}
		}
		f.longest = append(f.longest, longest)
	}
	return f
}

// places lists where a claim stands in a document.
func (c *claim) places(d *document) [][]pageSpan {
	var out [][]pageSpan
	for _, v := range c.readings {
		for _, s := range d.numerals[v] {
			out = append(out, []pageSpan{s})
		}
	}
	for _, place := range d.find(c.parts) {
		var at []pageSpan
		for _, e := range place {
			at = append(at, spans(d.pages, d.stream.words[e.first:e.last+1])...)
		}
		out = append(out, at)
	}
	return out
}

// rate ranks a place where the claim stands.
func (c *claim) rate(at int, co *content, spans []pageSpan) hit {
	h := hit{content: at, spans: spans, rank: inCited}
	for _, s := range spans {
		n := co.quoting(s, c.valid)
		h.numbers = append(h.numbers, n)
		switch {
		case n > 0 && (len(c.Citations) == 0 || slices.Contains(c.valid, n)):
		case co.cited(c.valid):
			h.rank = max(h.rank, inCitedFile)
		case n > 0:
			h.rank = max(h.rank, inOther)
		default:
			h.rank = inOtherFile
		}
	}
	return h
}

// merge keeps the longer run at each word.
func (c *claim) merge(longest [][]run) {
	if c.longest == nil {
		c.longest = longest
		return
	}
	for p := range longest {
		for i, r := range longest[p] {
			if len(r.upto) > len(c.longest[p][i].upto) {
				c.longest[p][i] = r
			}
		}
	}
}
