package index

import (
	"context"
	"fmt"
	"math"

	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search"
	index "github.com/blevesearch/bleve_index_api"
)

// tuning are the parameters of BM25.
type tuning struct {
	k1    float64 // how soon further occurrences stop to count
	b     float64 // how much the score of long passages is reduced, 0 to 1
	exact float64 // weight of the written form beside the stem, which has 1
}

// wholeTuning is for whole pages and files. Their words are indexed by stem only, if
// they have one. The parameters are those that Robertson and Zaragoza (2009) give as
// usual, and b is high since files differ in length by a factor of a thousand.
var wholeTuning = tuning{k1: 1.2, b: .75, exact: 0}

// passageTuning is for passages. With a k1 of .9 and a b of .4, which had been chosen on
// two sets, abstracts of two others are found worse (nDCG@10 .388 for .406, .506 for
// .524) and pages of a third better (.260 for .234). An exact above .3 did harm.
var passageTuning = tuning{k1: 1.2, b: .75, exact: .1}

// bodyWeight is the weight of a word that only the rest of a pasted text has.
// Measured on bug reports: .5 and .2 find fewer of the files that were at fault.
const bodyWeight = 0.35

// relevance finds the entries that hold at least one of the words in a field,
// scored by BM25. It implements query.Query of bleve.
type relevance struct {
	field        string // fieldText, fieldPage or fieldWhole
	words        []wanted
	alternatives []alternative
	tuning       tuning
}

// wanted is a word with its weight.
type wanted struct {
	word
	weight float64
}

// Searcher implements bleve's query.Query.
func (q relevance) Searcher(ctx context.Context, r index.IndexReader, _ mapping.IndexMapping, _ search.SearcherOptions) (search.Searcher, error) {
	s := &scorer{ctx: ctx, field: q.field, tuning: q.tuning}
	if err := s.measure(r); err != nil {
		return nil, err
	}
	for _, w := range q.words {
		if err := s.openWord(r, w); err != nil {
			return nil, s.abandon(err)
		}
	}
	if err := s.openAlternatives(r, q.words, q.alternatives); err != nil {
		return nil, s.abandon(err)
	}
	s.best = make([]float64, len(s.groups))
	for i := range s.terms {
		if err := s.terms[i].next(); err != nil {
			return nil, s.abandon(err)
		}
	}
	for i := range s.alternatives {
		if err := s.alternatives[i].start(ctx); err != nil {
			return nil, s.abandon(err)
		}
	}
	return s, nil
}

// scorer goes through the entries that hold one of its terms, in the order of
// bleve's internal numbers. It implements search.Searcher.
type scorer struct {
	ctx     context.Context
	field   string
	tuning  tuning
	count   float64 // entries in the index that have the field
	average float64 // their length in terms
	terms   []posting
	steps   int

	alternatives []opened
	groups       [][]int   // terms that alternatives stand for
	best         []float64 // of each group in the present entry
}

// posting iterates over the entries that hold one term.
type posting struct {
	reader  index.TermFieldReader
	doc     index.TermFieldDoc // the present entry; reused
	at      uint64             // internal number of doc; noEntry at the end
	word    string             // written form of the word of the query that it belongs to
	weight  float64            // inverse document frequency, boosted
	worth   float64            // its part in the score of the present entry
	matches uint64             // entries that hold the term
}

const noEntry = math.MaxUint64

// measure reads the statistics from the same snapshot that is searched.
func (s *scorer) measure(r index.IndexReader) error {
	b, err := r.GetInternal(stateKey)
	if err != nil {
		return fmt.Errorf("read state of the index: %w", err)
	}
	st, err := decodeState(b)
	if err != nil {
		return err
	}
	entries, terms := st.Passages, st.Terms
	switch s.field {
	case fieldWhole:
		entries, terms = st.Files, st.FileTerms
	case fieldPage:
		entries, terms = st.Pages, st.PageTerms
	}
	s.count = float64(entries)
	s.average = max(1, float64(terms)/max(1, s.count))
	return nil
}

// openWord opens the stem and the written form of a word.
func (s *scorer) openWord(r index.IndexReader, w wanted) error {
	exact := s.tuning.exact
	if w.stem == "" {
		exact = 1
	} else if err := s.open(r, w.stem, w); err != nil {
		return err
	}
	if exact == 0 {
		return nil
	}
	w.weight *= exact
	return s.open(r, w.exact, w)
}

func (s *scorer) open(r index.IndexReader, term string, w wanted) error {
	p, err := s.posting(r, term, w.weight, false)
	if err != nil {
		return err
	}
	p.word = w.exact
	s.terms = append(s.terms, p)
	return nil
}

