package reader

import (
	"context"
	"errors"
	"image"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"ibid/core"
	"ibid/ui/post"
	"ibid/ui/post/posttest"
	"ibid/ui/theme"
)

type engine struct {
	mu    sync.Mutex
	drawn []int
	asked []int // how much around places
	err   error
}

func (e *engine) Page(_ context.Context, _ core.DocumentID, page, width, _ int) (*image.RGBA, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.drawn = append(e.drawn, page)
	if e.err != nil {
		return nil, e.err
	}
	return image.NewRGBA(image.Rect(0, 0, width, width*3/2)), nil
}

func (e *engine) DrawnLayout(_ context.Context, _ core.DocumentID, page, _, _ int) (core.Layout, error) {
	return core.Layout{Page: page, Width: 600, Height: 900, Lines: []core.Line{
		{Span: core.Span{Start: 0, End: 10}, Left: 60, Top: 90, Right: 540, Height: 18},
		{Span: core.Span{Start: 11, End: 20}, Left: 60, Top: 450, Right: 360, Height: 18},
	}}, nil
}

// line is one of the hundred lines of every text.
const line = "a line of text\n"

func (e *engine) Excerpt(_ context.Context, id core.DocumentID, at []core.Quote, n int, function bool) (core.Excerpt, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.asked = append(e.asked, n)
	if e.err != nil {
		return core.Excerpt{}, e.err
	}
	if n < 0 {
		n = 5
	}
	here := 1 + at[0].Start/len(line)
	first, last := max(1, here-n), min(100, here+n)
	x := core.Excerpt{Document: notes, Locator: core.LineLocator(notes.Name, first, last), First: first,
		Text: strings.Repeat(line, last-first+1), Quotes: []core.Quote{{Page: 1}},
		Marks: []core.Span{{Start: (here - first) * len(line), End: (here - first + 1) * len(line)}},
		Reach: core.Reach{N: n, Measure: core.MeasureLines}}
	if function {
		x.Reach.Measure = core.MeasureFunction
	}
	return x, nil
}

func (e *engine) Passages(context.Context, core.DocumentID) ([]core.Passage, error) {
	return []core.Passage{
		{Page: 1, Spans: []core.Span{{Start: 0, End: 10 * len(line)}}},
		{Page: 1, Spans: []core.Span{{Start: 10 * len(line), End: 20 * len(line)}}},
	}, nil
}

type host struct {
	said    string
	copied  string
	closed  bool
	toggled []core.Place
	holds   bool
}

func (h *host) Say(text string)          { h.said = text }
func (h *host) SetClipboard(text string) { h.copied = text }
func (h *host) CloseReader()             { h.closed = true }
func (h *host) Holds(core.Place) bool    { return h.holds }
func (h *host) Toggle(p core.Place)      { h.toggled = append(h.toggled, p) }
func (h *host) Focus(fyne.Focusable)     {}

var notes = core.Document{ID: 2, Name: "reef.go", Hash: "n", Kind: core.KindCode, State: core.StateReady}

var paper = core.Document{ID: 1, Name: "a.pdf", Hash: "h", Kind: core.KindPDF, Pages: 3, State: core.StateReady}

func setup(t *testing.T, e *engine) (*Pane, *host, posttest.Queue) {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light))
	q := posttest.New()
	bridge := post.NewBridge(q)
	t.Cleanup(func() { bridge.Wait(time.Second) })
	h := &host{}
	p := New(e, h, bridge)
	w := test.NewTempWindow(t, p)
	w.Resize(fyne.NewSize(700, 800))
	return p, h, q
}

func press(p *Pane, keys ...fyne.KeyName) {
	for _, k := range keys {
		p.TypedKey(&fyne.KeyEvent{Name: k})
	}
}

func TestCitedLinesAreBoxed(t *testing.T) {
	e := &engine{}
	p, _, q := setup(t, e)
	p.Open(View{Document: paper, Page: 2, Quotes: []core.Quote{{Page: 2, Span: core.Span{Start: 12, End: 15}}, {Page: 1, Span: core.Span{Start: 0, End: 5}}}})
	q.Until(t, "the page", func() bool { return p.sheet.image != nil })
	if len(p.sheet.boxes) != 1 {
		t.Fatalf("boxes %v, want the second line only", p.sheet.boxes)
	}
	want := box{left: 0.1, top: 0.5, width: 0.5, height: 0.02}
	if got := p.sheet.boxes[0]; got != want {
		t.Errorf("box %v, want %v", got, want)
	}
	press(p, fyne.KeyRight)
	q.Until(t, "page 3", func() bool { return p.sheet.image != nil && p.view.Page == 3 })
	if len(p.sheet.boxes) != 0 {
		t.Error("boxes on a page that is not cited")
	}
}

// Another claim on the page that is shown: only what is boxed changes.
func TestAnotherQuoteOnTheSamePageIsBoxedWithoutDrawingItAgain(t *testing.T) {
	e := &engine{}
	p, _, q := setup(t, e)
	p.Open(EvidenceView(paper, core.Evidence{Quote: core.Quote{Page: 2, Span: core.Span{Start: 0, End: 5}}}))
	q.Until(t, "the page", func() bool { return p.sheet.image != nil })
	p.Open(EvidenceView(paper, core.Evidence{Quote: core.Quote{Page: 2, Span: core.Span{Start: 12, End: 15}}}))
	if len(p.sheet.boxes) != 1 || p.sheet.boxes[0].top != 0.5 {
		t.Errorf("boxes %v, want the second line", p.sheet.boxes)
	}
	if top := p.scroll.Offset.Y; top < 200 || top > p.sheet.top() {
		t.Errorf("scrolled to %v, the quote stands at %v", top, p.sheet.top())
	}
	if len(e.drawn) != 1 {
		t.Errorf("pages %v were drawn", e.drawn)
	}
}

