package safefile_test

import (
	"os"
	"path/filepath"
	"testing"

	"ibid/app/safefile"
)

func TestFilesAreReplacedAsAWhole(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "token")
	for _, want := range []string{"long ago", "now"} {
		if err := safefile.Write(path, []byte(want)); err != nil {
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
	if err := safefile.Write(folder, []byte("now")); err == nil {
		t.Error("a folder was replaced")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
		t.Errorf("left %v, %v", left, err)
	}
	if err := safefile.Write(filepath.Join(dir, "nowhere", "token"), nil); err == nil {
		t.Error("written to where no folder is")
	}
}
