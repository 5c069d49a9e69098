package worker

import (
	"context"
	"os"
	"time"

	"ibid/core"
)

// ReaderPID is the process that reads now.
func ReaderPID(s *Supervisor) int { return s.readers.all[0].proc.cmd.Process.Pid }

// EndIdleReaders has readers end as soon as nobody uses them.
func EndIdleReaders(s *Supervisor) { s.readers.idleTime = 0 }

// Readers is how many processes read or could.
func Readers(s *Supervisor) (n int) {
	for _, l := range s.readers.all {
		<-l.turn
		if l.proc != nil {
			n++
		}
		l.give()
	}
	return n
}

// FreeReaders is how many readers nobody uses now.
func FreeReaders(s *Supervisor) int { return len(s.readers.free) }

// StartTime is how long a worker takes to be ready.
func StartTime(ctx context.Context, command []string, limits core.Limits) (time.Duration, error) {
	begin := time.Now()
	p, err := start(ctx, command, nil, limits)
	if err != nil {
		return 0, err
	}
	took := time.Since(begin)
	p.end(errClosed)
	return took, nil
}

// Abandon gives a worker a file, closes its socket as the system does when a
// supervisor dies, and returns when the worker is gone or ctx ends.
func Abandon(ctx context.Context, command []string, file *os.File) error {
	p, err := start(ctx, command, nil, core.DefaultLimits())
	if err != nil {
		return err
	}
	defer p.end(errClosed)
	if err := p.request(request{Step: stepWords, Kind: core.KindText}, file); err != nil {
		return err
	}
	time.Sleep(100 * time.Millisecond)
	_ = p.conn.Close()
	select {
	case <-p.ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
