package ingest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"ibid/core"
)

// Refresh looks at the file of every document. Those that changed are read
// again, those that could not be read are tried again, and those that are gone
// are marked so and keep their text: what was cited from them can still be
// shown. It returns when all that is done; Report.Documents has those that were
// concerned.
func (g *Ingest) Refresh(ctx context.Context) (Report, error) {
	if err := g.ready(ctx); err != nil {
		return Report{}, err
	}
	seen, err := g.look(ctx)
	if err != nil {
		return Report{}, fmt.Errorf("look for changes: %w", err)
	}
	c := g.o.Catalogue
	if err := errors.Join(c.Gone(ctx, seen.gone, true), c.Gone(ctx, seen.back, false)); err != nil {
		return Report{}, err
	}
	ids, err := c.Enqueue(ctx, seen.stale, "")
	if err != nil {
		return Report{}, err
	}
	report := Report{Gone: len(seen.gone)}
	for _, d := range seen.stale {
		report.touch(d)
	}
	named := append(append(ids, seen.gone...), seen.back...)
	err = g.await(ctx, append(seen.stale, seen.waiting...), named, &report)
	return report, err
}

// seen is what looking at all files showed.
type seen struct {
	gone, back     []core.DocumentID
	stale, waiting []core.Document
}

func (g *Ingest) look(ctx context.Context) (seen, error) {
	var s seen
	docs, err := g.o.Catalogue.Documents(ctx)
	if err != nil {
		return s, err
	}
	missing, err := g.o.Catalogue.Missing(ctx)
	if err != nil {
		return s, err
	}
	for _, d := range docs {
		if err := ctx.Err(); err != nil {
			return s, err
		}
		s.sort(d, missing[d.ID])
	}
	return s, nil
}

func (s *seen) sort(d core.Document, missing bool) {
	info, err := os.Stat(d.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if !missing && d.Hash != "" {
			s.gone = append(s.gone, d.ID)
		}
	case err != nil:
		s.stale = append(s.stale, d)
	case info.Size() != d.Size || !info.ModTime().Equal(d.Modified):
		d.Size, d.Modified = info.Size(), info.ModTime()
		s.stale = append(s.stale, d)
	case missing:
		s.back = append(s.back, d.ID)
	case d.State == core.StateUnreadable:
		s.stale = append(s.stale, d)
	case !d.State.Settled():
		s.waiting = append(s.waiting, d)
	}
}
