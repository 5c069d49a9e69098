package app

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ibid/core"
	"ibid/core/query"
	"ibid/core/search"
)

// Search finds at most limit passages for a question, best first.
func (e *Engine) Search(ctx context.Context, question string, limit int) ([]core.Hit, error) {
	return e.SearchKinds(ctx, question, nil, limit)
}

// SearchKinds is Search among documents of some kinds; none means all. A kind
// that the question itself names counts beside them.
func (e *Engine) SearchKinds(ctx context.Context, question string, kinds []core.Kind, limit int) ([]core.Hit, error) {
	return e.SearchPlanned(ctx, question, kinds, nil, limit)
}

// SearchPlanned is SearchKinds for the keywords and among the documents of a
// plan; without one, for all that the question says.
func (e *Engine) SearchPlanned(ctx context.Context, question string, kinds []core.Kind, p *core.Plan, limit int) ([]core.Hit, error) {
	q, err := e.asked(ctx, question, kinds, p)
	if err != nil {
		return nil, err
	}
	return e.find(ctx, q, limit)
}

// asked is a question as it is looked for.
func (e *Engine) asked(ctx context.Context, question string, kinds []core.Kind, p *core.Plan) (core.Query, error) {
	q, err := query.Parse(question)
	if err != nil {
		return q, err
	}
	q.Kinds = append(q.Kinds, kinds...)
	if p == nil {
		return q, e.shelf.scope(ctx, &q)
	}
	if q, err = e.planned(ctx, q, *p); err != nil {
		return q, fmt.Errorf("search %q: %w", question, err)
	}
	return q, nil
}

func (e *Engine) find(ctx context.Context, q core.Query, limit int) ([]core.Hit, error) {
	hits, err := current(ctx, e, documentsOfHits, func() ([]core.Hit, error) { return e.searcher.Search(ctx, q, limit) })
	if err != nil {
		return nil, err
	}
	return hits, e.markStale(ctx, hits)
}

// Context builds the cited context for a request. Where the question is about
// source code, what hangs together with what it names comes first, as the
// request's plan says or the one that rules make. What a document names as code
// and where that is defined come together. The same library and request give the
// same bytes.
func (e *Engine) Context(ctx context.Context, req core.ContextRequest) (core.Context, error) {
	free := req.MaxSources <= 0
	if free {
		req.MaxSources = core.DefaultMaxSources
	}
	req.MaxSources = min(max(req.MaxSources, len(req.Order)), core.MostSources)
	if req.NoCode && len(req.Kinds) == 0 {
		req.Kinds = slices.DeleteFunc(slices.Clone(core.Kinds), func(k core.Kind) bool { return k.Group() == core.GroupCode })
	}
	if len(req.Entities) > 0 && len(req.Kinds) == 0 {
		req.Kinds = []core.Kind{core.KindCode}
	}
	q, err := e.asked(ctx, req.Query, req.Kinds, req.Plan)
	if err != nil {
		return core.Context{}, err
	}
	limit := hitsForEach * (req.MaxSources + len(req.Exclude))
	for {
		found, err := e.find(ctx, q, limit)
		if err != nil {
			return core.Context{}, err
		}
		hits, err := e.about(ctx, found, req.Entities)
		if err != nil {
			return core.Context{}, err
		}
		hits, added, err := e.expand(ctx, req, q, hits)
		if err != nil {
			return core.Context{}, err
		}
		within := req
		if free && len(q.Body) == 0 { // of a pasted text what was found by words comes first, and would take these places
			within.MaxSources = max(req.MaxSources, min(added, core.MostConnected))
		}
		hits, links, err := e.link(ctx, within, q, hits)
		if err != nil {
			return core.Context{}, err
		}
		if free {
			within.MaxSources += links
		}
		chosen, err := e.chosen(ctx, req.Order, hits)
		if err != nil {
			return core.Context{}, err
		}
		if within.Weak, err = e.weak(found); err != nil {
			return core.Context{}, err
		}
		within.Weak = within.Weak && added == 0
		c, err := e.builder.Context(ctx, within, append(hits, chosen...))
		if err != nil || !wantsMore(c, within, len(found), limit) {
			return c, err
		}
		limit *= 4
	}
}

// tellsWeak is how many passages a library has at least whose scores say
// anything: in a small one every word is rare and every score low.
const tellsWeak = 1000

// weak reports whether hits hardly match what they were found for.
func (e *Engine) weak(hits []core.Hit) (bool, error) {
	n, err := e.index.Count()
	return n >= tellsWeak && search.Weak(hits), err
}

