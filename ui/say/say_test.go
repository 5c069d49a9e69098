package say

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"
	"time"

	"ibid/core"
)

func TestErrorEndsWithWhatToDo(t *testing.T) {
	since := time.Date(2026, 1, 2, 15, 4, 0, 0, time.Local)
	tests := []struct {
		err  error
		want []string // in this order; the last one is the end
	}{
		{&core.InUseError{Owner: core.Owner{PID: 42, Host: "lab", Program: "ibidctl add", Since: since}},
			[]string{"Ibidctl add", "15:04", "42", "lab", "choose another library folder."}},
		{fmt.Errorf("open: %w", core.ErrInUse), []string{"Another program", "choose another library folder."}},
		{&core.FileError{State: core.StateNeedsPassword, Reason: "encrypted with AES-256"},
			[]string{"Encrypted with AES-256.", "Right-click it to give the password."}},
		{&core.BudgetError{Budget: 20, Minimum: 1204}, []string{"20 tokens", "Set the budget to 1,204 or more."}},
		{fmt.Errorf("fit: %w", core.ErrBudget), []string{"Choose a larger one."}},
		{&core.AmbiguousError{Name: "a.pdf", Candidates: []string{"x/a.pdf", "y/a.pdf"}}, []string{"a.pdf", "x/a.pdf, y/a.pdf", "Write one of these instead."}},
		{fmt.Errorf("catalogue: %w", core.ErrDamaged), []string{"damaged", "ibidctl doctor", "untouched."}},
		{core.ErrNeedsPassword, []string{"password", "Right-click it to give the password."}},
		{core.ErrNoSuchPage, []string{"no such page", "Open it to see which pages there are."}},
		{core.ErrNotFound, []string{"Search again, or add the file."}},
		{fmt.Errorf("kind:exe is no kind: %w", core.ErrQuery), []string{"kind:exe is no kind.", "try again."}},
		{core.ErrQuery, []string{"holds no words", "try again."}},
		{context.DeadlineExceeded, []string{"too long", "Try fewer or rarer words."}},
		{fs.ErrPermission, []string{"Allow reading it, then add it again."}},
		{fs.ErrNotExist, []string{"Put it back, then add it again."}},
		{fmt.Errorf("keep what was read: %w", syscall.ENOSPC), []string{"The disk is full.", "what was read stays."}},
		{errors.New("disk on fire"), []string{"disk on fire", "run “ibidctl doctor”."}},
	}
	for _, tt := range tests {
		got := Error(tt.err)
		rest := got
		for _, want := range tt.want {
			_, after, ok := strings.Cut(rest, want)
			if !ok {
				t.Errorf("%v: %q lacks %q", tt.err, got, want)
			}
			rest = after
		}
		if rest != "" {
			t.Errorf("%v: %q does not end with what to do", tt.err, got)
		}
	}
}

func TestNothingIsSaidOfCancelledWork(t *testing.T) {
	for _, err := range []error{nil, context.Canceled, fmt.Errorf("search: %w", context.Canceled)} {
		if got := Error(err); got != "" {
			t.Errorf("%v: %q, want nothing", err, got)
		}
	}
}

func TestEveryStateThatNeedsAttentionSaysWhatToDo(t *testing.T) {
	states := []core.State{core.StateWaiting, core.StateReading, core.StateReady, core.StatePartial, core.StateNoText,
		core.StateNeedsPassword, core.StateUnsupported, core.StateTooLarge, core.StateDamaged, core.StateTimedOut,
		core.StateUnreadable, core.StateQuarantined}
	for _, s := range states {
		got := State(s, "")
		if s.NeedsAttention() && strings.Count(got, ".") != 2 {
			t.Errorf("%s: %q, want what happened and what to do", s, got)
		}
		if s == core.StateReady && got != "" {
			t.Errorf("ready: %q, want nothing", got)
		}
	}
}

func TestProgress(t *testing.T) {
	tests := []struct {
		p    core.Progress
		want string
	}{
		{core.Progress{}, ""},
		{core.Progress{Total: 3, Done: 3}, ""},
		{core.Progress{Total: 412, Words: 212, Done: 3, Skipped: 1, Left: 2 * time.Minute}, "indexing 212 of 412 · 1 skipped · about 2 min"},
		{core.Progress{Total: 1412, Done: 0}, "indexing 0 of 1,412"},
		{core.Progress{Total: 9, Words: 9, Done: 4}, "all searchable · reading headings and columns 4 of 9"},
		{core.Progress{Total: 9, Words: 1, Done: 1, Left: 70 * time.Minute}, "indexing 1 of 9 · about 1 h 10 min"},
		{core.Progress{Total: 9, Words: 1, Done: 1, Left: 2 * time.Second}, "indexing 1 of 9 · about 5 s"},
	}
	for _, tt := range tests {
		if got := Progress(tt.p); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.p, got, tt.want)
		}
	}
}

func TestCountAndPlural(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 6214: "6,214", 1234567: "1,234,567", -1500: "-1,500"} {
		if got := Count(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
	if got := Plural(1, "source") + ", " + Plural(7, "source"); got != "1 source, 7 sources" {
		t.Error(got)
	}
}

func TestALibraryThatDoesNotOpenSaysWhatToDo(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{&core.SettingError{Err: errors.New(`settings "/c/config.toml", line 2: search.foo: there is no such setting`)},
			`Settings "/c/config.toml", line 2: search.foo: there is no such setting. Correct the file, then open Ibid again.`},
		{fmt.Errorf("open library %q: %w", "/etc/hosts", syscall.ENOTDIR),
			`Open library "/etc/hosts": not a directory. Make the folder yours, or name another one with --library; “ibidctl doctor” says more.`},
		{fmt.Errorf("open library: write lock: %w", syscall.ENOSPC), "The disk is full. Make room on it, then open Ibid again."},
		{fmt.Errorf("open library: %w", core.ErrInUse), "Another program has this library open. Close it there, or choose another library folder."},
	} {
		if got := Opening(tt.err); got != tt.want {
			t.Errorf("%v: %q, want\n%q", tt.err, got, tt.want)
		}
	}
}
