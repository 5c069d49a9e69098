package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"ibid/core"
	"ibid/core/codec"
	"ibid/core/sqlite"
)

var ctx = context.Background()

func mustOpen(t testing.TB, dir, epoch string) *Store {
	t.Helper()
	s, err := Open(dir, epoch)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func equal[T any](t testing.TB, what string, got T, err error, want T) {
	t.Helper()
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %+v, %v\nwant %+v", what, got, err, want)
	}
}

func layout(page, lines int) core.Layout {
	l := core.Layout{Page: page, Width: 595.28, Height: 841.89, Pictures: 2, Tables: 1}
	for i := range lines {
		l.Lines = append(l.Lines, core.Line{
			Span: core.Span{Start: i * 60, End: i*60 + 59},
			Left: 72.1, Top: float32(i) * 12.3, Right: 500.7, Height: 12.3, Size: 9.96, Bold: i%5 == 0,
			Running: i%6 == 0, Hidden: []string{"", "", "off the page", "in the colour of the paper"}[i%4],
		})
		l.Order = append(l.Order, lines-1-i)
	}
	l.Headings = []core.Heading{{Level: 2, Title: "Méthodes", Line: 0, Start: 0}, {Level: 1, Title: "", Line: -1, Start: 60}}
	return l
}

func TestEverythingComesBackAsItWas(t *testing.T) {
	s := mustOpen(t, t.TempDir(), "e")
	pages := []core.Page{
		{Index: 1, Label: "iv", Text: "ﬁrst — page\r\n\ttabs \u00a0 中文 \U0001F600\u2028 end ", Note: "no fonts"},
		{Index: 2},
	}
	layouts := []core.Layout{layout(1, 40), {Page: 2}}
	passages := []core.Passage{
		{Ordinal: 0, Page: 1, Spans: []core.Span{{Start: 0, End: 5}, {Start: 9, End: 300000}}, Section: "A > B", Words: 7},
		{Ordinal: 1, Page: 2, Spans: []core.Span{{Start: 3, End: 3}}, Lines: [2]int{4, 90}},
	}
	outline := []core.OutlineEntry{{Level: 1, Title: "Intro", Page: 1}, {Level: 2, Title: "", Page: 0}}
	must(t, errors.Join(s.PutPages(ctx, "h", pages), s.PutLayouts(ctx, "h", layouts),
		s.PutPassages(ctx, "h", 3, passages), s.PutOutline(ctx, "h", outline), s.PutLabels(ctx, "h", []string{"iv", "v"})))
	pages[1].Label = "v"

	gotPages, err := s.Pages(ctx, "h")
	equal(t, "pages", gotPages, err, pages)
	page, err := s.Page(ctx, "h", 1)
	equal(t, "page", page, err, pages[0])
	gotLayouts, err := s.Layouts(ctx, "h")
	equal(t, "layouts", gotLayouts, err, layouts)
	one, err := s.Layout(ctx, "h", 1)
	equal(t, "layout", one, err, layouts[0])
	gotPassages, err := s.Passages(ctx, "h")
	equal(t, "passages", gotPassages, err, passages)
	passage, err := s.Passage(ctx, "h", 1)
	equal(t, "passage", passage, err, passages[1])
	gotOutline, err := s.Outline(ctx, "h")
	equal(t, "outline", gotOutline, err, outline)
	code := core.Code{Language: "go", Entities: []core.Entity{{Name: "f", Kind: core.EntityFunction, Parent: -1, Cuts: []int{4}}}}
	none, err := s.Code(ctx, "h")
	equal(t, "no syntax", none, err, core.Code{})
	must(t, errors.Join(s.PutCode(ctx, "h", core.Code{Language: "c"}), s.PutCode(ctx, "h", code)))
	gotCode, err := s.Code(ctx, "h")
	equal(t, "syntax", gotCode, err, code)
	n, err := s.PassageCount(ctx)
	equal(t, "count", n, err, 2)
	all, err := s.Generations(ctx)
	equal(t, "generations", all, err, map[core.Hash]uint64{"h": 3})
}

