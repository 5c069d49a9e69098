//go:build !workerhooks

package worker

import (
	"io"

	"ibid/core"
)

// hook and hookPage are where tests make a worker misbehave; see hooks_on.go.
func hook([]byte, io.Writer) {}

func hookPage(core.Page, io.Writer) {}
