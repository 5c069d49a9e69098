package search

import (
	"context"
	"fmt"
	"slices"

	"ibid/core"
)

// HitsPerSource is how many hits are retrieved for each source that a context may
// have: several may stand on one page, and what is left out is listed too.
const HitsPerSource = 10

// MostHits is the number of hits from which on no more are retrieved for one
// context.
const MostHits = 2000

// Request asks for the evidence that a context is made of.
type Request struct {
	Query    core.Query
	Start    *Start            // where an expansion over source code starts; nil for none
	Link     bool              // join what documents name with the code that defines it
	Entities []core.EntityKind // kinds that hits must lie in or hold; none is all hits
	Chosen   []core.Place      // put first by hand; found even if the search does not
	Sources  int               // the best sources of the context that are sure to be in while they fit
	Grow     bool              // let what is connected raise Sources
}

// Evidence are the hits for a context, the best first, and how they came about.
type Evidence struct {
	Hits    []core.Hit
	Sources int  // as in the request, raised by what is connected
	More    bool // the search ended at its limit: a larger one may find more
}

// Evidence retrieves at most limit hits, adds what is connected with them and
// reads the places that were chosen by hand.
func (s *Searcher) Evidence(ctx context.Context, r Request, limit int) (Evidence, error) {
	out := Evidence{Sources: r.Sources}
	found, err := s.Current(ctx, r.Query, limit)
	if err != nil {
		return out, err
	}
	hits, err := s.inEntities(ctx, found, r.Entities)
	if err != nil {
		return out, err
	}
	added := 0
	if r.Start != nil {
		if hits, added, err = s.expandCurrent(ctx, r.Query, *r.Start, hits); err != nil {
			return out, err
		}
	}
	if r.Grow && len(r.Query.Body) == 0 { // for a pasted text what the words found comes first, and would take these places
		out.Sources = max(r.Sources, min(added, core.MostConnected))
	}
	if r.Link {
		linked := 0
		if hits, linked, err = s.linkCurrent(ctx, r.Query, hits, out.Sources); err != nil {
			return out, err
		}
		if r.Grow {
			out.Sources += linked
		}
	}
	if len(r.Query.In) > 0 {
		hits = slices.DeleteFunc(hits, func(h core.Hit) bool { return !slices.Contains(r.Query.Documents, h.Document.Hash) })
	}
	chosen, err := s.chosen(ctx, r.Chosen, hits)
	if err != nil {
		return out, err
	}
	out.Hits, out.More = append(hits, chosen...), len(found) >= limit
	return out, nil
}

// Current is Search in files as they are now: source files that changed since
// they were read are read again, other stale hits are marked.
func (s *Searcher) Current(ctx context.Context, q core.Query, limit int) ([]core.Hit, error) {
	return s.currentOf(ctx, q, max(2*limit, minCandidates), limit)
}

// currentOf is Current among the read passages that the index alone ranks best.
func (s *Searcher) currentOf(ctx context.Context, q core.Query, read, limit int) ([]core.Hit, error) {
	hits, err := askFresh(ctx, s, documentsOf, func() ([]core.Hit, error) { return s.searchOf(ctx, q, read, limit) })
	if err != nil {
		return nil, err
	}
	return hits, s.cite(ctx, hits)
}

// expandCurrent is Expand in files as they are now, and counts what it added.
func (s *Searcher) expandCurrent(ctx context.Context, q core.Query, start Start, hits []core.Hit) ([]core.Hit, int, error) {
	added := func(out []core.Hit) []core.Document { return documentsOf(connected(out)) }
	out, err := askFresh(ctx, s, added, func() ([]core.Hit, error) { return s.Expand(ctx, q, start, hits) })
	if err != nil {
		return nil, 0, err
	}
	return out, len(connected(out)), s.cite(ctx, out)
}

// askFresh asks for an answer, and asks once more if source files among its documents
// had to be read again.
func askFresh[T any](ctx context.Context, s *Searcher, documents func(T) []core.Document, ask func() (T, error)) (T, error) {
	answer, err := ask()
	if err != nil || s.Files == nil {
		return answer, err
	}
	again, err := s.Files.Reread(ctx, documents(answer))
	if err != nil || !again {
		return answer, err
	}
	return ask()
}

