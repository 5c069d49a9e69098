package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// A machine is what this program asks and changes of the computer it runs on. The tests hand over another one, so that
// they can see what would be installed on a system that they do not run on.
type machine struct {
	goos     string
	root     bool // the effective user is root
	terminal bool // a person can be asked on stdin

	getenv   func(key string) string
	lookPath func(program string) (string, error)
	// execute runs a command to its end. It returns an error when the command cannot start or ends with a code other than 0.
	execute func(ctx context.Context, c command) error

	stdin          io.Reader
	stdout, stderr io.Writer
}

// A command is one program with its arguments. Nil streams are empty, as in os/exec.
type command struct {
	argv           []string
	dir            string   // the current directory when empty
	env            []string // added to the environment; a later value wins
	stdin          io.Reader
	stdout, stderr io.Writer
}

func thisMachine() *machine {
	return &machine{
		goos:     runtime.GOOS,
		root:     os.Geteuid() == 0,
		terminal: isTerminal(os.Stdin),
		getenv:   os.Getenv,
		lookPath: exec.LookPath,
		execute:  executeHere,
		stdin:    os.Stdin,
		stdout:   os.Stdout,
		stderr:   os.Stderr,
	}
}

// isTerminal reports whether somebody may be typing into f. /dev/null passes too; reading it ends at once, which counts
// as a no.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func executeHere(ctx context.Context, c command) error {
	if err := prepared(ctx, c).Run(); err != nil {
		return fmt.Errorf("%s: %w", strings.Join(c.argv, " "), err)
	}
	return nil
}

// prepared turns c into a process that is interrupted, then killed five seconds later, when ctx ends. The wait also
// bounds children that keep the streams open after their parent has gone.
func prepared(ctx context.Context, c command) *exec.Cmd {
	cmd := exec.CommandContext(ctx, c.argv[0], c.argv[1:]...)
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), c.env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = c.stdin, c.stdout, c.stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = stopWait
	return cmd
}

// output runs argv in dir and returns what it wrote to stdout, without the white space around it.
func (m *machine) output(ctx context.Context, dir string, argv ...string) (string, error) {
	var out bytes.Buffer
	err := m.execute(ctx, command{argv: argv, dir: dir, stdout: &out, stderr: m.stderr})
	return strings.TrimSpace(out.String()), err
}

// stream runs argv in dir with this program's own streams.
func (m *machine) stream(ctx context.Context, dir string, argv ...string) error {
	return m.execute(ctx, command{argv: argv, dir: dir, stdin: m.stdin, stdout: m.stdout, stderr: m.stderr})
}

// has reports whether program is on PATH.
func (m *machine) has(program string) bool {
	_, err := m.lookPath(program)
	return err == nil
}

// hasScreen reports whether a window can be opened. Only Linux says so in the environment; elsewhere a person is taken
// to sit in front of one.
func (m *machine) hasScreen() bool {
	return m.goos != "linux" || m.getenv("DISPLAY") != "" || m.getenv("WAYLAND_DISPLAY") != ""
}

// say prints one line of progress. Progress goes to stderr: stdout is for the cited context and the test results.
func (m *machine) say(format string, args ...any) {
	fmt.Fprintf(m.stderr, format+"\n", args...)
}

// moduleRoot returns the folder that holds go.mod, so that the commands work from any folder of the repository.
func (m *machine) moduleRoot(ctx context.Context) (string, error) {
	file, err := m.output(ctx, "", "go", "env", "GOMOD")
	if err != nil {
		return "", err
	}
	if filepath.Base(file) != "go.mod" {
		return "", fmt.Errorf("find go.mod: run this inside the repository (go env GOMOD says %q)", file)
	}
	return filepath.Dir(file), nil
}
