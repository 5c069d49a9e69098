package reader

import (
	"context"
	"errors"
	"image"
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

func (e *engine) Layout(_ context.Context, _ core.DocumentID, page int) (core.Layout, error) {
	return core.Layout{Page: page, Width: 600, Height: 900, Lines: []core.Line{
		{Span: core.Span{Start: 0, End: 10}, Left: 60, Top: 90, Right: 540, Height: 18},
		{Span: core.Span{Start: 11, End: 20}, Left: 60, Top: 450, Right: 360, Height: 18},
	}}, nil
}

type host struct {
	closed  bool
	toggled []core.Place
	holds   bool
}

func (h *host) CloseReader()          { h.closed = true }
func (h *host) Holds(core.Place) bool { return h.holds }
func (h *host) Toggle(p core.Place)   { h.toggled = append(h.toggled, p) }
func (h *host) Focus(fyne.Focusable)  {}

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
