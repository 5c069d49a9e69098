package ingest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"ibid/core"
)

// errMoved reports that the path of a document has changed since it was looked
// up.
var errMoved = errors.New("the file was moved meanwhile")

// moves finds out which of fresh, files that the library does not know, are
// documents whose file was moved: the document's own file is missing, and the new
// file has its bytes. Such a document gets the new path and keeps its id. Of
// several documents with the same bytes the one with the same name is taken
// first. A document that was never read has no bytes to compare. It is recognised
// by size and time, and stays in fresh, with its id, to be read under its new
// name.
//
// It does not matter where the file was before, or for how long it was missing.
// The caller holds noting.
func (g *Ingest) moves(ctx context.Context, fresh []core.Document, r *Report) (left []core.Document, moved map[core.DocumentID]bool, err error) {
	lost, err := g.lost(ctx, fresh)
	if err != nil {
		return nil, nil, fmt.Errorf("look for moved files: %w", err)
	}
	var found []core.Document
	for _, f := range fresh {
		d, ok, err := g.lostAs(ctx, &f, lost[f.Size])
		if err != nil {
			return nil, nil, err
		}
		if ok {
			lost[f.Size] = slices.DeleteFunc(lost[f.Size], func(other core.Document) bool { return other.ID == d.ID })
			f.ID, f.Hash = d.ID, d.Hash
			found = append(found, f)
		}
		if !ok || d.Hash == "" {
			left = append(left, f)
		}
	}
	ids, err := g.o.Catalogue.Move(ctx, found)
	if err != nil {
		return nil, nil, err
	}
	moved = make(map[core.DocumentID]bool, len(ids))
	for _, id := range ids {
		moved[id] = true
	}
	r.Moved = len(moved)
	for _, f := range left {
		if f.ID == 0 {
			r.Added++
		}
	}
	return left, moved, nil
}

// lost lists, by size, the documents with a missing file that a fresh file could
// be.
func (g *Ingest) lost(ctx context.Context, fresh []core.Document) (map[int64][]core.Document, error) {
	if len(fresh) == 0 {
		return nil, nil
	}
	lost := make(map[int64][]core.Document)
	var sizes []int64
	for _, f := range fresh {
		if _, ok := lost[f.Size]; !ok && f.Size > 0 { // an empty file is like any other
			lost[f.Size] = nil
			sizes = append(sizes, f.Size)
		}
	}
	docs, err := g.o.Catalogue.DocumentsBySize(ctx, sizes)
	if err != nil {
		return nil, err
	}
	for _, d := range docs {
		if d.Container != 0 {
			continue // it moves with its archive
		}
		if _, err := os.Stat(d.Path); notThere(err) {
			lost[d.Size] = append(lost[d.Size], d)
		}
	}
	return lost, nil
}

// lostAs finds the lost document that the file is, and updates its size and time
// if its bytes had to be compared.
func (g *Ingest) lostAs(ctx context.Context, f *core.Document, lost []core.Document) (best core.Document, ok bool, err error) {
	var hash core.Hash
	for _, d := range lost {
		if d.Hash == "" {
			if d.Modified.Equal(f.Modified) && !ok {
				best, ok = d, true
			}
			continue
		}
		if hash == "" {
			if hash, err = g.digest(ctx, f); hash == "" {
				return core.Document{}, false, err
			}
		}
		same := d.Name == f.Name
		if d.Hash == hash && (!ok || best.Hash == "" || same && best.Name != f.Name) {
			best, ok = d, true
		}
	}
	return best, ok, nil
}

// digest returns the hash of a file; empty if it cannot be read, which is
// reported later by the code that reads it.
func (g *Ingest) digest(ctx context.Context, f *core.Document) (core.Hash, error) {
	now := *f
	file, err := g.openFile(ctx, &now)
	if err != nil {
		return "", nil
	}
	s := &source{file: file, doc: now}
	defer s.close()
	hash, _, err := s.hash(ctx, g.o.Limits.FileBytes)
	if err != nil || s.changed() {
		return "", ctx.Err()
	}
	f.Size, f.Modified = now.Size, now.Modified
	return hash, nil
}
