package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestTheModelServerIsBuiltOnce(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	var built []command
	fails := false
	f := newFake("linux")
	f.execute = func(_ context.Context, c command) error {
		built = append(built, c)
		if fails {
			return errors.New("no network")
		}
		for _, v := range c.env {
			if dir, ok := strings.CutPrefix(v, "GOBIN="); ok {
				return errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(filepath.Join(dir, "ollama"), nil, 0o755))
			}
		}
		return errors.New("no folder to build in")
	}
	fails = true
	run := func() *tester {
		t.Helper()
		tester := &tester{m: f.machine, tally: newTally(io.Discard)}
		if err := tester.modelServer(t.Context()); err != nil {
			t.Fatal(err)
		}
		return tester
	}
	if got := run(); len(got.env) > 0 || len(built) != 1 {
		t.Errorf("without a network: %q after %d builds", got.env, len(built))
	}
	fails = false
	for range 2 {
		got := run()
		if len(got.env) != 1 || !strings.HasPrefix(got.env[0], ollamaVariable+"=") || !strings.HasSuffix(got.env[0], "ollama-"+ollamaVersion+"/ollama") {
			t.Errorf("the tests are told %q", got.env)
		}
	}
	if len(built) != 2 || !slices.Contains(built[1].argv, ollamaModule+"@v"+ollamaVersion) {
		t.Errorf("built %d times: %v", len(built), built)
	}
	f.env = map[string]string{ollamaVariable: "/usr/bin/ollama"}
	if got := run(); len(got.env) > 0 || len(built) != 2 {
		t.Errorf("one that is named is not used: %q", got.env)
	}
}
