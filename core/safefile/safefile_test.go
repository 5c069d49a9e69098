package safefile_test

import (
	"os"
	"path/filepath"
	"testing"

	"ibid/core/safefile"
)

func TestFilesAreReplacedAsAWhole(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "token")
	for _, want := range []string{"long ago", "now"} {
		if err := safefile.Write(path, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others can read it: %v, %v", info.Mode(), err)
	}
	// What cannot be replaced stays, and nothing is left beside it.
	folder := filepath.Join(dir, "folder")
	if err := os.MkdirAll(filepath.Join(folder, "in it"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := safefile.Write(folder, []byte("now"), 0o600); err == nil {
		t.Error("a folder was replaced")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
		t.Errorf("left %v, %v", left, err)
	}
	if err := safefile.Write(filepath.Join(dir, "nowhere", "token"), nil, 0o600); err == nil {
		t.Error("written to where no folder is")
	}
}

func TestFileIsInItsPlaceOnlyWhenItIsComplete(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "picture")
	for _, keep := range []bool{false, true} {
		f, err := safefile.Create(dir)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("kelp"); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(path); err == nil {
			t.Error("it is there before it is complete")
		}
		if keep {
			err = f.Commit(path)
		} else {
			err = f.Discard()
		}
		if err != nil {
			t.Fatal(err)
		}
		left, err := os.ReadDir(dir)
		if want := map[bool]int{true: 1}[keep]; err != nil || len(left) != want {
			t.Errorf("kept %v: %v, %v are there", keep, left, err)
		}
	}
	if err := safefile.Write(path, []byte("for all"), 0o644); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}
