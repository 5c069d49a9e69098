package index

import (
	"context"
	"fmt"
	"slices"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	api "github.com/blevesearch/bleve_index_api"

	"ibid/core"
)

// Baseline is an index of bleve as it comes, for evaluations to compare with: BM25
// over one field, the analyser `en`, the question as it is typed.
type Baseline struct{ bleve bleve.Index }

// NewBaseline makes an empty baseline in dir, which must not exist.
func NewBaseline(dir string) (*Baseline, error) {
	m := bleve.NewIndexMapping()
	m.DefaultAnalyzer = en.AnalyzerName
	m.ScoringModel = api.BM25Scoring
	b, err := bleve.New(dir, m)
	if err != nil {
		return nil, fmt.Errorf("make baseline: %w", err)
	}
	return &Baseline{b}, nil
}

// Add indexes texts. The hash, ordinal and page of a text come back with a match.
func (b *Baseline) Add(texts []core.IndexedPassage) error {
	for chunk := range slices.Chunk(texts, 1000) {
		batch := b.bleve.NewBatch()
		for _, t := range chunk {
			id := entryID{hash: t.Hash, ordinal: t.Ordinal, page: t.Page}
			if err := batch.Index(id.String(), map[string]string{"text": t.Text}); err != nil {
				return fmt.Errorf("fill baseline: %w", err)
			}
		}
		if err := b.bleve.Batch(batch); err != nil {
			return fmt.Errorf("fill baseline: %w", err)
		}
	}
	return nil
}

// Search returns the best limit texts for a question.
func (b *Baseline) Search(ctx context.Context, question string, limit int) ([]core.Match, error) {
	match := bleve.NewMatchQuery(question)
	match.SetField("text")
	res, err := b.bleve.SearchInContext(ctx, bleve.NewSearchRequestOptions(match, limit, 0, false))
	if err != nil {
		return nil, fmt.Errorf("search baseline: %w", err)
	}
	matches := make([]core.Match, len(res.Hits))
	for i, hit := range res.Hits {
		n, err := parseEntryID(hit.ID)
		if err != nil {
			return nil, fmt.Errorf("search baseline: %w", err)
		}
		matches[i] = core.Match{Hash: n.hash, Ordinal: n.ordinal, Page: n.page, Score: hit.Score}
	}
	return matches, nil
}

// Close closes the baseline; its folder stays.
func (b *Baseline) Close() error { return b.bleve.Close() }
