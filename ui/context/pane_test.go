package context

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"ibid/core"
	"ibid/ui/context/contexttest"
	"ibid/ui/post"
	"ibid/ui/post/posttest"
	"ibid/ui/theme"
)

// engine makes a context of pages 1 to 5 of one document in the order that the
// request asks for. A question can be held back until the test lets it go.
type engine struct {
	contexttest.Ratings
	mu       sync.Mutex
	requests []core.ContextRequest
	hold     map[string]chan struct{}
	err      error
	below    []core.LeftOut // what every context leaves out
	edit     func(*core.Context)
	longest  int // of the contact sheet that was asked for
	saved    core.ContextRequest
}

func (e *engine) Save(_ context.Context, req core.ContextRequest, c core.Context) ([]byte, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.saved = req
	return []byte("saved " + c.Text), e.err
}

func (e *engine) ContactSheet(_ context.Context, sources []core.Source, longest int) ([]byte, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.longest = longest
	return fmt.Appendf(nil, "sheet of %d", len(sources)), e.err
}

func (e *engine) Context(ctx context.Context, req core.ContextRequest) (core.Context, error) {
	e.mu.Lock()
	e.requests = append(e.requests, req)
	hold, err := e.hold[req.Query], e.err
	e.mu.Unlock()
	if hold != nil {
		select {
		case <-hold:
		case <-ctx.Done():
			return core.Context{}, ctx.Err()
		}
	}
	if err != nil {
		return core.Context{}, err
	}
	places := slices.Clone(req.Order)
	for i := range 5 {
		if p := page(i + 1); !slices.Contains(places, p) {
			places = append(places, p)
		}
	}
	c := core.Context{Budget: req.Budget, Text: req.Query + ":"}
	for _, p := range places {
		if slices.Contains(req.Exclude, p) {
			c.LeftOut = append(c.LeftOut, core.LeftOut{Place: p, Cause: core.CauseHand, Reason: "removed by hand", Locator: core.PageLocator("a.pdf", p.Page, "")})
			continue
		}
		c.Sources = append(c.Sources, core.Source{Number: len(c.Sources) + 1, Place: p, Tokens: 100, Text: "quoted",
			Locator: core.PageLocator("a.pdf", p.Page, ""), Heading: fmt.Sprintf("a.pdf, p. %d", p.Page)})
		c.Tokens += 100
		c.Text += fmt.Sprint(" ", p.Page)
	}
	c.LeftOut = append(c.LeftOut, e.below...)
	if e.edit != nil {
		e.edit(&c)
	}
	return c, nil
}

func (e *engine) last() core.ContextRequest {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.requests[len(e.requests)-1]
}

func page(n int) core.Place { return core.Place{Hash: "h", Page: n} }

// host records what the pane tells the window.
type host struct {
	win       fyne.Window
	said      []string
	clipboard []string
	commit    func()
	opened    []core.Source
	pictures  []string
	pictureOf error // why no picture can be copied; nil if it can
	saved     map[string]string
	kept      map[string]string
}

func (h *host) Window() fyne.Window            { return h.win }
func (h *host) Say(text string)                { h.said = append(h.said, text) }
func (h *host) ContextChanged()                {}
func (h *host) OpenSource(s core.Source)       { h.opened = append(h.opened, s) }
func (h *host) SetClipboard(text string)       { h.clipboard = append(h.clipboard, text) }
func (h *host) SaveFile(name string, d []byte) { h.saved[name] = string(d) }
func (h *host) Check()                         {}
func (h *host) Remembered(key string) string   { return h.kept[key] }
func (h *host) Remember(key, value string)     { h.kept[key] = value }
func (h *host) lastWord() string               { return h.said[len(h.said)-1] }

func (h *host) CopyPicture(_ context.Context, png []byte) error {
	h.pictures = append(h.pictures, string(png))
	return h.pictureOf
}

func (h *host) Commit() {
	if h.commit != nil {
		h.commit()
	}
}

func setup(t *testing.T, e *engine) (*Pane, *host, posttest.Queue) {
	t.Helper()
	return setupWith(t, e, map[string]string{})
}

// setupWith opens the pane with what an earlier run kept.
func setupWith(t *testing.T, e *engine, kept map[string]string) (*Pane, *host, posttest.Queue) {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light))
	q := posttest.New()
	bridge := post.NewBridge(q)
	t.Cleanup(func() { bridge.Wait(time.Second) })
	h := &host{saved: map[string]string{}, kept: kept}
	p := New(e, h, bridge)
	h.win = test.NewTempWindow(t, p.Content)
	h.win.Resize(fyne.NewSize(380, 700))
	return p, h, q
}

func ask(t *testing.T, p *Pane, q posttest.Queue, question string) {
	t.Helper()
	p.Ask(core.SearchRequest{Query: question})
	settle(t, p, q)
}

