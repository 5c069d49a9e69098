//go:build !linux

package worker

// limitsAddressSpace is false on systems where it is not known how much address
// space a Go program reserves.
const limitsAddressSpace = false

// residentBytes returns 0: memory is not measured here, and a worker is bounded
// by the limits on time, pages, pixels and output only.
func residentBytes(int) int64 { return 0 }
