package snapshot

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"ibid/core"
)

// Names calls documents by as much of their paths as tells them apart, so that
// what it says can be opened again. Safe for concurrent use.
type Names struct {
	byBase map[string][]core.Document // by the last element of the path
	known  sync.Map                   // string by nameKey
}

// nameKey is a document with the rule that it is named by.
type nameKey struct {
	id    core.DocumentID
	cited bool
}

// NewNames returns the names of docs.
func NewNames(docs []core.Document) *Names {
	n := &Names{byBase: make(map[string][]core.Document, len(docs))}
	for _, d := range docs {
		n.byBase[base(d)] = append(n.byBase[base(d)], d)
	}
	return n
}

func base(d core.Document) string { return path.Base(filepath.ToSlash(d.Path)) }

// Unique returns a name that no other document has, not even one with the same
// bytes.
func (n *Names) Unique(d core.Document) string {
	return n.name(nameKey{d.ID, false}, func() string { return ShortestEnd(d, n.byBase[base(d)]) })
}

// Cited returns the file name of a document, or as much more of its path as tells
// it from documents with other bytes.
func (n *Names) Cited(d core.Document) string {
	return n.name(nameKey{d.ID, true}, func() string {
		twin := func(o core.Document) bool { return o.ID != d.ID && o.Hash == d.Hash }
		if longer := ShortestEnd(d, slices.DeleteFunc(slices.Clone(n.byBase[base(d)]), twin)); len(longer) > len(d.Name) {
			return longer
		}
		return d.Name
	})
}

func (n *Names) name(k nameKey, make func() string) string {
	if known, ok := n.known.Load(k); ok {
		return known.(string)
	}
	s := make()
	n.known.Store(k, s)
	return s
}

// ShortestEnd returns the shortest end of a document's path, in whole elements,
// that no other of docs has.
func ShortestEnd(d core.Document, docs []core.Document) string {
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
