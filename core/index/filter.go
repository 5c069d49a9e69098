package index

import (
	"context"
	"errors"
	"slices"

	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/searcher"
	index "github.com/blevesearch/bleve_index_api"
)

// phrase finds the passages in which words follow each other as written. It
// implements query.Query of bleve.
type phrase []word

// maxHyphenated bounds the words of a phrase that may be divided by a hyphen in the
// text: each doubles the ways in which the phrase can stand there.
const maxHyphenated = 4

// Searcher implements bleve's query.Query.
func (p phrase) Searcher(ctx context.Context, r index.IndexReader, _ mapping.IndexMapping, options search.SearcherOptions) (search.Searcher, error) {
	ways, err := p.ways(ctx, r)
	if err != nil {
		return nil, err
	}
	r = deadlineReader{r}
	var list []search.Searcher
	for _, terms := range ways {
		var s search.Searcher
		if len(terms) == 1 {
			s, err = searcher.NewTermSearcher(ctx, r, terms[0], fieldText, 1, options)
		} else {
			s, err = searcher.NewPhraseSearcher(ctx, r, terms, 0, false, fieldText, 1, options)
		}
		if err != nil {
			return nil, errors.Join(err, closeSearchers(list))
		}
		list = append(list, s)
	}
	if len(list) == 1 {
		return list[0], nil
	}
	return searcher.NewDisjunctionSearcher(ctx, r, list, 1, options)
}

func closeSearchers(list []search.Searcher) error {
	var errs []error
	for _, s := range list {
		errs = append(errs, s.Close())
	}
	return errors.Join(errs...)
}

// ways lists the sequences of terms in which the phrase can stand in a text: word
// for word, and with a word of two parts, as `ver-ify`, wherever the library has such
// a word. At the end of the phrase that makes no difference.
func (p phrase) ways(ctx context.Context, r index.IndexReader) ([][]string, error) {
	ways := [][]string{nil}
	hyphenated := 0
	for i, w := range p {
		end := endMark + w.exact[len(exactMark):]
		divided := false
		if i+1 < len(p) && hyphenated < maxHyphenated {
			t, err := r.TermFieldReader(ctx, []byte(end), fieldText, false, false, false)
			if err != nil {
				return nil, err
			}
			divided = t.Count() > 0
			if err := t.Close(); err != nil {
				return nil, err
			}
		}
		whole := len(ways)
		for k := range whole {
			ways[k] = append(ways[k], w.exact)
			if divided {
				ways = append(ways, append(slices.Clone(ways[k]), end))
			}
		}
		if divided {
			hyphenated++
		}
	}
	return ways, nil
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
