//go:build !linux

package worker

// limitsAddressSpace is false where it has not been tried what a Go program
// reserves under the limit.
const limitsAddressSpace = false

// residentBytes is unknown here: the time limits and the caps on pages, pixels
// and output bound a worker alone.
func residentBytes(int) int64 { return 0 }
