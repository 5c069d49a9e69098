// Package post is the bridge between background work and the UI goroutine.
//
// Everything that touches a widget runs on the UI goroutine, everything that
// takes time runs beside it. Work starts with Bridge.Go or Latest.Start, and
// its result comes back as a posted function. After Stop nothing is posted: the
// toolkit drops functions that are queued at quit and runs later ones on
// another goroutine, so the bridge stops before the toolkit does.
package post

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
)

// Interval is the least time between two posts of one source, because the
// toolkit's queue is not bounded.
const Interval = 100 * time.Millisecond

// Poster queues a function for the UI goroutine and returns at once. It may be
// called from any goroutine.
type Poster interface {
	Post(func())
}

// Fyne posts through the running application.
type Fyne struct{}

// Post implements Poster.
func (Fyne) Post(f func()) { fyne.Do(f) }

// Bridge starts background work and brings its results back until it is
// stopped. All methods are safe for concurrent use.
type Bridge struct {
	poster Poster
	ctx    context.Context
	cancel context.CancelFunc

	mu      sync.Mutex // guards work.Add against Stop
	stopped atomic.Bool
	work    sync.WaitGroup
}

// NewBridge returns a bridge over a poster.
func NewBridge(p Poster) *Bridge {
	ctx, cancel := context.WithCancel(context.Background())
	return &Bridge{poster: p, ctx: ctx, cancel: cancel}
}

// Go runs f in the background. ctx ends when the bridge stops. After Stop f is
// not run.
func (b *Bridge) Go(f func(ctx context.Context)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.stopped.Load() {
		return
	}
	b.work.Go(func() { f(b.ctx) })
}

// Run runs work in the background, and then the function that it returns, if
// not nil, on the UI goroutine.
func (b *Bridge) Run(work func(ctx context.Context) (apply func())) {
	b.Go(func(ctx context.Context) {
		if apply := work(ctx); apply != nil {
			b.Post(apply)
		}
	})
}

// Post runs f on the UI goroutine. After Stop f is dropped, even if it was
// queued before.
func (b *Bridge) Post(f func()) {
	if b.stopped.Load() {
		return
	}
	b.poster.Post(func() {
		if !b.stopped.Load() {
			f()
		}
	})
}

// After posts f once d has passed. The returned function cancels it.
func (b *Bridge) After(d time.Duration, f func()) (stop func()) {
	t := time.AfterFunc(d, func() { b.Post(f) })
	return func() { t.Stop() }
}

// A Delay runs one function later, on the UI goroutine. Its methods belong to
// that goroutine too.
type Delay struct {
	bridge *Bridge
	stop   func() // nil if no function waits
	turn   uint64 // identifies a function that was cancelled after it was posted
}

// NewDelay returns a delay without a waiting function.
func NewDelay(b *Bridge) *Delay { return &Delay{bridge: b} }

// Start runs f once d has passed. It replaces a waiting function.
func (l *Delay) Start(d time.Duration, f func()) {
	l.Cancel()
	turn := l.turn
	l.stop = l.bridge.After(d, func() {
		if turn == l.turn {
			l.stop = nil
			f()
		}
	})
}

// Cancel drops the waiting function.
func (l *Delay) Cancel() {
	l.turn++
	if l.stop != nil {
		l.stop()
		l.stop = nil
	}
}

// Waiting reports whether a function is still to be run.
func (l *Delay) Waiting() bool { return l.stop != nil }

// Stop cancels all work and drops all posts. When the work has ended, or
// patience has passed, last runs on the UI goroutine; it may end the
// application. Only the first call has an effect. Stop returns at once.
func (b *Bridge) Stop(patience time.Duration, last func()) {
	if !b.close() {
		return
	}
	go func() {
		b.Wait(patience)
		b.poster.Post(last)
	}()
}

// close stops the bridge and reports whether it was still running.
func (b *Bridge) close() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.cancel()
	return b.stopped.CompareAndSwap(false, true)
}

// Wait stops the bridge and waits for its work to end, at most for patience. It
// reports whether all work ended. It must not run on the UI goroutine while the
// application runs.
func (b *Bridge) Wait(patience time.Duration) bool {
	b.close()
	done := make(chan struct{})
	go func() { b.work.Wait(); close(done) }()
	select {
	case <-done:
		return true
	case <-time.After(patience):
		return false
	}
}
