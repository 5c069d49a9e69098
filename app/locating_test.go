package app_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"ibid/app"
	"ibid/core"
)

// addKinds adds a document of each of several kinds, one of them paged.
func addKinds(t *testing.T, e *app.Engine) {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, "notes.md", "# Week 6\n\none\ntwo\nthree\nfour\nfive\nsix\n")
	write(t, dir, "reef.go", "package reef\n\n// Depth is in metres.\nfunc Depth(light float64) float64 {\n\tif light < 1 {\n\t\treturn 0\n\t}\n\treturn 12\n}\n")
	write(t, dir, "chat.jsonl", `{"role":"user","content":"How deep does kelp grow?"}`+"\n"+`{"role":"assistant","content":"To about twelve metres."}`+"\n")
	write(t, dir, "day.html", "<html><body><h1>Survey</h1><p>First of the dives.</p><p>The second dive was at dusk.</p></body></html>")
	add(t, e, "", dir, filepath.Join(sample, "halvane-2024-plumes-kelp-depth-limit.pdf"))
}

// What is typed into the go-to field is found as show finds it, and its excerpt
// marks the place in what stands around it.
func TestLocatedPlacesAreMarkedInTheirExcerpts(t *testing.T) {
	e := open(t)
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
	e := open(t)
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