func TestWhatIsNotThereIsAnError(t *testing.T) { // R3.8
	s := mustOpen(t, t.TempDir(), "e")
	must(t, s.PutPages(ctx, "h", []core.Page{{Index: 1}}))
	_, page := s.Page(ctx, "h", 2)
	_, layout := s.Layout(ctx, "h", 1)
	_, passage := s.Passage(ctx, "h", 0)
	_, pages := s.Pages(ctx, "x")
	_, outline := s.Outline(ctx, "x")
	_, code := s.Code(ctx, "x")
	_, other := s.Page(ctx, "x", 1)
	for what, got := range map[string][2]error{
		"page": {page, core.ErrNoSuchPage}, "layout": {layout, core.ErrNoSuchPage}, "passage": {passage, core.ErrNotFound},
		"pages": {pages, core.ErrNotFound}, "outline": {outline, core.ErrNotFound}, "syntax": {code, core.ErrNotFound}, "page of nothing": {other, core.ErrNotFound},
	} {
		if !errors.Is(got[0], got[1]) {
			t.Errorf("%s: %v, want %v", what, got[0], got[1])
		}
	}
	if got, err := s.Passages(ctx, "h"); err != nil || got != nil {
		t.Errorf("passages before the first cut: %v, %v", got, err)
	}
}

func TestNewPagesDoAwayWithWhatRefersToThem(t *testing.T) {
	s := mustOpen(t, t.TempDir(), "e")
	for range 2 {
		must(t, s.PutPages(ctx, "h", []core.Page{{Index: 1, Text: "text"}}))
		if n, err := s.PassageCount(ctx); err != nil || n != 0 {
			t.Errorf("%d passages after new pages, %v", n, err)
		}
		if all, err := s.Generations(ctx); err != nil || len(all) != 0 {
			t.Errorf("pages without passages count as stored: %v, %v", all, err)
		}
		must(t, s.PutPassages(ctx, "h", 2, []core.Passage{{Page: 1, Spans: []core.Span{{End: 4}}}}))
		must(t, s.PutLayouts(ctx, "h", []core.Layout{layout(1, 1)}))
	}
	must(t, s.Delete(ctx, "h", "unknown"))
	for _, table := range []string{"contents", "pages", "layouts", "passages"} {
		var n int
		must(t, s.db.Read.QueryRow("SELECT count(*) FROM "+table).Scan(&n))
		if n != 0 {
			t.Errorf("%d rows of %s are left", n, table)
		}
	}
}

func TestGenerationOutlivesTheProgramAndNeverGoesBack(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir, "e")
	must(t, errors.Join(s.PutPages(ctx, "h", nil), s.PutPassages(ctx, "h", 7, nil), s.SetGeneration(ctx, 4), s.Close()))
	s = mustOpen(t, dir, "e")
	if n, err := s.Generation(ctx); err != nil || n != 7 || s.Rebuilt() != "" {
		t.Errorf("generation %d, %v; %s", n, err, s.Rebuilt())
	}
}

func TestUnfitStoreIsSetAside(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir, "old")
	must(t, errors.Join(s.PutPages(ctx, "h", []core.Page{{Index: 1, Text: "text"}}), s.Close()))
	s = mustOpen(t, dir, "new")
	if s.Rebuilt() != "derived.db belongs to another library; it was set aside and what it held is read again" {
		t.Errorf("rebuilt: %q", s.Rebuilt())
	}
	if _, err := s.Pages(ctx, "h"); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("the new store is not empty: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, asideName)); err != nil {
		t.Error(err)
	}
}

func TestDamagedBlobIsAnErrorAndNoMore(t *testing.T) {
	l := layout(3, 5)
	blob := codec.PackLayout(l)
	for i := range blob {
		if _, err := codec.UnpackLayout(blob[:i]); !errors.Is(err, codec.ErrPacked) {
			t.Errorf("cut at %d of %d: %v", i, len(blob), err)
		}
		spoilt := append([]byte(nil), blob...)
		spoilt[i] ^= 0xff
		codec.UnpackLayout(spoilt) // must come back, whatever it finds
	}
}

