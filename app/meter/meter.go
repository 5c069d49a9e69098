// Package meter measures what this process and its workers use: memory and CPU
// time. It also computes percentiles.
package meter

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Percentile returns the smallest value that is at least as large as the share
// p of all values (nearest rank); 0 without values.
func Percentile(values []float64, p float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[max(0, int(math.Ceil(p*float64(len(sorted))))-1)]
}

// tick is the unit of CPU times in /proc on every Linux.
const tick = 10 * time.Millisecond

// CPU returns the CPU time of this process and of all that it has started:
// those that ended and were waited for, and workers that still run. Without
// /proc, a worker counts after it has ended.
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

// ticks returns the CPU time of a running process; 0 if it has ended.
func ticks(pid string) (sum time.Duration) {
	data, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return 0
	}
	// The name, in brackets, may contain anything. User and system time are the
	// 12th and 13th field after it.
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

// memoryPause is the time between two measurements of the memory.
const memoryPause = 100 * time.Millisecond

// Memory measures the peak resident memory of this process and its workers.
// Without /proc it measures nothing.
type Memory struct {
	Main, Workers int64 // peak in bytes, of all workers together; valid after Stop

	done     chan struct{}
	watching sync.WaitGroup
}

// WatchMemory starts to measure.
func WatchMemory() *Memory {
	m := &Memory{done: make(chan struct{})}
	m.watching.Go(func() {
		tick := time.NewTicker(memoryPause)
		defer tick.Stop()
		for {
			m.look()
			select {
			case <-m.done:
				m.look()
				return
			case <-tick.C:
			}
		}
	})
	return m
}

// Stop ends the measurement; Main and Workers then stay the same. A second call
// does nothing.
func (m *Memory) Stop() {
	select {
	case <-m.done:
	default:
		close(m.done)
	}
	m.watching.Wait()
}

func (m *Memory) look() {
	m.Main = max(m.Main, Resident("self"))
	var all int64
	for _, pid := range workers() {
		all += Resident(pid)
	}
	m.Workers = max(m.Workers, all)
}

// workers returns the processes that this one started from its own program;
// other programs do not count.
func workers() []string {
	lists, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		return nil
	}
	self, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return nil
	}
	var found []string
	for _, list := range lists {
		pids, err := os.ReadFile(list)
		if err != nil {
			continue // the thread has ended
		}
		for _, pid := range strings.Fields(string(pids)) {
			if exe, err := os.Readlink("/proc/" + pid + "/exe"); err == nil && exe == self {
				found = append(found, pid)
			}
		}
	}
	return found
}

// Resident returns the resident memory of a process, "self" or a number, in
// bytes; 0 if it is not known.
func Resident(pid string) int64 {
	data, err := os.ReadFile("/proc/" + pid + "/statm")
	if err != nil {
		return 0
	}
	if fields := strings.Fields(string(data)); len(fields) > 1 {
		pages, err := strconv.ParseInt(fields[1], 10, 64)
		if err == nil {
			return pages * int64(os.Getpagesize())
		}
	}
	return 0
}
