package ask

import (
	"cmp"
	"context"
	"fmt"

	"ibid/core"
	"ibid/core/check"
	"ibid/core/token"
)

// Bounds of what a local model is asked with, in tokens.
const (
	askWindow = 8192 // question and answer together, where nobody says what the model holds
	askAnswer = 1024 // the answer
)

// AskEvent is what is told while a question is answered: the context first, then
// the answer piece by piece.
type AskEvent struct {
	Context *core.Context // nil but in the first
	Piece   string
}

// Answer is what a local model says to a question and its context.
type Answer struct {
	Text     string
	Model    string       // that answered; empty if none was asked, because nothing was found
	Complete bool         // it came to its own end
	Tokens   int          // of question, context and instructions together
	Context  core.Context // what it was given
	Check    core.CheckReport
	Checked  bool // Check was done; it is for complete answers alone
}

// Task tells a model what to do with a context and a question.
func Task(question string) string { return core.CitePrompt + "\n\nQuestion: " + question }

// window is how many tokens question and answer may take together: what the one
// who asks says, else what the server is told for the model, else askWindow. It
// is never more than the model was made for: a server would cut the rest without
// a word.
func (a *Asker) window(ctx context.Context, said int) int {
	set, most := a.p.Model().Window(ctx)
	n := cmp.Or(said, set, askWindow)
	if most > 0 {
		n = min(n, most)
	}
	return n
}

// Ask builds the context for a request and has the local model answer from it.
// req.Model is what the model holds, at most what the server says that it does.
// Where req has no budget, the context gets the room that question and answer
// leave; a context that does not fit beside them gives a *core.WindowError and is
// sent to nobody. When the answer is complete, its citations are checked.
func (a *Asker) Ask(ctx context.Context, req core.ContextRequest, each func(AskEvent)) (Answer, error) {
	if each == nil {
		each = func(AskEvent) {}
	}
	model := a.p.Model()
	name := model.Name()
	window, counter := a.window(ctx, req.Model), token.For(name)
	if req.Model > 0 {
		req.Model = window
	}
	task := Task(req.Query)
	room := window - max(req.Reserve, askAnswer+counter.Count(task))
	fits := room * 3 / 5 // a token of the counter that the budget is kept in can be more of one that is estimated
	var out Answer
	var err error
	switch {
	case req.Budget != 0:
	case fits < 1 && window > 0:
		return out, fmt.Errorf("ask: %w", &core.WindowError{Model: name, Window: window, Needed: window - room, Room: fits})
	default:
		req.Budget = min(core.DefaultBudget, fits)
	}
	if out.Context, err = a.Context(ctx, req); err != nil {
		return out, fmt.Errorf("ask: %w", err)
	}
	each(AskEvent{Context: &out.Context})
	if len(out.Context.Sources) == 0 {
		out.Text, out.Complete = core.NoAnswer, true
		each(AskEvent{Piece: out.Text})
		return out, nil
	}
	prompt := out.Context.Text + "\n" + task
	out.Tokens = counter.Count(prompt)
	if out.Tokens > window-askAnswer {
		return out, fmt.Errorf("ask: %w", &core.WindowError{Model: name, Window: window, Needed: out.Tokens + askAnswer, Room: fits})
	}
	said, err := model.Chat(ctx, core.ChatRequest{Prompt: prompt, Tokens: askAnswer, Window: window}, func(piece string) error {
		each(AskEvent{Piece: piece})
		return ctx.Err()
	})
	out.Text, out.Model, out.Complete = said.Text, said.Model, said.Complete
	if err != nil || !said.Complete {
		return out, err
	}
	out.Check, err = a.Check(ctx, out.Text, out.Context.Sources)
	out.Checked = err == nil
	return out, err
}

// Check looks whether the answer of a chat application stands in the sources of
// the context that it was given. An answer over check.MaxAnswer bytes is an
// error that wraps core.ErrQuery.
func (a *Asker) Check(ctx context.Context, answer string, sources []core.Source) (core.CheckReport, error) {
	return check.Checker{Texts: a.p.Texts}.Check(ctx, answer, sources)
}
