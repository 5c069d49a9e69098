package remote

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"sync"
	"time"

	"ibid/app"
	"ibid/app/caller"
	"ibid/core"
)

const (
	// An owner that ends gives the lock back soon after its socket. Who comes
	// meanwhile waits so long, then says who it is.
	waitForEnd = 5 * time.Second
	poll       = 20 * time.Millisecond
)

// A holder has the library open and does use cases: this process, or another
// program. errGone says that it has ended, without an answer.
type holder interface {
	do(ctx context.Context, name string, args []any) ([]reflect.Value, error)
}

// errGone is that of an owner that cannot be spoken to any more.
var errGone = errors.New("it ended before it answered")

// Library is a library that may be open in this process or in another one. All
// methods are safe for concurrent use.
type Library struct {
	options app.Options
	dir     string // where relative paths begin
	note    string

	ctx    context.Context // ends with Close
	cancel context.CancelFunc
	work   sync.WaitGroup

	mu        sync.Mutex // held while a holder is looked for
	now       holder     // nil once the last one is known to be gone
	following bool       // the owner is asked for changes

	watch    sync.Mutex // held for a moment only: an engine that closes waits for those who tell of changes
	watchers []func(core.Change)
}

// Open opens the library, or has it used through the program that has it open. A
// long owner then listens for others. Errors are those of app.Open; one that
// wraps core.ErrInUse says that the owner cannot be spoken to.
func Open(ctx context.Context, o app.Options) (*Library, error) {
	dir, err := os.Getwd()
	if err != nil {
		dir = "" // relative paths will not work, as they would not here
	}
	l := &Library{options: o, dir: dir}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.now, err = l.find(ctx); err != nil {
		l.cancel()
		return nil, err
	}
	if h, ok := l.now.(*here); ok {
		l.note = h.engine.Rebuilt()
	}
	return l, nil
}

// Rebuilt says in words what this process had to make anew when it opened the
// library; empty if nothing had to.
func (l *Library) Rebuilt() string { return l.note }

// Warm starts the workers of a library that is open here.
func (l *Library) Warm(ctx context.Context) {
	l.mu.Lock()
	h, ok := l.now.(*here)
	l.mu.Unlock()
	if ok {
		h.engine.Warm(ctx)
	}
}

// Close ends what goes on and closes the library if it is open here. No method
// may be called afterwards.
func (l *Library) Close() error {
	l.cancel()
	l.work.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	if h, ok := l.now.(*here); ok {
		return h.close()
	}
	return nil
}

// do has a use case done. What an owner could not answer because it ended is
// asked of the next one, once.
func (l *Library) do(ctx context.Context, name string, args []any) []reflect.Value {
	l.mu.Lock()
	ctx = caller.With(ctx, caller.Caller{Dir: l.dir, Config: l.options.Config})
	l.mu.Unlock()
	var last holder
	for {
		h, err := l.holder(ctx, last)
		if err != nil {
			return failed(name, err)
		}
		out, err := h.do(ctx, name, args)
		switch {
		case err == nil:
			return out
		case !errors.Is(err, errGone) || last != nil || once[name] || ctx.Err() != nil:
			return failed(name, err)
		}
		last = h
	}
}

// failed are the results of a use case that could not be done.
func failed(name string, err error) []reflect.Value {
	out := nothing(name)
	for _, v := range out {
		if v.Type() == errorType {
			v.Set(reflect.ValueOf(err))
		}
	}
	return out
}

// nothing are the zero results of a use case, to be set.
func nothing(name string) []reflect.Value {
	m, _ := reflect.TypeFor[*app.Engine]().MethodByName(name)
	out := make([]reflect.Value, m.Type.NumOut())
	for i := range out {
		out[i] = reflect.New(m.Type.Out(i)).Elem()
	}
	return out
}

// holder is who has the library now; gone, if not nil, is who has it no more.
func (l *Library) holder(ctx context.Context, gone holder) (holder, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.now == gone {
		l.now = nil
	}
	if l.now != nil {
		return l.now, nil
	}
	if err := l.ctx.Err(); err != nil {
		return nil, err
	}
	var err error
	l.now, err = l.find(ctx)
	return l.now, err
}

// find opens the library or finds who has it. It is called with mu held.
func (l *Library) find(ctx context.Context) (holder, error) {
	for began := time.Now(); ; {
		e, err := app.Open(ctx, l.options)
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

// own has the library open here from now on. That nobody can speak to an
// owner is no reason not to open: they are told who it is.
func (l *Library) own(e *app.Engine) holder {
	h := &here{engine: e}
	e.Changes(l.changed)
	if l.options.Long || l.options.Shared {
		h.server, _ = serve(e)
	}
	return h
}

// hostname is what an owner on this machine calls its host.
func hostname() string {
	name, err := os.Hostname()
	if err != nil {
		return "this machine"
	}
	return name
}

// Changes registers a callback for changes of the library, whoever makes them.
// It may be called from any goroutine, at most ten times a second, and must
// return at once.
func (l *Library) Changes(f func(core.Change)) {
	l.watch.Lock()
	l.watchers = append(l.watchers, f)
	l.watch.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.now.(*here); !ok && !l.following {
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

// follow tells of the changes that an owner elsewhere makes, until the library
// is open here.
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
	server *server // nil if nobody can speak to it
}

func (h *here) do(ctx context.Context, name string, args []any) ([]reflect.Value, error) {
	m := reflect.ValueOf(h.engine).MethodByName(name)
	in := make([]reflect.Value, 0, len(args)+1)
	if m.Type().NumIn() > len(args) {
		in = append(in, reflect.ValueOf(ctx))
	}
	for _, a := range args {
		in = append(in, reflect.ValueOf(a))
	}
	return invoke(m, in), nil
}

// invoke calls a use case. The last argument of one that takes any number is a
// list.
func invoke(m reflect.Value, in []reflect.Value) []reflect.Value {
	if m.Type().IsVariadic() {
		return m.CallSlice(in)
	}
	return m.Call(in)
}

func (h *here) close() error {
	if h.server != nil {
		h.server.close()
	}
	return h.engine.Close()
}
