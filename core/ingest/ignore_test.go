package ingest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestIgnoreRules(t *testing.T) {
	tests := []struct {
		line    string
		yes, no string // names, parted by blanks; folders end with /
	}{
		{"*.log", "a.log deep/b.log .log x.log/", "a.logs log"},
		{"build", "build build/ deep/build", "builds a/build/c"},
		{"build/", "build/ deep/build/", "build deep/build"},
		{"/build", "build build/", "deep/build"},
		{"docs/*.md", "docs/a.md", "a.md docs/deep/a.md x/docs/a.md"},
		{"docs/**", "docs/a docs/a/b", "docs/ a/docs/b"},
		{"**/tmp", "tmp a/tmp a/b/tmp", "tmpx a/tmpx"},
		{"a/**/b", "a/b a/x/b a/x/y/b", "b ab a/xb"},
		{"a**/b", "a/b axx/b", "a/x/b"},
		{"?.txt", "a.txt ü.txt", "ab.txt .txt"},
		{"[a-c][!0-9].t", "ax.t bb.t", "a1.t dx.t"},
		{"a[!b]c", "axc", "abc"},
		{"x/a[!b]c", "x/adc", "x/a/c"},
		{"[]-]x", "]x -x", "ax"},
		{"[[:digit:]]*", "1 2x", "x1"},
		{"[+-9]a/b", "0a/b", "/a/b"},
		{"[z-a]", "", "z a"},
		{"[abc", "", "[abc a"},
		{"[[:nonsense:]]", "", "n ["},
		{`end\`, "", `end end\`},
		{`\#a`, "#a", `\#a`},
		{`\!a`, "!a", `\!a`},
		{`a\*`, "a*", `ab`},
		{"# a", "", "a #"},
		{"a.txt   ", "a.txt", ""},
		{"", "", "a"},
		{"/", "", "a /"},
		{"*", "a a/b b/", ""},
		{"***", "a a/b", ""},
	}
	for _, tt := range tests {
		r, ok := parseRule(tt.line)
		check := func(names string, want bool) {
			for name := range strings.FieldsSeq(names) {
				plain, folder := strings.CutSuffix(name, "/")
				if got := ok && r.matches(plain, folder); got != want {
					t.Errorf("%q and %q: %v, want %v", tt.line, name, got, want)
				}
			}
		}
		check(tt.yes, true)
		check(tt.no, false)
	}
	if r, ok := parseRule(`a\ `); !ok || !r.matches("a ", false) {
		t.Error("a blank after a backslash is lost")
	}
}

// What git leaves out of a tree the walk leaves out, and nothing else: random
// trees and rules, git the judge.
func TestWalkLeavesOutWhatGitDoes(t *testing.T) { // C3
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dice := rand.New(rand.NewPCG(7, 9))
	pick := func(of ...string) string { return of[dice.IntN(len(of))] }
	element := func() string { return pick("a", "b", "*", "a*", "*.t", "?", "[ab]", "[!a]", "**", "b.t") }
	line := func() string {
		s := pick("", "", "/", "!", "!/") + element()
		for range dice.IntN(3) {
			s += "/" + element()
		}
		return s + pick("", "", "/", "  ")
	}
	for range 60 {
		root := t.TempDir()
		run(t, root, "git", "init", "-q")
		for range 40 {
			path := pick("a", "b")
			for range dice.IntN(3) {
				path += "/" + pick("a", "b", "c")
			}
			path = filepath.Join(root, path, pick("a", "b", "a.t", "b.t", "c"))
			if os.MkdirAll(filepath.Dir(path), 0o755) == nil {
				os.WriteFile(path, nil, 0o644) // where a folder has the name already there is none
			}
		}
		lines := make(map[string]string)
		for _, dir := range []string{".", "a", "b/a", ".git/info"} {
			name := filepath.Join(dir, ".gitignore")
			if dir == ".git/info" {
				name = filepath.Join(dir, "exclude")
			}
			for range 1 + dice.IntN(4) {
				lines[name] += line() + "\n"
			}
			if os.MkdirAll(filepath.Join(root, dir), 0o755) == nil {
				os.WriteFile(filepath.Join(root, name), []byte(lines[name]), 0o644)
			}
		}
		want := strings.TrimSpace(run(t, root, "git", "-c", "core.excludesFile=", "ls-files", "--others", "--exclude-standard"))
		var kept []string
		for f := range strings.SplitSeq(want, "\n") {
			if f != "" && !strings.HasPrefix(filepath.Base(f), ".") {
				kept = append(kept, f)
			}
		}
		w := newWalk("")
		w.add(root)
		got := make(map[string]bool)
		for _, f := range w.files {
			got[strings.TrimPrefix(f.Path, root+"/")] = true
		}
		for _, f := range kept {
			if !got[f] {
				t.Errorf("%s is left out, git keeps it; rules %q", f, lines)
			}
			delete(got, f)
		}
		for f := range got {
			t.Errorf("%s is kept, git leaves it out; rules %q", f, lines)
		}
		if t.Failed() {
			return
		}
	}
}

func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(fmt.Errorf("%s %q: %w", name, args, err))
	}
	return string(out)
}

func FuzzIgnoreRule(f *testing.F) {
	for _, line := range []string{"*.log", "!/a/**/b/", `[\]a-]x`, "[[:alpha:]", "a**b", `\`, "[^/]?", "\xff[\xfe-\xff]"} {
		f.Add(line, "a/b.log")
	}
	f.Fuzz(func(t *testing.T, line, name string) {
		if r, ok := parseRule(line); ok {
			r.matches(name, false)
			r.matches(name, true)
		}
	})
}
