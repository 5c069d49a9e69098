package index

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ibid/core"
)

// BenchmarkPut writes passages of about 200 words in Puts of one file each, of
// 200 passages.
func BenchmarkPut(b *testing.B) {
	files := slices.Collect(slices.Chunk(randomFiles(1, 25, 200, 200), 200))
	bytes := 0
	for _, f := range files {
		for _, p := range f {
			bytes += len(p.Text)
		}
	}
	var dir string
	for b.Loop() {
		x, err := Open(filepath.Join(b.TempDir(), "index"), epoch)
		if err != nil {
			b.Fatal(err)
		}
		for i, f := range files {
			put(b, x, uint64(i+1), nil, f)
		}
		if err := x.Close(); err != nil {
			b.Fatal(err)
		}
		dir = x.dir
	}
	b.StopTimer()
	x, err := Open(dir, epoch) // what was merged is removed now
	if err != nil {
		b.Fatal(err)
	}
	if err := x.Close(); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(folderSize(b, dir))/float64(bytes), "index/text")
	passages := float64(25 * 200 * b.N)
	b.ReportMetric(passages/b.Elapsed().Seconds(), "passages/s")
	b.ReportMetric(float64(bytes*b.N)/1e6/b.Elapsed().Seconds(), "MB/s")
}

func folderSize(b *testing.B, dir string) (size int64) {
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := os.Stat(path)
		if err == nil {
			size += info.Size()
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return size
}

// BenchmarkSearch asks questions of three to eight words, common and rare, for
// passages and for the whole files that they are of.
func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{10_000, 50_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			x, err := Open(filepath.Join(b.TempDir(), "index"), epoch)
			if err != nil {
				b.Fatal(err)
			}
			defer x.Close()
			var g uint64
			for chunk := range slices.Chunk(randomFiles(1, n/200, 200, 200), 5000) {
				g++
				put(b, x, g, nil, chunk)
			}
			var times []time.Duration
			for i := uint64(0); b.Loop(); i++ {
				var q core.Query
				for w := range 3 + i%6 {
					q.Words = append(q.Words, syllables((i*7919+w*w*211)%(50<<(w*2%10))))
				}
				start := time.Now()
				found, err := x.Search(context.Background(), q, nil, 200)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := x.FileScores(context.Background(), q, hashes(found)); err != nil {
					b.Fatal(err)
				}
				times = append(times, time.Since(start))
			}
			slices.Sort(times)
			b.ReportMetric(times[len(times)/2].Seconds()*1e3, "p50-ms")
			b.ReportMetric(times[len(times)*95/100].Seconds()*1e3, "p95-ms")
		})
	}
}
