// Package porter keeps the door of a window: it opens and shuts it while the
// window is used, knows its token, tells other programs how to ask, and tries
// whether they can.
package porter

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
	"ibid/app/door/desk"
	"ibid/app/door/serve"
	"ibid/core"
)

// Options say for which library, and how another process comes to it.
type Options struct {
	Library string // its folder, absolute
	Default bool   // it is the one that programs use where none is named
	Config  string // file of the settings; empty is the platform's
	Ibidctl string // program; empty has it looked for
}

// Porter keeps one door. Safe for concurrent use.
type Porter struct {
	options Options
	engine  desk.Engine

	doing  sync.Mutex         // one opens or shuts at a time
	listen string             // address that was asked for
	shut   context.CancelFunc // nil while it is shut
	ended  chan struct{}      // closed once nothing is answered any more

	mu    sync.Mutex
	state core.Door
}

// New is a porter whose door is shut.
func New(e desk.Engine, o Options) *Porter { return &Porter{options: o, engine: e} }

// State is whether the door is open, and why not.
func (p *Porter) State() core.Door {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state
}

func (p *Porter) set(s core.Door) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state = s
}

// Set opens the door at an address, or shuts it, and returns how it is then. What
// goes wrong is the state's Problem.
func (p *Porter) Set(ctx context.Context, open bool, listen string) core.Door {
	p.doing.Lock()
	defer p.doing.Unlock()
	if s := p.State(); open == s.Wanted && listen == p.listen && s.Problem == "" {
		return s
	}
	p.close()
	p.listen = listen
	if open {
		p.open(ctx)
	}
	return p.State()
}

// open is called with doing held. The door stays open after ctx.
func (p *Porter) open(ctx context.Context) {
	token, _, err := door.Token(p.options.Library)
	var l net.Listener
	if err == nil {
		l, err = door.Listen(ctx, p.listen)
	}
	if err != nil {
		p.set(core.Door{Wanted: true, Problem: inWords(p.listen, err)})
		return
	}
	served, shut := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan struct{})
	p.shut, p.ended = shut, ended
	p.set(core.Door{Wanted: true, Address: "http://" + l.Addr().String()})
	listen := p.listen
	go func() {
		defer close(ended)
		err := serve.Serve(served, l, p.engine, serve.Options{Token: token, Log: slog.New(slog.DiscardHandler)})
		if err != nil && served.Err() == nil {
			p.set(core.Door{Wanted: true, Problem: inWords(listen, err)})
		}
	}()
}

// close is called with doing held, and returns when nothing is answered any more.
func (p *Porter) close() {
	if p.shut != nil {
		p.shut()
		<-p.ended
		p.shut = nil
	}
	p.set(core.Door{})
}

// Close shuts the door for good.
func (p *Porter) Close() {
	p.doing.Lock()
	defer p.doing.Unlock()
	p.close()
}

// Token is the token of the library.
func (p *Porter) Token() (string, error) {
	token, _, err := door.Token(p.options.Library)
	return token, err
}

// NewToken replaces the token of the library: no program is let in any more that
// has the old one, or one that was made of it.
func (p *Porter) NewToken(ctx context.Context) (string, error) {
	token, err := door.NewToken(p.options.Library)
	if err != nil {
		return "", err
	}
	p.doing.Lock()
	defer p.doing.Unlock()
	if p.shut != nil {
		p.close()
		p.open(ctx)
	}
	return token, nil
}

// inWords says why the door cannot be opened.
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
