package ingest

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// niceness of the thread that cuts, counts and indexes.
const niceness = 10

// giveWay makes the calling goroutine work on a thread of lower priority for the
// rest of its life, so that the window, which shares the process, is drawn in
// time while thousands of pages are indexed. A system that refuses is no harm.
func giveWay() {
	runtime.LockOSThread()
	_ = unix.Setpriority(unix.PRIO_PROCESS, unix.Gettid(), niceness)
}
