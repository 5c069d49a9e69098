package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/app/apptest"
	"ibid/app/config"
	"ibid/app/place"
)

// Settings that are changed while the library is open count from then on: for
// the model, for scans and for the window around a place.
func TestChangedSettingsCountAtOnce(t *testing.T) { // R0.5
	e := apptest.Open(t)
	file := filepath.Join(t.TempDir(), "depths.txt")
	if err := os.WriteFile(file, []byte("one\ntwo\nthree\nfour\nfive\nsix\nseven\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	apptest.Add(t, e, "", file, "../testdata/sample/harbour-office-letter-1974-scan.pdf")
	shown := func() int {
		t.Helper()
		s, err := e.Show(t.Context(), "depths.txt:4", place.Around{N: place.BySettings})
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(s.Text, "\n")
	}
	if n := shown(); n != 7 {
		t.Errorf("by default %d lines", n)
	}
	c := config.Default()
	c.Search.Lines, c.Model, c.OCR.Enabled = 1, config.Model{Host: "127.0.0.1:1", Model: "phi4", Seconds: 3}, false
	if err := e.Configure(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if n := shown(); n != 3 {
		t.Errorf("with one line around %d lines", n)
	}
	if s := e.ModelServer(t.Context()); s.Host != "127.0.0.1:1" || s.Model != "phi4" {
		t.Errorf("the server is %s, the model %s", s.Host, s.Model)
	}
	if _, err := e.OCR(t.Context()); err == nil || !strings.Contains(err.Error(), "switched off") {
		t.Errorf("OCR that is switched off: %v", err)
	}
}
