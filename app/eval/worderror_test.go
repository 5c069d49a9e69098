package eval_test

import (
	"image"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"

	"ibid/core"
	"ibid/core/ocr"
	"ibid/core/outside"
	"ibid/core/text"
)

// turned returns a picture whose lines fall by an angle in degrees.
func turned(from *image.RGBA, angle float64) *image.RGBA {
	sin, cos := math.Sincos(angle * math.Pi / 180)
	x, y := float64(from.Bounds().Dx())/2, float64(from.Bounds().Dy())/2
	to := image.NewRGBA(from.Bounds())
	draw.Draw(to, to.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.BiLinear.Transform(to, f64.Aff3{cos, -sin, x - x*cos + y*sin, sin, cos, y - x*sin - y*cos}, from, from.Bounds(), draw.Src, nil)
	return to
}

// coarse returns a picture as a scanner of so many dots an inch would give it.
func coarse(from *image.RGBA, dpi int) *image.RGBA {
	b := from.Bounds()
	small, to := image.NewRGBA(image.Rect(0, 0, b.Dx()*dpi/300, b.Dy()*dpi/300)), image.NewRGBA(b)
	draw.CatmullRom.Scale(small, small.Bounds(), from, b, draw.Src, nil)
	draw.BiLinear.Scale(to, b, small, small.Bounds(), draw.Src, nil)
	return to
}

var divided = regexp.MustCompile(`(\pL)[-\x{2010}\x{ad}]\n(\p{Ll})`)

func wordsRead(s string) (out []string) {
	s = divided.ReplaceAllString(s, "$1$2")
	for w := range text.Words(s) {
		out = append(out, strings.ToLower(s[w.Start:w.End]))
	}
	return out
}

// edits is the least number of words to insert, delete or replace.
func edits(a, b []string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before := row[0]
		row[0] = i + 1
		for j := range b {
			n := before
			if a[i] != b[j] {
				n++
			}
			before, row[j+1] = row[j+1], min(n, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// lost counts the words of a that b does not have, wherever they stand.
func lost(a, b []string) (n int) {
	have := make(map[string]int)
	for _, w := range b {
		have[w]++
	}
	for _, w := range a {
		if have[w]--; have[w] < 0 {
			n++
		}
	}
	return n
}

// The text of drawn pages is the truth for what OCR reads of them, straight, askew and
// coarse. The word error is the number of edits over the number of words; it counts
// columns and figures in another order as errors, which the lost words do not.
func TestWordErrorOfDrawnPages(t *testing.T) {
	if os.Getenv("IBID_EVAL_OCR") == "" {
		t.Skip("OCR of 26 pages takes minutes: IBID_EVAL_OCR=1 asks for it")
	}
	if _, ok := outside.Find(ocr.Program); !ok {
		t.Skip("tesseract is not installed")
	}
	classes := []struct {
		name string
		draw func(*image.RGBA) *image.RGBA
		most float64 // lost words of all; a little above the figure when the bound was set: .058, .025, .082, .044, .027
	}{
		{"straight", func(p *image.RGBA) *image.RGBA { return p }, .07},
		{"askew by 2°", func(p *image.RGBA) *image.RGBA { return turned(p, 2) }, .04},
		{"askew by 5°", func(p *image.RGBA) *image.RGBA { return turned(p, -5) }, .10}, // a table of contents and one of symbols are among its pages,
		{"at 100 dpi", func(p *image.RGBA) *image.RGBA { return coarse(p, 100) }, .06},
		{"askew by 2° at 100 dpi", func(p *image.RGBA) *image.RGBA { return coarse(turned(p, -2), 100) }, .04},
	}
	e := open(t)
	var paths []string
	for _, name := range []string{"carrow-sound-monitoring-report-2023.pdf", "halvane-2024-plumes-kelp-depth-limit.pdf"} {
		paths = append(paths, filepath.Join("..", "..", "testdata", "sample", name))
	}
	added, err := e.AddPaths(t.Context(), paths, "")
	if err != nil {
		t.Fatal(err)
	}
	type sum struct{ words, edits, lost int }
	sums := make([]sum, len(classes))
	reader, n := &ocr.Reader{Languages: "eng"}, 0
	for _, d := range added.Documents {
		pages, err := e.Pages(t.Context(), d.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range pages {
			drawn, err := e.Page(t.Context(), d.ID, p.Index, 2480, 3508)
			if err != nil {
				t.Fatal(err)
			}
			class := n % len(classes)
			n++
			var scan core.Scan
			if scan, err = reader.Recognise(t.Context(), classes[class].draw(drawn), 595, 842, false); err != nil {
				t.Fatal(err)
			}
			want, got := wordsRead(p.Text), wordsRead(scan.Text)
			s := &sums[class]
			s.words, s.edits, s.lost = s.words+len(want), s.edits+edits(want, got), s.lost+lost(want, got)
		}
	}
	for i, s := range sums {
		share := float64(s.lost) / float64(s.words)
		t.Logf("%-24s %5d words: word error %.3f, lost %.3f", classes[i].name, s.words, float64(s.edits)/float64(s.words), share)
		if share > classes[i].most {
			t.Errorf("%s: %.3f of the words are lost, want %.3f at most", classes[i].name, share, classes[i].most)
		}
	}
}
