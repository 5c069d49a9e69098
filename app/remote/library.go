package remote

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"ibid/app"
	"ibid/app/caller"
	"ibid/app/config"
	"ibid/app/place"
	"ibid/app/usecase"
	"ibid/core"
)

const (
	// An owner that ends releases the lock soon after it closes its socket. A
	// program that comes in between waits this long before it reports the
	// owner.
	waitForEnd = 5 * time.Second
	poll       = 20 * time.Millisecond
)

// A holder has the library open: *here is this process, *there another program.
type holder any

// errGone is the error if the owner can no longer be reached.
var errGone = errors.New("it ended before it answered")

// Library is a library that may be open in this process or in another one. All
// methods are safe for concurrent use.
type Library struct {
	stubs
	dir  string // base of relative paths
	note string

	ctx    context.Context // ends when Close is called
	cancel context.CancelFunc
	work   sync.WaitGroup

	mu        sync.Mutex // held only briefly
	options   app.Options
	now       holder  // nil until it is found, and after it has gone
	finding   *search // nil while no search runs
	following bool    // changes are requested from the owner

	watch    sync.Mutex // held only briefly: a closing engine waits for the callbacks of changes
	watchers []func(core.Change)
}

// What is open here and what another program has open offer the same use cases.
var (
	_ usecase.Library = (*Library)(nil)
	_ usecase.Library = (*app.Engine)(nil)
)

// A search looks for the holder of the library. All callers that need the
// holder wait for the same search.
type search struct {
	done  chan struct{} // closed once the fields below are set
	found holder
	err   error
}

// Open opens the library, or connects to the program that has it open. A long
// owner then listens for other programs. Errors are those of app.Open; one that
// wraps core.ErrInUse means that the owner cannot be reached.
func Open(ctx context.Context, o app.Options) (*Library, error) {
	dir, err := os.Getwd()
	if err != nil {
		dir = "" // relative paths will fail, as they would in this process
	}
	l := &Library{options: o, dir: dir}
	l.stubs = stubs{l.route}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	if l.now, err = l.find(ctx); err != nil {
		l.cancel()
		return nil, err
	}
	if h, ok := l.now.(*here); ok {
		l.note = h.engine.Rebuilt()
	}
	return l, nil
}

// Rebuilt describes in words what this process had to rebuild when it opened
// the library; empty if nothing had to.
func (l *Library) Rebuilt() string { return l.note }

// Warm starts the workers if the library is open in this process.
func (l *Library) Warm(ctx context.Context) {
	l.mu.Lock()
	h, ok := l.now.(*here)
	l.mu.Unlock()
	if ok {
		h.engine.Warm(ctx)
	}
}

// Close ends all work and closes the library if it is open in this process. No
// method may be called afterwards.
func (l *Library) Close() error {
	l.mu.Lock() // new work checks ctx first, with mu held
	l.cancel()
	l.mu.Unlock()
	l.work.Wait()
	l.mu.Lock()
	now := l.now
	l.now = nil // who still asks is told at once that l has ended
	l.mu.Unlock()
	if h, ok := now.(*here); ok {
		return h.close()
	}
	return nil
}

// route is the router of a Library: it calls do with the holder.
func (l *Library) route(ctx context.Context, again bool, do func(context.Context, holder) error) error {
	l.mu.Lock()
	ctx = caller.With(ctx, caller.Caller{Dir: l.dir, Config: l.options.Config})
	l.mu.Unlock()
	var last holder
	for {
		h, err := l.holder(ctx, last)
		if err != nil {
			return err
		}
		err = do(ctx, h)
		if !errors.Is(err, errGone) || last != nil || !again || ctx.Err() != nil {
			return err
		}
		last = h
	}
}

// Configure applies other settings: to the owner, whose model and OCR everybody
// uses, and to what is asked through l.
func (l *Library) Configure(ctx context.Context, c config.Config) error {
	l.mu.Lock()
	l.options.Config = &c
	l.mu.Unlock()
	return l.stubs.Configure(ctx, c)
}

