package search

import (
	"context"

	"ibid/core"
)

// scorePages sets the feature page: the BM25 score of all text on the page, as a
// share of the best page. An answer often spreads over the passages of its page.
func (s *Searcher) scorePages(ctx context.Context, q core.Query, found []candidate) error {
	var pages []core.Place
	seen := make(map[core.Place]bool)
	for _, c := range found {
		if at := c.page(); !seen[at] {
			seen[at] = true
			pages = append(pages, at)
		}
	}
	scores, err := s.Index.PageScores(ctx, q, pages)
	if err != nil {
		return err
	}
	if err := s.asidePages(ctx, q, scores); err != nil {
		return err
	}
	top := highest(scores)
	for i := range found {
		found[i].values[ofPage] = share(scores[found[i].page()], top)
	}
	return nil
}

// page returns the page of the passage.
func (c *candidate) page() core.Place { return core.Place{Hash: c.match.Hash, Page: c.match.Page} }

// scoreDocuments sets the feature document: the BM25 score of the whole file of source
// code, as a share of the best one. Of text it moved no set, and took good passages of
// the right document behind those of one that says the same of another year.
func (s *Searcher) scoreDocuments(ctx context.Context, q core.Query, found []candidate) error {
	scores, err := s.Index.FileScores(ctx, q, filesOf(found))
	if err != nil {
		return err
	}
	top, ranks := highest(scores), rankFiles(scores)
	for i := range found {
		c := &found[i]
		c.fileRank = ranks[c.match.Hash]
		c.values[ofDocument] = share(scores[c.match.Hash], top)
	}
	return nil
}

// highest returns the highest of scores, 0 if there are none above.
func highest[K comparable](scores map[K]float64) (top float64) {
	for _, score := range scores {
		top = max(top, score)
	}
	return top
}
