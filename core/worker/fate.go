package worker

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"

	"ibid/core"
)

// Causes for which a supervisor kills a worker.
var (
	errTime   = errors.New("time limit")
	errMemory = errors.New("memory limit")
	errClosed = errors.New("supervisor closed")
	errSpent  = errors.New("worker replaced")
)

// fate returns the error of a request that the worker did not finish: a
// *core.FileError, or the cause of the end of ctx. The worker process is gone when
// it returns.
func (p *process) fate(ctx context.Context, what step, limits core.Limits, limit time.Duration, err error) error {
	cause := p.settle(err)
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("%v: %w", what, context.Cause(ctx))
	case errors.Is(cause, errClosed):
		return fmt.Errorf("%v: %w", what, cause)
	case errors.Is(cause, errTime):
		return core.NewFileError(core.StateTimedOut, cause, "%v took longer than %v", what, limit)
	case errors.Is(cause, errMemory):
		return core.NewFileError(core.StateTooLarge, cause, "%v needs more than %s of memory", what, size(limits.ResidentSize))
	case errors.Is(err, errOutput):
		return tooMuchOutput(limits.OutputBytes)
	case errors.Is(err, errGarbage):
		return core.NewFileError(core.StateDamaged, err, "%v gave an answer that made no sense", what)
	}
	return p.death(what, limits, err)
}

// settle waits until the worker is gone and returns the cause for which it was
// killed, nil if it ended by itself. It gets a moment to do so, so that its exit
// code is seen.
func (p *process) settle(err error) error {
	if !errors.Is(err, errGarbage) && !errors.Is(err, errOutput) && p.killedFor() == nil {
		select {
		case <-p.ended:
		case <-time.After(2 * time.Second):
		}
	}
	cause := p.killedFor()
	p.end(err)
	return cause
}

// death returns the error of a file whose worker ended by itself.
func (p *process) death(what step, limits core.Limits, err error) error {
	status, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus)
	how := fmt.Sprintf("exit %d", p.cmd.ProcessState.ExitCode())
	if ok && status.Signaled() {
		how = "signal: " + status.Signal().String()
	}
	switch {
	case p.stderr.contains("out of memory", "cannot allocate memory", "malloc of", "calloc", "allocation of"):
		return core.NewFileError(core.StateTooLarge, err, "%v needs more than %s of memory", what, size(max(limits.ResidentSize, limits.AddressSpace)))
	case ok && status.Signaled() && status.Signal() == syscall.SIGKILL:
		return core.NewFileError(core.StateTooLarge, err, "%v was stopped by the system, most likely for want of memory", what)
	}
	return core.NewFileError(core.StateDamaged, errEnded, "%v ended the worker (%s%s)", what, how, p.lastWords())
}

// errEnded is the cause in the error of a file whose worker ended by itself.
var errEnded = errors.New("worker ended")

func endedWorker(err error) bool { return errors.Is(err, errEnded) }

// lastWords returns the worker's message about its end: ": cannot find page
// tree".
func (p *process) lastWords() string {
	last := []rune(p.stderr.last())
	if len(last) == 0 {
		return ""
	}
	if len(last) > 200 {
		last = append(last[:199], '…')
	}
	return ": " + string(last)
}

// causeOf restores the sentinel error for a state, because the socket transfers
// only words.
func causeOf(state core.State, cause string) error {
	switch {
	case cause == core.ErrNeedsConversion.Error():
		return core.ErrNeedsConversion
	case state == core.StateNeedsPassword:
		return core.ErrNeedsPassword
	case cause == "":
		return nil
	}
	return errors.New(cause)
}

// size formats a number of bytes for people.
func size(n int64) string {
	if n >= 1<<30 {
		return fmt.Sprintf("%.3g GB", float64(n)/(1<<30))
	}
	return fmt.Sprintf("%d MB", n>>20)
}
