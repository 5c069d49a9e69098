package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ibid/app/ask"
	"ibid/app/place"
	"ibid/app/usecase"
	"ibid/core"
)

// library answers from values, and keeps what it was asked with. What a test does
// not need is not there: it would end the test.
type library struct {
	usecase.Library
	docs   []core.Document
	roots  []place.Root
	pages  []core.Page
	hits   []core.Hit
	plan   core.Plan
	built  core.Context
	answer ask.Answer
	shown  place.Shown
	err    error // of whatever gives one

	request core.ContextRequest
	planned *core.Plan
	planner core.Planner
	limit   int
	around  place.Around
	side    int
	sources []core.Source

	searched core.SearchRequest
	read     []core.Interpretation
}

func (l *library) Documents(context.Context) ([]core.Document, error) { return l.docs, l.err }

func (l *library) Document(_ context.Context, id core.DocumentID) (core.Document, error) {
	for _, d := range l.docs {
		if d.ID == id {
			return d, nil
		}
	}
	return core.Document{}, fmt.Errorf("document %d: %w", id, core.ErrNotFound)
}

func (l *library) Roots(context.Context) ([]place.Root, error) { return l.roots, nil }

func (l *library) Pages(context.Context, core.DocumentID) ([]core.Page, error) {
	return l.pages, l.err
}

func (l *library) Page(_ context.Context, _ core.DocumentID, _, width, height int) (*image.RGBA, error) {
	l.side = max(width, height)
	return image.NewRGBA(image.Rect(0, 0, 3, 4)), l.err
}

func (l *library) Search(_ context.Context, r core.SearchRequest) (core.Found, error) {
	l.planned, l.limit, l.searched = r.Plan, r.Limit, r
	return core.Found{Hits: l.hits, Read: l.read}, l.err
}

func (l *library) Plan(_ context.Context, _ string, planner core.Planner, _ func(string)) (core.Plan, error) {
	l.planner = planner
	return l.plan, l.err
}

func (l *library) Context(_ context.Context, r core.ContextRequest) (core.Context, error) {
	l.request = r
	return l.built, l.err
}

func (l *library) Ask(_ context.Context, r core.ContextRequest, each func(ask.AskEvent)) (ask.Answer, error) {
	l.request = r
	each(ask.AskEvent{Context: &l.built})
	each(ask.AskEvent{Piece: "Yes"})
	return l.answer, l.err
}

func (l *library) Check(_ context.Context, answer string, sources []core.Source) (core.CheckReport, error) {
	l.sources = sources
	return core.CheckReport{Answer: answer, Claims: []core.Claim{
		{Verdict: core.VerdictFound, Evidence: []core.Evidence{{Number: 1, Document: 2, Locator: core.PageLocator("a.pdf", 3, ""), Text: "tide"}}},
		{Verdict: core.VerdictNotFound, Citations: []int{2}},
	}}, l.err
}

func (l *library) Show(_ context.Context, _ string, around place.Around) (place.Shown, error) {
	l.around = around
	return l.shown, l.err
}

func (l *library) ContactSheet(_ context.Context, sources []core.Source, longest int) ([]byte, error) {
	l.sources, l.side = sources, longest
	return []byte("sheet"), nil
}

// papers holds three documents below two folders, one of which is within the other.
func papers() *library {
	return &library{
		docs: []core.Document{
			{ID: 1, Name: "Tides.pdf", Path: "/home/ada/papers/Tides.pdf", Kind: core.KindPDF, Hash: "aa"},
			{ID: 2, Name: "notes.md", Path: "/home/ada/papers/own/notes.md", Kind: core.KindMarkdown, State: core.StateDamaged, Reason: "open /home/ada/papers/own/notes.md: no text"},
			{ID: 3, Name: "tide.py", Path: "/srv/code/tide.py", Kind: core.KindCode},
		},
		roots: []place.Root{{Name: "own", Path: "/home/ada/papers/own"}, {Name: "papers", Path: "/home/ada/papers"}},
	}
}

