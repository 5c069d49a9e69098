package audio

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"image"
	_ "image/jpeg"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ibid/core"
	"ibid/core/extract/extracttest"
	"ibid/core/extract/tags"
)

// samples are the recordings of the repository's own, which say the same.
func samples(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob("../../../testdata/kinds/harbour-mole.*")
	if err != nil || len(paths) < 6 {
		t.Fatalf("%d recordings: %v", len(paths), err)
	}
	return paths
}

func input(t testing.TB, path string) core.Input {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return core.Input{Name: filepath.Base(path), Data: data, Kind: core.KindAudio}
}

func TestEveryFormatGivesItsTagsOnce(t *testing.T) {
	// R0.3
	common := []string{"[Audio:Duration] 0:02", "[Tag:Title] Harbour mole at low water", "[Tag:Artist] Ida Brandt",
		"[Tag:Album] Halvane field recordings", "[Tag:Genre] Field Recording"}
	more := []string{"[Tag:AlbumArtist] Harbour office", "[Tag:Year] 2023",
		"[Tag:Lyrics] Low water at the harbour mole / and the kelp lies bare, / the gauge ticks once an hour."}
	want := map[string][]string{
		".flac": append([]string{"[Audio:Format] FLAC", "[Tag:Disc] 1/2", "[Tag:Picture] Picture, image/jpeg (1,839 bytes)", "[Tag:Description] Hydrophone at 4 m"}, more...),
		".mp3":  {"[Audio:Format] MP3", "[Tag:Track] 3/7", "[Tag:Disc] 1/2", "[Tag:Year] 2023", "[Tag:Picture] Cover (front), image/jpeg (1,839 bytes)"},
		".m4a":  append([]string{"[Audio:Format] M4A", "[Tag:Comment] Hydrophone at 4 m", "[Tag:Track] 3/7", "[Tag:Disc] 1/2", "[Tag:Picture] Cover, image/jpeg (1,839 bytes)"}, more...),
		".ogg":  append([]string{"[Audio:Format] Ogg Vorbis", "[Tag:Description] Hydrophone at 4 m"}, more...),
		".wav":  {"[Audio:Format] WAV", "[Tag:Year] 2023"},
		".aiff": {"[Audio:Format] AIFF", "[Tag:Track] 3/7"},
	}
	for _, path := range samples(t) {
		text, err := readText(context.Background(), input(t, path))
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		lines := strings.Split(text, "\n")
		for _, l := range append(common, want[filepath.Ext(path)]...) {
			if !slices.Contains(lines, l) {
				t.Errorf("%s: no %q in\n%s", path, l, text)
			}
		}
		seen := map[string]bool{}
		for _, l := range lines {
			name, _, _ := strings.Cut(l, "]")
			if seen[name] {
				t.Errorf("%s: %s] stands there twice", path, name)
			}
			seen[name] = true
		}
	}
}

func TestRecordingsConform(t *testing.T) {
	for _, path := range samples(t) {
		r := extracttest.Conform(t, tags.Reader(Read), input(t, path))
		if r.Metadata.Title != "Harbour mole at low water" || r.Metadata.Author != "Ida Brandt" {
			t.Errorf("%s: %+v", path, r.Metadata)
		}
	}
}

func TestCoverIsAPicture(t *testing.T) {
	for _, path := range samples(t) {
		picture := cover(input(t, path).Data)
		if slices.Contains([]string{".ogg", ".wav", ".aiff"}, filepath.Ext(path)) {
			continue
		}
		c, _, err := image.DecodeConfig(bytes.NewReader(picture))
		if err != nil || c.Width != 120 || c.Height != 120 {
			t.Errorf("%s: %d × %d, %v", path, c.Width, c.Height, err)
		}
	}
}

func TestEveryRecordingEndsInANamedState(t *testing.T) {
	// R0.3
	endings := []string{".mp3", ".flac", ".m4a", ".ogg", ".opus", ".wav", ".aiff", ".aif", ".oga"}
	for _, dir := range []string{"kinds", "malformed"} {
		t.Run(dir, func(t *testing.T) { extracttest.Folder(t, tags.Reader(Read), core.KindAudio, dir, endings...) })
	}
}

// compared are the tags that ExifTool must agree on.
var compared = map[string]string{"Title": "Title", "Artist": "Artist", "Album": "Album", "Genre": "Genre", "Composer": "Composer",
	"Track": "Track", "TrackNumber": "Track"}

