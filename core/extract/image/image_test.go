package image

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image/color"
	stdpng "image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	stdimage "image"

	"ibid/core"
	"ibid/core/extract/extracttest"
	"ibid/core/extract/tags"
)

// sample is a picture of the repository's own.
func sample(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../../testdata/kinds", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestTagsAreWrittenAsPeopleDo(t *testing.T) {
	// R0.2
	tests := map[string][]string{
		"kelp-transect.jpg": {
			"[File:Type] JPEG", "[File:Size] 320 × 200", "[JPEG:Comment] Scanned in the harbour office",
			"[GPS:Position] 60.391262, 5.322054", "[GPS:Altitude] 4 m", "[EXIF:Make] Canon", "[EXIF:Model] Canon EOS 5D",
			"[EXIF:Orientation] Rotated 90° clockwise", "[EXIF:ExposureTime] 1/125 s", "[EXIF:FNumber] f/5.6", "[EXIF:ISO] 200",
			"[EXIF:DateTimeOriginal] 2008-10-22 16:28:39", "[EXIF:FocalLength] 50 mm", "[EXIF:LensModel] EF50mm f/1.8 II",
			"[EXIF:Flash] Did not fire, suppressed", "[EXIF:UserComment] Low tide, wind SW 4", "[IPTC:Keywords] kelp; tide",
			"[IPTC:By-line] Ida Brandt", "[XMP:Title] Kelp forest, transect 4, Halvane", "[XMP:Subject] kelp; transect",
		},
		"tide-gauge.png": {
			"[File:Type] PNG", "[File:Size] 96 × 64", "[PNG:Title] Tide gauge, harbour mole", "[EXIF:Software] gauge 2.1",
			"[XMP:Rights] Harbour office",
		},
	}
	for name, want := range tests {
		text, err := readText(context.Background(), core.Input{Name: name, Data: sample(t, name)})
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(text, "\n")
		seen := map[string]int{}
		for _, l := range lines {
			seen[l[:strings.Index(l, "]")]]++
			seen[l]++
		}
		for _, l := range want {
			if seen[l] != 1 {
				t.Errorf("%s: %d × %q", name, seen[l], l)
			}
		}
		for l, n := range seen {
			if n > 1 {
				t.Errorf("%s: %q stands there %d times", name, l, n)
			}
		}
	}
}

func TestPicturesConform(t *testing.T) {
	for _, path := range samples(t) {
		name := filepath.Base(path)
		extracttest.Conform(t, tags.Reader(Read), core.Input{Name: name, Data: sample(t, name), Kind: core.KindImage})
	}
}

func TestEveryPictureEndsInANamedState(t *testing.T) {
	// R0.2
	endings := []string{".jpg", ".jpeg", ".png", ".gif", ".tif", ".tiff", ".webp", ".bmp", ".heic", ".avif"}
	for _, dir := range []string{"kinds", "malformed"} {
		t.Run(dir, func(t *testing.T) { extracttest.Folder(t, tags.Reader(Read), core.KindImage, dir, endings...) })
	}
}

