package shelf_test

import (
	"math"
	"os"
	"os/exec"
	"strings"
	"testing"

	"ibid/app"
	"ibid/app/apptest"
	"ibid/core"
)

func needTesseract(t testing.TB) {
	t.Helper()
	if _, err := exec.LookPath("tesseract"); err != nil {
		t.Skip("tesseract is not installed")
	}
}

// The lines that OCR reads lie where the generator of the scan drew them: 36
// dots apart at 150 dots an inch, from a left edge of an inch.
func TestLinesReadByOCRLieWhereTheyWereDrawn(t *testing.T) {
	needTesseract(t)
	drawn, err := os.ReadFile("../../testdata/scans/skerry-bank-field-book.txt")
	if err != nil {
		t.Fatal(err)
	}
	e := apptest.Open(t)
	docs := apptest.Add(t, e, "", "../../testdata/kinds/skerry-bank-field-book.pdf")
	if _, err := e.OCR(t.Context()); err != nil {
		t.Fatal(err)
	}
	pages, err := e.Pages(t.Context(), docs[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	if pages[0].OCR != 0 || pages[1].OCR < core.GoodOCR || pages[2].OCR != 0 {
		t.Fatalf("confidences %d, %d, %d: want that of the second page alone", pages[0].OCR, pages[1].OCR, pages[2].OCR)
	}
	layout, err := e.Layout(t.Context(), docs[0].ID, 2)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for i, want := range strings.Split(string(drawn), "\n") {
		words := strings.Fields(want)
		if len(words) < 4 {
			continue
		}
		start := strings.Join(words[1:3], " ") // the first word may be read as part of another
		for _, l := range layout.Lines {
			if !strings.Contains(pages[1].Text[l.Start:l.End], start) {
				continue
			}
			found++
			left, base := 72., (170+36*float64(i))*72/150
			if math.Abs(float64(l.Left)-left) > 4 || math.Abs(float64(l.Top+l.Height)-base) > 8 {
				t.Errorf("%q lies at %.0f, %.0f, drawn at %.0f, %.0f", want, l.Left, l.Top+l.Height, left, base)
			}
		}
	}
	if found < 8 {
		t.Errorf("%d of the lines were found in %q", found, pages[1].Text)
	}
}

// X4: a sheet that was laid into the scanner sideways or upside down is read, and its
// lines lie where they are drawn.
func TestSheetsScannedSidewaysAreRead(t *testing.T) {
	needTesseract(t)
	drawn, err := os.ReadFile("../../testdata/scans/mooring-sheet-sideways.txt")
	if err != nil {
		t.Fatal(err)
	}
	e := apptest.Open(t)
	docs := apptest.Add(t, e, "", "../../testdata/kinds/mooring-sheet-sideways.pdf")
	if _, err := e.OCR(t.Context()); err != nil {
		t.Fatal(err)
	}
	pages, err := e.Pages(t.Context(), docs[0].ID)
	if err != nil || len(pages) != 3 {
		t.Fatal(len(pages), err)
	}
	for i, p := range pages {
		layout, err := e.Layout(t.Context(), docs[0].ID, p.Index)
		if err != nil || p.OCR < core.GoodOCR {
			t.Errorf("page %d: confidence %d, %v", p.Index, p.OCR, err)
			continue
		}
		found := 0
		for n, want := range strings.Split(string(drawn), "\n") {
			words := strings.Fields(want)
			if len(words) < 4 {
				continue
			}
			for _, l := range layout.Lines {
				if !strings.Contains(p.Text[l.Start:l.End], strings.Join(words[1:3], " ")) {
					continue
				}
				found++
				// Upright the sheet is a text of 1241 by 501 dots, which a page is as wide or as high as.
				dot := float64(max(layout.Width, layout.Height)) / float64(1241+i)
				high, wide, left, base := float64(501+i)*dot, float64(1241+i)*dot, 150*dot, (170+36*float64(n))*dot
				x, y := high-base, left // a quarter turn clockwise: the line runs down the page
				gotX, gotY := float64(l.Left), float64(l.Top)
				switch i {
				case 1:
					x, y = wide-left, high-base
					gotX, gotY = float64(l.Right), float64(l.Top)
				case 2:
					x, y = base, wide-left
					gotX, gotY = float64(l.Right), float64(l.Top+l.Height)
				}
				if math.Abs(gotX-x) > 16 || math.Abs(gotY-y) > 16 || l.Size > 40 {
					t.Errorf("page %d: %q lies at %.0f, %.0f, drawn at %.0f, %.0f; its letters are %.0f high", p.Index, want, gotX, gotY, x, y, l.Size)
				}
			}
		}
		if found < 4 {
			t.Errorf("page %d: %d of the lines were found in %q", p.Index, found, p.Text)
		}
	}
}

// What OCR read is cited, marked and boxed as what was always there.
func TestSourceReadByOCRIsMarkedAndBoxed(t *testing.T) {
	needTesseract(t)
	e := apptest.Open(t)
	apptest.Add(t, e, "", apptest.Sample("harbour-office-letter-1974-scan.pdf"))
	if _, err := e.OCR(t.Context()); err != nil {
		t.Fatal(err)
	}
	c, err := e.Context(t.Context(), core.ContextRequest{Query: "Which dredger worked the Esker bar?"})
	if err != nil || len(c.Sources) == 0 {
		t.Fatalf("%d sources, %v", len(c.Sources), err)
	}
	s := c.Sources[0]
	mark := "(" + core.OCRMark(s.OCR) + ")"
	if s.OCR < core.GoodOCR || !strings.HasSuffix(s.Heading, mark) || !strings.Contains(c.Text, mark) || s.Locator.String() != s.Document.Name+" p. 1" {
		t.Errorf("heading %q, confidence %d, place %q", s.Heading, s.OCR, s.Locator.String())
	}
	layout, err := e.Layout(t.Context(), s.Document.ID, s.Place.Page)
	if err != nil {
		t.Fatal(err)
	}
	cited := 0
	for _, l := range layout.Lines {
		for _, q := range s.Quotes {
			if l.Start < q.End && q.Start < l.End && l.Left > 0 && l.Right <= layout.Width && l.Top > 0 && l.Height > 0 {
				cited++
			}
		}
	}
	if cited == 0 {
		t.Error("no line of the source has a place")
	}
}

// BenchmarkOCR reads a scan of two pages, from the queue to the index.
func BenchmarkOCR(b *testing.B) {
	needTesseract(b)
	for b.Loop() {
		e, err := app.Open(b.Context(), app.Options{Library: b.TempDir(), Program: "test"})
		if err != nil {
			b.Fatal(err)
		}
		apptest.Add(b, e, "", apptest.Sample("harbour-office-letter-1974-scan.pdf"))
		if _, err := e.OCR(b.Context()); err != nil {
			b.Fatal(err)
		}
		if err := e.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(2*float64(b.N)/b.Elapsed().Seconds(), "pages/s")
}

// Of a document with words, the pages without any are read, and so are the tables and
// figures that are pictures; the words of these can be found, and stand apart from the
// text of their page. A blank page is none to be read.
func TestPicturesInADocumentWithWordsAreRead(t *testing.T) { // R0.4
	needTesseract(t)
	e := apptest.Open(t)
	docs := apptest.Add(t, e, "", "../../testdata/kinds/turbidity-at-four-moorings.pdf")
	s, err := e.Status(t.Context())
	if err != nil || s.Scans != 2 || s.Pictures != 1 {
		t.Fatalf("%d pages without words and %d pages with pictures wait, %v", s.Scans, s.Pictures, err)
	}
	if !strings.Contains(docs[0].Reason, "2 pages have no words") {
		t.Errorf("before: %q", docs[0].Reason)
	}
	if _, err := e.OCR(t.Context()); err != nil {
		t.Fatal(err)
	}
	d, err := e.Document(t.Context(), docs[0].ID)
	if err != nil || d.State != core.StateReady || !strings.HasPrefix(d.Reason, "2 pages were read by OCR") || d.NeedsAttention() {
		t.Errorf("after: %s, %q, %v", d.State, d.Reason, err)
	}
	pages, err := e.Pages(t.Context(), d.ID)
	if err != nil {
		t.Fatal(err)
	}
	at := pages[0].SeenSpan()
	table, own := pages[0].Text[at.Start:at.End], pages[0].TextLayer()
	for _, word := range []string{"Gannet", "Slipway", "Quarantine", "22.7"} {
		if !strings.Contains(table, word) || strings.Contains(own, word) {
			t.Errorf("%q is in the text of the page, or not in that of its picture: %q", word, table)
		}
	}
	if !strings.HasSuffix(own, "which of the two came first.") || strings.Contains(table, "wheelhouse") {
		t.Errorf("the text of the page is %q, that of its picture %q", own, table)
	}
	for query, page := range map[string]int{"Quarantine Buoy turbidity": 1, "thermistor": 2, "smoked mackerel": 5} {
		found, err := e.Search(t.Context(), core.SearchRequest{Query: query, Limit: 5})
		if err != nil || len(found.Hits) == 0 || found.Hits[0].Passage.Page != page || found.Hits[0].OCR == 0 {
			t.Errorf("%s: %+v, %v", query, found.Hits, err)
		}
	}
	found, err := e.Search(t.Context(), core.SearchRequest{Query: "murkiest ferry berth", Limit: 5})
	if err != nil || len(found.Hits) == 0 || found.Hits[0].OCR != 0 || strings.Contains(found.Hits[0].Text, "Gannet") {
		t.Errorf("the text of the page: %+v, %v", found.Hits, err)
	}
}
