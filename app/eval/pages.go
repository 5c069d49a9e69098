// Package eval measures how often the right page is found, through the
// product's own path: a fresh library, the product's reading, search and
// ranking, with bare BM25 over whole pages beside it in the same run.
package eval

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"ibid/app"
	"ibid/core"
	"ibid/core/index"
)

// Question is one line of a page set's questions.jsonl.
type Question struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	Document string `json:"document"` // file name
	Pages    []int  `json:"pages"`    // 1-based indexes, any of which answers
}

// Depth is how many pages of an answer are looked at.
const Depth = 10

// Measures are means over the questions of a set.
type Measures struct {
	Hit1 float64 `json:"hit@1"` // share of questions with a right page first
	Hit5 float64 `json:"hit@5"`
	Hit  float64 `json:"hit@10"`
	MRR  float64 `json:"mrr"` // mean of 1/rank of the first right page, within Depth
}

// PageReport is what measuring a page set came to.
type PageReport struct {
	Questions int
	Documents []core.Document // in the state they ended in
	Ibid      Measures
	BM25      Measures // whole pages, bare
	Ranks     []Ranks  // one for each question
}

// Ranks are the ranks of the first right page, 0 if it is not within Depth.
type Ranks struct {
	Question   Question
	Ibid, BM25 int
}

// page is a place that a question can be answered by.
type page struct {
	hash core.Hash
	page int
}

// Pages measures the page set in dir, which holds `documents/` and
// `questions.jsonl`, with an engine that has an empty library. The baseline is
// made in scratch, an existing folder.
func Pages(ctx context.Context, e *app.Engine, dir, scratch string) (r PageReport, err error) {
	questions, err := readQuestions(filepath.Join(dir, "questions.jsonl"))
	if err != nil {
		return r, err
	}
	added, err := e.AddPaths(ctx, []string{filepath.Join(dir, "documents")}, "")
	if err != nil {
		return r, fmt.Errorf("read page set: %w", err)
	}
	r.Documents, r.Questions = added.Documents, len(questions)
	bare, err := baseline(ctx, e, filepath.Join(scratch, "baseline"), added.Documents)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, bare.Close()) }()
	hashes := make(map[string]core.Hash)
	for _, d := range added.Documents {
		hashes[d.Name] = d.Hash
	}
	for _, q := range questions {
		ranks, err := ask(ctx, e, bare, q, hashes[q.Document])
		if err != nil {
			return r, fmt.Errorf("question %s: %w", q.ID, err)
		}
		r.Ranks = append(r.Ranks, ranks)
		r.Ibid.count(ranks.Ibid)
		r.BM25.count(ranks.BM25)
	}
	r.Ibid.divide(r.Questions)
	r.BM25.divide(r.Questions)
	return r, nil
}

// ask ranks the pages for one question both ways.
func ask(ctx context.Context, e *app.Engine, bare *index.Baseline, q Question, hash core.Hash) (Ranks, error) {
	hits, err := e.Search(ctx, q.Question, 5*Depth)
	if err != nil {
		return Ranks{}, err
	}
	var ours, theirs []page
	for _, h := range hits {
		ours = append(ours, page{h.Document.Hash, h.Passage.Page})
	}
	matches, err := bare.Search(ctx, q.Question, Depth)
	if err != nil {
		return Ranks{}, err
	}
	for _, m := range matches {
		theirs = append(theirs, page{m.Hash, m.Page})
	}
	return Ranks{Question: q, Ibid: rank(ours, hash, q.Pages), BM25: rank(theirs, hash, q.Pages)}, nil
}

// rank is the 1-based place of the first right page among different pages, 0
// if there is none within Depth.
func rank(found []page, hash core.Hash, right []int) int {
	var seen []page
	for _, p := range found {
		if slices.Contains(seen, p) {
			continue
		}
		if seen = append(seen, p); len(seen) > Depth {
			return 0
		}
		if p.hash == hash && slices.Contains(right, p.page) {
			return len(seen)
		}
	}
	return 0
}

func (m *Measures) count(rank int) {
	if rank == 0 {
		return
	}
	m.Hit++
	m.MRR += 1 / float64(rank)
	if rank <= 5 {
		m.Hit5++
	}
	if rank == 1 {
		m.Hit1++
	}
}

func (m *Measures) divide(n int) {
	for _, v := range []*float64{&m.Hit1, &m.Hit5, &m.Hit, &m.MRR} {
		*v /= float64(max(n, 1))
	}
}

// baseline takes in every page of every searchable document, once for each
// content, as the engine stored its text.
func baseline(ctx context.Context, e *app.Engine, dir string, docs []core.Document) (*index.Baseline, error) {
	b, err := index.NewBaseline(dir)
	if err != nil {
		return nil, err
	}
	done := make(map[core.Hash]bool)
	for _, d := range docs {
		if !d.State.Searchable() || done[d.Hash] {
			continue
		}
		done[d.Hash] = true
		pages, err := e.Pages(ctx, d.ID)
		if err != nil {
			return nil, errors.Join(err, b.Close())
		}
		var texts []core.IndexedPassage
		for _, p := range pages {
			texts = append(texts, core.IndexedPassage{Hash: d.Hash, Page: p.Index, Ordinal: p.Index, Text: p.Text})
		}
		if err := b.Add(texts); err != nil {
			return nil, errors.Join(err, b.Close())
		}
	}
	return b, nil
}

func readQuestions(path string) ([]Question, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read questions: %w", err)
	}
	defer f.Close() // only read
	var out []Question
	decoder := json.NewDecoder(bufio.NewReader(f))
	for {
		var q Question
		err := decoder.Decode(&q)
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read questions %q: line %d: %w", path, len(out)+1, err)
		}
		out = append(out, q)
	}
}
