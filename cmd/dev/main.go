// Command dev takes a machine that has Go and nothing else to a running, or a tested, Ibid.
//
//	go run ./cmd/dev run  [-y]   install what is missing, build, open the window with the sample library
//	go run ./cmd/dev test [-y]   install what the tests need, check the rules, run every test
//
// It imports the standard library only, and nothing of Ibid: it has to build on a machine where Ibid does not build
// yet, because the C compiler or a header is what it came to install.
//
// Nothing is installed unasked. The command lines are shown first; then a person at a terminal is asked. Root, a CI job
// (CI is set) and -y count as a yes. Elsewhere the command ends and says what to run by hand.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

const usage = `usage: go run ./cmd/dev COMMAND [-y]

  run    install what is missing, build, open the window with the sample library;
         without a screen: the same in a virtual one, the cited context on stdout, a picture in ibid.png
  test   install what the tests need, check the rules, run every test and the window test

  -y     install without asking
`

// errUsage marks a command line that was not understood; it ends the program with 2, as ibidctl does.
var errUsage = errors.New("usage")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := dispatch(ctx, thisMachine(), os.Args[1:])
	switch {
	case err == nil:
	case errors.Is(err, errUsage):
		fmt.Fprint(os.Stderr, usage)
		os.Exit(2)
	case errors.Is(err, errFailed):
		os.Exit(1)
	default:
		fmt.Fprintf(os.Stderr, "dev: %v\n", err)
		os.Exit(1)
	}
}

// dispatch runs the named command. It returns errUsage for anything it does not know.
func dispatch(ctx context.Context, m *machine, args []string) error {
	if len(args) == 0 {
		return errUsage
	}
	commands := map[string]func(context.Context, *machine, bool) error{"run": runCommand, "test": testCommand}
	command, ok := commands[args[0]]
	if !ok {
		return errUsage
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	flags.SetOutput(m.stderr)
	flags.Usage = func() {}
	yes := flags.Bool("y", false, "install without asking")
	if err := flags.Parse(args[1:]); err != nil || flags.NArg() > 0 {
		return errUsage
	}
	return command(ctx, m, *yes)
}
