package eval_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/app/eval"
	"ibid/core/outside"
)

// Scans are read as a window reads them; the text layer alone is the baseline's.
func TestScansAreReadBeforeQuestionsAreAsked(t *testing.T) { // R0.2
	if _, ok := outside.Find("tesseract"); !ok {
		t.Skip("tesseract is not installed")
	}
	dir := filepath.Join(t.TempDir(), "letters")
	if err := os.MkdirAll(filepath.Join(dir, "documents"), 0o700); err != nil {
		t.Fatal(err)
	}
	const letter = "harbour-office-letter-1974-scan.pdf"
	scan, err := os.ReadFile(filepath.Join("..", "..", "testdata", "sample", letter))
	if err != nil {
		t.Fatal(err)
	}
	question := `{"id": "1", "question": "What does the harbour office say about the moorings?", "document": "` + letter + `", "pages": [1, 2]}`
	for name, data := range map[string][]byte{filepath.Join("documents", letter): scan, "questions.jsonl": []byte(question)} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sets, err := eval.Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, unread := range []bool{true, false} {
		r, err := eval.Run(t.Context(), sets[0], eval.Options{Folder: t.TempDir(), NoOCR: unread})
		if err != nil {
			t.Fatal(err)
		}
		hit := r.Measures[slices.IndexFunc(r.Measures, func(m eval.Measure) bool { return m.Name == "hit@5" })]
		if found := hit.Ibid == 1; found == unread || *hit.BM25 != 0 {
			t.Errorf("scans left unread %v: hit@5 %v, baseline %v", unread, hit.Ibid, *hit.BM25)
		}
		if said := strings.Contains(strings.Join(r.Notes, "\n"), "pages that OCR read"); said == unread || len(r.Astray) > 0 {
			t.Errorf("scans left unread %v: notes %q, astray %v", unread, r.Notes, r.Astray)
		}
	}
}
