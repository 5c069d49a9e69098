package door

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"ibid/app/config"
)

// DefaultListen is the address that the door listens on by default.
const DefaultListen = config.DefaultListen

// Times are the server's timeouts.
type Times struct {
	Header time.Duration // to read the header of a request
	Body   time.Duration // to read the whole request
	Idle   time.Duration // between two requests of a connection
}

// DefaultTimes suit clients on the same machine.
var DefaultTimes = Times{Header: 5 * time.Second, Body: 20 * time.Second, Idle: time.Minute}

// Bounds of the server.
const (
	maxHeader      = 16 << 10 // bytes
	maxConnections = 256
	goodbye        = 3 * time.Second // how long requests may still take when the server ends
)

// Listen listens on an address such as 127.0.0.1:7423; port 0 takes a free one.
// The host must be a loopback address given as a number, because a name can
// come to resolve to something else.
func Listen(ctx context.Context, address string) (net.Listener, error) {
	at, err := netip.ParseAddrPort(address)
	if err != nil || !at.Addr().IsLoopback() {
		return nil, fmt.Errorf("listen on %q: it takes an address of this machine alone, such as %s", address, DefaultListen)
	}
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", at.String())
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", address, err)
	}
	return &limited{Listener: l, room: make(chan struct{}, maxConnections)}, nil
}

// Serve answers requests until ctx ends.
func Serve(ctx context.Context, l net.Listener, h http.Handler, times Times) error {
	s := &http.Server{
		Handler: h, ReadHeaderTimeout: times.Header, ReadTimeout: times.Body, IdleTimeout: times.Idle, MaxHeaderBytes: maxHeader,
		ErrorLog: log.New(io.Discard, "", 0), // it would quote what strangers send
		// Otherwise net/http would answer OPTIONS * before the door checks it.
		DisableGeneralOptionsHandler: true,
		BaseContext:                  func(net.Listener) context.Context { return ctx },
	}
	ended := make(chan error, 1)
	go func() {
		<-ctx.Done()
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbye)
		defer cancel()
		ended <- errors.Join(s.Shutdown(last), s.Close())
	}()
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	if err := <-ended; !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// limited accepts a bounded number of connections at once; more wait.
type limited struct {
	net.Listener
	room chan struct{}
}

func (l *limited) Accept() (net.Conn, error) {
	l.room <- struct{}{}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.room
		return nil, err
	}
	return &counted{Conn: c, leave: sync.OnceFunc(func() { <-l.room })}, nil
}

type counted struct {
	net.Conn
	leave func()
}

func (c *counted) Close() error {
	c.leave()
	return c.Conn.Close()
}
