package worker_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ibid/core"
)

func packedSample(t *testing.T, name string) core.ReadRequest {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "extract", "archive", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return core.ReadRequest{Name: name, File: f, Kind: core.KindArchive}
}

// R0.1
func TestWorkerListsAndUnpacks(t *testing.T) {
	s := supervisor(t, nil)
	for _, name := range []string{"survey.7z", "survey.tar.zst", "locked-aes.zip"} {
		req := packedSample(t, name)
		if name == "locked-aes.zip" {
			_, err := s.List(within(t, time.Minute), req)
			wantState(t, err, core.StateNeedsPassword)
			req.Password = "tide-pool"
		}
		l, err := s.List(within(t, time.Minute), req)
		if err != nil || len(l.Members) != 3 {
			t.Fatalf("%s: %+v, %v", name, l, err)
		}
		got, ended := map[int]string{}, 0
		err = s.Unpack(within(t, time.Minute), req, []string{"readme.md", "nowhere.txt", "1974/log.txt"}, func(p core.Piece) error {
			got[p.Member] += string(p.Data)
			if p.Last {
				ended++
			}
			return nil
		})
		if err != nil || ended != 2 || !strings.HasPrefix(got[0], "# Carrow Sound") || !strings.HasPrefix(got[2], "Low water") {
			t.Errorf("%s: %v, %d ended, %v", name, got, ended, err)
		}
	}
}

func TestUnpackingEndsWithWhoTakes(t *testing.T) {
	s := supervisor(t, nil)
	full := errors.New("no room")
	req := packedSample(t, "survey.tar.xz")
	if err := s.Unpack(within(t, time.Minute), req, []string{"readme.md"}, func(core.Piece) error { return full }); !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
	if l, err := s.List(within(t, time.Minute), req); err != nil || len(l.Members) != 3 {
		t.Errorf("the next request: %+v, %v", l, err)
	}
}

// A member that is larger than any file may be costs itself alone.
func TestMemberOverTheLimitIsTooLarge(t *testing.T) {
	s := supervisor(t, func(l *core.Limits) { l.FileBytes = 100_000 })
	data := packZip(t, "large.txt", bytes.Repeat([]byte("low water\n"), 20_000))
	req := core.ReadRequest{Name: "a.zip", File: write(t, "a.zip", data), Kind: core.KindArchive}
	_, err := s.List(within(t, time.Minute), req)
	wantState(t, err, core.StateTooLarge)
}

func TestDamagedArchivesEndInAState(t *testing.T) {
	s := supervisor(t, nil)
	for _, name := range []string{"survey.7z", "locked-names.7z", "survey.tar.bz2", "bzip2.zip"} {
		f := packedSample(t, name).File
		whole, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		for at := 32; at < len(whole); at += len(whole)/12 + 1 {
			data := bytes.Clone(whole)
			data[at] ^= 0x5a
			req := core.ReadRequest{Name: name, File: write(t, name, data), Kind: core.KindArchive}
			var fate *core.FileError
			l, err := s.List(within(t, time.Minute), req)
			if err != nil && !errors.As(err, &fate) {
				t.Errorf("%s with byte %d changed: %v", name, at, err)
			}
			for _, m := range l.Members {
				err := s.Unpack(within(t, time.Minute), req, []string{m.Name}, func(core.Piece) error { return nil })
				if err != nil && !errors.As(err, &fate) {
					t.Errorf("%s with byte %d changed, %s: %v", name, at, m.Name, err)
				}
			}
		}
	}
}

func TestPictureOfAnArchiveIsATableOfItsFiles(t *testing.T) {
	s := supervisor(t, nil)
	req := packedSample(t, "survey.7z")
	img, err := s.Draw(within(t, time.Minute), core.PageImage{
		Name: req.Name, Open: opening(req.File.Name()), Hash: "h", Kind: req.Kind, Page: 1, Width: 300, Height: 400,
	})
	if err != nil || img.Rect.Dy() < 300 {
		t.Errorf("%v", err)
	}
}