func settle(t *testing.T, p *Pane, q posttest.Queue) {
	t.Helper()
	q.Until(t, "a context", func() bool { return !p.Waiting() })
}

func pages(p *Pane) string {
	var out []string
	for _, s := range p.result.Sources {
		out = append(out, fmt.Sprint(s.Place.Page))
	}
	return strings.Join(out, " ")
}

// C4
func TestCopyPutsTheExactTextOnTheClipboard(t *testing.T) {
	p, h, q := setup(t, &engine{})
	ask(t, p, q, "curve")
	p.Copy()
	if len(h.clipboard) != 1 || h.clipboard[0] != "curve: 1 2 3 4 5" {
		t.Errorf("clipboard %q", h.clipboard)
	}
	if want := "Copied 5 sources, 500 tokens"; h.said[len(h.said)-1] != want {
		t.Errorf("said %q, want %q", h.said, want)
	}
}

func TestCopyWaitsForTheContextOfTheQuestion(t *testing.T) {
	slow := make(chan struct{})
	p, h, q := setup(t, &engine{hold: map[string]chan struct{}{"new": slow}})
	ask(t, p, q, "old")
	p.Ask(core.SearchRequest{Query: "new"})
	p.Copy()
	q.For(50 * time.Millisecond)
	if len(h.clipboard) != 0 {
		t.Fatalf("copied %q while the new context was being made", h.clipboard)
	}
	close(slow)
	q.Until(t, "the copy", func() bool { return len(h.clipboard) > 0 })
	if len(h.clipboard) != 1 || h.clipboard[0] != "new: 1 2 3 4 5" {
		t.Errorf("clipboard %q", h.clipboard)
	}
}

func TestCopySendsOffAQuestionThatIsStillTyped(t *testing.T) {
	p, h, q := setup(t, &engine{})
	ask(t, p, q, "old")
	h.commit = func() { p.Ask(core.SearchRequest{Query: "typed"}) }
	p.Copy()
	q.Until(t, "the copy", func() bool { return len(h.clipboard) > 0 })
	if h.clipboard[0] != "typed: 1 2 3 4 5" {
		t.Errorf("clipboard %q", h.clipboard)
	}
}

func TestCopyNeverCopiesAnOlderTextAfterAnErrorOrAnEmptyQuestion(t *testing.T) {
	e := &engine{}
	p, h, q := setup(t, e)
	p.Copy()
	ask(t, p, q, "curve")
	e.mu.Lock()
	e.err = &core.BudgetError{Budget: 2000, Minimum: 2100}
	e.mu.Unlock()
	p.SetBudget(2000)
	p.Copy()
	settle(t, p, q)
	p.Ask(core.SearchRequest{Query: ""})
	p.Copy()
	if len(h.clipboard) != 0 {
		t.Errorf("copied %q", h.clipboard)
	}
	if !slices.ContainsFunc(h.said, func(s string) bool { return strings.Contains(s, "Set the budget to 2,100 or more.") }) {
		t.Errorf("said %q, nothing of the budget", h.said)
	}
}

func TestChangesByHand(t *testing.T) {
	tests := []struct {
		name string
		do   func(p *Pane)
		want string
	}{
		{"take out", func(p *Pane) { p.Take(page(2)) }, "1 3 4 5"},
		{"take out and back in", func(p *Pane) { p.Take(page(2)); p.Put(page(2)) }, "1 2 3 4 5"},
		{"put in", func(p *Pane) { p.Put(page(9)) }, "9 1 2 3 4 5"},
		{"put in twice keeps the order of putting", func(p *Pane) { p.Put(page(9)); p.Put(page(8)) }, "9 8 1 2 3 4 5"},
		{"put in and take out", func(p *Pane) { p.Put(page(9)); p.Take(page(9)) }, "1 2 3 4 5"},
		{"move down", func(p *Pane) { p.Move(0, 1) }, "2 1 3 4 5"},
		{"move up", func(p *Pane) { p.Move(4, -1) }, "1 2 3 5 4"},
		{"move out of bounds", func(p *Pane) { p.Move(0, -1); p.Move(4, 1) }, "1 2 3 4 5"},
		{"undo", func(p *Pane) { p.Take(page(1)); p.Put(page(9)); p.Undo() }, "1 2 3 4 5"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, _, q := setup(t, &engine{})
			ask(t, p, q, "curve")
			tt.do(p)
			settle(t, p, q)
			if got := pages(p); got != tt.want {
				t.Errorf("pages %s, want %s", got, tt.want)
			}
		})
	}
}

