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

// server does use cases for other programs.
type server struct {
	engine   *app.Engine
	owner    core.Owner
	listener *net.UnixListener

	ctx    context.Context // cancelled by close
	cancel context.CancelFunc
	work   sync.WaitGroup

	mu      sync.Mutex
	waiting map[chan core.Change]bool // each holds the next change to send
}

// serve starts a server for the library of e and announces its address.
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

// close ends all work for other programs and waits for it. They then ask the
// next owner.
func (s *server) close() {
	s.cancel()
	_ = s.listener.Close() // this also deletes the socket
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

// client answers one request and closes the connection. A program of another
// user gets no answer.
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
	s.work.Go(func() { // the client sends nothing more, so a read returns when it cancels or leaves
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
		if s.ctx.Err() == nil { // after close, work that we cancelled is not the client's cancellation
			_ = writeFrame(c, kind, answer)
		}
	}
}

// open decodes a request. If it cannot, refused is the reason in words.
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

// handlers maps the names of use cases to their handlers.
var handlers = sync.OnceValue(func() map[string]handler {
	known := make(map[string]handler, len(methods))
	for _, m := range methods {
		known[m.called()] = m
	}
	return known
})

// do does a use case and returns the frame that answers it. It turns a panic
// into an error, which must not end a window.
func (s *server) do(ctx context.Context, c net.Conn, m handler, args []byte) (kind byte, answer []byte) {
	defer func() {
		if p := recover(); p != nil {
			kind, answer = frameRefused, fmt.Appendf(nil, "%s: %v", m.called(), p)
		}
	}()
	answer, err := m.handle(ctx, s.engine, args, func(piece []byte) {
		_ = writeFrame(c, framePiece, piece) // if the client has gone, the work is cancelled
	})
	if err == nil && len(answer) > maxAnswer {
		err = fmt.Errorf("an answer of %d bytes is too large", len(answer))
	}
	if err != nil {
		return frameRefused, fmt.Appendf(nil, "%s: %v", m.called(), err)
	}
	return frameResult, answer
}

// changed passes a change to every waiting client. A slow client gets only the
// latest change, which includes what the earlier ones reported.
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

// tell sends changes to a client until ctx ends.
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
