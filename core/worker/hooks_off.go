//go:build !workerhooks

package worker

import "io"

// hook is where tests make a worker misbehave; see hooks_on.go.
func hook([]byte, io.Writer) {}
