package extracttest

import (
	"archive/zip"
	"bytes"
	"fmt"
	"testing"

	"ibid/core"
	"ibid/core/extract/zipguard"
)

// damages is at how many places Damage cuts and changes a file.
const damages = 40

// Damage reads in cut off, and with a changed byte, at places spread over it. Of
// a zip file it also damages each part by itself, behind the checksums. Each
// reading must succeed and hold the contract, or name a fate.
func Damage(t *testing.T, x core.Extractor, in core.Input) {
	t.Helper()
	try := func(how string, data []byte) {
		changed := in
		changed.Data = data
		r, err := Read(t.Context(), x, changed)
		Fate(t, in.Name+" "+how, err)
		if err == nil {
			Check(t, r)
		}
		if t.Failed() {
			t.Fatalf("%s %s", in.Name, how)
		}
	}
	for i := range damages {
		at := i * len(in.Data) / damages
		try(fmt.Sprintf("cut off at %d", at), in.Data[:at:at])
		data := bytes.Clone(in.Data)
		data[at] ^= 0xff
		try(fmt.Sprintf("changed at %d", at), data)
	}
	if !bytes.HasPrefix(in.Data, []byte("PK")) {
		return
	}
	r, err := zipguard.Open(in.Data, zipguard.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.File {
		for how, change := range map[string]func([]byte) []byte{
			"empty":      func([]byte) []byte { return nil },
			"cut off":    func(b []byte) []byte { return b[:len(b)/2] },
			"not XML":    func([]byte) []byte { return []byte("<<< \x00\xff") },
			"only begun": func([]byte) []byte { return []byte("<a><b>") },
			"unclosed":   func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("</"), []byte("<")) },
			"unnumbered": func(b []byte) []byte { return bytes.ReplaceAll(b, []byte(`="1`), []byte(`="-9`)) },
		} {
			try(f.Name+" "+how, repack(t, r, f.Name, change))
		}
	}
}

// repack returns a zip file with one entry changed.
func repack(t *testing.T, r *zip.Reader, name string, change func([]byte) []byte) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, f := range r.File {
		data, err := zipguard.Read(f, 64<<20)
		if err != nil {
			t.Fatal(err)
		}
		if f.Name == name {
			data = change(data)
		}
		part, err := w.Create(f.Name)
		if err == nil {
			_, err = part.Write(data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}
