package worker_test

import (
	"slices"
	"testing"
	"time"

	"ibid/core"
	"ibid/core/worker"
)

// BenchmarkStart reports how long a worker takes from the start of the process
// to its ready frame: the median of at least 20.
func BenchmarkStart(b *testing.B) {
	var times []time.Duration
	for b.Loop() {
		for range 20 {
			d, err := worker.StartTime(within(b, time.Minute), []string{misbehaving, worker.Argument}, core.DefaultLimits())
			if err != nil {
				b.Fatal(err)
			}
			times = append(times, d)
		}
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "ms-median")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkPaper reads the words of a 200-page document.
func BenchmarkPaper(b *testing.B) {
	s := supervisor(b, nil)
	f := write(b, "paper.pdf", paper(b, 200, nil))
	n := 0
	for b.Loop() {
		pages, err := s.Words(within(b, time.Minute), request(f, core.KindPDF))
		if err != nil {
			b.Fatal(err)
		}
		n += len(pages)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "pages/s")
}
