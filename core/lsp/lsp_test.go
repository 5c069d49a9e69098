package lsp_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ibid/core/lsp"
	"ibid/core/outside"
)

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A server that is installed finds uses in files that it was not told of, or, if
// it is one that needs that, in those that lie beside.
func TestServersAreAsked(t *testing.T) { // R2.11
	for _, tt := range []struct {
		name, language string
		files          map[string]string
		at, from       lsp.Place // what is asked about, and a use of it
		beside         bool
		want           []string
	}{
		{"gopls", "go", map[string]string{
			"go.mod": "module kelp\n\ngo 1.24\n", "a.go": "package kelp\n\nfunc Depth() int { return 4 }\n", "b.go": "package kelp\n\nvar limit = Depth()\n",
		}, lsp.Place{Path: "a.go", Line: 3, Column: 5}, lsp.Place{Path: "b.go", Line: 3, Column: 12}, false, []string{"b.go:3"}},
		{"pyright", "python", map[string]string{
			"a.py": "def depth():\n    return 4\n", "b.py": "from a import depth\n\nlimit = depth()\n",
		}, lsp.Place{Path: "a.py", Line: 1, Column: 4}, lsp.Place{Path: "b.py", Line: 3, Column: 8}, false, []string{"b.py:1", "b.py:3"}},
		{"typescript with settings of a project", "typescript", map[string]string{
			"tsconfig.json": "{}", "a.ts": "export const depth = () => 4;\n", "b.ts": "import { depth } from './a';\n\nexport const limit = depth();\n",
		}, lsp.Place{Path: "a.ts", Line: 1, Column: 13}, lsp.Place{Path: "b.ts", Line: 3, Column: 21}, false, []string{"b.ts:1", "b.ts:3"}},
		{"typescript without", "typescript", map[string]string{
			"a.ts": "export const depth = () => 4;\n", "b.tsx": "import { depth } from './a';\n\nexport const limit = <p>{depth()}</p>;\n",
		}, lsp.Place{Path: "a.ts", Line: 1, Column: 13}, lsp.Place{Path: "b.tsx", Line: 3, Column: 25}, true, []string{"b.tsx:1", "b.tsx:3"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, ok := outside.Find(lsp.Servers[tt.language].Program); !ok {
				t.Skipf("%s is not installed", lsp.Servers[tt.language].Program)
			}
			dir := t.TempDir()
			for name, text := range tt.files {
				write(t, dir, name, text)
			}
			o, err := lsp.For(tt.language, dir)
			if err != nil {
				t.Skip(err)
			}
			s, err := lsp.Start(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}()
			at, from := tt.at, tt.from
			at.Path, from.Path = filepath.Join(dir, at.Path), filepath.Join(dir, from.Path)
			var beside []string
			if tt.beside {
				beside = []string{from.Path}
			}
			uses, err := s.References(t.Context(), at, beside...)
			if got := lines(uses); err != nil || !slices.Equal(got, tt.want) {
				t.Errorf("references: %q, want %q: %v", got, tt.want, err)
			}
			defined, err := s.Definition(t.Context(), from)
			if got, want := lines(defined), fmt.Sprintf("%s:%d", tt.at.Path, tt.at.Line); err != nil || !slices.Equal(got, []string{want}) {
				t.Errorf("definition: %q, want %q: %v", got, want, err)
			}
		})
	}
}

// lines are places as "file:line".
func lines(places []lsp.Place) (out []string) {
	for _, p := range places {
		out = append(out, fmt.Sprintf("%s:%d", filepath.Base(p.Path), p.Line))
	}
	return out
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
	ctx, cancel = context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	// More than a pipe holds, so that the writing cannot end.
	stuck := lsp.Options{Program: "sleep", Args: []string{"60"}, Settings: strings.Repeat("kelp", 1<<16)}
	if err := start(ctx, stuck); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("one that does not read: %v", err)
	}
}
