package main

import (
	"bytes"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// goFiles lists the Go files below root as slash-separated paths relative to it, sorted. Folders that begin with a dot
// are left out; testdata is not, since the generator of the sample documents lives there and is held to the same rules.
func goFiles(root string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".go":
			return nil
		}
		rel, err := filepath.Rel(root, path)
		out = append(out, filepath.ToSlash(rel))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list the Go files: %w", err)
	}
	return out, nil
}

// unformatted lists the Go files that gofmt would write differently. The formatter is in the standard library, so no
// program has to be found.
func unformatted(root string) ([]string, error) {
	files, err := goFiles(root)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, file := range files {
		source, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return nil, fmt.Errorf("check the form: %w", err)
		}
		formatted, err := format.Source(source)
		if err != nil {
			return nil, fmt.Errorf("check the form of %q: %w", file, err)
		}
		if !bytes.Equal(source, formatted) {
			out = append(out, file)
		}
	}
	return out, nil
}
