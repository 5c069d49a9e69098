package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// staticcheck by number, through the module proxy: nothing to install. It is not a requirement of go.mod, since no code
// of Ibid needs it.
const staticcheck = "honnef.co/go/tools/cmd/staticcheck@v0.6.1"

// concurrency is what shows that a package, or its tests, share memory among goroutines: their own, or those of an HTTP
// server. Such packages run a second time under the race detector; the others could only be slower there. The window's
// packages do not, although they are such: everything there runs on one goroutine by rule, and Fyne under the detector
// takes longer than all the rest.
var concurrency = regexp.MustCompile(`(?m)^\s*go |\.Go\(|\bsync\.(?:RWMutex|Mutex|Cond|Map)\b|\batomic\.|\bhttp\.ResponseWriter\b`)

// measuring are the packages that measure the others. What they start is under the detector in its own package.
var measuring = []string{"app/bench", "app/eval", "app/meter"}

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
	if list := t.tally.slowest(10); len(list) > 0 {
		fmt.Fprintf(t.m.stdout, "── slowest tests\n%s\n", strings.Join(list, "\n"))
	}
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

func (t *tester) vet(ctx context.Context) error {
	return t.m.stream(ctx, t.root, "go", "vet", "-tags", buildTag, "./...")
}

func (t *tester) staticcheck(ctx context.Context) error {
	return t.m.stream(ctx, t.root, "go", "run", staticcheck, "-tags", buildTag, "./...")
}

// tests runs every package but this one, which houseRules has run.
func (t *tester) tests(ctx context.Context) error {
	list, err := t.m.output(ctx, t.root, "go", "list", "-tags", buildTag, "./...")
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

// race runs the packages that share memory among goroutines, with -short, because the detector makes everything about
// ten times slower: tests that try many cases try a sixth of them, and those that measure quality are left out.
func (t *tester) race(ctx context.Context) error {
	packages, err := concurrent(t.root)
	if err != nil {
		return err
	}
	return t.goTest(ctx, t.env, append([]string{"-race", "-short"}, packages...)...)
}

// concurrent lists the packages of core and app in which goroutines meet, as the go command names folders.
func concurrent(root string) ([]string, error) {
	files, err := goFiles(root)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, file := range files {
		dir := path.Dir(file)
		room, _, _ := strings.Cut(file, "/")
		if room != "core" && room != "app" || strings.Contains(dir, "testdata") || slices.Contains(measuring, dir) {
			continue
		}
		source, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return nil, fmt.Errorf("look for goroutines: %w", err)
		}
		if name := "./" + dir; concurrency.Match(source) && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out, nil
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
