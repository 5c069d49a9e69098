package subtitles

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"ibid/core"
	"ibid/core/extract/extracttest"
)

const kinds = "../../../testdata/kinds"

func sample(t testing.TB, name string) core.Input {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(kinds, name))
	if err != nil {
		t.Fatal(err)
	}
	return core.Input{Name: name, Kind: core.KindSubtitles, Data: data}
}

func read(t testing.TB, in core.Input) (string, error) {
	t.Helper()
	var text string
	err := Extractor{}.Words(context.Background(), in, func(p core.Page) error {
		text += p.Text
		return nil
	})
	return text, err
}

// The two samples are the same interview, once with its speakers as a line
// begins and once as voice spans.
func TestCuesAreLinesInOrderOfTime(t *testing.T) {
	tests := map[string]string{
		"interview.srt": `00:00:04 AOIFE: You kept the tide gauge on Ferry Pier for thirty years.
00:00:09 RHONA: Thirty-one. My aunt read it by lamp before there was a cable.
00:00:14 RHONA: The highest water I ever wrote down was 6.42 metres, in the surge of 1990.
00:12:31 AOIFE: And the kelp below the pier?
00:12:36 RHONA: Gone after the second winter of dredging. You could see the bare rock at low water.
01:02:05 RHONA: It came back in 2022, but only down to seven metres.
`,
		"interview.vtt": `00:00:04 Aoife: You kept the tide gauge on Ferry Pier for thirty years.
00:00:09 Rhona: Thirty-one. My aunt read it by lamp before there was a cable.
00:00:14 Rhona: The highest water I ever wrote down was 6.42 metres, in the surge of 1990 & never since.
00:12:31 Aoife: And the kelp below the pier?
00:12:36 Rhona: Gone after the second winter of dredging.
01:02:05 Rhona: It came back in 2022, but only down to seven metres.
`,
	}
	for name, want := range tests {
		got, err := read(t, sample(t, name))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", name, err, diff)
		}
		extracttest.Conform(t, Extractor{}, sample(t, name))
	}
}

func TestCuesAreReadAsTheyAreWritten(t *testing.T) {
	tests := map[string]struct{ in, want string }{
		"no hours":                     {"00:01,5 --> 00:02,0\nhigh water\n", "00:00:01 high water\n"},
		"more than 99 hours":           {"100:00:00,000 --> 100:00:01,000\nlate\n", "100:00:00 late\n"},
		"no blank line between cues":   {"1\n00:00:01,000 --> 00:00:02,000\none\n2\n00:00:02,000 --> 00:00:03,000\ntwo\n", "00:00:01 one\n00:00:02 two\n"},
		"a cue that says a number":     {"1\n00:00:01,000 --> 00:00:02,000\n42\n\n2\n00:00:02,000 --> 00:00:03,000\ntwo\n", "00:00:01 42\n00:00:02 two\n"},
		"a cue without words":          {"1\n00:00:01,000 --> 00:00:02,000\n\n2\n00:00:02,000 --> 00:00:03,000\ntwo\n", "00:00:02 two\n"},
		"places behind the times":      {"1\n00:00:01,000 --> 00:00:02,000 X1:40 X2:600\none\n", "00:00:01 one\n"},
		"less than and more than":      {"1\n00:00:01,000 --> 00:00:02,000\ndepth < 7 m, width > 3\n", "00:00:01 depth < 7 m, width > 3\n"},
		"two speakers in a cue":        {"WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Yes.</v>\n<v Bob>No.</v>\n", "00:00:01 Ann: Yes. Bob: No.\n"},
		"a comment is not said":        {"WEBVTT\n\n00:01.000 --> 00:02.000\nsaid\n\nNOTE\nnot said\n\n00:03.000 --> 00:04.000\nsaid too\n", "00:00:01 said\n00:00:03 said too\n"},
		"marks of direction and NUL":   {"WEBVTT\n\n00:01.000 --> 00:02.000\n&lrm;a&#0;b\n", "00:00:01 a\uFFFDb\n"},
		"a repeated line is kept":      {"WEBVTT\n\n00:01.000 --> 00:02.000\nno\n\n00:02.000 --> 00:03.000\nno\n", "00:00:01 no\n00:00:02 no\n"},
		"rolling captions are unwound": {"WEBVTT\n\n00:01.000 --> 00:02.000\nthe<00:01.200><c> kelp</c>\n\n00:02.000 --> 00:02.010\nthe kelp\n\n00:02.010 --> 00:04.000\nthe kelp\nis<00:02.500><c> back</c>\n", "00:00:01 the kelp\n00:00:02 is back\n"},
	}
	for name, tt := range tests {
		encodings := map[string][]byte{
			"UTF-8": []byte(tt.in), "CRLF": []byte(strings.ReplaceAll(tt.in, "\n", "\r\n")),
			"UTF-8 with a mark": []byte("\xef\xbb\xbf" + tt.in), "UTF-16": littleEndian(tt.in),
		}
		for encoding, data := range encodings {
			got, err := read(t, core.Input{Name: "a.srt", Data: data})
			if err != nil || got != tt.want {
				t.Errorf("%s in %s: got %q, %v; want %q", name, encoding, got, err, tt.want)
			}
		}
	}
	got, err := read(t, core.Input{Name: "a.srt", Data: []byte("1\n00:00:01,000 --> 00:00:02,000\nK\xfcste\n")})
	if err != nil || got != "00:00:01 Küste\n" {
		t.Errorf("Latin-1: got %q, %v", got, err)
	}
}

