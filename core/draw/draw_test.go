package draw

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"github.com/go-pdf/fpdf"

	"ibid/core"
)

// square is a PDF whose page has a black square in its upper left quarter.
func square(t testing.TB, orientation string) []byte {
	t.Helper()
	doc := fpdf.New(orientation, "pt", "A4", "")
	doc.AddPage()
	doc.SetFillColor(0, 0, 0)
	doc.Rect(50, 50, 200, 200, "F")
	var out bytes.Buffer
	if err := doc.Output(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestPageIsDrawnOnWhiteAndFits(t *testing.T) {
	for _, orientation := range []string{"P", "L"} {
		doc, err := Open(core.KindPDF, "a.pdf", square(t, orientation), 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, box := range []image.Point{{200, 200}, {1, 1}, {3, 900}, {1191, 1684}} {
			img, err := doc.Draw(1, box.X, box.Y, 25_000_000)
			if err != nil {
				t.Fatalf("%v: %v", box, err)
			}
			checkPicture(t, img, box)
			if box.X < 200 {
				continue
			}
			w, h := img.Bounds().Dx(), img.Bounds().Dy()
			if c := img.RGBAAt(w-2, h-2); c != (color.RGBA{255, 255, 255, 255}) {
				t.Errorf("%v: the corner is %v, want white", box, c)
			}
			scale := float64(max(w, h)) / 842
			if c := img.RGBAAt(int(150*scale), int(150*scale)); c != (color.RGBA{0, 0, 0, 255}) {
				t.Errorf("%v: the square is %v, want black", box, c)
			}
		}
		if err := doc.Close(); err != nil {
			t.Error(err)
		}
	}
}

func checkPicture(t *testing.T, img *image.RGBA, box image.Point) {
	t.Helper()
	b := img.Bounds()
	if b.Min != (image.Point{}) || b.Empty() || b.Dx() > box.X || b.Dy() > box.Y {
		t.Errorf("box %v got a picture of %v", box, b)
	}
	if b.Dx() < box.X-2 && b.Dy() < box.Y-2 {
		t.Errorf("box %v is not filled by %v", box, b)
	}
	if img.Stride != 4*b.Dx() || len(img.Pix) != img.Stride*b.Dy() {
		t.Errorf("box %v: stride %d and %d bytes for %v", box, img.Stride, len(img.Pix), b)
	}
}

func TestTextIsDrawnAsASheet(t *testing.T) {
	doc, err := Open(core.KindText, "a.txt", []byte(strings.Repeat("A line of text\twith a tab – and a very long end "+strings.Repeat("x", 200)+"\n", 100)), 0)
	if err != nil {
		t.Fatal(err)
	}
	box := image.Point{300, 424}
	img, err := doc.Draw(1, box.X, box.Y, 25_000_000)
	if err != nil {
		t.Fatal(err)
	}
	checkPicture(t, img, box)
	checkWritten(t, "many lines", img)
	if _, err := doc.Draw(2, 10, 10, 100); !errors.Is(err, core.ErrNoSuchPage) {
		t.Errorf("page 2 of a text gives %v", err)
	}
}

// checkWritten checks that a sheet has ink in the first row of its text, and none in
// its margins.
func checkWritten(t *testing.T, name string, img *image.RGBA) {
	t.Helper()
	size := img.Bounds().Size()
	scale := float64(size.X) / sheetWidth
	right := sheetMargin + 0.6*sheetSize*sheetCells // where a full row ends, in points
	text := image.Rect(int(sheetMargin*scale)-1, int(sheetMargin*scale)-1, int(right*scale)+2, size.Y-int(sheetMargin*scale)+2)
	first := image.Rect(text.Min.X, text.Min.Y, text.Max.X, text.Min.Y+int(1.5*sheetLead*scale)+2)
	inFirst, outside := 0, 0
	for y := range size.Y {
		for x := range size.X {
			at := image.Pt(x, y)
			switch inked := img.RGBAAt(x, y).R < 200; {
			case inked && !at.In(text):
				outside++
			case inked && at.In(first):
				inFirst++
			}
		}
	}
	if inFirst < 10 || outside > 0 {
		t.Errorf("%s: %d pixels of ink in the first row, %d in the margins", name, inFirst, outside)
	}
}

func TestScaleObeysBoxAndCap(t *testing.T) {
	tests := []struct {
		w, h, width, height, most int
		want                      float64
	}{
		{100, 200, 50, 50, 0, 0.25},
		{200, 100, 50, 50, 0, 0.25},
		{100, 100, 1000, 1000, 10_000, 1},
		{100, 100, 100, 100, 10_000, 1},
	}
	for _, tt := range tests {
		if got, err := fit(tt.w, tt.h, tt.width, tt.height, tt.most); err != nil || got != tt.want {
			t.Errorf("%+v: got %v, %v", tt, got, err)
		}
	}
	for _, bad := range [][4]int{{0, 1, 1, 1}, {1, -1, 1, 1}, {1, 1, 0, 1}} {
		if _, err := fit(bad[0], bad[1], bad[2], bad[3], 0); err == nil {
			t.Errorf("%v fits", bad)
		}
	}
}

func TestWhatCannotBeDrawnIsNamed(t *testing.T) {
	tests := []struct {
		kind  core.Kind
		data  string
		state core.State
	}{
		{core.KindOther, "PK", core.StateUnsupported},
		{core.KindPDF, "text", core.StateDamaged},
		{core.KindPDF, "%PDF-1.7" + strings.Repeat(" ", 100), core.StateDamaged},
	}
	for _, tt := range tests {
		_, err := Open(tt.kind, "a", []byte(tt.data), 10)
		var f *core.FileError
		if !errors.As(err, &f) || f.State != tt.state {
			t.Errorf("%s %.10q: got %v, want %s", tt.kind, tt.data, err, tt.state)
		}
	}
}

func BenchmarkSheet(b *testing.B) {
	doc, err := Open(core.KindText, "a.txt", []byte(strings.Repeat("A line of text.\n", 60)), 0)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := doc.Draw(1, 160, 220, 1e6); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleOpen() {
	doc, err := Open(core.KindText, "notes.txt", []byte("Some notes."), 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = doc.Close() }()
	img, err := doc.Draw(1, 160, 220, 1_000_000)
	fmt.Println(img.Bounds(), err)
	// Output: (0,0)-(155,219) <nil>
}

func TestSheetsHoldTheBeginningOfAText(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       int // rows
	}{
		{"80 characters", strings.Repeat("x", 80), 1},
		{"81 characters", strings.Repeat("x", 81), 2},
		{"as many lines as have room", strings.Repeat("x\n", sheetRows), sheetRows},
		{"one more", strings.Repeat("x\n", sheetRows+1), sheetRows},
		{"nothing", "", 0},
	} {
		if got := len(rows([]byte(tt.text))); got != tt.want {
			t.Errorf("%s: %d rows, want %d", tt.name, got, tt.want)
		}
	}
}

// The first page of a book may be blank; the first of four with ink is shown.
func TestFirstPageWithInkIsDrawn(t *testing.T) {
	for blank, want := range map[int]bool{0: true, leaves - 1: true, leaves: false} {
		doc := fpdf.New("P", "pt", "A4", "")
		for range blank {
			doc.AddPage()
		}
		doc.AddPage()
		doc.Rect(50, 50, 200, 200, "F")
		var out bytes.Buffer
		if err := doc.Output(&out); err != nil {
			t.Fatal(err)
		}
		book, err := OpenFirst("book", out.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		img, err := book.Draw(1, 100, 100, 1e6)
		if err != nil || isBlank(img) == want {
			t.Errorf("%d blank pages: shown %v, want %v; %v", blank, !isBlank(img), want, err)
		}
		if err := book.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestOnlyPicturesOfAPixelMoreAreRefused(t *testing.T) {
	for size, refused := range map[image.Point]bool{{8000, 8000}: false, {8000, 8001}: true, {64_000_001, 1}: true} {
		data := encoded(t, func(b *bytes.Buffer) error { return png.Encode(b, corner()) })
		binary.BigEndian.PutUint32(data[16:], uint32(size.X))
		binary.BigEndian.PutUint32(data[20:], uint32(size.Y))
		binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
		_, err := decode(data) // there are no pixels for such a size
		if err == nil || strings.Contains(err.Error(), "million") != refused {
			t.Errorf("%v: %v, refused for its size %v", size, err, refused)
		}
	}
}
