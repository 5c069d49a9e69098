package post

import "context"

// Latest runs one piece of work at a time. Starting another one cancels the one
// before, whose result is dropped. Its methods belong to the UI goroutine.
type Latest struct {
	bridge *Bridge
	cancel context.CancelFunc
	turn   uint64
	busy   bool
}

// NewLatest returns an idle Latest.
func NewLatest(b *Bridge) *Latest { return &Latest{bridge: b} }

// Start cancels what runs and runs work in the background. The function that
// work returns is applied on the UI goroutine, unless Start or Cancel was
// called in between; nil applies nothing.
func (l *Latest) Start(work func(ctx context.Context) (apply func())) {
	l.Cancel()
	l.busy = true
	turn := l.turn
	ctx, cancel := context.WithCancel(l.bridge.ctx)
	l.cancel = cancel
	l.bridge.Go(func(context.Context) {
		defer cancel()
		if ctx.Err() != nil {
			return // overtaken before it began
		}
		apply := work(ctx)
		l.bridge.Post(func() { l.finish(turn, apply) })
	})
}

func (l *Latest) finish(turn uint64, apply func()) {
	if turn != l.turn {
		return
	}
	l.busy, l.cancel = false, nil
	if apply != nil {
		apply()
	}
}

// Cancel ends what runs and drops its result.
func (l *Latest) Cancel() {
	l.turn++
	l.busy = false
	if l.cancel != nil {
		l.cancel()
		l.cancel = nil
	}
}

// Busy reports whether a result is still to come.
func (l *Latest) Busy() bool { return l.busy }
