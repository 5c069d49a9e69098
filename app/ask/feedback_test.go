package ask_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ibid/app/apptest"
	"ibid/core"
)

// byFeedback reports whether a source is where it is by feedback.
func byFeedback(s core.Source) bool {
	return slices.ContainsFunc(s.Reasons, func(r core.Reason) bool { return r.Retriever == "feedback" })
}

func TestFeedbackFollowsItsDocument(t *testing.T) { // R2.9, X7
	e, ctx, dir := apptest.Open(t), t.Context(), yard(t)
	apptest.Add(t, e, "", dir)
	const question = "authentication of every login"
	ask := func() core.Context {
		t.Helper()
		c, err := e.Context(ctx, core.ContextRequest{Query: question})
		if err != nil || len(c.Sources) < 3 {
			t.Fatal(err, len(c.Sources))
		}
		return c
	}
	before := ask()
	if f, err := e.Rate(ctx, question, before.Sources[2], core.RatingUp); err != nil || f.Document.ID != before.Sources[2].Document.ID {
		t.Fatal(f, err)
	}
	after := ask()
	i := slices.IndexFunc(after.Sources, byFeedback)
	if i < 0 || after.Sources[i].Place != before.Sources[2].Place {
		t.Fatalf("source %d learned, of %s", i, after.Text)
	}
	// Its file moves: what was said stays. It is taken out: that goes too.
	old := after.Sources[i].Document
	now := filepath.Join(dir, "moved-"+old.Name)
	if err := os.Rename(old.Path, now); err != nil {
		t.Fatal(err)
	}
	apptest.Add(t, e, "", dir)
	list, err := e.Feedback(ctx)
	if err != nil || len(list) != 1 || list[0].Document.Path != now || list[0].Locator.Name != filepath.Base(now) || !slices.ContainsFunc(ask().Sources, byFeedback) {
		t.Errorf("after the move: %+v, %v", list, err)
	}
	if err := e.Remove(ctx, old.ID); err != nil {
		t.Fatal(err)
	}
	if list, err := e.Feedback(ctx); err != nil || len(list) != 0 {
		t.Errorf("after it was removed: %+v, %v", list, err)
	}
}

func TestCitedSourcesAreNotedAsUsed(t *testing.T) { // R2.9
	e, ctx := apptest.Open(t), t.Context()
	apptest.Add(t, e, "", yard(t))
	const question = "authentication of every login"
	c, err := e.Context(ctx, core.ContextRequest{Query: question})
	if err != nil {
		t.Fatal(err)
	}
	report, err := e.Check(ctx, "Auth does it [2]. Nothing else is known [99].", c.Sources)
	if err != nil {
		t.Fatal(err)
	}
	noted, err := e.Used(ctx, question, report, c.Sources)
	if err != nil || len(noted) != 1 || noted[0].Place != c.Sources[1].Place || noted[0].Rating != core.RatingUsed {
		t.Fatalf("noted: %+v, %v", noted, err)
	}
	if err := e.UndoFeedback(ctx, noted[0].ID); err != nil {
		t.Fatal(err)
	}
	again, err := e.Context(ctx, core.ContextRequest{Query: question})
	if diff := cmp.Diff(c, again); diff != "" || err != nil {
		t.Errorf("after undo: %v\n%s", err, diff)
	}
}

func TestFeedbackThatMeansNothingIsRefused(t *testing.T) { // R2.9
	e, ctx := apptest.Open(t), t.Context()
	docs := apptest.Add(t, e, "", yard(t))
	if f, err := e.RateAt(ctx, "the\n  bug "+strings.Repeat("report ", 200), "design.md:1", core.RatingDown); err != nil || len(f.Question) > core.MaxFeedbackQuestion || !strings.HasPrefix(f.Question, "the bug report") {
		t.Errorf("%+v, %v", f, err)
	}
	source := core.Source{Document: docs[0], Place: core.Place{Hash: docs[0].Hash}}
	if _, err := e.Rate(ctx, " … ", source, core.RatingUp); !errors.Is(err, core.ErrQuery) {
		t.Errorf("without a question: %v", err)
	}
	if _, err := e.Rate(ctx, "kelp", source, "sideways"); !errors.Is(err, core.ErrQuery) {
		t.Errorf("an unknown rating: %v", err)
	}
	if _, err := e.RateAt(ctx, "kelp", "nowhere.md:3", core.RatingUp); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("an unknown place: %v", err)
	}
	if n, err := e.ForgetFeedback(ctx); n != 1 || err != nil {
		t.Errorf("forgot %d, %v", n, err)
	}
}
