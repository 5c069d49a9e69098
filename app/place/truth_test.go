package place_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"ibid/app/apptest"
	"ibid/core"
	"ibid/core/text"
)

// otherwise are quotes of real documents that pdftotext reads in another way, by
// file: so many at most, and why.
var otherwise = map[string]struct {
	quotes int
	reason string
}{
	"User_Manual_1500S_Classic_EN.pdf":          {27, "the sign before each step is of a symbol font: a `6` to one reader, a control character to the other"},
	"2312.04350v3.pdf":                          {5, "an arrow of a formula, which has no letter to one reader and is a `7` to the other"},
	"san-francisco-11-contents.pdf":             {2, "maps: names and letters of the grid are read in another order"},
	"mmdetection-readthedocs-io-en-v2.18.0.pdf": {1, "an index whose columns are read in another order"},
}

// X2, R3.5: what a context quotes stands on the page that it cites. 300 contexts
// over real documents, each quote looked for in what another program reads on
// that page.
func TestQuotesOfRealDocumentsStandOnTheirPages(t *testing.T) {
	dir := os.Getenv("IBID_EVAL")
	if dir == "" {
		t.Skip("IBID_EVAL names no folder with evaluation data; the sample library covers the same ground")
	}
	const wanted = 300
	contexts, quotes, wrong := 0, 0, make(map[string][]string)
	seen := make(map[core.Quote]map[core.Hash]bool) // quotes are counted once
	for _, set := range []string{"reports", "filings"} {
		e := apptest.Open(t)
		apptest.Add(t, e, "", filepath.Join(dir, "pages", set, "documents"))
		truth := make(map[string][]reference)
		for i, q := range questions(t, filepath.Join(dir, "pages", set, "questions.jsonl")) {
			requests := []core.ContextRequest{{Query: q}}
			if i%4 == 0 {
				requests = append(requests, core.ContextRequest{Query: q, Budget: 1500, Truncation: core.Truncations[i/4%3]})
			}
			for _, req := range requests {
				c, err := e.Context(t.Context(), req)
				if err != nil {
					t.Fatal(err)
				}
				contexts++
				for _, s := range c.Sources {
					if s.Document.Kind != core.KindPDF {
						continue
					}
					if truth[s.Document.Path] == nil {
						truth[s.Document.Path] = pdftotext(t, s.Document.Path)
					}
					pages, err := e.Pages(t.Context(), s.Document.ID)
					if err != nil {
						t.Fatal(err)
					}
					for _, q := range s.Quotes {
						if seen[q] == nil {
							seen[q] = make(map[core.Hash]bool)
						}
						if seen[q][s.Document.Hash] {
							continue
						}
						seen[q][s.Document.Hash] = true
						quotes++
						if lost := notThere(pages[q.Page-1].Text[q.Start:q.End], truth[s.Document.Path][q.Page-1]); lost != "" {
							wrong[s.Document.Name] = append(wrong[s.Document.Name], s.Locator.Place()+": "+lost)
						}
					}
				}
			}
		}
	}
	unknown := 0
	for name, list := range wrong {
		known := otherwise[name]
		t.Logf("%s: %d %s\n  %s", name, len(list), known.reason, strings.Join(list, "\n  "))
		unknown += max(0, len(list)-known.quotes)
	}
	t.Logf("%d contexts, %d quotes, %d not as pdftotext reads them and not known to be", contexts, quotes, unknown)
	if contexts < wanted || float64(unknown) >= 0.005*float64(quotes) {
		t.Errorf("%d contexts, %d of %d quotes stand elsewhere, 0.5 %% are allowed", contexts, unknown, quotes)
	}
}

// questions returns the questions of a page set.
func questions(t *testing.T, path string) []string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var q struct{ Question string }
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			t.Fatal(err)
		}
		out = append(out, q.Question)
	}
	return out
}

// notThere is the first sentence of a quote that the page does not have, letter
// after letter, in any of the orders in which the other program reads it.
func notThere(quote string, page reference) string {
	for line := range strings.Lines(quote) {
		for _, s := range text.Sentences(line) {
			letters := bare(line[s.Start:s.End])
			if !slices.ContainsFunc(page.bare[:], func(read string) bool { return strings.Contains(read, letters) }) {
				return line[s.Start:s.End]
			}
		}
	}
	return ""
}

// bare is what normalisation leaves of a text: letters and digits in lower case,
// ligatures as letters, without accents, whether they are set with the letter
// or beside it.
func bare(s string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		if unicode.IsDigit(r) || unicode.IsLetter(r) && !unicode.Is(unicode.Lm, r) {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}
