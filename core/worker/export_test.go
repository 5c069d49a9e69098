package worker

import (
	"context"
	"time"

	"ibid/core"
)

// ReaderPID is the process that reads now.
func ReaderPID(s *Supervisor) int { return s.reader.proc.cmd.Process.Pid }

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