func TestAListIsNarrowedAndCutIntoParts(t *testing.T) {
	for _, tt := range []struct {
		name  string
		r     ListRequest
		ids   []core.DocumentID
		total int
	}{
		{"all", ListRequest{}, []core.DocumentID{1, 2, 3}, 3},
		{"of a kind", ListRequest{Kinds: []core.Kind{core.KindCode, core.KindPDF}}, []core.DocumentID{1, 3}, 2},
		{"by a part of the name, in any case", ListRequest{Name: "TIDE"}, []core.DocumentID{1, 3}, 2},
		{"the first", ListRequest{Limit: 1}, []core.DocumentID{1}, 3},
		{"the second", ListRequest{Limit: 1, Offset: 1}, []core.DocumentID{2}, 3},
		{"past the end", ListRequest{Offset: 3}, nil, 3},
		{"the most at once", ListRequest{Limit: MaxList}, []core.DocumentID{1, 2, 3}, 3},
	} {
		got, err := New(papers()).Documents(t.Context(), tt.r)
		var ids []core.DocumentID
		for _, d := range got.Documents {
			ids = append(ids, d.ID)
		}
		if err != nil || !slices.Equal(ids, tt.ids) || got.Total != tt.total || got.Documents == nil {
			t.Errorf("%s: %v of %d, want %v of %d: %v", tt.name, ids, got.Total, tt.ids, tt.total, err)
		}
	}
	for _, r := range []ListRequest{{Limit: -1}, {Limit: MaxList + 1}, {Offset: -1}} {
		if _, err := New(papers()).Documents(t.Context(), r); !errors.Is(err, core.ErrQuery) {
			t.Errorf("%+v: %v", r, err)
		}
	}
}

// A document is named by the innermost folder that a person has named, and never by
// its path on this machine.
func TestDocumentsLieBelowNamedFolders(t *testing.T) { // R0.6
	for id, want := range map[core.DocumentID][2]string{1: {"papers", "Tides.pdf"}, 2: {"own", "notes.md"}, 3: {"", ""}} {
		d, err := New(papers()).Document(t.Context(), id)
		if err != nil || d.Source != want[0] || d.Path != want[1] || strings.Contains(d.Reason, "/home") {
			t.Errorf("%d: %+v: %v", id, d, err)
		}
	}
	if _, err := New(papers()).Document(t.Context(), 9); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("a document that is not there: %v", err)
	}
}

func TestAPageIsCutWhereItIsTooLong(t *testing.T) {
	l := papers()
	l.pages = []core.Page{{Text: strings.Repeat("a", MaxPage), Label: "iv", Note: "read /tmp/x/y.pdf badly"}, {Text: strings.Repeat("a", MaxPage+1)}}
	for n, cut := range map[int]bool{1: false, 2: true} {
		p, err := New(l).Page(t.Context(), 1, n)
		if err != nil || p.Cut != cut || len(p.Text) != MaxPage || p.Pages != 2 || p.Page != n {
			t.Errorf("page %d: %d bytes, cut %t: %v", n, len(p.Text), p.Cut, err)
		}
		if n == 1 && (p.Label != "iv" || p.Note != "read y.pdf badly") {
			t.Errorf("label %q, note %q", p.Label, p.Note)
		}
	}
	for _, n := range []int{-1, 0, 3} {
		if _, err := New(l).Page(t.Context(), 1, n); !errors.Is(err, core.ErrNoSuchPage) {
			t.Errorf("page %d: %v", n, err)
		}
	}
}

func TestReadingWholeEndsWithThePageThatReachesTheMost(t *testing.T) {
	l := papers()
	l.pages = []core.Page{{Text: "0123456789"}, {Text: "0123456789"}, {Text: strings.Repeat("a", MaxPage+1)}, {Text: "0123456789"}}
	for most, want := range map[int]int{1: 1, 10: 1, 11: 2, 20: 2, 21: 3, 1 << 30: 3} { // the third one is cut
		pages, err := New(l).Whole(t.Context(), 1, most)
		if err != nil || len(pages) != want {
			t.Errorf("%d bytes: %d pages, want %d: %v", most, len(pages), want, err)
		}
	}
	l.pages = nil
	if _, err := New(l).Whole(t.Context(), 1, 10); !errors.Is(err, core.ErrNoSuchPage) {
		t.Errorf("no pages: %v", err)
	}
}

