// Package contexttest keeps feedback in memory, for tests of the window.
package contexttest

import (
	"context"
	"slices"
	"sync"
	"time"

	"ibid/core"
)

// Ratings is feedback in memory. The zero value holds none.
type Ratings struct {
	mu   sync.Mutex
	last int64
	list []core.Feedback // the newest first
	Err  error           // returned by every change if not nil
}

// Rate stores a rating.
func (r *Ratings) Rate(_ context.Context, question string, s core.Source, rating core.Rating) (core.Feedback, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Err != nil {
		return core.Feedback{}, r.Err
	}
	for _, f := range r.list {
		if f.Question == question && f.Place == s.Place && f.Rating == rating {
			return f, nil
		}
	}
	r.last++
	f := core.Feedback{ID: r.last, Made: time.Date(2026, 5, 3, 9, 0, 0, 0, time.UTC), Question: question, Rating: rating,
		Document: s.Document, Place: s.Place, Locator: s.Locator}
	r.list = slices.Insert(r.list, 0, f)
	return f, nil
}

// Used stores which sources an answer cites.
func (r *Ratings) Used(ctx context.Context, question string, report core.CheckReport, sources []core.Source) (out []core.Feedback, err error) {
	for _, s := range sources {
		if !slices.ContainsFunc(report.Claims, func(c core.Claim) bool { return slices.Contains(c.Citations, s.Number) }) {
			continue
		}
		f, err := r.Rate(ctx, question, s, core.RatingUsed)
		if err != nil {
			return out, err
		}
		out = append(out, f)
	}
	return out, nil
}

// Feedback lists all, the newest first.
func (r *Ratings) Feedback(context.Context) ([]core.Feedback, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.list), nil
}

// FeedbackOn lists the feedback on sources of a question.
func (r *Ratings) FeedbackOn(ctx context.Context, question string) ([]core.Feedback, error) {
	list, err := r.Feedback(ctx)
	return slices.DeleteFunc(list, func(f core.Feedback) bool { return f.Question != question }), err
}

// UndoFeedback deletes entries.
func (r *Ratings) UndoFeedback(_ context.Context, ids ...int64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = slices.DeleteFunc(r.list, func(f core.Feedback) bool { return slices.Contains(ids, f.ID) })
	return r.Err
}

// ForgetFeedback deletes all entries.
func (r *Ratings) ForgetFeedback(context.Context) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := len(r.list)
	r.list = nil
	return n, r.Err
}
