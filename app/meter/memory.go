package meter

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
