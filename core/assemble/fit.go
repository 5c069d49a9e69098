package assemble

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"ibid/core"
)

// fitting is what a context is made of while it is brought to its budget.
type fitting struct {
	req        core.ContextRequest
	counter    core.TokenCounter
	key        []byte
	sources    []*candidate   // in order of rank; those at levelOut are the last ones
	beyond     []*candidate   // ranked below all sources: over the limit of sources
	duplicates []duplicate    // the same words as a better candidate
	apart      []core.LeftOut // kept out by the request
	costs      map[string]int // tokens of blocks that were counted
}

// kept is the number of sources that are still in.
func (p *fitting) kept() int {
	n := len(p.sources)
	for n > 0 && p.sources[n-1].level == levelOut {
		n--
	}
	return n
}

// numbered is what is still in, in the order of its numbers: that of rank, by
// group if they are asked for.
func (p *fitting) numbered() []*candidate {
	in := slices.Clone(p.sources[:p.kept()])
	if p.req.Group {
		order := func(c *candidate) int { return slices.Index(core.Groups, c.hit.Document.Kind.Group()) }
		slices.SortStableFunc(in, func(a, b *candidate) int { return order(a) - order(b) })
	}
	return in
}

// leftOut lists everything that is not in: first what a larger budget or limit
// would let in, in order of rank, then the rest. What ranks below a source that
// left for the budget is out for the budget too: no higher limit of sources
// would let it in.
func (p *fitting) leftOut() []core.LeftOut {
	n := p.kept()
	var out []core.LeftOut
	budget := fmt.Sprintf("over the budget of %d tokens", p.req.Budget)
	for _, c := range p.sources[n:] {
		out = append(out, c.leftOut(core.CauseBudget, budget))
	}
	cause, why := core.CauseLimit, fmt.Sprintf("over the limit of %d sources", p.req.MaxSources)
	if p.req.MaxSources == 1 {
		why = "over the limit of one source"
	}
	if n < len(p.sources) {
		cause, why = core.CauseBudget, budget
	}
	for _, c := range p.beyond {
		out = append(out, c.leftOut(cause, why))
	}
	return append(append(out, p.superfluous()...), p.apart...)
}

