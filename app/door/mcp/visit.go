package mcp

import (
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ibid/app/door/api"
)

// noted notes who sends each request: what the program said it is called when it
// began.
func noted(srv *api.Service) sdk.Middleware {
	return func(next sdk.MethodHandler) sdk.MethodHandler {
		return func(ctx context.Context, method string, r sdk.Request) (sdk.Result, error) {
			if !free[method] {
				if err := srv.Visit(ctx, nameOf(r)); err != nil {
					return nil, told(err)
				}
			}
			return next(ctx, method, r)
		}
	}
}

// free are the messages that ask nothing of the library.
var free = map[string]bool{"ping": true, "server/discover": true, "notifications/initialized": true, "notifications/cancelled": true, "notifications/progress": true}

// nameOf is the name of the program that sends a request; empty if it said none.
func nameOf(r sdk.Request) string {
	params, ok := r.GetParams().(*sdk.InitializeParams)
	if session, is := r.GetSession().(*sdk.ServerSession); is && !ok {
		params = session.InitializeParams()
	}
	if params == nil || params.ClientInfo == nil {
		return ""
	}
	return params.ClientInfo.Name
}
