//go:build !linux

package mcp

import "golang.org/x/sys/unix"

// point makes descriptor to a duplicate of from.
func point(from, to int) error { return unix.Dup2(from, to) }
