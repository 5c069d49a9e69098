package eval

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"

	"ibid/app"
	"ibid/core/search"
)

// heldOut asks the questions of a library again with weights that have not seen them: fitted without its set or, where a
// feature can only be fitted with this set, without the question's fold. Sets that no weights were fitted with are left out:
// the default weights have not seen them. The engine must be closed.
func (r *run) heldOut(ctx context.Context, l *Library, dir string) error {
	unseen := r.Unseen(path.Base(r.set.Name))
	if unseen == nil {
		return nil
	}
	r.Say(fmt.Sprintf("%s: asking %s with weights that have not seen it", r.set.Name, l.Name))
	byID := make(map[string]Outcome)
	for fold, weights := range unseen {
		part := *l
		part.Questions = slices.DeleteFunc(slices.Clone(l.Questions), func(q Question) bool { return foldOf(q)%len(unseen) != fold })
		outcomes, err := r.askWith(ctx, &part, dir, weights)
		if err != nil {
			return err
		}
		for _, o := range outcomes {
			byID[o.Question.ID] = o
		}
	}
	for _, q := range l.Questions {
		r.unseen = append(r.unseen, byID[q.ID])
	}
	return nil
}

// askWith asks the questions of a library with other weights.
func (r *run) askWith(ctx context.Context, l *Library, dir string, weights search.Weights) (outcomes []Outcome, err error) {
	e, err := app.Open(ctx, app.Options{Library: dir, Program: "ibidctl eval", Weights: weights})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	docs, err := e.Documents(ctx)
	if err != nil {
		return nil, err
	}
	apart := &run{Options: r.Options, set: r.set, quotes: quoteCheck{}} // its counts are not those of the report
	apart.Say = func(string) {}
	a := asker{run: apart, library: l, engine: e, docs: docs, readable: readable(l.Root, docs)}
	err = a.all(ctx)
	return apart.outcomes, err
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
