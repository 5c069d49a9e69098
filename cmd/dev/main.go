// Command dev takes a machine that has Go and nothing else to a running, or a tested, Ibid.
//
//	go run ./cmd/dev run  [-y]             install what is missing, build, open the window with the sample library
//	go run ./cmd/dev test [-y] [-cases N]  install what the tests need, check the rules, run every test
//	go run ./cmd/dev mutate [-n N] [ROOM]  change single constants and conditions and see whether a test fails
//	go run ./cmd/dev lines                 count lines of source and of tests, by room
//	go run ./cmd/dev licences              write the notices of the linked modules to assets/licences
//	go run ./cmd/dev generate              write the stubs of app/remote from the table of use cases
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

const usage = `usage: go run ./cmd/dev COMMAND

  run [-y]             install what is missing, build, open the window with the sample library;
                       without a screen: the same in a virtual one, the cited context on stdout, a picture in ibid.png
  test [-y] [-cases N] install what the tests need, check the rules, run every test and the window test
  mutate [-n N] [ROOM] change single constants and conditions of testdata/mutations.txt, one at a time, and run the
                       room's own tests; 80 in 100 of the changes must make a test fail
  lines                count lines of source and of tests, by room
  licences             write the notices of the linked modules to assets/licences
  generate             write the stubs of app/remote from the table of use cases

  -y       install without asking
  -cases N try N random libraries in each test that makes them, instead of 250
  -n N     try N of the changes, spread over the list
  ROOM     a folder: try its changes only, as in core/check
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
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	flags.SetOutput(m.stderr)
	flags.Usage = func() {}
	mostArgs := 0
	var command func() error
	switch args[0] {
	case "run":
		yes := flags.Bool("y", false, "")
		command = func() error { return runCommand(ctx, m, *yes) }
	case "test":
		yes, cases := flags.Bool("y", false, ""), flags.Uint("cases", 0, "")
		command = func() error { return testCommand(ctx, m, *yes, *cases) }
	case "mutate":
		n := flags.Uint("n", 0, "")
		mostArgs = 1
		command = func() error { return mutateCommand(ctx, m, int(*n), flags.Arg(0)) }
	case "lines":
		command = func() error { return linesCommand(ctx, m) }
	case "licences":
		command = func() error { return licencesCommand(ctx, m) }
	case "generate":
		command = func() error { return generateCommand(ctx, m) }
	default:
		return errUsage
	}
	if err := flags.Parse(args[1:]); err != nil || flags.NArg() > mostArgs {
		return errUsage
	}
	return command()
}
