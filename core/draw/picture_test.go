package draw

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"

	"ibid/core"
)

// corner is a white picture of 40 × 20 pixels whose upper left corner is black.
func corner() image.Image {
	img := image.NewPaletted(image.Rect(0, 0, 40, 20), color.Palette{color.White, color.Black})
	for y := range 10 {
		for x := range 10 {
			img.SetColorIndex(x, y, 1)
		}
	}
	return img
}

func encoded(t testing.TB, write func(*bytes.Buffer) error) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestPicturesAreDrawnUpright(t *testing.T) {
	data := encoded(t, func(b *bytes.Buffer) error { return png.Encode(b, corner()) })
	tests := []struct {
		orientation int
		size, black image.Point // of the drawing, and a point in its black corner
	}{
		{0, image.Pt(80, 40), image.Pt(2, 2)},
		{1, image.Pt(80, 40), image.Pt(2, 2)},
		{2, image.Pt(80, 40), image.Pt(77, 2)},
		{3, image.Pt(80, 40), image.Pt(77, 37)},
		{4, image.Pt(80, 40), image.Pt(2, 37)},
		{5, image.Pt(40, 80), image.Pt(2, 2)},
		{6, image.Pt(40, 80), image.Pt(37, 2)},
		{7, image.Pt(40, 80), image.Pt(37, 77)},
		{8, image.Pt(40, 80), image.Pt(2, 77)},
	}
	for _, tt := range tests {
		box := image.Pt(80, 80)
		img, err := OpenPicture(data, tt.orientation, "").Draw(1, box.X, box.Y, 1e6)
		if err != nil {
			t.Fatal(err)
		}
		checkPicture(t, img, box)
		if img.Bounds().Size() != tt.size {
			t.Errorf("orientation %d: %v, want %v", tt.orientation, img.Bounds(), tt.size)
		}
		for _, p := range []image.Point{{2, 2}, {tt.size.X - 3, 2}, {2, tt.size.Y - 3}, {tt.size.X - 3, tt.size.Y - 3}} {
			if dark := img.RGBAAt(p.X, p.Y).R < 128; dark != (p == tt.black) {
				t.Errorf("orientation %d: %v is dark %v", tt.orientation, p, dark)
			}
		}
	}
}

func TestEveryFormatIsDrawn(t *testing.T) {
	formats := map[string][]byte{
		"jpeg": encoded(t, func(b *bytes.Buffer) error { return jpeg.Encode(b, corner(), nil) }),
		"gif":  encoded(t, func(b *bytes.Buffer) error { return gif.Encode(b, corner(), nil) }),
		"bmp":  encoded(t, func(b *bytes.Buffer) error { return bmp.Encode(b, corner()) }),
		"tiff": encoded(t, func(b *bytes.Buffer) error { return tiff.Encode(b, corner(), nil) }),
	}
	for name, data := range formats {
		img, err := OpenPicture(data, 1, "").Draw(1, 40, 40, 1e6)
		if err != nil {
			t.Fatal(err)
		}
		if img.Bounds().Size() != image.Pt(40, 20) || img.RGBAAt(3, 3).R > 60 || img.RGBAAt(30, 15).R < 200 {
			t.Errorf("%s: %v, %v, %v", name, img.Bounds(), img.RGBAAt(3, 3), img.RGBAAt(30, 15))
		}
	}
}

func TestWhatCannotBeDecodedIsASheet(t *testing.T) {
	small := "RIFF\x14\x00\x00\x00WEBPVP8L\x08\x00\x00\x00\x2f\xff\xff\xff\x0f\x00\x00\x00"
	inside := "RIFF\x26\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00VP8L\x08\x00\x00\x00\x2f\xff\xff\xff\x0f\x00\x00\x00"
	huge := encoded(t, func(b *bytes.Buffer) error { return png.Encode(b, corner()) })
	copy(huge[16:], "\x00\x01\x00\x00\x00\x01\x00\x00") // 65,536 pixels a side; the sum over it is wrong now
	for name, data := range map[string]string{
		"nothing":                        "",
		"HEIC":                           "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic",
		"a WebP of 28 bytes":             small,
		"a WebP in a small canvas":       inside,
		"a PNG of four gigapixels":       string(huge),
		"half a JPEG":                    "\xff\xd8\xff\xe0\x00\x10JFIF",
		"a TIFF whose directory is gone": "II*\x00\xff\xff\xff\xff",
	} {
		img, err := OpenPicture([]byte(data), 6, "[File:Type] of some kind").Draw(1, 200, 200, 1e6)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		checkPicture(t, img, image.Pt(200, 200))
		if s := img.Bounds().Size(); s.X > s.Y || s.X < 138 {
			t.Errorf("%s: a sheet of %v", name, s)
		}
		checkWritten(t, name, img)
	}
	if w, h := webpFrame([]byte(inside)); w != 16384 || h != 16384 {
		t.Errorf("the frame is %d × %d", w, h)
	}
	if _, err := decode([]byte(inside)); err == nil {
		t.Error("a frame of 268 million pixels is decoded")
	}
	if _, err := OpenPicture(nil, 1, "x").Draw(2, 10, 10, 100); !errors.Is(err, core.ErrNoSuchPage) {
		t.Errorf("page 2 of a picture gives %v", err)
	}
}

func FuzzPicture(f *testing.F) {
	data, err := os.ReadFile(filepath.Join("../../testdata/kinds/kelp-transect.jpg"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(encoded(f, func(b *bytes.Buffer) error { return gif.Encode(b, corner(), nil) }))
	f.Add(encoded(f, func(b *bytes.Buffer) error { return tiff.Encode(b, corner(), nil) }))
	f.Add([]byte("RIFF\x14\x00\x00\x00WEBPVP8L\x08\x00\x00\x00\x2f\x01\x00\x00\x00\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if c, _, err := image.DecodeConfig(bytes.NewReader(data)); err == nil && c.Width*c.Height > 1_000_000 {
			return // large pictures are not wrong, only slow
		}
		if _, err := OpenPicture(data, 6, "tags").Draw(1, 30, 30, 1e6); err != nil {
			t.Fatal(err)
		}
	})
}

func BenchmarkPicture(b *testing.B) {
	img := image.NewRGBA(image.Rect(0, 0, 4000, 3000))
	data := encoded(b, func(out *bytes.Buffer) error { return jpeg.Encode(out, img, nil) })
	for b.Loop() {
		if _, err := OpenPicture(data, 6, "").Draw(1, 300, 300, 1e6); err != nil {
			b.Fatal(err)
		}
	}
}
