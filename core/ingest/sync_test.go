package ingest_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"ibid/core"
	"ibid/core/ingest"
)

func TestMovedFilesKeepTheirDocuments(t *testing.T) { // C3
	dir := t.TempDir()
	in := filepath.Join(dir, "in")
	l := newLab(t, filepath.Join(dir, "lib"), nil)
	paths := []string{
		write(t, filepath.Join(in, "a.txt"), "twin"), write(t, filepath.Join(in, "b.txt"), "twin"),
		write(t, filepath.Join(in, "c.txt"), "single"), write(t, filepath.Join(in, "d.xyz"), "unread"),
		write(t, filepath.Join(in, "kept.txt"), "copied"), write(t, filepath.Join(in, "gone.txt"), "deleted"),
	}
	l.add(t, in)
	ids := make(map[string]core.DocumentID)
	for _, p := range paths {
		ids[p] = l.document(t, p).ID
	}
	read := l.reader.count("words")
	for from, to := range map[string]string{"a.txt": "x/a.txt", "b.txt": "x/b.txt", "c.txt": "x/renamed.md", "d.xyz": "x/d.txt"} {
		rename(t, filepath.Join(in, from), filepath.Join(in, to))
	}
	write(t, filepath.Join(in, "x", "copy.txt"), "copied")
	if err := os.Remove(filepath.Join(in, "gone.txt")); err != nil {
		t.Fatal(err)
	}
	other := write(t, filepath.Join(in, "x", "gone.txt"), "anothe!") // as long as what was deleted

	r, err := l.g.Sync(context.Background(), core.Folder{Path: in})
	if err != nil || r.Moved != 4 || r.Added != 2 || r.Gone != 1 || len(r.Errors) > 0 {
		t.Errorf("moved %d, added %d, gone %d, errors %v, %v", r.Moved, r.Added, r.Gone, r.Errors, err)
	}
	for from, to := range map[string]string{"a.txt": "x/a.txt", "b.txt": "x/b.txt", "c.txt": "x/renamed.md", "d.xyz": "x/d.txt", "kept.txt": "kept.txt", "gone.txt": "gone.txt"} {
		if d := l.document(t, filepath.Join(in, to)); d.ID != ids[filepath.Join(in, from)] || d.Name != filepath.Base(to) {
			t.Errorf("%s is document %d, %s was %d", to, d.ID, from, ids[filepath.Join(in, from)])
		}
	}
	for _, p := range []string{other, filepath.Join(in, "x", "copy.txt")} {
		if d := l.document(t, p); d.ID <= ids[filepath.Join(in, "gone.txt")] {
			t.Errorf("%s is document %d, which another file was", p, d.ID)
		}
	}
	if n := l.reader.count("words") - read; n != 2 { // d.txt, which could not be read as d.xyz, and gone.txt
		t.Errorf("%d files were read", n)
	}
	l.agree(t)
	if r, err = l.g.Sync(context.Background(), core.Folder{Path: in}); err != nil || len(r.Documents) != 0 || r.Unchanged != 8 {
		t.Errorf("second time: %+v, %v", r, err)
	}

	// It is the same for files that are added by hand after they were moved.
	rename(t, filepath.Join(in, "x", "a.txt"), filepath.Join(dir, "elsewhere", "a.txt"))
	if r := l.add(t, filepath.Join(dir, "elsewhere")); r.Moved != 1 || r.Added != 0 || r.Documents[0].ID != ids[paths[0]] {
		t.Errorf("added by hand: %+v", r)
	}
}

// A document is moved in one step: after a kill it lies here or there, and the
// next look finds it.
func TestKilledMoveIsFinished(t *testing.T) { // C3
	for _, point := range []string{"before Move 1", "after Move 1"} {
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
			was := l.document(t, filepath.Join(dir, "in", "b.pdf"))
			if err := l.close(); err != nil {
				t.Fatal(err)
			}
			to := filepath.Join(dir, "in", "deep", "moved.pdf")
			rename(t, was.Path, to)
			crash(t, dir, "sync", point)

			l = newLab(t, filepath.Join(dir, "lib"), nil)
			if l.note != "" {
				t.Errorf("recovered %q", l.note)
			}
			if _, err := l.g.Sync(context.Background(), core.Folder{Path: filepath.Join(dir, "in")}); err != nil {
				t.Fatal(err)
			}
			if d := l.document(t, to); d.ID != was.ID || d.State != core.StateReady || l.reader.count("") != 0 {
				t.Errorf("it is %+v, was %+v; %d read", d, was, l.reader.count(""))
			}
			l.agree(t)
		})
	}
}

func TestStructureIsReadWhereTheFileWasMoved(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in")
	from, to := write(t, filepath.Join(in, "a.txt"), "first words"), filepath.Join(in, "b.txt")
	l := newLab(t, filepath.Join(dir, "lib"), nil)
	l.reader.hook = func(call string) {
		if call == "words a.txt" {
			os.Rename(from, to)
		}
	}
	l.add(t, from)
	was := l.document(t, from)
	if was.State != core.StatePartial || !strings.Contains(was.Reason, "structure was not read") {
		t.Fatalf("%s: %s", was.State, was.Reason)
	}
	if _, err := l.g.Sync(context.Background(), core.Folder{Path: in}); err != nil {
		t.Fatal(err)
	}
	if d := l.document(t, to); d.ID != was.ID || d.State != core.StateReady || d.Reason != "" {
		t.Errorf("%d %s: %s", d.ID, d.State, d.Reason)
	}
	l.agree(t)
}

