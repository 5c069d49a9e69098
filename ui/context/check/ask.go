package check

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"fyne.io/fyne/v2/widget"

	"ibid/core"
	"ibid/ui/post"
	"ibid/ui/say"
	uiwidget "ibid/ui/widget"
)

// Asker has the local model answer.
type Asker interface {
	// Answer builds the context for a request and has the model answer from it. each
	// receives the context first, then the answer piece by piece. With an error the
	// reply holds the pieces that came before it.
	Answer(ctx context.Context, req core.ContextRequest, each func(c *core.Context, piece string)) (core.Reply, error)
}

// reply is an answer of the local model while it comes, and the sources that it
// was given.
type reply struct {
	run     *post.Latest
	on      bool // it is still coming
	context bool // its context is there
	sources []core.Source
	before  string // text of the field before the question
}

// Ask has the local model answer the question of the context, and checks the
// complete answer. A second call stops it.
func (p *Pane) Ask() {
	if p.reply.on {
		p.stopAsking()
		return
	}
	req, ok := p.host.Request()
	if !ok {
		p.host.Say("Ask a question in the search first. The model answers it from its context.")
		return
	}
	p.pause.Cancel()
	p.run.Cancel()
	p.reply.on, p.reply.context, p.reply.sources, p.reply.before = true, false, nil, p.answer.Text
	p.checked, p.report, p.err = false, core.CheckReport{}, nil
	p.answer.SetText("")
	p.show()
	p.tell("Building a context for the model…")
	s := &stream{}
	p.reply.run.Start(func(ctx context.Context) func() {
		r, err := p.engine.Answer(ctx, req, func(c *core.Context, piece string) {
			if c != nil {
				p.bridge.Post(func() { p.given(c.Sources) })
			} else if text, due := s.add(piece); due {
				p.bridge.Post(func() { p.said(text) })
			}
		})
		return func() { p.replied(r, err) }
	})
}

// stream is an answer as it comes. Its method belongs to the goroutine that asks.
type stream struct {
	mu   sync.Mutex
	text strings.Builder
	last time.Time
}

// add appends a piece, and reports whether the text is to be shown again.
func (s *stream) add(piece string) (text string, due bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text.WriteString(piece)
	if now := time.Now(); now.Sub(s.last) >= post.Interval {
		s.last = now
		return s.text.String(), true
	}
	return "", false
}

// given shows the context that the model is given.
func (p *Pane) given(sources []core.Source) {
	if !p.reply.on {
		return
	}
	p.reply.context, p.reply.sources, p.sources = true, sources, sources
	p.showAgainst()
	p.tell("The model reads " + say.Plural(len(sources), "source") + "…")
}

// said shows the answer so far.
func (p *Pane) said(text string) {
	if p.reply.on {
		p.answer.SetText(text)
		p.tell("The model answers…")
	}
}

// tell shows the progress of the answer.
func (p *Pane) tell(words string) {
	p.ask.SetText("Stop")
	uiwidget.SetNote(p.summary, words, widget.LowImportance)
	p.summary.Show()
	p.Content.Refresh()
}

// stopAsking keeps what has come of the answer without checking it: half a
// sentence may cite something by mistake.
func (p *Pane) stopAsking() {
	p.reply.run.Cancel()
	p.replied(core.Reply{Text: p.answer.Text}, context.Canceled)
}

func (p *Pane) replied(r core.Reply, err error) {
	if err != nil && r.Text == "" && p.reply.before != "" {
		p.restore(err)
		return
	}
	p.answer.SetText(r.Text)
	p.reply.on = false
	p.ask.SetText(askTitle)
	p.fresh = false
	switch {
	case errors.Is(err, context.Canceled):
		p.show()
		p.host.Say("Stopped. What has come is not checked; type in it to have it checked.")
	case err != nil:
		p.report, p.err, p.checked = core.CheckReport{}, err, false
		if r.Text == "" {
			p.forget() // the sources of no answer
		}
		p.show()
	case !r.Checked:
		p.show()
		p.host.Say("The answer was cut off before its end, so it is not checked. Type in it to have it checked.")
	default:
		p.arrived(r.Check, nil)
		p.host.Cited(r.Check, p.reply.sources)
	}
}

// restore puts back the earlier text of the field if the model gave no answer:
// the text may have been pasted and exist nowhere else.
func (p *Pane) restore(err error) {
	p.answer.SetText(p.reply.before)
	p.reply.on, p.reply.sources = false, nil
	p.sources = p.host.Sources()
	p.ask.SetText(askTitle)
	p.fresh = false
	p.host.Say(cmp.Or(say.Answer(err), "Stopped."))
	p.Check()
}

// askTitle is the button that asks the model.
const askTitle = "Ask the model"
