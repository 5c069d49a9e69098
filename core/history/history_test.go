package history_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"ibid/core"
	"ibid/core/history"
)

// repository makes one with the commits, each a list of files that it changes.
func repository(t *testing.T, commits ...[]string) string {
	t.Helper()
	dir := t.TempDir()
	run(t, dir, "init", "-q", "-b", "main")
	for n, files := range commits {
		for _, f := range files {
			path := filepath.Join(dir, f)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(strings.Repeat("x", n+1)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		run(t, dir, "add", "-A")
		run(t, dir, "commit", "-q", "-m", "change")
	}
	return dir
}

func run(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=Ada", "-c", "user.email=ada@example.org"}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "GIT_COMMITTER_DATE=2026-03-01T12:00:00Z", "GIT_AUTHOR_DATE=2026-03-01T12:00:00Z")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("git %v: %v: %s", args, err, out)
	}
}

func of(t *testing.T, h *history.Histories, path string) core.FileHistory {
	t.Helper()
	f, err := h.Of(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestHistoryCountsChanges(t *testing.T) { // R2.6
	dir := repository(t, []string{"a.go", "b c.go"}, []string{"a.go", "b c.go", "sub/ü.go"}, []string{"a.go"}, []string{"sub/ü.go"})
	h := history.New()
	a := of(t, h, filepath.Join(dir, "a.go"))
	if a.Changes != 3 || a.Last.Format("2006-01-02") != "2026-03-01" || a.Note != "" {
		t.Errorf("a.go: %+v", a)
	}
	if len(a.Together) != 1 || a.Together[0] != (core.Companion{Path: filepath.Join(dir, "b c.go"), Times: 2}) {
		t.Errorf("a.go changes together with %v", a.Together)
	}
	if u := of(t, h, filepath.Join(dir, "sub", "ü.go")); u.Changes != 2 || u.Together != nil {
		t.Errorf("ü.go: %+v", u)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte("new"), 0o644); err != nil {
		t.Fatal(err)
	}
	run(t, dir, "commit", "-q", "-a", "-m", "more")
	if a := of(t, h, filepath.Join(dir, "a.go")); a.Changes != 4 {
		t.Errorf("after a commit: %+v", a)
	}
	if none := of(t, h, filepath.Join(t.TempDir(), "a.go")); none.Root != "" || none.Note != "" {
		t.Errorf("in no repository: %+v", none)
	}
}

// What ranking asks for comes for many files at once, of the files that have a
// history, and a closed Histories tells what it knows.
func TestChangesOfManyFiles(t *testing.T) { // R2.6
	dir := repository(t, []string{"a.go", "sub/b.go"}, []string{"a.go"})
	h := history.New()
	paths := []string{filepath.Join(dir, "a.go"), filepath.Join(dir, "sub", "b.go"), filepath.Join(dir, "new.go"), filepath.Join(t.TempDir(), "c.go")}
	var got map[string]core.FileHistory
	for range 100 { // a slow machine may not know it at the first call
		if len(got) > 0 {
			break
		}
		got = h.Changes(t.Context(), paths)
	}
	if len(got) != 2 || got[paths[0]].Changes != 2 || got[paths[1]].Changes != 1 || got[paths[1]].Last.Format("2006-01-02") != "2026-03-01" {
		t.Errorf("%+v", got)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	if again := h.Changes(t.Context(), paths); len(again) != 2 {
		t.Errorf("after the end: %+v", again)
	}
}

// Who asks does not wait for another repository longer than for its own.
func TestWhoAsksWaitsNoLongerThanAsked(t *testing.T) {
	slow := t.TempDir()
	if err := os.WriteFile(filepath.Join(slow, "git"), []byte("#!/bin/sh\ntouch "+slow+"/asked\nexec sleep 60\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	dir := repository(t, []string{"a.go"})
	t.Setenv("PATH", slow+string(os.PathListSeparator)+os.Getenv("PATH"))
	h := history.New()
	first, end := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := h.Of(first, filepath.Join(dir, "a.go"))
		ended <- err
	}()
	for _, err := os.Stat(slow + "/asked"); err != nil; _, err = os.Stat(slow + "/asked") {
		runtime.Gosched()
	}
	second, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := h.Of(second, filepath.Join(dir, "a.go")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	select {
	case err := <-ended:
		t.Fatalf("it waited for the one before, which ended with %v", err)
	default:
	}
	end()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the first ended with %v", err)
	}
}

// A repository is data: whatever its settings ask for is not run.
func TestNothingOfARepositoryIsRun(t *testing.T) {
	dir := repository(t, []string{"a.go"}, []string{"a.go"})
	ran := filepath.Join(t.TempDir(), "ran")
	script := filepath.Join(dir, "run.sh")
	if err := os.WriteFile(script, []byte("#!/bin/sh\ntouch "+ran+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"core.fsmonitor", "core.pager", "pager.log", "core.sshCommand", "diff.external", "gpg.program", "diff.x.textconv", "diff.x.command", "core.editor", "alias.log"} {
		run(t, dir, "config", key, script)
	}
	run(t, dir, "config", "log.showSignature", "true")
	run(t, dir, "config", "core.hooksPath", dir)
	if err := os.WriteFile(filepath.Join(dir, ".gitattributes"), []byte("* diff=x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if f := of(t, history.New(), filepath.Join(dir, "a.go")); f.Changes != 2 {
		t.Errorf("got %+v", f)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("a program of the repository was run")
	}
}

func TestDamagedRepositoryIsANote(t *testing.T) {
	for name, harm := range map[string]func(git string) error{
		"head":    func(git string) error { return os.WriteFile(filepath.Join(git, "HEAD"), []byte("\x00\xff"), 0o644) },
		"objects": func(git string) error { return os.RemoveAll(filepath.Join(git, "objects")) },
		"a file":  func(git string) error { return os.Rename(git, git+"2") },
		"config":  func(git string) error { return os.WriteFile(filepath.Join(git, "config"), []byte("[core\n"), 0o644) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := repository(t, []string{"a.go"})
			git := filepath.Join(dir, ".git")
			if err := harm(git); err != nil {
				t.Fatal(err)
			}
			if name == "a file" {
				if err := os.WriteFile(git, []byte("gitdir: /nowhere\n"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			f := of(t, history.New(), filepath.Join(dir, "a.go"))
			if f.Changes != 0 || !strings.Contains(f.Note, "history") {
				t.Errorf("got %+v", f)
			}
		})
	}
}
