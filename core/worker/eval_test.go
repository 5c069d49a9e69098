package worker_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"ibid/core"
)

// evaluation returns the files of a folder of the evaluation data.
func evaluation(t testing.TB, elements ...string) []string {
	t.Helper()
	root := os.Getenv("IBID_EVAL")
	if root == "" {
		t.Skip("IBID_EVAL names no folder of evaluation data")
	}
	files, err := filepath.Glob(filepath.Join(append([]string{root}, elements...)...))
	if err != nil || len(files) == 0 {
		t.Skipf("no %v in the evaluation data", elements)
	}
	return files
}

// mutool is MuPDF's own program, to compare with.
func mutool(t testing.TB) string {
	t.Helper()
	path, err := exec.LookPath("mutool")
	if err != nil {
		t.Skip("mutool is not installed")
	}
	return path
}

// mutoolWrong are pages on which the installed mutool, of an older release than
// the library, is the one that is wrong; page 0 is every page.
var mutoolWrong = map[string]int{
	"fd76bbefe469561966e5387aa709c482.pdf":      0,   // it puts spaces between the letters of the recognised text
	"698bba535087fa9a7f9009e172a7f763.pdf":      1,   // a title drawn three times over itself comes out in pieces
	"mmdetection-readthedocs-io-en-v2.18.0.pdf": 347, // it puts the subscripts of a formula on lines of their own
}

// Every page of the reports holds at least 98 % of the words that mutool finds;
// the scans have none.
func TestReportsAreReadWhole(t *testing.T) {
	files, tool := evaluation(t, "pages", "reports", "documents", "*.pdf"), mutool(t)
	s := supervisor(t, nil)
	scans, pagesRead, worst := 0, 0, 1.0
	for _, name := range files {
		pages := wordsOf(t, s, name)
		if !slices.ContainsFunc(pages, func(p core.Page) bool { return p.Text != "" }) {
			scans++
			continue
		}
		out, err := exec.Command(tool, "draw", "-q", "-F", "text", name).Output()
		if err != nil {
			t.Errorf("mutool %s: %v", filepath.Base(name), err)
			continue
		}
		theirs := strings.Split(string(out), "\f")
		if len(theirs) < len(pages) {
			t.Errorf("%s: %d pages, mutool has %d", filepath.Base(name), len(pages), len(theirs))
			continue
		}
		for i, p := range pages {
			share := max(recall(bag(theirs[i], ""), bag(p.Text, "")), recall(bag(theirs[i], " "), bag(p.Text, " ")))
			if page, wrong := mutoolWrong[filepath.Base(name)]; wrong && (page == 0 || page == p.Index) {
				continue
			}
			worst = min(worst, share)
			pagesRead++
			if share < 0.98 {
				t.Errorf("%s p. %d: %.1f %% of the words; note %q", filepath.Base(name), p.Index, 100*share, p.Note)
			}
		}
	}
	if scans != 4 {
		t.Errorf("%d documents without text, want 4", scans)
	}
	t.Logf("%d pages, the worst has %.2f %% of the words", pagesRead, 100*worst)
}

type reader interface{ core.Reader }

func wordsOf(t testing.TB, s reader, name string) []core.Page {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	pages, err := s.Words(within(t, 2*time.Minute), request(f, core.KindPDF))
	if err != nil {
		t.Fatalf("%s: %v", filepath.Base(name), err)
	}
	return pages
}

// hyphen is one at the end of a line, or in a line that was joined.
var hyphen = regexp.MustCompile(`[-\x{ad}\x{2010}]\s*`)

// bag counts the words of a text with something in place of hyphens, since
// mutool keeps line ends that the library joins; case folded, since the two
// differ where a font draws small letters as capitals.
func bag(text, forHyphen string) map[string]int {
	words := map[string]int{}
	text = strings.ToLower(hyphen.ReplaceAllString(text, forHyphen))
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		words[w]++
	}
	return words
}

// recall is the share of want's words that got has.
func recall(want, got map[string]int) float64 {
	all, found := 0, 0
	for w, n := range want {
		all += n
		found += min(n, got[w])
	}
	if all == 0 {
		return 1
	}
	return float64(found) / float64(all)
}

// Of the lines of real documents next to none are hidden: printers' marks in
// white, maps that are cut, the specks of a scan. The words that were
// recognised on a scan are not.
func TestHardlyALineOfRealDocumentsIsHidden(t *testing.T) {
	s := supervisor(t, nil)
	lines, hidden := 0, map[string]int{}
	for _, name := range evaluation(t, "pages", "*", "documents", "*.pdf") {
		for _, l := range structureOf(t, s, name, wordsOf(t, s, name)) {
			lines += len(l.Lines)
			for _, line := range l.Lines {
				if line.Hidden != "" {
					hidden[line.Hidden]++
				}
			}
		}
	}
	sum := 0
	for _, n := range hidden {
		sum += n
	}
	t.Logf("%d of %d lines: %v", sum, lines, hidden)
	if sum*1000 >= lines || sum == 0 {
		t.Errorf("%d of %d lines are said to be hidden", sum, lines)
	}
}

// BenchmarkReports reads all reports as the product does, and has mutool read
// them in the same run. The ratio is ours to theirs.
func BenchmarkReports(b *testing.B) {
	files, tool := evaluation(b, "pages", "reports", "documents", "*.pdf"), mutool(b)
	s := supervisor(b, nil)
	texts := make([][]core.Page, len(files))
	var words, structure, theirs time.Duration
	pages := 0
	for b.Loop() {
		for i, name := range files {
			start := time.Now()
			texts[i] = wordsOf(b, s, name)
			words += time.Since(start)
			pages += len(texts[i])
			start = time.Now()
			if err := exec.Command(tool, "draw", "-q", "-F", "text", "-o", os.DevNull, name).Run(); err != nil {
				b.Fatal(err)
			}
			theirs += time.Since(start)
			start = time.Now()
			structureOf(b, s, name, texts[i])
			structure += time.Since(start)
		}
	}
	b.ReportMetric(float64(pages)/words.Seconds(), "pages/s")
	b.ReportMetric(words.Seconds()/theirs.Seconds(), "×mutool")
	b.ReportMetric(float64(pages)/structure.Seconds(), "structure-pages/s")
	b.ReportMetric(0, "ns/op")
}

func structureOf(b testing.TB, s reader, name string, pages []core.Page) []core.Layout {
	b.Helper()
	f, err := os.Open(name)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	layouts, err := s.Structure(within(b, 2*time.Minute), request(f, core.KindPDF), pages)
	if err != nil {
		b.Fatal(fmt.Errorf("%s: %w", filepath.Base(name), err))
	}
	return layouts
}

// BenchmarkThumbnails draws the first ten pages of every report.
func BenchmarkThumbnails(b *testing.B) {
	files := evaluation(b, "pages", "reports", "documents", "*.pdf")
	s := supervisor(b, nil)
	n := 0
	for b.Loop() {
		for _, name := range files {
			for p := 1; p <= 10; p++ {
				_, err := s.Draw(within(b, time.Minute), core.PageImage{
					Name: filepath.Base(name), Open: opening(name), Hash: core.Hash(name), Kind: core.KindPDF, Page: p, Width: 160, Height: 220,
				})
				if errors.Is(err, core.ErrNoSuchPage) {
					break
				} else if err != nil {
					b.Fatal(err)
				}
				n++
			}
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "thumbnails/s")
	b.ReportMetric(b.Elapsed().Seconds()*1000/float64(n), "ms/thumbnail")
}
