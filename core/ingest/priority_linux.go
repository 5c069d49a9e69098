package ingest

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// niceness is the nice value of the thread that cuts, counts and indexes.
const niceness = 10

// lowerPriority binds the calling goroutine to a thread of lower priority for the
// rest of its life, so that the window, which shares the process, stays responsive
// while thousands of pages are indexed. An error of the system is ignored.
func lowerPriority() {
	runtime.LockOSThread()
	_ = unix.Setpriority(unix.PRIO_PROCESS, unix.Gettid(), niceness)
}
