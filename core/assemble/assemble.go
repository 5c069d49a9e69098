// Package assemble turns ranked hits into a cited context: numbered sources,
// one for each page or passage, in a formatted text that never costs more
// tokens than its budget.
//
// The count is of the whole text as it will be pasted, with headings, fences
// and the closing line. Over the budget, the source of lowest rank shrinks to
// the sentences around its matches and then leaves, before the one above it is
// touched (R3.6).
package assemble

import (
	"context"
	"fmt"

	"ibid/core"
)

// Texts gives the stored text of pages.
type Texts interface {
	Page(ctx context.Context, hash core.Hash, index int) (core.Page, error)
}

// Assembler builds contexts. Safe for concurrent use if its parts are.
type Assembler struct {
	Texts  Texts
	Tokens core.TokenCounter
}

// Context builds the context for a request from hits in order of rank, best
// first. Hits beyond the request's limits are listed as left out.
//
// Without hits the context is empty. A budget that does not hold the heading of
// the best source with one sentence gives a *core.BudgetError.
func (a *Assembler) Context(ctx context.Context, req core.ContextRequest, hits []core.Hit) (core.Context, error) {
	req = withDefaults(req)
	candidates, leftOut := gather(req, hits)
	var kept []*candidate
	for _, c := range candidates {
		if len(kept) == req.MaxSources {
			leftOut = append(leftOut, c.leftOut(fmt.Sprintf("over the limit of %d sources", req.MaxSources)))
			continue
		}
		page, err := a.Texts.Page(ctx, c.hit.Document.Hash, c.hit.Passage.Page)
		if err != nil {
			return core.Context{}, fmt.Errorf("assemble %q: read stored text: %w", c.hit.Locator.String(), err)
		}
		if c.quote(page.Text); c.mergeInto(kept) {
			continue
		}
		kept = append(kept, c)
	}
	return a.fit(req, kept, leftOut)
}

func withDefaults(req core.ContextRequest) core.ContextRequest {
	if req.Budget == 0 {
		req.Budget = core.DefaultBudget
	}
	if req.MaxSources == 0 {
		req.MaxSources = core.DefaultMaxSources
	}
	if req.Format == "" {
		req.Format = core.FormatMarkdown
	}
	return req
}

// fit shrinks and drops sources from the lowest rank up until the text costs
// no more than the budget.
func (a *Assembler) fit(req core.ContextRequest, kept []*candidate, leftOut []core.LeftOut) (core.Context, error) {
	if len(kept) == 0 {
		return core.Context{Budget: req.Budget, LeftOut: leftOut}, nil
	}
	a.fitRoughly(req, kept)
	overBudget := fmt.Sprintf("over the budget of %d tokens", req.Budget)
	for {
		n := countKept(kept)
		out := leftOut
		for _, c := range kept[n:] {
			lo := c.leftOut(overBudget)
			lo.Tokens = a.Tokens.Count(block(req, c, n+1))
			out = append(out[:len(out):len(out)], lo)
		}
		body := render(req, kept[:n], out)
		tokens := a.Tokens.Count(body)
		if tokens <= req.Budget {
			return a.result(req, kept[:n], out, body, tokens), nil
		}
		if last := kept[n-1]; !last.shrink() {
			if n == 1 {
				return core.Context{}, &core.BudgetError{Budget: req.Budget, Minimum: tokens}
			}
			last.level = levelOut
		}
	}
}

// fitRoughly brings the sources near the budget by adding up their costs one
// by one, so that the exact count of the whole has to be taken a few times
// only. It never goes further than a source over the budget.
func (a *Assembler) fitRoughly(req core.ContextRequest, kept []*candidate) {
	used := 0
	for i, c := range kept {
		if used > req.Budget {
			c.level = levelOut
			continue
		}
		used += a.Tokens.Count(block(req, c, i+1))
	}
}

// countKept is the number of sources that are still in. Those that are out are
// always the last ones.
func countKept(kept []*candidate) int {
	n := len(kept)
	for n > 0 && kept[n-1].level == levelOut {
		n--
	}
	return n
}

func (a *Assembler) result(req core.ContextRequest, kept []*candidate, leftOut []core.LeftOut, body string, tokens int) core.Context {
	c := core.Context{Text: body, Tokens: tokens, Budget: req.Budget, LeftOut: leftOut}
	for i, k := range kept {
		source := k.source(i + 1)
		source.Tokens = a.Tokens.Count(block(req, k, i+1))
		c.Sources = append(c.Sources, source)
		c.Truncated = c.Truncated || k.cut()
	}
	for _, lo := range leftOut {
		c.Truncated = c.Truncated || lo.Tokens > 0
	}
	return c
}
