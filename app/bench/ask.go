package bench

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"ibid/app"
	"ibid/app/meter"
	"ibid/core"
	"ibid/core/index"
	"ibid/core/text"
)

// indexing adds all passages of the library to an empty index and keeps their texts, from which
// questions and larger libraries are made.
func (r *run) indexing(ctx context.Context) (err error) {
	e, err := r.open(ctx, r.library())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	var all []core.IndexedPassage
	seen := make(map[core.Hash]bool)
	for _, d := range r.documents {
		if seen[d.Hash] || !d.State.Searchable() {
			continue
		}
		seen[d.Hash] = true
		list, err := indexed(ctx, e, d)
		if err != nil {
			return err
		}
		all = append(all, list...)
	}
	for _, p := range all {
		r.passages = append(r.passages, p.Text)
	}
	r.value("files", float64(r.files), "")
	r.value("pages", float64(r.pages("")), "")
	r.value("passages", float64(len(all)), "")
	r.value("size", megabytes(r.bytes), "MB")
	if len(all) == 0 {
		return errors.New("no document in it can be searched")
	}
	r.Say("indexing alone")
	err = r.measure(stepIndexing, func() error {
		x, err := index.Open(filepath.Join(r.dir, "index"), "bench")
		if err != nil {
			return err
		}
		return errors.Join(x.Put(ctx, 1, nil, all), x.Close())
	})
	r.value(stepIndexing, float64(len(all))/r.best[stepIndexing].Wall.Seconds(), "passages/s")
	return err
}

// indexed returns a document's passages in the form that the index stores.
func indexed(ctx context.Context, e *app.Engine, d core.Document) ([]core.IndexedPassage, error) {
	pages, err := e.Pages(ctx, d.ID)
	if err != nil {
		return nil, err
	}
	texts := make(map[int]string, len(pages))
	for _, p := range pages {
		texts[p.Index] = p.Text
	}
	passages, err := e.Passages(ctx, d.ID)
	var out []core.IndexedPassage
	for _, p := range passages {
		out = append(out, core.IndexedPassage{Hash: d.Hash, Kind: d.Kind, Ordinal: p.Ordinal, Page: p.Page, Section: p.Section, Text: p.Text(texts[p.Page])})
	}
	return out, err
}

// A question consists of words that occur close together in a passage.
const (
	questionSpan  = 14 // words of the passage
	questionLeast = 3
	questionMost  = 8
)

// questions returns n questions about texts, the same ones each time.
func questions(texts []string, n int) []string {
	r := rand.New(rand.NewPCG(uint64(n), 8))
	var out []string
	for tries := 0; len(out) < n && tries < 100*n; tries++ {
		words := text.Forms(texts[r.IntN(len(texts))])
		if len(words) < questionSpan {
			continue
		}
		words = words[r.IntN(len(words)-questionSpan+1):][:questionSpan]
		picked := r.Perm(questionSpan)[:questionLeast+r.IntN(questionMost-questionLeast+1)]
		slices.Sort(picked)
		var q []string
		for _, i := range picked {
			q = append(q, words[i])
		}
		out = append(out, strings.Join(q, " "))
	}
	return out
}

// hits is how many hits are requested, as by the window.
const hits = 30

// asking measures questions to the library: the first one after it is opened, then many.
func (r *run) asking(ctx context.Context) (err error) {
	asked := questions(r.passages, r.asked)
	if len(asked) == 0 {
		return errors.New("its passages are too short to be asked about")
	}
	r.Say("asking")
	debug.FreeOSMemory()
	began := time.Now()
	e, err := r.open(ctx, r.library())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	if _, err := e.Search(ctx, core.SearchRequest{Query: asked[0], Limit: hits}); err != nil {
		return err
	}
	r.value("first query, library opened for it", milliseconds(time.Since(began)), "ms")
	w, err := waits(ctx, e, asked)
	if err != nil {
		return err
	}
	r.value("query p50", w.Query50, "ms")
	r.value("query p95", w.Query95, "ms")
	r.value("context p50", w.Context50, "ms")
	r.value("context p95", w.Context95, "ms")
	r.best[stepQuery] = Cost{Wall: time.Duration(w.Query50 * float64(time.Millisecond))}
	if err := r.askRecoll(ctx, asked[:min(30, len(asked))]); err != nil {
		return err
	}
	r.ratio("query p50, a process for each question", stepQuery, recollQuery, 0, wall)
	return nil
}

const stepQuery = "query"

// waits asks every question twice, for its hits and for its context, and uses the shorter time of
// each, because other work on the machine can only slow one down.
func waits(ctx context.Context, e *app.Engine, asked []string) (Growth, error) {
	times := func(ask func(q string) error) ([]float64, error) {
		best := make([]float64, len(asked))
		for round := range 2 {
			for i, q := range asked {
				began := time.Now()
				if err := ask(q); err != nil {
					return nil, err
				}
				if t := milliseconds(time.Since(began)); round == 0 || t < best[i] {
					best[i] = t
				}
			}
		}
		return best, nil
	}
	queries, err := times(func(q string) error { _, err := e.Search(ctx, core.SearchRequest{Query: q, Limit: hits}); return err })
	if err != nil {
		return Growth{}, err
	}
	contexts, err := times(func(q string) error {
		_, err := e.Context(ctx, core.ContextRequest{Query: q})
		return err
	})
	return Growth{
		Query50: meter.Percentile(queries, .5), Query95: meter.Percentile(queries, .95),
		Context50: meter.Percentile(contexts, .5), Context95: meter.Percentile(contexts, .95),
	}, err
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
