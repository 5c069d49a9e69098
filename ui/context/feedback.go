package context

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"ibid/core"
	"ibid/ui/say"
)

// Rater stores feedback on sources.
type Rater interface {
	Rate(ctx context.Context, question string, s core.Source, r core.Rating) (core.Feedback, error)
	// Used records which sources an answer cites.
	Used(ctx context.Context, question string, report core.CheckReport, sources []core.Source) ([]core.Feedback, error)
	// Feedback lists all feedback, the newest first; FeedbackOn lists that on
	// sources of one question.
	Feedback(ctx context.Context) ([]core.Feedback, error)
	FeedbackOn(ctx context.Context, question string) ([]core.Feedback, error)
	UndoFeedback(ctx context.Context, ids ...int64) error
	ForgetFeedback(ctx context.Context) (int, error)
}

// rated returns a person's last rating of a source of the question.
func (p *Pane) rated(place core.Place) (f core.Feedback, ok bool) {
	for _, f := range p.said {
		if f.Place == place && f.Rating.ByPerson() {
			return f, true
		}
	}
	return core.Feedback{}, false
}

// cited reports whether an answer to the question cites a source.
func (p *Pane) cited(place core.Place) bool {
	return slices.ContainsFunc(p.said, func(f core.Feedback) bool { return f.Place == place && f.Rating == core.RatingUsed })
}

// RateSelected rates the selected source.
func (p *Pane) RateSelected(r core.Rating) {
	if p.selected < 0 {
		p.host.Say("Select a source of the context first.")
		return
	}
	p.Rate(p.selected, r)
}

// Rate rates the source at an index; the same rating again removes it. The
// context that is shown stays as it is.
func (p *Pane) Rate(i int, r core.Rating) {
	if !p.answered {
		return // the numbers belong to another question
	}
	question, s := p.question, p.result.Sources[i]
	name := "[" + strconv.Itoa(s.Number) + "] " + s.Locator.Heading()
	if f, ok := p.rated(s.Place); ok && f.Rating == r {
		p.note("Taken back what you said of "+name+".", func(ctx context.Context) error { return p.engine.UndoFeedback(ctx, f.ID) })
		return
	}
	words := map[core.Rating]string{core.RatingUp: "helped: it ranks higher", core.RatingDown: "did not help: it ranks lower"}[r]
	p.note(name+" "+words+" for questions like this one. The same key takes it back.", func(ctx context.Context) error {
		_, err := p.engine.Rate(ctx, question, s, r)
		return err
	})
}

// note changes the feedback in the background, shows a message, and updates the
// thumbs.
func (p *Pane) note(text string, change func(context.Context) error) {
	question := p.question
	p.bridge.Run(func(ctx context.Context) func() {
		err := change(ctx)
		said, _ := p.engine.FeedbackOn(ctx, question)
		return func() {
			if err != nil {
				text = say.Error(err)
			}
			p.host.Say(text)
			p.know(question, said)
		}
	})
}

// Cited records which sources an answer to the question cites, shows a message,
// and keeps the ids of the entries for UndoUsed.
func (p *Pane) Cited(report core.CheckReport, sources []core.Source) {
	question := p.question
	p.bridge.Run(func(ctx context.Context) func() {
		before, err := p.engine.FeedbackOn(ctx, question)
		var noted []core.Feedback
		if err == nil {
			noted, err = p.engine.Used(ctx, question, report, sources)
		}
		noted = slices.DeleteFunc(noted, func(f core.Feedback) bool {
			return slices.ContainsFunc(before, func(b core.Feedback) bool { return b.ID == f.ID })
		})
		return func() { p.noted(question, noted, sources, err) }
	})
}

func (p *Pane) noted(question string, noted []core.Feedback, sources []core.Source, err error) {
	if err != nil || len(noted) == 0 {
		if err != nil {
			p.host.Say(say.Error(err))
		}
		return
	}
	p.used = nil
	for _, f := range noted {
		p.used = append(p.used, f.ID)
	}
	var numbers []string
	for _, s := range sources {
		if slices.ContainsFunc(noted, func(f core.Feedback) bool { return f.Place == s.Place }) {
			numbers = append(numbers, "["+strconv.Itoa(s.Number)+"]")
		}
	}
	p.host.Say("Noted that the answer cites " + strings.Join(numbers, ", ") + ". Alt+Z takes that back.")
	p.know(question, append(noted, p.said...))
}

// know shows the feedback on sources of a question, if it is still the current
// one.
func (p *Pane) know(question string, said []core.Feedback) {
	if p.question == question {
		p.said = said
		p.view.list.Refresh()
	}
}

// UndoUsed deletes the entries that the last check of an answer made.
func (p *Pane) UndoUsed() {
	ids := p.used
	if len(ids) == 0 {
		p.host.Say("No check of an answer has noted anything.")
		return
	}
	p.used = nil
	p.note("Taken back which sources the answer cites.", func(ctx context.Context) error { return p.engine.UndoFeedback(ctx, ids...) })
}
