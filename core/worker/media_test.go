package worker_test

import (
	"errors"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ibid/core"
	"ibid/core/worker"
)

func TestMediaAreKnownByHowTheyBegin(t *testing.T) {
	tests := []struct {
		name, head string
		want       core.Kind
	}{
		{"a.png", "\x89PNG\r\n\x1a\n", core.KindImage},
		{"a.txt", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", core.KindImage},
		{"scan", "II*\x00\x08\x00\x00\x00", core.KindImage},
		{"a.bin", "\xff\xd8\xff\xe0\x00\x10JFIF\x00", core.KindImage},
		{"a.bin", "RIFF\x10\x00\x00\x00WEBPVP8 ", core.KindImage},
		{"a.bin", "\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00mif1heic", core.KindImage},
		{"a.bin", "\x00\x00\x00\x18ftypavif\x00\x00\x00\x00avifmif1", core.KindImage},
		{"a.bin", "BM\x46\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00", core.KindImage},
		{"cars.txt", "BMW and others", core.KindText},
		{"cars.bin", "BMW and others, to fill a head", core.KindText},
		{"notes.txt", "GIF89a is a format", core.KindText},
		{"photo.jpg", "not a photo", core.KindImage},
		{"photo.jpg", "%PDF-1.7", core.KindPDF},
		{"a.bin", "fLaC\x00\x00\x00\x22", core.KindAudio},
		{"a.bin", "OggS\x00\x02", core.KindAudio},
		{"a.bin", "RIFF\x10\x00\x00\x00WAVEfmt ", core.KindAudio},
		{"a.bin", "FORM\x00\x00\x00\x10AIFFCOMM", core.KindAudio},
		{"a.bin", "\x00\x00\x00\x18ftypM4A \x00\x00\x00\x00", core.KindAudio},
		{"film.mp4", "\x00\x00\x00\x18ftypisom\x00\x00\x00\x00", core.KindOther},
		{"talk.m4a", "\x00\x00\x00\x18ftypisom\x00\x00\x00\x00", core.KindAudio},
		{"a.bin", "ID3\x04\x00\x00\x00\x00\x00\x10TIT2", core.KindAudio},
		{"notes.md", "ID3 is how MP3 files are tagged", core.KindMarkdown},
		{"a.bin", strings.Repeat("\xff\xfb\x90\x64"+strings.Repeat("\x00", 413), 4), core.KindAudio},
		{"a.bin", "\xff\xfb\x90\x64", core.KindOther},
		{"talk.mp3", "\xff\xfb\x90\x64", core.KindAudio},
	}
	for _, tt := range tests {
		if got := worker.DetectKind(tt.name, []byte(tt.head)); got != tt.want {
			t.Errorf("%s %.20q is %q, want %q", tt.name, tt.head, got, tt.want)
		}
	}
}

// media reads a picture or recording as the product does and draws it; the
// state is ready, or what the file is said to be.
func media(t *testing.T, s *worker.Supervisor, path string) (state core.State, text string, drawn image.Point) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	head := make([]byte, worker.HeadBytes)
	n, _ := f.ReadAt(head, 0)
	r := request(f, worker.DetectKind(f.Name(), head[:n]))
	pages, err := s.Words(within(t, time.Minute), r)
	if err != nil {
		var file *core.FileError
		if !errors.As(err, &file) || file.Reason == "" {
			t.Fatalf("%s: %v names no state", path, err)
		}
		return file.State, file.Reason, image.Point{}
	}
	img, err := s.Draw(within(t, time.Minute), core.PageImage{Name: filepath.Base(path), Open: opening(path), Kind: r.Kind, Page: 1, Width: 300, Height: 300})
	if err != nil {
		t.Fatalf("draw %s: %v", path, err)
	}
	return core.StateReady, pages[0].Text, img.Bounds().Size()
}

// R0.2, R0.3: pictures and recordings are read and drawn in the worker.
func TestPicturesAndRecordingsAreReadAndDrawn(t *testing.T) {
	tests := []struct {
		file, want string
		size       image.Point
	}{
		{"kelp-transect.jpg", "[EXIF:Make] Canon", image.Pt(187, 300)}, // it lies on its side in the file
		{"tide-gauge.png", "[PNG:Title] Tide gauge, harbour mole", image.Pt(300, 200)},
		{"harbour-mole.flac", "[Tag:Artist] Ida Brandt", image.Pt(300, 300)},
		{"harbour-mole.m4a", "[Tag:Artist] Ida Brandt", image.Pt(300, 300)},
		{"harbour-mole.mp3", "[Tag:Artist] Ida Brandt", image.Pt(300, 300)},
		{"harbour-mole.ogg", "[Tag:Artist] Ida Brandt", image.Pt(211, 299)}, // a sheet
	}
	s := supervisor(t, nil)
	for _, tt := range tests {
		state, text, size := media(t, s, filepath.Join("..", "..", "testdata", "kinds", tt.file))
		if state != core.StateReady || !strings.Contains(text, tt.want) {
			t.Errorf("%s is %s: %s", tt.file, state, text)
		}
		if d := size.Sub(tt.size); d.X < -1 || d.X > 1 || d.Y < -1 || d.Y > 1 {
			t.Errorf("%s is drawn as %v, want %v", tt.file, size, tt.size)
		}
	}
}
