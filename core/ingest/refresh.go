package ingest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"syscall"
	"time"

	"ibid/core"
)

// Refresh checks the file of every document. Changed files are read again and
// unreadable ones tried again. Documents whose files are missing are marked so and
// keep their text, so that citations can still be shown. It returns when all that
// is done; Report.Documents lists the affected documents.
func (g *Ingest) Refresh(ctx context.Context) (Report, error) {
	if err := g.ready(ctx); err != nil {
		return Report{}, err
	}
	d, err := g.refresh(ctx)
	if err != nil {
		return Report{}, fmt.Errorf("look for changes: %w", err)
	}
	err = g.await(ctx, d.queue, d.named, &d.report)
	return d.report, err
}

func (g *Ingest) refresh(ctx context.Context) (d difference, err error) {
	g.noting.Lock()
	defer g.noting.Unlock()
	docs, err := g.o.Catalogue.Documents(ctx)
	if err != nil {
		return d, err
	}
	seen, err := g.look(ctx, docs, nil)
	if err != nil {
		return d, err
	}
	return d, g.record(ctx, &seen, &d)
}

// record records in the catalogue what was found.
func (g *Ingest) record(ctx context.Context, s *seen, d *difference) error {
	c := g.o.Catalogue
	if err := errors.Join(c.Gone(ctx, s.gone, true), c.Gone(ctx, s.back, false)); err != nil {
		return err
	}
	if err := c.Requeue(ctx, s.retry); err != nil {
		return err
	}
	ids, err := c.Enqueue(ctx, s.stale, "")
	if err != nil {
		return err
	}
	for i, doc := range s.stale {
		if doc.ID != 0 {
			d.report.touch(doc)
		}
		s.stale[i].ID, s.stale[i].Name = ids[i], nameOf(doc)
	}
	d.report.Gone = len(s.gone)
	d.queue = append(s.stale, s.waiting...)
	d.named = slices.Concat(d.named, ids, s.gone, s.back)
	return nil
}

// seen is the result of looking at all files.
type seen struct {
	gone, back     []core.DocumentID
	stale, waiting []core.Document
	retry          []core.Hash // contents that are worth another try
}

// look compares documents with their files. files are those already looked at.
func (g *Ingest) look(ctx context.Context, docs []core.Document, files map[string]core.Document) (seen, error) {
	var s seen
	missing, err := g.o.Catalogue.Missing(ctx)
	if err != nil {
		return s, err
	}
	for _, d := range docs {
		if err := ctx.Err(); err != nil {
			return s, err
		}
		if d.Container != 0 {
			continue
		}
		if f, ok := files[d.Path]; ok {
			s.found(d, f.Size, f.Modified, missing[d.ID])
		} else {
			s.sort(d, missing[d.ID])
		}
	}
	s.members(docs, missing)
	return s, nil
}

// members compares members with the archives that they are in. Members of an
// archive that has changed or is missing are left to the reading of that archive.
func (s *seen) members(docs []core.Document, missing map[core.DocumentID]bool) {
	out := make(map[core.DocumentID]bool)
	for _, id := range s.gone {
		out[id] = true
	}
	for _, d := range s.stale {
		out[d.ID] = true
	}
	byID := make(map[core.DocumentID]core.Document)
	for _, d := range docs {
		if d.Kind == core.KindArchive {
			byID[d.ID] = d
		}
	}
	for _, d := range docs {
		if d.Container == 0 {
			continue
		}
		root := d
		for known := true; root.Container != 0 && known; {
			root, known = byID[root.Container]
		}
		if root.ID != 0 && !out[root.ID] && !missing[root.ID] {
			s.found(d, d.Size, d.Modified, missing[d.ID])
		}
	}
}

func (s *seen) sort(d core.Document, missing bool) {
	info, err := os.Stat(d.Path)
	switch {
	case notThere(err):
		if !missing && (d.Hash != "" || d.State.Settled() && d.State != core.StateUnreadable) {
			s.gone = append(s.gone, d.ID)
		}
	case err != nil:
		s.stale = append(s.stale, d)
	default:
		s.found(d, info.Size(), info.ModTime(), missing)
	}
}

// notThere reports whether err means that the file does not exist, or that a
// folder of its path is a file now.
func notThere(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

func (s *seen) found(d core.Document, size int64, modified time.Time, missing bool) {
	lacking := lacksFile(d.State, d.Reason)
	if lacking {
		s.retry = append(s.retry, d.Hash)
	}
	switch {
	case size != d.Size || !modified.Equal(d.Modified):
		d.Size, d.Modified = size, modified
		s.stale = append(s.stale, d)
	case lacking:
		s.stale = append(s.stale, d)
	case missing:
		s.back = append(s.back, d.ID)
	case d.State == core.StateUnreadable:
		s.stale = append(s.stale, d)
	case !d.State.Settled():
		s.waiting = append(s.waiting, d)
	}
}
