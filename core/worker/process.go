package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"ibid/core"
)

// startTime is the time in which a worker must report that it is ready. It is
// long enough for any working machine: starting takes a tenth of a second.
const startTime = 30 * time.Second

// process is one running worker.
type process struct {
	cmd    *exec.Cmd
	conn   *net.UnixConn
	stderr tail
	ended  chan struct{} // closed once the process has been waited for

	mu    sync.Mutex
	cause error // why it was killed; nil if it was not
}

// start starts command as a worker and returns when it is ready for a request.
func start(ctx context.Context, command, env []string, limits core.Limits) (*process, error) {
	ours, theirs, err := socketPair()
	if err != nil {
		return nil, err
	}
	p := &process{cmd: exec.Command(command[0], command[1:]...), conn: ours, ended: make(chan struct{})}
	p.cmd.Env = append(append(os.Environ(), "GOTRACEBACK=none"), env...)
	p.cmd.Stdout, p.cmd.Stderr = &p.stderr, &p.stderr
	p.cmd.ExtraFiles = []*os.File{theirs} // becomes socketFD
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.cmd.WaitDelay = time.Second
	err = p.cmd.Start()
	_ = theirs.Close()
	if err != nil {
		_ = ours.Close()
		return nil, fmt.Errorf("start %q: %w", command[0], err)
	}
	go func() {
		_ = p.cmd.Wait() // the state is in cmd.ProcessState
		close(p.ended)
	}()
	if err := p.greet(ctx, limits); err != nil {
		p.kill(err)
		<-p.ended
		return nil, fmt.Errorf("start %q: %w%s", command[0], err, p.lastWords())
	}
	return p, nil
}

// greet sends the limits and waits for the ready frame.
func (p *process) greet(ctx context.Context, limits core.Limits) error {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	defer context.AfterFunc(ctx, func() { p.kill(context.Cause(ctx)) })()
	if err := send(p.conn, tagHello, limits); err != nil {
		return errors.Join(ctx.Err(), err)
	}
	t, _, err := readFrame(p.conn, 0)
	if err == nil && t != tagReady {
		err = errGarbage
	}
	if err != nil {
		return errors.Join(ctx.Err(), fmt.Errorf("wait until it is ready: %w", err))
	}
	return nil
}

// socketPair returns two ends of a stream over which open files can be passed.
func socketPair() (*net.UnixConn, *os.File, error) {
	syscall.ForkLock.RLock()
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(fds[0])
		syscall.CloseOnExec(fds[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, nil, fmt.Errorf("open a socket pair: %w", err)
	}
	ours, theirs := os.NewFile(uintptr(fds[0]), "worker"), os.NewFile(uintptr(fds[1]), "supervisor")
	defer func() { _ = ours.Close() }() // FileConn has a descriptor of its own
	conn, err := net.FileConn(ours)
	if err != nil {
		_ = theirs.Close()
		return nil, nil, fmt.Errorf("open a socket pair: %w", err)
	}
	return conn.(*net.UnixConn), theirs, nil // of two AF_UNIX sockets
}

// request sends a request with the file it is about, if any.
func (p *process) request(r request, file *os.File) error {
	var buf bytes.Buffer
	if err := send(&buf, tagRequest, r); err != nil {
		return err
	}
	message := buf.Bytes()
	var rights []byte
	if file != nil {
		raw, err := file.SyscallConn()
		if err != nil {
			return err
		}
		err = raw.Control(func(fd uintptr) { rights = syscall.UnixRights(int(fd)) })
		if err != nil {
			return err
		}
		// The descriptor must stay open until it has been passed on.
		var n int
		if err := raw.Control(func(uintptr) { n, _, err = p.conn.WriteMsgUnix(message, rights, nil) }); err != nil {
			return err
		}
		message = message[n:]
		if err != nil {
			return err
		}
	}
	_, err := p.conn.Write(message)
	return err
}

// kill ends the process with its group. Only the first cause is recorded.
func (p *process) kill(cause error) {
	p.mu.Lock()
	if p.cause == nil {
		p.cause = cause
	}
	p.mu.Unlock()
	select {
	case <-p.ended: // its number may belong to another process by now
	default:
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	}
	_ = p.conn.SetDeadline(time.Unix(1, 0)) // ends waiting for an answer
}

func (p *process) killedFor() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cause
}

// end kills the process and waits until it is gone.
func (p *process) end(cause error) {
	p.kill(cause)
	<-p.ended
	_ = p.conn.Close()
}

// watchInterval is the time between two measurements of a worker's memory. Faster
// growth is stopped by the limit on address space.
const watchInterval = 50 * time.Millisecond

// watch kills the process if it holds more than limit bytes, until ctx ends.
func (p *process) watch(ctx context.Context, limit int64) {
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.ended:
			return
		case <-tick.C:
			if limit > 0 && residentBytes(p.cmd.Process.Pid) > limit {
				p.kill(errMemory)
				return
			}
		}
	}
}
