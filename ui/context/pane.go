// Package context is the right pane: the cited context of the question, with
// its numbered sources, its budget and the hits that were left out. It is
// updated with each question; a person can add, remove and move sources.
package context

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"

	"ibid/core"
	"ibid/ui/post"
	"ibid/ui/say"
)

// Engine is the part of the library that the pane uses. Its methods are called
// from background goroutines and end early when ctx does.
type Engine interface {
	Context(ctx context.Context, req core.ContextRequest) (core.Context, error)
	// Save encodes a context for a file.
	Save(ctx context.Context, req core.ContextRequest, c core.Context) ([]byte, error)
	// ContactSheet returns a PNG of the cited pages, its longer side at most
	// longest pixels.
	ContactSheet(ctx context.Context, sources []core.Source, longest int) ([]byte, error)
	Rater
}

// Host is the window around the pane. Its methods run on the UI goroutine.
type Host interface {
	Window() fyne.Window
	Say(text string)             // a short message in the status bar
	Commit()                     // searches at once for a question that is still being typed
	ContextChanged()             // the sources have changed
	OpenSource(core.Source)      // shows it in the reader
	SetClipboard(content string) // the system's clipboard
	// CopyPicture puts a PNG on the clipboard. It is called from a background
	// goroutine. An error that wraps errors.ErrUnsupported means that there is
	// no clipboard for pictures.
	CopyPicture(ctx context.Context, png []byte) error
	SaveFile(name string, data []byte) // lets a person choose where
	Check()                            // opens the check of an answer
	Remembered(key string) string      // the value stored by Remember; empty if there is none
	Remember(key, value string)
}

// Pane is the context pane. Its methods belong to the UI goroutine.
type Pane struct {
	Content fyne.CanvasObject

	engine Engine
	host   Host
	bridge *post.Bridge
	run    *post.Latest // contexts
	work   *post.Latest // files and pictures of one

	question string
	asked    core.SearchRequest // the question, with how and where it is asked
	edits    edits
	options  options

	request  core.ContextRequest // the request of result, or of the context that is being built
	result   core.Context
	grouped  bool // result is in the order of groups
	answered bool // result belongs to the question, the edits and the options
	err      error
	after    func() // runs as soon as the question is answered; may be nil
	selected int    // index into result.Sources, -1 for none

	said []core.Feedback // on sources of the question, the newest first
	used []int64         // ids of the entries made by the last check of an answer

	view view
}

// New returns the pane without a question.
func New(engine Engine, host Host, bridge *post.Bridge) *Pane {
	p := &Pane{engine: engine, host: host, bridge: bridge, run: post.NewLatest(bridge), work: post.NewLatest(bridge), selected: -1}
	p.options = remembered(host.Remembered(optionsKey))
	p.build()
	p.show()
	return p
}

// Ask builds the context of a question. Sources that were added or removed by
// hand stay so while the question does.
func (p *Pane) Ask(req core.SearchRequest) {
	p.asked = req
	if req.Query != p.question {
		p.question = req.Query
		p.said = nil
		p.edits.ask()
	}
	p.update()
}

// update builds the context again. The old one stays on the screen until then,
// but cannot be copied.
func (p *Pane) update() {
	p.answered, p.err = false, nil
	if p.question == "" {
		p.run.Cancel()
		p.after = nil
		p.result = core.Context{}
		p.changed()
		return
	}
	p.request = p.options.request(p.question)
	p.edits.apply(&p.request)
	p.request.Plan, p.request.In, p.request.Without = p.asked.Plan, p.asked.In, p.asked.Without
	request := p.request
	p.run.Start(func(ctx context.Context) func() {
		result, err := p.engine.Context(ctx, request)
		said, _ := p.engine.FeedbackOn(ctx, request.Query) // without it no thumb is lit, and the next call reports the error
		return func() {
			p.said = said
			p.arrived(result, err)
		}
	})
	p.showBudget()
}

func (p *Pane) arrived(result core.Context, err error) {
	p.keepSelected(result)
	p.result, p.err, p.answered = result, err, err == nil
	p.grouped = p.request.Group
	if err != nil {
		p.result = core.Context{}
	}
	p.changed()
	if after := p.after; after != nil {
		p.after = nil
		after()
	}
}

// keepSelected selects the same source in the next context.
func (p *Pane) keepSelected(next core.Context) {
	if p.selected >= 0 {
		place := p.result.Sources[p.selected].Place
		p.selected = slices.IndexFunc(next.Sources, func(s core.Source) bool { return s.Place == place })
	}
}

func (p *Pane) changed() {
	if p.selected >= len(p.result.Sources) {
		p.selected = -1
	}
	p.show()
	p.host.ContextChanged()
}

// Waiting reports whether the context of the question is still to come.
func (p *Pane) Waiting() bool { return p.run.Busy() }

// Result returns the context that is shown. ok is false while it belongs to an
// older question.
func (p *Pane) Result() (c core.Context, ok bool) { return p.result, p.answered }

