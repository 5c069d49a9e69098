package mcp

import (
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ibid/app/door/api"
)

// noted records each request as a visit, under the name that the program gave
// when its session began.
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

// free lists the messages that ask for nothing of the library and so are no
// visits.
var free = map[string]bool{"ping": true, "server/discover": true, "notifications/initialized": true, "notifications/cancelled": true, "notifications/progress": true}

// nameOf returns the name of the program that sends a request; empty if it gave
// none.
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
