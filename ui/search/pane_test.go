package search

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
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

// engine answers every question with hits that name it; a question can be held
// back until the test lets it go.
type engine struct {
	mu       sync.Mutex
	asked    []string
	ended    []string                 // questions whose search was cancelled
	hold     map[string]chan struct{} // question or page key → answers when closed
	first    []core.Hit               // first wave; nil for none
	whole    []core.Hit               // answer; nil for n hits that name the question
	gone     []string
	pictures map[string]*image.RGBA
	err      error
	n        int        // hits per answer
	model    *core.Plan // what the model answers; nil if there is none
	plan     *core.Plan // of the last search
	read     []core.Interpretation
}

func (e *engine) Plan(_ context.Context, q string, who core.Planner, each func(string)) (core.Plan, error) {
	p := core.Plan{Strategy: core.StrategySemantic, Planner: core.PlannerHeuristic, Keywords: strings.Fields(q), Why: "search, simple"}
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case who == core.PlannerModel && e.model != nil:
		each("{")
		return *e.model, nil
	case who == core.PlannerModel:
		p.Why = "no plan of a model: it does not answer; search, simple"
	}
	return p, nil
}

func (e *engine) ModelServer(context.Context) core.ModelServer {
	if e.model == nil {
		return core.ModelServer{Reason: "it does not run", Advice: "start it with: ollama serve"}
	}
	return core.ModelServer{Running: true, Model: "tiny"}
}

func (e *engine) SearchInWaves(ctx context.Context, req core.SearchRequest, each func(core.Found)) (core.Found, error) {
	q := req.Query
	e.mu.Lock()
	e.plan = req.Plan
	e.asked = append(e.asked, q)
	hold, err, n, first := e.hold[q], e.err, e.n, e.first
	e.mu.Unlock()
	if each != nil && first != nil {
		each(core.Found{Hits: first})
	}
	if hold != nil {
		select {
		case <-hold:
		case <-ctx.Done():
			e.mu.Lock()
			e.ended = append(e.ended, q)
			e.mu.Unlock()
			return core.Found{}, ctx.Err()
		}
	}
	if err != nil {
		return core.Found{}, err
	}
	if e.whole != nil {
		return core.Found{Hits: e.whole, Gone: e.gone}, nil
	}
	hits := make([]core.Hit, n)
	for i := range hits {
		d := core.Document{ID: core.DocumentID(i + 1), Name: fmt.Sprintf("%s-%d.pdf", q, i), Kind: core.KindPDF,
			Hash: core.Hash(fmt.Sprintf("%s-%d", q, i))}
		hits[i] = core.Hit{Document: d, Text: "text of " + q, Passage: core.Passage{Page: i + 1}, Locator: core.PageLocator(d.Name, i+1, "")}
	}
	return core.Found{Hits: hits, Read: e.readInto(req)}, nil
}

// readInto returns what is read into a question, without what was taken off.
func (e *engine) readInto(req core.SearchRequest) (out []core.Interpretation) {
	for _, name := range req.In {
		out = append(out, core.Interpretation{Key: "in:" + name, Kind: core.ReadWithin, Text: "only in " + name, Removable: true})
	}
	for _, i := range e.read {
		if !slices.Contains(req.Without, i.Key) {
			out = append(out, i)
		}
	}
	return out
}

func (e *engine) Page(ctx context.Context, doc core.DocumentID, page, width, height int) (*image.RGBA, error) {
	key := fmt.Sprint("page ", page)
	e.mu.Lock()
	hold, img := e.hold[key], e.pictures[key]
	e.mu.Unlock()
	if hold != nil {
		<-hold // deaf to cancellation, as a drawing is
	}
	if img == nil {
		return nil, errors.New("no picture")
	}
	return img, nil
}

func (e *engine) questions() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.asked)
}

// host records what the pane tells the window.
type host struct {
	win    fyne.Window
	asked  []string
	plan   *core.Plan // that came with the last question
	scopes []Scope

	request core.SearchRequest // the last one
	chosen  map[core.Place]bool
	opened  []core.Hit
	some    bool
}

func (h *host) Window() fyne.Window { return h.win }
func (h *host) Asked(r core.SearchRequest) {
	h.asked, h.plan, h.request = append(h.asked, r.Query), r.Plan, r
}
func (h *host) Scopes() []Scope         { return h.scopes }
func (h *host) Holds(p core.Place) bool { return h.chosen[p] }
func (h *host) Toggle(p core.Place)     { h.chosen[p] = !h.chosen[p] }
func (h *host) OpenHit(x core.Hit)      { h.opened = append(h.opened, x) }
func (h *host) HasDocuments() (bool, bool) {
	return h.some, true
}

func setup(t *testing.T, e *engine) (*Pane, *host, posttest.Queue, fyne.Window) {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light))
	q := posttest.New()
	bridge := post.NewBridge(q)
	t.Cleanup(func() { bridge.Wait(time.Second) })
	h := &host{chosen: map[core.Place]bool{}, some: true}
	p := New(e, h, bridge)
	w := test.NewTempWindow(t, p.Content)
	h.win = w
	w.Resize(fyne.NewSize(700, 800))
	return p, h, q, w
}

