package ask_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"ibid/app"
	"ibid/app/apptest"
	"ibid/core"
	"ibid/core/thumb"
)

const kelp = "How did dredging change the depth limit of the kelp forest?"

// cited asks for a context of at most n sources.
func cited(t testing.TB, e *app.Engine, question string, n int) []core.Source {
	t.Helper()
	c, err := e.Context(t.Context(), core.ContextRequest{Query: question, MaxSources: n, Budget: 100_000})
	if err != nil {
		t.Fatal(err)
	}
	return c.Sources
}

func decoded(t testing.TB, data []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// share is the part of a rectangle's pixels that a test holds for.
func share(img image.Image, r image.Rectangle, holds func(color.RGBA) bool) float64 {
	n := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if holds(color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)) {
				n++
			}
		}
	}
	return float64(n) / float64(max(1, r.Dx()*r.Dy()))
}

// marked and blank are paper with and without a text marker.
func marked(c color.RGBA) bool { return c.R > 200 && c.G > 190 && c.B > 120 && c.B < 200 }
func blank(c color.RGBA) bool  { return c.R > 250 && c.G > 250 && c.B > 250 }

// upright are titles of axes that are written upwards. Their places in the
// layout are those of one letter.
var upright = map[string]bool{"Turbidity (FNU)": true, "Depth limit (m)": true}

// Of every source by itself, the cited lines of each page are marked and no
// other line is.
func TestContactSheetMarksTheCitedLines(t *testing.T) { // X5
	if testing.Short() {
		t.Skip("looks at every pixel of its pages")
	}
	e := apptest.Open(t)
	apptest.Add(t, e, apptest.SamplePassword, apptest.Sample())
	lines, others := 0, 0
	for _, s := range cited(t, e, kelp, 10) {
		if !s.Document.Kind.Paged() || s.Locator.LastPage != s.Locator.Page {
			continue
		}
		data, err := e.ContactSheet(t.Context(), []core.Source{s}, core.SmallSheet)
		if err != nil {
			t.Fatal(err)
		}
		img := decoded(t, data)
		layout, err := e.Layout(t.Context(), s.Document.ID, s.Locator.Page)
		if err != nil {
			t.Fatal(err)
		}
		sizes, err := thumb.PageSizes([]thumb.Tile{{Aspect: float64(layout.Width / layout.Height)}}, core.SmallSheet)
		if err != nil {
			t.Fatal(err)
		}
		corner := image.Pt((img.Bounds().Dx()-sizes[0].X)/2, core.SmallSheet/64)
		scale := float32(sizes[0].X) / layout.Width
		for _, line := range layout.Lines {
			// The first half of a line, and the middle of its height: where it ends is an estimate.
			r := image.Rect(int(line.Left*scale), int((line.Top+line.Height/4)*scale),
				int((line.Left+line.Right)/2*scale), int((line.Top+line.Height*3/4)*scale)).Add(corner)
			is := false
			for _, q := range s.Quotes {
				is = is || q.Page == layout.Page && line.Start < q.End && q.Start < line.End
			}
			white, yellow := share(img, r, blank), share(img, r, marked)
			if is {
				lines++
			} else {
				others++
			}
			if text := lineText(t, e, s, line); !upright[text] && (is && white > 0.02 || !is && yellow > 0.3) {
				t.Errorf("[%d] %s: line %q at %v is cited %v, but %.0f %% of it is marked and %.0f %% blank",
					s.Number, s.Heading, text, r, is, 100*yellow, 100*white)
			}
		}
	}
	t.Logf("%d cited lines, %d others", lines, others)
	if lines < 50 || others < 50 {
		t.Errorf("%d cited lines and %d others were looked at", lines, others)
	}
}

func lineText(t *testing.T, e *app.Engine, s core.Source, line core.Line) string {
	t.Helper()
	pages, err := e.Pages(t.Context(), s.Document.ID)
	if err != nil {
		t.Fatal(err)
	}
	return pages[s.Locator.Page-1].Text[line.Start:line.End]
}

func TestContactSheetShowsEverySource(t *testing.T) { // X5
	if testing.Short() {
		t.Skip("draws every page of the sample")
	}
	e := apptest.Open(t)
	apptest.Add(t, e, apptest.SamplePassword, apptest.Sample())
	for _, n := range []int{1, 3, 10, 20} {
		sources := cited(t, e, "kelp dredging plume survey depth", n)
		if len(sources) != n {
			t.Fatalf("%d sources, want %d", len(sources), n)
		}
		for _, longest := range []int{core.SmallSheet, core.LargeSheet} {
			data, err := e.ContactSheet(t.Context(), sources, longest)
			if err != nil {
				t.Fatal(err)
			}
			size := decoded(t, data).Bounds().Size()
			if long := max(size.X, size.Y); long > longest || long < longest*6/10 || len(data) > 5<<20 {
				t.Errorf("%d sources on %d pixels: %v, %d bytes", n, longest, size, len(data))
			}
			again, err := e.ContactSheet(t.Context(), sources, longest)
			if err != nil || !bytes.Equal(again, data) {
				t.Errorf("%d sources on %d pixels: the second sheet is another one, %v", n, longest, err)
			}
			look(t, fmt.Sprintf("sheet-%d-%d.png", n, longest), data)
		}
	}
}

