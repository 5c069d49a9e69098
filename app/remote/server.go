package remote

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"sync"
	"time"

	"ibid/app"
	"ibid/app/caller"
	"ibid/core"
	"ibid/core/codec"
)

// server does the use cases that other programs ask for.
type server struct {
	engine   *app.Engine
	owner    core.Owner
	listener *net.UnixListener

	ctx    context.Context // ends with close
	cancel context.CancelFunc
	work   sync.WaitGroup

	mu      sync.Mutex
	waiting map[chan core.Change]bool // each holds the change that is to be told next
}

// serve listens for programs that come for the library of e, and tells them so.
func serve(e *app.Engine) (*server, error) {
	s := &server{engine: e, waiting: make(map[chan core.Change]bool)}
	status, err := e.Status(context.Background())
	if err != nil {
		return nil, err
	}
	dir, err := filepath.EvalSymlinks(status.Library)
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	if s.listener, err = listen(e.Epoch(), dir); err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	if s.owner, err = e.Announce(s.listener.Addr().String()); err != nil {
		return nil, errors.Join(err, s.listener.Close())
	}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	e.Changes(s.changed)
	s.work.Go(s.accept)
	return s, nil
}

// close ends all work for others and waits until it has ended. They ask the
// next owner.
func (s *server) close() {
	s.cancel()
	_ = s.listener.Close() // the socket goes with it; nobody needs it any more
	s.work.Wait()
}

func (s *server) accept() {
	room := make(chan struct{}, maxClients)
	for {
		select {
		case room <- struct{}{}:
		case <-s.ctx.Done():
			return
		}
		c, err := s.listener.AcceptUnix()
		switch {
		case s.ctx.Err() != nil:
			if err == nil {
				_ = c.Close()
			}
			return
		case err != nil: // too many open files, or the client has gone
			<-room
			time.Sleep(poll)
			continue
		}
		s.work.Go(func() {
			defer func() { <-room }()
			s.client(c)
		})
	}
}

// client does one request and closes the connection. A program of another user
// is told nothing.
func (s *server) client(c *net.UnixConn) {
	stop := context.AfterFunc(s.ctx, func() { c.Close() })
	defer func() { stop(); c.Close() }()
	if sameUser(c) != nil || c.SetReadDeadline(time.Now().Add(frameTime)) != nil {
		return
	}
	kind, data, err := readFrame(c, maxRequest)
	if err != nil || kind != frameRequest || c.SetReadDeadline(time.Time{}) != nil {
		return
	}
	r, refused := open(data)
	if refused != "" {
		_ = writeFrame(c, frameRefused, []byte(refused))
		return
	}
	ctx, cancel := context.WithCancel(caller.With(s.ctx, r.Caller))
	defer cancel()
	s.work.Go(func() { // the client says nothing more: it cancels, or goes away
		_, _ = c.Read(make([]byte, 1))
		cancel()
	})
	switch m := handlers()[r.UseCase]; {
	case r.UseCase == askHello:
		_ = writeFrame(c, frameResult, nil)
	case r.UseCase == askChanges:
		s.tell(ctx, c)
	case m != nil:
		kind, answer := s.do(ctx, c, m, r.Args)
		if s.ctx.Err() == nil { // else what was cancelled by us would count as cancelled by them
			_ = writeFrame(c, kind, answer)
		}
	}
}

// open reads a request. One that cannot be read is refused in words.
func open(data []byte) (r request, refused string) {
	var e envelope
	if err := codec.Unmarshal(data, &e); err != nil || e.Version != version() {
		return r, fmt.Sprintf("it is of version %s and was asked by a program of version %.100q: use both of one version", version(), e.Version)
	}
	if err := codec.Unmarshal(e.Request, &r); err != nil {
		return r, fmt.Sprintf("%v: %v", errFrame, err)
	}
	return r, ""
}

// handlers are the use cases by name.
var handlers = sync.OnceValue(func() map[string]handler {
	known := make(map[string]handler, len(methods))
	for _, m := range methods {
		known[m.called()] = m
	}
	return known
})

// do does a use case and returns the frame that answers it. A fault in one must
// not end a window.
func (s *server) do(ctx context.Context, c net.Conn, m handler, args []byte) (kind byte, answer []byte) {
	defer func() {
		if p := recover(); p != nil {
			kind, answer = frameRefused, fmt.Appendf(nil, "%s: %v", m.called(), p)
		}
	}()
	answer, err := m.handle(ctx, s.engine, args, func(piece []byte) {
		_ = writeFrame(c, framePiece, piece) // who does not listen is gone, which cancels
	})
	if err == nil && len(answer) > maxAnswer {
		err = fmt.Errorf("an answer of %d bytes is too large", len(answer))
	}
	if err != nil {
		return frameRefused, fmt.Appendf(nil, "%s: %v", m.called(), err)
	}
	return frameResult, answer
}

// changed hands a change to everyone who waits for one. Whoever is slow is told
// the latest, which says what the ones before it said.
func (s *server) changed(c core.Change) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for next := range s.waiting {
		told := c
		select {
		case earlier := <-next:
			told.Documents = told.Documents || earlier.Documents
		default:
		}
		next <- told
	}
}

// tell writes changes until ctx ends.
func (s *server) tell(ctx context.Context, c net.Conn) {
	next := make(chan core.Change, 1)
	s.mu.Lock()
	s.waiting[next] = true
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		delete(s.waiting, next)
		s.mu.Unlock()
	}()
	for {
		select {
		case <-ctx.Done():
			return
		case change := <-next:
			data, err := codec.Marshal(change)
			if err == nil {
				err = writeFrame(c, frameChange, data)
			}
			if err != nil {
				return
			}
		}
	}
}
