package place_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/app/apptest"
	"ibid/app/place"
	"ibid/core"
)

// Of files with one name every hit and every source is called by as much of its
// path as tells it from the others, and what it is called opens it.
func TestFilesWithOneNameAreToldApart(t *testing.T) {
	// X4, R3.5
	e := apptest.Open(t)
	dir := t.TempDir()
	for _, sub := range []string{"north/buoy", "south/buoy", "copy"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	apptest.Add(t, e, "", apptest.Write(t, dir, "north/buoy/readme.txt", "The northern buoy drifts."), apptest.Write(t, dir, "south/buoy/readme.txt", "The southern buoy drifts."),
		apptest.Write(t, dir, "copy/readme.txt", "The northern buoy drifts."), apptest.Write(t, dir, "log.txt", "No buoy drifts."))
	var called []string
	for _, h := range apptest.Search(t, e, "buoy drifts", 10) {
		called = append(called, h.Locator.Name)
		if shown, err := e.Show(t.Context(), h.Locator.String(), place.Around{}); err != nil || !strings.Contains(shown.Text, h.Text) {
			t.Errorf("%s: %q, %v", h.Locator, shown.Text, err)
		}
	}
	slices.Sort(called)
	if want := []string{"log.txt", "north/buoy/readme.txt", "south/buoy/readme.txt"}; !slices.Equal(called, want) {
		t.Errorf("called %q, want %q", called, want)
	}
	c, err := e.Context(t.Context(), core.ContextRequest{Query: "buoy drifts"})
	if err != nil || !slices.ContainsFunc(c.Sources, func(s core.Source) bool { return s.Locator.String() == "south/buoy/readme.txt:1" }) {
		t.Errorf("%+v, %v", c.Sources, err)
	}
}
