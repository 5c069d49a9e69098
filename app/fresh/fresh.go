// Package fresh keeps answers up to date with the files: it reads changed
// source files again before a line of them is quoted, and marks other changed
// documents as stale.
package fresh

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"ibid/core"
	"ibid/core/snapshot"
)

// maxReread bounds how many files are read again for one question.
const maxReread = 100

// Opener reports whether the file of a document has changed or is gone since it
// was read.
type Opener interface {
	Stale(ctx context.Context, d core.Document) bool
}

// Files checks whether the files of documents have changed. Safe for concurrent
// use if its ports are.
type Files struct {
	Opener   Opener
	Snapshot *snapshot.Keeper
	Read     func(ctx context.Context, paths []string) error // reads changed files again
}

// Stale reports whether the file of a document has changed or is gone since it
// was read.
func (f *Files) Stale(ctx context.Context, d core.Document) bool { return f.Opener.Stale(ctx, d) }

// Reread reads the changed source files among docs again, at most 100, and
// reports whether there were any. A missing file keeps its stored text, and so
// does a member of an archive.
func (f *Files) Reread(ctx context.Context, docs []core.Document) (bool, error) {
	var paths []string
	seen := make(map[core.DocumentID]bool)
	for _, d := range docs {
		if seen[d.ID] || d.Kind != core.KindCode || d.Container != 0 {
			continue
		}
		seen[d.ID] = true
		if !f.Stale(ctx, d) {
			continue
		}
		if _, err := os.Stat(d.Path); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if paths = append(paths, d.Path); len(paths) == maxReread {
			break
		}
	}
	if len(paths) == 0 {
		return false, nil
	}
	if err := f.Read(ctx, paths); err != nil {
		return false, fmt.Errorf("read changed files again: %w", err)
	}
	return true, nil
}

// Cite sets the name by which each hit is cited, and marks stale hits. A stale
// document is replaced by one with the same bytes that is not stale, if there
// is one. Each file is checked once.
func (f *Files) Cite(ctx context.Context, hits []core.Hit) error {
	type cited struct {
		document core.Document
		stale    bool
	}
	now, err := f.Snapshot.Now(ctx)
	if err != nil {
		return err
	}
	looked := make(map[core.DocumentID]cited)
	for i := range hits {
		h := &hits[i]
		c, known := looked[h.Document.ID]
		if !known {
			c = cited{h.Document, f.Stale(ctx, h.Document)}
			if c.stale {
				twins, err := f.Snapshot.DocumentsByHash(ctx, h.Document.Hash)
				if err != nil {
					return err
				}
				if n := slices.IndexFunc(twins, func(d core.Document) bool { return !f.Stale(ctx, d) }); n >= 0 {
					c = cited{document: twins[n]}
				}
			}
			looked[h.Document.ID] = c
		}
		h.Document, h.Locator.Name, h.Stale = c.document, now.Names.Cited(c.document), c.stale
	}
	return nil
}

// Ask calls ask, and calls it once more if source files of the answer's
// documents had to be read again.
func Ask[T any](ctx context.Context, f *Files, documents func(T) []core.Document, ask func() (T, error)) (T, error) {
	answer, err := ask()
	if err != nil {
		return answer, err
	}
	again, err := f.Reread(ctx, documents(answer))
	if err != nil || !again {
		return answer, err
	}
	return ask()
}

// Itself returns the document of an answer that is a single document.
func Itself(d core.Document) []core.Document { return []core.Document{d} }

// Each returns a function that lists the document of each element of an answer.
func Each[T any](of func(T) core.Document) func([]T) []core.Document {
	return func(list []T) []core.Document {
		out := make([]core.Document, len(list))
		for i, one := range list {
			out[i] = of(one)
		}
		return out
	}
}
