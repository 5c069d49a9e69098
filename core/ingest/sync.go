package ingest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"ibid/core"
)

// Sync brings the library up to date with a watched folder and returns when that
// is done. New files are added, changed ones read again, moved ones keep their
// document, and documents of deleted files are marked as gone. Unchanged files are
// recognised by size and time, without reading them. A new file larger than
// folder.MaxBytes is left out; one that is in the library already is followed
// whatever its size. Report.Documents lists the affected documents.
func (g *Ingest) Sync(ctx context.Context, folder core.Folder) (Report, error) {
	if err := g.ready(ctx); err != nil {
		return Report{}, err
	}
	d, err := g.reconcile(ctx, folder, []string{folder.Path}, 0)
	if err != nil {
		return d.report, fmt.Errorf("follow folder %q: %w", folder.Path, err)
	}
	err = g.await(ctx, d.queue, d.named, &d.report)
	return d.report, err
}

// difference is the difference between files and library, recorded in the
// catalogue.
type difference struct {
	report Report
	queue  []core.Document   // to be read
	named  []core.DocumentID // concerned
	young  []string          // files that may still be written to, and were let be
}

// any reports whether there was a difference.
func (d *difference) any() bool { return len(d.named) > 0 || len(d.queue) > 0 }

// reconcile records in the catalogue what is new, changed, moved and missing at
// paths in the folder. Files that were written to more recently than young are
// skipped.
func (g *Ingest) reconcile(ctx context.Context, folder core.Folder, paths []string, young time.Duration) (d difference, err error) {
	g.noting.Lock()
	defer g.noting.Unlock()
	w := g.walkFolder(folder, &paths, nil)
	d.report = Report{Hidden: w.hidden, Ignored: w.ignored, Large: w.large, Errors: w.errs}
	files := make(map[string]core.Document, len(w.files))
	for _, f := range w.files {
		files[f.Path] = f
	}
	docs, err := g.o.Catalogue.DocumentsBelow(ctx, paths)
	if err != nil {
		return d, err
	}
	known := make(map[string]bool, len(docs))
	for _, doc := range docs {
		known[doc.Path] = true
	}
	fresh := slices.DeleteFunc(w.files, func(f core.Document) bool { return known[f.Path] })
	fresh, moved, err := g.moves(ctx, d.ripe(fresh, young), &d.report)
	if err != nil {
		return d, err
	}
	if len(moved) > 0 {
		if docs, err = g.o.Catalogue.DocumentsBelow(ctx, paths); err != nil {
			return d, err
		}
	}
	seen, err := g.look(ctx, docs, files)
	if err != nil {
		return d, err
	}
	d.report.Unchanged = len(docs) - len(seen.stale) - len(seen.gone) - len(seen.waiting) - len(moved)
	seen.stale = append(d.ripe(seen.stale, young), fresh...)
	d.named = slices.AppendSeq(d.named, maps.Keys(moved))
	return d, g.record(ctx, &seen, &d)
}

// walkFolder walks the paths in the folder. If only a walk of the whole folder
// shows which files belong to it, it does that and sets paths to the folder.
func (g *Ingest) walkFolder(folder core.Folder, paths *[]string, enter func(string)) *walk {
	for {
		w := newWalk(g.o.Avoid)
		w.most, w.enter = folder.MaxBytes, enter
		if w.within(folder.Path, *paths) {
			return w
		}
		*paths = []string{folder.Path}
	}
}

// ripe removes files that were written to a moment ago.
func (d *difference) ripe(files []core.Document, young time.Duration) []core.Document {
	if young == 0 {
		return files
	}
	now := time.Now()
	return slices.DeleteFunc(files, func(f core.Document) bool {
		age := now.Sub(f.Modified)
		if age < 0 || age >= young {
			return false
		}
		d.young = append(d.young, f.Path)
		return true
	})
}
