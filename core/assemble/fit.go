package assemble

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"ibid/core"
)

// fitting is a context while it is brought to its budget.
type fitting struct {
	req        core.ContextRequest
	asked      *asked // words of the question
	counter    core.TokenCounter
	key        []byte
	sources    []*candidate   // in order of rank; those at levelOut are the last ones
	beyond     []*candidate   // over the limit of sources or not worth their tokens
	duplicates []duplicate    // the same words as a better candidate
	apart      []core.LeftOut // kept out by the request
	costs      map[string]int // tokens of blocks that were counted
}

// kept counts the sources that are still in.
func (f *fitting) kept() int {
	n := len(f.sources)
	for n > 0 && f.sources[n-1].level == levelOut {
		n--
	}
	return n
}

// numbered returns the sources that are still in, in the order of their numbers:
// by rank, and by group first if groups are asked for.
func (f *fitting) numbered() []*candidate {
	in := slices.Clone(f.sources[:f.kept()])
	if f.req.Group {
		order := func(c *candidate) int { return slices.Index(core.Groups, c.hit.Document.Kind.Group()) }
		slices.SortStableFunc(in, func(a, b *candidate) int { return order(a) - order(b) })
	}
	return in
}

// leftOut lists everything that is not in: first what a larger budget or limit
// would let in, in order of rank, then the rest. What ranks below a source that
// was dropped for the budget is out for the budget too, since a higher limit of
// sources would not let it in.
func (f *fitting) leftOut() []core.LeftOut {
	n := f.kept()
	var out []core.LeftOut
	budget := fmt.Sprintf("over the budget of %d tokens", f.req.Budget)
	for _, c := range f.sources[n:] {
		out = append(out, c.leftOut(core.CauseBudget, budget))
	}
	cause, why := core.CauseLimit, fmt.Sprintf("over the limit of %d sources", mostSources(f.req))
	if f.req.MaxSources == 1 {
		why = "over the limit of one source"
	}
	if n < len(f.sources) {
		cause, why = core.CauseBudget, budget
	}
	for _, c := range f.beyond {
		if c.poor {
			out = append(out, c.leftOut(core.CauseWorth, fmt.Sprintf("scores %.2f, %s", c.hit.Score, belowWorth)))
			continue
		}
		out = append(out, c.leftOut(cause, why))
	}
	return append(append(out, f.superfluous()...), f.apart...)
}

// superfluous lists the duplicates of sources and the further hits on their
// pages. Those of a source that was dropped are not listed apart from it.
func (f *fitting) superfluous() []core.LeftOut {
	number := make(map[*candidate]int)
	in := f.numbered()
	for i, c := range in {
		number[c] = i + 1
	}
	var out []core.LeftOut
	for _, d := range f.duplicates {
		if of := number[d.of]; of > 0 {
			lo := d.candidate.leftOut(core.CauseDuplicate, fmt.Sprintf("duplicate of [%d]", of))
			lo.Of = of
			out = append(out, lo)
		}
	}
	for i, c := range in {
		if n := len(c.weaker); n > 0 {
			lo := c.leftOut(core.CausePage, fmt.Sprintf("same page as [%d]", i+1))
			lo.Of, lo.Hits = i+1, n
			out = append(out, lo)
		}
	}
	return out
}

// shortened returns the numbers of the sources that were cut to fit.
func (f *fitting) shortened() []int { return f.numbers((*candidate).cut) }

// numbers returns the numbers of the sources for which a condition holds.
func (f *fitting) numbers(holds func(*candidate) bool) (out []int) {
	for i, c := range f.numbered() {
		if holds(c) {
			out = append(out, i+1)
		}
	}
	return out
}

// count renders the context as it stands and counts its tokens.
func (f *fitting) count() (text, nonce string, tokens int) {
	text, nonce = f.render()
	return text, nonce, f.counter.Count(text)
}

// fit shortens and drops sources from the lowest rank up until the text costs
// no more tokens than the budget.
func (f *fitting) fit() (core.Context, error) {
	if len(f.sources) == 0 {
		c := f.context()
		c.LeftOut = f.leftOut()
		return c, nil
	}
	f.fitRoughly()
	for {
		text, nonce, tokens := f.count()
		if tokens <= f.req.Budget {
			return f.admit(text, nonce, tokens), nil
		}
		n := f.kept()
		switch last := f.sources[n-1]; {
		case f.shrink(last):
		case n > 1:
			last.level = levelOut
		default:
			return core.Context{}, &core.BudgetError{Budget: f.req.Budget, Minimum: f.minimum(tokens)}
		}
	}
}

// shrink makes a source quote less, and reports whether it can. It skips a level
// at which the source would read like one of higher rank, such as two pages of a
// table of which only the same head is left.
func (f *fitting) shrink(c *candidate) bool {
	before := c.level
	for c.shrink() {
		if !f.echoes(c) {
			return true
		}
	}
	c.level = before
	return false
}

// echoes reports whether a source of higher rank reads the same.
func (f *fitting) echoes(c *candidate) bool {
	for _, other := range f.sources {
		if other == c {
			break
		}
		if c.reads(other) {
			return true
		}
	}
	return false
}

// admit fills what is left of the budget: sources that are out come in again in
// order of rank, shortened if need be, until one has no room at its shortest.
func (f *fitting) admit(text, nonce string, tokens int) core.Context {
	for _, c := range f.sources[f.kept():] {
		for c.level = levelFull; ; {
			body, mark, n := f.count()
			if n <= f.req.Budget {
				text, nonce, tokens = body, mark, n
				break
			}
			if !f.shrink(c) {
				c.level = levelOut
				return f.result(text, nonce, tokens)
			}
		}
	}
	return f.result(text, nonce, tokens)
}

