package place_test

import (
	"errors"
	"strings"
	"testing"

	"ibid/app/apptest"
	"ibid/app/place"
	"ibid/core"
)

// Whatever kind a document is of, the place of each of its passages, printed as
// contexts name it and typed in again, opens on that passage.
func TestPlacesOfEveryKindOpenAsTheyAreNamed(t *testing.T) { // X4
	e := apptest.Open(t)
	added, err := e.AddPaths(t.Context(), []string{apptest.Testdata("kinds")}, "")
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[core.Unit]int)
	for _, d := range added.Documents {
		if !d.State.Searchable() {
			continue
		}
		passages, err := e.Passages(t.Context(), d.ID)
		if err != nil {
			t.Fatal(d.Name, err)
		}
		pages, err := e.Pages(t.Context(), d.ID)
		if err != nil {
			t.Fatal(d.Name, err)
		}
		for _, p := range passages {
			page := pages[p.Page-1]
			l := core.PassageLocator(d, p, page.Label).String()
			s, err := e.Show(t.Context(), l, place.Around{})
			var several *core.AmbiguousError // headings that stand there twice
			if errors.As(err, &several) && d.Kind.Unit() == core.UnitParagraph {
				continue
			}
			if want := strings.TrimSpace(p.Text(page.Text)); err != nil || len(p.Spans) == 1 && !strings.Contains(s.Text, want) {
				t.Errorf("%s: %v; shows %.80q…, want %.80q…", l, err, s.Text, want)
			}
			seen[d.Kind.Unit()]++
		}
	}
	for _, u := range []core.Unit{
		core.UnitPage, core.UnitSlide, core.UnitMessage, core.UnitCell, core.UnitMetadata, core.UnitChapter, core.UnitSheet, core.UnitParagraph, core.UnitTime, core.UnitLine,
	} {
		if seen[u] == 0 {
			t.Errorf("no place of the unit %q was opened", u)
		}
	}
}
