package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestEveryCheckRunsAndTheCountsComeLast(t *testing.T) {
	good := func(context.Context) error { return nil }
	bad := func(context.Context) error { return errors.New("a.go is crooked") }
	tests := []struct {
		name   string
		checks []check
		last   string
		fails  bool
		prints string
	}{
		{"all hold", []check{{"form", good}, {"vet", good}}, "1 passed, 0 failed, 0 skipped", false, "s  vet"},
		{"one does not", []check{{"form", bad}, {"vet", good}}, "1 passed, 1 failed, 0 skipped", true, "did not hold: form"},
		{"two do not", []check{{"form", bad}, {"vet", bad}}, "1 passed, 2 failed, 0 skipped", true, "a.go is crooked"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			f := newFake("linux")
			f.stdout = &out
			tester := &tester{m: f.machine, tally: newTally(&out)}
			tester.tally.outcomes[testID{"p", "TestA"}] = passed
			if err := tester.run(t.Context(), tt.checks); (err != nil) != tt.fails {
				t.Errorf("run = %v, want an error: %v", err, tt.fails)
			}
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			if last := lines[len(lines)-1]; last != tt.last {
				t.Errorf("the last line is %q, want %q", last, tt.last)
			}
			if !strings.Contains(out.String(), tt.prints) {
				t.Errorf("the output lacks %q:\n%s", tt.prints, out.String())
			}
		})
	}
}

// The race detector runs over packages that start goroutines or have locks, and over no others.
func TestGoTestIsReadToItsEndAndCounted(t *testing.T) {
	var argv []string
	f := newFake("linux")
	f.execute = func(_ context.Context, c command) error {
		argv = c.argv
		for i := range 3 {
			fmt.Fprintf(c.stdout, `{"Action":"pass","Package":"p","Test":"Test%d"}`+"\n", i)
		}
		fmt.Fprintln(c.stdout, `{"Action":"fail","Package":"p","Test":"TestLast"}`)
		return errors.New("exit status 1")
	}
	root := t.TempDir()
	for name, text := range map[string]string{
		"core/queue/a.go": "package queue\n\nfunc f() {\n\tgo f()\n}\n", "core/queue/b.go": "package queue\n\nvar m sync.Mutex\n",
		"app/group/a.go":  "package group\n\nfunc f(w *sync.WaitGroup) { w.Go(g) }\n",
		"app/door/a.go":   "package door\n\nfunc answer(w http.ResponseWriter, r *http.Request) {}\n",
		"app/eval/a.go":   "package eval\n\nvar m sync.Mutex\n",
		"core/text/a.go":  "package text\n\n// go away\n",
		"core/token/a.go": "package token\n", "core/token/a_test.go": "package token\n\nfunc f() {\n\tgo f()\n}\n",
		"ui/a.go": "package ui\n\nvar m sync.Mutex\n", "core/x/testdata/a.go": "package a\n\nvar m sync.Mutex\n",
	} {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tester := &tester{m: f.machine, root: root, tally: newTally(io.Discard)}
	if err := tester.race(t.Context()); err == nil {
		t.Error("a failing test passed the check")
	}
	if pass, fail, _ := tester.tally.counts(); pass != 3 || fail != 1 {
		t.Errorf("counted %d passed and %d failed, want 3 and 1", pass, fail)
	}
	if want := []string{"go", "test", "-json", "-tags", buildTag, "-race", "-short", "./app/door", "./app/group", "./core/queue", "./core/token"}; !slices.Equal(argv, want) {
		t.Errorf("ran %q, want %q", argv, want)
	}
}

func TestTheWindowIsTestedWhereThereIsXvfb(t *testing.T) {
	for goos, want := range map[string]bool{"linux": true, "darwin": false} {
		var out bytes.Buffer
		f := newFake(goos)
		f.stdout = &out
		tester := &tester{m: f.machine, tally: newTally(&out)}
		checks := tester.checks()
		if got := checks[len(checks)-1].name == "window"; got != want {
			t.Errorf("on %s the last check is %q", goos, checks[len(checks)-1].name)
		}
		if err := tester.run(t.Context(), nil); err != nil {
			t.Error(err)
		}
		if said := strings.Contains(out.String(), "window test was not run"); said == want {
			t.Errorf("on %s it says %q", goos, out.String())
		}
	}
}