func littleEndian(s string) []byte {
	out := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(s)) {
		out = append(out, byte(u), byte(u>>8))
	}
	return out
}

func TestTitleIsBehindTheMark(t *testing.T) {
	for name, want := range map[string]string{"interview.vtt": "The tide gauge on Ferry Pier", "interview.srt": ""} {
		got, err := Extractor{}.Metadata(context.Background(), sample(t, name))
		if err != nil || got.Title != want {
			t.Errorf("%s: got %+v, %v; want %q", name, got, err, want)
		}
	}
}

func TestFilesWithoutCuesEndInAState(t *testing.T) {
	tests := map[string]core.State{
		"WEBVTT\n":                        core.StateNoText,
		"WEBVTT\n\n00:01.000 --> 00:02.0": core.StateNoText,
		"\x00\x01\x02\x03\x04\x05\x06":    core.StateDamaged,
	}
	for data, want := range tests {
		_, err := read(t, core.Input{Name: "a.vtt", Data: []byte(data)})
		var f *core.FileError
		if !errors.As(err, &f) || f.State != want {
			t.Errorf("%q: got %v, want %s", data, err, want)
		}
	}
}

func FuzzExtract(f *testing.F) {
	for _, name := range []string{"interview.srt", "interview.vtt"} {
		f.Add(sample(f, name).Data)
	}
	f.Add([]byte("WEBVTT\n\n00:01 --> 00:02\n<v A&#13;B>x<00:00>\n\n1:2:3 --> 4:5:6\n{\\an8}&#0;"))
	f.Fuzz(func(t *testing.T, data []byte) {
		text, err := read(t, core.Input{Name: "a.srt", Data: data})
		if err != nil {
			return
		}
		var last time.Duration
		for line := range strings.Lines(text) {
			stamp, said, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			if at := clock(stamp); at < last || said == "" {
				t.Fatalf("%q after %v in %q", line, last, text)
			} else {
				last = at
			}
		}
	})
}

func BenchmarkExtract(b *testing.B) {
	in := sample(b, "interview.srt")
	in.Data = []byte(strings.Repeat(string(in.Data)+"\n", 200))
	b.SetBytes(int64(len(in.Data)))
	for b.Loop() {
		if _, err := read(b, in); err != nil {
			b.Fatal(err)
		}
	}
}

func TestSamplesReadAsTheirGoldenFiles(t *testing.T) { // X4
	for _, name := range []string{"interview.srt", "interview.vtt"} {
		extracttest.Golden(t, Extractor{}, sample(t, name))
	}
}

func TestDamagedSubtitlesEndInTextOrAFate(t *testing.T) {
	for _, name := range []string{"interview.srt", "interview.vtt"} {
		extracttest.Damage(t, Extractor{}, sample(t, name))
	}
}
