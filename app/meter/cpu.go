package meter

import (
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Percentile is the smallest value that at least the share p of all are not
// above (nearest rank); 0 of none.
func Percentile(values []float64, p float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[max(0, int(math.Ceil(p*float64(len(sorted))))-1)]
}

// tick is the unit of times in /proc on every Linux.
const tick = 10 * time.Millisecond

// CPU is the time of processors that this process and all it has started have
// used: those that have ended and were waited for, and workers that still run.
// Where there is no /proc, a worker counts when it has ended.
func CPU() time.Duration {
	var sum time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			sum += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	for _, pid := range workers() {
		sum += ticks(pid)
	}
	return sum
}

// ticks is what a running process has used; 0 if it is gone.
func ticks(pid string) (sum time.Duration) {
	data, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return 0
	}
	// The name, in brackets, may hold anything. User and system time are the
	// 12th and 13th field behind it.
	_, rest, _ := strings.Cut(string(data), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0
	}
	for _, f := range fields[11:13] {
		n, _ := strconv.Atoi(f)
		sum += time.Duration(n) * tick
	}
	return sum
}
