package pdf

import (
	"bytes"
	"fmt"
	"image"
	"strings"
	"testing"

	fitz "github.com/gen2brain/go-fitz"
)

// appearance is that of an annotation as formPDF takes it: an object of its
// own, which is no annotation.
func appearance(form, contents string) string {
	return fmt.Sprintf("/Subtype/Form%s/Length %d>>\nstream\n%s\nendstream\n%%", form, len(contents), contents)
}

// inked is how many pixels of a part of the first page are not white, in points
// from its upper left corner.
func inked(t *testing.T, data []byte, part image.Rectangle) int {
	t.Helper()
	doc, err := fitz.NewFromMemory(data)
	if err != nil {
		t.Fatal(err)
	}
	defer doc.Close()
	img, err := doc.ImageDPI(0, 72)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if r, g, b, _ := img.At(x, y).RGBA(); r+g+b < 3*0xffff {
				n++
			}
		}
	}
	return n
}

// What a form was filled in with is drawn where it stands on its page, under the
// place that its words have; what is not seen is not drawn.
func TestFormFieldsAndCommentsAreDrawn(t *testing.T) { // C2
	const box = "0 0 1 rg 0 0 100 20 re f"
	field := func(more string) string { return `/Subtype/Widget/FT/Tx/V(ebb)/Rect[300 600 500 640]` + more }
	at := image.Rect(300, 160, 500, 200) // 600 to 640 of a page that is 800 high
	for name, tt := range map[string]struct {
		annotations []string
		ink         int
	}{
		"scaled to its place":   {[]string{field(`/AP<</N 7 0 R>>`), appearance("/BBox[0 0 100 20]", box)}, 200 * 40},
		"a part of its form":    {[]string{field(`/AP<</N 7 0 R>>`), appearance("/BBox[0 0 200 20]", box)}, 100 * 40},
		"turned":                {[]string{field(`/AP<</N 7 0 R>>`), appearance("/BBox[0 0 100 20]/Matrix[0 1 -1 0 0 0]", box)}, 200 * 40},
		"the state that it has": {[]string{field(`/AS/On/AP<</N<</On 7 0 R/Off 8 0 R>>>>`), appearance("/BBox[0 0 100 20]", box), appearance("/BBox[0 0 100 20]", "")}, 200 * 40},
		"no state":              {[]string{field(`/AS/Lost/AP<</N<</On 7 0 R>>>>`), appearance("/BBox[0 0 100 20]", box)}, 0},
		"hidden":                {[]string{field(`/F 2/AP<</N 7 0 R>>`), appearance("/BBox[0 0 100 20]", box)}, 0},
		"without a look":        {[]string{field("")}, 0},
		"a look that is lost":   {[]string{field(`/AP<</N 99 0 R>>`)}, 0},
		"an empty box":          {[]string{field(`/AP<</N 7 0 R>>`), appearance("/BBox[0 0 0 20]", box)}, 0},
	} {
		in := formPDF("1 0 0 RG 2 0 0 2 0 0 cm "+heading, "", tt.annotations...)
		out := Flatten(in.Data)
		if got := inked(t, out, at); got < tt.ink*95/100 || got > tt.ink {
			t.Errorf("%s: %d pixels are inked, want %d", name, got, tt.ink)
		}
		if !bytes.HasPrefix(out, in.Data) || (tt.ink == 0) != (len(out) == len(in.Data)) {
			t.Errorf("%s: %d bytes became %d", name, len(in.Data), len(out))
		}
		if top := image.Rect(0, 0, 600, 150); inked(t, out, top) != inked(t, in.Data, top) {
			t.Errorf("%s: the contents of the page are drawn otherwise", name)
		}
	}
	plain := []byte(strings.Replace(string(formPDF(heading, "").Data), "startxref", "startxxxx", 1))
	if out := Flatten(plain); len(out) != len(plain) {
		t.Error("a file without annotations was altered")
	}
}

func FuzzDrawnFilesCanBeOpened(f *testing.F) {
	f.Add(formPDF(heading, "", `/Subtype/Widget/Rect[1 2 3 4]/AP<</N 7 0 R>>`, appearance("/BBox[0 0 100 20]", "0 0 9 9 re f")).Data)
	f.Add(formPDF(heading, "/Rotate 90", `/Subtype/Stamp/Rect[1 2 3 4]/AS/On/AP<</N<</On 7 0 R>>>>`, appearance("/BBox[0 0 1 1]/Matrix[0 1 -1 0 0 0]", "")).Data)
	f.Fuzz(func(t *testing.T, data []byte) {
		if out := Flatten(data); !bytes.HasPrefix(out, data) || len(out) > len(data)+2*mostAdded {
			t.Fatalf("%d bytes became %d", len(data), len(out))
		}
	})
}
