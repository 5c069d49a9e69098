package bench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"ibid/app"
	"ibid/app/meter"
	"ibid/core"
)

// grownTo is an open library of at least so many passages, made of those of the
// sample, and questions about them.
func grownTo(b *testing.B, size int) (*app.Engine, []string) {
	b.Helper()
	ctx := b.Context()
	must := func(err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	r := &run{dir: b.TempDir()}
	e, err := r.open(ctx, "sample")
	must(err)
	sample, err := filepath.Abs("../../testdata/sample")
	must(err)
	added, err := e.AddPaths(ctx, []string{sample}, "")
	must(errors.Join(append(added.Errors, err)...))
	for _, d := range added.Documents {
		if d.State.Searchable() {
			list, err := indexed(ctx, e, d)
			must(err)
			for _, p := range list {
				r.passages = append(r.passages, p.Text)
			}
		}
	}
	must(e.Close())
	g := &grower{run: r, folder: b.TempDir(), random: rand.New(rand.NewPCG(1, 9)), each: grownBlocks}
	_, err = g.fill(ctx, size)
	must(err)
	e, err = g.open(ctx, "grown-library")
	must(err)
	b.Cleanup(func() { must(e.Close()) })
	asked := questions(g.texts, 200)
	_, err = e.Search(ctx, core.SearchRequest{Query: asked[0], Limit: hits})
	must(err)
	return e, asked
}

// BenchmarkAmong50000 goes from a question to its context among 50,000 passages,
// and to a plan by rules for words that were not seen since the library changed.
func BenchmarkAmong50000(b *testing.B) {
	e, asked := grownTo(b, 50_000)
	c, err := e.Context(b.Context(), core.ContextRequest{Query: asked[0]})
	if err != nil || len(c.Sources) == 0 {
		b.Fatalf("%d sources, %v", len(c.Sources), err)
	}
	b.Run("context", func(b *testing.B) {
		timed(b, asked, func(int) {}, func(ctx context.Context, q string) error {
			_, err := e.Context(ctx, core.ContextRequest{Query: q})
			return err
		})
	})
	b.Run("plan", func(b *testing.B) {
		change := func(i int) {
			_, err := e.Rate(b.Context(), fmt.Sprint("kelp ", i), c.Sources[0], core.RatingUp)
			if err == nil {
				_, err = e.Plan(b.Context(), "the", core.PlannerHeuristic, nil) // looks at the library
			}
			if err != nil {
				b.Fatal(err)
			}
		}
		timed(b, asked, change, func(ctx context.Context, q string) error {
			_, err := e.Plan(ctx, q, core.PlannerHeuristic, nil)
			return err
		})
	})
}

// timed asks one question after another and reports how long that took; before
// is not counted.
func timed(b *testing.B, asked []string, before func(i int), ask func(ctx context.Context, q string) error) {
	var times []float64
	for i := 0; b.Loop(); i++ {
		b.StopTimer()
		before(i)
		b.StartTimer()
		began := time.Now()
		if err := ask(b.Context(), asked[i%len(asked)]); err != nil {
			b.Fatal(err)
		}
		times = append(times, milliseconds(time.Since(began)))
	}
	b.ReportMetric(meter.Percentile(times, .5), "p50-ms")
	b.ReportMetric(meter.Percentile(times, .95), "p95-ms")
}
