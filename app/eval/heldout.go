package eval

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"

	"ibid/app"
)

// heldOut asks the questions of a library again with weights that were fitted without its set, so that its figures are of
// questions that the weights have not seen. Sets that no weights were fitted with are left out: the default weights
// have not seen them. The engine must be closed.
func (r *run) heldOut(ctx context.Context, l *Library, dir string) (err error) {
	weights, fitted := r.Unseen(path.Base(r.set.Name))
	if !fitted {
		return nil
	}
	r.Say(fmt.Sprintf("%s: asking %s with weights fitted without %s", r.set.Name, l.Name, r.set.Name))
	e, err := app.Open(ctx, app.Options{Library: dir, Program: "ibidctl eval", Weights: weights})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	docs, err := e.Documents(ctx)
	if err != nil {
		return err
	}
	apart := &run{Options: r.Options, set: r.set, quotes: quoteCheck{}} // its counts are not those of the report
	apart.Say = func(string) {}
	a := asker{run: apart, library: l, engine: e, docs: docs, readable: readable(l.Root, docs)}
	if err := a.all(ctx); err != nil {
		return err
	}
	r.unseen = append(r.unseen, apart.outcomes...)
	return nil
}

// ranked returns the measures of ranks and contexts.
func (s Set) ranked(outcomes []Outcome) []Measure {
	var list []Measure
	for _, m := range rankMeasures {
		list = append(list, rankPair(m, outcomes))
	}
	for _, budget := range s.budgets() {
		list = append(list, withinPair(budget, outcomes), answeredPair(budget, outcomes))
	}
	return list
}

// withBM25 returns the answerable ones of unseen outcomes with what bare BM25, which has no weights, answered to the same
// questions. Both lists are in the order of the set.
func withBM25(seen, unseen []Outcome) []Outcome {
	list := answerable(unseen)
	for i := range list {
		list[i].BM25 = seen[i].BM25
	}
	return list
}

// answerable returns the outcomes of questions that have an answer.
func answerable(outcomes []Outcome) []Outcome {
	return slices.DeleteFunc(slices.Clone(outcomes), func(o Outcome) bool { return o.Question.Unanswerable })
}
