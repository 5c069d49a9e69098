// Package clip puts pictures on the clipboard. The window toolkit's own clipboard
// takes text only.
//
// Where there is X11 the package speaks its protocol itself, in Go: a picture
// that another program asks for after its window is gone, or a screen that goes
// away, is an error here and not the end of this process, as it is below Xlib.
// Wayland and macOS hand the picture to a program of theirs: Wayland keeps the
// clipboard from whoever has no window of its own in front, which wl-copy has the
// means for, and macOS has no call that Go can make without a C library.
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

// Picture puts a PNG on the clipboard, from where other programs can paste it
// until something else is copied. On X11 that is no longer than this program
// runs, unless the desktop keeps what was copied.
//
// An error wraps errors.ErrUnsupported if there is no clipboard that takes
// pictures: the picture is then to be saved instead. It may take seconds, so it
// is not for the UI goroutine. Safe for concurrent use; the last one wins. The
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

// unsupported is an error that wraps errors.ErrUnsupported and says why.
func unsupported(why string, cause error) error {
	if cause == nil {
		return fmt.Errorf("%s: %w", why, errors.ErrUnsupported)
	}
	return fmt.Errorf("%s: %w: %w", why, cause, errors.ErrUnsupported)
}
