package convert_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"ibid/core"
	"ibid/core/convert"
	"ibid/core/worker"
)

func TestMain(m *testing.M) {
	worker.RunIfAsked()
	os.Exit(m.Run())
}

// office returns a converter before real workers; it skips the test where
// LibreOffice is missing.
func office(t testing.TB) *convert.Converter {
	t.Helper()
	if convert.Program() == "" {
		t.Skip("LibreOffice (soffice) is not installed")
	}
	s, err := worker.New(worker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return convert.New(convert.Options{Dir: filepath.Join(t.TempDir(), "converted"), Reader: s, Painter: s})
}

// request opens a file as the product does.
func request(t testing.TB, path string) core.ReadRequest {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	head := make([]byte, worker.HeadBytes)
	n, _ := f.ReadAt(head, 0)
	return core.ReadRequest{Name: filepath.Base(path), Hash: core.Hash("of-" + filepath.Base(path)), File: f, Kind: worker.DetectKind(path, head[:n])}
}

// What an old format holds is read as that of its successor: headings, cells,
// slides and the picture of the first page.
func TestOldOfficeFilesAreReadAndDrawn(t *testing.T) {
	// C2, X4
	c := office(t)
	for _, tt := range []struct {
		file, word, heading string
		kind                core.Kind
		pages               int
	}{
		{"kelp-depth-methods.doc", "Ness Reef", "Methods", core.KindDocument, 1},
		{"kelp-depth-methods.rtf", "Ness Reef", "Methods", core.KindDocument, 1},
		{"tide-gauge.xls", "dredger waited", "Levels", core.KindSheet, 3},
		{"reef-talk.fodp", "trawling ban", "", core.KindSlides, 2},
	} {
		t.Run(tt.file, func(t *testing.T) {
			req := request(t, filepath.Join("..", "..", "testdata", "kinds", tt.file))
			pages, err := c.Words(t.Context(), req)
			if err != nil || len(pages) != tt.pages || req.Kind != tt.kind {
				t.Fatalf("%s of kind %s: %d pages, %v", tt.file, req.Kind, len(pages), err)
			}
			text := ""
			for _, p := range pages {
				text += p.Text
			}
			layouts, err := c.Structure(t.Context(), req, pages)
			if err != nil {
				t.Fatal(err)
			}
			headings := ""
			for _, l := range layouts {
				for _, h := range l.Headings {
					headings += h.Title + "\n"
				}
			}
			if !strings.Contains(text, tt.word) || !strings.Contains(headings, tt.heading) {
				t.Errorf("text %.300q, headings %q", text, headings)
			}
			img, err := c.Draw(t.Context(), core.PageImage{
				Name: req.Name, Hash: req.Hash, Kind: req.Kind, Page: 1, Width: 160, Height: 220,
				Open: func(context.Context) (*os.File, error) { return os.Open(req.File.Name()) },
			})
			if err != nil || img.Rect.Dx() < 100 {
				t.Fatalf("no picture: %v", err)
			}
			if inked := slices.IndexFunc(img.Pix, func(b byte) bool { return b < 128 }); inked < 0 {
				t.Error("the first page is drawn without ink")
			}
		})
	}
}

// linked is a document that shows a picture from elsewhere, and a part of
// another file.
const linked = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text">
<office:body><office:text>
<text:section text:name="s"><text:section-source xlink:href="file://%s"/><text:p>of the letter</text:p></text:section>
<text:p>low water<draw:frame draw:name="a" text:anchor-type="as-char" svg:width="3cm" svg:height="3cm"><draw:image xlink:href="%s/seal.png"/></draw:frame></text:p>
</office:text></office:body></office:document>`

func TestNothingThatADocumentLinksToIsFetched(t *testing.T) {
	c := office(t)
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer server.Close()
	dir := t.TempDir()
	secret, path := filepath.Join(dir, "secret.txt"), filepath.Join(dir, "linked.fodt")
	for name, text := range map[string]string{secret: "the combination", path: fmt.Sprintf(linked, secret, server.URL)} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pages, err := c.Words(t.Context(), request(t, path))
	if err != nil || !strings.Contains(pages[0].Text, "low water") || strings.Contains(pages[0].Text, "combination") {
		t.Errorf("got %v, %v", pages, err)
	}
	if n := asked.Load(); n > 0 {
		t.Errorf("the picture was asked for %d times", n)
	}
}
