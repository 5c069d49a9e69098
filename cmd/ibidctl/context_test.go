package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestFilesOfAContextAreReplacedAsAWhole(t *testing.T) { // X1
	dir := t.TempDir()
	path, link := filepath.Join(dir, "saved.json"), filepath.Join(dir, "link.json")
	if err := writeFile(path, []byte("first")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("a new file has the mode %v, %v", info.Mode(), err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("saved.json", link); err != nil {
		t.Fatal(err)
	}
	reading, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer reading.Close()
	if err := writeFile(link, []byte("second")); err != nil {
		t.Fatal(err)
	}
	if old, err := io.ReadAll(reading); err != nil || string(old) != "first" {
		t.Errorf("who was reading it got %q, %v", old, err)
	}
	if now, err := os.ReadFile(path); err != nil || string(now) != "second" {
		t.Errorf("the file holds %q, %v", now, err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link became %v, %v", info.Mode(), err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("the mode became %v, %v", info.Mode(), err)
	}
	if err := writeFile(os.DevNull, []byte("third")); err != nil {
		t.Errorf("what is no regular file: %v", err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("a device became %v, %v", info.Mode(), err)
	}
	for _, bad := range []string{dir, filepath.Join(dir, "nowhere", "saved.json")} {
		if err := writeFile(bad, []byte("fourth")); err == nil {
			t.Errorf("%q is written", bad)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
		t.Errorf("left %v, %v", left, err)
	}
}
