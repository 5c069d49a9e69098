package app

import (
	"context"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ibid/core"
)

// resolve finds the one document that a name means: a file name or as much of
// its path as tells it apart. One that begins with ./ or ../ is a path from the
// folder of who asks. Of several with the same bytes any will do, and the oldest
// is taken.
func (e *Engine) resolve(ctx context.Context, name string) (core.Document, error) {
	docs, err := e.library.Documents(ctx)
	if err != nil {
		return core.Document{}, err
	}
	meant, err := meant(ctx, name)
	if err != nil {
		return core.Document{}, fmt.Errorf("document %q: %w", name, err)
	}
	docs = slices.DeleteFunc(docs, func(d core.Document) bool { return !meant(d.Path) })
	if len(docs) == 0 {
		return core.Document{}, fmt.Errorf("document %q: %w", name, core.ErrNotFound)
	}
	slices.SortFunc(docs, func(a, b core.Document) int { return int(a.ID - b.ID) })
	for _, d := range docs[1:] {
		if d.Hash != docs[0].Hash || d.Hash == "" {
			return core.Document{}, &core.AmbiguousError{Name: name, Candidates: shortest(docs)}
		}
	}
	return docs[0], nil
}

// meant tells which paths a name can mean.
func meant(ctx context.Context, name string) (func(path string) bool, error) {
	name = filepath.FromSlash(name)
	first, _, _ := strings.Cut(name, string(filepath.Separator))
	if filepath.IsAbs(name) || first == "." || first == ".." {
		path, err := absolute(ctx, name)
		return func(p string) bool { return p == path }, err
	}
	suffix := string(filepath.Separator) + name
	return func(p string) bool { return strings.HasSuffix(p, suffix) }, nil
}

// shortest gives for each document the shortest end of its path that none of
// the others has.
func shortest(docs []core.Document) []string {
	out := make([]string, len(docs))
	for i, d := range docs {
		out[i] = end(d, docs)
	}
	slices.Sort(out)
	return out
}

// end is the shortest end of a document's path that none of the others has.
func end(d core.Document, docs []core.Document) string {
	parts, out := strings.Split(filepath.ToSlash(d.Path), "/"), ""
	for n := 1; n <= len(parts); n++ {
		out = strings.Join(parts[len(parts)-n:], "/")
		same := func(o core.Document) bool {
			return o.ID != d.ID && strings.HasSuffix(filepath.ToSlash(o.Path), "/"+out)
		}
		if !slices.ContainsFunc(docs, same) {
			break
		}
	}
	return out
}

// names calls documents by their file names, or by as much of their paths as
// tells them from others with other bytes: what it says can be opened again.
type names map[string][]core.Document // by the last element of the path, where there are several

func namesOf(docs []core.Document) names {
	all := make(names)
	for _, d := range docs {
		last := path.Base(filepath.ToSlash(d.Path))
		all[last] = append(all[last], d)
	}
	maps.DeleteFunc(all, func(_ string, same []core.Document) bool {
		return !slices.ContainsFunc(same, func(d core.Document) bool { return d.Hash != same[0].Hash })
	})
	return all
}

func (n names) of(d core.Document) string {
	others := n[path.Base(filepath.ToSlash(d.Path))]
	others = slices.DeleteFunc(slices.Clone(others), func(o core.Document) bool { return o.ID != d.ID && o.Hash == d.Hash })
	if longer := end(d, others); len(longer) > len(d.Name) {
		return longer
	}
	return d.Name
}
