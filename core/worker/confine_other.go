//go:build !linux

package worker

// limitsAddressSpace is false where the system accepts the limit but a Go
// program could not start a thread under it.
const limitsAddressSpace = false

// residentBytes is unknown here: the time limits and the caps on pages, pixels
// and output bound a worker alone.
func residentBytes(int) int64 { return 0 }
