package mcp

import (
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ibid/app/door"
	"ibid/app/door/desk"
	"ibid/core"
)

// receive has every request noted, and refused where the program's access was
// revoked: also the first one, so that a chat application says at once that it is
// not let in.
func receive(d *desk.Desk) sdk.Middleware {
	return func(next sdk.MethodHandler) sdk.MethodHandler {
		return func(ctx context.Context, method string, r sdk.Request) (sdk.Result, error) {
			if free[method] {
				return next(ctx, method, r)
			}
			ctx, err := d.Receive(ctx, visitor(r))
			if err != nil {
				return nil, told(err)
			}
			return next(ctx, method, r)
		}
	}
}

// free are the messages that ask nothing of the library.
var free = map[string]bool{"ping": true, "server/discover": true, "notifications/initialized": true, "notifications/cancelled": true, "notifications/progress": true}

// visitor is who sends a request: who showed a token of its own, else what the
// program said it is called when it began.
func visitor(r sdk.Request) core.Visit {
	v := core.Visit{Way: core.WayStdio}
	if extra := r.GetExtra(); extra != nil && extra.Header != nil {
		v.Way = core.WayMCP
		if v.Name = extra.Header.Get(door.Client); v.Name != "" {
			v.Own = true
			return v
		}
	}
	params, ok := r.GetParams().(*sdk.InitializeParams)
	if session, is := r.GetSession().(*sdk.ServerSession); is && !ok {
		params = session.InitializeParams()
	}
	if params != nil && params.ClientInfo != nil {
		v.Name = params.ClientInfo.Name
	}
	return v
}
