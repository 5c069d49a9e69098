package eval

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// memoryPause is the time between two looks at the memory.
const memoryPause = 100 * time.Millisecond

// memory watches how much resident memory this process and those it started
// hold. Where there is no /proc it sees none.
type memory struct {
	done          chan struct{}
	watching      sync.WaitGroup
	main, workers int64 // most bytes; of all workers together
}

func newMemory() *memory {
	m := &memory{done: make(chan struct{})}
	m.watching.Go(func() {
		tick := time.NewTicker(memoryPause)
		defer tick.Stop()
		for {
			m.look()
			select {
			case <-m.done:
				return
			case <-tick.C:
			}
		}
	})
	return m
}

// stop ends the watching; main and workers stay as they are. A second call does
// nothing.
func (m *memory) stop() {
	select {
	case <-m.done:
	default:
		close(m.done)
	}
	m.watching.Wait()
}

func (m *memory) look() {
	m.main = max(m.main, resident("self"))
	lists, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		return
	}
	self, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	var workers int64
	for _, list := range lists {
		pids, err := os.ReadFile(list)
		if err != nil {
			continue // the thread has ended
		}
		for _, pid := range strings.Fields(string(pids)) {
			// Other programs than the worker are not the product's.
			if exe, err := os.Readlink("/proc/" + pid + "/exe"); err == nil && exe == self {
				workers += resident(pid)
			}
		}
	}
	m.workers = max(m.workers, workers)
}

// resident is the memory of a process in bytes, 0 if it is not known.
func resident(pid string) int64 {
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