func TestReadersDoNotWaitForTheWriter(t *testing.T) {
	s := mustOpen(t, t.TempDir(), "e")
	must(t, s.PutPages(ctx, "h", []core.Page{{Index: 1, Text: "old"}}))
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for n := range 20 {
				if i == 0 {
					if err := s.PutPages(ctx, "h", []core.Page{{Index: 1, Text: strings.Repeat("new", n)}}); err != nil {
						t.Error(err)
					}
				} else if _, err := s.Page(ctx, "h", 1); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}

// report is a document of 1,539 pages, as many as the reports of the
// measurements have together.
func report() (pages []core.Page, layouts []core.Layout) {
	text := strings.Repeat("A line of a report about sixty characters long, or so it is.\n", 45)
	for i := range 1539 {
		pages = append(pages, core.Page{Index: i + 1, Text: text})
		layouts = append(layouts, layout(i+1, 45))
	}
	return pages, layouts
}

func BenchmarkPutPages1539(b *testing.B) {
	s := mustOpen(b, b.TempDir(), "e")
	pages, _ := report()
	for b.Loop() {
		must(b, s.PutPages(ctx, "h", pages))
	}
}

func BenchmarkPutLayouts1539(b *testing.B) {
	s := mustOpen(b, b.TempDir(), "e")
	_, layouts := report()
	for b.Loop() {
		must(b, s.PutLayouts(ctx, "h", layouts))
	}
}

func BenchmarkPutPassages100000(b *testing.B) {
	s := mustOpen(b, b.TempDir(), "e")
	passages := manyPassages(100_000)
	for b.Loop() {
		must(b, s.PutPassages(ctx, "h", 1, passages))
	}
}

func manyPassages(n int) []core.Passage {
	passages := make([]core.Passage, n)
	for i := range passages {
		passages[i] = core.Passage{Ordinal: i, Page: i/3 + 1, Spans: []core.Span{{Start: i, End: i + 1200}}, Section: "Results > Tables", Words: 190}
	}
	return passages
}

func BenchmarkGetPassage(b *testing.B) {
	s := mustOpen(b, b.TempDir(), "e")
	must(b, s.PutPassages(ctx, "h", 1, manyPassages(100_000)))
	i := 0
	for b.Loop() {
		i = (i + 7919) % 100_000
		if _, err := s.Passage(ctx, "h", i); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkGetPage(b *testing.B) {
	s := mustOpen(b, b.TempDir(), "e")
	pages, _ := report()
	must(b, s.PutPages(ctx, "h", pages))
	i := 0
	for b.Loop() {
		i = (i + 7919) % len(pages)
		if _, err := s.Page(ctx, "h", i+1); err != nil {
			b.Fatal(err)
		}
	}
}

// The bytes that a store holds are read by the version that wrote them only. One
// of another version is kept beside the new, empty one, and nothing else in the
// folder is touched: what a person made lies there too.
func TestStoreOfAnotherVersionIsSetAside(t *testing.T) {
	for _, other := range []int{version - 1, version + 1} {
		dir := t.TempDir()
		precious := filepath.Join(dir, "library.db")
		must(t, os.WriteFile(precious, []byte("what a person made"), 0o600))
		s := mustOpen(t, dir, "e")
		must(t, errors.Join(s.PutPages(ctx, "h", []core.Page{{Index: 1, Text: "text"}}), s.PutLayouts(ctx, "h", []core.Layout{layout(1, 3)}), s.Close()))
		db, err := sqlite.Open(filepath.Join(dir, fileName), map[string]string{"mode": "rw"})
		must(t, err)
		_, err = db.Exec(fmt.Sprintf("PRAGMA user_version = %d", other))
		must(t, errors.Join(err, db.Close()))
		before, err := os.ReadFile(filepath.Join(dir, fileName))
		must(t, err)

		s = mustOpen(t, dir, "e")
		if want := fmt.Sprintf("derived.db has form %d instead of %d", other, version); !strings.HasPrefix(s.Rebuilt(), want) {
			t.Errorf("rebuilt: %q, want %s", s.Rebuilt(), want)
		}
		if _, err := s.Pages(ctx, "h"); !errors.Is(err, core.ErrNotFound) {
			t.Errorf("the new store is not empty: %v", err)
		}
		must(t, s.PutPages(ctx, "h", []core.Page{{Index: 1, Text: "read again"}}))
		page, err := s.Page(ctx, "h", 1)
		equal(t, "page that was read again", page, err, core.Page{Index: 1, Text: "read again"})
		if aside, err := os.ReadFile(filepath.Join(dir, asideName)); err != nil || !bytes.Equal(aside, before) {
			t.Errorf("%d bytes set aside of %d, %v", len(aside), len(before), err)
		}
		if got, err := os.ReadFile(precious); err != nil || string(got) != "what a person made" {
			t.Errorf("library.db is %q, %v", got, err)
		}
	}
}
