package pdf_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/extract/extracttest"
	"ibid/core/extract/pdf"
)

// Every sample PDF that opens keeps to what an extractor promises.
func TestPDFsKeepToTheContract(t *testing.T) { // R0.4
	read := 0
	for _, folder := range []string{"sample", "kinds"} {
		paths, err := filepath.Glob(filepath.Join("..", "..", "..", "testdata", folder, "*.pdf"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			in := core.Input{Name: filepath.Base(path), Kind: core.KindPDF, Data: data}
			x := pdf.Extractor{MaxPages: 100}
			if _, err := x.Metadata(t.Context(), in); err != nil {
				extracttest.Fate(t, in.Name, err)
				continue // encrypted or damaged on purpose
			}
			read++
			extracttest.Conform(t, x, in)
		}
	}
	if read < 3 {
		t.Errorf("%d PDFs were read", read)
	}
}

// A damaged file is named as such, whatever is asked of it.
func TestDamagedPDFsAreNamed(t *testing.T) {
	in := core.Input{Name: "cut.pdf", Kind: core.KindPDF, Data: []byte("%PDF-1.7\n1 0 obj\n<<")}
	_, err := extracttest.Read(t.Context(), pdf.Extractor{MaxPages: 100}, in)
	if extracttest.Fate(t, in.Name, err); err == nil || strings.TrimSpace(err.Error()) == "" {
		t.Errorf("got %v", err)
	}
}
