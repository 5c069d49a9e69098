// Package assemble turns ranked hits into a cited context: numbered sources,
// one for each page or passage, in a formatted text that never costs more
// tokens than its budget.
//
// The count is of the whole text as it will be pasted, with headings, fences,
// the list of sources and the closing line. Over the budget, the source of
// lowest rank is shortened to the sentences around its matches, then to its first
// sentence, and then dropped, before the one above it is touched (R3.6).
//
// All text that comes from documents, their names and titles included, stands
// inside fences that it cannot close: see formats.go.
package assemble

import (
	"context"
	"fmt"

	"ibid/core"
)

// Assembler builds contexts. Safe for concurrent use if its parts are.
type Assembler struct {
	Texts  Texts
	Words  Words                               // nil says nothing of words that no source holds
	Tokens func(name string) core.TokenCounter // the counter that a request names
	Key    []byte                              // makes the marks of fences: a secret of the library
}

// Context builds the context for a request from what was found. Hits beyond the
// request's limits are listed as left out. The same request, hits and texts give
// the same bytes.
//
// Without hits the context is empty. If the budget does not hold the heading of
// the best source with one sentence, the error is a *core.BudgetError; for an
// invalid request it wraps core.ErrQuery.
func (a *Assembler) Context(ctx context.Context, req core.ContextRequest, found core.Retrieval) (core.Context, error) {
	req, err := complete(req)
	if err != nil {
		return core.Context{}, fmt.Errorf("assemble: %w", err)
	}
	candidates, apart := gather(req, found.Hits)
	r := &reader{texts: a.Texts, pages: make(map[core.Place]*page)}
	for _, c := range candidates {
		if c.page, err = r.page(ctx, c.hit.Document, c.hit.Passage.Page); err != nil {
			return core.Context{}, fmt.Errorf("assemble %q: read stored text: %w", c.hit.Locator.String(), err)
		}
	}
	all, duplicates := deduplicate(candidates, req)
	sources, beyond := choose(all, req, found.Sure)
	if err := r.runOver(ctx, sources, req.Exclude); err != nil {
		return core.Context{}, err
	}
	for _, c := range sources {
		if err := r.findHidden(ctx, c); err != nil {
			return core.Context{}, err
		}
	}
	asked, err := newAsked(ctx, a.Words, found.Query)
	if err != nil {
		return core.Context{}, fmt.Errorf("assemble: %w", err)
	}
	f := fitting{
		asked: asked,
		req:   req, counter: a.Tokens(req.Tokenizer), key: a.Key,
		sources: sources, beyond: beyond, duplicates: duplicates, apart: apart,
	}
	return f.fit()
}
