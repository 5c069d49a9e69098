package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"ibid/core"
	"ibid/core/ingest"
)

// maxFresh bounds the files that one question has read again.
const maxFresh = 100

// fresh reads source files again that changed since they were read, so that no
// line of them is told by an old number. It reports whether there were any. A
// file that is gone keeps its stored text, and so does a member of an archive.
func (e *Engine) fresh(ctx context.Context, docs []core.Document) (bool, error) {
	var paths []string
	seen := make(map[core.DocumentID]bool)
	for _, d := range docs {
		if seen[d.ID] || d.Kind != core.KindCode || d.Container != 0 {
			continue
		}
		seen[d.ID] = true
		if !e.opener.Stale(ctx, d) {
			continue
		}
		if _, err := os.Stat(d.Path); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if paths = append(paths, d.Path); len(paths) == maxFresh {
			break
		}
	}
	if len(paths) == 0 {
		return false, nil
	}
	if _, err := e.ingest.Add(ctx, paths, ingest.AddOptions{}); err != nil {
		return false, fmt.Errorf("read changed files again: %w", err)
	}
	return true, nil
}

// current asks, and asks once more if the answer has files in it that had to be
// read again.
func current[T any](ctx context.Context, e *Engine, docs func(T) []core.Document, ask func() (T, error)) (T, error) {
	answer, err := ask()
	if err != nil {
		return answer, err
	}
	again, err := e.fresh(ctx, docs(answer))
	if err != nil || !again {
		return answer, err
	}
	return ask()
}

// itself is the document of an answer that is one.
func itself(d core.Document) []core.Document { return []core.Document{d} }

// documentsOf lists the documents of all parts of an answer.
func documentsOf[T any](of func(T) core.Document) func([]T) []core.Document {
	return func(list []T) []core.Document {
		out := make([]core.Document, len(list))
		for i, one := range list {
			out[i] = of(one)
		}
		return out
	}
}

var (
	documentsOfHits    = documentsOf(func(h core.Hit) core.Document { return h.Document })
	documentsOfSymbols = documentsOf(func(s core.Symbol) core.Document { return s.Document })
	documentsOfUses    = documentsOf(func(u core.Use) core.Document { return u.Document })
	documentsOfLinks   = documentsOf(func(l core.ImportLink) core.Document { return l.From })
	documentsOfRelated = documentsOf(func(r core.Related) core.Document { return r.Document })
)
