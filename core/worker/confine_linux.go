package worker

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
)

const limitsAddressSpace = true

// residentBytes returns the memory that a process holds for itself, without the
// pages of mapped files, which the system reclaims when needed; 0 if the process
// is gone.
func residentBytes(pid int) int64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	fields := bytes.Fields(data)
	if len(fields) < 3 {
		return 0
	}
	resident, err1 := strconv.ParseInt(string(fields[1]), 10, 64)
	shared, err2 := strconv.ParseInt(string(fields[2]), 10, 64)
	if err1 != nil || err2 != nil {
		return 0
	}
	return (resident - shared) * int64(os.Getpagesize())
}