func TestTagsAreThoseOfExifTool(t *testing.T) {
	// R0.3
	if _, err := exec.LookPath("exiftool"); err != nil {
		t.Skip("exiftool is not installed")
	}
	paths := samples(t)
	if root := os.Getenv("IBID_EVAL"); root != "" {
		more, err := filepath.Glob(filepath.Join(root, "kinds/audio/*"))
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, more...)
	}
	out, _ := exec.Command("exiftool", append([]string{"-j", "-a", "-s", "-Title", "-Artist", "-Album", "-Genre", "-Composer",
		"-Track", "-TrackNumber"}, paths...)...).Output() // it ends with 1 if one file has a fault
	var list []map[string]any
	dec := json.NewDecoder(bytes.NewReader(out))
	dec.UseNumber()
	if err := dec.Decode(&list); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, theirs := range list {
		path, _ := theirs["SourceFile"].(string)
		r, err := read(context.Background(), input(t, path))
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		for name, ours := range compared {
			if v, ok := theirs[name]; ok {
				n++
				compareTag(t, filepath.Base(path), name, v, r.list.Get("Tag", ours))
			}
		}
	}
	t.Logf("%d values of %d recordings", n, len(paths))
}

func compareTag(t *testing.T, file, name string, theirs any, ours string) {
	t.Helper()
	all := strings.Split(ours, "; ")
	list, ok := theirs.([]any)
	if !ok {
		list = []any{theirs}
	}
	for _, v := range list {
		text, ok := v.(string)
		if number, isNumber := v.(json.Number); isNumber {
			text, ok = number.String(), true
		}
		text = strings.Replace(text, " of ", "/", 1)
		if !ok || !slices.Contains(all, strings.TrimSpace(text)) {
			t.Errorf("%s: %s is %q, ExifTool says %q", file, name, ours, text)
		}
	}
}