// Reopen reads a saved context from a file of this process and replays it.
func (l *Library) Reopen(ctx context.Context, path string) (core.SavedContext, core.Replay, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return core.SavedContext{}, core.Replay{}, err
	}
	return l.stubs.Reopen(ctx, path)
}

// Places returns the names of all documents of the library.
func (l *Library) Places(ctx context.Context) (*place.Places, error) {
	docs, err := l.Documents(ctx)
	if err != nil {
		return nil, err
	}
	return place.NewPlaces(docs, func(d core.Document) bool { return l.Stale(ctx, d) }), nil
}

// holder returns the current holder of the library. If gone is not nil it is a
// holder that has ended, and another one is searched for. All callers wait for
// one search, which goes on when one of them is cancelled.
func (l *Library) holder(ctx context.Context, gone holder) (holder, error) {
	l.mu.Lock()
	if l.now == gone {
		l.now = nil
	}
	if l.now != nil {
		defer l.mu.Unlock()
		return l.now, nil
	}
	if err := l.ctx.Err(); err != nil {
		l.mu.Unlock()
		return nil, err
	}
	s := l.finding
	if s == nil {
		s = &search{done: make(chan struct{})}
		l.finding = s
		l.work.Go(func() { l.look(s) })
	}
	l.mu.Unlock()
	select {
	case <-s.done:
		return s.found, s.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// look runs a search.
func (l *Library) look(s *search) {
	s.found, s.err = l.find(l.ctx)
	l.mu.Lock()
	l.now, l.finding = s.found, nil
	l.mu.Unlock()
	close(s.done)
}

// find opens the library or finds the program that has it open.
func (l *Library) find(ctx context.Context) (holder, error) {
	l.mu.Lock()
	o := l.options
	l.mu.Unlock()
	for began := time.Now(); ; {
		e, err := app.Open(ctx, o)
		if err == nil {
			return l.own(e), nil
		}
		var inUse *core.InUseError
		if !errors.As(err, &inUse) || inUse.Owner.Address == "" || inUse.Owner.Host != hostname() {
			return nil, err
		}
		h := &there{owner: inUse.Owner}
		asked := h.hello(ctx)
		if asked == nil {
			return h, nil
		}
		if !errors.Is(asked, errGone) || time.Since(began) > waitForEnd {
			return nil, fmt.Errorf("%w: %w", err, asked)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(poll):
		}
	}
}

// own makes this process the holder. If it cannot listen on a socket the
// library opens all the same, and other programs learn only who the owner is.
func (l *Library) own(e *app.Engine) holder {
	h := &here{engine: e}
	e.Changes(l.changed)
	if l.options.Long || l.options.Shared {
		h.server, _ = serve(e)
	}
	return h
}

// hostname returns the host name that an owner on this machine reports.
func hostname() string {
	name, err := os.Hostname()
	if err != nil {
		return "this machine"
	}
	return name
}

// Changes registers a callback for changes of the library by any program. It
// may be called from any goroutine, at most ten times a second, and must return
// at once.
func (l *Library) Changes(f func(core.Change)) {
	l.watch.Lock()
	l.watchers = append(l.watchers, f)
	l.watch.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.now.(*here); !ok && !l.following && l.ctx.Err() == nil {
		l.following = true
		l.work.Go(l.follow)
	}
}

func (l *Library) changed(c core.Change) {
	l.watch.Lock()
	watchers := l.watchers
	l.watch.Unlock()
	for _, f := range watchers {
		f(c)
	}
}

// follow reports the changes of an owner in another process until the library
// is open in this one.
func (l *Library) follow() {
	var last holder
	for l.ctx.Err() == nil {
		h, err := l.holder(l.ctx, last)
		pause := poll
		switch h := h.(type) {
		case *here:
			l.changed(core.Change{Documents: true})
			return
		case *there:
			h.changes(l.ctx, l.changed)
		}
		if last = h; err != nil {
			pause = time.Second
		}
		select {
		case <-l.ctx.Done():
		case <-time.After(pause):
		}
	}
}

// here is a library that is open in this process.
type here struct {
	engine *app.Engine
	server *server // nil if this process cannot be reached
}

func (h *here) close() error {
	if h.server != nil {
		h.server.close()
	}
	return h.engine.Close()
}
