package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"syscall"

	"ibid/app/door"
	"ibid/app/usecase"
	"ibid/core"
)

// Place describes which library is served, and how another process finds it.
type Place struct {
	Library string // absolute path of its folder
	Default bool   // it is the library that programs use by default
	Config  string // path of the settings file; empty is the platform's
	Ibidctl string // path of the program; if empty it is searched for
}

// Switch opens and closes the door of a window while the window is in use. Safe
// for concurrent use.
type Switch struct {
	place   Place
	library usecase.Library

	doing  sync.Mutex         // held while the door opens or closes
	listen string             // address to listen on
	shut   context.CancelFunc // nil while the door is closed
	ended  chan struct{}      // closed after the last answer

	mu    sync.Mutex
	state core.Door
}

// NewSwitch returns a switch whose door is closed.
func NewSwitch(l usecase.Library, p Place) *Switch { return &Switch{place: p, library: l} }

// State reports whether the door is open, and why not.
func (s *Switch) State() core.Door {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state
}

func (s *Switch) set(state core.Door) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = state
}

// Set opens the door at an address, or closes it, and returns its new state. An
// error is the Problem of that state.
func (s *Switch) Set(ctx context.Context, open bool, listen string) core.Door {
	s.doing.Lock()
	defer s.doing.Unlock()
	if now := s.State(); open == now.Wanted && listen == s.listen && now.Problem == "" {
		return now
	}
	s.close()
	s.listen = listen
	if open {
		s.open(ctx)
	}
	return s.State()
}

// open opens the door, which stays open after ctx ends. The caller holds doing.
func (s *Switch) open(ctx context.Context) {
	token, _, err := door.Token(s.place.Library)
	var l net.Listener
	if err == nil {
		l, err = door.Listen(ctx, s.listen)
	}
	if err != nil {
		s.set(core.Door{Wanted: true, Problem: inWords(s.listen, err)})
		return
	}
	served, shut := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan struct{})
	s.shut, s.ended = shut, ended
	s.set(core.Door{Wanted: true, Address: "http://" + l.Addr().String()})
	listen := s.listen
	go func() {
		defer close(ended)
		err := Serve(served, l, s.library, Options{Token: token, Log: slog.New(slog.DiscardHandler)})
		if err != nil && served.Err() == nil {
			s.set(core.Door{Wanted: true, Problem: inWords(listen, err)})
		}
	}()
}

// close closes the door and waits for the last answer. The caller holds doing.
func (s *Switch) close() {
	if s.shut != nil {
		s.shut()
		<-s.ended
		s.shut = nil
	}
	s.set(core.Door{})
}

// Close closes the door for good.
func (s *Switch) Close() {
	s.doing.Lock()
	defer s.doing.Unlock()
	s.close()
}

// Token returns the token of the library.
func (s *Switch) Token() (string, error) {
	token, _, err := door.Token(s.place.Library)
	return token, err
}

// NewToken replaces the token of the library. Programs with the old one are
// refused from then on.
func (s *Switch) NewToken(ctx context.Context) (string, error) {
	token, err := door.NewToken(s.place.Library)
	if err != nil {
		return "", err
	}
	s.doing.Lock()
	defer s.doing.Unlock()
	if s.shut != nil {
		s.close()
		s.open(ctx)
	}
	return token, nil
}

// inWords describes for a person why the door cannot be opened.
func inWords(listen string, err error) string {
	_, port, _ := net.SplitHostPort(listen)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Sprintf("port %s is taken by another program: end that, or choose another port", port)
	case errors.Is(err, syscall.EACCES):
		return fmt.Sprintf("port %s is not for programs of a person: choose one from 1024 up", port)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return fmt.Sprintf("%s is no address of this machine: 127.0.0.1 is", strings.TrimSuffix(listen, ":"+port))
	}
	return cmp.Or(strings.TrimSpace(err.Error()), "it could not be opened")
}
