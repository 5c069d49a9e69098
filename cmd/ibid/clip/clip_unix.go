//go:build unix && !darwin

package clip

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
)

func picture(ctx context.Context, png []byte) error {
	switch {
	case os.Getenv("WAYLAND_DISPLAY") != "":
		return wayland(ctx, png)
	case os.Getenv("DISPLAY") != "":
		_, err := own(ctx, png)
		return err
	}
	return unsupported("there is no screen", nil)
}

// wayland passes the picture to wl-copy, which keeps it in a process of its
// own. X11 is no alternative: a Wayland desktop accepts what X11 windows copy
// only while one of them is in front, and does not report when it refuses.
func wayland(ctx context.Context, png []byte) error {
	path, err := exec.LookPath("wl-copy") // never a program in the current folder
	if err != nil {
		return unsupported("Wayland's clipboard needs the program wl-copy, of the package wl-clipboard", nil)
	}
	cmd := exec.CommandContext(ctx, path, "--type", "image/png")
	cmd.Stdin = bytes.NewReader(png)
	if err := cmd.Run(); err != nil {
		return unsupported(fmt.Sprintf("run %s", path), err)
	}
	return nil
}
