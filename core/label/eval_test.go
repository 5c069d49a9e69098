package label

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"ibid/core"
	"ibid/core/extract/pdf"
)

// unread are scans whose recognised text lacks the number of pages that do
// print it, with what was seen on them.
var unread = map[string]string{
	"owners-manual-2170416.pdf": "the recognised text lacks the foot of some pages",
}

// Real reports and filings. Where a PDF says itself which numbers its pages
// bear, what is inferred is the same; elsewhere the inferred number stands among
// the first or last words of the page.
func TestInferredNumbersOfRealDocumentsArePrinted(t *testing.T) { // X2
	dir := os.Getenv("IBID_EVAL")
	if dir == "" {
		t.Skip("IBID_EVAL names no folder with evaluation data; the synthetic documents cover the same ground")
	}
	files, err := filepath.Glob(filepath.Join(dir, "pages", "*", "documents", "*.pdf"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	var owned, same, other, printed, silent, unseen, absent int
	seen := make(map[string]bool)
	for _, path := range files {
		name := filepath.Base(path)
		if seen[name] {
			continue
		}
		seen[name] = true
		pages, layouts, own := readPDF(t, path)
		labels := Infer(pages, layouts)
		if labels == nil {
			continue
		}
		t.Logf("%s: %d pages, own %q, inferred %q", name, len(pages), Ranges(own), Ranges(labels))
		for i, label := range labels {
			switch {
			case label == "":
			case own != nil:
				if owned++; label == own[i] {
					same++
				} else {
					t.Logf("%s [PDF %d] is %q by the document, %q by its pages", name, i+1, own[i], label)
				}
			case label == strconv.Itoa(i+1):
			case stands(pages[i].Text, label):
				other, printed = other+1, printed+1
			case !slices.ContainsFunc(edgeWords(pages[i].Text), isNumber):
				other, silent = other+1, silent+1
			case unread[name] != "":
				unseen++
			default:
				other, absent = other+1, absent+1
				t.Logf("%s [PDF %d]: %q stands nowhere among %q", name, i+1, label, edgeWords(pages[i].Text))
			}
		}
	}
	t.Logf("%d pages of documents with numbers of their own: %d inferred alike", owned, same)
	t.Logf("%d pages of others, inferred to differ from the index: %d print it, %d print no number, %d only others; besides %d of scans %v",
		other, printed, silent, absent, unseen, unread)
	if owned == 0 || float64(same) < .99*float64(owned) {
		t.Errorf("%d of %d inferred numbers are those of the document", same, owned)
	}
	if other == 0 || float64(absent) > .01*float64(other) {
		t.Errorf("%d of %d inferred numbers are not printed where others are", absent, other)
	}
}

// readPDF reads a document as the worker does; one without text has no pages.
func readPDF(t *testing.T, path string) (pages []core.Page, layouts []core.Layout, own []string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	x, in := pdf.Extractor{MaxPages: 20_000}, core.Input{Name: filepath.Base(path), Data: data, Kind: core.KindPDF}
	ctx := context.Background()
	if err := x.Words(ctx, in, func(p core.Page) error { pages = append(pages, p); return nil }); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if err := x.Structure(ctx, in, pages, func(l core.Layout) error { layouts = append(layouts, l); return nil }); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	m, err := x.Metadata(ctx, in)
	if err != nil {
		t.Logf("%s: %v", path, err)
	}
	return pages, layouts, m.Labels
}

// edgeWords are the first and last words of a page, in lower case and without
// what stands around them.
func edgeWords(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	const reach = 25
	if len(words) <= 2*reach {
		return words
	}
	return append(words[:reach:reach], words[len(words)-reach:]...)
}

func isNumber(word string) bool {
	_, err := strconv.Atoi(word)
	return err == nil
}

// stands reports whether a label is among the first or last words of a page, or
// one of its lines by itself: the order of the text is that of the drawing.
func stands(text, label string) bool {
	if slices.Contains(edgeWords(text), strings.ToLower(label)) {
		return true
	}
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) == label {
			return true
		}
	}
	return false
}
