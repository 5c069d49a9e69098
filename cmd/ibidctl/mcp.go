package main

import (
	"context"
	"flag"
	"os"

	"ibid/app/door/api"
	"ibid/app/door/mcp"
	"ibid/app/remote"
)

func defineMCP(*flag.FlagSet) action {
	return func(ctx context.Context, c *call) error {
		out, err := mcp.TakeStdout()
		if err != nil {
			return err
		}
		return c.withOwner(ctx, func(e *remote.Library) error { return mcp.Run(ctx, api.New(e), os.Stdin, out) })
	}
}