func TestMoveFixesNoMoreOrderThanItNeeds(t *testing.T) {
	e := &engine{}
	p, _, q := setup(t, e)
	ask(t, p, q, "curve")
	p.Move(1, -1)
	settle(t, p, q)
	if got := e.last().Order; !slices.Equal(got, []core.Place{page(2), page(1)}) {
		t.Errorf("order %v, want the two that were exchanged", got)
	}
	p.Put(page(9))
	settle(t, p, q)
	if got := pages(p); got != "2 1 9 3 4 5" {
		t.Errorf("pages %s, want the new one behind those ordered by hand", got)
	}
}

func TestANewQuestionKeepsWhatWasPutInAndTakenOutButNotTheOrder(t *testing.T) {
	e := &engine{}
	p, _, q := setup(t, e)
	ask(t, p, q, "curve")
	p.Put(page(9))
	p.Take(page(3))
	settle(t, p, q)
	p.Move(0, 1)
	settle(t, p, q)
	ask(t, p, q, "recession")
	if got := pages(p); got != "9 1 2 4 5" {
		t.Errorf("pages %s", got)
	}
}

func TestOptionsReachTheRequest(t *testing.T) { // R2.13, R3.3
	e := &engine{}
	p, _, q := setup(t, e)
	ask(t, p, q, "curve")
	r := e.last()
	if r.Budget != core.DefaultBudget || r.Format != core.FormatMarkdown || r.MaxSources != 0 { // the engine knows how many the question needs
		t.Errorf("defaults %+v", r)
	}
	p.SetBudget(4000)
	settle(t, p, q)
	p.SetFormat(core.FormatPlain)
	settle(t, p, q)
	if r := e.last(); r.Budget != 4000 || r.Format != core.FormatPlain {
		t.Errorf("request %+v", r)
	}
	if got := p.view.tokens.Text(); got != "500 of 4,000 tokens" {
		t.Errorf("budget line %q", got)
	}
}

func TestFindCoversAllPagesAndLinesOfASource(t *testing.T) {
	p, _, _ := setup(t, &engine{})
	p.result.Sources = []core.Source{
		{Number: 1, Document: core.Document{Kind: core.KindPDF}, Place: page(41), Locator: core.Locator{Name: "a.pdf", Page: 41, LastPage: 42}},
		{Number: 2, Place: core.Place{Hash: "n", Start: 400}, Locator: core.LineLocator("n.md", 40, 52),
			Quotes: []core.Quote{{Page: 1, Span: core.Span{Start: 400, End: 520}}}},
		{Number: 3, Document: core.Document{Kind: core.KindEbook}, Place: core.Place{Hash: "b", Page: 3, Start: 10},
			Locator: core.Locator{Unit: core.UnitChapter, Page: 3, LastPage: 3, FirstLine: 1},
			Quotes:  []core.Quote{{Page: 3, Span: core.Span{Start: 10, End: 20}}}},
	}
	for place, want := range map[core.Place]int{
		page(41): 1, page(42): 1, page(43): 0, {Hash: "x", Page: 41}: 0,
		{Hash: "n", Start: 400}: 2, {Hash: "n", Start: 500}: 2, {Hash: "n", Start: 520}: 0,
		{Hash: "b", Page: 3, Start: 15}: 3, {Hash: "b", Page: 3, Start: 30}: 0, {Hash: "b", Page: 2, Start: 15}: 0,
	} {
		if s, _ := p.Find(place); s.Number != want {
			t.Errorf("%v is in source %d, want %d", place, s.Number, want)
		}
	}
}

func TestPreviewShowsTheExactText(t *testing.T) {
	p, _, q := setup(t, &engine{})
	ask(t, p, q, "curve")
	p.TogglePreview()
	if got := p.view.preview.Text(); got != p.result.Text {
		t.Errorf("preview %q, want %q", got, p.result.Text)
	}
	ask(t, p, q, "recession")
	if got := p.view.preview.Text(); got != "recession: 1 2 3 4 5" {
		t.Errorf("preview of the next question %q", got)
	}
}

// Words of the question that no source holds are said before the context is copied.
func TestMissingWordsAreSaidAboveTheSources(t *testing.T) { // R2.8
	missing := []string{"Q3 2019", "Boeing"}
	e := &engine{edit: func(c *core.Context) { c.Missing = missing }}
	p, _, q := setup(t, e)
	p.Ask(core.SearchRequest{Query: "q"})
	q.Until(t, "the context", func() bool { return p.answered })
	if got := p.view.lack.Text(); !p.view.lacks.Visible() || got != `none of these sources holds "Q3 2019" or "Boeing"` {
		t.Errorf("said %q", got)
	}
	missing = nil
	p.Ask(core.SearchRequest{Query: "r"})
	q.Until(t, "the next context", func() bool { return p.answered && p.request.Query == "r" })
	if p.view.lacks.Visible() {
		t.Error("words are said to be missing where none is")
	}
}
