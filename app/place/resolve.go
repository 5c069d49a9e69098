package place

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ibid/app/caller"
	"ibid/core"
	"ibid/core/snapshot"
)

// resolve finds the one document that a name means: a file name or enough of
// its path to be unique. A name that begins with ./ or ../ is a path from the
// caller's folder. Of several documents with the same bytes the oldest is
// taken. Case counts only if it tells documents apart. The error of an unknown
// name lists similar names.
func (r *Reader) resolve(ctx context.Context, name string) (core.Document, error) {
	docs, err := r.p.Library.Documents(ctx)
	if err != nil {
		return core.Document{}, err
	}
	fits, err := meant(ctx, name)
	if err != nil {
		return core.Document{}, fmt.Errorf("document %q: %w", name, err)
	}
	all := docs
	docs = slices.DeleteFunc(slices.Clone(all), func(d core.Document) bool { return !fits(d.Path) })
	if len(docs) == 0 {
		if fits, err = meant(ctx, strings.ToLower(name)); err != nil {
			return core.Document{}, fmt.Errorf("document %q: %w", name, err)
		}
		docs = slices.DeleteFunc(slices.Clone(all), func(d core.Document) bool { return !fits(strings.ToLower(d.Path)) })
	}
	if len(docs) == 0 {
		return core.Document{}, fmt.Errorf("document %q: %w%s", name, core.ErrNotFound, alike(name, all))
	}
	slices.SortFunc(docs, func(a, b core.Document) int { return int(a.ID - b.ID) })
	for _, d := range docs[1:] {
		if d.Hash != docs[0].Hash || d.Hash == "" {
			return core.Document{}, &core.AmbiguousError{Name: name, Candidates: shortest(docs)}
		}
	}
	return docs[0], nil
}

// mostAlike is how many similar names the error of an unknown name lists.
const mostAlike = 3

// alike lists the names that contain what was typed; empty if none does.
func alike(typed string, docs []core.Document) string {
	typed = strings.ToLower(path.Base(filepath.ToSlash(typed)))
	var names []string
	for _, d := range docs {
		if len(typed) < 3 || !strings.Contains(strings.ToLower(d.Name), typed) || slices.Contains(names, d.Name) {
			continue
		}
		if len(names) == mostAlike {
			return "; there are " + strings.Join(names, ", ") + " and others"
		}
		names = append(names, d.Name)
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return "; there is " + names[0]
	}
	return "; there are " + strings.Join(names, ", ")
}

// meant returns a function that reports whether a name can mean a path.
func meant(ctx context.Context, name string) (func(path string) bool, error) {
	name = filepath.FromSlash(name)
	first, _, _ := strings.Cut(name, string(filepath.Separator))
	if filepath.IsAbs(name) || first == "." || first == ".." {
		path, err := caller.Absolute(ctx, name)
		return func(p string) bool { return p == path }, err
	}
	suffix := string(filepath.Separator) + name
	return func(p string) bool { return strings.HasSuffix(p, suffix) }, nil
}

// Meant returns all documents that a name means: every document in the folder
// with that path, else the one document with that name. Documents with the same
// bytes count as two here, and a name of both gives a *core.AmbiguousError; an
// unknown name gives an error that wraps core.ErrNotFound.
func (r *Reader) Meant(ctx context.Context, name string) ([]core.Document, error) {
	docs, err := r.p.Library.Documents(ctx)
	if err != nil {
		return nil, err
	}
	path, err := caller.Absolute(ctx, filepath.FromSlash(name))
	if err != nil {
		return nil, fmt.Errorf("document %q: %w", name, err)
	}
	fits, err := meant(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("document %q: %w", name, err)
	}
	var in, named []core.Document
	for _, d := range docs {
		switch {
		case d.Path == path:
			return []core.Document{d}, nil
		case strings.HasPrefix(d.Path, strings.TrimSuffix(path, string(filepath.Separator))+string(filepath.Separator)):
			in = append(in, d)
		case fits(d.Path):
			named = append(named, d)
		}
	}
	switch {
	case len(in) > 0:
		return in, nil
	case len(named) == 0:
		return nil, fmt.Errorf("document %q: %w", name, core.ErrNotFound)
	case len(named) > 1:
		return nil, &core.AmbiguousError{Name: name, Candidates: shortest(named)}
	}
	return named, nil
}

// shortest returns for each document the shortest end of its path that no other
// one has.
func shortest(docs []core.Document) []string {
	out := make([]string, len(docs))
	for i, d := range docs {
		out[i] = snapshot.ShortestEnd(d, docs)
	}
	slices.Sort(out)
	return out
}

// Named returns the one document that a name means: a file name or enough of
// its path to be unique. A name of several documents gives a
// *core.AmbiguousError, an unknown one an error that wraps core.ErrNotFound.
func (r *Reader) Named(ctx context.Context, name string) (core.Document, error) {
	return r.resolve(ctx, name)
}
