package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// staticcheck by number, through the module proxy: nothing to install. It is not a requirement of go.mod, since no code
// of Ibid needs it.
const staticcheck = "honnef.co/go/tools/cmd/staticcheck@v0.6.1"

// racePackages run a second time under the race detector. The window's packages do not: everything there runs on one
// goroutine by rule, and Fyne under the detector takes longer than all the rest.
var racePackages = []string{"./core/...", "./app/..."}

// A check is one step of the test command.
type check struct {
	name string
	do   func(ctx context.Context) error
}

// A tester runs the checks of one repository.
type tester struct {
	m     *machine
	root  string
	tally *tally
	env   []string // what the tests are told of this machine
}

// errFailed ends the program with 1; what failed has been printed, and the line with the counts stays the last one.
var errFailed = errors.New("not every check held")

// testCommand runs every check, the later ones too when an earlier one fails, and ends with the line
// "N passed, N failed, N skipped". A check that fails without a failing test, such as gofmt, counts as one failure.
func testCommand(ctx context.Context, m *machine, yes bool, cases uint) error {
	if err := m.prepare(ctx, testNeeds(m), yes); err != nil {
		return err
	}
	root, err := m.moduleRoot(ctx)
	if err != nil {
		return err
	}
	t := &tester{m: m, root: root, tally: newTally(m.stdout)}
	if cases > 0 {
		t.env = append(t.env, fmt.Sprintf("IBID_CASES=%d", cases))
	}
	return t.run(ctx, t.checks())
}

// checks in the order of how soon they find something.
func (t *tester) checks() []check {
	out := []check{
		{"gofmt", t.gofmt},
		{"arrows and house rules", t.houseRules},
		{"go vet", t.vet},
		{"staticcheck", t.staticcheck},
		{"model server", t.modelServer},
		{"tests", t.tests},
		{"race detector", t.race},
		{"measures", t.measures},
	}
	if t.m.goos == "linux" {
		out = append(out, check{"window", t.window})
	}
	return out
}

func (t *tester) run(ctx context.Context, checks []check) error {
	var failures, times []string
	for _, c := range checks {
		fmt.Fprintf(t.m.stdout, "── %s\n", c.name)
		start := time.Now()
		_, before, _ := t.tally.counts()
		err := c.do(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			fmt.Fprintf(t.m.stdout, "%v\n", err)
			failures = append(failures, c.name)
			if _, now, _ := t.tally.counts(); now == before {
				t.tally.outcomes[testID{pkg: c.name}] = failed
			}
		}
		times = append(times, fmt.Sprintf("%7.1f s  %s", time.Since(start).Seconds(), c.name))
	}
	fmt.Fprintf(t.m.stdout, "── time\n%s\n", strings.Join(times, "\n"))
	if t.m.goos != "linux" {
		fmt.Fprintln(t.m.stdout, "the window test was not run: it needs Xvfb, which is for Linux")
	}
	if list := t.tally.skips(); len(list) > 0 {
		fmt.Fprintf(t.m.stdout, "── skipped\n%s\n", strings.Join(list, "\n"))
	}
	if len(failures) > 0 {
		fmt.Fprintf(t.m.stdout, "── did not hold: %s\n", strings.Join(failures, ", "))
	}
	pass, fail, skip := t.tally.counts()
	fmt.Fprintf(t.m.stdout, "%d passed, %d failed, %d skipped\n", pass, fail, skip)
	if len(failures) > 0 {
		return errFailed
	}
	return nil
}

func (t *tester) gofmt(context.Context) error {
	files, err := unformatted(t.root)
	if err != nil {
		return err
	}
	if len(files) > 0 {
		return fmt.Errorf("not as gofmt writes it:\n%s", strings.Join(files, "\n"))
	}
	return nil
}

// houseRules are the tests of this command itself: the import arrows, the sizes, the table of requirements.
func (t *tester) houseRules(ctx context.Context) error {
	return t.goTest(ctx, nil, "./cmd/dev")
}

// everything is all packages. The go command passes over folders named testdata, so the generator that lies in one has
// to be named.
var everything = []string{"./...", "./testdata/generate"}

func (t *tester) vet(ctx context.Context) error {
	return t.m.stream(ctx, t.root, append([]string{"go", "vet", "-tags", buildTag}, everything...)...)
}

func (t *tester) staticcheck(ctx context.Context) error {
	return t.m.stream(ctx, t.root, append([]string{"go", "run", staticcheck, "-tags", buildTag}, everything...)...)
}

// tests runs every package but this one, which houseRules has run.
func (t *tester) tests(ctx context.Context) error {
	list, err := t.m.output(ctx, t.root, append([]string{"go", "list", "-tags", buildTag}, everything...)...)
	if err != nil {
		return err
	}
	var packages []string
	for p := range strings.FieldsSeq(list) {
		if p != "ibid/cmd/dev" {
			packages = append(packages, p)
		}
	}
	return t.goTest(ctx, t.env, packages...)
}

// measures prints how well the small sets are answered and how fast the sample documents are read, so that a change can
// be compared with the run before. Nothing fails because of a value.
func (t *tester) measures(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "ibid-measures-")
	if err != nil {
		return fmt.Errorf("measure: %w", err)
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "ibidctl")
	for _, argv := range [][]string{
		{"go", "build", "-o", program, "./cmd/ibidctl"},
		{program, "eval", filepath.Join("testdata", "eval")},
		{program, "bench", "--quick", filepath.Join("testdata", "sample")},
	} {
		if err := t.m.stream(ctx, t.root, argv...); err != nil {
			return err
		}
	}
	return nil
}

// race runs with -short, because the detector makes everything about ten times slower: tests that try many cases try an
// eighth of them here.
func (t *tester) race(ctx context.Context) error {
	return t.goTest(ctx, t.env, append([]string{"-race", "-short"}, racePackages...)...)
}

// window drives a real window with a real keyboard, mouse and clipboard on a screen of its own. -count=1, because the
// go command does not know that the outcome depends on the programs around it.
func (t *tester) window(ctx context.Context) error {
	s, err := startScreen(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	return t.goTest(ctx, append(s.env(), "IBID_WINDOW_TEST=1"), "-count=1", "./cmd/ibid/...")
}

// goTest runs go test and adds the outcomes to the tally.
func (t *tester) goTest(ctx context.Context, env []string, args ...string) error {
	results, written := io.Pipe()
	read := make(chan error, 1)
	go func() {
		err := t.tally.read(results)
		results.CloseWithError(err) // go test must not wait for a reader that has gone
		read <- err
	}()
	err := t.m.execute(ctx, command{
		argv: append([]string{"go", "test", "-json", "-tags", buildTag}, args...),
		dir:  t.root, env: env, stdout: written, stderr: t.m.stderr,
	})
	written.Close()
	if readErr := <-read; readErr != nil {
		return readErr
	}
	if err != nil {
		return errors.New("go test: not every test passed")
	}
	return nil
}
