package store

import (
	"errors"
	"slices"
	"testing"

	"ibid/core"
)

// stored stores a content whole: two pages, their layouts and a passage.
func stored(t testing.TB, s *Store, hash core.Hash) {
	t.Helper()
	must(t, errors.Join(
		s.PutPages(ctx, hash, []core.Page{{Index: 1, Text: "one"}, {Index: 2}}),
		s.PutLayouts(ctx, hash, []core.Layout{{Page: 1}, {Page: 2, Pictures: 1}}),
		s.PutPassages(ctx, hash, 1, []core.Passage{{Page: 1, Spans: []core.Span{{Start: 0, End: 3}}, Words: 1}}),
	))
}

func TestScansKeepWhatOCRReadOfThePagesThatStay(t *testing.T) { // R3.8
	s := mustOpen(t, t.TempDir(), "e")
	must(t, s.PutScans(ctx, "h", core.StateNoText, "scan", []core.Scan{{Page: 2}, {Page: 1}, {Page: 5}}))
	read := core.Scan{Page: 2, Read: true, OCR: 91, Text: "kelp", Layout: layout(2, 3)}
	failed := core.Scan{Page: 5, Read: true, Note: "timed out", Layout: core.Layout{Page: 5}}
	must(t, errors.Join(s.PutScan(ctx, "h", read), s.PutScan(ctx, "h", failed), s.PutScan(ctx, "h", core.Scan{Page: 9, Text: "nobody asked"})))
	got, err := s.Scans(ctx, "h")
	equal(t, "scans", got, err, core.Scans{State: core.StateNoText, Reason: "scan", Pages: []core.Scan{{Page: 1}, read, failed}})

	must(t, s.PutScans(ctx, "h", core.StatePartial, "two pages are scans", []core.Scan{{Page: 2}, {Page: 3}}))
	got, err = s.Scans(ctx, "h")
	equal(t, "other pages", got, err, core.Scans{State: core.StatePartial, Reason: "two pages are scans", Pages: []core.Scan{read, {Page: 3}}})

	got, err = s.Scans(ctx, "unknown")
	equal(t, "a content without scans", got, err, core.Scans{})
}

// openScans lists the open contents and the number of their open pages.
func openScans(t testing.TB, s *Store, wantPages int, want ...core.Hash) {
	t.Helper()
	open, err := s.OpenScans(ctx)
	var hashes []core.Hash
	pages := 0
	for _, o := range open {
		hashes, pages = append(hashes, o.Hash), pages+o.Pages
	}
	if err != nil || pages != wantPages || !slices.Equal(hashes, want) {
		t.Errorf("open: %q, %d pages, %v; want %q, %d", hashes, pages, err, want, wantPages)
	}
}

func TestScansAreOpenUntilTheyAreSettled(t *testing.T) {
	s := mustOpen(t, t.TempDir(), "e")
	openScans(t, s, 0)
	must(t, errors.Join(
		s.PutScans(ctx, "a", core.StatePartial, "", []core.Scan{{Page: 1}, {Page: 2}}),
		s.PutScans(ctx, "c", core.StateNoText, "", []core.Scan{{Page: 1}}),
		s.PutScans(ctx, "b", core.StateNoText, "", []core.Scan{{Page: 4}}),
	))
	openScans(t, s, 4, "a", "b", "c")
	must(t, s.PutScan(ctx, "a", core.Scan{Page: 1, Text: "kelp"}))
	openScans(t, s, 3, "a", "b", "c")
	must(t, s.PutScan(ctx, "b", core.Scan{Page: 4, Note: "timed out"}))
	openScans(t, s, 2, "a", "b", "c") // all is read, but not yet noted in the library
	must(t, errors.Join(s.SettleScans(ctx, "a"), s.SettleScans(ctx, "b"), s.SettleScans(ctx, "unknown")))
	openScans(t, s, 1, "c")

	must(t, s.ForgetFailedScans(ctx))
	openScans(t, s, 2, "b", "c") // b failed and is to be read again; a did not
	got, err := s.Scans(ctx, "b")
	equal(t, "a failed scan", got.Pages, err, []core.Scan{{Page: 4, Layout: core.Layout{}}})

	must(t, s.PutScans(ctx, "a", core.StatePartial, "", []core.Scan{{Page: 1}}))
	openScans(t, s, 2, "a", "b", "c") // named again, it is open again
	must(t, s.Delete(ctx, "b", "a"))
	openScans(t, s, 1, "c")
	got, err = s.Scans(ctx, "b")
	equal(t, "a deleted scan", got, err, core.Scans{})
}

func TestWhatOCRReadTakesThePlaceOfAllOrNothing(t *testing.T) {
	s := mustOpen(t, t.TempDir(), "e")
	pages := []core.Page{{Index: 1, Text: "one"}, {Index: 2, Text: "kelp", OCR: 91}}
	layouts := []core.Layout{{Page: 1}, {Page: 2, Pictures: 1, Tables: 2}}
	passages := []core.Passage{
		{Page: 1, Spans: []core.Span{{Start: 0, End: 3}}, Words: 1},
		{Ordinal: 1, Page: 2, Spans: []core.Span{{Start: 0, End: 4}}, Words: 1},
	}
	if err := s.PutScanned(ctx, "unknown", 4, pages, layouts, passages); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("a content that is not stored: %v", err)
	}
	must(t, s.PutPages(ctx, "half", pages[:1]))
	if err := s.PutScanned(ctx, "half", 4, pages, layouts, passages); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("a content without passages: %v", err)
	}
	half, err := s.Pages(ctx, "half")
	equal(t, "its pages", half, err, pages[:1])

	stored(t, s, "h")
	twice := append(slices.Clone(passages), passages[1]) // a passage that stands there twice breaks the last step
	if err := s.PutScanned(ctx, "h", 4, pages, layouts, twice); err == nil {
		t.Error("two passages with one number were stored")
	}
	page, err := s.Page(ctx, "h", 2)
	equal(t, "a page after a failure", page, err, core.Page{Index: 2})

	must(t, s.PutScanned(ctx, "h", 4, pages, layouts, passages))
	gotPages, err := s.Pages(ctx, "h")
	equal(t, "pages", gotPages, err, pages)
	gotLayouts, err := s.Layouts(ctx, "h")
	equal(t, "layouts", gotLayouts, err, layouts)
	gotPassages, err := s.Passages(ctx, "h")
	equal(t, "passages", gotPassages, err, passages)
	generation, err := s.Generation(ctx)
	equal(t, "generation", generation, err, 4)
	all, err := s.Generations(ctx)
	equal(t, "generations", all, err, map[core.Hash]uint64{"h": 4})
}

