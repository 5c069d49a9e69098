package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestCommittedFilesAreWhatTheGeneratorWrites(t *testing.T) {
	files, err := everything()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		want, err := os.ReadFile(filepath.Join("..", "..", "kinds", f.name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(f.data, want) {
			t.Errorf("%s: %d bytes generated, %d committed, and they differ: run the generator", f.name, len(f.data), len(want))
		}
	}
}