func TestMetadataIsWhatThePictureNames(t *testing.T) {
	for name, want := range map[string]core.Metadata{
		"kelp-transect.jpg": {Title: "Kelp forest, transect 4, Halvane", Author: "Ida Brandt"},
		"tide-gauge.png":    {Title: "Tide gauge, harbour mole", Author: "Harbour office"},
	} {
		got, err := tags.Reader(Read).Metadata(context.Background(), core.Input{Name: name, Data: sample(t, name)})
		if err != nil || got.Title != want.Title || got.Author != want.Author {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestPictureWithoutTagsHasItsSize(t *testing.T) {
	var out bytes.Buffer
	img := stdimage.NewGray(stdimage.Rect(0, 0, 7, 5))
	img.Set(1, 1, color.White)
	if err := stdpng.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	text, err := readText(context.Background(), core.Input{Data: out.Bytes()})
	if want := "[File:Type] PNG\n[File:Size] 7 × 5"; err != nil || text != want {
		t.Errorf("got %q, %v", text, err)
	}
}

func TestOrientationIsRead(t *testing.T) {
	if n := Orientation(sample(t, "kelp-transect.jpg")); n != 6 {
		t.Errorf("got %d, want 6", n)
	}
	if n := Orientation(sample(t, "tide-gauge.png")); n != 1 {
		t.Errorf("got %d, want 1", n)
	}
}

// block makes a TIFF block of one directory at 8 with the given entries, each
// id, type, count and value.
func block(next uint32, list ...[4]uint32) []byte {
	out := []byte("II*\x00\x08\x00\x00\x00")
	out = binary.LittleEndian.AppendUint16(out, uint16(len(list)))
	for _, e := range list {
		out = binary.LittleEndian.AppendUint16(out, uint16(e[0]))
		out = binary.LittleEndian.AppendUint16(out, uint16(e[1]))
		out = binary.LittleEndian.AppendUint32(out, e[2])
		out = binary.LittleEndian.AppendUint32(out, e[3])
	}
	return binary.LittleEndian.AppendUint32(out, next)
}

func TestHostileBlocksEnd(t *testing.T) {
	many := make([][4]uint32, 60_000)
	for i := range many {
		many[i] = [4]uint32{uint32(i), 1, 60_000, 8}
	}
	tests := map[string]struct {
		data []byte
		most int // entries
	}{
		"a directory that follows itself":   {block(8, [4]uint32{0x112, 3, 1, 6}), 1},
		"a directory that contains itself":  {block(0, [4]uint32{tagEXIF, 4, 1, 8}, [4]uint32{0x112, 3, 1, 6}), 1},
		"a value of 8 GB":                   {block(0, [4]uint32{0x10f, 5, 1 << 30, 8}), 0},
		"a value behind the end":            {block(0, [4]uint32{0x10f, 2, 400, 4000}), 0},
		"a value at the end of the address": {block(0, [4]uint32{0x10f, 2, 400, 1<<32 - 1}), 0},
		"an unknown type":                   {block(0, [4]uint32{0x10f, 13, 4, 8}, [4]uint32{0x10f, 0, 4, 8}), 0},
		"a directory behind the end":        {[]byte("MM\x00*\xff\xff\xff\xff\x00\x00"), 0},
		"many values that overlap":          {block(0, many...), mostEntries},
	}
	for name, tt := range tests {
		decoded := 0
		list := entries(tt.data)
		for _, e := range list {
			if e.tag != nil {
				decoded += len(e.tag.Val)
			}
		}
		if len(list) > tt.most || decoded > mostDecoded {
			t.Errorf("%s: %d entries, %d bytes decoded", name, len(list), decoded)
		}
	}
}

// heif is a file of boxes: its table of places has entries without room.
func heif(ilocSizes byte, entries int) []byte {
	iloc := []byte{0, 0, 0, 0, 'i', 'l', 'o', 'c', 1, 0, 0, 0, ilocSizes, 0}
	iloc = binary.BigEndian.AppendUint16(iloc, uint16(entries))
	for range entries {
		iloc = append(iloc, 0, 1, 0, 0, 0, 0, 0xff, 0xff)
	}
	binary.BigEndian.PutUint32(iloc, uint32(len(iloc)))
	meta := append([]byte{0, 0, 0, 0, 'm', 'e', 't', 'a', 0, 0, 0, 0}, iloc...)
	binary.BigEndian.PutUint32(meta, uint32(len(meta)))
	return append([]byte("\x00\x00\x00\x10ftypheic\x00\x00\x00\x00"), meta...)
}

func TestHostileBoxesEnd(t *testing.T) {
	circle := append([]byte("\x00\x00\x00\x10ftypheic\x00\x00\x00\x00"), "\x00\x00\x00\x01free\xff\xff\xff\xff\xff\xff\xff\xf0"...)
	for name, data := range map[string][]byte{"empty places": heif(0, 60_000), "a size below nothing": circle} {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		_, err := readText(ctx, core.Input{Data: data})
		cancel()
		var f *core.FileError
		if !errors.As(err, &f) || f.State != core.StateDamaged {
			t.Errorf("%s: %v", name, err)
		}
	}
	if !soundBoxes(heif(0x44, 3)) || soundBoxes(heif(0, 3)) {
		t.Error("tables of places are told apart wrongly")
	}
}

func TestWhatIsNoPictureIsDamaged(t *testing.T) {
	for _, data := range []string{"", "text", "\xff\xd8\xff", "BM", "RIFF\x04\x00\x00\x00WEBP", "II*\x00"} {
		_, err := readText(context.Background(), core.Input{Data: []byte(data)})
		var f *core.FileError
		if !errors.As(err, &f) || f.State != core.StateDamaged || f.Reason == "" {
			t.Errorf("%q: %v", data, err)
		}
	}
}

func TestValuesInWords(t *testing.T) {
	one := func(n number) value { return value{numbers: []number{n}} }
	tests := []struct {
		name string
		v    value
		want string
	}{
		{"ExposureTime", one(ratio(10, 1250)), "1/125 s"},
		{"ExposureTime", one(ratio(5, 2)), "2.5 s"},
		{"ExposureTime", one(ratio(1, 0)), "unknown"},
		{"ExposureTime", fromText("1/60"), "1/60 s"},
		{"FNumber", one(ratio(28, 10)), "f/2.8"},
		{"FNumber", one(ratio(64, 100)), "f/0.64"},
		{"Flash", one(whole(0x59)), "Fired, auto mode, red-eye reduction"},
		{"Flash", one(whole(0x20)), "No flash function"},
		{"LensInfo", value{numbers: []number{whole(16), whole(50), ratio(28, 10), ratio(28, 10)}}, "16-50 mm f/2.8"},
		{"ExposureCompensation", one(ratio(1, 3)), "+0.33 EV"},
		{"ModifyDate", value{text: "2011:05:07 13:02:49"}, "2011-05-07 13:02:49"},
		{"DateCreated", value{text: "2011:05:07"}, "2011-05-07"},
		{"Orientation", one(whole(99)), "99"},
		{"MakerNote", value{size: 12040}, "(12,040 bytes)"},
	}
	for _, tt := range tests {
		if got := human(tt.name, tt.v); got != tt.want {
			t.Errorf("%s %+v is %q, want %q", tt.name, tt.v, got, tt.want)
		}
	}
}

func FuzzExtract(f *testing.F) {
	for _, name := range []string{"kelp-transect.jpg", "tide-gauge.png"} {
		f.Add(sample(f, name))
	}
	f.Add(block(8, [4]uint32{tagEXIF, 4, 1, 8}))
	f.Add(heif(0x44, 2))
	f.Add([]byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xfe\x05tides\x00;"))
	f.Add(wrapXMP([]byte(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>`)))
	f.Fuzz(func(t *testing.T, data []byte) {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		text, err := readText(ctx, core.Input{Data: data})
		var file *core.FileError
		if err != nil && !errors.As(err, &file) {
			t.Fatal(err)
		}
		if len(text) > 4<<20 || strings.ContainsAny(text, "\x00\r") {
			t.Errorf("%d bytes of text", len(text))
		}
	})
}

func BenchmarkExtract(b *testing.B) {
	data := sample(b, "kelp-transect.jpg")
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := readText(context.Background(), core.Input{Data: data}); err != nil {
			b.Fatal(err)
		}
	}
}

func TestSamplesReadAsTheirGoldenFiles(t *testing.T) { // X4
	for _, name := range []string{"kelp-transect.jpg", "tide-gauge.png"} {
		extracttest.Golden(t, tags.Reader(Read), core.Input{Name: name, Data: sample(t, name), Kind: core.KindImage})
	}
}

// readText returns the tags of a picture as its page shows them.
func readText(ctx context.Context, in core.Input) (string, error) {
	f, err := Read(ctx, in)
	return f.Text, err
}
