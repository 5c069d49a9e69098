package code_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/app"
	"ibid/app/apptest"
	"ibid/app/code"
	"ibid/app/config"
	"ibid/core"
	"ibid/core/lsp"
	"ibid/core/outside"
)

// served opens a library that asks language servers.
func served(t *testing.T, dir string) *app.Engine {
	t.Helper()
	c := config.Default()
	c.Code.LanguageServers = true
	e, err := app.Open(t.Context(), app.Options{Library: dir, Program: "test", Config: &c})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// usesBy lists where something is used, "file:line", and who said so.
func usesBy(t *testing.T, e *app.Engine, name string) ([]string, code.By) {
	t.Helper()
	of, err := e.Subject(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	used, err := e.References(t.Context(), of)
	if err != nil {
		t.Fatal(err)
	}
	out := []string{}
	for _, u := range used.Uses {
		out = append(out, fmt.Sprintf("%s:%d", u.Document.Name, u.Line))
	}
	return out, used.By
}

// R2.11: a language server that is there is asked where the settings say so, and
// the answer says who gave it. What the rules of scope cannot know it does: here
// that a value which a function of no written type gave has another type.
func TestLanguageServersAreAsked(t *testing.T) {
	for _, tt := range []struct {
		language   string
		files      map[string]string
		name       string
		want       []string
		use, used  string // a name and a file that uses it
		definition string
	}{
		{"go", map[string]string{"go.mod": "module kelp\n\ngo 1.24\n", "a.go": "package kelp\n\ntype T struct{}\n\nfunc (t T) Close() {}\n\ntype U struct{}\n\nfunc (u U) Close() {}\n", "b.go": "package kelp\n\nfunc pick[X any](x X) X { return x }\n\nfunc run() {\n\tpick(T{}).Close()\n\tpick(U{}).Close()\n}\n"},
			"a.go::T.Close", []string{"b.go:6"}, "pick", "b.go", "pick"},
		{"python", map[string]string{"pyproject.toml": "", "a.py": "class T:\n    def close(self): pass\n\n\nclass U:\n    def close(self): pass\n", "b.py": "from a import T, U\n\n\ndef pick[X](x: X) -> X: return x\n\n\npick(T()).close()\npick(U()).close()\n"},
			"a.py::T.close", []string{"b.py:7"}, "pick", "b.py", "pick"},
		{"typescript", map[string]string{"tsconfig.json": "{}", "a.ts": "export class T { close() {} }\nexport class U { close() {} }\n", "b.ts": "import { T, U } from './a';\n\nfunction pick<X>(x: X): X { return x; }\n\npick(new T()).close();\npick(new U()).close();\n"},
			"a.ts::T.close", []string{"b.ts:5"}, "pick", "b.ts", "pick"},
		// Without a tsconfig.json the server knows only the files that it is shown.
		{"typescript", map[string]string{"a.ts": "export class T { close() {} }\nexport class U { close() {} }\n", "b.tsx": "import { T, U } from './a';\n\nfunction pick<X>(x: X): X { return x; }\n\npick(new T()).close();\npick(new U()).close();\n", "c.js": "function close() {}\nclose();\n"},
			"a.ts::T.close", []string{"b.tsx:5"}, "pick", "b.tsx", "pick"},
	} {
		t.Run(tt.language, func(t *testing.T) {
			if _, ok := outside.Find(lsp.Servers[tt.language].Program); !ok {
				t.Skipf("%s is not installed", lsp.Servers[tt.language].Program)
			}
			source, dir := t.TempDir(), t.TempDir()
			for name, text := range tt.files {
				if err := os.WriteFile(filepath.Join(source, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			e := served(t, dir)
			defer func() {
				if err := e.Close(); err != nil {
					t.Error(err)
				}
			}()
			apptest.Add(t, e, "", source)
			for range 2 { // the second answer was kept
				uses, by := usesBy(t, e, tt.name)
				if by.Server != lsp.Servers[tt.language].Program || !slices.Equal(uses, tt.want) {
					t.Errorf("%s is used at %q, says %+v; want %q", tt.name, uses, by, tt.want)
				}
			}
			found, err := e.Definition(t.Context(), tt.use, tt.used)
			if err != nil || found.By.Server == "" || len(found.Symbols) != 1 || found.Symbols[0].Qualified != tt.definition {
				t.Errorf("%s in %s is %v, says %+v: %v", tt.use, tt.used, found.Symbols, found.By, err)
			}
		})
	}
}

// A server that is off, not installed or broken leaves the answer to the rules of
// scope, and the answer says so.
func TestWithoutAServerScopeRulesAnswer(t *testing.T) {
	source := t.TempDir()
	if err := os.WriteFile(filepath.Join(source, "a.rs"), []byte("fn low() {}\nfn high() { low(); }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	off := apptest.Open(t)
	apptest.Add(t, off, "", source)
	if uses, by := usesBy(t, off, "low"); by != (code.By{}) || !slices.Equal(uses, []string{"a.rs:2"}) {
		t.Errorf("switched off: %q by %+v", uses, by)
	}
	e := served(t, t.TempDir())
	defer e.Close()
	apptest.Add(t, e, "", source)
	t.Setenv("PATH", t.TempDir())
	if uses, by := usesBy(t, e, "low"); by.Server != "" || !strings.Contains(by.Note, "not installed") || !slices.Equal(uses, []string{"a.rs:2"}) {
		t.Errorf("not installed: %q by %+v", uses, by)
	}
	broken := t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, "rust-analyzer"), []byte("#!/bin/sh\nexit 3\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", broken+":/usr/bin:/bin")
	if uses, by := usesBy(t, e, "low"); by.Server != "" || !strings.Contains(by.Note, "ended") || !slices.Equal(uses, []string{"a.rs:2"}) {
		t.Errorf("broken: %q by %+v", uses, by)
	}
}

// R2.11: with the server on, references of modules are those that gopls gives
// when it is asked by itself. It runs only where IBID_EVAL is set.
func TestServedReferencesEqualThoseOfGopls(t *testing.T) {
	if _, ok := outside.Find("gopls"); !ok || os.Getenv("IBID_EVAL") == "" {
		t.Skip("needs gopls and IBID_EVAL")
	}
	for _, name := range []string{"github.com/blevesearch/bleve/v2", "github.com/pdfcpu/pdfcpu", "github.com/yuin/goldmark"} {
		t.Run(name, func(t *testing.T) {
			out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", name).Output()
			if err != nil {
				t.Skip(err)
			}
			dir := filepath.Join(t.TempDir(), "module")
			if err := os.CopyFS(dir, os.DirFS(strings.TrimSpace(string(out)))); err != nil {
				t.Fatal(err)
			}
			right, differ := compareServed(t, dir)
			t.Logf("%d references agree, %d differ", right, differ)
			if right == 0 {
				t.Error("nothing was compared")
			}
		})
	}
}

// compareServed asks for the uses of up to 140 things of a module both ways.
func compareServed(t *testing.T, dir string) (right, differ int) {
	t.Helper()
	e := served(t, t.TempDir())
	defer e.Close()
	have := make(map[string]bool)
	var symbols []core.Symbol
	for _, d := range apptest.Add(t, e, "", dir) {
		have[d.Path] = true
		all, err := e.EntitiesOf(t.Context(), d)
		if err != nil || strings.HasSuffix(d.Name, "_test.go") || d.Language() != "go" {
			continue
		}
		for n, s := range all {
			if n%9 == 0 && (s.Kind == core.EntityFunction || s.Kind == core.EntityMethod || s.Kind == core.EntityStruct || s.Kind == core.EntityInterface) && s.Name != "init" {
				symbols = append(symbols, s)
			}
		}
	}
	o, err := lsp.For("go", dir)
	if err != nil {
		t.Fatal(err)
	}
	server, err := lsp.Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	for _, s := range symbols[:min(len(symbols), 140)] {
		want, ok := askedDirectly(t, server, s, have)
		if !ok {
			continue
		}
		used, err := e.References(t.Context(), code.Subject{Document: s.Document, Symbol: &s})
		if err != nil || used.By.Server != "gopls" {
			t.Fatalf("%s: %+v, %v", s.Qualified, used.By, err)
		}
		for _, u := range used.Uses {
			at := fmt.Sprintf("%s:%d", u.Document.Path, u.Line)
			if want[at] {
				right++
				delete(want, at)
			} else {
				differ++
				t.Errorf("%s: gopls does not give %s", s.Qualified, at)
			}
		}
		for at := range want {
			differ++
			t.Errorf("%s: %s of gopls is missing", s.Qualified, at)
		}
	}
	return right, differ
}

// askedDirectly are the lines of the library that gopls gives; false where it
// does not know the file, which is built for another system.
func askedDirectly(t *testing.T, server *lsp.Server, s core.Symbol, have map[string]bool) (map[string]bool, bool) {
	t.Helper()
	file, err := os.Open(s.Document.Path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	line := ""
	for lines, n := bufio.NewScanner(file), 0; n < s.NameLine && lines.Scan(); n++ {
		line = lines.Text()
	}
	from := 0
	if strings.HasPrefix(line, "func (") {
		from = strings.Index(line, ") ")
	}
	column, ok := lsp.Column(line, s.Name, from)
	if !ok {
		t.Fatalf("%s does not stand in %q", s.Name, line)
	}
	places, err := server.References(t.Context(), lsp.Place{Path: s.Document.Path, Line: s.NameLine, Column: column})
	if err != nil {
		t.Logf("%s: %v", s.Qualified, err)
		return nil, false
	}
	out := make(map[string]bool)
	for _, p := range places {
		if have[p.Path] {
			out[fmt.Sprintf("%s:%d", p.Path, p.Line)] = true
		}
	}
	return out, true
}
