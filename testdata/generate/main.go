// Command generate writes the sample library: the papers, the report, the
// scan, the files in other encodings, and the broken and hostile files of
// testdata/bad.
//
// The prose lives in text/ in a small markup (see markup.go); Go code here is
// layout only. The output is the same bytes on each run: dates are fixed,
// PDF dictionaries are sorted, and no stream is compressed, since the bytes
// of a compressor may change with the Go release.
//
// Run it from the root of the module:
//
//	go run ./testdata/generate
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
)

// file is one generated file. Name is relative to testdata, with slashes.
type file struct {
	name string
	data []byte
}

func main() {
	log.SetFlags(0)
	root := flag.String("out", "testdata", "the folder that holds sample/ and bad/")
	flag.Parse()
	files, err := everything()
	if err != nil {
		log.Fatal(err)
	}
	if err := writeAll(*root, files); err != nil {
		log.Fatal(err)
	}
}

// everything makes all generated files in memory.
func everything() ([]file, error) {
	var files []file
	for _, step := range []func() ([]file, error){papers, scan, encodings, bad, letter, fieldbook, sideways} {
		fs, err := step()
		if err != nil {
			return nil, err
		}
		files = append(files, fs...)
	}
	return files, nil
}

// writeAll writes files below root and makes the folders they need.
func writeAll(root string, files []file) error {
	for _, f := range files {
		path := filepath.Join(root, filepath.FromSlash(f.name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return fmt.Errorf("write %q: %w", f.name, err)
		}
		if err := os.WriteFile(path, f.data, 0o644); err != nil {
			return fmt.Errorf("write %q: %w", f.name, err)
		}
	}
	return nil
}