func TestFileThatChangesBetweenWordsAndStructureIsReadAgain(t *testing.T) { // R1.6
	dir := t.TempDir()
	path := write(t, filepath.Join(dir, "in", "a.txt"), "first words")
	l := newLab(t, filepath.Join(dir, "lib"), nil)
	var second sync.WaitGroup
	second.Add(1)
	l.reader.hook = func(call string) {
		if call != "structure a.txt" || l.reader.count("structure") > 1 {
			return
		}
		write(t, path, "second and longer words")
		go func() {
			defer second.Done()
			if _, err := l.g.Refresh(context.Background()); err != nil {
				t.Error(err)
			}
		}()
		for late := time.Now().Add(patience); l.document(t, path).State != core.StateWaiting && time.Now().Before(late); {
			runtime.Gosched()
		}
	}
	l.add(t, path)
	second.Wait()
	if got := l.finds(t, "second"); len(got) != 1 {
		t.Errorf("%+v; found in %q", l.document(t, path), got)
	}
	l.agree(t)
}

func TestStructureIsReadWhenTheFileIsBack(t *testing.T) {
	for name, back := range map[string]func(l *lab, path string) error{
		"added": func(l *lab, path string) error {
			_, err := l.g.Add(context.Background(), []string{path}, ingest.AddOptions{})
			return err
		},
		"seen": func(l *lab, path string) error {
			_, err := l.g.Sync(context.Background(), core.Folder{Path: filepath.Dir(path)})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := write(t, filepath.Join(dir, "in", "a.txt"), "first words")
			l := newLab(t, filepath.Join(dir, "lib"), nil)
			l.reader.hook = func(string) { os.Remove(path) }
			l.add(t, path)
			if _, err := l.g.Refresh(context.Background()); err != nil {
				t.Fatal(err)
			}
			if d := l.document(t, path); !strings.Contains(d.Reason, "gone since") || !strings.Contains(d.Reason, "structure was not read") {
				t.Fatalf("%s: %s", d.State, d.Reason)
			}
			l.reader.hook = nil
			write(t, path, "first words")
			if err := back(l, path); err != nil {
				t.Fatal(err)
			}
			if d := l.document(t, path); d.State != core.StateReady {
				t.Errorf("%s: %s", d.State, d.Reason)
			}
			l.agree(t)
		})
	}
}

// The move is noted when it is decided already, and not yet known, that there
// is no file to read the structure of.
func TestStructureIsReadThoughTheMoveIsNotedLate(t *testing.T) {
	dir := t.TempDir()
	from, to := write(t, filepath.Join(dir, "in", "a.txt"), "first words"), filepath.Join(dir, "in", "b.txt")
	l, err := stores(filepath.Join(dir, "lib"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := l.close(); err != nil {
			t.Error(err)
		}
	}()
	l.reader.hook = func(call string) {
		if call == "words a.txt" {
			os.Rename(from, to)
		}
	}
	acknowledged := 0
	f := &fuse{fail: func(name string) error {
		if name != "before Acknowledge" {
			return nil
		}
		if acknowledged++; acknowledged != 2 {
			return nil
		}
		d, err := l.lib.DocumentByPath(context.Background(), from)
		d.Path = to
		if err == nil {
			_, err = l.lib.Move(context.Background(), []core.Document{d})
		}
		return err
	}}
	k := &keeper{lab: l, changed: make(chan struct{}, 1)}
	o := l.fused(f)
	o.OnChange = k.tell
	if err := l.start(o); err != nil {
		t.Fatal(err)
	}
	l.add(t, from)
	k.state(t, to, core.StateReady)
	k.rest(t)
}

func TestClosedIngestLeavesNothingRunning(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in")
	write(t, filepath.Join(in, "a.txt"), "first words")
	for _, most := range []int{0, 1} {
		l, err := stores(filepath.Join(dir, "lib"))
		if err != nil {
			t.Fatal(err)
		}
		stores := runtime.NumGoroutine()
		o := l.options()
		o.Watching = ingest.Watching{Quiet: time.Millisecond, Poll: time.Millisecond, Most: most}
		l.g = ingest.New(o)
		l.g.Watch(core.Folder{Path: in})
		write(t, filepath.Join(in, "b.txt"), fmt.Sprint("words ", most))
		l.g.Close()
		l.g.Watch(core.Folder{Path: in}) // too late: nothing begins again
		for i := 0; i < 100_000 && runtime.NumGoroutine() > stores; i++ {
			runtime.Gosched() // one that is waited for no more may not have left yet
		}
		if n := runtime.NumGoroutine(); n > stores {
			buf := make([]byte, 1<<16)
			t.Errorf("%d goroutines more than before\n%s", n-stores, buf[:runtime.Stack(buf, true)])
		}
		if err := l.close(); err != nil {
			t.Fatal(err)
		}
	}
}
