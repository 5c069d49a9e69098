// Package meter measures what this process and its workers cost: memory, time
// of processors, percentiles of waiting.
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

// memoryPause is the time between two looks at the memory.
const memoryPause = 100 * time.Millisecond

// Memory watches how much resident memory this process and its workers hold.
// Where there is no /proc it sees none.
type Memory struct {
	Main, Workers int64 // most bytes, of all workers together; to be read after Stop

	done     chan struct{}
	watching sync.WaitGroup
}

// WatchMemory begins to watch.
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

// Stop ends the watching; Main and Workers stay as they are. A second call does
// nothing.
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

// workers are the processes that this one started from its own program. Other
// programs are not the product's.
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

// Resident is the memory that a process, "self" or a number, holds in bytes, 0 if it is not known.
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
