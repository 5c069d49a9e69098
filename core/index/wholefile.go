package index

import (
	"cmp"
	"context"
	"fmt"

	"github.com/blevesearch/bleve/v2/document"
	"github.com/blevesearch/bleve/v2/search/query"
	index "github.com/blevesearch/bleve_index_api"

	"ibid/core"
)

// FileScores returns the score of each of files as a whole for the words, phrases
// and body of q: BM25 of all its text over all files of the index. Files that hold
// none of the words, or are not in the index, are left out. A phrase need not occur
// here as written.
//
// It ends by a deadline as Search does.
func (x *Index) FileScores(ctx context.Context, q core.Query, files []core.Hash) (map[core.Hash]float64, error) {
	scored := wholeRelevance(q, fieldWhole, wholeTuning)
	if len(scored.words) == 0 || len(files) == 0 {
		return nil, nil
	}
	found, err := x.run(ctx, &query.BooleanQuery{Must: scored, Filter: oneOf(fieldFile, files)}, len(files))
	if err != nil {
		return nil, fmt.Errorf("score whole files: %w", err)
	}
	scores := make(map[core.Hash]float64, len(found))
	for _, f := range found {
		scores[f.hash] = f.score
	}
	return scores, nil
}

// Files returns the limit files of the highest FileScores, best first.
func (x *Index) Files(ctx context.Context, q core.Query, limit int) ([]core.Hash, error) {
	scored := wholeRelevance(q, fieldWhole, wholeTuning)
	if len(scored.words) == 0 || limit <= 0 {
		return nil, nil
	}
	found, err := x.run(ctx, scored, limit)
	if err != nil {
		return nil, fmt.Errorf("find whole files: %w", err)
	}
	files := make([]core.Hash, len(found))
	for i, f := range found {
		files[i] = f.hash
	}
	return files, nil
}

func wholeRelevance(q core.Query, field string, t tuning) relevance {
	scored := relevance{field: field, tuning: t}
	scored.add(q.Words, 1)
	scored.add(q.Phrases, 1)
	scored.repeat(q.Counts)
	scored.add(q.Body, bodyWeight)
	scored.alternatives = alternatives(q)
	return scored
}

// PageScores returns the score of each of pages as a whole, as FileScores does for
// files: BM25 of all text of a page over all pages of the index. Pages that hold
// none of the words are left out, as is source code, which has no pages.
//
// It ends by a deadline as Search does.
func (x *Index) PageScores(ctx context.Context, q core.Query, pages []core.Place) (map[core.Place]float64, error) {
	scored := wholeRelevance(q, fieldPage, wholeTuning)
	if len(scored.words) == 0 || len(pages) == 0 {
		return nil, nil
	}
	terms := make([]string, len(pages))
	for i, p := range pages {
		terms[i] = placeTerm(p.Hash, p.Page)
	}
	found, err := x.run(ctx, &query.BooleanQuery{Must: scored, Filter: oneOf(fieldPlace, terms)}, len(pages))
	if err != nil {
		return nil, fmt.Errorf("score whole pages: %w", err)
	}
	scores := make(map[core.Place]float64, len(found))
	for _, f := range found {
		scores[core.Place{Hash: f.hash, Page: f.page}] = f.score
	}
	return scores, nil
}

// placeTerm returns the term of fieldPlace.
func placeTerm(h core.Hash, page int) string { return fmt.Sprintf("%s/%x", h, page) }

// whole counts the terms of a page or file while its passages are added.
type whole struct {
	terms  index.TokenFrequencies
	length int
	left   int // passages that are not added yet
}

// add counts words by their stems. The written forms would double the size of the
// entry and would not show better what a file is about.
func (w *whole) add(words []word) {
	for _, word := range words {
		w.count(cmp.Or(word.stem, word.exact))
		if joined := cmp.Or(word.joinedStem, word.joined); joined != "" {
			w.count(joined)
		}
	}
}

func (w *whole) count(term string) {
	w.length++
	f := w.terms[term]
	if f == nil {
		f = &index.TokenFreq{Term: []byte(term)}
		w.terms[term] = f
	}
	f.SetFrequency(f.Frequency() + 1)
}

// wholeField is a field whose terms are counted already. As a stream of tokens a
// long file would take a hundred bytes of memory for each of its words. It
// implements document.Field.
type wholeField struct {
	document.Field
	whole *whole
}

func newWholeField(field string, w *whole) wholeField {
	return wholeField{document.NewTextFieldCustom(field, nil, nil, index.IndexField, nil), w}
}

// Analyze implements document.Field.
func (f wholeField) Analyze() {}

// AnalyzedLength implements document.Field.
func (f wholeField) AnalyzedLength() int { return f.whole.length }

// AnalyzedTokenFrequencies implements document.Field.
func (f wholeField) AnalyzedTokenFrequencies() index.TokenFrequencies { return f.whole.terms }
