// Package context is the right pane: the cited context of the question, with
// its numbered sources, its budget and what was left out. It follows the
// question by itself; a person can put sources in, take them out and move them.
package context

import (
	"context"
	"errors"
	"slices"

	"fyne.io/fyne/v2"

	"ibid/core"
	"ibid/ui/post"
	"ibid/ui/say"
)

// Engine is what the pane asks of the program. Its method is called from
// background goroutines and ends early when ctx does.
type Engine interface {
	Context(ctx context.Context, req core.ContextRequest) (core.Context, error)
}

// Host is the window around the pane. Its methods run on the UI goroutine.
type Host interface {
	Window() fyne.Window
	Say(text string)             // a short message in the status bar
	Commit()                     // sends off a question that is still being typed
	ContextChanged()             // other sources than before
	OpenSource(core.Source)      // shows it in the reader
	SetClipboard(content string) // the system's clipboard
}

// Pane is the context pane. Its methods belong to the UI goroutine.
type Pane struct {
	Content fyne.CanvasObject

	engine Engine
	host   Host
	run    *post.Latest

	question string
	edits    edits
	format   core.Format
	budget   int // tokens

	result   core.Context
	answered bool // result belongs to the question, the edits and the options
	err      error
	copying  bool // copy as soon as it is answered
	selected int  // index into result.Sources, -1 for none

	view view
}

// New returns the pane without a question.
func New(engine Engine, host Host, bridge *post.Bridge) *Pane {
	p := &Pane{engine: engine, host: host, run: post.NewLatest(bridge), format: core.FormatMarkdown,
		budget: core.DefaultBudget, selected: -1}
	p.build()
	p.show()
	return p
}

// Ask makes the context follow a question. What was put in or taken out by
// hand stays.
func (p *Pane) Ask(question string) {
	if question != p.question {
		p.question = question
		p.edits.ask()
	}
	p.update()
}

// update makes the context anew. The one that is shown stays until the new one
// is there, but is not copied any more.
func (p *Pane) update() {
	p.answered, p.err = false, nil
	if p.question == "" {
		p.run.Cancel()
		p.copying = false
		p.result = core.Context{}
		p.changed()
		return
	}
	request := core.ContextRequest{Query: p.question, Budget: p.budget, Format: p.format}
	p.edits.apply(&request)
	p.run.Start(func(ctx context.Context) func() {
		result, err := p.engine.Context(ctx, request)
		return func() { p.arrived(result, err) }
	})
	p.showBudget()
}

func (p *Pane) arrived(result core.Context, err error) {
	p.result, p.err, p.answered = result, err, err == nil
	if err != nil {
		p.result = core.Context{}
	}
	p.changed()
	if p.copying {
		p.copying = false
		p.copyNow()
	}
}

func (p *Pane) changed() {
	if p.selected >= len(p.result.Sources) {
		p.selected = -1
	}
	p.show()
	p.host.ContextChanged()
}

// Copy puts the context of the question on the clipboard: at once if it is
// there, else as soon as it is. The text of an older question is never copied.
func (p *Pane) Copy() {
	p.host.Commit()
	switch {
	case p.question == "":
		p.host.Say("There is nothing to copy yet. Ask a question first.")
	case p.run.Busy():
		p.copying = true
		p.host.Say("Copying as soon as the context is ready…")
	default:
		p.copyNow()
	}
}

func (p *Pane) copyNow() {
	switch {
	case p.err != nil && !errors.Is(p.err, context.Canceled):
		p.host.Say("Nothing was copied. " + say.Error(p.err))
	case !p.answered || p.result.Text == "":
		p.host.Say("Nothing was copied, since nothing was found. Ask in other words.")
	default:
		p.host.SetClipboard(p.result.Text)
		p.host.Say("Copied " + say.Plural(len(p.result.Sources), "source") + ", " + say.Plural(p.result.Tokens, "token"))
	}
}

// Waiting reports whether the context of the question is still to come.
func (p *Pane) Waiting() bool { return p.run.Busy() }

// Result is the context that is shown; ok is false while it belongs to an older
// question.
func (p *Pane) Result() (c core.Context, ok bool) { return p.result, p.answered }

// Answer is what came of the question: its context, or why there is none.
// settled is false while that is not known, and without a question.
func (p *Pane) Answer() (c core.Context, err error, settled bool) { //nolint:revive // the error is a part of the answer, not of the call
	return p.result, p.err, p.question != "" && !p.run.Busy() && (p.answered || p.err != nil)
}

// Find is the source that holds a place.
func (p *Pane) Find(place core.Place) (core.Source, bool) {
	for _, s := range p.result.Sources {
		if s.Place == place || s.Place.Hash == place.Hash && holds(s, place) {
			return s, true
		}
	}
	return core.Source{}, false
}

// holds reports whether a source of the same content covers a place: one of its
// pages, or where the passage begins among what it quotes.
func holds(s core.Source, place core.Place) bool {
	if place.Page > 0 {
		return s.Locator.Page <= place.Page && place.Page <= s.Locator.LastPage
	}
	return slices.ContainsFunc(s.Quotes, func(q core.Quote) bool { return q.Start <= place.Start && place.Start < q.End })
}

// Put takes a place in, by hand.
func (p *Pane) Put(place core.Place) {
	p.edits.put(place)
	p.update()
}

// Take takes out the source that holds a place, by hand.
func (p *Pane) Take(place core.Place) {
	if s, ok := p.Find(place); ok {
		place = s.Place
	}
	p.edits.take(place)
	p.update()
}

// Undo takes all changes by hand back.
func (p *Pane) Undo() {
	if p.edits.empty() {
		p.host.Say("The context holds no changes by hand.")
		return
	}
	p.edits = edits{}
	p.update()
	p.host.Say("The context follows the ranking again.")
}

// Move moves the source at index i up (-1) or down (+1).
func (p *Pane) Move(i, by int) {
	to := i + by
	if i < 0 || i >= len(p.result.Sources) || to < 0 || to >= len(p.result.Sources) {
		return
	}
	places := make([]core.Place, len(p.result.Sources))
	for k, s := range p.result.Sources {
		places[k] = s.Place
	}
	p.edits.move(places, i, to)
	if p.selected == i {
		p.view.list.Select(to)
	}
	p.update()
}

// MoveSelected moves the selected source.
func (p *Pane) MoveSelected(by int) { p.Move(p.selected, by) }

// TakeSelected takes the selected source out.
func (p *Pane) TakeSelected() {
	if p.selected >= 0 {
		p.Take(p.result.Sources[p.selected].Place)
	}
}

// SetBudget sets the budget in tokens.
func (p *Pane) SetBudget(tokens int) {
	if tokens != p.budget {
		p.budget = tokens
		p.update()
	}
}

// SetFormat sets the form of the text.
func (p *Pane) SetFormat(f core.Format) {
	if f != p.format {
		p.format = f
		p.update()
	}
}
