package index

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/query"

	"ibid/core"
)

// searchTime bounds one search. A query within the limits of core/query takes
// a small part of it on any library that fits a desktop.
const searchTime = 2 * time.Second

// Search returns the best limit passages for q, best first; equal scores are in
// the order of hash and ordinal. Passages come only from the files in scope
// and of the kinds of q; a nil scope is the whole library, an empty one is
// nothing. q.Names is not looked at: the index knows no file names.
//
// Words are scored by stem and written form, and at least one of them or of
// q.Body must occur, unless there are phrases: these must occur word for word,
// and their words are scored too. What is in q.Not must not occur as written. An
// expansion of q scores in place of the words that it stands for where it is worth
// more than they are.
//
// As many searches go on at once as there are processors; others wait for their
// turn. From there on a search ends after 2 s with context.DeadlineExceeded, or
// earlier with ctx.
func (x *Index) Search(ctx context.Context, q core.Query, scope []core.Hash, limit int) ([]core.Match, error) {
	if q.Empty() || limit <= 0 || scope != nil && len(scope) == 0 {
		return nil, nil
	}
	build := x.build(q, scope)
	if build == nil {
		return nil, nil
	}
	found, err := x.run(ctx, build, limit)
	if err != nil {
		return nil, fmt.Errorf("search index: %w", err)
	}
	matches := make([]core.Match, len(found))
	for i, f := range found {
		matches[i] = core.Match{Hash: f.hash, Ordinal: f.ordinal, Page: f.page, Score: f.score}
	}
	return matches, nil
}

// entry is an entry that a query found.
type entry struct {
	entryID
	score float64
}

// run returns the best limit entries for a query of bleve, best first.
func (x *Index) run(ctx context.Context, build query.Query, limit int) (found []entry, err error) {
	select {
	case x.turns <- struct{}{}:
		defer func() { <-x.turns }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	defer recoverDamage(&err)
	// To compare identifiers bleve reads that of every entry that matches. So it sorts
	// by score alone, unless entries of one score stand on both sides of the limit.
	hits, err := x.top(ctx, build, limit+1, "-_score")
	if err == nil && len(hits) > limit && hits[limit].Score == hits[limit-1].Score {
		hits, err = x.top(ctx, build, limit, "-_score", "_id")
	}
	if err != nil {
		return nil, err
	}
	hits = hits[:min(limit, len(hits))]
	slices.SortFunc(hits, func(a, b *search.DocumentMatch) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID))
	})
	found = make([]entry, len(hits))
	for i, hit := range hits {
		id, err := parseEntryID(hit.ID)
		if err != nil {
			return nil, err
		}
		found[i] = entry{id, hit.Score}
	}
	return found, nil
}

// top returns the first limit entries in an order of bleve.
func (x *Index) top(ctx context.Context, build query.Query, limit int, order ...string) (search.DocumentMatchCollection, error) {
	req := bleve.NewSearchRequestOptions(build, limit, 0, false)
	req.SortBy(order)
	res, err := x.bleve.SearchInContext(ctx, req)
	if err == nil {
		err = ctx.Err() // a filter that ran out of time finds nothing more, in silence
	}
	if err != nil {
		return nil, err
	}
	return res.Hits, nil
}

// recoverDamage turns a panic into core.ErrDamaged. It is deferred where terms and
// postings are read: they lie in mapped files that no checksum protects.
func recoverDamage(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("%v: %w", p, core.ErrDamaged)
	}
}

// build translates q into a query of bleve; nil if q holds nothing to be found.
func (x *Index) build(q core.Query, scope []core.Hash) query.Query {
	scored := relevance{field: fieldText, tuning: x.tuning}
	scored.add(q.Words, 1)
	var filters, not []query.Query
	for _, p := range q.Phrases {
		if words := analyse(p); len(words) > 0 {
			filters = append(filters, phrase(words))
		}
	}
	scored.add(q.Phrases, 1)
	if len(scored.words) == 0 {
		return nil
	}
	scored.repeat(q.Counts)
	scored.add(q.Body, bodyWeight)
	scored.alternatives = alternatives(q)
	for _, n := range q.Not {
		if words := analyse(n); len(words) > 0 {
			not = append(not, phrase(words))
		}
	}
	if scope != nil {
		filters = append(filters, oneOf(fieldHash, scope))
	}
	if len(q.Kinds) > 0 {
		filters = append(filters, oneOf(fieldKind, q.Kinds))
	}
	b := &query.BooleanQuery{Must: scored}
	if len(not) > 0 {
		b.MustNot = query.NewDisjunctionQuery(not)
	}
	if len(filters) > 0 {
		b.Filter = query.NewConjunctionQuery(filters)
	}
	return b
}

// repeat multiplies the weights of words by how often the question says them, as BM25
// does for the frequency of a term in the query (Robertson and Zaragoza 2009, 3.4.3).
func (q *relevance) repeat(counts map[string]int) {
	for i, w := range q.words {
		if n := counts[strings.TrimPrefix(w.exact, exactMark)]; n > 1 {
			q.words[i].weight *= float64(n)
		}
	}
}

// add adds the words of texts that are not scored yet, up to maxScored words.
func (q *relevance) add(texts []string, weight float64) {
	seen := make(map[string]bool)
	for _, w := range q.words {
		seen[w.exact] = true
	}
	for _, s := range texts {
		for _, w := range analyse(s) {
			if !seen[w.exact] && len(seen) < maxScored {
				seen[w.exact] = true
				q.words = append(q.words, wanted{w, weight})
			}
		}
	}
}
