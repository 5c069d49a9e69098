//go:build !linux

package ingest

// giveWay does nothing: only Linux gives a thread a priority of its own.
func giveWay() {}
