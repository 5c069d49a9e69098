package eval_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ibid/app"
	"ibid/app/apptest"
	"ibid/core"
)

// Four of the 32 reports are scans. Once they are read by OCR their questions,
// asked of all documents, find the right page at least three times in ten.
func TestScannedReportsAreFoundByOCR(t *testing.T) {
	dir := folder(t, "pages/reports")
	if os.Getenv("IBID_EVAL_OCR") == "" {
		t.Skip("OCR of 113 pages takes minutes: IBID_EVAL_OCR=1 asks for it")
	}
	if _, err := exec.LookPath("tesseract"); err != nil {
		t.Skip("tesseract is not installed")
	}
	e := open(t)
	added, err := e.AddPaths(t.Context(), []string{filepath.Join(dir, "documents")}, "")
	if err != nil {
		t.Fatal(err)
	}
	scans := make(map[string]bool)
	for _, d := range added.Documents {
		if d.State == core.StateNoText {
			scans[d.Name] = true
		}
	}
	if len(scans) != 4 {
		t.Errorf("%d scans, want 4", len(scans))
	}
	without, n := scanHits(t, e, dir, scans)
	s, err := e.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	if _, err := e.OCR(t.Context()); err != nil {
		t.Fatal(err)
	}
	took := time.Since(begin)
	t.Logf("%d pages in %v: %.2f pages/s", s.Scans, took.Round(time.Second), float64(s.Scans)/took.Seconds())
	documents, err := e.Documents(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range documents {
		if d.Reason != "" {
			t.Logf("%s: %s: %s", d.Name, d.State, d.Reason)
		}
		if scans[d.Name] && d.State != core.StateReady {
			t.Errorf("%s is %s: %s", d.Name, d.State, d.Reason)
		}
	}
	with, _ := scanHits(t, e, dir, scans)
	t.Logf("%d questions on scans: hit@5 %.3f, without OCR %.3f", n, with, without)
	if n != 31 || without != 0 || with < .30 {
		t.Errorf("%d questions, hit@5 %.3f, without OCR %.3f", n, with, without)
	}
}

// scanHits asks the questions on some documents of all documents, and returns the
// share with a right page among the first five pages that are found.
func scanHits(t *testing.T, e *app.Engine, dir string, documents map[string]bool) (hit5 float64, questions int) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "questions.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	type page struct {
		name string
		page int
	}
	hits := 0
	for line := range strings.Lines(string(data)) {
		var q struct {
			Question, Document string
			Pages              []int
		}
		if err := json.Unmarshal([]byte(line), &q); err != nil {
			t.Fatal(err)
		}
		if !documents[q.Document] {
			continue
		}
		questions++
		var first []page
		for _, h := range apptest.Search(t, e, q.Question, 50) {
			if p := (page{h.Document.Name, h.Passage.Page}); len(first) < 5 && !slices.Contains(first, p) {
				first = append(first, p)
			}
		}
		if slices.ContainsFunc(first, func(p page) bool { return p.name == q.Document && slices.Contains(q.Pages, p.page) }) {
			hits++
		}
	}
	return float64(hits) / float64(max(questions, 1)), questions
}