// look keeps a sheet in the folder that IBID_PICTURES names, for a person.
func look(t *testing.T, name string, data []byte) {
	t.Helper()
	if dir := os.Getenv("IBID_PICTURES"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Error(err)
		}
	}
}

func TestContactSheetHasATileForEachPage(t *testing.T) { // X5
	if testing.Short() {
		t.Skip("looks at every pixel of its pages")
	}
	e := apptest.Open(t)
	apptest.Add(t, e, apptest.SamplePassword, apptest.Sample())
	var s core.Source
	for _, s = range cited(t, e, kelp, 10) {
		if s.Document.Kind.Paged() && s.Locator.Page < s.Document.Pages {
			break
		}
	}
	one, err := e.ContactSheet(t.Context(), []core.Source{s}, core.SmallSheet)
	if err != nil {
		t.Fatal(err)
	}
	s.Locator.LastPage = s.Locator.Page + 1
	two, err := e.ContactSheet(t.Context(), []core.Source{s}, core.SmallSheet)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := decoded(t, one).Bounds(), decoded(t, two).Bounds(); a.Dx() > a.Dy() || b.Dx() < b.Dy() {
		t.Errorf("one page on %v, two on %v: want them side by side", a, b)
	}
	look(t, "sheet-pages.png", two)
	s.Locator.LastPage = 1 << 40 // as a saved context may claim
	if many, err := e.ContactSheet(t.Context(), []core.Source{s, s, s}, core.SmallSheet); err != nil {
		t.Error(err)
	} else {
		look(t, "sheet-many.png", many)
	}
}

func TestContactSheetSaysWhatItCannotDraw(t *testing.T) { // X5
	if testing.Short() {
		t.Skip("looks at every pixel of its pages")
	}
	e, dir := apptest.Open(t), t.TempDir()
	for _, name := range []string{"carrow-sound-monitoring-report-2023.pdf", "okafor-reid-resuspension.pdf", "reading-notes.md"} {
		data, err := os.ReadFile(apptest.Sample(name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	apptest.Add(t, e, "", dir)
	sources := cited(t, e, "kelp dredging turbidity", 10)
	whole, err := e.ContactSheet(t.Context(), sources, core.SmallSheet)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "carrow-sound-monitoring-report-2023.pdf")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "okafor-reid-resuspension.pdf"), []byte("other"), 0o600); err != nil {
		t.Fatal(err)
	}
	cards, err := e.ContactSheet(t.Context(), sources, core.SmallSheet)
	if err != nil {
		t.Fatal(err)
	}
	look(t, "sheet-missing.png", cards)
	a, b := decoded(t, whole), decoded(t, cards)
	if before, after := share(a, a.Bounds(), blank), share(b, b.Bounds(), blank); after <= 0 || before == after {
		t.Errorf("%.2f of the sheet is blank with its files, %.2f without", before, after)
	}
	odd := core.Source{Number: 1, Document: core.Document{Kind: core.KindPDF}, Place: core.Place{Hash: "unknown"}, Locator: core.PageLocator("a\u202e.pdf", 7, "")}
	for _, page := range []int{-1, 0, 7, 1 << 62} {
		odd.Locator.Page = page
		if _, err := e.ContactSheet(t.Context(), []core.Source{odd}, core.SmallSheet); err != nil {
			t.Errorf("page %d of a document that is not there: %v", page, err)
		}
	}
}

func TestContactSheetRefusesWhatMakesNoSense(t *testing.T) {
	e := apptest.Open(t)
	s := core.Source{Number: 1, Text: "quoted", Locator: core.LineLocator("a.md", 1, 2)}
	for _, tt := range []struct {
		sources []core.Source
		longest int
		want    error
	}{
		{nil, core.SmallSheet, core.ErrNotFound},
		{[]core.Source{s}, 0, core.ErrQuery},
		{[]core.Source{s}, core.MaxSheet + 1, core.ErrQuery},
		{[]core.Source{s}, core.MinSheet, nil},
	} {
		if _, err := e.ContactSheet(t.Context(), tt.sources, tt.longest); !errors.Is(err, tt.want) {
			t.Errorf("%d sources, %d pixels: %v, want %v", len(tt.sources), tt.longest, err, tt.want)
		}
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.ContactSheet(over, []core.Source{s}, core.SmallSheet); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func BenchmarkContactSheetOfTen(b *testing.B) {
	e := apptest.Open(b)
	apptest.Add(b, e, apptest.SamplePassword, apptest.Sample())
	sources := cited(b, e, kelp, 10)
	longest := core.SmallSheet
	for b.Loop() {
		longest-- // other sizes, so that every page is drawn
		if _, err := e.ContactSheet(b.Context(), sources, longest); err != nil {
			b.Fatal(err)
		}
	}
}
