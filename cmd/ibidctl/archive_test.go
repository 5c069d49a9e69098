package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// pack ARCHIVE NAME=FILE... writes a zip, or a tar.gz, that holds the files
// under the names.
func pack(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: pack ARCHIVE NAME=FILE...")
	}
	type member struct {
		name string
		data []byte
	}
	var members []member
	for _, arg := range args[1:] {
		name, file, ok := strings.Cut(arg, "=")
		if !ok {
			ts.Fatalf("%q is not NAME=FILE", arg)
		}
		data, err := os.ReadFile(ts.MkAbs(file))
		ts.Check(err)
		members = append(members, member{name, data})
	}
	var out bytes.Buffer
	modified := time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)
	if strings.HasSuffix(args[0], ".tar.gz") {
		g := gzip.NewWriter(&out)
		w := tar.NewWriter(g)
		for _, m := range members {
			ts.Check(w.WriteHeader(&tar.Header{Name: m.name, Typeflag: tar.TypeReg, Mode: 0o644, Size: int64(len(m.data)), ModTime: modified}))
			_, err := w.Write(m.data)
			ts.Check(err)
		}
		ts.Check(errors.Join(w.Close(), g.Close()))
	} else {
		w := zip.NewWriter(&out)
		for _, m := range members {
			f, err := w.CreateHeader(&zip.FileHeader{Name: m.name, Method: zip.Deflate, Modified: modified})
			ts.Check(err)
			_, err = f.Write(m.data)
			ts.Check(err)
		}
		ts.Check(w.Close())
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), out.Bytes(), 0o644))
}
