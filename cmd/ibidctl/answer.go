package main

import (
	"context"
	"flag"
	"fmt"
	"strings"

	"ibid/app"
	"ibid/app/ask"
	"ibid/app/remote"
)

// answerJSON is what ask says.
type answerJSON struct {
	Answer    string      `json:"answer"`
	Model     string      `json:"model"` // empty if none was asked, because nothing was found
	Complete  bool        `json:"complete"`
	Truncated bool        `json:"truncated"` // something of the context was cut or left out to fit
	Tokens    int         `json:"tokens"`    // of what the model was asked with
	Context   contextJSON `json:"context"`
	Check     *checkJSON  `json:"check"` // null if the answer is not complete
}

func defineAsk(fs *flag.FlagSet) action {
	var o contextOptions
	o.budgetOptions(fs)
	return func(ctx context.Context, c *call) error {
		o.req.Query = strings.Join(c.words, " ")
		return c.with(ctx, func(e *remote.Library) error {
			a, err := e.Ask(ctx, o.req, c.piece)
			if err != nil {
				return err
			}
			return c.answered(a)
		})
	}
}

// piece writes a piece of an answer as it comes.
func (c *call) piece(ev ask.AskEvent) {
	if c.json || ev.Context != nil {
		return
	}
	fmt.Fprint(c.stdout, app.Visible(ev.Piece))
	_ = c.flush() // what is broken is found at the end
}

// flush hands on what was written so far.
func (c *call) flush() error {
	if out, buffered := c.stdout.(interface{ Flush() error }); buffered {
		return out.Flush()
	}
	return nil
}

// answered writes the sources of an answer, and says what became of its
// citations.
func (c *call) answered(a ask.Answer) error {
	if !a.Complete {
		c.say("the answer is not complete: it was cut at its limit")
	}
	if a.Checked {
		c.say("%s", summaryOf(a.Check))
	}
	if c.json {
		out := answerJSON{a.Text, a.Model, a.Complete, a.Context.Truncated, a.Tokens, contextResult(a.Context), nil}
		if a.Checked {
			report := checkResult(a.Check)
			out.Check = &report
		}
		return c.writeJSON(out)
	}
	fmt.Fprintln(c.stdout)
	for i, s := range a.Context.Sources {
		if i == 0 {
			fmt.Fprintln(c.stdout)
		}
		fmt.Fprintf(c.stdout, "[%d] %s\n", s.Number, app.OneLine(s.Heading))
	}
	return nil
}