// superfluous lists what says nothing new or stands on a page that is in
// already. What belongs to a source that left shares its fate and is not told
// apart from it.
func (p *fitting) superfluous() []core.LeftOut {
	number := make(map[*candidate]int)
	in := p.numbered()
	for i, c := range in {
		number[c] = i + 1
	}
	var out []core.LeftOut
	for _, d := range p.duplicates {
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

// shortened are the numbers of the sources that were cut to fit.
func (p *fitting) shortened() []int {
	var out []int
	for i, c := range p.numbered() {
		if c.cut() {
			out = append(out, i+1)
		}
	}
	return out
}

// count renders the context as it stands and counts its tokens.
func (p *fitting) count() (text, nonce string, tokens int) {
	text, nonce = p.render()
	return text, nonce, p.counter.Count(text)
}

// fit shrinks and drops sources from the lowest rank up until the text costs
// no more than the budget.
func (p *fitting) fit() (core.Context, error) {
	if len(p.sources) == 0 {
		c := p.context()
		c.LeftOut = p.leftOut()
		return c, nil
	}
	p.fitRoughly()
	for {
		text, nonce, tokens := p.count()
		if tokens <= p.req.Budget {
			return p.admit(text, nonce, tokens), nil
		}
		n := p.kept()
		switch last := p.sources[n-1]; {
		case p.shrink(last):
		case n > 1:
			last.level = levelOut
		default:
			return core.Context{}, &core.BudgetError{Budget: p.req.Budget, Minimum: p.minimum(tokens)}
		}
	}
}

// shrink has a source quote less, and reports whether that can be: one that
// would read as one of higher rank does, such as two pages of a table of which
// the same head is left, says nothing.
func (p *fitting) shrink(c *candidate) bool {
	before := c.level
	for c.shrink() {
		if !p.echoes(c) {
			return true
		}
	}
	c.level = before
	return false
}

// echoes reports whether a source of higher rank reads the same.
func (p *fitting) echoes(c *candidate) bool {
	for _, other := range p.sources {
		if other == c {
			break
		}
		if other.view().body == c.view().body {
			return true
		}
	}
	return false
}

// admit fills what is left of the budget: those that are out enter in order of
// rank, shortened, until one has no room at its shortest.
func (p *fitting) admit(text, nonce string, tokens int) core.Context {
	for _, c := range p.sources[p.kept():] {
		for c.level = levelFull; ; {
			body, mark, n := p.count()
			if n <= p.req.Budget {
				text, nonce, tokens = body, mark, n
				break
			}
			if !p.shrink(c) {
				c.level = levelOut
				return p.result(text, nonce, tokens)
			}
		}
	}
	return p.result(text, nonce, tokens)
}

// minimum is the least budget that holds what is left of p, which costs so many
// tokens. The closing line names the budget, so a larger one can cost more.
func (p *fitting) minimum(tokens int) int {
	budget := p.req.Budget
	defer func() { p.req.Budget = budget }()
	for tokens > p.req.Budget {
		p.req.Budget = tokens
		_, _, tokens = p.count()
	}
	return p.req.Budget
}

// fitRoughly drops all sources below the first one that goes over the budget,
// counting them one by one, so that the exact count of the whole has to be
// taken a few times only.
func (p *fitting) fitRoughly() {
	used := 0
	for i, c := range p.sources {
		if used > p.req.Budget {
			c.level = levelOut
			continue
		}
		used += p.cost(c, i+1)
	}
}

// cost counts the tokens of one source's block.
func (p *fitting) cost(c *candidate, number int) int {
	block := p.form().block(p.entry(c, number), placeholder)
	tokens, known := p.costs[block]
	if !known {
		if p.costs == nil {
			p.costs = make(map[string]int)
		}
		tokens = p.counter.Count(block)
		p.costs[block] = tokens
	}
	return tokens
}

// costInFull counts what a source would cost if nothing of it were cut.
func (p *fitting) costInFull(c *candidate, number int) int {
	level := c.level
	defer func() { c.level = level }()
	c.level = levelFull
	return p.cost(c, number)
}

// context is what is true of the result whatever is in it.
func (p *fitting) context() core.Context {
	return core.Context{Budget: p.req.Budget, Tokenizer: p.counter.Name(), Estimated: !p.counter.Exact(), Weak: p.req.Weak}
}

func (p *fitting) result(text, nonce string, tokens int) core.Context {
	n := p.kept()
	c := p.context()
	c.Text, c.Nonce, c.Tokens = text, nonce, tokens
	c.Truncated, c.Shortened, c.LeftOut = n < len(p.sources), p.shortened(), p.leftOut()
	for i, k := range p.numbered() {
		source := k.source(i + 1)
		if !p.req.NoImports {
			source.Imports, source.Related = k.surroundings()
		}
		source.Tokens = p.cost(k, i+1)
		source.Whole = source.Tokens
		if source.Cut {
			source.Whole = p.costInFull(k, i+1)
			c.Truncated = true
		}
		c.Sources = append(c.Sources, source)
	}
	for i, k := range slices.Concat(p.sources[n:], p.beyond[:min(len(p.beyond), priced)]) {
		c.LeftOut[i].Tokens = p.costInFull(k, n+1+i)
	}
	if n < len(p.sources) {
		c.LeftOut[0].More = p.more(n)
	}
	return c
}

// priced is how many of those over the limit of sources are told what they would
// cost.
const priced = 10

// more is by how many tokens the budget would have to grow for source n, the
// first that is out, to enter at its shortest: all above it come back in full
// first.
func (p *fitting) more(n int) int {
	levels := make([]level, n+1)
	for i, c := range p.sources[:n+1] {
		levels[i] = c.level
		c.level = levelFull
	}
	budget := p.req.Budget
	defer func() {
		p.req.Budget = budget
		for i, c := range p.sources[:n+1] {
			c.level = levels[i]
		}
	}()
	for p.shrink(p.sources[n]) {
	}
	for {
		_, _, tokens := p.count()
		if tokens <= p.req.Budget {
			return p.req.Budget - budget
		}
		p.req.Budget = tokens
	}
}

// complete puts the defaults into a request and works out the budget that the
// model leaves.
func complete(req core.ContextRequest) (core.ContextRequest, error) {
	req.Format = cmp.Or(req.Format, core.FormatMarkdown)
	req.Truncation = cmp.Or(req.Truncation, core.TruncateWindow)
	req.Lines = min(max(0, cmp.Or(req.Lines, core.DefaultLines)), math.MaxInt32) // no file has more
	if req.MaxSources <= 0 {
		req.MaxSources = core.DefaultMaxSources
	}
	req.MaxSources = min(req.MaxSources, core.MostSources)
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

// reserveShare is the part of a model that is kept free for question and answer
// if nothing is said: one in so many tokens.
const reserveShare = 4
