// Package serve answers other programs over HTTP: it puts all routes behind one
// door, which a window opens and closes with a Switch.
package serve

import (
	"context"
	"log/slog"
	"net"

	"ibid/app/door"
	"ibid/app/door/api"
	"ibid/app/door/mcp"
	"ibid/app/door/rest"
	"ibid/app/usecase"
)

// Options configure Serve.
type Options struct {
	Token string
	Log   *slog.Logger
	Times door.Times // door.DefaultTimes if zero
}

// Routes returns all routes. A test checks that the door protects each of them.
func Routes(l usecase.Library, log *slog.Logger) []door.Route {
	d := api.New(l)
	return append(rest.Routes(d, log), mcp.Routes(d)...)
}

// Serve answers on a listener of door.Listen until ctx ends.
func Serve(ctx context.Context, at net.Listener, l usecase.Library, o Options) error {
	if o.Times == (door.Times{}) {
		o.Times = door.DefaultTimes
	}
	d := door.New(door.Options{Token: o.Token, Listen: at.Addr(), Log: o.Log})
	return door.Serve(ctx, at, d.Handler(Routes(l, o.Log)), o.Times)
}
