package place_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"ibid/app/apptest"
	"ibid/app/place"
	"ibid/core"
	"ibid/core/window"
)

// The reader and the local door cut the same window as show: around a hit, and
// around what a source quotes.
func TestWindowAroundHitsAndSources(t *testing.T) { // R0.4
	e := apptest.Open(t)
	apptest.Add(t, e, "", apptest.Sample("halvane-2024-plumes-kelp-depth-limit.pdf"))
	hits := apptest.Search(t, e, "optical depth", 5)
	if len(hits) == 0 {
		t.Fatal("nothing found")
	}
	for _, h := range hits {
		var at []core.Quote
		for _, s := range h.Passage.Spans {
			at = append(at, core.Quote{Page: h.Passage.Page, Span: s})
		}
		alone, err := e.Window(t.Context(), h.Document.ID, at, place.Around{Strategy: window.Characters})
		if err != nil {
			t.Fatal(err)
		}
		wide, err := e.Window(t.Context(), h.Document.ID, at, place.Around{N: place.BySettings})
		if err != nil {
			t.Fatal(err)
		}
		words := strings.Join(strings.Fields(h.Text), " ")
		if n := utf8.RuneCountInString(wide.Text); n <= utf8.RuneCountInString(alone.Text) || n > utf8.RuneCountInString(h.Text)+1300 {
			t.Errorf("%v: %d characters around a passage of %d", h.Locator, n, utf8.RuneCountInString(h.Text))
		}
		for _, s := range []place.Shown{alone, wide} {
			if !strings.Contains(strings.Join(strings.Fields(s.Text), " "), words) || s.Locator.Page > h.Passage.Page || s.Locator.LastPage < h.Passage.Page {
				t.Errorf("%v, shown at %v:\n%s", h.Locator, s.Locator, s.Text)
			}
		}
		lines, err := e.Window(t.Context(), h.Document.ID, at, place.Around{Strategy: window.Lines, N: 2})
		chars, also := e.Window(t.Context(), h.Document.ID, at, place.Around{Strategy: window.Characters, N: 2 * window.LineCharacters})
		if err != nil || also != nil || lines.Text != chars.Text {
			t.Errorf("%v: two lines are not 160 characters: %v %v", h.Locator, err, also)
		}
	}
}

func TestWindowRefusesWhatNoDocumentHas(t *testing.T) {
	e := apptest.Open(t)
	d := apptest.Add(t, e, "", apptest.Write(t, t.TempDir(), "n.txt", "one\ntwo\n"))[0]
	for _, at := range [][]core.Quote{
		nil,
		{{Page: 0, Span: core.Span{End: 1}}},
		{{Page: 2, Span: core.Span{End: 1}}},
		{{Page: 1, Span: core.Span{Start: -1, End: 1}}},
		{{Page: 1, Span: core.Span{Start: 2, End: 1}}},
		{{Page: 1, Span: core.Span{End: 99}}},
	} {
		if s, err := e.Window(t.Context(), d.ID, at, place.Around{N: 1}); !errors.Is(err, core.ErrNoSuchPage) && !errors.Is(err, core.ErrQuery) {
			t.Errorf("%v: %+v, %v", at, s, err)
		}
	}
	if _, err := e.Window(t.Context(), d.ID+1, []core.Quote{{Page: 1}}, place.Around{}); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("another document: %v", err)
	}
}

func TestMatchIsTheShortestStretchWithAllWords(t *testing.T) {
	e := apptest.Open(t)
	apptest.Add(t, e, "", apptest.Write(t, t.TempDir(), "n.txt", "The kelp is far\nfrom ice and Dredged\nthen dredging, kelp\nkelps dredged\n"))
	for match, want := range map[string]string{
		"dredging kelp": "n.txt:3", "KELP": "n.txt:1", "kelp the": "n.txt:1", "dredge": "n.txt:2", "ice kelp far": "n.txt:1-2",
	} {
		s, err := e.Show(t.Context(), "n.txt", place.Around{Match: match})
		if err != nil || s.Locator.String() != want {
			t.Errorf("%q: %v, %v; want %s", match, s.Locator.String(), err, want)
		}
	}
}
