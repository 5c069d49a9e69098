package bench

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// windowTime bounds one start of the window.
const windowTime = 30 * time.Second

// window measures the time from the start of the window's process, with an empty library, to the line that reports its
// first frame. Without a screen it starts a virtual one.
func (r *run) window(ctx context.Context) error {
	program := r.Window
	if program == "" {
		program = beside("ibid")
	}
	if r.absent(program) {
		return nil
	}
	display := os.Getenv("DISPLAY")
	if display == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		if r.absent("Xvfb") {
			return nil
		}
		number, end, err := screen(ctx)
		if err != nil {
			r.report.Notes = append(r.report.Notes, fmt.Sprintf("the window was not started: %v", err))
			return nil
		}
		defer end()
		display = number
	}
	r.Say("starting the window")
	best := time.Duration(0)
	for round := range r.Rounds + 1 { // the first one warms the caches of the system
		spent, err := firstFrame(ctx, program, filepath.Join(r.dir, fmt.Sprintf("window-%d", round)), display)
		if err != nil {
			r.report.Notes = append(r.report.Notes, fmt.Sprintf("the window was not measured: %v", err))
			return ctx.Err()
		}
		if best == 0 || spent < best {
			best = spent
		}
	}
	r.value("start of the window to its first frame", milliseconds(best), "ms")
	return nil
}

// beside returns the path of a program in the folder of this one, or else its name.
func beside(name string) string {
	self, err := os.Executable()
	if err != nil {
		return name
	}
	path := filepath.Join(filepath.Dir(self), name)
	if _, err := os.Stat(path); err != nil {
		return name
	}
	return path
}

// screen starts a virtual screen and returns its name. The server chooses the
// number and writes it to a pipe.
func screen(ctx context.Context) (display string, end func(), err error) {
	number, theirs, err := os.Pipe()
	if err != nil {
		return "", nil, err
	}
	defer number.Close()
	server := exec.CommandContext(ctx, "Xvfb", "-displayfd", "3", "-screen", "0", "1440x900x24", "-nolisten", "tcp")
	server.ExtraFiles = []*os.File{theirs}
	err = server.Start()
	theirs.Close() // the server has its own
	if err != nil {
		return "", nil, fmt.Errorf("start Xvfb: %w", err)
	}
	end = func() {
		_ = server.Process.Kill() // it holds nothing
		_ = server.Wait()
	}
	_ = number.SetReadDeadline(time.Now().Add(windowTime))
	line, err := bufio.NewReader(number).ReadString('\n')
	if err != nil {
		end()
		return "", nil, fmt.Errorf("start Xvfb: it names no display: %w", err)
	}
	return ":" + strings.TrimSpace(line), end, nil
}

// firstFrame starts the window and waits for the line that reports its first frame.
func firstFrame(ctx context.Context, program, library, display string) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, windowTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "--library", library, "--first-frame")
	cmd.Env = append(os.Environ(), "DISPLAY="+display, "LIBGL_ALWAYS_SOFTWARE=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	_, readErr := bufio.NewReader(out).ReadString('\n')
	spent := time.Since(began)
	if err := errors.Join(readErr, cmd.Wait()); err != nil {
		return 0, fmt.Errorf("%s --first-frame: %w", filepath.Base(program), err)
	}
	return spent, nil
}