// hitsForEach is how many hits are looked at for each source: several may
// stand on one page, and what is left out is listed too.
const hitsForEach = 10

// mostHits is how many hits are looked at for one context.
const mostHits = 2000

// wantsMore reports whether there may be further sources behind hits of which
// too many said nothing new: there is room for them, and the search ended at
// its limit. Where the question names its subject, nothing else is wanted.
func wantsMore(c core.Context, req core.ContextRequest, hits, limit int) bool {
	room := len(c.Sources) < req.MaxSources && !slices.ContainsFunc(c.LeftOut, func(lo core.LeftOut) bool {
		return lo.Cause == core.CauseBudget || lo.Cause == core.CauseScore || lo.Cause == core.CauseApart
	})
	return room && hits >= limit && limit < mostHits
}

// chosen makes hits of the places that were put first by hand and that the
// search did not find.
func (e *Engine) chosen(ctx context.Context, order []core.Place, hits []core.Hit) ([]core.Hit, error) {
	var out []core.Hit
	for _, place := range order {
		if slices.ContainsFunc(hits, func(h core.Hit) bool { return h.Place() == place }) {
			continue
		}
		docs, err := e.library.DocumentsByHash(ctx, place.Hash)
		if err != nil {
			return nil, fmt.Errorf("read chosen page: %w", err)
		}
		if len(docs) == 0 {
			continue // removed since it was chosen
		}
		passages, err := e.store.Passages(ctx, place.Hash)
		if err != nil {
			return nil, fmt.Errorf("read chosen page of %q: %w", docs[0].Name, err)
		}
		for _, p := range passages {
			if (core.Hit{Document: docs[0], Passage: p}).Place() != place {
				continue
			}
			hit, err := e.hitOf(ctx, docs[0], p)
			if err != nil {
				return nil, fmt.Errorf("read chosen page of %q: %w", docs[0].Name, err)
			}
			hit.Reasons = []core.Reason{{Retriever: "hand", Detail: "chosen by hand"}}
			out = append(out, hit)
		}
	}
	return out, e.markStale(ctx, out)
}

// hitOf makes a hit of a passage.
func (e *Engine) hitOf(ctx context.Context, d core.Document, p core.Passage) (core.Hit, error) {
	page, err := e.store.Page(ctx, d.Hash, p.Page)
	if err != nil {
		return core.Hit{}, err
	}
	if !p.Fits(page.Text) {
		return core.Hit{}, fmt.Errorf("passage %d as it was: %w", p.Ordinal, core.ErrNotFound)
	}
	return core.Hit{Document: d, Passage: p, Locator: core.PassageLocator(d, p, page.Label), Label: page.Label, OCR: page.OCR, Text: p.Text(page.Text)}, nil
}

// markStale looks whether the files are still as they were when they were
// read. Where another document with the same bytes is, it is cited instead.
func (e *Engine) markStale(ctx context.Context, hits []core.Hit) error {
	type bearer struct {
		document core.Document
		stale    bool
	}
	now, err := e.shelf.look(ctx)
	if err != nil {
		return err
	}
	checked := make(map[core.DocumentID]bearer) // each file is looked at once
	for i := range hits {
		h := &hits[i]
		b, known := checked[h.Document.ID]
		if !known {
			b = bearer{h.Document, e.opener.Stale(ctx, h.Document)}
			if b.stale {
				twins, err := e.library.DocumentsByHash(ctx, h.Document.Hash)
				if err != nil {
					return err
				}
				if n := slices.IndexFunc(twins, func(d core.Document) bool { return !e.opener.Stale(ctx, d) }); n >= 0 {
					b = bearer{document: twins[n]}
				}
			}
			checked[h.Document.ID] = b
		}
		h.Document, h.Locator.Name, h.Stale = b.document, now.called.cited(b.document), b.stale
	}
	return nil
}

// Layout is where the lines of a page stand. A page whose places are not known
// yet has no lines.
func (e *Engine) Layout(ctx context.Context, id core.DocumentID, page int) (core.Layout, error) {
	d, err := e.library.Document(ctx, id)
	if err != nil {
		return core.Layout{}, err
	}
	layout, err := e.store.Layout(ctx, d.Hash, page)
	if errors.Is(err, core.ErrNotFound) || errors.Is(err, core.ErrNoSuchPage) {
		return core.Layout{Page: page}, nil
	}
	return layout, err
}
