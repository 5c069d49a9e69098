package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"time"

	"ibid/app/remote"
	"ibid/core"
	"ibid/core/text"
)

type feedbackJSON struct {
	ID       int64           `json:"id"`
	Made     time.Time       `json:"made"`
	Rating   core.Rating     `json:"rating"`
	Document core.DocumentID `json:"document"`
	Locator  string          `json:"locator"`
	Query    string          `json:"query"`
}

func feedbackResult(f core.Feedback) feedbackJSON {
	return feedbackJSON{f.ID, f.Made, f.Rating, f.Document.ID, f.Locator.String(), f.Question}
}

func defineFeedback(fs *flag.FlagSet) action {
	question := fs.String("query", "", "with add: the `QUERY` that the source was found for")
	return func(ctx context.Context, c *call) error {
		verb, rest := "list", []string(nil)
		if len(c.words) > 0 {
			verb, rest = c.words[0], c.words[1:]
		}
		var do func(*remote.Library) error
		switch {
		case verb == "list" && len(rest) == 0:
			do = func(e *remote.Library) error { return c.listFeedback(ctx, e) }
		case verb == "add" && len(rest) > 1:
			place, r := strings.Join(rest[:len(rest)-1], " "), core.Rating(rest[len(rest)-1])
			if r != core.RatingUp && r != core.RatingDown {
				return usageError("feedback add LOCATOR takes up or down, not %q", r)
			}
			if strings.TrimSpace(*question) == "" {
				return usageError("feedback add needs --query, the question that the source was found for")
			}
			do = func(e *remote.Library) error { return c.addFeedback(ctx, e, *question, place, r) }
		case verb == "changed" && len(rest) == 1:
			do = func(e *remote.Library) error { return c.changedSources(ctx, e, rest[0]) }
		case verb == "undo" && len(rest) == 1:
			id, err := strconv.ParseInt(rest[0], 10, 64)
			if err != nil {
				return usageError("feedback undo takes a number that feedback list shows, not %q", rest[0])
			}
			do = func(e *remote.Library) error { return e.UndoFeedback(ctx, id) }
		case verb == "forget" && len(rest) == 0:
			do = func(e *remote.Library) error { return c.forgetFeedback(ctx, e) }
		default:
			return usageError("feedback takes list, add LOCATOR up or down, changed FILE, undo NUMBER, or forget")
		}
		return c.with(ctx, do)
	}
}

func (c *call) listFeedback(ctx context.Context, e *remote.Library) error {
	list, err := e.Feedback(ctx)
	if err != nil {
		return err
	}
	if c.json {
		return c.writeJSON(mapSlice(list, feedbackResult))
	}
	return c.writeFeedback(list...)
}

func (c *call) addFeedback(ctx context.Context, e *remote.Library, question, place string, r core.Rating) error {
	f, err := e.RateAt(ctx, question, place, r)
	if err != nil {
		return err
	}
	if c.json {
		return c.writeJSON(feedbackResult(f))
	}
	return c.writeFeedback(f)
}

// changedSources notes which sources of the context in a file were in files that
// were changed since.
func (c *call) changedSources(ctx context.Context, e *remote.Library, file string) error {
	saved, err := readSaved(file)
	if err != nil {
		return err
	}
	noted, err := e.Changed(ctx, saved)
	if err != nil {
		return err
	}
	if c.json {
		return c.writeJSON(mapSlice(noted, feedbackResult))
	}
	if len(noted) == 0 {
		c.say("no file of the context was changed in a git repository since %s", saved.Saved.Format(time.DateTime))
	}
	return c.writeFeedback(noted...)
}

func (c *call) forgetFeedback(ctx context.Context, e *remote.Library) error {
	n, err := e.ForgetFeedback(ctx)
	if err == nil {
		c.say("%d forgotten", n)
	}
	return err
}

// writeFeedback writes one line for each entry.
func (c *call) writeFeedback(list ...core.Feedback) error {
	var errs error
	for _, f := range list {
		said := text.OneLine(f.Locator.String() + " for: " + clip(f.Question, excerptSize))
		_, err := fmt.Fprintf(c.stdout, "%-5d %s  %-7s  %s\n", f.ID, f.Made.Format("2006-01-02"), f.Rating, said)
		errs = cmp.Or(errs, err)
	}
	return errs
}
