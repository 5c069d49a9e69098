package ask

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// Rate stores a person's rating of a source for a question: up or down. It
// affects later questions that share rare words with this one. A question
// without words gives an error that wraps core.ErrQuery.
func (a *Asker) Rate(ctx context.Context, question string, s core.Source, r core.Rating) (core.Feedback, error) {
	question = rated(question)
	if len(text.Forms(question)) == 0 {
		return core.Feedback{}, fmt.Errorf("rate %q: feedback needs the question that it is about: %w", s.Locator.String(), core.ErrQuery)
	}
	if !slices.Contains(core.Ratings, r) {
		return core.Feedback{}, fmt.Errorf("rate %q: rating %q is not one of %v: %w", s.Locator.String(), r, core.Ratings, core.ErrQuery)
	}
	return a.p.Library.AddFeedback(ctx, core.Feedback{Question: question, Rating: r, Document: s.Document, Place: s.Place, Locator: s.Locator})
}

// rated returns a question in the form in which feedback stores it.
func rated(question string) string {
	return text.Clip(strings.Join(strings.Fields(question), " "), core.MaxFeedbackQuestion)
}

// RateAt is Rate for the place that a locator names. Errors are those of
// Locate.
func (a *Asker) RateAt(ctx context.Context, question, locator string, r core.Rating) (core.Feedback, error) {
	spot, err := a.p.Places.Locate(ctx, locator)
	if err != nil {
		return core.Feedback{}, err
	}
	s := core.Source{Document: spot.Document, Locator: spot.Locator, Place: core.Place{Hash: spot.Document.Hash}}
	if len(spot.Quotes) > 0 {
		if s.Place, err = a.placeAt(ctx, spot.Document, spot.Quotes[0]); err != nil {
			return core.Feedback{}, err
		}
	}
	return a.Rate(ctx, question, s, r)
}

// placeAt returns the place of the passage in which a quote begins.
func (a *Asker) placeAt(ctx context.Context, d core.Document, q core.Quote) (core.Place, error) {
	if d.Kind.Paged() {
		return core.Place{Hash: d.Hash, Page: q.Page}, nil
	}
	passages, err := a.p.Texts.Passages(ctx, d.Hash)
	if err != nil {
		return core.Place{}, fmt.Errorf("place in %q: %w", d.Name, err)
	}
	place := core.Place{Hash: d.Hash}
	for _, p := range passages {
		if p.Page == q.Page && p.Spans[0].Start <= q.Start {
			place = core.Hit{Document: d, Passage: p}.Place()
		}
	}
	return place, nil
}

// Used records which sources an answer to a question cites: those whose numbers
// are in the report of its check.
func (a *Asker) Used(ctx context.Context, question string, report core.CheckReport, sources []core.Source) ([]core.Feedback, error) {
	var out []core.Feedback
	for _, s := range sources {
		if !slices.ContainsFunc(report.Claims, func(c core.Claim) bool { return slices.Contains(c.Citations, s.Number) }) {
			continue
		}
		f, err := a.Rate(ctx, question, s, core.RatingUsed)
		if err != nil {
			return out, err
		}
		out = append(out, f)
	}
	return out, nil
}

// Changed records which sources of a saved context were in files that were
// changed, by the history of their git repositories, after the context was
// saved: such sources were relevant to the question. Sources whose file is not
// in the library are left out.
func (a *Asker) Changed(ctx context.Context, saved core.SavedContext) ([]core.Feedback, error) {
	var out []core.Feedback
	for _, s := range saved.Sources {
		d, err := a.p.Library.DocumentByPath(ctx, s.Path)
		if errors.Is(err, core.ErrNotFound) {
			continue
		}
		if err != nil {
			return out, err
		}
		history, err := a.p.History.Of(ctx, d.Path)
		if err != nil {
			return out, err
		}
		if !history.Last.After(saved.Saved) {
			continue
		}
		source := s.Source()
		source.Document = d
		f, err := a.Rate(ctx, saved.Request.Query, source, core.RatingChanged)
		if err != nil {
			return out, err
		}
		out = append(out, f)
	}
	return out, nil
}

// Feedback lists all feedback on sources, the newest first.
func (a *Asker) Feedback(ctx context.Context) ([]core.Feedback, error) {
	return a.p.Library.Feedback(ctx)
}

// FeedbackOn lists the feedback on sources of one question, the newest first.
func (a *Asker) FeedbackOn(ctx context.Context, question string) ([]core.Feedback, error) {
	list, err := a.p.Library.Feedback(ctx)
	question = rated(question)
	return slices.DeleteFunc(list, func(f core.Feedback) bool { return f.Question != question }), err
}

// UndoFeedback deletes entries. An id that does not exist gives an error that
// wraps core.ErrNotFound.
func (a *Asker) UndoFeedback(ctx context.Context, ids ...int64) error {
	for _, id := range ids {
		if err := a.p.Library.RemoveFeedback(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// ForgetFeedback deletes all feedback and returns how many entries there were.
func (a *Asker) ForgetFeedback(ctx context.Context) (int, error) {
	n, err := a.p.Library.ForgetFeedback(ctx)
	return int(n), err
}
