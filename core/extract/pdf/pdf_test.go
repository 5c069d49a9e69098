package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-pdf/fpdf"

	"ibid/core"
)

// make writes a PDF in points from the upper left corner.
func makePDF(t testing.TB, write func(*fpdf.Fpdf)) core.Input {
	t.Helper()
	doc := fpdf.New("P", "pt", "A4", "")
	doc.SetAutoPageBreak(false, 0)
	write(doc)
	var out bytes.Buffer
	if err := doc.Output(&out); err != nil {
		t.Fatal(err)
	}
	return core.Input{Name: "test.pdf", Data: out.Bytes(), Kind: core.KindPDF}
}

func put(doc *fpdf.Fpdf, style string, size, x, y float64, text string) {
	doc.SetFont("Times", style, size)
	doc.Text(x, y, text)
}

func read(t testing.TB, in core.Input) ([]core.Page, []core.Layout) {
	t.Helper()
	var pages []core.Page
	var layouts []core.Layout
	err := Extractor{}.Words(context.Background(), in, func(p core.Page) error {
		pages = append(pages, p)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	err = Extractor{}.Structure(context.Background(), in, pages, func(l core.Layout) error {
		layouts = append(layouts, l)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(layouts) != len(pages) {
		t.Fatalf("%d layouts for %d pages", len(layouts), len(pages))
	}
	return pages, layouts
}

const leftText, rightText = "the left column of the paper goes on at number", "while the right one speaks of something else at"

// twoColumns draws 20 rows of two columns under a title.
func twoColumns(rowByRow bool) func(*fpdf.Fpdf) {
	return func(doc *fpdf.Fpdf) {
		doc.AddPage()
		put(doc, "B", 20, 90, 60, "A title that stands across both of the columns")
		left := func(i int) {
			put(doc, "", 10, 60, 100+12*float64(i), fmt.Sprintf("%s %d", leftText, i))
		}
		right := func(i int) {
			put(doc, "", 10, 310, 100+12*float64(i), fmt.Sprintf("%s %d", rightText, i))
		}
		for i := range 20 {
			left(i)
			if rowByRow {
				right(i)
			}
		}
		for i := range 20 {
			if !rowByRow {
				right(i)
			}
		}
	}
}

// Two columns are read one after the other, whichever way they were written.
func TestTwoColumnsAreNotInterleaved(t *testing.T) {
	for _, rowByRow := range []bool{false, true} {
		pages, layouts := read(t, makePDF(t, twoColumns(rowByRow)))
		l := layouts[0]
		order := l.Order
		if order == nil {
			for i := range l.Lines {
				order = append(order, i)
			}
		}
		var got []string
		for _, i := range order {
			got = append(got, pages[0].Text[l.Lines[i].Start:l.Lines[i].End])
		}
		want := []string{"A title that stands across both of the columns"}
		for i := range 20 {
			want = append(want, fmt.Sprintf("%s %d", leftText, i))
		}
		for i := range 20 {
			want = append(want, fmt.Sprintf("%s %d", rightText, i))
		}
		if !slices.Equal(got, want) {
			t.Errorf("row by row %v: read as\n%s", rowByRow, strings.Join(got, "\n"))
		}
		if rowByRow != (l.Order != nil) {
			t.Errorf("row by row %v: order is %v", rowByRow, l.Order)
		}
	}
}

func TestLinesHaveTheirPlaces(t *testing.T) {
	pages, layouts := read(t, makePDF(t, twoColumns(false)))
	l := layouts[0]
	if l.Width < 595 || l.Width > 596 || l.Height < 841 || l.Height > 842 {
		t.Errorf("page is %v × %v points, want A4", l.Width, l.Height)
	}
	for i, line := range l.Lines {
		text := pages[0].Text[line.Start:line.End]
		switch {
		case i == 0:
			if line.Size != 20 || !line.Bold {
				t.Errorf("the title is %+v", line)
			}
		case strings.HasPrefix(text, leftText):
			if line.Left < 59 || line.Left > 61 || line.Right < 230 || line.Right > 309 || line.Size != 10 || line.Bold {
				t.Errorf("%q is at %+v", text, line)
			}
		case strings.HasPrefix(text, rightText):
			if line.Left < 309 || line.Left > 311 || line.Right < 480 || line.Right > 595 {
				t.Errorf("%q is at %+v", text, line)
			}
		default:
			t.Errorf("line %d is %q", i, text)
		}
	}
}

func TestHeadingsComeFromSizeAndNumber(t *testing.T) {
	_, layouts := read(t, makePDF(t, func(doc *fpdf.Fpdf) {
		for p := range 4 {
			doc.AddPage()
			put(doc, "", 9, 60, 30, fmt.Sprintf("Journal of Curves %d", p+1))
			put(doc, "", 9, 300, 820, fmt.Sprint(p+1))
			y := 80.0
			down := func(style string, size float64, text string) {
				put(doc, style, size, 60, y, text)
				y += 1.3 * size
			}
			if p == 0 {
				down("B", 22, "On the Inversion of Curves")
				y += 20
			}
			down("B", 14, fmt.Sprintf("%d Part number %d", p+1, p+1))
			for range 10 {
				down("", 10, "Running text of the paper that nobody would take for a heading of it")
			}
			y += 12
			put(doc, "B", 10, 60, y, fmt.Sprintf("%d.1", p+1))
			put(doc, "B", 10, 90, y, "A section within")
			y += 13
			for range 10 {
				down("", 10, "and more of the running text, which goes on and on until the page ends")
			}
			y += 8
			down("B", 14, "Acknowledgements of a length that takes two lines where the")
			down("B", 14, "column is narrow")
			down("", 10, "The authors thank everybody who has read this text to its very end.")
		}
	}))
	var got []string
	for _, l := range layouts {
		for _, h := range l.Headings {
			got = append(got, fmt.Sprintf("%d:%d %s", l.Page, h.Level, h.Title))
			if h.Line < 0 || l.Lines[h.Line].Start != h.Start {
				t.Errorf("%q starts at %d, its line is %d", h.Title, h.Start, h.Line)
			}
		}
	}
	want := []string{"1:1 On the Inversion of Curves"}
	for p := 1; p <= 4; p++ {
		want = append(want,
			fmt.Sprintf("%d:1 %d Part number %d", p, p, p),
			fmt.Sprintf("%d:2 %d.1 A section within", p, p),
			fmt.Sprintf("%d:1 Acknowledgements of a length that takes two lines where the column is narrow", p))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestADocumentOfNothingButHeadsKeepsThem(t *testing.T) {
	_, layouts := read(t, makePDF(t, func(doc *fpdf.Fpdf) {
		for p := range 5 {
			doc.AddPage()
			put(doc, "", 12, 60, 30, fmt.Sprintf("Plate %d", p+1))
		}
	}))
	for _, l := range layouts {
		if len(l.Lines) != 1 || l.Lines[0].Running {
			t.Errorf("page %d: %+v, want its one line, not as a running head", l.Page, l.Lines)
		}
	}
}

func TestTablesAndPicturesAreCounted(t *testing.T) {
	_, layouts := read(t, makePDF(t, func(doc *fpdf.Fpdf) {
		doc.AddPage()
		for i := range 8 {
			put(doc, "", 10, 60, 80+12*float64(i), "Running text above the table, which has nothing to do with it at all.")
		}
		put(doc, "", 9, 60, 200, "Table 1: Yields by country")
		for r := range 6 {
			for c := range 4 {
				put(doc, "", 9, 60+110*float64(c), 220+12*float64(r), fmt.Sprintf("cell %d.%d", r, c))
			}
		}
		doc.AddPage()
		put(doc, "", 10, 60, 80, "No table here.")
	}))
	if layouts[0].Tables != 1 || layouts[1].Tables != 0 {
		t.Errorf("tables: %d and %d, want 1 and 0", layouts[0].Tables, layouts[1].Tables)
	}
}

func TestPageWithoutTextSaysSo(t *testing.T) {
	pages, layouts := read(t, makePDF(t, func(doc *fpdf.Fpdf) {
		doc.AddPage()
		doc.Rect(100, 100, 200, 200, "F")
	}))
	if pages[0].Text != "" || pages[0].Note != "" || len(layouts[0].Lines) != 0 {
		t.Errorf("got %+v and %+v", pages[0], layouts[0])
	}
}

func TestSafeReadsNoStructure(t *testing.T) {
	in := makePDF(t, twoColumns(false))
	n := 0
	err := Extractor{Safe: true}.Structure(context.Background(), in, []core.Page{{Index: 1, Text: "x"}}, func(l core.Layout) error {
		n++
		if l.Lines != nil || l.Page != 1 {
			t.Errorf("got %+v", l)
		}
		return nil
	})
	if err != nil || n != 1 {
		t.Errorf("got %d layouts, %v", n, err)
	}
}

func TestOutOfTimeLeavesPagesWithoutLines(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	n := 0
	err := Extractor{}.Structure(ctx, makePDF(t, twoColumns(false)), []core.Page{{Index: 1, Text: leftText + " 0"}}, func(l core.Layout) error {
		if n++; len(l.Lines) > 0 {
			t.Errorf("got %+v", l)
		}
		return nil
	})
	if err != nil || n != 1 {
		t.Errorf("got %d layouts, %v", n, err)
	}
}

func TestJunkBeforeTheMarkIsSkipped(t *testing.T) {
	in := makePDF(t, twoColumns(false))
	in.Data = append([]byte("HTTP/1.1 200 OK\r\n\r\n"), in.Data...)
	if pages, _ := read(t, in); !strings.Contains(pages[0].Text, leftText) {
		t.Errorf("got %q", pages[0].Text)
	}
}

func TestGarbledTextIsMarked(t *testing.T) {
	tests := []struct {
		name, in, text string
		noted          bool
	}{
		{"plain", "plain text\n\n", "plain text", false},
		{"only spaces", " \n \n", "", false},
		{"replacement characters", strings.Repeat("\uFFFD", 50) + "ab", strings.Repeat("\uFFFD", 50) + "ab", true},
		{"private use", strings.Repeat("\uE001 ", 50), strings.Repeat("\uE001 ", 50), true},
		{"a third unknown", "abcdef" + strings.Repeat("\uFFFD", 3), "abcdef\uFFFD\uFFFD\uFFFD", true},
		{"NUL and invalid bytes", "a\x00b\xffc", "ab\uFFFDc", true},
		{"control characters", "Contents\b\b4", "Contents  4", false},
	}
	for _, tt := range tests {
		text, note := sanitise(tt.in)
		if text != tt.text || (note != "") != tt.noted {
			t.Errorf("%s: got %q, note %q", tt.name, text, note)
		}
	}
}

func TestNotAPDFIsDamaged(t *testing.T) {
	for _, data := range []string{"", "text", strings.Repeat(" ", 2000) + "%PDF-1.7"} {
		_, err := Prepare([]byte(data), "")
		var f *core.FileError
		if !errors.As(err, &f) || f.State != core.StateDamaged || f.Reason == "" {
			t.Errorf("%.10q: got %v", data, err)
		}
	}
}