func TestLengthIsThatOfFFprobe(t *testing.T) {
	if _, err := exec.LookPath("ffprobe"); err != nil {
		t.Skip("ffprobe is not installed")
	}
	for _, path := range samples(t) {
		out, err := exec.Command("ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path).Output()
		if err != nil {
			t.Fatal(err)
		}
		want, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
		if err != nil {
			t.Fatal(err)
		}
		r, err := read(context.Background(), input(t, path))
		if err != nil || math.Abs(r.length.Seconds()-want) > 0.15 {
			t.Errorf("%s: %v, %v, ffprobe says %v s", path, r.length, err, want)
		}
	}
}

// id3 makes a tag of version 2.4 of frames, each a name and a body.
func id3(list ...string) []byte {
	var frames []byte
	for i := 0; i < len(list); i += 2 {
		frames = append(frames, list[i]...)
		n := len(list[i+1])
		frames = append(frames, byte(n>>21&0x7f), byte(n>>14&0x7f), byte(n>>7&0x7f), byte(n&0x7f), 0, 0)
		frames = append(frames, list[i+1]...)
	}
	n := len(frames)
	return append([]byte{'I', 'D', '3', 4, 0, 0, byte(n >> 21 & 0x7f), byte(n >> 14 & 0x7f), byte(n >> 7 & 0x7f), byte(n & 0x7f)}, frames...)
}

func TestFramesAreReadOneByOne(t *testing.T) {
	tests := map[string]struct {
		data []byte
		want string
	}{
		"several values":       {id3("TPE1", "\x03Ida Brandt\x00M. Tulloch"), "[Tag:Artist] Ida Brandt; M. Tulloch"},
		"UTF-16":               {id3("TPE1", "\x01\xff\xfeA\x00\x00\x00\xff\xfeB\x00"), "[Tag:Artist] A; B"},
		"one letter":           {id3("TRCK", "\x031"), "[Tag:Track] 1"},
		"a number for a genre": {id3("TCON", "\x0317\x00(8)"), "[Tag:Genre] Rock; Jazz"},
		"a broken neighbour":   {id3("COMM", "\x01", "TIT2", "\x03Tide"), "[Tag:Comment] (1 byte)\n[Tag:Title] Tide"},
		"a described comment":  {id3("COMM", "\x03engnote\x00low water"), "[Tag:Comment-note] low water"},
		"free text":            {id3("TXXX", "\x03BPM\x0090"), "[Tag:BPM] 90"},
		"a chapter":            {id3("CHAP", "one\x00\x00\x01\x00\x00\x00\x02\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff"), "[Tag:Chapter] 1:06 one"},
		"a private frame":      {id3("PRIV", "owner\x00\x01\x02"), "[Tag:Private] owner (2 bytes)"},
	}
	for name, tt := range tests {
		text, err := readText(context.Background(), core.Input{Data: tt.data})
		if want := "[Audio:Format] MP3\n" + tt.want; err != nil || text != want {
			t.Errorf("%s: got %q, %v, want %q", name, text, err, want)
		}
	}
}

func TestOldTagFillsWhatIsMissing(t *testing.T) {
	old := make([]byte, 128)
	copy(old, "TAGHarbour mole at low water, in t")
	copy(old[33:], "Ida Brandt")
	copy(old[93:], "1974")
	old[126], old[127] = 4, 8
	data := append(id3("TIT2", "\x03Harbour mole at low water, in the fog"), old...)
	text, err := readText(context.Background(), core.Input{Data: data})
	want := "[Audio:Format] MP3\n[Tag:Title] Harbour mole at low water, in the fog\n[Tag:Artist] Ida Brandt\n[Tag:Year] 1974\n[Tag:Track] 4\n[Tag:Genre] Jazz"
	if err != nil || text != want {
		t.Errorf("got\n%s\n%v", text, err)
	}
}

// nested makes atoms in atoms.
func nested(depth int) []byte {
	var inner []byte
	for range depth {
		inner = append(binary.BigEndian.AppendUint32(nil, uint32(len(inner)+8)), append([]byte("moov"), inner...)...)
	}
	return append([]byte("\x00\x00\x00\x0cftypM4A "), inner...)
}

func TestHostileFilesEnd(t *testing.T) {
	tests := map[string][]byte{
		"a picture of 4 GB":          append([]byte("fLaC\x86\x00\x00\x40\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x00"), "1234567890123456\xff\xff\xff\xff"...),
		"a comment of 4 GB":          append([]byte("fLaC\x84\x00\x00\x40\x00\x00\x00\x00\xff\xff\xff\xff"), "\xff\xff\xff\xff"...),
		"atoms in atoms":             nested(4000),
		"an atom that never ends":    []byte("\x00\x00\x00\x0cftypM4A \x00\x00\x00\x01moov\xff\xff\xff\xff\xff\xff\xff\xf0"),
		"an extended head too long":  append([]byte("ID3\x03\x00\x40\x00\x00\x00\x10\xff\xff\xff\xff"), make([]byte, 16)...),
		"Ogg without segments":       append([]byte("OggS"), make([]byte, 4000)...),
		"a chunk that never ends":    []byte("RIFF\xff\xff\xff\xffWAVEdata\xff\xff\xff\xff"),
		"a rate that is no number":   append([]byte("FORM\x00\x00\x00\x00AIFFCOMM\x00\x00\x00\x12\x00\x01\xff\xff\xff\xff\x00\x10"), bytes.Repeat([]byte{0xff}, 10)...),
		"sync bytes and nothing":     bytes.Repeat([]byte{0xff, 0xfb, 0x90}, 60_000),
		"a wav that is only a name":  []byte("RIFF\x00\x00\x00\x00WAVE"),
		"an aiff that is not":        []byte("FORM\x00\x00\x00\x00AIFF"),
		"an old frame at the end":    []byte("ID3\x02\x00\x00\x00\x00\x11@TXXX\x00\x00"),
		"nothing but a tag's head":   []byte("ID3\x04\x00\x00\x7f\x7f\x7f\x7f"),
		"a flac that is only a mark": []byte("fLaC"),
	}
	for name, data := range tests {
		_, err := readText(context.Background(), core.Input{Data: data})
		extracttest.Fate(t, name, err)
		if cover(data) != nil {
			t.Errorf("%s: has a cover", name)
		}
	}
}

func TestWhatIsNoRecordingIsDamaged(t *testing.T) {
	for _, data := range []string{"", "text", "\xff\xfb", "RIFF\x04\x00\x00\x00WEBP"} {
		_, err := readText(context.Background(), core.Input{Data: []byte(data)})
		var f *core.FileError
		if !errors.As(err, &f) || f.State != core.StateDamaged {
			t.Errorf("%q: %v", data, err)
		}
	}
}

func FuzzExtract(f *testing.F) {
	for _, path := range samples(f) {
		f.Add(input(f, path).Data)
	}
	f.Add(id3("TCON", "\x03(17)", "CHAP", "a\x000123456789abcdef"))
	f.Add(nested(3))
	f.Fuzz(func(t *testing.T, data []byte) {
		began := time.Now()
		text, err := readText(context.Background(), core.Input{Data: data})
		extracttest.Fate(t, "fuzzed", err)
		cover(data)
		if len(text) > 4<<20 || time.Since(began) > 10*time.Second {
			t.Errorf("%d bytes of text in %v", len(text), time.Since(began))
		}
	})
}

func BenchmarkExtract(b *testing.B) {
	for _, path := range samples(b) {
		in := input(b, path)
		b.Run(filepath.Ext(path)[1:], func(b *testing.B) {
			for b.Loop() {
				if _, err := readText(context.Background(), in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestSamplesReadAsTheirGoldenFiles(t *testing.T) { // R0.3, X4
	for _, path := range samples(t) {
		extracttest.Golden(t, tags.Reader(Read), input(t, path))
	}
}

// readText returns the tags of a recording as its page shows them.
func readText(ctx context.Context, in core.Input) (string, error) {
	f, err := Read(ctx, in)
	return f.Text, err
}

// cover returns the picture that a recording carries, nil if it cannot be read.
func cover(data []byte) []byte {
	f, _ := Read(context.Background(), core.Input{Data: data})
	return f.Picture
}
