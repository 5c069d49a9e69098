package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"testing"
)

func TestLinesAreCountedByRoom(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"core/core.go":               "package core\n",
		"core/text/a.go":             "package text\n\n// A note.\n",
		"core/text/a_test.go":        "package text\n\n",
		"core/extract/pdf/b.go":      "package pdf\n",
		"core/extract/pdf/deep/c.go": "package deep\n",
		"core/text/notes.md":         "a\nb\n",
	} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := countLines(root)
	want := map[string]lineCount{"core": {1, 0}, "core/text": {3, 2}, "core/extract": {2, 0}}
	if err != nil || !maps.Equal(got, want) {
		t.Fatalf("countLines = %v, %v; want %v", got, err, want)
	}
	var out bytes.Buffer
	if err := writeLines(&out, got); err != nil {
		t.Fatal(err)
	}
	table := `  source  tests  ratio  room
       1      0   0.00  core
       2      0   0.00  core/extract
       3      2   0.67  core/text
       6      2   0.33  all
`
	if out.String() != table {
		t.Errorf("the table is\n%s\nwant\n%s", out.String(), table)
	}
}
