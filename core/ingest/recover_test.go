package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ibid/core"
	"ibid/core/ingest"
)

// reopened makes a library of three files, lets spoil do its work on the closed
// folder and opens it again.
func reopened(t *testing.T, spoil func(lib string) error) *lab {
	t.Helper()
	dir := t.TempDir()
	threeFiles(t, dir)
	l, err := stores(filepath.Join(dir, "lib"))
	if err == nil {
		err = l.start(l.options())
	}
	if err != nil {
		t.Fatal(err)
	}
	l.add(t, filepath.Join(dir, "in"))
	if err := l.close(); err != nil {
		t.Fatal(err)
	}
	if err := spoil(l.dir); err != nil {
		t.Fatal(err)
	}
	l = newLab(t, l.dir, nil)
	if _, err := l.g.Resume(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := l.finds(t, "words"); len(got) != 3 {
		t.Errorf("found in %q", got)
	}
	l.agree(t)
	return l
}

func TestNothingIsDoneWhereAllAgree(t *testing.T) {
	l := reopened(t, func(string) error { return nil })
	if l.note != "" || l.reader.count("") != 0 {
		t.Errorf("recovered %q, read %q", l.note, l.reader.calls)
	}
}

func TestLostIndexIsBuiltFromTheTexts(t *testing.T) {
	l := reopened(t, func(lib string) error { return os.RemoveAll(filepath.Join(lib, "index")) })
	if !strings.Contains(l.note, "3 contents were put into the index again") || l.reader.count("") != 0 {
		t.Errorf("recovered %q, read %q", l.note, l.reader.calls)
	}
}

func TestLostTextsAreReadAgain(t *testing.T) {
	l := reopened(t, func(lib string) error { return os.Remove(filepath.Join(lib, "derived.db")) })
	if !strings.Contains(l.note, "3 contents whose text was lost") || l.reader.count("words") != 3 {
		t.Errorf("recovered %q, read %q", l.note, l.reader.calls)
	}
}

func TestDamagedTextsAreSetAsideAndReadAgain(t *testing.T) {
	l := reopened(t, func(lib string) error {
		return os.WriteFile(filepath.Join(lib, "derived.db"), []byte(strings.Repeat("no database ", 1000)), 0o600)
	})
	if l.texts.Rebuilt() == "" || l.reader.count("words") != 3 {
		t.Errorf("store says %q, read %q", l.texts.Rebuilt(), l.reader.calls)
	}
}

// Decision 4: a restored backup is older than what was derived from it.
func TestRestoredLibraryTakesOverWhatWasDerived(t *testing.T) {
	dir := t.TempDir()
	lib := filepath.Join(dir, "lib")
	threeFiles(t, dir)
	session := func(work func(l *lab)) {
		t.Helper()
		l, err := stores(lib)
		if err == nil {
			err = l.start(l.options())
		}
		if err != nil {
			t.Fatal(err)
		}
		work(l)
		if err := l.close(); err != nil {
			t.Fatal(err)
		}
	}
	path := func(name string) string { return filepath.Join(dir, "in", name) }
	session(func(l *lab) { l.add(t, path("a.pdf"), path("b.pdf")) })
	old, err := os.ReadFile(filepath.Join(lib, "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	session(func(l *lab) {
		l.add(t, path("c.txt"))
		if err := l.g.Remove(context.Background(), l.document(t, path("a.pdf")).ID); err != nil {
			t.Fatal(err)
		}
	})
	if err := os.WriteFile(filepath.Join(lib, "library.db"), old, 0o600); err != nil {
		t.Fatal(err)
	}
	session(func(l *lab) {
		if _, err := l.g.Resume(context.Background()); err != nil {
			t.Fatal(err)
		}
		if got := l.finds(t, "words"); len(got) != 2 || l.reader.count("words") != 1 {
			t.Errorf("found in %q after %q (%s)", got, l.reader.calls, l.note)
		}
		l.agree(t)
	})
}

func TestIndexAheadOfTheTextsIsBuiltAgain(t *testing.T) {
	dir := t.TempDir()
	threeFiles(t, dir)
	l := newLab(t, filepath.Join(dir, "lib"), nil)
	l.add(t, filepath.Join(dir, "in"))
	ghost := core.IndexedPassage{Hash: "ghost", Kind: core.KindText, Page: 1, Text: "ghost words"}
	first := l.document(t, filepath.Join(dir, "in", "a.pdf")).Hash
	put := func(ahead uint64, remove []core.Hash, add ...core.IndexedPassage) func() error {
		return func() error {
			_, n, err := l.index.Generation()
			return errors.Join(err, l.index.Put(context.Background(), n+ahead, remove, add))
		}
	}
	for name, spoil := range map[string]func() error{
		"ahead":           put(1000, nil),
		"with a ghost":    put(1000, nil, ghost),
		"without a text":  put(1000, []core.Hash{first}),
		"of equal number": put(0, nil, ghost),
	} {
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		resets := l.index.resets
		if _, err := l.g.Recover(context.Background()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if l.index.resets != resets+1 {
			t.Errorf("%s: the index was emptied %d times", name, l.index.resets-resets)
		}
		if got := l.finds(t, "words"); len(got) != 3 {
			t.Errorf("%s: found in %q", name, got)
		}
		l.agree(t)
	}
}

// Whatever the order of adding, changing and removing, whatever fails in
// between: in the end catalogue, texts and index agree, and all that is there
// is found.
func TestAnyOrderOfChangesEndsInAgreement(t *testing.T) {
	for seed := range uint64(6) {
		for _, failing := range []bool{false, true} {
			t.Run(fmt.Sprintf("seed %d, failing %v", seed, failing), func(t *testing.T) {
				shuffle(t, seed, failing)
			})
		}
	}
}

func shuffle(t *testing.T, seed uint64, failing bool) {
	dir := t.TempDir()
	l, err := stores(filepath.Join(dir, "lib"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := l.close(); err != nil {
			t.Error(err)
		}
	}()
	dice := rand.New(rand.NewPCG(seed, 1))
	f := &fuse{fail: func(string) error {
		if failing && dice.IntN(40) == 0 {
			return errors.New("the disk is full")
		}
		return nil
	}}
	o := l.fused(f)
	o.Readers = 1 + int(seed%3)
	if err := l.start(o); err != nil && !failing {
		t.Fatal(err)
	}
	var users sync.WaitGroup
	for user := range uint64(3) {
		users.Go(func() { meddle(l, filepath.Join(dir, "in"), rand.New(rand.NewPCG(seed, user))) })
	}
	users.Wait()
	f.mu.Lock()
	f.fail = func(string) error { return nil }
	f.mu.Unlock()

	ctx := context.Background()
	if _, err := l.g.Refresh(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := l.g.Resume(ctx); err != nil {
		t.Fatal(err)
	}
	l.g.Close() // a file that was removed while it was read may still be on its way
	l.agree(t)
	docs, err := l.lib.Documents(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if got := l.finds(t, "fruit"); len(got) != len(docs) {
		t.Errorf("%d documents, found %d: %q", len(docs), len(got), got)
	}
}

// meddle does thirty things to the files and documents, as a user might.
// Errors of the library are expected where it is made to fail.
func meddle(l *lab, in string, dice *rand.Rand) {
	ctx := context.Background()
	for range 30 {
		path := filepath.Join(in, fmt.Sprintf("f%d.%s", dice.IntN(8), []string{"txt", "pdf"}[dice.IntN(2)]))
		switch dice.IntN(6) {
		case 0, 1, 2:
			os.MkdirAll(in, 0o755)
			os.WriteFile(path, fmt.Appendf(nil, "Fruit\nfruit number %d", dice.IntN(6)), 0o644)
			l.g.Add(ctx, []string{path}, ingest.AddOptions{})
		case 3:
			ctx, cancel := context.WithTimeout(ctx, time.Duration(dice.IntN(10))*time.Millisecond)
			l.g.Add(ctx, []string{in}, ingest.AddOptions{})
			cancel()
		case 4:
			if d, err := l.lib.DocumentByPath(ctx, path); err == nil {
				l.g.Remove(ctx, d.ID)
			}
		case 5:
			l.g.Refresh(ctx)
		}
	}
}
