package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"ibid/core"
)

// lane is the queue for one worker process.
type lane struct {
	command []string
	env     []string
	limits  core.Limits
	turn    chan struct{} // has a token while the fields below are not in use
	closed  chan struct{}
	once    sync.Once // closes closed

	retiring *time.Timer // calls retire; used only by the job that took the lane from readers.idle

	proc  *process
	files int  // that the process has read
	kept  kept // document that the process has open
}

// kept identifies a document that is kept open.
type kept struct {
	hash     core.Hash
	kind     core.Kind
	password string
}

func newLane(o Options) *lane {
	l := &lane{command: o.Command, env: o.Env, limits: o.Limits, turn: make(chan struct{}, 1), closed: make(chan struct{})}
	l.turn <- struct{}{}
	return l
}

// take waits until the lane is free. The caller returns the token.
func (l *lane) take(ctx context.Context) error {
	select {
	case <-l.closed:
		return errClosed
	default:
	}
	select {
	case <-l.turn:
		return nil
	case <-l.closed:
		return errClosed
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (l *lane) give() { l.turn <- struct{}{} }

func (l *lane) warm(ctx context.Context) {
	if l.take(ctx) == nil {
		defer l.give()
		_ = l.ensure(ctx) // the next job tries again and gets the error
	}
}

// close ends the process even if it is in use.
func (l *lane) close() {
	l.once.Do(func() { close(l.closed) })
	<-l.turn
	l.drop(errClosed)
	l.give()
}

// retire ends the process unless it is in use.
func (l *lane) retire() {
	select {
	case <-l.turn:
		l.drop(errSpent)
		l.give()
	default:
	}
}

// ensure makes sure that a process is ready that may take one more file.
func (l *lane) ensure(ctx context.Context) error {
	if l.proc != nil && l.limits.FilesPerLife > 0 && l.files >= l.limits.FilesPerLife {
		l.drop(errSpent)
	}
	if l.proc != nil {
		select {
		case <-l.proc.ended: // it ended between two files; nobody's fault
			l.drop(errSpent)
		default:
			return nil
		}
	}
	var err error
	l.proc, err = start(ctx, l.command, l.env, l.limits)
	return err
}

func (l *lane) drop(cause error) {
	if l.proc != nil {
		l.proc.end(cause)
	}
	l.proc, l.files, l.kept = nil, 0, kept{}
}

// do runs one job to its end. Whatever the outcome, the next job gets a working
// process.
func (l *lane) do(ctx context.Context, j job) error {
	size, err := l.check(j)
	if err != nil {
		return err
	}
	if err := l.take(ctx); err != nil {
		return fmt.Errorf("%v of %q: wait for a worker: %w", j.Step, j.Name, err)
	}
	defer l.give()
	if err := l.ensure(ctx); err != nil {
		return fmt.Errorf("%v of %q: %w", j.Step, j.Name, err)
	}
	if id := (kept{j.keep, j.Kind, j.Password}); j.keep != "" && id == l.kept {
		j.Kept = true
	} else {
		l.kept, l.files = id, l.files+1
	}
	err = l.run(ctx, j)
	if info, bad := j.file.Stat(); bad == nil && info.Size() < size && endedWorker(err) {
		// Reading a mapping beyond the end of its file ends a process.
		err = core.NewFileError(core.StateDamaged, err, "the file became shorter while it was read")
	}
	if err != nil && !errors.Is(err, core.ErrNoSuchPage) {
		l.drop(err)
	}
	return err
}

// check refuses files over the limit before a process gets them, and returns the
// size of the others.
func (l *lane) check(j job) (int64, error) {
	info, err := j.file.Stat()
	if err != nil {
		return 0, core.NewFileError(core.StateUnreadable, err, "could not be looked at")
	}
	if l.limits.FileBytes > 0 && info.Size() > l.limits.FileBytes {
		return 0, core.NewFileError(core.StateTooLarge, nil, "has %s, files up to %s are read", size(info.Size()), size(l.limits.FileBytes))
	}
	return info.Size(), nil
}

// run sends a job to the process, limits it, and receives the answer.
func (l *lane) run(ctx context.Context, j job) error {
	p := l.proc
	bounded, cancel := context.WithTimeoutCause(ctx, j.limit, errTime)
	defer cancel()
	stop := context.AfterFunc(bounded, func() { p.kill(context.Cause(bounded)) })
	defer stop()
	go p.watch(bounded, l.limits.ResidentSize)
	go func() {
		select {
		case <-l.closed:
			p.kill(errClosed)
		case <-bounded.Done():
		}
	}()
	err := p.exchange(j)
	if !stop() && err == nil {
		// The limit was reached just when the answer was complete: the process is gone.
		l.drop(errSpent)
		return nil
	}
	var failed *core.FileError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &failed) && failed.State == "":
		return fmt.Errorf("%s: %w", failed.Reason, core.ErrNoSuchPage)
	case errors.As(err, &failed):
		return failed
	}
	return p.fate(ctx, j.Step, l.limits, j.limit, err)
}

// exchange sends a job and receives its answer. A *core.FileError comes from the
// worker; after any other error the process cannot be used again.
func (p *process) exchange(j job) error {
	file := j.file
	if j.Kept {
		file = nil
	}
	if err := p.request(j.request, file); err != nil {
		return fmt.Errorf("send request: %w", err)
	}
	if j.Step == stepStructure || j.Step == stepSyntax {
		if err := p.sendPages(j.pages); err != nil {
			return err
		}
	}
	for left := j.output; ; {
		t, payload, err := readFrame(p.conn, left)
		switch {
		case errors.Is(err, io.EOF):
			return fmt.Errorf("receive answer: %w", io.ErrUnexpectedEOF)
		case err != nil:
			return fmt.Errorf("receive answer: %w", err)
		}
		left -= int64(len(payload))
		switch t {
		case tagDone:
			return nil
		case tagFailed:
			f, err := decode[failed](payload)
			if err != nil {
				return err
			}
			return f.fileError()
		default:
			if err := j.receive(t, payload); err != nil {
				return err
			}
		}
	}
}

func (p *process) sendPages(pages []core.Page) error {
	for _, page := range pages {
		if err := send(p.conn, tagPage, page); err != nil {
			return fmt.Errorf("send pages: %w", err)
		}
	}
	if err := send(p.conn, tagDone, nil); err != nil {
		return fmt.Errorf("send pages: %w", err)
	}
	return nil
}
