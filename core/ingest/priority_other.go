//go:build !linux

package ingest

// lowerPriority does nothing: only Linux gives a thread a priority of its own.
func lowerPriority() {}
