package index

import (
	"context"

	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/searcher"
	index "github.com/blevesearch/bleve_index_api"
)

// phrase finds the passages in which words follow each other as written. It
// implements query.Query of bleve.
type phrase []word

// Searcher implements bleve's query.Query.
func (p phrase) Searcher(ctx context.Context, r index.IndexReader, _ mapping.IndexMapping, options search.SearcherOptions) (search.Searcher, error) {
	terms := make([]string, len(p))
	for i, w := range p {
		terms[i] = w.exact
	}
	r = deadlineReader{r}
	if len(terms) == 1 {
		return searcher.NewTermSearcher(ctx, r, terms[0], fieldText, 1, options)
	}
	return searcher.NewPhraseSearcher(ctx, r, terms, 0, false, fieldText, 1, options)
}

// anyTerm finds the passages whose field is one of terms. It implements query.Query
// of bleve. A library has more files than one disjunction may have clauses, so the
// terms are joined as bit sets.
type anyTerm struct {
	field string
	terms []string
}

func oneOf[T ~string](field string, values []T) anyTerm {
	terms := make([]string, len(values))
	for i, v := range values {
		terms[i] = string(v)
	}
	return anyTerm{field, terms}
}

// Searcher implements bleve's query.Query.
func (q anyTerm) Searcher(ctx context.Context, r index.IndexReader, _ mapping.IndexMapping, _ search.SearcherOptions) (search.Searcher, error) {
	unscored := search.SearcherOptions{Score: "none"}
	return searcher.NewMultiTermSearcher(ctx, r, q.terms, q.field, 1, unscored, true)
}

// deadlineReader makes every reader of postings check the deadline. Otherwise a
// phrase whose words stand everywhere, but never side by side, would be looked for
// in the whole library before the deadline is checked.
type deadlineReader struct{ index.IndexReader }

// TermFieldReader implements index.IndexReader.
func (r deadlineReader) TermFieldReader(ctx context.Context, term []byte, field string, freq, norm, vectors bool) (index.TermFieldReader, error) {
	t, err := r.IndexReader.TermFieldReader(ctx, term, field, freq, norm, vectors)
	if err != nil {
		return nil, err
	}
	return &deadlinePostings{TermFieldReader: t, ctx: ctx}, nil
}

type deadlinePostings struct {
	index.TermFieldReader
	ctx   context.Context
	steps int
}

func (p *deadlinePostings) tick() error {
	if p.steps++; p.steps%256 == 0 {
		return p.ctx.Err()
	}
	return nil
}

// Next implements index.TermFieldReader.
func (p *deadlinePostings) Next(doc *index.TermFieldDoc) (*index.TermFieldDoc, error) {
	if err := p.tick(); err != nil {
		return nil, err
	}
	return p.TermFieldReader.Next(doc)
}

// Advance implements index.TermFieldReader.
func (p *deadlinePostings) Advance(id index.IndexInternalID, doc *index.TermFieldDoc) (*index.TermFieldDoc, error) {
	if err := p.tick(); err != nil {
		return nil, err
	}
	return p.TermFieldReader.Advance(id, doc)
}