// connected are the hits that an expansion added.
func connected(hits []core.Hit) []core.Hit {
	return slices.DeleteFunc(slices.Clone(hits), func(h core.Hit) bool { return !Connected(h) })
}

func documentsOf(hits []core.Hit) []core.Document {
	out := make([]core.Document, len(hits))
	for i, h := range hits {
		out[i] = h.Document
	}
	return out
}

func (s *Searcher) cite(ctx context.Context, hits []core.Hit) error {
	if s.Files == nil {
		return nil
	}
	return s.Files.Cite(ctx, hits)
}

// chosen returns hits of the chosen places that are not among hits. A place whose
// document was removed since is left out.
func (s *Searcher) chosen(ctx context.Context, places []core.Place, hits []core.Hit) ([]core.Hit, error) {
	var out []core.Hit
	for _, place := range places {
		if slices.ContainsFunc(hits, func(h core.Hit) bool { return h.Place() == place }) {
			continue
		}
		docs, err := s.Documents.DocumentsByHash(ctx, place.Hash)
		if err != nil {
			return nil, fmt.Errorf("read chosen page: %w", err)
		}
		if len(docs) == 0 {
			continue
		}
		passages, err := s.Texts.Passages(ctx, place.Hash)
		if err != nil {
			return nil, fmt.Errorf("read chosen page of %q: %w", docs[0].Name, err)
		}
		for _, p := range passages {
			if (core.Hit{Document: docs[0], Passage: p}).Place() != place {
				continue
			}
			hit, err := s.passageHit(ctx, docs[0], p)
			if err != nil {
				return nil, fmt.Errorf("read chosen page of %q: %w", docs[0].Name, err)
			}
			hit.Reasons = []core.Reason{{Retriever: "hand", Detail: "chosen by hand"}}
			out = append(out, hit)
		}
	}
	return out, s.cite(ctx, out)
}

// passageHit makes a hit of a passage, without score and reasons. A passage that
// does not fit its page any more gives an error that wraps core.ErrNotFound.
func (s *Searcher) passageHit(ctx context.Context, d core.Document, p core.Passage) (core.Hit, error) {
	page, err := s.Texts.Page(ctx, d.Hash, p.Page)
	if err != nil {
		return core.Hit{}, err
	}
	if !p.Fits(page.Text) {
		return core.Hit{}, fmt.Errorf("passage %d as it was: %w", p.Ordinal, core.ErrNotFound)
	}
	return core.Hit{Document: d, Passage: p, Locator: core.PassageLocator(d, p, page.Label), Label: page.Label, OCR: page.OCROf(p.Spans...), Text: p.Text(page.Text)}, nil
}

// inEntities keeps the hits whose passage lies in an entity of one of the kinds,
// or holds the beginning of one. Without kinds it keeps all.
func (s *Searcher) inEntities(ctx context.Context, hits []core.Hit, kinds []core.EntityKind) ([]core.Hit, error) {
	if len(kinds) == 0 {
		return hits, nil
	}
	known := make(map[core.Hash]core.Code)
	var out []core.Hit
	for _, h := range hits {
		if h.Document.Kind != core.KindCode {
			continue
		}
		code, read := known[h.Document.Hash]
		if !read {
			var err error
			if code, err = s.Texts.Code(ctx, h.Document.Hash); err != nil {
				return nil, fmt.Errorf("keep to %v: %w", kinds, err)
			}
			known[h.Document.Hash] = code
		}
		if slices.ContainsFunc(innermost(code, h.Passage), func(e core.Entity) bool { return slices.Contains(kinds, e.Kind) }) {
			out = append(out, h)
		}
	}
	return out, nil
}

// innermost returns the entities that begin in a passage, and the smallest one
// around its beginning.
func innermost(code core.Code, p core.Passage) (out []core.Entity) {
	if len(p.Spans) == 0 {
		return nil
	}
	from, to, around := p.Spans[0].Start, p.Spans[len(p.Spans)-1].End, -1
	for i, e := range code.Entities {
		switch {
		case e.Start >= from && e.Start < to:
			out = append(out, e)
		case e.Start < from && from < e.End:
			around = i
		}
	}
	if around >= 0 {
		out = append(out, code.Entities[around])
	}
	return out
}