// Request returns the request of the context. It has a budget only if a person
// set one, because a model has a limit of its own. ok is false without a
// question.
func (p *Pane) Request() (r core.ContextRequest, ok bool) {
	r = p.request
	r.Budget, r.Prompt = p.options.Budget, ""
	return r, p.question != ""
}

// Answer returns the context of the question, or why there is none. settled is
// false while that is not known, and without a question.
func (p *Pane) Answer() (c core.Context, err error, settled bool) { //nolint:revive // the error is a part of the answer, not of the call
	return p.result, p.err, p.question != "" && !p.run.Busy() && (p.answered || p.err != nil)
}

// Find returns the source that contains a place.
func (p *Pane) Find(place core.Place) (core.Source, bool) {
	for _, s := range p.result.Sources {
		if s.Place == place || s.Place.Hash == place.Hash && holds(s, place) {
			return s, true
		}
	}
	return core.Source{}, false
}

// holds reports whether a source of the same content contains a place: one of
// its pages, or the beginning of the passage in one of its quotes.
func holds(s core.Source, place core.Place) bool {
	if s.Document.Kind.Paged() {
		return s.Locator.Page <= place.Page && place.Page <= s.Locator.LastPage
	}
	return slices.ContainsFunc(s.Quotes, func(q core.Quote) bool {
		return q.Page == max(place.Page, 1) && q.Start <= place.Start && place.Start < q.End
	})
}

// Put adds a place by hand.
func (p *Pane) Put(place core.Place) {
	p.edits.put(place)
	p.update()
}

// Take removes the source that contains a place, by hand.
func (p *Pane) Take(place core.Place) {
	if s, ok := p.Find(place); ok {
		place = s.Place
	}
	p.edits.take(place)
	p.update()
}

// Undo reverts all changes by hand.
func (p *Pane) Undo() {
	if p.edits.empty() {
		p.host.Say("The context holds no changes by hand.")
		return
	}
	p.edits = edits{}
	p.update()
	p.host.Say("The context follows the ranking again.")
}

// Move moves the source at index i up (-1) or down (+1), within its group if
// there are groups.
func (p *Pane) Move(i, by int) {
	if i < 0 || !p.movable(i, by) {
		return
	}
	places := make([]core.Place, len(p.result.Sources))
	for k, s := range p.result.Sources {
		places[k] = s.Place
	}
	p.edits.move(places, i, i+by)
	p.update()
}

// MoveSelected moves the selected source.
func (p *Pane) MoveSelected(by int) { p.Move(p.selected, by) }

// TakeSelected removes the selected source.
func (p *Pane) TakeSelected() {
	if p.selected >= 0 {
		p.Take(p.result.Sources[p.selected].Place)
	}
}

// OpenSelected shows the page of the selected source.
func (p *Pane) OpenSelected() {
	if p.selected >= 0 {
		p.host.OpenSource(p.result.Sources[p.selected])
	}
}

// set applies other options and stores them.
func (p *Pane) set(o options) {
	kept := o.marshal()
	if kept == p.options.marshal() {
		return
	}
	p.options = o
	p.host.Remember(optionsKey, kept)
	p.showOptions()
	p.update()
}

// SetBudget sets the budget in tokens.
func (p *Pane) SetBudget(tokens int) {
	o := p.options
	o.Budget = tokens
	p.set(o)
}

// SetFormat sets the form of the text; empty is the default one.
func (p *Pane) SetFormat(f core.Format) {
	o := p.options
	o.Format = f
	p.set(o)
}

// Raise increases the budget by exactly what the first source below the
// waterline needs.
func (p *Pane) Raise() {
	left := p.result.LeftOut
	switch {
	case !p.answered || len(left) == 0 || left[0].More == 0:
		p.host.Say("Nothing waits for a larger budget.")
	case p.result.Budget+left[0].More > maxBudget:
		p.host.Say("The budget cannot grow any further. Take other sources out instead.")
	case p.options.Model > 0 && p.result.Budget < p.options.budget():
		p.host.Say("The model holds no more than that. Keep fewer tokens free, or choose a larger model, in Options.")
	default:
		p.SetBudget(p.result.Budget + left[0].More)
		p.host.Say("The budget is " + say.Plural(p.options.budget(), "token") + " now.")
	}
}

// Restore builds the context of a saved request: with its question, its
// options, which are not stored, and its changes by hand.
func (p *Pane) Restore(r core.ContextRequest) {
	p.question, p.asked = r.Query, core.SearchRequest{Query: r.Query, Plan: r.Plan, In: r.In, Without: r.Without}
	p.edits = edits{exclude: slices.Clone(r.Exclude), order: slices.Clone(r.Order)}
	r.Query, r.Exclude, r.Order, r.Plan, r.In, r.Without = "", nil, nil, nil, nil, nil
	p.options = options(r)
	p.showOptions()
	p.update()
}
