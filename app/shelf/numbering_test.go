package shelf_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"ibid/app"
	"ibid/app/apptest"
	"ibid/app/place"
	"ibid/core"
)

// numbering is what the engine says of a document's page numbers.
func numbering(t *testing.T, e *app.Engine, id core.DocumentID) string {
	t.Helper()
	n, origin, err := e.Numbering(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s (%s)", n, origin)
}

func TestPagesBearTheNumbersTheyPrint(t *testing.T) { // X2
	e := apptest.Open(t)
	dir := t.TempDir()
	for name, tt := range map[string]struct {
		labels string
		feet   []string
		want   string
	}{
		"seen.pdf":  {"", apptest.Numbers(217, 8), "1=217 (pages)"},
		"own.pdf":   {"/PageLabels<</Nums[0<</S/r>>2<</S/D>>]>>", apptest.Numbers(217, 8), "1=i 3=1 (document)"},
		"plain.pdf": {"", apptest.Numbers(1, 8), " (index)"},
		"short.pdf": {"", apptest.Numbers(217, 3), " (index)"},
	} {
		docs := apptest.Add(t, e, "", apptest.WritePDF(t, filepath.Join(dir, name), tt.labels, tt.feet...))
		if got := numbering(t, e, docs[0].ID); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
	shown, err := e.Show(t.Context(), "seen.pdf p. 219", place.Around{})
	if err != nil || shown.Locator.Place() != "p. 219 [PDF 3]" || !strings.Contains(shown.Text, "third day") {
		t.Errorf("%v %q, %v", shown.Locator, shown.Text, err)
	}
}

func TestNumbersByHandHoldUntilTheyAreTakenBack(t *testing.T) { // X2
	e := apptest.Open(t)
	var told atomic.Int32
	e.Changes(func(c core.Change) {
		if c.Documents {
			told.Add(1)
		}
	})
	path := filepath.Join(t.TempDir(), "report.pdf")
	id := apptest.Add(t, e, "", apptest.WritePDF(t, path, "", apptest.Numbers(217, 8)...))[0].ID
	ranges, err := core.ParseNumbering("1=i 4=1")
	if err != nil {
		t.Fatal(err)
	}
	if err := e.SetNumbering(t.Context(), id, ranges); err != nil {
		t.Fatal(err)
	}
	cited := func() string {
		t.Helper()
		hits := apptest.Search(t, e, "fifth", 1)
		if len(hits) != 1 {
			t.Fatalf("%v", hits)
		}
		return hits[0].Locator.String()
	}
	if got := numbering(t, e, id); got != "1=i 4=1 (hand)" || cited() != "report.pdf p. 2 [PDF 5]" {
		t.Errorf("by hand: %s, cited %s", got, cited())
	}
	apptest.WritePDF(t, path, "", apptest.Numbers(300, 9)...)
	if _, err := e.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := numbering(t, e, id); got != "1=i 4=1 (hand)" || cited() != "report.pdf p. 2 [PDF 5]" {
		t.Errorf("after the file changed: %s, cited %s", got, cited())
	}
	if err := e.SetNumbering(t.Context(), id, nil); err != nil {
		t.Fatal(err)
	}
	if got := numbering(t, e, id); got != "1=300 (pages)" || cited() != "report.pdf p. 304 [PDF 5]" {
		t.Errorf("taken back: %s, cited %s", got, cited())
	}
	if err := e.Close(); err != nil { // which tells what is still to be told
		t.Fatal(err)
	}
	if told.Load() == 0 {
		t.Error("nobody was told that documents changed")
	}
}

func TestNumbersThatCannotBeAreRefused(t *testing.T) { // X2
	e := apptest.Open(t)
	dir := t.TempDir()
	paged := apptest.Add(t, e, "", apptest.WritePDF(t, filepath.Join(dir, "a.pdf"), "", apptest.Numbers(1, 6)...))[0].ID
	lines := apptest.Add(t, e, "", apptest.Write(t, dir, "notes.md", "# Tides\n\nNoted at noon.\n"))[0].ID
	one := core.NumberRange{Page: 1, Style: core.StyleDecimal, Start: 7}
	late := core.NumberRange{Page: 7, Style: core.StyleDecimal, Start: 7}
	for name, tt := range map[string]struct {
		id     core.DocumentID
		ranges core.Numbering
		want   error
		says   string
	}{
		"lines":            {lines, core.Numbering{one}, core.ErrQuery, "it has no pages"},
		"no document":      {99, core.Numbering{one}, core.ErrNotFound, "99"},
		"out of order":     {paged, core.Numbering{late, one}, core.ErrQuery, "after"},
		"behind the last":  {paged, core.Numbering{one, late}, core.ErrNoSuchPage, "it has 6"},
		"an unknown style": {paged, core.Numbering{{Page: 1, Style: "runes"}}, core.ErrQuery, "runes"},
	} {
		err := e.SetNumbering(t.Context(), tt.id, tt.ranges)
		if !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := e.Numbering(t.Context(), lines); !errors.Is(err, core.ErrQuery) {
		t.Errorf("numbers of lines: %v", err)
	}
	if got := numbering(t, e, paged); got != " (index)" {
		t.Errorf("kept %s", got)
	}
}
