package mcp

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// TakeStdout reserves standard output for the protocol and returns it. From
// then on descriptor 1 is standard error, so that the output of a C library
// cannot come between two messages.
func TakeStdout() (*os.File, error) {
	fd, err := unix.FcntlInt(1, unix.F_DUPFD_CLOEXEC, 3)
	if err == nil {
		err = point(2, 1)
	}
	if err != nil {
		return nil, fmt.Errorf("keep standard output: %w", err)
	}
	os.Stdout = os.Stderr
	return os.NewFile(uintptr(fd), "protocol"), nil
}