// posting opens the list of a term.
func (s *scorer) posting(r index.IndexReader, term string, boost float64, positions bool) (posting, error) {
	reader, err := r.TermFieldReader(s.ctx, []byte(term), s.field, true, true, positions)
	if err != nil {
		return posting{}, err
	}
	n := reader.Count()
	idf := math.Log(1 + (s.count-float64(n)+.5)/(float64(n)+.5))
	return posting{reader: reader, weight: boost * idf, matches: n}, nil
}

// abandon closes what was opened and returns err.
func (s *scorer) abandon(err error) error {
	s.Close()
	return err
}

func (p *posting) next() error { return p.land(p.reader.Next(p.doc.Reset())) }

func (p *posting) advance(id index.IndexInternalID) error {
	return p.land(p.reader.Advance(id, p.doc.Reset()))
}

func (p *posting) land(doc *index.TermFieldDoc, err error) error {
	p.at = noEntry
	if doc != nil {
		p.at = doc.ID.Value()
	}
	return err
}

// Next implements search.Searcher.
func (s *scorer) Next(sc *search.SearchContext) (*search.DocumentMatch, error) {
	// bleve looks at the deadline only when an entry has passed all filters.
	if s.steps++; s.steps%256 == 0 {
		if err := s.ctx.Err(); err != nil {
			return nil, err
		}
	}
	at := uint64(noEntry)
	for i := range s.terms {
		at = min(at, s.terms[i].at)
	}
	for i := range s.alternatives {
		at = min(at, s.alternatives[i].at)
	}
	if at == noEntry {
		return nil, nil
	}
	match := sc.DocumentMatchPool.Get()
	for i := range s.alternatives {
		if o := &s.alternatives[i]; o.at == at {
			match.IndexInternalID = index.NewIndexInternalIDFrom(match.IndexInternalID, o.words[0].doc.ID)
			break
		}
	}
	// The sum is always taken in the order of the query, so that equal entries
	// have equal scores.
	for i := range s.terms {
		p := &s.terms[i]
		p.worth = 0
		if p.at != at {
			continue
		}
		match.IndexInternalID = index.NewIndexInternalIDFrom(match.IndexInternalID, p.doc.ID)
		p.worth = p.weight * s.tuning.saturate(float64(p.doc.Freq), p.doc.Norm, s.average)
		match.Score += p.worth
		if err := p.next(); err != nil {
			return nil, err
		}
	}
	if len(s.alternatives) == 0 {
		return match, nil
	}
	more, err := s.exceed(at)
	match.Score += more
	return match, err
}

// saturate returns the factor of BM25 that depends on one entry. norm is one over
// the root of the number of terms in the field.
func (t tuning) saturate(frequency, norm, average float64) float64 {
	length := 1 / (norm * norm)
	return frequency * (t.k1 + 1) / (frequency + t.k1*(1-t.b+t.b*length/average))
}

// Advance implements search.Searcher.
func (s *scorer) Advance(sc *search.SearchContext, id index.IndexInternalID) (*search.DocumentMatch, error) {
	for i := range s.terms {
		if p := &s.terms[i]; p.at < id.Value() {
			if err := p.advance(id); err != nil {
				return nil, err
			}
		}
	}
	for i := range s.alternatives {
		if o := &s.alternatives[i]; o.at < id.Value() {
			if err := o.advance(s.ctx, id); err != nil {
				return nil, err
			}
		}
	}
	return s.Next(sc)
}

// Count implements search.Searcher: an upper bound of the matches.
func (s *scorer) Count() uint64 {
	var n uint64
	for i := range s.terms {
		n += s.terms[i].matches
	}
	for i := range s.alternatives {
		n += s.alternatives[i].words[0].matches
	}
	return n
}

// Close implements search.Searcher.
func (s *scorer) Close() error {
	var first error
	for i := range s.terms {
		if err := s.terms[i].reader.Close(); err != nil && first == nil {
			first = err
		}
	}
	for i := range s.alternatives {
		first = closeAll(s.alternatives[i].words, first)
	}
	return first
}

// The scoring of bleve asks a searcher for these; scores here are absolute.

// Weight implements search.Searcher.
func (s *scorer) Weight() float64 { return 1 }

// SetQueryNorm implements search.Searcher.
func (s *scorer) SetQueryNorm(float64) {}

// Min implements search.Searcher.
func (s *scorer) Min() int { return 0 }

// Size implements search.Searcher.
func (s *scorer) Size() int { return 0 }

// DocumentMatchPoolSize implements search.Searcher.
func (s *scorer) DocumentMatchPoolSize() int { return 1 }
