package worker

import (
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// limitProcess sets limits for this process: no core files, and an address space
// that ends a runaway allocation before the resident memory is next sampled. Race
// builds reserve terabytes and get no limit.
func limitProcess(addressSpace int64) error {
	if err := syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{}); err != nil {
		return fmt.Errorf("forbid core files: %w", err)
	}
	if addressSpace <= 0 || raceBuild || !limitsAddressSpace {
		return nil
	}
	n := uint64(addressSpace)
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: n, Max: n}); err != nil {
		return fmt.Errorf("limit address space to %d: %w", n, err)
	}
	return nil
}

// niceness gives the window's own work priority.
const niceness = 5

// lowerPriority lowers the priority of every thread of this process. On Linux
// priority belongs to threads, and the runtime has started some already; without
// /proc it is set for the process. Errors are ignored, because nothing depends on
// it.
func lowerPriority() {
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, niceness)
	tasks, _ := os.ReadDir("/proc/self/task")
	for _, t := range tasks {
		if id, err := strconv.Atoi(t.Name()); err == nil {
			_ = syscall.Setpriority(syscall.PRIO_PROCESS, id, niceness)
		}
	}
}
