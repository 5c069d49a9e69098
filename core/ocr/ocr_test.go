package ocr

import (
	"context"
	"errors"
	"image"
	"image/color"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// row writes one row of TSV for a word at a place.
func row(block, paragraph, line int, left, top, width, height int, confidence, text string) string {
	return strings.Join([]string{
		"5", "1", strconv.Itoa(block), strconv.Itoa(paragraph), strconv.Itoa(line), "1", strconv.Itoa(left), strconv.Itoa(top), strconv.Itoa(width), strconv.Itoa(height), confidence, text,
	}, "\t") + "\n"
}

var paper = image.Pt(1000, 1400)

func TestWordsBecomeParagraphsWithTheirLines(t *testing.T) {
	tsv := "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n" +
		row(1, 1, 1, 100, 100, 50, 20, "96.5", "The") + row(1, 1, 1, 160, 100, 70, 20, "95", "hold-") +
		row(1, 1, 2, 100, 130, 60, 20, "94", "fasts") + row(1, 1, 2, 170, 130, 60, 22, "93", "were") +
		row(1, 1, 3, 100, 160, 60, 20, "92", "torn") + row(1, 1, 3, 170, 160, 20, 20, "12", "~;x") +
		row(1, 2, 1, 100, 220, 90, 20, "91", "Nine") +
		row(2, 1, 1, 100, 300, 4, 4, "70", "—") +
		row(3, 1, 1, 100, 400, 90, 20, "90", "remained.")
	scan := arrange(parse([]byte(tsv), paper), false)
	if want := "The holdfasts were torn\nNine\nremained."; scan.Text != want {
		t.Fatalf("text %q, want %q", scan.Text, want)
	}
	var lines []string
	for _, l := range scan.Layout.Lines {
		lines = append(lines, scan.Text[l.Start:l.End])
	}
	if got, want := strings.Join(lines, "|"), "The hold|fasts were|torn|Nine|remained."; got != want {
		t.Errorf("lines %q, want %q", got, want)
	}
	second := scan.Layout.Lines[1]
	if second.Left != 100 || second.Top != 130 || second.Right != 230 || second.Height != 22 {
		t.Errorf("second line %+v", second)
	}
	if scan.OCR < 90 || scan.OCR > 97 {
		t.Errorf("confidence %d", scan.OCR)
	}
}

func TestDirtIsNoText(t *testing.T) {
	photo := row(1, 1, 1, 10, 10, 50, 20, "95", "NORTH") + row(1, 1, 2, 10, 40, 50, 20, "31", "aeoe") + row(2, 1, 1, 10, 90, 50, 20, "35", "iii")
	for name, tt := range map[string]struct {
		tsv    string
		strict bool
		text   string
	}{
		"nothing":                          {"", false, ""},
		"specks":                           {row(1, 1, 1, 10, 10, 5, 5, "90", ".") + row(1, 1, 1, 20, 10, 5, 5, "95", "|"), false, ""},
		"one letter":                       {row(1, 1, 1, 10, 10, 5, 5, "95", "l"), false, ""},
		"a page of guesses":                {row(1, 1, 1, 10, 10, 50, 20, "40", "woud") + row(1, 1, 2, 10, 50, 50, 20, "35", "erim"), false, ""},
		"a word without a place":           {row(1, 1, 1, 10, 10, 0, 0, "95", "nowhere"), false, ""},
		"a word off the picture":           {row(1, 1, 1, 2000, 10, 50, 20, "95", "nowhere"), false, ""},
		"a page with one word":             {photo, false, "NORTH aeoe\niii"},
		"a photo with one word":            {photo, true, ""},
		"a photo of a sign":                {row(1, 1, 1, 10, 10, 50, 20, "95", "NORTH") + row(1, 1, 1, 70, 10, 50, 20, "92", "PIER") + row(1, 1, 1, 140, 10, 50, 20, "90", "CLOSED"), true, "NORTH PIER CLOSED"},
		"a row that is cut":                {"5\t1\t1\t1\t1\t1\t10\t10\n" + row(1, 1, 1, 10, 10, 50, 20, "95", "whole"), false, "whole"},
		"a confidence that is no number":   {row(1, 1, 1, 10, 10, 50, 20, "NaN", "whole"), false, ""},
		"control characters and bad UTF-8": {row(1, 1, 1, 10, 10, 50, 20, "95", "wh\x1bo\xffle"), false, "whole"},
	} {
		scan := arrange(parse([]byte(tt.tsv), paper), tt.strict)
		if scan.Text != tt.text || (scan.OCR > 0) != (tt.text != "") || !scan.Read {
			t.Errorf("%s: %q, confidence %d, want %q", name, scan.Text, scan.OCR, tt.text)
		}
	}
}

func TestWordsAreKeptFromAConfidenceOn(t *testing.T) {
	words := func(strict bool, list ...string) string { // "95 word": confidence and text
		tsv := ""
		for i, w := range list {
			confidence, text, _ := strings.Cut(w, " ")
			tsv += row(1, 1, 1, 10+100*i, 10, 50, 20, confidence, text)
		}
		return arrange(parse([]byte(tsv), paper), strict).Text
	}
	for _, tt := range []struct {
		name string
		got  string
		want string
	}{
		{"a word of 30 %", words(false, "95 certain", "30 word"), "certain word"},
		{"a word of 29 %", words(false, "95 certain", "29 word"), "certain"},
		{"a bullet of 60 %", words(false, "60 *", "95 certain"), "* certain"},
		{"a bullet of 59 %", words(false, "59 *", "95 certain"), "certain"},
		{"a page of 45 %", words(false, "45 whole"), "whole"},
		{"a page of 44 %", words(false, "44 whole"), ""},
		{"2 letters", words(false, "95 ab"), "ab"},
		{"1 letter", words(false, "95 a"), ""},
		{"a word of 60 % in a photo", words(true, "95 one", "95 two", "95 six", "60 word"), "one two six word"},
		{"a word of 59 % in a photo", words(true, "95 one", "95 two", "95 six", "59 word"), "one two six"},
		{"3 sure words in a photo", words(true, "80 one", "80 two", "80 six"), "one two six"},
		{"2 sure words in a photo", words(true, "80 one", "80 two", "79 six"), ""},
		{"words of 2 letters are not sure", words(true, "80 one", "80 two", "80 no"), ""},
		{"half of the words are sure", words(true, "90 one", "90 two", "90 six", "10 x", "10 y", "10 z"), "one two six"},
		{"less than half are sure", words(true, "90 one", "90 two", "90 six", "10 x", "10 y", "10 z", "10 v"), ""},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, tt.got, tt.want)
		}
	}
}

