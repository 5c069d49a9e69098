package search

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/snapshot"
)

// The words of an index of which the planner asks.
func (l *sourceLibrary) Generation() (string, uint64, error) { return "one", l.batch, l.fault }
func (l *sourceLibrary) Revision() uint64                    { return l.revision }
func (l *sourceLibrary) Feedback(context.Context) ([]core.Feedback, error) {
	return nil, nil
}

func (l *sourceLibrary) Documents(context.Context) (out []core.Document, err error) {
	for _, d := range l.docs {
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, b core.Document) int { return strings.Compare(a.Path, b.Path) })
	return out, nil
}

func (l *sourceLibrary) Frequency(_ context.Context, word string) (int, error) {
	l.note("frequency %s", word)
	return len(word), nil
}

func (l *sourceLibrary) WithPrefix(_ context.Context, prefix string, limit int) (map[string]int, error) {
	return map[string]int{prefix + "s": limit}, nil
}

func (l *sourceLibrary) vocabulary() *Vocabulary {
	return &Vocabulary{Words: l, Texts: l, Snapshot: snapshot.NewKeeper(l, l)}
}

func TestShapeOfALibraryIsKeptUntilItChanges(t *testing.T) { // R2.2
	l := &sourceLibrary{}
	l.source("/d/src/auth.go", "x")
	l.source("/d/src/login.go", "x")
	v := l.vocabulary()
	shape, err := v.Shape(t.Context())
	if err != nil || shape.Kinds[core.KindCode] != 2 || len(shape.Paths) != 2 || shape.Generation == "" {
		t.Fatalf("%+v, %v", shape, err)
	}
	same, err := v.Shape(t.Context())
	if err != nil || same.Generation != shape.Generation {
		t.Errorf("%q became %q, %v", shape.Generation, same.Generation, err)
	}
	for name, change := range map[string]func(){"a batch of the index": func() { l.batch++ }, "a change of the library": func() { l.revision++ }} {
		change()
		next, err := v.Shape(t.Context())
		if err != nil || next.Generation == same.Generation {
			t.Errorf("%s leaves the generation %q, %v", name, next.Generation, err)
		}
		same = next
	}
	names, err := v.Names(t.Context(), []string{"auth", "in"})
	if err != nil || !slices.Equal(names, []string{"auth.go"}) {
		t.Errorf("%q, %v", names, err)
	}
	l.fault = errors.New("no index")
	if _, err := v.Names(t.Context(), nil); !errors.Is(err, l.fault) {
		t.Errorf("an index that cannot be read: %v", err)
	}
}

func TestLibraryHoldsWordsThatItFinds(t *testing.T) { // R2.2
	l := &sourceLibrary{}
	v := l.vocabulary()
	for name, tt := range map[string]struct {
		words   string
		matches int
		want    bool
	}{"found": {"tide gauge", 1, true}, "not found": {"tide gauge", 0, false}, "no words": {" , ", 1, false}} {
		l.matches = make([]core.Match, tt.matches)
		if got, err := v.Holds(t.Context(), tt.words); err != nil || got != tt.want {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

func TestSampleCountsWordsByPassage(t *testing.T) { // R2.2
	l := &sourceLibrary{}
	l.source("/a.txt", "kelp kelp tide. tide mud")
	l.passagesOf = map[core.Hash][]core.Passage{"/a.txt": {passageAt(0, 0, 15), passageAt(1, 16, 24), passageAt(2, 20, 99)}}
	l.matches = []core.Match{{Hash: "/a.txt"}, {Hash: "/a.txt", Ordinal: 1}, {Hash: "/a.txt", Ordinal: 2}, {Hash: "/a.txt", Ordinal: 3}, {Hash: "gone"}}
	n, words, err := corpus{l.vocabulary()}.Sample(t.Context(), "tide", 9)
	if err != nil || n != 2 || words["tide"] != 2 || words["kelp"] != 1 || words["mud"] != 1 || len(words) != 3 {
		t.Errorf("%d passages with %v, %v", n, words, err)
	}
	l.fault = errors.New("disk error")
	l.matches = l.matches[:1]
	c := corpus{l.vocabulary()}
	if n, err := c.Frequency(t.Context(), "tide"); n != 4 || err != nil {
		t.Errorf("a word is in %d passages, %v", n, err)
	}
	if words, err := c.WithPrefix(t.Context(), "tide", 3); words["tides"] != 3 || err != nil {
		t.Errorf("words that begin so: %v, %v", words, err)
	}
	l.passages = 12
	if n, err := c.Passages(t.Context()); n != 12 || err != nil {
		t.Errorf("%d passages, %v", n, err)
	}
}
