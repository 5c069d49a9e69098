package search

import (
	"context"

	"ibid/core"
)

// beside is the greatest distance, in passages, of two that count as one place where
// there are no pages: a printed page holds about three.
const beside = 1

// Grouped returns at most limit hits, best first, in files as they are now. Each is
// the best of its page or, where there are no pages, of a stretch of its section;
// the others that stand there are its More.
//
// Where many passages stand on one page there may be fewer than limit.
func (s *Searcher) Grouped(ctx context.Context, q core.Query, limit int) ([]core.Hit, error) {
	read := max(2*limit, minCandidates)
	found, err := s.currentOf(ctx, q, read, read)
	if err != nil {
		return nil, err
	}
	groups := group(found)
	return groups[:min(limit, len(groups))], nil
}

// group puts hits, best first, below the first one that stands at the same place.
func group(hits []core.Hit) []core.Hit {
	var out []core.Hit
	heads := make(map[core.Hash][]int) // of each content, as indexes into out
next:
	for _, h := range hits {
		for _, i := range heads[h.Document.Hash] {
			if together(&out[i], &h) {
				out[i].More = append(out[i].More, h)
				continue next
			}
		}
		heads[h.Document.Hash] = append(heads[h.Document.Hash], len(out))
		out = append(out, h)
	}
	return out
}

// together reports whether two passages of one content count as one place.
func together(a, b *core.Hit) bool {
	p, q := &a.Passage, &b.Passage
	if p.Page != q.Page || a.Document.Kind.Paged() {
		return p.Page == q.Page
	}
	apart := max(p.Ordinal-q.Ordinal, q.Ordinal-p.Ordinal)
	return apart <= beside && p.Section == q.Section && p.Heading == q.Heading
}
