package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	maxFileLines     = 600
	maxFunctionLines = 80
)

// A source is one parsed Go file.
type source struct {
	name string // relative to the repository
	text []byte
	fset *token.FileSet
	tree *ast.File
}

// sources parses every Go file of the repository, comments too.
func sources(t *testing.T) []source {
	t.Helper()
	files, err := goFiles(repository)
	if err != nil {
		t.Fatal(err)
	}
	var out []source
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(repository, file))
		if err != nil {
			t.Fatal(err)
		}
		s := source{name: file, text: text, fset: token.NewFileSet()}
		if s.tree, err = parser.ParseFile(s.fset, file, text, parser.ParseComments); err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

// lines counts the lines from one position to another, both included.
func (s source) lines(from, to token.Pos) int {
	return s.fset.Position(to).Line - s.fset.Position(from).Line + 1
}

func TestFilesAndFunctionsStaySmall(t *testing.T) {
	for _, s := range sources(t) {
		if n := bytes.Count(s.text, []byte("\n")); n > maxFileLines {
			t.Errorf("%s has %d lines, more than %d", s.name, n, maxFileLines)
		}
		for _, d := range s.tree.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && s.lines(f.Pos(), f.End()) > maxFunctionLines {
				t.Errorf("%s: %s has %d lines, more than %d", s.name, f.Name.Name, s.lines(f.Pos(), f.End()), maxFunctionLines)
			}
		}
	}
}

func TestEveryPackageSaysWhatItIs(t *testing.T) {
	said := make(map[string]bool)
	for _, s := range sources(t) {
		if !strings.HasSuffix(s.name, "_test.go") {
			dir := path.Dir(s.name)
			said[dir] = said[dir] || s.tree.Doc != nil
		}
	}
	for dir, ok := range said {
		if !ok {
			t.Errorf("%s has no package comment", dir)
		}
	}
}

// C5: the top level of the repository, so that a reader finds the rooms at one look.
func TestTopLevelHoldsTheRoomsAndNothingElse(t *testing.T) {
	want := []string{
		"CHANGELOG.md", "FyneApp.toml", "LICENSE", "README.md", "app", "assets", "cmd", "core", "go.mod", "go.sum", "testdata", "ui",
	}
	entries, err := os.ReadDir(repository)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		// ibid.png is what `run` leaves behind on a machine without a screen; it is not kept in git.
		if !strings.HasPrefix(e.Name(), ".") && e.Name() != "ibid.png" {
			got = append(got, e.Name())
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the top level holds\n%q, want\n%q", got, want)
	}
}

func TestUnformattedFilesAreNamed(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"good.go": "package a\n", "bad.go": "package  a\n", ".hidden/bad.go": "package  a\n", "note.txt": "package  a\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := unformatted(dir)
	if err != nil || !slices.Equal(got, []string{"bad.go"}) {
		t.Errorf("unformatted = %q, %v; want bad.go alone", got, err)
	}
}