func TestTypingSearchesOnceAfterAPause(t *testing.T) {
	e := &engine{n: 3}
	p, h, q, _ := setup(t, e)
	test.Type(p.entry, "yield curve")
	if len(e.questions()) != 0 {
		t.Errorf("searched %q before the pause", e.questions())
	}
	q.Until(t, "hits", func() bool { return len(p.Hits()) == 3 })
	if got := e.questions(); len(got) != 1 || got[0] != "yield curve" {
		t.Errorf("searched %q, want the whole question once", got)
	}
	if len(h.asked) != 1 || h.asked[0] != "yield curve" {
		t.Errorf("told the window %q", h.asked)
	}
}

func TestAKeystrokeCancelsTheRunningSearchAndTheLatestWins(t *testing.T) {
	first := make(chan struct{})
	e := &engine{n: 2, hold: map[string]chan struct{}{"old": first}}
	p, _, q, _ := setup(t, e)
	p.Ask("old")
	for len(e.questions()) == 0 {
		time.Sleep(time.Millisecond)
	}
	p.entry.SetText("new")
	q.Until(t, "hits of the new question", func() bool { return len(p.Hits()) > 0 })
	close(first)
	q.For(50 * time.Millisecond)
	if p.Hits()[0].Document.Name != "new-0.pdf" {
		t.Errorf("shows %s", p.Hits()[0].Document.Name)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.ended) != 1 || e.ended[0] != "old" {
		t.Errorf("cancelled %q, want the old search", e.ended)
	}
}

func TestEnterSearchesAtOnceAndThenOpensTheSelectedHit(t *testing.T) {
	e := &engine{n: 2}
	p, h, q, w := setup(t, e)
	w.Canvas().Focus(p.entry)
	test.Type(p.entry, "curve")
	p.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if !p.run.Busy() {
		t.Error("Enter did not search at once")
	}
	q.Until(t, "hits", func() bool { return len(p.Hits()) == 2 })
	p.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if len(h.opened) != 0 {
		t.Error("Enter opened a hit although none was selected")
	}
	p.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	p.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	p.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown}) // stays on the last
	p.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if len(h.opened) != 1 || h.opened[0].Document.Name != "curve-1.pdf" {
		t.Errorf("opened %v", h.opened)
	}
	p.ToggleSelected()
	if !h.chosen[core.Place{Hash: "curve-1", Page: 2}] {
		t.Errorf("chose %v, want the selected page", h.chosen)
	}
	if got := len(e.questions()); got != 1 {
		t.Errorf("searched %d times", got)
	}
}

// A picture that comes late must not land in a row that stands for another
// page by then.
func TestALatePictureIsNotShownInARecycledRow(t *testing.T) {
	old, next := image.NewRGBA(image.Rect(0, 0, 5, 7)), image.NewRGBA(image.Rect(0, 0, 6, 7))
	late := make(chan struct{})
	e := &engine{hold: map[string]chan struct{}{"page 1": late}, pictures: map[string]*image.RGBA{"page 1": old, "page 2": next}}
	p, _, q, _ := setup(t, e)
	hit := func(page int) shown {
		return shown{Hit: core.Hit{Document: core.Document{ID: 1, Hash: "h", Kind: core.KindPDF}, Passage: core.Passage{Page: page}}}
	}
	r := newRow(p)
	r.bind(0, hit(1))
	time.Sleep(20 * time.Millisecond) // the first drawing has begun
	r.bind(7, hit(2))
	q.Until(t, "the picture of page 2", func() bool { return r.picture.Image() == next })
	close(late)
	q.For(100 * time.Millisecond)
	if r.picture.Image() != next {
		t.Error("the late picture of page 1 is shown for page 2")
	}
	r.bind(0, hit(1))
	if r.picture.Image() == next {
		t.Error("the picture of page 2 stays when the row stands for page 1 again")
	}
	q.Until(t, "the picture of page 1", func() bool { return r.picture.Image() == old })
	r.bind(7, hit(2))
	if r.picture.Image() != next {
		t.Error("a picture that was seen before is fetched again")
	}
}

func TestEmptyStatesSayWhatToDo(t *testing.T) {
	e := &engine{}
	p, h, q, _ := setup(t, e)
	title := func() string { s, _ := p.empty.Text(); return s }
	if title() != "Ask your library" {
		t.Error(title())
	}
	h.some = false
	p.ShowState()
	if title() != "Start with your papers" {
		t.Error(title())
	}
	p.Ask("zebra")
	q.Until(t, "an empty answer", func() bool { return title() == "Nothing found" })
	e.mu.Lock()
	e.err = fmt.Errorf("kind:exe is no kind: %w", core.ErrQuery)
	e.mu.Unlock()
	p.Ask("kind:exe x")
	q.Until(t, "an error", func() bool { return title() == "That did not work" })
}

// The same passage may answer the next question with other words.
func TestARowMarksTheWordsOfThePresentQuestion(t *testing.T) {
	p, _, _, _ := setup(t, &engine{})
	r := newRow(p)
	h := core.Hit{Document: core.Document{Kind: core.KindPDF}, Text: "the yield curve", Matches: []core.Span{{Start: 4, End: 9}}, Reasons: []core.Reason{{Retriever: "words", Rank: 1}}}
	r.bind(0, shown{Hit: h})
	h.Matches = []core.Span{{Start: 10, End: 15}}
	h.Reasons = []core.Reason{{Retriever: "words", Rank: 4}}
	r.bind(0, shown{Hit: h})
	if got := r.text.Marked(); len(got) != 1 || got[0] != "curve" {
		t.Errorf("marked %q", got)
	}
	if got := r.reasons.Text(); got != "words #4" {
		t.Errorf("reasons %q", got)
	}
}
