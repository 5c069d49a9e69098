package clip

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
)

// script is the AppleScript that reads a file into the clipboard. The file's
// name is an argument, not part of the script.
var script = []string{
	"-e", "on run argv",
	"-e", "set the clipboard to (read (POSIX file (item 1 of argv)) as «class PNGf»)",
	"-e", "end run",
}

func picture(ctx context.Context, png []byte) (err error) {
	f, err := os.CreateTemp("", "ibid-*.png") // readable by this user alone
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.Remove(f.Name())) }()
	_, err = f.Write(png)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "/usr/bin/osascript", append(script, f.Name())...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		return unsupported("run osascript", fmt.Errorf("%w: %.200s", err, &stderr))
	}
	return nil
}
