package opener_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ibid/core"
	"ibid/core/opener"
)

func write(t testing.TB, path string, data []byte) string {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFileIsOpenedAsItIs(t *testing.T) {
	path := write(t, filepath.Join(t.TempDir(), "notes.txt"), []byte("Low water at six."))
	f, err := opener.New(opener.Options{}).Open(t.Context(), core.Document{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got, err := io.ReadAll(f); err != nil || string(got) != "Low water at six." {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestWhatIsNoFileHasANamedStateAndNobodyWaitsForIt(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	secret := write(t, filepath.Join(dir, "secret.txt"), []byte("x"))
	if err := os.Chmod(secret, 0); err != nil {
		t.Fatal(err)
	}
	limits := core.DefaultLimits()
	limits.FileBytes = 10
	o := opener.New(opener.Options{Limits: limits})
	for _, tt := range []struct {
		path, reason string
		state        core.State
	}{
		{filepath.Join(dir, "gone.pdf"), "the file is gone", core.StateUnreadable},
		{secret, "no permission", core.StateUnreadable},
		{dir, "a folder now", core.StateUnsupported},
		{pipe, "a pipe", core.StateUnsupported},
		{"/dev/null", "a device", core.StateUnsupported},
		{write(t, filepath.Join(dir, "large.txt"), make([]byte, 11)), "at most", core.StateTooLarge},
	} {
		f, err := o.Open(context.Background(), core.Document{Path: tt.path})
		var fate *core.FileError
		if err == nil && tt.path == secret && os.Getuid() == 0 {
			f.Close()
			continue // root may read everything
		}
		if !errors.As(err, &fate) || fate.State != tt.state || !strings.Contains(fate.Reason, tt.reason) {
			t.Errorf("%s: got %v, want %s: %s", tt.path, err, tt.state, tt.reason)
		}
	}
}

func TestChangedAndMissingFilesAreStale(t *testing.T) {
	path := write(t, filepath.Join(t.TempDir(), "notes.txt"), []byte("Low water at six."))
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	o := opener.New(opener.Options{})
	for _, tt := range []struct {
		name string
		d    core.Document
		want bool
	}{
		{"as it was", core.Document{Path: path, Size: info.Size(), Modified: info.ModTime()}, false},
		{"another size", core.Document{Path: path, Size: 3, Modified: info.ModTime()}, true},
		{"another time", core.Document{Path: path, Size: info.Size(), Modified: info.ModTime().Add(time.Second)}, true},
		{"gone", core.Document{Path: path + "x", Size: info.Size(), Modified: info.ModTime()}, true},
	} {
		if got := o.Stale(t.Context(), tt.d); got != tt.want {
			t.Errorf("%s: stale is %v", tt.name, got)
		}
	}
}