func TestPicturesHaveBounds(t *testing.T) {
	for side, ok := range map[int]bool{15: false, 16: true, MaxSide: true, MaxSide + 1: false} {
		l := papers()
		data, err := New(l).Picture(t.Context(), 1, 1, side)
		if ok != (err == nil) || !ok && !errors.Is(err, core.ErrQuery) {
			t.Errorf("%d pixels: %v", side, err)
		}
		if !ok {
			continue
		}
		if c, err := png.DecodeConfig(bytes.NewReader(data)); err != nil || c.Width != 3 || c.Height != 4 || l.side != side {
			t.Errorf("%+v, asked for %d: %v", c, l.side, err)
		}
	}
}

func TestAPlaceIsReadWithItsWindow(t *testing.T) {
	number := func(n int) *int { return &n }
	for _, tt := range []struct {
		window *int
		want   int
		ok     bool
	}{
		{nil, place.BySettings, true}, {number(0), 0, true}, {number(place.MaxLinesAround), place.MaxLinesAround, true},
		{number(-1), 0, false}, {number(place.MaxLinesAround + 1), 0, false},
	} {
		l := papers()
		_, err := New(l).Read(t.Context(), ReadRequest{Locator: "notes.md:3", Window: tt.window})
		if ok := err == nil; ok != tt.ok || ok && l.around.N != tt.want || !ok && !errors.Is(err, core.ErrQuery) {
			t.Errorf("%v: %d lines around, %v", tt.window, l.around.N, err)
		}
	}
	l := papers()
	l.shown.Document, l.shown.Locator, l.shown.Text, l.shown.First = l.docs[0], core.PageLocator("Tides.pdf", 3, ""), strings.Repeat("a", MaxPage+1), 7
	got, err := New(l).Read(t.Context(), ReadRequest{Locator: "Tides.pdf p. 3"})
	if err != nil || got.Page != 3 || got.FirstLine != 7 || !got.Cut || len(got.Text) != MaxPage || got.Locator != "Tides.pdf p. 3" {
		t.Errorf("page %d, line %d, %d bytes, cut %t, %q: %v", got.Page, got.FirstLine, len(got.Text), got.Cut, got.Locator, err)
	}
	l.shown.Quotes, l.shown.Text = []core.Quote{{Page: 2}, {Page: 3}}, "tide" // it begins on the page before
	if got, err := New(l).Read(t.Context(), ReadRequest{Locator: "Tides.pdf p. 3"}); err != nil || got.Page != 2 || got.Cut {
		t.Errorf("page %d, cut %t: %v", got.Page, got.Cut, err)
	}
}

func TestLocatorsDoNotLeadOut(t *testing.T) { // R0.6
	for locator, ok := range map[string]bool{
		"notes.md:3": true, "a..b.md": true, "own/notes.md": true, "a.zip!/b.md": true, strings.Repeat("a", MaxQuestion): true,
		"/etc/passwd": false, ` "/etc/passwd"`: false, "../x": false, "x/..": false, "x/../y": false, `x\y`: false, "x\x00": false, strings.Repeat("a", MaxQuestion+1): false,
	} {
		if err := local(locator); (err == nil) != ok {
			t.Errorf("%.40q: %v", locator, err)
		}
	}
}

func TestASchemaHasOneTypeForAValue(t *testing.T) {
	s := Schema(reflect.TypeFor[ContextRequest]())
	kinds := s.Properties["kinds"]
	if kinds.Type != "array" || kinds.Types != nil || len(kinds.Items.Enum) != len(core.Kinds) {
		t.Errorf("kinds: %+v", kinds)
	}
	if p := s.Properties["min_score"]; p.Type != "number" || p.Types != nil {
		t.Errorf("min_score: %+v", p)
	}
	if p := s.Properties["format"]; len(p.Enum) != len(core.Formats) || p.Description == "" {
		t.Errorf("format: %+v", p)
	}
	if s.Properties["query"].Type != "string" || !slices.Equal(s.Required, []string{"query"}) {
		t.Errorf("required: %v", s.Required)
	}
	s.Properties["query"].Type = "number"
	if again := Schema(reflect.TypeFor[ContextRequest]()); again.Properties["query"].Type != "string" {
		t.Error("a change of one schema changes the next")
	}
}
