package worker

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// idleTime is how long an unused reader is kept: it holds a hundred megabytes,
// and another one is ready in 40 ms.
const idleTime = 10 * time.Second

// readers are workers that read at the same time, each one file at a time.
type readers struct {
	all      []*lane
	free     chan struct{} // a token for each that nobody uses
	idleTime time.Duration

	mu   sync.Mutex
	idle []*lane // the one that was used last at the end: little work needs few processes
}

func newReaders(o Options) *readers {
	n := max(1, o.Readers)
	r := &readers{free: make(chan struct{}, n), idleTime: idleTime}
	for range n {
		r.all = append(r.all, newLane(o))
		r.free <- struct{}{}
	}
	r.idle = append(r.idle, r.all...)
	return r
}

// do runs a job on a free worker, and waits for one if none is free.
func (r *readers) do(ctx context.Context, j job) error {
	select {
	case <-r.free:
	case <-ctx.Done():
		return fmt.Errorf("%v of %q: wait for a worker: %w", j.Step, j.Name, context.Cause(ctx))
	}
	l := r.take()
	defer r.give(l)
	return l.do(ctx, j)
}

func (r *readers) take() *lane {
	r.mu.Lock()
	defer r.mu.Unlock()
	last := len(r.idle) - 1
	l := r.idle[last]
	r.idle = r.idle[:last]
	if l.retiring != nil {
		l.retiring.Stop()
	}
	return l
}

func (r *readers) give(l *lane) {
	r.mu.Lock()
	l.retiring = time.AfterFunc(r.idleTime, l.retire)
	r.idle = append(r.idle, l)
	r.mu.Unlock()
	r.free <- struct{}{}
}

// warm starts the worker that is used first.
func (r *readers) warm(ctx context.Context) { r.all[len(r.all)-1].warm(ctx) }

func (r *readers) close() {
	for _, l := range r.all {
		l.close()
	}
}
