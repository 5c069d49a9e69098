package ingest_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/ingest"
)

// numbered is a file of six pages that say their numbers themselves.
const numbered = "Title\nown-i\fown-ii\fown-1\fown-2\fown-3\fown-4"

// labels are the stored printed numbers of a document's pages.
func (l *lab) labels(t testing.TB, path string) string {
	t.Helper()
	pages, err := l.texts.Pages(t.Context(), l.document(t, path).Hash)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, p := range pages {
		out = append(out, p.Label)
	}
	return strings.Join(out, " ")
}

func (l *lab) number(t testing.TB, path, ranges string) error {
	t.Helper()
	var n core.Numbering
	if ranges != "" {
		var err error
		if n, err = core.ParseNumbering(ranges); err != nil {
			t.Fatal(err)
		}
	}
	return l.g.SetNumbering(t.Context(), l.document(t, path).ID, n)
}

func (l *lab) want(t testing.TB, when, path, labels string) {
	t.Helper()
	if got := l.labels(t, path); got != labels {
		t.Errorf("%s: pages bear %q, want %q", when, got, labels)
	}
}

func TestCorrectedNumbersOutliveEverything(t *testing.T) { // X2
	dir := t.TempDir()
	file := write(t, filepath.Join(dir, "in", "a.pdf"), numbered)
	lib := filepath.Join(dir, "lib")
	reopen := func(lose ...string) *lab {
		t.Helper()
		for _, name := range lose {
			if err := os.RemoveAll(filepath.Join(lib, name)); err != nil {
				t.Fatal(err)
			}
		}
		l, err := stores(lib)
		if err == nil {
			err = l.start(l.options())
		}
		if err == nil {
			_, err = l.g.Resume(context.Background())
		}
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	closed := func(l *lab) {
		t.Helper()
		if err := l.close(); err != nil {
			t.Fatal(err)
		}
	}
	l := reopen()
	l.add(t, file)
	l.want(t, "as the document says", file, "i ii 1 2 3 4")
	if err := l.number(t, file, "2=A-1 5="); err != nil {
		t.Fatal(err)
	}
	l.want(t, "corrected", file, "– A-1 A-2 A-3 – –")
	closed(l)

	l = reopen()
	l.want(t, "opened again", file, "– A-1 A-2 A-3 – –")
	closed(l)
	l = reopen("derived.db", "index")
	l.want(t, "after what is derived was lost", file, "– A-1 A-2 A-3 – –")

	write(t, file, numbered+"\fown-5\fown-6")
	l.add(t, file)
	l.want(t, "after the file changed", file, "– A-1 A-2 A-3 – – – –")

	// The same bytes at another path, read before and without a correction.
	twin := write(t, filepath.Join(dir, "in", "twin.pdf"), numbered)
	l.add(t, twin)
	l.want(t, "another document", twin, "i ii 1 2 3 4")
	write(t, file, numbered)
	l.add(t, file)
	l.want(t, "after the file came to be as its twin", twin, "– A-1 A-2 A-3 – –")

	if err := l.number(t, twin, "1=7"); err != nil {
		t.Fatal(err)
	}
	l.want(t, "the last correction", file, "7 8 9 10 11 12")
	if err := l.number(t, file, ""); err != nil {
		t.Fatal(err)
	}
	l.want(t, "taken back", file, "i ii 1 2 3 4")
	closed(l) // what no document has any more is dropped in the background
	l = reopen()
	l.agree(t)
	closed(l)
	l = reopen("derived.db")
	defer closed(l)
	l.want(t, "read again after that", file, "i ii 1 2 3 4")
}

func TestCorrectionIsTakenBackOnlyWithTheFile(t *testing.T) { // X2
	l := newLab(t, filepath.Join(t.TempDir(), "lib"), nil)
	file := write(t, filepath.Join(t.TempDir(), "a.pdf"), numbered)
	l.add(t, file)
	if err := l.number(t, file, "1=3"); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := l.number(t, file, ""); !errors.Is(err, core.ErrNotFound) || !strings.Contains(err.Error(), "gone") {
		t.Errorf("without the file: %v", err)
	}
	l.want(t, "still corrected", file, "3 4 5 6 7 8")
	if err := l.number(t, file, "1=4"); err != nil {
		t.Errorf("another correction needs no file: %v", err)
	}
	l.want(t, "corrected again", file, "4 5 6 7 8 9")
}

func TestNumberingOfNoDocumentIsNotFound(t *testing.T) {
	l := newLab(t, filepath.Join(t.TempDir(), "lib"), nil)
	if err := l.g.SetNumbering(t.Context(), 99, core.Numbering{{Page: 1, Style: core.StyleDecimal, Start: 1}}); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("unknown document: %v", err)
	}
}

// A correction that was kept, but whose pages do not bear it yet, is found.
func TestCorrectionCutShortIsFinished(t *testing.T) { // X2
	fail := errors.New("no room")
	fails := true
	l := newLab(t, filepath.Join(t.TempDir(), "lib"), func(o *ingest.Options) {
		o.Texts = unlabelled{o.Texts, func() error {
			if fails {
				return fail
			}
			return nil
		}}
	})
	file := write(t, filepath.Join(t.TempDir(), "a.pdf"), numbered)
	fails = false
	l.add(t, file)
	fails = true
	if err := l.number(t, file, "1=3"); !errors.Is(err, fail) {
		t.Fatalf("set: %v", err)
	}
	l.want(t, "cut short", file, "i ii 1 2 3 4")
	fails = false
	if _, err := l.g.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	l.want(t, "recovered", file, "3 4 5 6 7 8")
}

// unlabelled is a store that may not take labels.
type unlabelled struct {
	ingest.Texts
	fault func() error
}

func (s unlabelled) PutLabels(ctx context.Context, hash core.Hash, labels []string) error {
	if err := s.fault(); err != nil {
		return err
	}
	return s.Texts.PutLabels(ctx, hash, labels)
}