func TestPicturesWithoutContrastAreBlank(t *testing.T) {
	for dark, want := range map[uint8]bool{200 - leastContrast: false, 200 - leastContrast + 1: true} {
		img := image.NewRGBA(image.Rect(0, 0, 2, 1))
		for i, v := range []uint8{200, dark} {
			copy(img.Pix[4*i:], []uint8{v, v, v, 255})
		}
		if _, blank := encode(img); blank != want {
			t.Errorf("%d beside 200: blank %v, want %v", dark, blank, want)
		}
	}
}

func FuzzTSV(f *testing.F) {
	f.Add([]byte(row(1, 1, 1, 10, 10, 50, 20, "95", "hold-")+row(1, 1, 2, 10, 40, 50, 20, "95", "fasts")), false)
	f.Add([]byte("5\t1\t1\t1\t1\t1\t-5\t0\t99999999999\t1\t1e9\tx\n"), true)
	f.Fuzz(func(t *testing.T, tsv []byte, strict bool) {
		scan := arrange(parse(tsv, paper), strict)
		if !utf8.ValidString(scan.Text) || strings.ContainsRune(scan.Text, 0) || scan.OCR < 0 || scan.OCR > 100 || (scan.OCR > 0) != (scan.Text != "") {
			t.Fatalf("%+v", scan)
		}
		end := 0
		for _, l := range scan.Layout.Lines {
			if l.Start < end || l.End <= l.Start || l.End > len(scan.Text) || strings.Contains(scan.Text[l.Start:l.End], "\n") {
				t.Fatalf("line %+v of %q", l, scan.Text)
			}
			if end = l.End; l.Left < 0 || l.Top < 0 || l.Right > float32(paper.X) || l.Top+l.Height > float32(paper.Y) {
				t.Fatalf("line %+v is off the page", l)
			}
		}
	})
}

// script is a program that stands in for Tesseract where it misbehaves.
func script(t *testing.T, body string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tesseract")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// striped is a picture that shows something.
func striped() *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 200, 100))
	for i := range img.Pix {
		img.Pix[i] = byte(i / 800 % 2 * 255)
	}
	return img
}

func TestPageThatTesseractFailsOnSaysWhy(t *testing.T) {
	for name, tt := range map[string]struct{ body, note string }{
		"hangs":       {"while :; do :; done", "OCR took longer than 200ms"},
		"was killed":  {"kill -9 $$", "OCR ended without a result: tesseract: signal: killed"},
		"gives up":    {"echo 'cannot read' >&2; exit 3", "(cannot read)"},
		"says much":   {"yes 5", "too much output"},
		"says rubble": {"head -c 5000 /dev/urandom", ""},
	} {
		r := &Reader{Program: script(t, tt.body), Languages: "eng", Time: 200 * time.Millisecond}
		if name != "hangs" {
			r.Time = 0
		}
		scan, err := r.Recognise(t.Context(), striped(), 200, 100, false)
		if tt.note == "" {
			if err != nil || scan.Note != "" || scan.Text != "" {
				t.Errorf("%s: %+v, %v", name, scan, err)
			}
			continue
		}
		if err != nil || !scan.Read || !strings.Contains(strings.ReplaceAll(scan.Note, r.Program, "tesseract"), tt.note) {
			t.Errorf("%s: note %q, %v", name, scan.Note, err)
		}
	}
}

