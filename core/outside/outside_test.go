package outside_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ibid/core/outside"
)

func TestOutputComesBack(t *testing.T) {
	out, err := outside.Run(t.Context(), outside.Command{Program: "cat", Stdin: strings.NewReader("a page"), Dir: t.TempDir(), Time: time.Minute})
	if err != nil || string(out) != "a page" {
		t.Errorf("got %q, %v", out, err)
	}
}

func TestArgumentsAreNotReadByAShell(t *testing.T) {
	hostile := `$(touch ran); "x' | cat`
	out, err := outside.Run(t.Context(), outside.Command{Program: "printf", Args: []string{"%s", hostile}, Dir: t.TempDir()})
	if err != nil || string(out) != hostile {
		t.Errorf("got %q, %v", out, err)
	}
}

func TestEveryEndHasItsName(t *testing.T) {
	sh := func(script string) outside.Command {
		return outside.Command{Program: "sh", Args: []string{"-c", script}, Time: time.Minute}
	}
	slow, chatty, greedy, big := sh("sleep 60"), sh("yes"), sh("x=$(head -c 300000000 /dev/zero | tr '\\0' a); echo ${#x}"), sh("head -c 100000 /dev/zero > big")
	slow.Time, chatty.Output, greedy.Memory, big.Written = 50*time.Millisecond, 1000, 64<<20, 4096
	var exit *exec.ExitError
	for _, tt := range []struct {
		name    string
		command outside.Command
		want    error
		says    string
	}{
		{"not installed", outside.Command{Program: "no-such-program-here"}, outside.ErrMissing, "no-such-program-here: is not installed"},
		{"over its time", slow, outside.ErrTime, "took too long"},
		{"too much output", chatty, outside.ErrOutput, "too much output"},
		{"over its memory", greedy, nil, "sh: "},
		{"a file too large", big, nil, "sh: "},
		{"its own error", sh("echo no such language: xyz >&2; exit 3"), nil, "exit status 3 (no such language: xyz)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.command.Dir = t.TempDir()
			_, err := outside.Run(t.Context(), tt.command)
			if err == nil || tt.want != nil && !errors.Is(err, tt.want) || tt.want == nil && !errors.As(err, &exit) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestCancellingEndsTheWholeGroup(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := outside.Run(ctx, outside.Command{Program: "sh", Args: []string{"-c", "sleep 600 & echo $! > child.new; mv child.new child; wait"}, Dir: dir})
		done <- err
	}()
	child := 0
	for child == 0 {
		data, _ := os.ReadFile(filepath.Join(dir, "child"))
		child, _ = strconv.Atoi(strings.TrimSpace(string(data)))
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	for range 1000 {
		if gone(child) {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("process %d is still there", child)
}

// gone reports whether a process is over, though nobody may have waited for it.
func gone(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return true
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && strings.Contains(string(stat), ") Z ")
}

func TestEnvironmentIsBare(t *testing.T) {
	t.Setenv("SECRET_OF_THE_USER", "1")
	dir := t.TempDir()
	out, err := outside.Run(t.Context(), outside.Command{Program: "env", Dir: dir, Env: []string{"OMP_THREAD_LIMIT=1"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := string(out); strings.Contains(got, "SECRET") || !strings.Contains(got, "HOME="+dir+"\n") || !strings.Contains(got, "OMP_THREAD_LIMIT=1\n") {
		t.Errorf("environment:\n%s", got)
	}
}

func TestProgramsAreSpokenToWhileTheyRun(t *testing.T) {
	cat := outside.Command{Program: "cat", Dir: t.TempDir(), Time: time.Minute}
	said := errors.New("said enough")
	err := outside.Talk(t.Context(), cat, func(in io.Writer, out io.Reader) error {
		for _, word := range []string{"kelp", "dulse"} {
			if _, err := io.WriteString(in, word); err != nil {
				return err
			}
			back := make([]byte, len(word))
			if _, err := io.ReadFull(out, back); err != nil || string(back) != word {
				t.Errorf("%q came back as %q: %v", word, back, err)
			}
		}
		return said
	})
	if !errors.Is(err, said) {
		t.Errorf("got %v", err)
	}
	read := func(_ io.Writer, out io.Reader) error {
		_, err := io.ReadAll(out)
		return err
	}
	cat.Time = 50 * time.Millisecond
	if err := outside.Talk(t.Context(), cat, read); !errors.Is(err, outside.ErrTime) {
		t.Errorf("a silent one: %v", err)
	}
	if err := outside.Talk(t.Context(), outside.Command{Program: "true", Dir: t.TempDir()}, read); err != nil {
		t.Errorf("one that ends: %v", err)
	}
	nowhere := outside.Command{Program: "cat", Dir: filepath.Join(t.TempDir(), "gone")}
	if err := outside.Talk(t.Context(), nowhere, read); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("one that does not start: %v", err)
	}
}
