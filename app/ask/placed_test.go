package ask_test

import (
	"slices"
	"strings"
	"testing"

	"ibid/app/apptest"
	"ibid/core"
)

// A place that a question asks for stands first where it is clear in which document,
// said and to be taken off; where it is not, the words are searched as any others.
func TestPlacesInAQuestionStandFirst(t *testing.T) { // R2.1, X4
	e := apptest.Open(t)
	dir := t.TempDir()
	body := "# Tides of Carrow\n\nKelp grows here.\n\n## Abstract\n\nThe level is high in spring.\n\n## 4.2 Methods\n\nA staff was read at noon, and table 2 was made.\n\nTable 2: readings of the staff\n\n" +
		strings.Repeat("The staff of the pier was read, and readings of the staff were kept. ", 60) + "\n"
	apptest.Add(t, e, "", apptest.Write(t, dir, "tides-of-carrow.md", body), "../../testdata/sample/carrow-sound-monitoring-report-2023.pdf")
	find := func(question string, without ...string) core.Found {
		t.Helper()
		found, err := e.Search(t.Context(), core.SearchRequest{Query: question, Limit: 20, Without: without})
		if err != nil || len(found.Hits) == 0 {
			t.Fatalf("%q: %d hits, %v", question, len(found.Hits), err)
		}
		return found
	}
	for question, want := range map[string]struct{ key, text string }{
		"carrow-sound-monitoring-report-2023.pdf p. 9":                 {"place:p.-9", ""},
		"what is on page 9 of carrow-sound-monitoring-report-2023.pdf": {"place:page-9", ""},
		"the readings of the staff in table 2 of tides-of-carrow.md":   {"place:table-2", "Table 2"},
		"kelp in section 4.2 of tides-of-carrow.md":                    {"place:section-4.2", "4.2"},
	} {
		found := find(question)
		if !slices.Contains(keys(found.Read), want.key) {
			t.Errorf("%q: %+v", question, found.Read)
			continue
		}
		first := found.Hits[0]
		if want.text == "" && (first.Passage.Page != 9 || first.Document.Kind != core.KindPDF) || !strings.Contains(first.Text, want.text) {
			t.Errorf("%q: first %s: %.80q", question, first.Locator, first.Text)
		}
		if found = find(question, want.key); slices.Contains(keys(found.Read), want.key) {
			t.Errorf("%q, taken off: %+v", question, found.Read)
		}
	}
	for i := range 3 {
		apptest.Add(t, e, "", apptest.Write(t, dir, "note"+strings.Repeat("x", i)+".md", "Table 2 of the staff, note "+strings.Repeat("y", i)))
	}
	if found := find("readings in table 2"); slices.Contains(keys(found.Read), "place:table-2") {
		t.Errorf("a place in many documents: %+v", found.Read)
	}
}