// minimum returns the smallest budget that holds what is left; tokens is its
// present cost. The closing line names the budget, so a larger budget can cost
// more tokens.
func (f *fitting) minimum(tokens int) int {
	budget := f.req.Budget
	defer func() { f.req.Budget = budget }()
	for tokens > f.req.Budget {
		f.req.Budget = tokens
		_, _, tokens = f.count()
	}
	return f.req.Budget
}

// fitRoughly drops all sources below the first that goes over the budget. It
// counts them one by one, so that the whole has to be counted only a few times.
func (f *fitting) fitRoughly() {
	used := 0
	for i, c := range f.sources {
		if used > f.req.Budget {
			c.level = levelOut
			continue
		}
		used += f.cost(c, i+1)
	}
}

// cost counts the tokens of one source's block.
func (f *fitting) cost(c *candidate, number int) int {
	block := f.format().block(f.entry(c, number), placeholder)
	tokens, known := f.costs[block]
	if !known {
		if f.costs == nil {
			f.costs = make(map[string]int)
		}
		tokens = f.counter.Count(block)
		f.costs[block] = tokens
	}
	return tokens
}

// costInFull counts the tokens of one source's block if nothing of it were cut.
func (f *fitting) costInFull(c *candidate, number int) int {
	level := c.level
	defer func() { c.level = level }()
	c.level = levelFull
	return f.cost(c, number)
}

// context returns a context with what does not depend on its sources.
func (f *fitting) context() core.Context {
	return core.Context{Budget: f.req.Budget, Tokenizer: f.counter.Name(), Estimated: !f.counter.Exact()}
}

// result returns the context of what is in, with its text.
func (f *fitting) result(text, nonce string, tokens int) core.Context {
	n := f.kept()
	c := f.context()
	c.Text, c.Nonce, c.Tokens = text, nonce, tokens
	c.Truncated, c.Shortened, c.LeftOut = n < len(f.sources), f.shortened(), f.leftOut()
	c.Missing = f.missing()
	for i, k := range f.numbered() {
		source := k.source(i + 1)
		if !f.req.NoImports {
			source.Imports, source.Related = k.surroundings()
		}
		source.Tokens = f.cost(k, i+1)
		source.Whole = source.Tokens
		if source.Cut {
			source.Whole = f.costInFull(k, i+1)
			c.Truncated = true
		}
		c.Sources = append(c.Sources, source)
	}
	for i, k := range slices.Concat(f.sources[n:], f.beyond[:min(len(f.beyond), priced)]) {
		c.LeftOut[i].Tokens = f.costInFull(k, n+1+i)
	}
	if n < len(f.sources) {
		c.LeftOut[0].More = f.more(n)
	}
	return c
}

// priced is the number of sources over the limit for which the cost is counted.
const priced = 10

// more returns by how many tokens the budget would have to grow for source n,
// the first that is out, to come in at its shortest. All sources above it come
// back in full first.
func (f *fitting) more(n int) int {
	levels := make([]level, n+1)
	for i, c := range f.sources[:n+1] {
		levels[i] = c.level
		c.level = levelFull
	}
	budget := f.req.Budget
	defer func() {
		f.req.Budget = budget
		for i, c := range f.sources[:n+1] {
			c.level = levels[i]
		}
	}()
	for f.shrink(f.sources[n]) {
	}
	for {
		_, _, tokens := f.count()
		if tokens <= f.req.Budget {
			return f.req.Budget - budget
		}
		f.req.Budget = tokens
	}
}

// complete puts the defaults into a request, and the budget that the model
// leaves. A request that makes no sense gives an error that wraps core.ErrQuery.
func complete(req core.ContextRequest) (core.ContextRequest, error) {
	req.Format = cmp.Or(req.Format, core.FormatMarkdown)
	req.Truncation = cmp.Or(req.Truncation, core.TruncateWindow)
	req.Lines = min(max(0, cmp.Or(req.Lines, core.DefaultLines)), math.MaxInt32) // no file has more
	req.MaxSources = min(max(req.MaxSources, 0), core.MostSources)
	switch {
	case !slices.Contains(core.Formats, req.Format):
		return req, fmt.Errorf("format %q is not one of %v: %w", req.Format, core.Formats, core.ErrQuery)
	case !slices.Contains(core.Truncations, req.Truncation):
		return req, fmt.Errorf("truncation %q is not one of %v: %w", req.Truncation, core.Truncations, core.ErrQuery)
	case utf8.RuneCountInString(req.Prompt) > core.MostPrompt:
		return req, fmt.Errorf("a prompt of more than %d characters: %w", core.MostPrompt, core.ErrQuery)
	case req.Budget < 0:
		return req, fmt.Errorf("a budget of %d tokens: %w", req.Budget, core.ErrQuery)
	case req.Model < 0 || req.Reserve < 0:
		return req, fmt.Errorf("a model of %d tokens with %d in reserve: %w", req.Model, req.Reserve, core.ErrQuery)
	case req.Reserve > 0 && req.Model == 0:
		return req, fmt.Errorf("a reserve of %d tokens is kept free of what a model holds: say how much it holds: %w", req.Reserve, core.ErrQuery)
	}
	if req.Model > 0 {
		room := req.Model - cmp.Or(req.Reserve, req.Model/reserveShare)
		if room <= 0 {
			return req, fmt.Errorf("a reserve of %d leaves nothing of the %d tokens that the model holds: %w", req.Reserve, req.Model, core.ErrQuery)
		}
		req.Budget = min(cmp.Or(req.Budget, core.DefaultBudget), room)
	}
	req.Budget = cmp.Or(req.Budget, core.DefaultBudget)
	return req, nil
}

// reserveShare is the share of what a model holds that is kept free for question
// and answer if the request does not say how much: one token in so many.
const reserveShare = 4
