package archive_test

import (
	"archive/tar"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/extract/archive"
)

func TestNamesOnEitherSideOfTheirLimits(t *testing.T) {
	for _, tt := range []struct {
		name, entry string
		want        bool
	}{
		{"the longest", strings.Repeat("a", 1024), true},
		{"one byte longer", strings.Repeat("a", 1025), false},
		{"the deepest", strings.Repeat("a/", 63) + "b", true},
		{"one folder deeper", strings.Repeat("a/", 64) + "b", false},
		{"a letter and a colon", "C:/boot.ini", false},
		{"two letters and a colon", "CC:/boot.ini", true},
		{"a colon further on", "a/C:/b", true},
		{"points that are a name", "a/.../b", false}, // hidden
		{"an empty name", "", false},
		{"the folder itself", "./", false},
	} {
		l, err := archive.List(t.Context(), zipped(t, member{name: tt.entry}), archive.DefaultLimits())
		if got := len(l.Members) == 1; err != nil || got != tt.want {
			t.Errorf("%s: %+v, %v", tt.name, l, err)
		}
	}
}

func TestArchivesOnEitherSideOfTheirLimits(t *testing.T) {
	files := func(n, size int) core.Input {
		headers := make([]tar.Header, n)
		for i := range headers {
			headers[i] = tar.Header{Name: string(rune('a' + i)), Typeflag: tar.TypeReg, Linkname: strings.Repeat("x", size)}
		}
		return tarred(t, headers...)
	}
	limits := archive.DefaultLimits()
	limits.Entries, limits.Member, limits.Total = 3, 1000, 1<<20
	for _, tt := range []struct {
		name  string
		in    core.Input
		state core.State // "" if it is listed
	}{
		{"the most entries", files(3, 10), ""},
		{"one entry more", files(4, 10), core.StateTooLarge},
		{"less than the total", files(3, 300_000), ""},
		{"more than the total", files(3, 400_000), core.StateTooLarge},
	} {
		_, err := archive.List(t.Context(), tt.in, limits)
		if tt.state != "" {
			wantFate(t, tt.name, err, tt.state, "")
		} else if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	for size, want := range map[int]string{1000: "", 1001: "too large: "} {
		var fate string
		err := archive.Unpack(t.Context(), files(1, size), limits, []string{"a"}, func(p core.Piece) error {
			if p.Fate != nil {
				fate = string(p.Fate.State) + ": "
			}
			return nil
		})
		if err != nil || fate != want {
			t.Errorf("a member of %d bytes: %q, %v", size, fate, err)
		}
	}
}

func TestArchivesAreKnownByTheirFirstBytes(t *testing.T) {
	block := strings.Repeat("\x00", 257) + "ustar"
	for head, want := range map[string]bool{
		"PK\x03\x04": true, "PK\x05\x06": true, "PK\x01\x02": false, "7z\xbc\xaf\x27\x1c": true, "7z": false, "\x1f\x8b\x08": true, "\x1f\x8b\x07": false,
		"BZh91AY&SY.": true, "BZh9\x17rE8P\x90.": true, "BZh91AY&S": false, "BZhello there": false, "\xfd7zXZ\x00": true, "\x28\xb5\x2f\xfd": true,
		block: true, block[1:]: false, block[:261]: false, "": false,
	} {
		if got := archive.Known([]byte(head)); got != want {
			t.Errorf("%.12q: %v", head, got)
		}
	}
}
