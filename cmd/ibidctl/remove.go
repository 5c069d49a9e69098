package main

import (
	"context"
	"flag"
	"path/filepath"
	"slices"
	"strings"

	"ibid/app/remote"
	"ibid/app/shelf"
	"ibid/core"
	"ibid/core/text"
)

// defineRefresh defines `refresh`, which looks at the files of all documents and
// through the watched folders, as the window does when it opens.
func defineRefresh(*flag.FlagSet) action {
	return func(ctx context.Context, c *call) error {
		return c.with(ctx, func(e *remote.Library) error {
			return c.read(ctx, e, func(ctx context.Context) (shelf.Added, error) { return refresh(ctx, e) })
		})
	}
}

func refresh(ctx context.Context, e *remote.Library) (shelf.Added, error) {
	all, err := e.Resume(ctx)
	if err != nil {
		return all, err
	}
	folders, err := e.Folders(ctx)
	if err != nil {
		return all, err
	}
	for _, f := range folders {
		seen, err := e.Watch(ctx, f)
		if ctx.Err() != nil {
			return all, err
		}
		if err != nil { // it may be on a disk that is not there now
			all.Errors = append(all.Errors, err)
			continue
		}
		all.New, all.Changed, all.Moved, all.Gone = all.New+seen.New, all.Changed+seen.Changed, all.Moved+seen.Moved, all.Gone+seen.Gone
		for _, d := range seen.Documents {
			if !slices.ContainsFunc(all.Documents, func(o core.Document) bool { return o.ID == d.ID }) {
				all.Documents = append(all.Documents, d)
			}
		}
		all.Errors = append(all.Errors, seen.Errors...)
	}
	return all, nil
}

func defineRemove(*flag.FlagSet) action {
	return func(ctx context.Context, c *call) error {
		return c.with(ctx, func(e *remote.Library) error { return c.remove(ctx, e) })
	}
}

// remove removes the documents that the operands name and lists them. Nothing is
// removed if an operand names nothing, or is ambiguous.
func (c *call) remove(ctx context.Context, e *remote.Library) error {
	var docs []core.Document
	var ids []core.DocumentID
	for _, word := range c.words {
		meant, err := e.Meant(ctx, word)
		if err != nil {
			return err
		}
		docs = append(docs, meant...)
	}
	for _, d := range docs {
		ids = append(ids, d.ID)
	}
	folders, err := e.Folders(ctx)
	if err != nil {
		return err
	}
	if err := e.Remove(ctx, ids...); err != nil {
		return err
	}
	c.say("%s taken out of the library; the files stay where they are", plural(len(docs), "document was", "documents were"))
	for _, f := range folders {
		if slices.ContainsFunc(docs, func(d core.Document) bool { return strings.HasPrefix(d.Path, f.Path+string(filepath.Separator)) }) {
			c.say("%s is watched: what is still in it comes back when it is looked through; ibidctl watch --remove ends that", text.OneLine(f.Path))
		}
	}
	if c.json {
		return c.writeJSON(mapSlice(docs, documentResult))
	}
	return c.writeDocuments(docs)
}