func TestTurningStopsAtTheFirstAndTheLastPage(t *testing.T) {
	p, _, q := setup(t, &engine{})
	p.Open(View{Document: paper, Page: 1})
	q.Until(t, "the page", func() bool { return p.sheet.image != nil })
	press(p, fyne.KeyLeft, fyne.KeyPageUp)
	if p.view.Page != 1 {
		t.Errorf("page %d", p.view.Page)
	}
	press(p, fyne.KeyRight, fyne.KeyPageDown, fyne.KeyRight, fyne.KeyRight)
	if p.view.Page != 3 || p.place.Text() != "page 3 of 3" {
		t.Errorf("page %d, %q", p.view.Page, p.place.Text())
	}
}

func TestKeysZoomAddAndClose(t *testing.T) {
	p, h, q := setup(t, &engine{})
	p.Open(View{Document: paper, Page: 2})
	q.Until(t, "the page", func() bool { return p.sheet.image != nil })
	before := p.sheet.image.Rect.Dx()
	p.TypedRune('+')
	q.Until(t, "a larger picture", func() bool { return p.sheet.image.Rect.Dx() > before })
	for range 20 {
		p.TypedRune('-')
	}
	if p.zoom != minZoom {
		t.Errorf("zoom %v, want at least %v", p.zoom, minZoom)
	}
	p.TypedRune('a')
	if len(h.toggled) != 1 || h.toggled[0] != (core.Place{Hash: "h", Page: 2}) {
		t.Errorf("toggled %v", h.toggled)
	}
	h.holds = true
	p.ShowChosen()
	if p.toggle.Text != "In the context" {
		t.Errorf("button says %q", p.toggle.Text)
	}
	press(p, fyne.KeyEscape)
	if !h.closed {
		t.Error("Esc does not close the reader")
	}
}

func TestAPageThatCannotBeDrawnSaysSo(t *testing.T) {
	e := &engine{err: errors.New("draw page 1: worker ended (exit 1)")}
	p, _, q := setup(t, e)
	p.Open(View{Document: paper, Page: 1})
	q.Until(t, "the message", func() bool { return !p.empty.Hidden })
	e.mu.Lock()
	e.err = nil
	e.mu.Unlock()
	press(p, fyne.KeyRight)
	q.Until(t, "page 2", func() bool { return p.sheet.image != nil && p.empty.Hidden })
}

func quoteOf(first, last int) core.Quote {
	return core.Quote{Page: 1, Span: core.Span{Start: (first - 1) * len(line), End: last * len(line)}}
}

func TestATextIsShownAroundItsMarkedPlace(t *testing.T) { // R0.7
	e := &engine{}
	p, h, q := setup(t, e)
	p.Open(View{Document: notes, Page: 1, Quotes: []core.Quote{quoteOf(15, 15)}})
	q.Until(t, "the text", func() bool { return p.text.shown.First == 10 })
	if got := p.listing.Marked(); len(got) != 1 || got[0] != line {
		t.Errorf("marked %q", got)
	}
	if p.place.Text() != "line 15" || p.reach.Text() != "± 5 lines" || p.toggle.Text != "Add this passage" {
		t.Errorf("%q, %q, %q", p.place.Text(), p.reach.Text(), p.toggle.Text)
	}
	p.TypedRune('+')
	q.Until(t, "more", func() bool { return p.reach.Text() == "± 10 lines" })
	for range 5 {
		p.TypedRune('-')
		q.Until(t, "less", func() bool { return !p.read.Busy() })
	}
	if p.reach.Text() != "± 0 lines" || p.text.shown.Text != line {
		t.Errorf("%q: %q", p.reach.Text(), p.text.shown.Text)
	}
	p.TypedRune('f')
	q.Until(t, "the function", func() bool { return p.reach.Text() == "whole function" })
	p.TypedRune('a')
	if len(h.toggled) != 1 || h.toggled[0] != (core.Place{Hash: "n", Start: 10 * len(line)}) {
		t.Errorf("toggled %v, want the passage that holds line 15", h.toggled)
	}
	p.TypedRune('c')
	q.Until(t, "the quote", func() bool { return h.copied != "" })
	if want := "a line of text\n\n— reef.go:15\n"; h.copied != want {
		t.Errorf("copied %q, want %q", h.copied, want)
	}
}

func TestTurningATextGoesFromPassageToPassage(t *testing.T) {
	p, _, q := setup(t, &engine{})
	p.Open(View{Document: notes, Page: 1})
	q.Until(t, "the text", func() bool { return p.text.shown.First == 1 })
	if len(p.listing.Marked()) != 0 {
		t.Error("a document that is opened without a place has a mark")
	}
	press(p, fyne.KeyLeft)
	press(p, fyne.KeyRight)
	q.Until(t, "the next passage", func() bool { return p.text.shown.First == 6 })
	if len(p.listing.Marked()) != 1 {
		t.Error("the passage is not marked")
	}
	press(p, fyne.KeyRight, fyne.KeyRight)
	if at := p.passage(); at != 1 {
		t.Errorf("passage %d", at)
	}
}

func TestATextThatCannotBeReadSaysSo(t *testing.T) {
	e := &engine{err: core.ErrNoSuchPage}
	p, _, q := setup(t, e)
	p.Open(View{Document: notes, Page: 1})
	q.Until(t, "the message", func() bool { return !p.empty.Hidden })
	if title, body := p.empty.Text(); title != "This text cannot be shown" || !strings.HasPrefix(body, "The document has no such page.") {
		t.Errorf("%q, %q", title, body)
	}
}
