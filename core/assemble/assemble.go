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
	"slices"

	"ibid/core"
	"ibid/core/text"
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
	candidates, removed := gather(req, hits)
	if err := a.readPages(ctx, candidates); err != nil {
		return core.Context{}, err
	}
	sources := deduplicate(candidates)
	n := min(len(sources), req.MaxSources)
	p := plan{req: req, removed: removed, sources: sources[:n], beyond: sources[n:]}
	return a.fit(p)
}

// readPages gives every candidate the page it is on. Each page is read once:
// that of a kind without pages is the whole document.
func (a *Assembler) readPages(ctx context.Context, candidates []*candidate) error {
	type key struct {
		hash core.Hash
		page int
	}
	read := make(map[key]*page)
	for _, c := range candidates {
		k := key{c.hit.Document.Hash, c.hit.Passage.Page}
		if read[k] == nil {
			stored, err := a.Texts.Page(ctx, k.hash, k.page)
			if err != nil {
				return fmt.Errorf("assemble %q: read stored text: %w", c.hit.Locator.String(), err)
			}
			read[k] = &page{text: stored.Text}
			if !c.hit.Document.Kind.Paged() {
				read[k].lines = text.NewLineTable(stored.Text)
			}
		}
		c.page = read[k]
	}
	return nil
}

func withDefaults(req core.ContextRequest) core.ContextRequest {
	if req.Budget == 0 {
		req.Budget = core.DefaultBudget
	}
	if req.MaxSources <= 0 {
		req.MaxSources = core.DefaultMaxSources
	}
	if req.Format == "" {
		req.Format = core.FormatMarkdown
	}
	return req
}

// plan is what a context is made of while it is brought to its budget.
type plan struct {
	req     core.ContextRequest
	removed []core.LeftOut // by hand
	sources []*candidate   // in order of rank; those at levelOut are the last ones
	beyond  []*candidate   // ranked below all sources: over the limit of sources
}

// kept is the number of sources that are still in.
func (p *plan) kept() int {
	n := len(p.sources)
	for n > 0 && p.sources[n-1].level == levelOut {
		n--
	}
	return n
}

// leftOut lists everything that is not in, in order of rank. What ranks below
// a source that left for the budget is out for the budget too: no higher limit
// of sources would let it in.
func (p *plan) leftOut() []core.LeftOut {
	out := slices.Clone(p.removed)
	n := p.kept()
	budget := fmt.Sprintf("over the budget of %d tokens", p.req.Budget)
	for _, c := range p.sources[n:] {
		out = append(out, c.leftOut(budget))
	}
	why := fmt.Sprintf("over the limit of %d sources", p.req.MaxSources)
	if p.req.MaxSources == 1 {
		why = "over the limit of one source"
	}
	if n < len(p.sources) {
		why = budget
	}
	for _, c := range p.beyond {
		out = append(out, c.leftOut(why))
	}
	return out
}

// render writes the context as it stands.
func (p *plan) render() string { return render(p.req, p.sources[:p.kept()], p.leftOut()) }

// fit shrinks and drops sources from the lowest rank up until the text costs
// no more than the budget.
func (a *Assembler) fit(p plan) (core.Context, error) {
	if len(p.sources) == 0 {
		return core.Context{Budget: p.req.Budget, LeftOut: p.leftOut()}, nil
	}
	a.fitRoughly(&p)
	for {
		body := p.render()
		tokens := a.Tokens.Count(body)
		if tokens <= p.req.Budget {
			return a.result(&p, body, tokens), nil
		}
		n := p.kept()
		switch last := p.sources[n-1]; {
		case last.shrink():
		case n > 1:
			last.level = levelOut
		default:
			return core.Context{}, &core.BudgetError{Budget: p.req.Budget, Minimum: a.minimum(p, tokens)}
		}
	}
}

// minimum is the least budget that holds what is left of p, which costs so many
// tokens. The closing line names the budget, so a larger one can cost more.
func (a *Assembler) minimum(p plan, tokens int) int {
	for tokens > p.req.Budget {
		p.req.Budget = tokens
		tokens = a.Tokens.Count(p.render())
	}
	return p.req.Budget
}

// fitRoughly drops all sources below the first one that goes over the budget,
// counting them one by one, so that the exact count of the whole has to be
// taken a few times only.
func (a *Assembler) fitRoughly(p *plan) {
	used := 0
	for i, c := range p.sources {
		if used > p.req.Budget {
			c.level = levelOut
			continue
		}
		used += a.Tokens.Count(block(p.req, c, i+1))
	}
}

func (a *Assembler) result(p *plan, body string, tokens int) core.Context {
	n := p.kept()
	c := core.Context{Text: body, Tokens: tokens, Budget: p.req.Budget, Truncated: n < len(p.sources), LeftOut: p.leftOut()}
	for i, k := range p.sources[:n] {
		source := k.source(i + 1)
		source.Tokens = a.Tokens.Count(block(p.req, k, i+1))
		c.Sources = append(c.Sources, source)
		c.Truncated = c.Truncated || source.Cut
	}
	for i, k := range p.sources[n:] {
		c.LeftOut[len(p.removed)+i].Tokens = a.Tokens.Count(block(p.req, k, n+1))
	}
	return c
}
