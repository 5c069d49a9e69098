package place_test

import (
	"errors"
	"strings"
	"testing"

	"ibid/app/apptest"
	"ibid/core"
)

func TestSourcesSayWhatStandsOnTheirPage(t *testing.T) { // R3.1
	e := apptest.Open(t)
	apptest.Add(t, e, apptest.SamplePassword, apptest.Sample())
	c, err := e.Context(t.Context(), core.ContextRequest{Query: "yearly request of funds for 2024 kelp monitoring budget euros", Kinds: []core.Kind{core.KindPDF}, MaxSources: 5})
	if err != nil {
		t.Fatal(err)
	}
	headings, tables := 0, 0
	for _, s := range c.Sources {
		d, err := e.Details(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if d.Extension != ".pdf" || d.Page != s.Place.Page || d.Added.IsZero() || d.Relevance != s.Score || d.File != s.Document.Name {
			t.Errorf("%s: %+v", s.Heading, d)
		}
		if d.Section != s.Section || !strings.HasSuffix(s.Section, d.Parent) || strings.Contains(d.Parent, core.SectionSeparator) {
			t.Errorf("%s: section %q, parent %q", s.Heading, d.Section, d.Parent)
		}
		if strings.Count("\n"+d.Text, "\n#") < d.Headings || len(d.Passage) > len(d.Text)+8*len(s.Quotes) || d.Passage == "" {
			t.Errorf("%s: %d headings in the page\n%s\npassage\n%s", s.Heading, d.Headings, d.Text, d.Passage)
		}
		l, err := e.Layout(t.Context(), s.Document.ID, s.Place.Page)
		if err != nil || d.Headings != len(l.Headings) || d.Tables != l.Tables || d.Pictures != l.Pictures {
			t.Errorf("%s: %d headings, %d tables, %d pictures: %v", s.Heading, d.Headings, d.Tables, d.Pictures, err)
		}
		headings, tables = headings+d.Headings, tables+d.Tables
	}
	if headings == 0 || tables == 0 {
		t.Errorf("%d headings and %d tables on all pages", headings, tables)
	}
}

// A quote that its page does not have, as a saved context may claim or where OCR
// read the page again, is an error and not the end of the program.
func TestQuotesBeyondTheirPageAreErrors(t *testing.T) { // R3.1
	e := apptest.Open(t)
	docs := apptest.Add(t, e, "", apptest.Write(t, t.TempDir(), "tides.txt", "The heron waits for the tide."))
	c, err := e.Context(t.Context(), core.ContextRequest{Query: "heron tide"})
	if err != nil || len(c.Sources) != 1 {
		t.Fatalf("%d sources of %d documents: %v", len(c.Sources), len(docs), err)
	}
	for name, span := range map[string]core.Span{"behind the end": {Start: 0, End: 1000}, "before the beginning": {Start: -1, End: 5}, "from back to front": {Start: 5, End: 3}} {
		c.Sources[0].Quotes = []core.Quote{{Page: 1, Span: span}}
		if _, err := e.Details(t.Context(), c.Sources[0]); !errors.Is(err, core.ErrNoSuchPage) {
			t.Errorf("details %s: %v", name, err)
		}
		if _, err := e.Save(t.Context(), core.ContextRequest{}, c); !errors.Is(err, core.ErrNoSuchPage) {
			t.Errorf("save %s: %v", name, err)
		}
	}
}
