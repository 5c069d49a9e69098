package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

const (
	screenSize  = "1440x900x24" // width × height × bits a pixel; the window's default size fits
	screenStart = 10 * time.Second
	stopWait    = 5 * time.Second // from asking a process to end to killing it
)

// A screen is a virtual X display of our own, so that a test never meets the windows or the clipboard of a person.
type screen struct {
	display string // ":99"
	server  *exec.Cmd
	ended   chan struct{}
	end     context.CancelFunc
}

// startScreen starts Xvfb on a display number that is free. The server chooses the number and writes it to the
// descriptor we hand over: choosing here would race with every other display of the machine. Close ends it.
func startScreen(ctx context.Context) (*screen, error) {
	number, theirs, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("start Xvfb: %w", err)
	}
	defer number.Close()
	ctx, end := context.WithCancel(ctx)
	var stderr bytes.Buffer
	server := prepared(ctx, command{
		// ExtraFiles begin at descriptor 3.
		argv:   []string{"Xvfb", "-displayfd", "3", "-screen", "0", screenSize, "-nolisten", "tcp"},
		stderr: &stderr,
	})
	server.ExtraFiles = []*os.File{theirs}
	err = server.Start()
	theirs.Close() // the server has its own copy; ours would keep the pipe open after it has died
	if err != nil {
		end()
		return nil, fmt.Errorf("start Xvfb: %w", err)
	}
	s := &screen{server: server, ended: make(chan struct{}), end: end}
	go func() {
		defer close(s.ended)
		_ = server.Wait() // how it ended matters only before it is ready, and then stderr says more
	}()
	_ = number.SetReadDeadline(time.Now().Add(screenStart))
	line, err := bufio.NewReader(number).ReadString('\n')
	if err != nil {
		s.Close()
		return nil, fmt.Errorf("start Xvfb: no display within %v: %w: %s", screenStart, err, bytes.TrimSpace(stderr.Bytes()))
	}
	s.display = ":" + strings.TrimSpace(line)
	return s, nil
}

// Close ends the server and every window on it.
func (s *screen) Close() {
	s.end()
	<-s.ended
}

// env points a program at this screen and away from any other. Mesa is told to draw in software, since asking for a
// graphics card that is not there costs seconds on some machines.
func (s *screen) env() []string {
	return []string{"DISPLAY=" + s.display, "WAYLAND_DISPLAY=", "XDG_SESSION_TYPE=x11", "LIBGL_ALWAYS_SOFTWARE=1"}
}

// picture writes the window whose title holds title to file as PNG.
func (s *screen) picture(ctx context.Context, m *machine, title, file string) error {
	var ids bytes.Buffer
	err := m.execute(ctx, command{
		argv: []string{"xdotool", "search", "--onlyvisible", "--name", title},
		env:  s.env(), stdout: &ids, stderr: m.stderr,
	})
	if err != nil {
		return fmt.Errorf("find the window %q: %w", title, err)
	}
	id, _, _ := strings.Cut(strings.TrimSpace(ids.String()), "\n")
	if id == "" {
		return errors.New("find the window " + title + ": none is open")
	}
	err = m.execute(ctx, command{argv: []string{"import", "-window", id, file}, env: s.env(), stderr: m.stderr})
	if err != nil {
		return fmt.Errorf("take a picture of the window: %w", err)
	}
	return nil
}