func TestTesseractThatWasKilledOnceIsTriedAgain(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	r := &Reader{Program: script(t, "if [ ! -e "+mark+" ]; then : > "+mark+"; kill -9 $$; fi; printf '5\\t1\\t1\\t1\\t1\\t1\\t10\\t10\\t50\\t20\\t95\\tagain\\n'"), Languages: "eng"}
	scan, err := r.Recognise(t.Context(), striped(), 200, 100, false)
	if err != nil || scan.Text != "again" {
		t.Errorf("%+v, %v", scan, err)
	}
}

// A page that is not read well is looked at once more, upside down, and never
// again; the better reading counts.
func TestPageIsReadTwiceAtMost(t *testing.T) {
	words := func(confidence, text string) string {
		var b strings.Builder
		for i := range 10 {
			b.WriteString(row(1, 1, 1, 10+15*i, 20, 12, 30, confidence, text))
		}
		return b.String()
	}
	for name, tt := range map[string]struct {
		first, second string
		runs          int
		want          string
		box           image.Rectangle
	}{
		"a good page":         {words("95", "tides"), "", 1, "tides", image.Rect(10, 20, 157, 50)},
		"a page upside down":  {words("50", "sepit"), words("95", "tides"), 2, "tides", image.Rect(43, 50, 190, 80)},
		"a bad page":          {words("50", "tides"), words("45", "sepit"), 2, "tides", image.Rect(10, 20, 157, 50)},
		"too little to doubt": {row(1, 1, 1, 10, 20, 147, 30, "50", "tides"), "", 1, "tides", image.Rect(10, 20, 157, 50)},
	} {
		dir := t.TempDir()
		for i, tsv := range []string{tt.first, tt.second} {
			if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(i)), []byte(tsv), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		r := &Reader{Program: script(t, "cd "+dir+"; n=$(ls -d run* 2>/dev/null | wc -l); mkdir run$n; cat $n"), Languages: "eng"}
		scan, err := r.Recognise(t.Context(), striped(), 200, 100, false)
		runs, globErr := filepath.Glob(filepath.Join(dir, "run*"))
		if err != nil || globErr != nil || len(runs) != tt.runs || !strings.HasPrefix(scan.Text, tt.want) || len(scan.Layout.Lines) != 1 {
			t.Errorf("%s: %d runs, %+v, %v", name, len(runs), scan, err)
			continue
		}
		l := scan.Layout.Lines[0]
		if got := image.Rect(int(l.Left), int(l.Top), int(l.Right), int(l.Top+l.Height)); got != tt.box {
			t.Errorf("%s: at %v, want %v", name, got, tt.box)
		}
	}
}

func TestBlankPageNeedsNoProgram(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 50, 50))
	for i := range img.Pix {
		img.Pix[i] = 250
	}
	img.Set(20, 20, color.RGBA{230, 230, 230, 255}) // a shade of the paper
	r := &Reader{Program: "no-such-program"}
	if scan, err := r.Recognise(t.Context(), img, 50, 50, false); err != nil || !scan.Read || scan.Text != "" {
		t.Errorf("%+v, %v", scan, err)
	}
	if _, err := r.Recognise(t.Context(), striped(), 50, 50, false); err == nil {
		t.Error("no program, no error")
	}
}

func TestCancelledPageIsAnError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := &Reader{Program: script(t, "while :; do :; done")}
	if _, err := r.Recognise(ctx, striped(), 50, 50, false); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestReadySaysWhatToDo(t *testing.T) {
	langs := script(t, "printf 'List of available languages in \"/data\" (2):\\neng\\nosd\\n'")
	for name, tt := range map[string]struct {
		reader *Reader
		want   string
	}{
		"ready":         {&Reader{Program: langs, Languages: "eng"}, ""},
		"off":           {&Reader{Program: langs, Languages: "eng", Off: true}, "switched off"},
		"not installed": {&Reader{Program: "no-such-program", Languages: "eng"}, "install OCR with: "},
		"a language":    {&Reader{Program: langs, Languages: "eng+chi_sim"}, `the OCR language "chi_sim" is not installed: install it with: `},
		"broken":        {&Reader{Program: script(t, "exit 1"), Languages: "eng"}, "OCR does not work"},
	} {
		r := tt.reader
		if got := r.Ready(t.Context()); (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

func TestTesseractItselfIsReady(t *testing.T) {
	if _, err := exec.LookPath(Program); err != nil {
		t.Skip("tesseract is not installed")
	}
	r := &Reader{Languages: "eng"}
	have, err := r.Installed(t.Context())
	if err != nil || len(have) == 0 {
		t.Fatalf("%q, %v", have, err)
	}
	if scan, err := r.Recognise(t.Context(), striped(), 200, 100, false); err != nil || scan.Note != "" {
		t.Errorf("%+v, %v", scan, err)
	}
}
