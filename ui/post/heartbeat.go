package post

import (
	"context"
	"sync/atomic"
	"time"
)

// Beat is the time between two heartbeats.
const Beat = 50 * time.Millisecond

// Heartbeat measures how long the UI goroutine makes a posted function wait.
type Heartbeat struct {
	worst atomic.Int64 // nanoseconds
	beats atomic.Int64
}

// StartHeartbeat posts an empty function every Beat until the bridge stops. The
// next one is posted only when the last has run, so a UI goroutine that hangs
// is counted once, at its full length.
func StartHeartbeat(b *Bridge) *Heartbeat {
	h := &Heartbeat{}
	b.Go(func(ctx context.Context) {
		tick := time.NewTicker(Beat)
		defer tick.Stop()
		ran := make(chan struct{}, 1)
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			posted := time.Now()
			b.Post(func() { h.record(time.Since(posted)); ran <- struct{}{} })
			select {
			case <-ctx.Done():
				return
			case <-ran:
			}
		}
	})
	return h
}

func (h *Heartbeat) record(late time.Duration) {
	h.beats.Add(1)
	for {
		worst := h.worst.Load()
		if int64(late) <= worst || h.worst.CompareAndSwap(worst, int64(late)) {
			return
		}
	}
}

// Worst returns the longest wait since the start or the last Reset.
func (h *Heartbeat) Worst() time.Duration { return time.Duration(h.worst.Load()) }

// Beats returns the number of heartbeats that have run.
func (h *Heartbeat) Beats() int { return int(h.beats.Load()) }

// Reset forgets the longest wait.
func (h *Heartbeat) Reset() { h.worst.Store(0) }
