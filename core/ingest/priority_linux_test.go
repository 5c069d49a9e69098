package ingest

import (
	"testing"

	"golang.org/x/sys/unix"
)

func TestStoringGivesWayToTheWindow(t *testing.T) {
	nice := make(chan int)
	go func() {
		lowerPriority()
		n, err := unix.Getpriority(unix.PRIO_PROCESS, unix.Gettid())
		if err != nil {
			n = 0
		}
		nice <- 20 - n // as the system call gives it
	}()
	if got := <-nice; got != 10 {
		t.Errorf("niceness %d, want 10", got)
	}
}
