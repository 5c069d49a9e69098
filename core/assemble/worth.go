package assemble

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ibid/core"
)

const (
	// worthShare is the least share of the best score that a source beyond the sure
	// ones must have in a context without a limit of sources. A smaller share brings
	// more right pages for more tokens: `ibidctl eval` prints both.
	worthShare = 0.4

	// briefWords is how many words are quoted of such a source: the sentence that
	// matches best and its neighbours, as far as they go in. Many short quotes hold
	// more right pages than a few whole passages for the same tokens.
	briefWords = 40
)

// belowWorth is why a hit is not worth its tokens, in words.
var belowWorth = fmt.Sprintf("less than %.2f of the best", worthShare)

// mostSources returns how many sources a context for a request has at most.
func mostSources(req core.ContextRequest) int { return cmp.Or(req.MaxSources, core.AutoSources) }

// choose divides candidates, in order of rank, into those that may become sources
// and the others. Without a limit of sources the first ones, sure in number, may
// whatever their score, and so may those that a person chose. Those after them may if
// they are worth it, and are quoted in part.
func choose(all []*candidate, req core.ContextRequest, sure int) (sources, beyond []*candidate) {
	if req.MaxSources > 0 {
		n := min(len(all), req.MaxSources)
		return all[:n], all[n:]
	}
	sure = max(cmp.Or(sure, core.SureSources), len(req.Order))
	best := 0.
	for _, c := range all {
		best = max(best, c.hit.Score)
	}
	for i, c := range all {
		c.poor = i >= sure && c.hit.Score < worthShare*best
		switch {
		case c.poor, len(sources) == core.AutoSources:
			beyond = append(beyond, c)
			continue
		case i >= sure:
			c.quoteBriefly(sources)
		}
		sources = append(sources, c)
	}
	return sources, beyond
}

// quoteBriefly cuts what is quoted in full to what matches best, unless the candidate
// has a shape, is made of tags, or would read like one of the sources above.
func (c *candidate) quoteBriefly(above []*candidate) {
	if c.shaped() || c.hit.Document.Kind.Unit() == core.UnitMetadata {
		return
	}
	ordinal, full, size := c.hit.Passage.Ordinal, c.quotes[levelFull], c.size(levelFull)
	whole := part{spans: c.hit.Passage.Spans, passages: [2]int{ordinal, ordinal}}
	whole.cutBefore = full[0].cutBefore || full[0].passages[0] < ordinal || c.page.cuts(whole.spans[0].Start)
	whole.cutAfter = full[len(full)-1].cutAfter || full[len(full)-1].passages[1] > ordinal || c.page.cuts(whole.spans[len(whole.spans)-1].End)
	before := c.quotes
	c.quotes[levelFull] = newCutter(c.page, whole, c.matches()).grown(briefWords)
	if c.size(levelFull) >= size || slices.ContainsFunc(above, c.reads) {
		c.quotes, c.views = before, [levelOut]*view{}
		return
	}
	c.brief = true
	for l := levelTrimmed; l < levelOut; l++ {
		if c.size(l) > c.size(levelFull) {
			c.quotes[l] = c.quotes[levelFull]
		}
	}
}

// reads reports whether two candidates read the same.
func (c *candidate) reads(other *candidate) bool { return c.view().body == other.view().body }

// ranges writes numbers in rising order, with runs of three or more as `[4] to [9]`.
func ranges(numbers []int) string {
	var out []string
	for len(numbers) > 0 {
		n := 1
		for n < len(numbers) && numbers[n] == numbers[0]+n {
			n++
		}
		if n > 2 {
			out = append(out, fmt.Sprintf("[%d] to [%d]", numbers[0], numbers[n-1]))
		} else {
			n = 1
			out = append(out, fmt.Sprintf("[%d]", numbers[0]))
		}
		numbers = numbers[n:]
	}
	return strings.Join(out, ", ")
}
