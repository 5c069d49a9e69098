package meter_test

import (
	"runtime"
	"testing"

	"ibid/app/meter"
)

func TestPercentileIsTheNearestRank(t *testing.T) {
	values := []float64{9, 1, 2, 8, 3, 7, 4, 6, 5, 10}
	for p, want := range map[float64]float64{.5: 5, .95: 10, .9: 9, .01: 1, 1: 10, 0: 1} {
		if got := meter.Percentile(values, p); got != want {
			t.Errorf("%v: %v, want %v", p, got, want)
		}
	}
	if got := meter.Percentile(nil, .5); got != 0 {
		t.Errorf("of none: %v", got)
	}
}

func TestWorkOfThisProcessIsCounted(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("memory is read from /proc, which only Linux has")
	}
	before, m := meter.CPU(), meter.WatchMemory()
	held := make([]byte, 64<<20)
	for {
		for i := range held {
			held[i]++
		}
		if meter.CPU() > before {
			break
		}
	}
	m.Stop()
	runtime.KeepAlive(held)
	if m.Main < int64(len(held)) || m.Workers != 0 {
		t.Errorf("%d bytes here, %d in workers", m.Main, m.Workers)
	}
}
