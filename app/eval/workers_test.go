package eval_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// watchWorkers measures the largest resident size that any worker of this
// process has from now on, mapped files included. The returned function ends the
// measuring; 0 is unknown.
func watchWorkers(t *testing.T) func() int64 {
	t.Helper()
	for _, pid := range workers() {
		// 5 sets the peak back to the present size (proc(5)).
		_ = os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0)
	}
	stop, done := make(chan struct{}), make(chan int64)
	go func() {
		// Workers are looked at while they run, since one that is killed takes its peak with it.
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		var peak int64
		for {
			for _, pid := range workers() {
				peak = max(peak, peakBytes(pid))
			}
			select {
			case <-tick.C:
			case <-stop:
				done <- peak
				return
			}
		}
	}()
	return func() int64 { close(stop); return <-done }
}

// workers are the processes that this one has started and that run the same
// program.
func workers() []int {
	lists, _ := filepath.Glob("/proc/self/task/*/children")
	own, _ := os.ReadFile("/proc/self/comm")
	var out []int
	for _, list := range lists {
		children, _ := os.ReadFile(list)
		for _, field := range strings.Fields(string(children)) {
			pid, _ := strconv.Atoi(field)
			if comm, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid)); err == nil && bytes.Equal(comm, own) {
				out = append(out, pid)
			}
		}
	}
	return out
}

// peakBytes is the largest resident size of a process; 0 if it is gone.
func peakBytes(pid int) int64 {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kb, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 10, 64)
			return kb << 10
		}
	}
	return 0
}
