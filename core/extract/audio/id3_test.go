package audio

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ibid/core"
)

// tagOf makes an ID3v2 tag of a version around frames as they stand in a file.
func tagOf(version, flags byte, frames string) string {
	n := len(frames)
	return "ID3" + string([]byte{version, 0, flags, byte(n >> 21 & 0x7f), byte(n >> 14 & 0x7f), byte(n >> 7 & 0x7f), byte(n & 0x7f)}) + frames
}

// frame23 makes a frame of version 2.3, whose size has eight bits a byte.
func frame23(id string, flags byte, body string) string {
	return id + big(uint32(len(body))) + string([]byte{0, flags}) + body
}

func packed(t *testing.T, s string) string {
	t.Helper()
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	if _, err := w.Write([]byte(s)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// frame24 makes a frame of version 2.4 with flags.
func frame24(id string, flags byte, body string) string {
	f := frame23(id, flags, body)
	n := len(body)
	return f[:4] + string([]byte{byte(n >> 21 & 0x7f), byte(n >> 14 & 0x7f), byte(n >> 7 & 0x7f), byte(n & 0x7f)}) + f[8:]
}

func TestFramesAreReadAsTheirFlagsSay(t *testing.T) { // R0.3
	long := "\x03" + strings.Repeat("x", 200)
	for _, tt := range []struct{ name, data, want string }{
		{"version 2.2", tagOf(2, 0, "TT2\x00\x00\x05\x00Tide"), "Title] Tide"},
		{"version 2.3", tagOf(3, 0, frame23("TIT2", 0, "\x00Tide")), "Title] Tide"},
		{"version 2.4 with sizes of 2.3", tagOf(4, 0, frame23("TIT2", 0, long)+frame23("TPE1", 0, "\x03Ida")), "Title] " + long[1:] + "\n[Tag:Artist] Ida"},
		{"version 2.4 with its own", tagOf(4, 0, frame24("TIT2", 0, long)+frame24("TPE1", 0, "\x03Ida")), "Title] " + long[1:] + "\n[Tag:Artist] Ida"},
		{"no version", tagOf(5, 0, frame23("TIT2", 0, "\x00Tide")), ""},
		{"padding ends it", tagOf(3, 0, frame23("TIT2", 0, "\x00Tide")+"\x00\x00\x00\x00"+frame23("TPE1", 0, "\x00Ida")), "Title] Tide"},
		{"a frame longer than the tag", tagOf(3, 0, "TIT2\x00\x00\x00\x99\x00\x00\x00Tide"), ""},
		{"an extended header of 2.3", tagOf(3, 0x40, "\x00\x00\x00\x06\x00\x00\x00\x00\x00\x00"+frame23("TIT2", 0, "\x00Tide")), "Title] Tide"},
		{"an extended header of 2.4", tagOf(4, 0x40, "\x00\x00\x00\x06\x01\x00"+frame24("TIT2", 0, "\x00Tide")), "Title] Tide"},
		{"an extended header that is cut off", tagOf(3, 0x40, "\x00\x00"), ""},
		{"packed in 2.3", tagOf(3, 0, frame23("TIT2", 0x80, "\x00\x00\x00\x05"+packed(t, "\x00Tide"))), "Title] Tide"},
		{"packed in 2.4", tagOf(4, 0, frame24("TIT2", 0x09, "\x00\x00\x00\x05"+packed(t, "\x00Tide"))), "Title] Tide"},
		{"packed and broken", tagOf(3, 0, frame23("TIT2", 0x80, "\x00\x00\x00\x05none")), "Title] (8 bytes)"},
		{"encrypted in 2.3", tagOf(3, 0, frame23("TIT2", 0x40, "xsecret")), "Title] (7 bytes)"},
		{"encrypted in 2.4", tagOf(4, 0, frame24("TIT2", 0x04, "xsecret")), "Title] (7 bytes)"},
		{"grouped in 2.3", tagOf(3, 0, frame23("TIT2", 0x20, "g\x00Tide")), "Title] Tide"},
		{"grouped in 2.4", tagOf(4, 0, frame24("TIT2", 0x40, "g\x00Tide")), "Title] Tide"},
		{"sized in 2.4", tagOf(4, 0, frame24("TIT2", 0x01, "\x00\x00\x00\x05\x00Tide")), "Title] Tide"},
		{"unsynchronised by the frame", tagOf(4, 0, frame24("TIT2", 0x02, "\x00T\xff\x00\xe9")), "Title] Tÿé"},
		{"unsynchronised by the tag of 2.4", tagOf(4, 0x80, frame24("TIT2", 0, "\x00T\xff\x00\xe9")), "Title] Tÿé"},
		{"unsynchronised as a whole in 2.3", tagOf(3, 0x80, frame23("TIT2", 0, "\x00\xffTi")[:12]+"\x00Ti"), "Title] ÿTi"},
		{"two tags", tagOf(3, 0, frame23("TIT2", 0, "\x00Tide")) + tagOf(3, 0, frame23("TPE1", 0, "\x00Ida")), "Title] Tide\n[Tag:Artist] Ida"},
		{"a tag with a foot", tagOf(4, 0x10, frame24("TIT2", 0, "\x00Tide")) + "3DI\x04\x00\x00\x00\x00\x00\x00" + tagOf(3, 0, frame23("TPE1", 0, "\x00Ida")), "Title] Tide\n[Tag:Artist] Ida"},
		{"an identifier", tagOf(3, 0, frame23("UFID", 0, "http://a\x007")), "UniqueID] http://a 7"},
		{"an identifier of bytes", tagOf(3, 0, frame23("UFID", 0, "http://a\x00\x01\x02")), "UniqueID] http://a (2 bytes)"},
		{"an address", tagOf(3, 0, frame23("WOAR", 0, "http://a")), "ArtistURL] http://a"},
		{"a picture", tagOf(3, 0, frame23("APIC", 0, "\x00image/png\x00\x03\x00data")), "Picture] Cover (front), image/png (4 bytes)"},
		{"a chapter with a title", tagOf(3, 0, frame23("CHAP", 0, "c1\x00\x00\x00\x0f\xa0"+strings.Repeat("\xff", 12)+frame23("TIT2", 0, "\x00Ebb"))), "Chapter] 0:04 Ebb"},
		{"a chapter that is cut off", tagOf(3, 0, frame23("CHAP", 0, "c1\x00\x00\x00\x0f\xa0")), ""},
		{"a private frame without an owner", tagOf(3, 0, frame23("PRIV", 0, "owner")), "Private] (5 bytes)"},
		{"a frame that nobody knows", tagOf(3, 0, frame23("ZZZZ", 0, "abc")), "ZZZZ] (3 bytes)"},
		{"a text of only its encoding", tagOf(3, 0, frame23("TIT2", 0, "\x00")), ""},
	} {
		want := "[Audio:Format] MP3"
		if tt.want != "" {
			want += "\n[Tag:" + tt.want
		}
		if got := textOf(t, tt.data); got != want {
			t.Errorf("%s: %q, want %q", tt.name, got, want)
		}
	}
}

func TestValuesOfAFrameArePartedAtTheirEnds(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		want       []string
	}{
		{"one", "\x00a", []string{"\x00a"}},
		{"two", "\x03a\x00b", []string{"\x03a", "\x03b"}},
		{"empty ones are left out", "\x00\x00a\x00\x00", []string{"\x00a"}},
		{"UTF-16 with a mark each", "\x01\xff\xfea\x00\x00\x00\xff\xfeb\x00", []string{"\x01\xff\xfea\x00", "\x01\xff\xfeb\x00"}},
		{"UTF-16 with one mark for all", "\x01\xff\xfea\x00\x00\x00b\x00", []string{"\x01\xff\xfea\x00", "\x01\xff\xfeb\x00"}},
		{"UTF-16 with marks that differ", "\x01\xff\xfea\x00\x00\x00\xfe\xff\x00b", []string{"\x01\xff\xfea\x00", "\x01\xfe\xff\x00b"}},
		{"UTF-16 without marks", "\x02\x00a\x00\x00\x00b", []string{"\x02\x00a", "\x02\x00b"}},
		{"a NUL across two letters is none", "\x02\x01\x00\x00\x61", []string{"\x02\x01\x00\x00\x61"}},
		{"half a letter at the end", "\x02\x00a\x00", []string{"\x02\x00a"}},
		{"nothing", "\x00", nil},
		{"not even an encoding", "", nil},
	} {
		var got []string
		for _, p := range parts([]byte(tt.body)) {
			got = append(got, string(p))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	for _, body := range []string{"\x00" + strings.Repeat("a\x00", mostValues+9), "\x02" + strings.Repeat("\x00a\x00\x00", mostValues+9)} {
		if n := len(parts([]byte(body))); n != mostValues {
			t.Errorf("%d values, want %d", n, mostValues)
		}
	}
}

func TestGenresHaveNames(t *testing.T) {
	for _, tt := range []struct{ body, want string }{
		{"\x00Field Recording", "Field Recording"}, {"\x00(17)", "Rock"}, {"\x0017", "Rock"}, {"\x000\x00\x0031", "Blues; Trance"}, {"\x00", ""},
	} {
		var r recording
		if r.genres("TCON", []byte(tt.body)); r.list.Get("Tag", "Genre") != tt.want {
			t.Errorf("%q is %q, want %q", tt.body, r.list.Get("Tag", "Genre"), tt.want)
		}
	}
}

func TestFramesAreCalledAsInEveryFormat(t *testing.T) {
	for id, want := range map[string]string{"TT2": "Title", "TIT2": "Title", "TYE": "Date", "TDRC": "Date", "PIC": "Picture", "XXXX": "XXXX"} {
		if got := frameName(id); got != want {
			t.Errorf("%s is %q, want %q", id, got, want)
		}
	}
	for _, tt := range []struct{ id, what, want string }{
		{"COMM", "", "Comment"}, {"COMM", "note", "Comment-note"}, {"TXXX", "ALBUM ARTIST", "AlbumArtist"}, {"TXX", "Mine", "Mine"}, {"TXXX", "", "Text"},
	} {
		if got := described(tt.id, tt.what); got != tt.want {
			t.Errorf("%s %q is %q, want %q", tt.id, tt.what, got, tt.want)
		}
	}
}

// old makes an ID3v1 tag.
func old(title, year string, track, genre byte) string {
	b := make([]byte, 128)
	copy(b, "TAG"+title)
	copy(b[93:], year)
	b[126], b[127] = track, genre
	return string(b)
}

func TestOldTagAddsOnlyWhatIsMissing(t *testing.T) { // R0.3
	for _, tt := range []struct{ name, data, want string }{
		{"all of it", "ID3\x03\x00\x00\x00\x00\x00\x00" + old("Tide", "1974", 4, 17), "\n[Tag:Title] Tide\n[Tag:Year] 1974\n[Tag:Track] 4\n[Tag:Genre] Rock"},
		{"not a second year", tagOf(3, 0, frame23("TYER", 0, "\x001980")) + old("Tide", "1974", 0, 255), "\n[Tag:Year] 1980\n[Tag:Title] Tide"},
		{"not a second date", tagOf(4, 0, frame24("TDRC", 0, "\x001980-05")) + old("", "1974", 0, 255), "\n[Tag:Date] 1980-05"},
		{"the first genre is one", "ID3\x03\x00\x00\x00\x00\x00\x00" + old("", "", 0, 0), "\n[Tag:Genre] Blues"},
		{"not one that is cut off", "ID3\x03\x00\x00\x00\x00\x00\x00" + old("Tide", "1974", 4, 17)[1:], ""},
	} {
		if got := textOf(t, tt.data); got != "[Audio:Format] MP3"+tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestHeadersOfSoundSayWhatAFrameHolds(t *testing.T) {
	for _, tt := range []struct {
		name, bytes string
		want        header
		ok          bool
	}{
		{"MPEG 1 layer 3, stereo", "\xff\xfb\x90\x00", header{bits: 128, rate: 44100, samples: 1152, bytes: 417, side: 32, layer: 3}, true},
		{"with a byte of padding", "\xff\xfb\x92\x00", header{bits: 128, rate: 44100, samples: 1152, bytes: 418, side: 32, layer: 3}, true},
		{"mono", "\xff\xfb\x90\xc0", header{bits: 128, rate: 44100, samples: 1152, bytes: 417, side: 17, layer: 3}, true},
		{"MPEG 1 layer 2", "\xff\xfd\x84\x00", header{bits: 128, rate: 48000, samples: 1152, bytes: 384, side: 32, layer: 2}, true},
		{"MPEG 1 layer 1", "\xff\xff\x48\x00", header{bits: 128, rate: 32000, samples: 384, bytes: 192, side: 32, layer: 1}, true},
		{"MPEG 2 layer 3, stereo", "\xff\xf3\x80\x00", header{bits: 64, rate: 22050, samples: 576, bytes: 208, side: 17, layer: 3}, true},
		{"MPEG 2 layer 3, mono", "\xff\xf3\x80\xc0", header{bits: 64, rate: 22050, samples: 576, bytes: 208, side: 9, layer: 3}, true},
		{"MPEG 2 layer 2", "\xff\xf5\x80\x00", header{bits: 64, rate: 22050, samples: 1152, bytes: 417, side: 17, layer: 2}, true},
		{"MPEG 2 layer 1", "\xff\xf7\x80\x00", header{bits: 128, rate: 22050, samples: 384, bytes: 276, side: 17, layer: 1}, true},
		{"MPEG 2.5 layer 3", "\xff\xe3\x80\x00", header{bits: 64, rate: 11025, samples: 576, bytes: 417, side: 17, layer: 3}, true},
		{"no version", "\xff\xeb\x90\x00", header{}, false},
		{"no layer", "\xff\xf9\x90\x00", header{}, false},
		{"no rate", "\xff\xfb\x9c\x00", header{}, false},
		{"bits that are free", "\xff\xfb\x00\x00", header{}, false},
		{"bits that are wrong", "\xff\xfb\xf0\x00", header{}, false},
		{"no mark", "\xff\x7b\x90\x00", header{}, false},
		{"half a mark", "\xfe\xfb\x90\x00", header{}, false},
		{"three bytes", "\xff\xfb\x90", header{}, false},
	} {
		if got, ok := frameHeader([]byte(tt.bytes)); got != tt.want || ok != tt.ok {
			t.Errorf("%s: %+v, %v, want %+v, %v", tt.name, got, ok, tt.want, tt.ok)
		}
	}
}

// sound makes frames of 128 kbit/s and 44.1 kHz, the first of which holds a table at
// an offset.
func sound(n, at int, table string) string {
	frame := "\xff\xfb\x90\x00" + strings.Repeat("\x00", 413)
	first := frame[:at] + table + frame[min(at+len(table), 417):]
	return first + strings.Repeat(frame, n-1)
}

func TestLengthOfAnMP3IsThatOfItsTable(t *testing.T) { // R0.3
	const minute = 2297 // frames of 1,152 samples
	for _, tt := range []struct{ name, data, want string }{
		{"Xing", sound(3, 36, "Xing\x00\x00\x00\x01"+big(minute)), "1:00"},
		{"Info", sound(3, 36, "Info\x00\x00\x00\x01"+big(minute)), "1:00"},
		{"VBRI", sound(3, 36, "VBRI"+strings.Repeat("\x00", 10)+big(minute)), "1:00"},
		{"a table without the number", sound(154, 36, "Xing\x00\x00\x00\x02"+big(minute)), "0:04"},
		{"a table of nothing", sound(154, 36, "Xing\x00\x00\x00\x01"+big(0)), "0:04"},
		{"a table where none should be", sound(154, 40, "Xing\x00\x00\x00\x01"+big(minute)), "0:04"},
		{"none", sound(154, 36, ""), "0:04"},
		{"junk before the sound", "junk\xff" + sound(154, 36, ""), "0:04"},
	} {
		if got := textOf(t, tt.data); got != "[Audio:Format] MP3\n[Audio:Duration] "+tt.want {
			t.Errorf("%s: %q, want %s", tt.name, got, tt.want)
		}
	}
	layer2 := strings.Repeat("\xff\xfd\x84\x00"+strings.Repeat("\x00", 380), 200)
	if got := textOf(t, layer2); got != "[Audio:Format] MP2\n[Audio:Duration] 0:05" {
		t.Errorf("layer 2: %q", got)
	}
}

func TestSoundIsLookedForNearTheStartOnly(t *testing.T) {
	for junk, want := range map[int]int{0: 0, 1: 1, mostJunk - 1: mostJunk - 1, mostJunk: -1} {
		if got := firstFrame([]byte(strings.Repeat("j", junk) + sound(3, 36, ""))); got != want {
			t.Errorf("after %d bytes: %d, want %d", junk, got, want)
		}
	}
}

func TestTitleIsThatOfTheAlbumIfThereIsNone(t *testing.T) {
	for _, tt := range []struct{ frames, title, author string }{
		{frame23("TIT2", 0, "\x00Tide") + frame23("TALB", 0, "\x00Tapes") + frame23("TPE1", 0, "\x00Ida"), "Tide", "Ida"},
		{frame23("TALB", 0, "\x00Tapes") + frame23("TPE2", 0, "\x00Office") + frame23("TCOM", 0, "\x00M. Tulloch"), "Tapes", "Office"},
		{frame23("TCOM", 0, "\x00M. Tulloch"), "", "M. Tulloch"},
	} {
		f, err := Read(t.Context(), core.Input{Data: []byte(tagOf(3, 0, tt.frames))})
		if err != nil || f.Metadata.Title != tt.title || f.Metadata.Author != tt.author {
			t.Errorf("%s: %q by %q, %v", fmt.Sprint(tt), f.Metadata.Title, f.Metadata.Author, err)
		}
	}
}
