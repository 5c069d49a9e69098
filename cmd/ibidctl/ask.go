package main

import (
	"context"
	"flag"
	"fmt"
	"strings"

	"ibid/app/ask"
	"ibid/app/remote"
	"ibid/core/text"
)

// answerJSON is the JSON of ask.
type answerJSON struct {
	Answer    string      `json:"answer"`
	Model     string      `json:"model"` // empty if none was asked, because nothing was found
	Complete  bool        `json:"complete"`
	Truncated bool        `json:"truncated"` // something of the context was cut or left out to fit
	Tokens    int         `json:"tokens"`    // of the prompt that the model was given
	Context   contextJSON `json:"context"`
	Check     *checkJSON  `json:"check"` // null if the answer is not complete
}

func defineAsk(fs *flag.FlagSet) action {
	var o contextOptions
	o.budgetOptions(fs)
	readingOptions(fs, &o.req.In, &o.req.Without)
	return func(ctx context.Context, c *call) error {
		o.req.Query = strings.Join(c.words, " ")
		return c.with(ctx, func(e *remote.Library) error {
			a, err := e.Ask(ctx, o.req, c.writePiece)
			if err != nil {
				return err
			}
			return c.writeAnswer(a)
		})
	}
}

// writePiece writes a piece of an answer as soon as the model has written it.
func (c *call) writePiece(ev ask.AskEvent) {
	if c.json || ev.Context != nil {
		return
	}
	fmt.Fprint(c.stdout, text.Visible(ev.Piece))
	_ = c.flush() // an error comes again at the end, where it is reported
}

// flush writes out what standard output has buffered.
func (c *call) flush() error {
	if out, buffered := c.stdout.(interface{ Flush() error }); buffered {
		return out.Flush()
	}
	return nil
}

// writeAnswer writes the sources of an answer, and on standard error the counts of
// its check.
func (c *call) writeAnswer(a ask.Answer) error {
	c.sayRead(a.Context.Read)
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
		fmt.Fprintf(c.stdout, "[%d] %s\n", s.Number, text.OneLine(s.Heading))
	}
	return nil
}
