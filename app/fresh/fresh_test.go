package fresh

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ibid/core"
	"ibid/core/snapshot"
)

// files is a library whose documents with an ID in stale have changed.
type files struct {
	docs   []core.Document
	stale  map[core.DocumentID]bool
	looked map[core.DocumentID]int
	read   [][]string // paths that were to be read again, by call
	fault  error      // of reading and listing
}

func (f *files) Stale(_ context.Context, d core.Document) bool {
	if f.looked == nil {
		f.looked = make(map[core.DocumentID]int)
	}
	f.looked[d.ID]++
	return f.stale[d.ID]
}

func (f *files) Revision() uint64 { return 1 }

func (f *files) Documents(context.Context) ([]core.Document, error) { return f.docs, f.fault }

func (f *files) DocumentsByHash(_ context.Context, h core.Hash) ([]core.Document, error) {
	return slices.DeleteFunc(slices.Clone(f.docs), func(d core.Document) bool { return d.Hash != h }), nil
}

func (f *files) Feedback(context.Context) ([]core.Feedback, error) { return nil, nil }

func (f *files) Page(context.Context, core.Hash, int) (core.Page, error) {
	return core.Page{}, core.ErrNotFound
}

func (f *files) files() *Files {
	return &Files{Opener: f, Snapshot: snapshot.NewKeeper(f, f), Read: func(_ context.Context, paths []string) error {
		f.read = append(f.read, paths)
		return f.fault
	}}
}

