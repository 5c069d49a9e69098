// Package serve is everything that other programs can ask over HTTP, behind one
// door.
package serve

import (
	"context"
	"log/slog"
	"net"

	"ibid/app/door"
	"ibid/app/door/desk"
	"ibid/app/door/mcp"
	"ibid/app/door/rest"
)

// Options say for whom, and where.
type Options struct {
	Token string
	Log   *slog.Logger
	Times door.Times // door.DefaultTimes if zero
}

// Routes are all routes. What is added here is behind the door, and in its test.
func Routes(e desk.Engine, log *slog.Logger) []door.Route {
	d := desk.New(e)
	return append(rest.Routes(d, log), mcp.Routes(d)...)
}

// Serve answers on a listener of door.Listen until ctx ends.
func Serve(ctx context.Context, l net.Listener, e desk.Engine, o Options) error {
	if o.Times == (door.Times{}) {
		o.Times = door.DefaultTimes
	}
	d := door.New(door.Options{Token: o.Token, Listen: l.Addr(), Log: o.Log})
	return door.Serve(ctx, l, d.Handler(Routes(e, o.Log)), o.Times)
}
