package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
)

// The model server that the tests ask is Ollama itself, through the module proxy. This is the last version that one
// `go install` builds whole; later ones want CMake for what runs a model.
const (
	ollamaModule  = "github.com/ollama/ollama"
	ollamaVersion = "0.11.4"
)

// ollamaVariable names the server's program to the tests; core/ollama/ollamatest reads it.
const ollamaVariable = "IBID_OLLAMA"

// modelServer builds the server once and keeps it in the cache. Where that cannot be done it says so, and the tests that
// want it are skipped: nothing in Ibid needs one.
func (t *tester) modelServer(ctx context.Context) error {
	if t.m.getenv(ollamaVariable) != "" {
		return nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.m.say("no model server: %v", err)
		return nil
	}
	dir := filepath.Join(cache, "ibid", "ollama-"+ollamaVersion)
	program := filepath.Join(dir, "ollama")
	if _, err := os.Stat(program); err != nil {
		if err := t.buildServer(ctx, dir); err != nil {
			t.m.say("no model server, tests with one are skipped: %v", err)
			return nil
		}
	}
	t.env = append(t.env, ollamaVariable+"="+program)
	return nil
}

// buildServer takes some minutes. Without the flags a model takes several times as long to answer; -march is for any
// machine with AVX2.
func (t *tester) buildServer(ctx context.Context, dir string) error {
	t.m.say("building %s %s for the tests, once", ollamaModule, ollamaVersion)
	flags := "-O3"
	if runtime.GOARCH == "amd64" && t.m.goos == "linux" {
		flags += " -march=x86-64-v3"
	}
	return t.m.execute(ctx, command{
		argv: []string{
			"go", "install", "-trimpath", "-ldflags", "-s -w -X " + ollamaModule + "/version.Version=" + ollamaVersion,
			ollamaModule + "@v" + ollamaVersion,
		},
		env:    []string{"GOBIN=" + dir, "GOFLAGS=", "CGO_CFLAGS=" + flags, "CGO_CXXFLAGS=" + flags},
		stdout: t.m.stderr,
	})
}
