// Package outside runs external programs, such as tesseract, on untrusted files:
// each run has limits and a folder of its own, and ends with every process that it
// started.
//
// The limits of the system (address space, processor time, size of a written
// file) are set by a shell that the program then takes the place of, so that
// they hold from its first instruction and for all its children, also when
// Ibid itself is killed.
package outside

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// Why a run ended without a result.
var (
	ErrMissing = errors.New("is not installed")
	ErrTime    = errors.New("took too long")
	ErrOutput  = errors.New("gave too much output")
)

// Command is one run of a program.
type Command struct {
	Program string        // name on the PATH, or an absolute path
	Args    []string      // handed over as they are, no shell reads them
	Stdin   io.Reader     // nothing if nil
	Dir     string        // existing folder to work in, its HOME and TMPDIR too; the caller empties it
	Env     []string      // added to a bare environment: PATH, HOME, TMPDIR, LANG
	Time    time.Duration // after which it is killed; also bounds its processor time; 0: no limit
	Memory  int64         // bytes of address space of each of its processes; 0: no limit
	Output  int64         // bytes of standard output; 0: 64 MB
	Written int64         // bytes of the largest file it may write; 0: no limit
}

const (
	defaultOutput = 64 << 20
	stderrBytes   = 2 << 10 // of its last messages
	niceness      = 10      // the window's own work goes first
	// processorShare is how much processor time a program with several threads
	// may use for each second of its Time.
	processorShare = 2
)

// Error is the error of a run. It wraps ErrMissing, ErrTime, ErrOutput, the
// error of the context or that of the process.
type Error struct {
	Program string
	Said    string // end of its messages, one line; may be empty
	Err     error
}

// Error returns the name of the program, the cause and its last message.
func (e *Error) Error() string {
	if e.Said == "" {
		return fmt.Sprintf("%s: %v", e.Program, e.Err)
	}
	return fmt.Sprintf("%s: %v (%s)", e.Program, e.Err, e.Said)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Find looks for a program on the PATH.
func Find(program string) (path string, ok bool) {
	path, err := exec.LookPath(program)
	return path, err == nil
}

// Run runs a program to its end and returns what it wrote to standard output.
// It returns once every process of its group is gone. The error is an *Error.
// Safe for concurrent use.
func Run(ctx context.Context, c Command) ([]byte, error) {
	path, ok := Find(c.Program)
	if !ok {
		return nil, &Error{Program: c.Program, Err: ErrMissing}
	}
	ctx, cancel := c.bound(ctx)
	defer cancel()
	cmd := c.prepare(ctx, path)
	out, said := &bounded{most: c.Output}, &end{}
	if out.most <= 0 {
		out.most = defaultOutput
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = c.Stdin, out, said
	err := run(cmd)
	switch {
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	case out.over:
		err = ErrOutput
	}
	if err != nil {
		return nil, &Error{Program: c.Program, Said: said.line(), Err: err}
	}
	return out.data, nil
}

// Talk runs a program and talk, which writes to its standard input and reads its
// standard output. When talk returns the program is killed. Stdin and Output of
// the command are ignored. The error is the one of talk, or an *Error if the program
// did not start or ran out of time.
func Talk(ctx context.Context, c Command, talk func(in io.Writer, out io.Reader) error) error {
	path, ok := Find(c.Program)
	if !ok {
		return &Error{Program: c.Program, Err: ErrMissing}
	}
	ctx, cancel := c.bound(ctx)
	defer cancel()
	cmd := c.prepare(ctx, path)
	said := &end{}
	cmd.Stderr = said
	in, err := cmd.StdinPipe()
	if err != nil {
		return &Error{Program: c.Program, Err: err}
	}
	out, to := io.Pipe()
	cmd.Stdout = to
	spoken := make(chan error, 1)
	go func() {
		defer cancel()
		spoken <- talk(in, out)
	}()
	err = run(cmd)
	timeout := errors.Is(context.Cause(ctx), ErrTime)
	to.CloseWithError(io.EOF)
	switch spoken := <-spoken; {
	case timeout:
		err = ErrTime
	case cmd.Process != nil: // it started
		return spoken
	}
	return &Error{Program: c.Program, Said: said.line(), Err: err}
}

// bound gives a run the time that it may take.
func (c Command) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	if c.Time > 0 {
		return context.WithTimeoutCause(ctx, c.Time, ErrTime)
	}
	return context.WithCancel(ctx)
}

// prepare makes a run of the program at path, in a group of its own that ends
// with the context.
func (c Command) prepare(ctx context.Context, path string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "/bin/sh", append([]string{"-c", c.limits() + `exec nice -n "$0" "$@"`, fmt.Sprint(niceness), path}, c.Args...)...)
	cmd.Dir = c.Dir
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + c.Dir, "TMPDIR=" + c.Dir, "LANG=C.UTF-8"}, c.Env...)
	cmd.SysProcAttr = groupOfItsOwn()
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	return cmd
}

// run starts and waits on one thread of the system, since the system ends a
// child with the thread that started it.
func run(cmd *exec.Cmd) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := cmd.Start(); err != nil {
		return err
	}
	err := cmd.Wait()
	// What it left running keeps the group's number from being given again.
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	return err
}

// limits are the shell's words for the limits of the system. A limit that the
// shell does not know does not keep the program from running.
func (c Command) limits() string {
	var b strings.Builder
	set := func(flag string, n int64) {
		if n > 0 {
			fmt.Fprintf(&b, "ulimit -%s %d 2>/dev/null; ", flag, n)
		}
	}
	b.WriteString("ulimit -c 0; ")
	set("v", (c.Memory+1023)/1024)
	set("t", processorShare*int64((c.Time+time.Second-1)/time.Second))
	set("f", (c.Written+511)/512)
	return b.String()
}

// bounded keeps what is written to it up to a limit, and refuses the rest, which
// ends the writer.
type bounded struct {
	data []byte
	most int64
	over bool
}

func (b *bounded) Write(p []byte) (int, error) {
	if int64(len(b.data)+len(p)) > b.most {
		b.over = true
		return 0, ErrOutput
	}
	b.data = append(b.data, p...)
	return len(p), nil
}

// end keeps the last bytes that are written to it.
type end struct{ data []byte }

func (e *end) Write(p []byte) (int, error) {
	e.data = append(e.data, p...)
	if n := len(e.data) - stderrBytes; n > 0 {
		e.data = e.data[n:]
	}
	return len(p), nil
}

func (e *end) line() string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(string(e.data), "")), " ")
}
