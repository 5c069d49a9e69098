package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"ibid/app"
	"ibid/core"
	"ibid/core/index"
	"ibid/core/token"
)

// baseline is plain BM25 over the pages or files of one library.
type baseline struct {
	*index.Baseline
	engine *app.Engine
	docs   map[core.Hash]core.Document // the first document with each content
	tokens map[core.Hash][]int         // of each page; filled when one of them is found
	byOCR  int                         // pages that are left out, because OCR read them
}

// newBaseline indexes the stored text of every page of every searchable document, each content once. dir is made anew.
func newBaseline(ctx context.Context, e *app.Engine, dir string, docs []core.Document) (*baseline, error) {
	if err := os.RemoveAll(dir); err != nil {
		return nil, fmt.Errorf("make baseline: %w", err)
	}
	b, err := index.NewBaseline(dir)
	if err != nil {
		return nil, err
	}
	first := make(map[core.Hash]core.Document)
	var texts []core.IndexedPassage
	byOCR := 0
	for _, d := range slices.SortedFunc(slices.Values(docs), func(a, b core.Document) int { return cmp.Compare(a.ID, b.ID) }) {
		if _, known := first[d.Hash]; known || !d.State.Searchable() {
			continue
		}
		first[d.Hash] = d
		pages, err := e.Pages(ctx, d.ID)
		if errors.Is(err, core.ErrNotFound) {
			continue // an archive: what is in it are documents of their own
		}
		if err != nil {
			return nil, errors.Join(err, b.Close())
		}
		for _, p := range pages {
			own := p.TextLayer()
			if own == "" && p.OCR > 0 {
				byOCR++
				continue
			}
			texts = append(texts, core.IndexedPassage{Hash: d.Hash, Page: p.Index, Ordinal: p.Index, Text: own})
		}
	}
	if err := b.Add(texts); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return &baseline{b, e, first, make(map[core.Hash][]int), byOCR}, nil
}

// answer asks the baseline. Its context would be the pages that it finds, whole and one after the
// other, cut off at the budget: a page counts if it begins before the cut. connected is nil if the
// set is not about source code.
func (b *baseline) answer(ctx context.Context, q Question, place func(core.Document, int) Place, connected map[string]bool) (Answer, error) {
	began := time.Now()
	matches, err := b.Search(ctx, q.Text, hitLimit)
	if err != nil {
		return Answer{}, err
	}
	out := Answer{Search: time.Since(began), Within: make(map[int]float64)}
	var starts []int // token offset of each page
	used, most := 0, Budgets[len(Budgets)-1]
	for _, m := range matches {
		out.Places = append(out.Places, place(b.docs[m.Hash], m.Page))
		starts = append(starts, used)
		if used >= most {
			continue
		}
		n, err := b.count(ctx, m)
		if err != nil {
			return Answer{}, err
		}
		if connected != nil {
			p := out.Places[len(out.Places)-1]
			out.Filling.add(min(n, most-used), true, q.gold[p] > 0, connected[p.Document])
		}
		used += n
	}
	out.Filling.Size = min(1, ratio(float64(used), float64(most)))
	for _, budget := range Budgets {
		k := 0
		for k < len(starts) && starts[k] < budget {
			k++
		}
		out.Within[budget] = recall(out.Places, q.gold, k)
	}
	out.Places = distinct(out.Places)
	return out, nil
}

// count returns the number of tokens on a page.
func (b *baseline) count(ctx context.Context, m core.Match) (int, error) {
	if counts, known := b.tokens[m.Hash]; known {
		return counts[m.Page-1], nil
	}
	pages, err := b.engine.Pages(ctx, b.docs[m.Hash].ID)
	if err != nil {
		return 0, err
	}
	counts := make([]int, len(pages))
	for i, p := range pages {
		counts[i] = token.For("").Count(p.Text)
	}
	b.tokens[m.Hash] = counts
	return counts[m.Page-1], nil
}
