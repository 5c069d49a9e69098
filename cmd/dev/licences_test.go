package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestNoticesAreThoseOfTheLinkedModules(t *testing.T) {
	t.Parallel()
	m := thisMachine()
	m.stderr = new(bytes.Buffer)
	want, err := notices(t.Context(), m, repository)
	if err != nil {
		t.Fatalf("%v\n%s", err, m.stderr)
	}
	got, err := os.ReadFile(filepath.Join(repository, filepath.FromSlash(noticeFile)))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is stale: run go run ./cmd/dev licences", noticeFile)
	}
	byHand, err := os.ReadFile(filepath.Join(repository, "assets", "licences", "mupdf.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, library := range []string{"MuPDF", "jbig2dec", "FreeType", "Gumbo", "HarfBuzz", "OpenJPEG", "cmark-gfm", "Little CMS", "zlib", "libjpeg"} {
		if !strings.Contains(string(byHand), library) {
			t.Errorf("mupdf.txt does not name %s", library)
		}
	}
}

func TestHoldersArePartedFromTheText(t *testing.T) {
	tests := []struct {
		name, text string
		body       string
		holders    []string
	}{
		{
			"a title, a holder, a text", "MIT License\n\nCopyright (c) 2020 Ann\nCopyright 2021 Bob\n\nPermission is granted.\n",
			"MIT License\n\nPermission is granted.", []string{"Copyright (c) 2020 Ann", "Copyright 2021 Bob"},
		},
		{
			"rights that are reserved", "Copyright (C) 2020 Ann\r\nAll rights reserved.\r\n\r\n\r\n\r\nUse it.\r\n",
			"Use it.", []string{"Copyright (C) 2020 Ann", "All rights reserved."},
		},
		{
			"a holder in a paragraph of the text", "Copyright (c) 2003 by Bitstream, Inc. Bitstream Vera is\na trademark of Bitstream, Inc.\n",
			"Copyright (c) 2003 by Bitstream, Inc. Bitstream Vera is\na trademark of Bitstream, Inc.", nil,
		},
		{
			"a sentence about copyright", "Copyright notices\nstay.\n\ncopyright notice and this permission\n",
			"Copyright notices\nstay.\n\ncopyright notice and this permission", nil,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			body, holders := splitLicence(tt.text)
			if body != tt.body || !slices.Equal(holders, tt.holders) {
				t.Errorf("parted into %q and %q, want %q and %q", body, holders, tt.body, tt.holders)
			}
		})
	}
}

func TestLicencesOfLinkedFoldersAreGathered(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"LICENSE": "whole", "a.go": "", "README": "no", "license.go": "no",
		"linked/a.go": "", "linked/COPYING.txt": "linked",
		"linked/c/deep/LICENCE": "below", "linked/c/x.c": "", "linked/testdata/LICENSE": "no",
		"linked/other/a.go": "", "linked/other/LICENSE": "no",
		"unlinked/a.go": "", "unlinked/LICENSE": "no", "unlinked/c/NOTICE": "no",
	} {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	m := linkedModule{Path: "m", Dir: root, packages: map[string]bool{filepath.Join(root, "linked"): true}}
	got, err := m.licences()
	slices.Sort(got)
	if want := []string{"below", "linked", "whole"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("licences %q, %v; want %q", got, err, want)
	}
}

func TestModulesUnderOneLicenceShareItsText(t *testing.T) {
	got := string(writeNotices(
		[]linkedModule{{Path: "a", Version: "v1"}, {Path: "b", Version: "v2"}},
		[]*licence{{"Use it.", []holding{{"a v1", []string{"Copyright A", "Copyright A"}}, {"b v2", nil}}}},
	))
	if want := "\na v1\n    Copyright A\nb v2\n\nUse it.\n"; !strings.HasSuffix(got, want) || !strings.Contains(got, "these 2 modules") {
		t.Errorf("written as\n%s\nwant at its end\n%s", got, want)
	}
}
