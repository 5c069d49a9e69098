// Package clip puts pictures on the clipboard. The window toolkit's clipboard
// takes text only.
//
// On X11 the package implements the protocol itself, in Go, so that a
// requesting program whose window disappears, or a screen that does, is an
// error here; in Xlib it would end this process. On Wayland and macOS it passes
// the picture to a program of the system. Wayland gives the clipboard only to
// programs with a window in front, which wl-copy works around; macOS has no
// call for it that Go can make without a C library.
package clip

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"
)

// timeLimit bounds how long the clipboard may take to answer.
const timeLimit = 5 * time.Second

// Picture puts a PNG on the clipboard, so that other programs can paste it
// until something else is copied. On X11 that ends with this program at the
// latest, unless the desktop keeps the clipboard.
//
// An error wraps errors.ErrUnsupported if there is no clipboard for pictures;
// the caller can then save the picture instead. It may take seconds, so it must
// not run on the UI goroutine. Safe for concurrent use; the last call wins. The
// bytes must not be changed afterwards.
func Picture(ctx context.Context, png []byte) error {
	if !bytes.HasPrefix(png, []byte("\x89PNG\r\n\x1a\n")) {
		return errors.New("copy picture: it is not a PNG")
	}
	limited, cancel := context.WithTimeout(ctx, timeLimit)
	defer cancel()
	err := picture(limited, png)
	switch {
	case err == nil:
		return nil
	case limited.Err() != nil && ctx.Err() == nil:
		err = unsupported("the clipboard does not answer", err)
	}
	return fmt.Errorf("copy picture: %w", err)
}

// unsupported returns an error that wraps errors.ErrUnsupported and contains
// why.
func unsupported(why string, cause error) error {
	if cause == nil {
		return fmt.Errorf("%s: %w", why, errors.ErrUnsupported)
	}
	return fmt.Errorf("%s: %w: %w", why, cause, errors.ErrUnsupported)
}
