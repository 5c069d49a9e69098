// Command ibidctl is Ibid without a window: the same library, search and cited
// context for the terminal and for scripts.
//
// Results go to standard output and nothing else does; messages and progress go
// to standard error. Every command takes --library, --config and --json. The
// exit codes are in errors.go.
package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"

	"ibid/app"
)

func main() {
	app.RunWorkerIfAsked()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run runs the command that args name and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	out := bufio.NewWriter(stdout)
	c := &call{library: app.DefaultLibrary(), stdout: out, stderr: stderr}
	err := c.dispatch(ctx, args)
	var failed *someFailedError
	if err != nil && !errors.As(err, &failed) {
		c.report(err)
	}
	if flush := out.Flush(); err == nil {
		err = flush
		if err != nil {
			c.report(err)
		}
	}
	return exitCode(err)
}
