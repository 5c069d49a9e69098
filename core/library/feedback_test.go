package library

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"ibid/core"
)

func feedbackOn(id core.DocumentID, question string, page int, r core.Rating) core.Feedback {
	return core.Feedback{Question: question, Rating: r, Document: core.Document{ID: id},
		Place: core.Place{Hash: "h", Page: page}, Locator: core.PageLocator("a.pdf", page, "")}
}

// said is what the library keeps, in words, the newest first.
func said(t *testing.T, l *Library) (out []string) {
	t.Helper()
	list, err := l.Feedback(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		out = append(out, fmt.Sprintf("%s %s %s %s", f.Question, f.Rating, f.Locator, f.Document.Path))
	}
	return out
}

func TestFeedbackStaysWithItsDocument(t *testing.T) { // R2.9
	ctx, dir := context.Background(), t.TempDir()
	l := mustOpen(t, dir)
	ids := enqueue(t, l, "/a.pdf", "/b.pdf")
	assign(t, l, ids[0], "h")
	up, err := l.AddFeedback(ctx, feedbackOn(ids[0], "kelp", 2, core.RatingUp))
	if err != nil || up.Document.Hash != "h" || up.Place.Page != 2 || time.Since(up.Made) > time.Minute {
		t.Fatalf("%+v, %v", up, err)
	}
	for _, f := range []core.Feedback{
		feedbackOn(ids[0], "kelp", 2, core.RatingUp), // again
		feedbackOn(ids[0], "kelp", 2, core.RatingUsed),
		feedbackOn(ids[0], "kelp", 2, core.RatingUsed), // again
		feedbackOn(ids[0], "kelp", 2, core.RatingDown),
		feedbackOn(ids[1], "kelp", 1, core.RatingUp),
	} {
		if _, err := l.AddFeedback(ctx, f); err != nil {
			t.Fatal(err)
		}
	}
	// The one moves and changes, the other goes.
	if _, err := l.Move(ctx, []core.Document{{ID: ids[0], Path: "/new/c.pdf"}}); err != nil {
		t.Fatal(err)
	}
	assign(t, l, ids[0], "new")
	if _, err := l.Remove(ctx, ids[1]); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l = mustOpen(t, dir)
	want := "[kelp down c.pdf p. 2 /new/c.pdf kelp used c.pdf p. 2 /new/c.pdf kelp up c.pdf p. 2 /new/c.pdf]"
	if got := fmt.Sprint(said(t, l)); got != want {
		t.Errorf("kept: %s\nwant: %s", got, want)
	}
	list, err := l.Feedback(ctx)
	if err != nil || list[0].Place.Hash != "h" || list[0].Document.Hash != "new" {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestFeedbackIsTakenBack(t *testing.T) { // R2.9
	ctx := context.Background()
	l := mustOpen(t, t.TempDir())
	id := enqueue(t, l, "/a.pdf")[0]
	if _, err := l.AddFeedback(ctx, feedbackOn(id+1, "kelp", 1, core.RatingUp)); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("unknown document: %v", err)
	}
	var last core.Feedback
	for i := range core.MaxFeedback + 2 {
		var err error
		if last, err = l.AddFeedback(ctx, feedbackOn(id, fmt.Sprint("question ", i), 1, core.RatingUp)); err != nil {
			t.Fatal(err)
		}
	}
	if got := said(t, l); len(got) != core.MaxFeedback || got[len(got)-1] != "question 2 up a.pdf p. 1 /a.pdf" {
		t.Errorf("%d are kept, the oldest is %s", len(got), got[len(got)-1])
	}
	if err := l.RemoveFeedback(ctx, last.ID); err != nil {
		t.Error(err)
	}
	if err := l.RemoveFeedback(ctx, last.ID); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("undone twice: %v", err)
	}
	if n, err := l.ForgetFeedback(ctx); n != core.MaxFeedback-1 || err != nil || len(said(t, l)) != 0 {
		t.Errorf("forgot %d, %v", n, err)
	}
}
