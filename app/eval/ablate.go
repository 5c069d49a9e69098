package eval

import (
	"context"
	"errors"
	"fmt"

	"ibid/app"
	"ibid/core/search"
)

// ablate asks the questions of a library again without each part of the search.
// The engine must be closed.
func (r *run) ablate(ctx context.Context, l *Library, dir string) error {
	for _, part := range search.Parts {
		r.Say(fmt.Sprintf("%s: asking %s without %s", r.set.Name, l.Name, part))
		if err := r.askWithout(ctx, part, l, dir); err != nil {
			return fmt.Errorf("without %s: %w", part, err)
		}
	}
	return nil
}

func (r *run) askWithout(ctx context.Context, part search.Part, l *Library, dir string) (err error) {
	e, err := app.Open(ctx, app.Options{Library: dir, Program: "ibidctl eval", Without: []search.Part{part}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	a := asker{run: r, library: l, engine: e}
	for _, q := range l.Questions {
		if q.Unanswerable {
			continue
		}
		hits, err := e.Search(ctx, q.Text, hitLimit)
		if err != nil {
			return fmt.Errorf("question %s: %w", q.ID, err)
		}
		r.without[part] = append(r.without[part], rated{a.places(hits), q.gold})
	}
	return nil
}
