package ingest_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"ibid/core"
	"ibid/core/ingest"
)

// BenchmarkAdd5000Files is everything but the reading: walking, hashing,
// journal, stores and index, words and structure.
func BenchmarkAdd5000Files(b *testing.B) {
	const files = 5000
	dir := b.TempDir()
	for i := range files {
		write(b, filepath.Join(dir, "in", fmt.Sprintf("%d", i%50), fmt.Sprintf("%d.txt", i)), fmt.Sprintf("File %d\n\nA small file with number %d and a few words more.\n", i, i))
	}
	for n := 0; b.Loop(); n++ {
		l := newLab(b, filepath.Join(dir, fmt.Sprint("lib", n)), nil)
		r, err := l.g.Add(context.Background(), []string{filepath.Join(dir, "in")}, ingest.AddOptions{})
		if err != nil || r.Added != files || len(r.Errors) > 0 {
			b.Fatalf("added %d: %v, %v", r.Added, err, r.Errors)
		}
	}
	b.ReportMetric(files*float64(b.N)/b.Elapsed().Seconds(), "files/s")
}

// BenchmarkRescan100000 looks through a watched folder in which nothing has
// changed, as is done whenever the window opens.
func BenchmarkRescan100000(b *testing.B) {
	const files = 100_000
	ctx, dir := context.Background(), b.TempDir()
	folder := core.Folder{Path: filepath.Join(dir, "in")}
	write(b, filepath.Join(folder.Path, ".gitignore"), "*.log\n/build/\n!keep*\n*.py[co]\ncache/**/tmp\n")
	for i := range files {
		write(b, filepath.Join(folder.Path, fmt.Sprint(i%40), fmt.Sprint(i%1000), fmt.Sprintf("%d.txt", i)), fmt.Sprintf("Note %d", i))
	}
	l := newLab(b, filepath.Join(dir, "lib"), nil)
	if r, err := l.g.Sync(ctx, folder); err != nil || r.Added != files {
		b.Fatalf("added %d: %v", r.Added, err)
	}
	for b.Loop() {
		if r, err := l.g.Sync(ctx, folder); err != nil || r.Unchanged != files || len(r.Documents) > 0 {
			b.Fatalf("%d unchanged of %d: %v", r.Unchanged, files, err)
		}
	}
}

// BenchmarkFollow is the time from when a file is written to when it is
// searchable, with the pauses of the product.
func BenchmarkFollow(b *testing.B) {
	for name, most := range map[string]int{"told": 0, "polled": 1} {
		b.Run(name, func(b *testing.B) {
			dir := b.TempDir()
			in := filepath.Join(dir, "in")
			first := write(b, filepath.Join(in, "deep", "first.txt"), "the first file")
			k := newKeeper(b, dir, func(w *ingest.Watching) { *w = ingest.Watching{Most: most} }, in)
			k.state(b, first, core.StateReady)
			for n := 0; b.Loop(); n++ {
				k.state(b, write(b, filepath.Join(in, fmt.Sprint(n, ".txt")), fmt.Sprint("file ", n)), core.StateReady)
			}
		})
	}
}