func TestPassagesAreCountedOnce(t *testing.T) {
	s := mustOpen(t, t.TempDir(), "e")
	count := func(want int) {
		t.Helper()
		n, err := s.PassageCount(ctx)
		equal(t, "passages", n, err, want)
	}
	count(0)
	stored(t, s, "a")
	stored(t, s, "b")
	count(2)
	three := make([]core.Passage, 3)
	for i := range three {
		three[i] = core.Passage{Ordinal: i, Page: 1, Spans: []core.Span{{Start: i, End: i + 1}}}
	}
	must(t, s.PutPassages(ctx, "a", 2, three))
	count(4)
	must(t, s.PutPages(ctx, "b", []core.Page{{Index: 1}})) // its passages go with its text
	count(3)
	must(t, s.Delete(ctx, "a", "unknown"))
	count(0)
}

func TestLabelsBeyondThoseGivenStay(t *testing.T) { // X2
	s := mustOpen(t, t.TempDir(), "e")
	must(t, s.PutPages(ctx, "h", []core.Page{{Index: 1, Label: "i"}, {Index: 2, Label: "ii"}, {Index: 3, Label: "iii"}}))
	for _, tt := range []struct {
		labels []string
		want   []string
	}{
		{nil, []string{"i", "ii", "iii"}},
		{[]string{"5"}, []string{"5", "ii", "iii"}},
		{[]string{"", "6", "7", "8"}, []string{"", "6", "7"}},
	} {
		must(t, s.PutLabels(ctx, "h", tt.labels))
		pages, err := s.Pages(ctx, "h")
		var got []string
		for _, p := range pages {
			got = append(got, p.Label)
		}
		equal(t, "labels", got, err, tt.want)
	}
}

func TestAPageThatIsNotThereDiffersFromAContentThatIsNot(t *testing.T) { // R3.8
	s := mustOpen(t, t.TempDir(), "e")
	stored(t, s, "h")
	must(t, s.PutPages(ctx, "empty", nil))
	for _, tt := range []struct {
		name string
		ask  func(core.Hash) error
		want error // of a content that is stored
	}{
		{"page", func(h core.Hash) error { _, err := s.Page(ctx, h, 3); return err }, core.ErrNoSuchPage},
		{"page 0", func(h core.Hash) error { _, err := s.Page(ctx, h, 0); return err }, core.ErrNoSuchPage},
		{"layout", func(h core.Hash) error { _, err := s.Layout(ctx, h, 3); return err }, core.ErrNoSuchPage},
		{"passage", func(h core.Hash) error { _, err := s.Passage(ctx, h, 1); return err }, core.ErrNotFound},
		{"pages", func(h core.Hash) error { _, err := s.Pages(ctx, h); return err }, nil},
		{"layouts", func(h core.Hash) error { _, err := s.Layouts(ctx, h); return err }, nil},
		{"passages", func(h core.Hash) error { _, err := s.Passages(ctx, h); return err }, nil},
		{"outline", func(h core.Hash) error { _, err := s.Outline(ctx, h); return err }, nil},
		{"syntax", func(h core.Hash) error { _, err := s.Code(ctx, h); return err }, nil},
	} {
		for _, h := range []core.Hash{"h", "empty"} {
			if err := tt.ask(h); !errors.Is(err, tt.want) || (err == nil) != (tt.want == nil) {
				t.Errorf("%s of %q: %v, want %v", tt.name, h, err, tt.want)
			}
		}
		if err := tt.ask("unknown"); !errors.Is(err, core.ErrNotFound) {
			t.Errorf("%s of an unknown content: %v", tt.name, err)
		}
	}
}

func TestPagesBesideWhoseWordsPicturesWereReadAreKeptApart(t *testing.T) {
	s := mustOpen(t, t.TempDir(), "e")
	must(t, s.PutScans(ctx, "h", core.StateReady, "", []core.Scan{{Page: 1}, {Page: 2, Beside: true}}))
	open, err := s.OpenScans(ctx)
	equal(t, "open", open, err, []core.OpenScan{{Hash: "h", Pages: 1, Beside: 1}})
	must(t, s.PutScans(ctx, "h", core.StateReady, "", []core.Scan{{Page: 1, Beside: true}}))
	got, err := s.Scans(ctx, "h")
	equal(t, "noted again", got.Pages, err, []core.Scan{{Page: 1, Beside: true}})

	pages := []core.Page{{Index: 1, Text: "ebb\ntable", OCR: 80, Seen: 5}, {Index: 2, Text: "flood"}}
	must(t, s.PutPages(ctx, "h", pages))
	stored, err := s.Pages(ctx, "h")
	equal(t, "pages", stored, err, pages)
	pages[0].Seen = 0
	must(t, s.PutPages(ctx, "h", pages))
	stored, err = s.Pages(ctx, "h")
	equal(t, "pages put again", stored, err, pages)
}
