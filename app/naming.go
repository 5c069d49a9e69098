package app

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"ibid/app/caller"
	"ibid/core"
)

// resolve finds the one document that a name means: a file name or as much of
// its path as tells it apart. One that begins with ./ or ../ is a path from the
// folder of who asks. Of several with the same bytes any will do, and the oldest
// is taken. Capital letters count only where they tell documents apart. The error
// of a name that none bears says which are like it.
func (e *Engine) resolve(ctx context.Context, name string) (core.Document, error) {
	docs, err := e.library.Documents(ctx)
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

// mostAlike is how many names are said that are like one that is not there.
const mostAlike = 3

// alike says which names hold what was typed; empty if none does.
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

// meant tells which paths a name can mean.
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

// Meant returns what a name means to who wants all of it: every document in the
// folder that it is a path of, else the one document that it names. Twins with
// the same bytes are two documents here, and a name that fits both gives a
// *core.AmbiguousError; one that fits none wraps core.ErrNotFound.
func (e *Engine) Meant(ctx context.Context, name string) ([]core.Document, error) {
	docs, err := e.library.Documents(ctx)
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

// naming calls documents by as much of their paths as tells them apart: what it
// says can be opened again. Safe for concurrent use.
type naming struct {
	sharing map[string][]core.Document // by the last element of the path
	known   sync.Map                   // strings by called
}

// called is a document with the rule that it was called by.
type called struct {
	id    core.DocumentID
	cited bool
}

func newNaming(docs []core.Document) *naming {
	n := &naming{sharing: make(map[string][]core.Document, len(docs))}
	for _, d := range docs {
		last := path.Base(filepath.ToSlash(d.Path))
		n.sharing[last] = append(n.sharing[last], d)
	}
	return n
}

// apart tells a document from all others, twins with the same bytes among them.
func (n *naming) apart(d core.Document) string {
	return n.keep(called{d.ID, false}, func() string { return end(d, n.others(d)) })
}

// cited is a document's file name, or as much more as tells it from others with
// other bytes.
func (n *naming) cited(d core.Document) string {
	return n.keep(called{d.ID, true}, func() string {
		twin := func(o core.Document) bool { return o.ID != d.ID && o.Hash == d.Hash }
		if longer := end(d, slices.DeleteFunc(slices.Clone(n.others(d)), twin)); len(longer) > len(d.Name) {
			return longer
		}
		return d.Name
	})
}

// others are the documents that have a document's last element.
func (n *naming) others(d core.Document) []core.Document {
	return n.sharing[path.Base(filepath.ToSlash(d.Path))]
}

func (n *naming) keep(k called, name func() string) string {
	if known, ok := n.known.Load(k); ok {
		return known.(string)
	}
	s := name()
	n.known.Store(k, s)
	return s
}
