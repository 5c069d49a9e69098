package ask

import (
	"cmp"
	"context"
	"fmt"

	"ibid/core"
	"ibid/core/check"
	"ibid/core/token"
)

// Bounds of a prompt to a local model, in tokens.
const (
	askWindow = 8192 // question and answer together, if neither the request nor the server gives a size
	askAnswer = 1024 // the answer
)

// AskEvent is one event while a question is answered: first the context, then
// the answer piece by piece.
type AskEvent struct {
	Context *core.Context // set in the first event only
	Piece   string
}

// Answer is the answer of a local model to a question, with the context that it
// was given.
type Answer struct {
	Text     string
	Model    string       // name of the model that answered; empty if nothing was found and so none was asked
	Complete bool         // the model ended the answer itself; it was not cut off
	Tokens   int          // of question, context and instructions together
	Context  core.Context // what it was given
	Check    core.CheckReport
	Checked  bool // Check was run; it is run on complete answers only
}

// Task returns the instructions for a model that is to answer a question from a
// context.
func Task(question string) string { return core.CitePrompt + "\n\nQuestion: " + question }

// window returns how many tokens question and answer may take together: the
// size that the request gives, else the one that the server reports for the
// model, else askWindow. It is never more than the model's own context length,
// because a server cuts the rest without notice.
func (a *Asker) window(ctx context.Context, said int) int {
	set, most := a.p.Model().Window(ctx)
	n := cmp.Or(said, set, askWindow)
	if most > 0 {
		n = min(n, most)
	}
	return n
}

// Ask builds the context for a request and has the local model answer from it.
// req.Model is the size of the model's context window in tokens; a larger value
// than the server reports is lowered to it. If req has no budget, the context
// gets the tokens that question and answer leave. A context that does not fit
// beside them gives a *core.WindowError and is not sent. The citations of a
// complete answer are checked.
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
	fits := room * 3 / 5 // the budget's tokenizer may count one token where the estimate for the model counts more
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

// Check compares an answer of a chat application with the sources of the
// context that it was given. An answer over check.MaxAnswer bytes is an error
// that wraps core.ErrQuery.
func (a *Asker) Check(ctx context.Context, answer string, sources []core.Source) (core.CheckReport, error) {
	return check.Checker{Texts: a.p.Texts}.Check(ctx, answer, sources)
}