// source writes a file of source code and returns its document.
func source(t *testing.T, dir, name string, id core.DocumentID) core.Document {
	t.Helper()
	p := filepath.Join(dir, name)
	if err := os.WriteFile(p, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return core.Document{ID: id, Path: p, Name: name, Kind: core.KindCode, Hash: core.Hash(name)}
}

func TestChangedSourceFilesAreReadAgain(t *testing.T) {
	dir := t.TempDir()
	a, b := source(t, dir, "a.go", 1), source(t, dir, "b.go", 2)
	gone := core.Document{ID: 3, Path: filepath.Join(dir, "gone.go"), Kind: core.KindCode}
	paper, member := source(t, dir, "c.pdf", 4), source(t, dir, "d.go", 5)
	paper.Kind, member.Container = core.KindPDF, 9
	all := map[core.DocumentID]bool{1: true, 2: true, 3: true, 4: true, 5: true}
	for name, tt := range map[string]struct {
		docs  []core.Document
		stale map[core.DocumentID]bool
		want  []string
	}{
		"none":                          {nil, all, nil},
		"one that has not changed":      {[]core.Document{a, b}, map[core.DocumentID]bool{2: true}, []string{b.Path}},
		"twice in the answer":           {[]core.Document{a, a}, all, []string{a.Path}},
		"a file that is gone":           {[]core.Document{gone}, all, nil},
		"a paper":                       {[]core.Document{paper}, all, nil},
		"a member of an archive":        {[]core.Document{member}, all, nil},
		"the changed ones among others": {[]core.Document{gone, paper, b, member, a}, all, []string{b.Path, a.Path}},
	} {
		f := &files{stale: tt.stale}
		again, err := f.files().Reread(t.Context(), tt.docs)
		if err != nil || again != (len(tt.want) > 0) {
			t.Errorf("%s: %v, %v", name, again, err)
		}
		if got := slices.Concat(f.read...); !slices.Equal(got, tt.want) {
			t.Errorf("%s: reads %q, want %q", name, got, tt.want)
		}
		if f.looked[1] > 1 {
			t.Errorf("%s: one file is looked at %d times", name, f.looked[1])
		}
	}
}

func TestReadingAgainIsBounded(t *testing.T) {
	dir := t.TempDir()
	f := &files{stale: make(map[core.DocumentID]bool)}
	var docs []core.Document
	for i := range core.DocumentID(maxReread + 1) {
		docs = append(docs, source(t, dir, fmt.Sprintf("%d.go", i), i+1))
		f.stale[i+1] = true
	}
	for _, n := range []int{maxReread - 1, maxReread, maxReread + 1} {
		f.read = nil
		if _, err := f.files().Reread(t.Context(), docs[:n]); err != nil || len(f.read) != 1 || len(f.read[0]) != min(n, maxReread) {
			t.Errorf("%d of %d are read, %v", len(slices.Concat(f.read...)), n, err)
		}
	}
}

func TestAskingGoesTwiceWhereFilesHaveChanged(t *testing.T) {
	a := source(t, t.TempDir(), "a.go", 1)
	broken, failed := errors.New("no index"), errors.New("disk error")
	for name, tt := range map[string]struct {
		stale, fails bool
		err          error
		asked        int
		want         error
	}{
		"nothing has changed":        {false, false, nil, 1, nil},
		"a file has changed":         {true, false, nil, 2, nil},
		"the question fails":         {true, false, broken, 1, broken},
		"the file cannot be read":    {true, true, nil, 1, failed},
		"it has not to be read then": {false, true, nil, 1, nil},
	} {
		f := &files{stale: map[core.DocumentID]bool{1: tt.stale}}
		if tt.fails {
			f.fault = failed
		}
		asked := 0
		got, err := Ask(t.Context(), f.files(), Itself, func() (core.Document, error) {
			asked++
			return a, tt.err
		})
		if asked != tt.asked || !errors.Is(err, tt.want) || (err == nil) != (tt.want == nil) || got.ID != 1 {
			t.Errorf("%s: asked %d times, %v", name, asked, err)
		}
	}
}

func TestEachListsADocumentForEveryElement(t *testing.T) {
	of := Each(func(h core.Hit) core.Document { return h.Document })
	got := of([]core.Hit{{Document: core.Document{ID: 2}}, {Document: core.Document{ID: 1}}, {Document: core.Document{ID: 2}}})
	if len(got) != 3 || got[0].ID != 2 || got[1].ID != 1 || got[2].ID != 2 {
		t.Errorf("%+v", got)
	}
	if got := of(nil); len(got) != 0 {
		t.Errorf("of none %+v", got)
	}
}

func TestHitsAreCitedFromAFileThatIsAsItWas(t *testing.T) {
	doc := func(id core.DocumentID, path string, h core.Hash) core.Document {
		return core.Document{ID: id, Path: path, Name: filepath.Base(path), Hash: h, Kind: core.KindPDF}
	}
	f := &files{
		docs:  []core.Document{doc(1, "/x/a.pdf", "a"), doc(2, "/y/a.pdf", "a"), doc(3, "/x/b.pdf", "b"), doc(4, "/y/b.pdf", "c")},
		stale: map[core.DocumentID]bool{1: true, 3: true},
	}
	hits := []core.Hit{{Document: f.docs[0]}, {Document: f.docs[2]}, {Document: f.docs[2]}, {Document: f.docs[3]}}
	if err := f.files().Cite(t.Context(), hits); err != nil {
		t.Fatal(err)
	}
	want := []struct {
		id    core.DocumentID
		name  string
		stale bool
	}{{2, "a.pdf", false}, {3, "x/b.pdf", true}, {3, "x/b.pdf", true}, {4, "y/b.pdf", false}}
	for i, w := range want {
		if h := hits[i]; h.Document.ID != w.id || h.Locator.Name != w.name || h.Stale != w.stale {
			t.Errorf("hit %d is of %d, %q, stale %v; want %+v", i, h.Document.ID, h.Locator.Name, h.Stale, w)
		}
	}
	if f.looked[4] != 1 {
		t.Errorf("one file is looked at %d times", f.looked[4])
	}
	f = &files{fault: errors.New("disk error")}
	if err := f.files().Cite(t.Context(), hits); !errors.Is(err, f.fault) {
		t.Errorf("a library that cannot be listed: %v", err)
	}
}
