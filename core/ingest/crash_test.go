package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"ibid/core"
	"ibid/core/ingest"
	"ibid/core/library"
	"ibid/core/store"
)

// The test binary is started again as the program that will be killed: these
// say where it works, what it does and when it ends.
const (
	envDir   = "IBID_TEST_CRASH_DIR"
	envTask  = "IBID_TEST_CRASH_TASK"
	envPoint = "IBID_TEST_CRASH_POINT"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(envDir); dir != "" {
		err := crashingProgram(dir, os.Getenv(envTask), os.Getenv(envPoint))
		fmt.Fprintln(os.Stderr, "not killed:", err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// fuse kills this process, or fails, when it has come to a point: "after Put 2".
type fuse struct {
	mu    sync.Mutex
	point string
	seen  map[string]int
	fail  func(name string) error // instead of killing; nil to kill
}

func (f *fuse) at(name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fail != nil {
		return f.fail(name)
	}
	f.seen[name]++
	if fmt.Sprintf("%s %d", name, f.seen[name]) == f.point {
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
	return nil
}

func around(f *fuse, name string, do func() error) error {
	if err := f.at("before " + name); err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	return f.at("after " + name)
}

type fusedLibrary struct {
	*library.Library
	f *fuse
}

func (l fusedLibrary) Acknowledge(ctx context.Context, n uint64, done []core.Content) error {
	return around(l.f, "Acknowledge", func() error { return l.Library.Acknowledge(ctx, n, done) })
}

func (l fusedLibrary) Drop(ctx context.Context, n uint64, hashes []core.Hash) error {
	return around(l.f, "Drop", func() error { return l.Library.Drop(ctx, n, hashes) })
}

func (l fusedLibrary) Assign(ctx context.Context, d core.Document) (c core.Content, err error) {
	err = around(l.f, "Assign", func() error { c, err = l.Library.Assign(ctx, d); return err })
	return c, err
}

func (l fusedLibrary) Move(ctx context.Context, docs []core.Document) (ids []core.DocumentID, err error) {
	err = around(l.f, "Move", func() error { ids, err = l.Library.Move(ctx, docs); return err })
	return ids, err
}

func (l fusedLibrary) Remove(ctx context.Context, ids ...core.DocumentID) (h []core.Hash, err error) {
	err = around(l.f, "Remove", func() error { h, err = l.Library.Remove(ctx, ids...); return err })
	return h, err
}

type fusedTexts struct {
	*store.Store
	f *fuse
}

func (s fusedTexts) PutPages(ctx context.Context, h core.Hash, pages []core.Page) error {
	return around(s.f, "PutPages", func() error { return s.Store.PutPages(ctx, h, pages) })
}

func (s fusedTexts) PutLayouts(ctx context.Context, h core.Hash, layouts []core.Layout) error {
	return around(s.f, "PutLayouts", func() error { return s.Store.PutLayouts(ctx, h, layouts) })
}

func (s fusedTexts) PutPassages(ctx context.Context, h core.Hash, n uint64, p []core.Passage) error {
	return around(s.f, "PutPassages", func() error { return s.Store.PutPassages(ctx, h, n, p) })
}

func (s fusedTexts) PutScanned(ctx context.Context, h core.Hash, n uint64, pages []core.Page, l []core.Layout, p []core.Passage) error {
	return around(s.f, "PutScanned", func() error { return s.Store.PutScanned(ctx, h, n, pages, l, p) })
}

func (s fusedTexts) SetGeneration(ctx context.Context, n uint64) error {
	return around(s.f, "SetGeneration", func() error { return s.Store.SetGeneration(ctx, n) })
}

func (s fusedTexts) Delete(ctx context.Context, hashes ...core.Hash) error {
	return around(s.f, "Delete", func() error { return s.Store.Delete(ctx, hashes...) })
}

type fusedIndex struct {
	*liveIndex
	f *fuse
}

func (x fusedIndex) Put(ctx context.Context, n uint64, remove []core.Hash, add []core.IndexedPassage) error {
	return around(x.f, "Put", func() error { return x.liveIndex.Put(ctx, n, remove, add) })
}

// fused puts a fuse into every step that changes a store.
func (l *lab) fused(f *fuse) ingest.Options {
	o := l.options()
	o.Catalogue, o.Texts, o.Index = fusedLibrary{l.lib, f}, fusedTexts{l.texts, f}, fusedIndex{l.index, f}
	return o
}

func crashingProgram(dir, task, point string) error {
	l, err := stores(filepath.Join(dir, "lib"))
	if err != nil {
		return err
	}
	f := &fuse{point: point, seen: make(map[string]int)}
	l.reader.hook = func(call string) { f.at(call) }
	o, e := l.fused(f), &eye{hook: func(page int) error { return f.at(fmt.Sprintf("scan %d", page)) }}
	e.options(&o)
	if err := l.start(o); err != nil {
		return err
	}
	ctx := context.Background()
	switch task {
	case "add":
		_, err = l.g.Add(ctx, []string{filepath.Join(dir, "in")}, ingest.AddOptions{})
	case "scan":
		_, err = l.g.ReadScans(ctx, false)
	case "sync":
		_, err = l.g.Sync(ctx, core.Folder{Path: filepath.Join(dir, "in")})
	case "remove":
		var d core.Document
		if d, err = l.lib.DocumentByPath(ctx, filepath.Join(dir, "in", "b.pdf")); err == nil {
			err = l.g.Remove(ctx, d.ID)
		}
	}
	return errors.Join(err, l.close())
}

// crash runs a task in a process of its own that is killed at the point.
func crash(t *testing.T, dir, task, point string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), envDir+"="+dir, envTask+"="+task, envPoint+"="+point)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		t.Fatalf("%s was to be killed at %q: %v\n%s", task, point, err, out)
	}
}

func threeFiles(t *testing.T, dir string) {
	write(t, filepath.Join(dir, "in", "a.pdf"), "Alpha\nfirst words\fmore of the first")
	write(t, filepath.Join(dir, "in", "b.pdf"), "Beta\nsecond words")
	write(t, filepath.Join(dir, "in", "c.txt"), "Gamma\nthird words")
}

// Decision 5: after a kill at any step, the difference is done again, and
// nothing but the difference.
func TestKilledAddRedoesTheDifference(t *testing.T) {
	points := []string{
		"after Assign 2", "words b.pdf 1", "after PutPages 1", "after PutPages 2", "after PutPassages 1", "after PutPassages 3",
		"before Put 1", "after Put 1", "before Acknowledge 1", "after Acknowledge 1",
		"structure a.pdf 1", "after PutLayouts 1", "after PutLayouts 2", "after PutPassages 4", "before Put 2", "after Put 2", "after Acknowledge 2",
	}
	for _, point := range points {
		t.Run(point, func(t *testing.T) {
			dir := t.TempDir()
			threeFiles(t, dir)
			crash(t, dir, "add", point)

			l, err := stores(filepath.Join(dir, "lib"))
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := l.close(); err != nil {
					t.Error(err)
				}
			}()
			stored, err := l.texts.Generations(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			_, indexed, _ := l.index.Generation()
			behind := 0
			for _, n := range stored {
				if n > indexed {
					behind++
				}
			}
			puts := 0
			f := &fuse{fail: func(name string) error {
				if name == "after Put" {
					puts++
				}
				return nil
			}}
			if err := l.start(l.fused(f)); err != nil {
				t.Fatal(err)
			}
			if l.reader.count("") != 0 || l.index.resets != 0 {
				t.Errorf("recovery read %d files and emptied the index %d times", l.reader.count(""), l.index.resets)
			}
			if told := strings.Contains(l.note, fmt.Sprintf("%d contents were put into the index again", behind)); told != (behind > 0) || puts != min(behind, 1) {
				t.Errorf("%d contents were behind; %d puts; %q", behind, puts, l.note)
			}
			if _, err := l.g.Resume(context.Background()); err != nil {
				t.Fatal(err)
			}
			if n := l.reader.count("words"); n != 3-len(stored) {
				t.Errorf("%d files were read again, %d were not stored", n, 3-len(stored))
			}
			if got := l.finds(t, "words"); len(got) != 3 {
				t.Errorf("found in %q", got)
			}
			l.agree(t)
		})
	}
}

// A document that is being removed is found as long as it is there, and never
// after: whatever the step at which the program ends.
func TestKilledRemoveIsFinished(t *testing.T) {
	points := []string{
		"before Remove 1", "after Remove 1", "after SetGeneration 1", "before Put 1", "after Put 1", "after Delete 1",
		"after Acknowledge 1", "before Drop 1", "after Drop 1",
	}
	for _, point := range points {
		t.Run(point, func(t *testing.T) {
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
			crash(t, dir, "remove", point)

			l = newLab(t, filepath.Join(dir, "lib"), nil)
			want := 2
			if point == "before Remove 1" {
				want = 3
			}
			if got := l.finds(t, "words"); len(got) != want {
				t.Errorf("found in %q, want %d", got, want)
			}
			if l.index.resets != 0 || l.reader.count("") != 0 {
				t.Errorf("recovery emptied the index or read a file")
			}
			l.agree(t)
		})
	}
}

func TestFileThatEndsTheProgramTwiceIsQuarantined(t *testing.T) {
	dir := t.TempDir()
	threeFiles(t, dir)
	for range 2 {
		crash(t, dir, "add", "words b.pdf 1")
	}
	l := newLab(t, filepath.Join(dir, "lib"), nil)
	l.add(t, filepath.Join(dir, "in"))
	d := l.document(t, filepath.Join(dir, "in", "b.pdf"))
	if d.State != core.StateQuarantined || !strings.Contains(d.Reason, "2 times") || l.reader.count("words b.pdf") != 0 {
		t.Errorf("%s: %s, read %d times", d.State, d.Reason, l.reader.count("words b.pdf"))
	}
	if got := l.finds(t, "words"); len(got) != 2 {
		t.Errorf("the others are found in %q", got)
	}
	l.agree(t)
}

func TestStructureThatEndsTheProgramTwiceLeavesTheWords(t *testing.T) {
	dir := t.TempDir()
	threeFiles(t, dir)
	for range 2 {
		crash(t, dir, "add", "outline b.pdf 1")
	}
	l := newLab(t, filepath.Join(dir, "lib"), nil)
	l.add(t, filepath.Join(dir, "in"))
	d := l.document(t, filepath.Join(dir, "in", "b.pdf"))
	if d.State != core.StatePartial || !strings.Contains(d.Reason, "outline ended the program 2 times") {
		t.Errorf("%s: %s", d.State, d.Reason)
	}
	if got := l.finds(t, "second"); !slices.Equal(got, []string{"b.pdf"}) {
		t.Errorf("its words are found in %q", got)
	}
	l.agree(t)
}
