package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// outcome is how a test ended. The larger one stands when a test ran more than once: a failure is never forgotten, and
// a test that was skipped in one step and passed in another has passed.
type outcome int

const (
	skipped outcome = iota
	passed
	failed
)

// A testID names a test, or a whole package where test is empty.
type testID struct{ pkg, test string }

// parent is the test that t was started by: the part before the last slash, then the package. ok is false for a package.
func (t testID) parent() (id testID, ok bool) {
	if t.test == "" {
		return testID{}, false
	}
	i := strings.LastIndexByte(t.test, '/')
	return testID{t.pkg, t.test[:max(i, 0)]}, true
}

func (t testID) String() string { return strings.TrimSuffix(t.pkg+"."+t.test, ".") }

// A tally gathers the outcomes of several runs of go test -json.
type tally struct {
	out      io.Writer // the output of failed tests, and one line a package
	outcomes map[testID]outcome
	output   map[testID][]string // of the tests that are running
	reasons  map[testID]string   // of the tests that were skipped
	seconds  map[testID]float64  // of each test; the longest of several runs
}

func newTally(out io.Writer) *tally {
	return &tally{
		out:      out,
		outcomes: make(map[testID]outcome),
		output:   make(map[testID][]string),
		reasons:  make(map[testID]string),
		seconds:  make(map[testID]float64),
	}
}

// An event is one line of go test -json; see go doc test2json.
type event struct {
	Action     string
	ImportPath string // instead of Package in build events
	Package    string
	Test       string
	Output     string
	Elapsed    float64 // seconds
}

// read takes in one run. Lines that are not events, such as a message of the go command itself, are passed on.
func (t *tally) read(r io.Reader) error {
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) != nil || e.Action == "" {
				fmt.Fprintf(t.out, "%s", line)
			} else {
				t.add(e)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the test results: %w", err)
		}
	}
}

func (t *tally) add(e event) {
	id := testID{e.Package, e.Test}
	switch e.Action {
	case "build-output":
		fmt.Fprint(t.out, e.Output)
	case "output":
		t.output[id] = append(t.output[id], e.Output)
	case "pass":
		t.end(id, passed, e.Elapsed)
	case "skip":
		t.reasons[id] = reason(t.output[id])
		t.end(id, skipped, e.Elapsed)
	case "fail":
		fmt.Fprint(t.out, strings.Join(t.output[id], ""))
		t.end(id, failed, e.Elapsed)
	}
}

func (t *tally) end(id testID, o outcome, seconds float64) {
	delete(t.output, id)
	t.outcomes[id] = max(t.outcomes[id], o)
	t.seconds[id] = max(t.seconds[id], seconds)
	if id.test == "" && o != skipped {
		word := map[outcome]string{passed: "ok", failed: "FAIL"}[o]
		fmt.Fprintf(t.out, "%-4s %7.1f s  %s\n", word, seconds, id.pkg)
	}
}

// marker is a line that the testing package writes around a test's own output.
var marker = regexp.MustCompile(`^\s*(=== |--- )`)

// reason picks what a skipped test said out of its output: "file_test.go:12: no screen".
func reason(output []string) string {
	var words []string
	for _, line := range output {
		if !marker.MatchString(line) {
			words = append(words, strings.Fields(line)...)
		}
	}
	if len(words) == 0 {
		return "no reason given"
	}
	return strings.Join(words, " ")
}

// counts returns how many tests passed, failed and were skipped. What has subtests is not a test itself, so nothing is
// counted twice. A parent, or a package, that failed though nothing below it did counts as one failure: a package that
// does not build, a panic outside of a test.
func (t *tally) counts() (pass, fail, skip int) {
	hasChildren, failedBelow := t.ancestors()
	for id, o := range t.outcomes {
		switch {
		case o == failed && !failedBelow[id]:
			fail++
		case o == failed, hasChildren[id], id.test == "":
		case o == passed:
			pass++
		default:
			skip++
		}
	}
	return pass, fail, skip
}

// ancestors returns the tests and packages that have tests below them, and those that have failed ones below them.
func (t *tally) ancestors() (hasChildren, failedBelow map[testID]bool) {
	hasChildren, failedBelow = make(map[testID]bool), make(map[testID]bool)
	for id, o := range t.outcomes {
		for up, ok := id.parent(); ok; up, ok = up.parent() {
			hasChildren[up] = true
			if o == failed {
				failedBelow[up] = true
			}
		}
	}
	return hasChildren, failedBelow
}

// skips lists the skipped tests with their reasons, sorted by name.
func (t *tally) skips() []string {
	ids := slices.SortedFunc(maps.Keys(t.outcomes), func(a, b testID) int {
		return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.test, b.test))
	})
	hasChildren, _ := t.ancestors()
	var out []string
	for _, id := range ids {
		if t.outcomes[id] == skipped && id.test != "" && !hasChildren[id] {
			out = append(out, fmt.Sprintf("%v: %s", id, t.reasons[id]))
		}
	}
	return out
}

// slowest lists the n tests that took longest, without the parts that they are made of. A test that waits for others
// counts as long as it waited.
func (t *tally) slowest(n int) []string {
	var ids []testID
	for id := range t.seconds {
		if id.test != "" && !strings.Contains(id.test, "/") {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b testID) int {
		return cmp.Or(cmp.Compare(t.seconds[b], t.seconds[a]), cmp.Compare(a.String(), b.String()))
	})
	var out []string
	for _, id := range ids[:min(n, len(ids))] {
		out = append(out, fmt.Sprintf("%7.1f s  %v", t.seconds[id], id))
	}
	return out
}
