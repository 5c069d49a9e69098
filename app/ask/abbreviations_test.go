package ask_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/app"
	"ibid/app/apptest"
	"ibid/app/config"
	"ibid/core"
	"ibid/core/search"
)

// said lists the texts of the abbreviations that were read into a question.
func said(t *testing.T, e *app.Engine, question string, without ...string) (texts []string, hits []string) {
	t.Helper()
	found, err := e.Search(t.Context(), core.SearchRequest{Query: question, Limit: 10, Without: without})
	if err != nil {
		t.Fatalf("%q: %v", question, err)
	}
	for _, r := range found.Read {
		if r.Kind == core.ReadAbbreviation {
			if !r.Removable || !strings.HasPrefix(r.Key, "abbr:") || !strings.HasPrefix(r.Why, "searched as well") {
				t.Errorf("%q: %+v", question, r)
			}
			texts = append(texts, r.Key+" "+r.Text)
		}
	}
	for _, h := range found.Hits {
		hits = append(hits, h.Document.Name)
	}
	return texts, hits
}

// X12: what a document says of its short forms widens questions both ways, is said
// with its place, is taken off by its key, and goes with the document.
func TestAbbreviationsOfTheLibraryWidenAQuestion(t *testing.T) {
	e := apptest.Open(t)
	dir := t.TempDir()
	first := apptest.Add(t, e, "", apptest.Write(t, dir, "eels.md", "# Eels\n\nWe bred eels with a knock-out (KO) of one gene.\nThe barge (BG) left. It brought information technology (IT) to the pier."))
	apptest.Add(t, e, "",
		apptest.Write(t, dir, "long.md", "Animals with a knock-out grew slowly. Of information technology nothing was seen."),
		apptest.Write(t, dir, "short.md", "The KO line was kept for a year."),
		apptest.Write(t, dir, "other.md", "Herring came in spring; it was cold."))
	const chip = "abbr:ko:knockout KO: knock-out, from eels.md:3"
	for question, want := range map[string]struct {
		said []string
		hits []string
	}{
		"KO line":                {[]string{chip}, []string{"eels.md", "long.md", "short.md"}},
		"ko line":                {[]string{chip}, []string{"eels.md", "long.md", "short.md"}},
		"knock-out growth":       {[]string{chip}, []string{"eels.md", "long.md", "short.md"}},
		"knock-out (KO) line":    {nil, []string{"eels.md", "long.md", "short.md"}},
		`"KO line"`:              {nil, []string{"short.md"}},
		"cold herring, is it so": {nil, []string{"other.md"}},
		"cost of IT":             {[]string{"abbr:it:informationtechnology IT: information technology, from eels.md:4"}, []string{"eels.md", "long.md"}},
		"herring -KO":            {nil, []string{"other.md"}},
	} {
		texts, hits := said(t, e, question)
		slices.Sort(hits)
		if !slices.Equal(texts, want.said) || !slices.Equal(hits, want.hits) {
			t.Errorf("%q: %q, %q, want %q", question, texts, hits, want)
		}
	}
	if _, hits := said(t, e, "KO line"); hits[0] != "short.md" {
		t.Errorf("the word itself counts less than its expansion: %q", hits)
	}
	if texts, hits := said(t, e, "knock-out growth", "abbr:ko:knockout"); texts != nil || slices.Contains(hits, "short.md") {
		t.Errorf("taken off: %q, %q", texts, hits)
	}
	c, err := e.Context(t.Context(), core.ContextRequest{Query: "KO line"})
	if err != nil || len(c.Read) != 1 || len(c.Sources) != 3 {
		t.Errorf("the context: %+v, %d sources, %v", c.Read, len(c.Sources), err)
	}
	if err := e.Remove(t.Context(), first[0].ID); err != nil {
		t.Fatal(err)
	}
	if texts, _ := said(t, e, "KO line"); texts != nil {
		t.Errorf("its document is gone: %q", texts)
	}
}

func TestAbbreviationsAreLeftOutForMeasurements(t *testing.T) {
	e := apptest.OpenWith(t, app.Options{Without: []search.Part{search.PartAbbreviations}})
	apptest.Add(t, e, "", apptest.Write(t, t.TempDir(), "eels.md", "Eels with a knock-out (KO) of one gene."))
	if texts, _ := said(t, e, "KO line"); texts != nil {
		t.Errorf("%q", texts)
	}
}

func TestOrdinaryWordsAreNoShortForms(t *testing.T) {
	e := apptest.Open(t)
	dir := t.TempDir()
	apptest.Add(t, e, "", apptest.Write(t, dir, "scan.md", "We used computed axial tomography (CAT). The CAT of the eel showed gauge error reading (GER)."),
		apptest.Write(t, dir, "cat.md", "The cat of the harbour eats herring. A cat sleeps."))
	for question, want := range map[string]int{
		"what does the cat eat": 0, "CAT of an eel": 1, "computed axial tomography of an eel": 0, "ger of an eel": 1, "gauge error reading": 1, "WHAT DOES THE CAT EAT": 0,
	} {
		if texts, _ := said(t, e, question); len(texts) != want {
			t.Errorf("%q: %q", question, texts)
		}
	}
}

// X12: a file of one's own works as the library's abbreviations do, at once when it
// changes.
func TestOwnSynonymsWidenAQuestion(t *testing.T) {
	dir := t.TempDir()
	path := apptest.Write(t, dir, "mine.txt", "# mine\nKO = kelp order, order of kelp\n")
	c := config.Default()
	c.Search.Synonyms = path
	e := apptest.OpenWith(t, app.Options{Config: &c})
	apptest.Add(t, e, "", apptest.Write(t, dir, "eels.md", "We bred eels with a knock-out (KO)."), apptest.Write(t, dir, "kelp.md", "An order of kelp came by ship."))
	texts, hits := said(t, e, "KO line")
	if want := []string{"abbr:ko KO: kelp order, order of kelp, from your synonyms file"}; !slices.Equal(texts, want) || !slices.Contains(hits, "kelp.md") {
		t.Errorf("%q, %q", texts, hits)
	}
	if texts, hits = said(t, e, "KO line", "abbr:ko"); texts != nil || slices.Contains(hits, "kelp.md") {
		t.Errorf("taken off: %q, %q", texts, hits)
	}
	apptest.Write(t, dir, "mine.txt", "eel = anguilla")
	if texts, _ = said(t, e, "eel of the year"); !slices.Equal(texts, []string{"abbr:eel eel: anguilla, from your synonyms file"}) {
		t.Errorf("after a change: %q", texts)
	}
	apptest.Write(t, dir, "mine.txt", "eel anguilla")
	var wrong *config.Error
	if _, err := e.Search(t.Context(), core.SearchRequest{Query: "eel", Limit: 5}); !errors.As(err, &wrong) || wrong.Line != 1 || wrong.File != path {
		t.Errorf("a line that cannot be read: %v", err)
	}
	if err := os.Remove(filepath.Join(dir, "mine.txt")); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Search(t.Context(), core.SearchRequest{Query: "eel", Limit: 5}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is gone: %v", err)
	}
}
