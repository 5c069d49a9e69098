package core_test

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"testing"
	"time"

	"ibid/core"
)

func TestErrorsNameTheThingAndWrapTheirKind(t *testing.T) {
	since := time.Date(2024, 5, 6, 7, 8, 9, 0, time.Local)
	for name, tt := range map[string]struct {
		err   error
		wraps error
		text  string
	}{
		"file with a cause": {
			core.NewFileError(core.StateDamaged, fs.ErrNotExist, "page %d is broken", 3), fs.ErrNotExist,
			"damaged: page 3 is broken: file does not exist",
		},
		"file without a cause": {core.NewFileError(core.StateTooLarge, nil, "3 GB"), nil, "too large: 3 GB"},
		"in use": {
			&core.InUseError{Owner: core.Owner{PID: 41, Host: "desk", Program: "ibid", Since: since}}, core.ErrInUse,
			"library in use by another program: ibid (pid 41 on desk, since 2024-05-06 07:08:09)",
		},
		"ambiguous": {
			&core.AmbiguousError{Name: "a.md", Candidates: []string{"x/a.md", "y/a.md"}}, core.ErrAmbiguous,
			`"a.md": name fits several documents: ["x/a.md" "y/a.md"]`,
		},
		"budget": {&core.BudgetError{Budget: 12, Minimum: 40}, core.ErrBudget, "budget too small: 12 tokens, at least 40 are needed"},
		"window": {
			&core.WindowError{Model: "small", Window: 4096, Needed: 5000, Room: 300}, core.ErrBudget,
			"the context does not fit: small takes 4096 tokens at a time; context, question and answer need 5000",
		},
		"setting": {&core.SettingError{Key: "a.b", Want: "it takes a number", Err: fs.ErrPermission}, fs.ErrPermission, "permission denied"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := tt.err.Error(); got != tt.text {
				t.Errorf("%q\nwant %q", got, tt.text)
			}
			wrapped := fmt.Errorf("step: %w", tt.err)
			if tt.wraps != nil && !errors.Is(wrapped, tt.wraps) {
				t.Errorf("it does not wrap %v", tt.wraps)
			}
			if tt.wraps == nil && errors.Unwrap(tt.err) != nil {
				t.Errorf("it wraps %v", errors.Unwrap(tt.err))
			}
		})
	}
}

func TestFullDiskIsToldFromOtherErrors(t *testing.T) {
	for name, tt := range map[string]struct {
		err  error
		want bool
	}{
		"none":                          {nil, false},
		"no space":                      {&fs.PathError{Op: "write", Path: "a", Err: syscall.ENOSPC}, true},
		"over the quota":                {fmt.Errorf("write: %w", syscall.EDQUOT), true},
		"as SQLite says it":             {errors.New("database or disk is full (13)"), true},
		"as another process wrote it":   {errors.New("store text: write: no space left on device"), true},
		"no right to write":             {&fs.PathError{Op: "write", Path: "a", Err: syscall.EACCES}, false},
		"the disk fails":                {syscall.EIO, false},
		"a file that is called so":      {errors.New(`open "full.md": no such file`), false},
		"the error of a library in use": {&core.InUseError{}, false},
	} {
		if got := core.DiskFull(tt.err); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
