package lsp_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ibid/core/lsp"
	"ibid/core/outside"
)

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestServerIsAsked(t *testing.T) { // R2.11
	if _, ok := outside.Find("gopls"); !ok {
		t.Skip("gopls is not installed")
	}
	dir := t.TempDir()
	write(t, dir, "go.mod", "module kelp\n\ngo 1.24\n")
	a := write(t, dir, "a.go", "package kelp\n\nfunc Depth() int { return 4 }\n")
	b := write(t, dir, "b.go", "package kelp\n\nvar limit = Depth()\n")
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Skip(err)
	}
	o := lsp.Servers["go"]
	o.Root = dir
	o.Env = []string{"GOPROXY=off", "GOTOOLCHAIN=local", "GOFLAGS=-mod=mod", "GOCACHE=" + strings.TrimSpace(string(cache))}
	s, err := lsp.Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	uses, err := s.References(t.Context(), lsp.Place{Path: a, Line: 3, Column: 5})
	if err != nil || len(uses) != 1 || uses[0].Path != b || uses[0].Line != 3 {
		t.Errorf("references: %v, %v", uses, err)
	}
	defined, err := s.Definition(t.Context(), lsp.Place{Path: b, Line: 3, Column: 12})
	if err != nil || len(defined) != 1 || defined[0].Path != a || defined[0].Line != 3 {
		t.Errorf("definition: %v, %v", defined, err)
	}
}

func TestServersThatFailAreNamed(t *testing.T) {
	start := func(ctx context.Context, o lsp.Options) error {
		o.Root = t.TempDir()
		s, err := lsp.Start(ctx, o)
		if err == nil {
			s.Close()
		}
		return err
	}
	if err := start(t.Context(), lsp.Options{Program: "no-such-server"}); !errors.Is(err, outside.ErrMissing) {
		t.Errorf("missing: %v", err)
	}
	if err := start(t.Context(), lsp.Options{Program: "true"}); err == nil || !strings.Contains(err.Error(), "ended") {
		t.Errorf("one that ends: %v", err)
	}
	// More than a pipe holds, so that it is the writing that fails.
	deaf := lsp.Options{Program: "sh", Args: []string{"-c", "exec <&-; sleep 1; exit 3"}, Settings: strings.Repeat("kelp", 1<<16)}
	if err := start(t.Context(), deaf); err == nil || !strings.Contains(err.Error(), "ended") {
		t.Errorf("one that does not listen: %v", err)
	}
	if err := start(t.Context(), lsp.Options{Program: "sh", Args: []string{"-c", `printf 'Content-Length: 99999999999\r\n\r\n'; cat`}}); err == nil || !strings.Contains(err.Error(), "99999999999") {
		t.Errorf("one that claims too much: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := start(ctx, lsp.Options{Program: "sleep", Args: []string{"60"}}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("one that is silent: %v", err)
	}
}
