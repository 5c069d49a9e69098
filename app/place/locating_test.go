package place_test

import (
	"errors"
	"strings"
	"testing"

	"ibid/app"
	"ibid/app/apptest"
	"ibid/core"
)

// addKinds adds a document of each of several kinds, one of them paged.
func addKinds(t *testing.T, e *app.Engine) {
	t.Helper()
	dir := t.TempDir()
	apptest.Write(t, dir, "notes.md", "# Week 6\n\none\ntwo\nthree\nfour\nfive\nsix\n")
	apptest.Write(t, dir, "reef.go", "package reef\n\n// Depth is in metres.\nfunc Depth(light float64) float64 {\n\tif light < 1 {\n\t\treturn 0\n\t}\n\treturn 12\n}\n")
	apptest.Write(t, dir, "chat.jsonl", `{"role":"user","content":"How deep does kelp grow?"}`+"\n"+`{"role":"assistant","content":"To about twelve metres."}`+"\n")
	apptest.Write(t, dir, "day.html", "<html><body><h1>Survey</h1><p>First of the dives.</p><p>The second dive was at dusk.</p></body></html>")
	apptest.Add(t, e, "", dir, apptest.Sample("halvane-2024-plumes-kelp-depth-limit.pdf"))
}

// A place is found as people write it, too: as a context heads it, in words, in
// small letters.
func TestPlacesAreFoundAsPeopleWriteThem(t *testing.T) { // R3.8
	e := apptest.Open(t)
	addKinds(t, e)
	const paper = "halvane-2024-plumes-kelp-depth-limit.pdf"
	for _, tt := range []struct{ typed, want string }{
		{"[3] " + paper + ", pp. 1–2 [PDF 5–6] · 1 Introduction", paper + " pp. 1–2 [PDF 5–6]"},
		{paper + " pages 1-2", paper + " pp. 1–2 [PDF 5–6]"},
		{paper + ", p. 1-2", paper + " pp. 1–2 [PDF 5–6]"},
		{paper + " Page 2", paper + " p. 2 [PDF 6]"},
		{"Halvane-2024-Plumes-Kelp-Depth-Limit.PDF p. 2", paper + " p. 2 [PDF 6]"},
		{"[1] NOTES.md:5-6", "notes.md:5-6"},
	} {
		spot, err := e.Locate(t.Context(), tt.typed)
		if got := spot.Locator.String(); err != nil || got != tt.want {
			t.Errorf("%q is %q, want %q, %v", tt.typed, got, tt.want, err)
		}
	}
	for typed, want := range map[string]string{
		"halvane p. 2":           `document "halvane": not found; there is ` + paper,
		"kelp.pdf":               `document "kelp.pdf": not found`,
		paper + " pages 90-95":   "no page prints the number 90; the document has 11 pages: no such page",
		"nowhere.md · Somewhere": `document "nowhere.md · Somewhere": not found`,
	} {
		if _, err := e.Locate(t.Context(), typed); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", typed, err, want)
		}
	}
}

// What is typed into the go-to field is found as show finds it, and its excerpt
// marks the place in what stands around it.
func TestLocatedPlacesAreMarkedInTheirExcerpts(t *testing.T) {
	e := apptest.Open(t)
	addKinds(t, e)
	for _, tt := range []struct {
		locator string
		n       int
		whole   bool
		marked  string
		around  string
		measure core.Measure
	}{
		{"notes.md:5-6", 1, false, "three\nfour\n", "two\nthree\nfour\nfive", core.MeasureLines},
		{"notes.md", 0, true, "# Week 6\n\none\ntwo\nthree\nfour\nfive\nsix\n", "six", core.MeasureLines},
		{"reef.go:8", 1, false, "\treturn 12\n", "\t}\n\treturn 12\n}", core.MeasureLines},
		{"chat.jsonl msg 2", 0, true, "To about twelve metres.", "How deep does kelp grow?", core.MeasureMessages},
		{"day.html § Survey ¶ 2", 0, false, "The second dive was at dusk.", "The second", core.MeasureCharacters},
		{"halvane-2024-plumes-kelp-depth-limit.pdf p. 2", 0, true, "", "depth", core.MeasureCharacters},
	} {
		spot, err := e.Locate(t.Context(), tt.locator)
		if err != nil || spot.Whole != tt.whole || spot.Locator.Name != spot.Document.Name {
			t.Errorf("%s: %+v, %v", tt.locator, spot, err)
			continue
		}
		x, err := e.Excerpt(t.Context(), spot.Document.ID, spot.Quotes, tt.n, false)
		if err != nil || !strings.Contains(x.Text, tt.around) || x.Reach != (core.Reach{N: tt.n, Measure: tt.measure}) {
			t.Errorf("%s: %q, reach %v, %v", tt.locator, x.Text, x.Reach, err)
		}
		marked := ""
		for _, m := range x.Marks {
			marked += x.Text[m.Start:m.End]
		}
		if tt.marked != "" && strings.TrimRight(marked, "\n") != strings.TrimRight(tt.marked, "\n") {
			t.Errorf("%s: marked %q of %q", tt.locator, marked, x.Text)
		}
	}
	spot, err := e.Locate(t.Context(), "reef.go:8")
	if err != nil {
		t.Fatal(err)
	}
	x, err := e.Excerpt(t.Context(), spot.Document.ID, spot.Quotes, 0, true)
	if err != nil || x.First != 3 || !strings.HasPrefix(x.Text, "// Depth") || x.Reach.Measure != core.MeasureFunction {
		t.Errorf("function: line %d, %q, %v", x.First, x.Text, err)
	}
}

func TestWhatCannotBeLocatedSaysWhy(t *testing.T) {
	e := apptest.Open(t)
	addKinds(t, e)
	for locator, want := range map[string]error{
		"": core.ErrQuery, "notes.md:9-2": core.ErrQuery, "nowhere.pdf p. 3": core.ErrNotFound,
		"notes.md p. 3": core.ErrNoSuchPage, "notes.md:900": core.ErrNotFound, "chat.jsonl msg 9": core.ErrNoSuchPage,
	} {
		if spot, err := e.Locate(t.Context(), locator); !errors.Is(err, want) {
			t.Errorf("%q: %+v, %v; want %v", locator, spot, err, want)
		}
	}
}
