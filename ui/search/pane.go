// Package search is the middle pane: an entry for the question, and the hits
// with pictures of their pages. It searches while a person types; only the
// results of the last question are shown.
package search

import (
	"context"
	"errors"
	"image"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
	lru "github.com/hashicorp/golang-lru/v2"

	"ibid/core"
	"ibid/ui/post"
	"ibid/ui/say"
	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// Engine is the part of the library that the pane uses. Its methods are called
// from background goroutines, several at a time, and end early when ctx does.
type Engine interface {
	Planner
	// SearchInWaves finds passages for a question, best first and one for each
	// page. If that takes longer than a moment, each receives first what the words
	// alone find.
	SearchInWaves(ctx context.Context, req core.SearchRequest, each func(core.Found)) (core.Found, error)
	// Page returns the picture of a page, 1-based, as large as fits a box of
	// width by height pixels.
	Page(ctx context.Context, doc core.DocumentID, page, width, height int) (*image.RGBA, error)
}

// Host is the window around the pane. Its methods run on the UI goroutine.
type Host interface {
	Window() fyne.Window
	Asked(core.SearchRequest)         // the current question, with how and where it is asked
	Scopes() []Scope                  // parts of the library that a question can be asked within
	Holds(core.Place) bool            // whether the context contains the place
	Toggle(core.Place)                // adds it to the context or removes it
	OpenHit(core.Hit)                 // shows it in the reader
	HasDocuments() (some, known bool) // known is false until the library has answered
}

// Debounce is how long typing must pause before a search starts.
const Debounce = 120 * time.Millisecond

// Limit is the number of hits that are asked for.
const Limit = 50

// Pane is the search pane. Its methods belong to the UI goroutine.
type Pane struct {
	Content fyne.CanvasObject

	engine   Engine
	host     Host
	bridge   *post.Bridge
	run      *post.Latest
	planning *post.Latest
	slots    chan struct{}                    // bounds the pictures that are fetched at the same time
	seen     *lru.Cache[picture, *image.RGBA] // pictures that were shown recently

	question string      // the question of the hits, or of the search that runs
	pause    *post.Delay // in typing, before a search
	hits     []core.Hit  // one for each page
	gone     []string    // why hits of a first wave are not among them
	rows     []shown     // what the list shows: the hits, and what stands below opened ones
	opened   map[core.Place]bool
	early    bool // the first wave of the search that runs is shown
	err      error
	selected int // index into rows, -1 for none

	plan  *core.Plan // the plan that is used; nil without one
	rules core.Plan  // the plan that rules make of the question

	reading *reading
	scope   Scope // that is asked within

	within *uiwidget.HintButton // chooses the scope
	chips  *chips
	entry  *entry
	list   *widget.List
	status *uiwidget.Line
	empty  *uiwidget.Empty
	busy   *widget.Activity
	clear  *widget.Button
}

// New returns the pane with an empty question.
func New(engine Engine, host Host, bridge *post.Bridge) *Pane {
	p := &Pane{engine: engine, host: host, bridge: bridge, run: post.NewLatest(bridge), planning: post.NewLatest(bridge), pause: post.NewDelay(bridge),
		slots: make(chan struct{}, 2), selected: -1, opened: make(map[core.Place]bool)}
	p.seen, _ = lru.New[picture, *image.RGBA](remembered) // fails only for a size below 1
	p.build()
	p.show()
	return p
}

func (p *Pane) build() {
	p.entry = newEntry(p.typedKey)
	p.entry.SetPlaceHolder("Ask or search…   “exact phrase”   -without   kind:pdf   in:name")
	p.entry.Icon = fynetheme.SearchIcon()
	p.entry.OnChanged = func(string) { p.typed() }
	p.entry.OnSubmitted = func(string) { p.submitted() }
	p.clear = uiwidget.Quiet("", fynetheme.ContentClearIcon(), func() { p.entry.SetText("") })
	p.clear.Hide()
	p.entry.ActionItem = p.clear
	p.status = uiwidget.NewLine("", theme.Muted, theme.Caption)
	p.busy = widget.NewActivity()
	p.busy.Hide()
	p.empty = uiwidget.NewEmpty(nil, "", "")
	p.list = uiwidget.NewList(&p.rows, func() *row { return newRow(p) }, (*row).bind)
	p.list.OnSelected = func(i int) { p.selected = i }
	p.list.OnHighlighted = func(i int) {
		if i < len(p.rows) {
			p.list.Select(i)
		}
	}
	busy := container.NewGridWrap(fyne.NewSize(14, 14), p.busy)
	p.chips, p.reading = newChips(p.AskPlan), newReading()
	p.within = uiwidget.NewHintButton("", nil, "Ask in everything, or only in a document or folder (Alt+S)", p.AskScope)
	p.showScope()
	head := container.NewVBox(
		uiwidget.Inset(10, 0, 10, 10, container.NewBorder(nil, nil, nil, p.within, p.entry)),
		uiwidget.Inset(0, 0, 12, 12, p.reading.row),
		uiwidget.Inset(0, 0, 12, 12, p.chips.bar),
		uiwidget.Inset(0, 4, 14, 14, uiwidget.Between(nil, p.status, busy)))
	p.Content = container.NewStack(
		uiwidget.NewGround(theme.Surface, "", 0),
		container.NewBorder(head, nil, nil, nil,
			uiwidget.Inset(0, 4, 6, 6, container.NewStack(p.list, p.empty))))
}

// Focus gives the entry the keyboard and selects its text.
func (p *Pane) Focus(c fyne.Canvas) {
	c.Focus(p.entry)
	p.entry.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// Ask searches for a question as if a person had typed and submitted it.
func (p *Pane) Ask(question string) {
	p.entry.SetText(question)
	p.entry.CursorColumn = len([]rune(question))
	p.Commit()
}

// Question returns the text of the entry without white space around it.
func (p *Pane) Question() string { return strings.TrimSpace(p.entry.Text) }

// Hits returns the hits that are shown, one for each page.
func (p *Pane) Hits() []core.Hit { return p.hits }

// typed starts a search after a pause in typing and cancels the one that runs.
func (p *Pane) typed() {
	p.pause.Cancel()
	if empty := p.entry.Text == ""; p.clear.Hidden != empty {
		p.clear.Hidden = empty
		p.entry.Refresh()
	}
	if p.Question() == p.question {
		return
	}
	p.run.Cancel()
	p.pause.Start(Debounce, p.Commit)
}

// Commit searches at once for the text of the entry, unless that was done.
func (p *Pane) Commit() {
	p.pause.Cancel()
	if q := p.Question(); q != p.question || !p.run.Busy() && p.hits == nil && p.err == nil {
		p.search(q)
	}
}

// Repeat searches again, because the library changed.
func (p *Pane) Repeat() {
	if !p.pause.Waiting() && p.question != "" {
		p.search(p.question)
	}
}

// Waiting reports whether the hits of the question are still to come.
func (p *Pane) Waiting() bool { return p.pause.Waiting() || p.run.Busy() }

func (p *Pane) search(question string) {
	same := question == p.question
	if !same {
		p.plan, p.rules = nil, core.Plan{}
	}
	if !continues(question, p.question) {
		p.reading.off = nil
	}
	p.question, p.early = question, false
	req := core.SearchRequest{Query: question, Plan: p.plan, In: p.scope.In, Limit: Limit, Without: p.reading.without()}
	p.host.Asked(req)
	if question == "" {
		p.run.Cancel()
		p.planning.Cancel()
		p.found(core.Found{}, nil, false)
		return
	}
	p.busy.Show()
	p.busy.Start()
	p.run.Start(func(ctx context.Context) func() {
		var early func(core.Found)
		if !same { // hits that stand there already are better than the first of new ones
			early = func(found core.Found) {
				p.bridge.Post(func() {
					if ctx.Err() == nil {
						p.arrived(found, nil, false)
					}
				})
			}
		}
		found, err := p.engine.SearchInWaves(ctx, req, early)
		return func() { p.found(found, err, same) }
	})
	p.planning.Start(func(ctx context.Context) func() {
		rules, _ := p.engine.Plan(ctx, question, core.PlannerHeuristic, nil) // without it there are no chips
		return func() {
			p.rules = rules
			p.showPlan()
		}
	})
}

// continues reports whether a question is another one with words added or taken away
// at its end, as while it is typed: what was taken off it then stays so.
func continues(question, other string) bool {
	return question != "" && other != "" && (strings.HasPrefix(question, other) || strings.HasPrefix(other, question))
}

// found shows the answer to a question. The selection stays if the question is the
// same, and if its first wave was shown.
func (p *Pane) found(found core.Found, err error, same bool) {
	if errors.Is(err, context.Canceled) {
		return
	}
	p.busy.Stop()
	p.busy.Hide()
	p.arrived(found, err, same || p.early)
	p.early = false
}

// arrived shows hits. Where they follow others of the same question the selection
// stays, and the list where it was scrolled to.
func (p *Pane) arrived(found core.Found, err error, same bool) {
	p.hits, p.gone, p.err, p.reading.read = found.Hits, found.Gone, err, found.Read
	if !same {
		p.early, p.selected = true, -1
		clear(p.opened)
		p.list.ScrollTo(0)
	}
	p.arrange()
	p.show()
}

// Refresh draws the hits again after a change of the context.
func (p *Pane) Refresh() { p.list.Refresh() }

func (p *Pane) show() {
	p.showReading()
	p.showPlan()
	p.status.Set(p.statusText(), theme.Muted)
	p.empty.Hidden = len(p.hits) > 0
	p.empty.Set(p.emptyText())
	p.list.Hidden = len(p.hits) == 0
	p.list.Refresh()
}

// ShowState updates the message after a change of the library.
func (p *Pane) ShowState() {
	if len(p.hits) == 0 {
		p.show()
	}
}

func (p *Pane) statusText() string {
	switch {
	case len(p.hits) == 0:
		return ""
	case len(p.hits) == Limit:
		return "the best " + say.Plural(Limit, "place") + goneText(p.gone)
	}
	return say.Plural(len(p.hits), "place") + " in " + say.Plural(documents(p.hits), "document") + goneText(p.gone)
}

func documents(hits []core.Hit) int {
	seen := map[core.DocumentID]bool{}
	for _, h := range hits {
		seen[h.Document.ID] = true
	}
	return len(seen)
}

func (p *Pane) emptyText() (icon fyne.Resource, title, body string) {
	some, known := p.host.HasDocuments()
	switch {
	case p.err != nil:
		return fynetheme.WarningIcon(), "That did not work", say.Error(p.err)
	case p.question != "" && len(p.scope.In) > 0:
		return fynetheme.SearchIcon(), "Nothing found here", "Only a part of the library is searched. Take that off above, or try other words."
	case p.question != "":
		return fynetheme.SearchIcon(), "Nothing found", "Try other or fewer words."
	case known && !some:
		return fynetheme.DocumentIcon(), "Start with your papers", "Drop PDFs, Markdown or text anywhere in this window. They stay on this computer."
	}
	return fynetheme.SearchIcon(), "Ask your library", "Type a question. Passages show up here with their page; the cited context builds itself on the right."
}
