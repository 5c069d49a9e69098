package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ibid/core"
	"ibid/core/ingest"
)

// patience is how long a test waits for what must come. It is waited only
// where something is wrong.
const patience = 20 * time.Second

// keeper is a lab that follows folders and says when something changed.
type keeper struct {
	*lab
	changed chan struct{}
}

// newKeeper follows the folders and waits until they are read.
func newKeeper(t testing.TB, dir string, change func(*ingest.Watching), folders ...string) *keeper {
	t.Helper()
	k := &keeper{changed: make(chan struct{}, 1)}
	k.lab = newLab(t, filepath.Join(dir, "lib"), func(o *ingest.Options) {
		o.Watching = ingest.Watching{Quiet: 60 * time.Millisecond, Poll: 60 * time.Millisecond}
		if change != nil {
			change(&o.Watching)
		}
		o.OnChange = func(core.Change) {
			select {
			case k.changed <- struct{}{}:
			default:
			}
		}
	})
	for _, f := range folders {
		k.g.Watch(core.Folder{Path: f})
	}
	return k
}

// until waits for a change after which ok holds.
func (k *keeper) until(t testing.TB, what string, ok func() bool) {
	t.Helper()
	late := time.After(patience)
	for !ok() {
		select {
		case <-k.changed:
		case <-late:
			docs, _ := k.lib.Documents(context.Background())
			for _, d := range docs {
				t.Logf("%d %s %s %s", d.ID, d.Path, d.State, d.Reason)
			}
			t.Fatalf("%s: not within %v; %+v", what, patience, k.g.Watched())
		}
	}
}

// state waits until the document at the path has the state.
func (k *keeper) state(t testing.TB, path string, want core.State) core.Document {
	t.Helper()
	var d core.Document
	k.until(t, fmt.Sprintf("%s is %s", path, want), func() bool {
		var err error
		d, err = k.lib.DocumentByPath(context.Background(), path)
		return err == nil && d.State == want
	})
	return d
}

// gone waits until the document at the path is marked as gone.
func (k *keeper) gone(t testing.TB, path string) {
	t.Helper()
	d := k.state(t, path, core.StatePartial)
	if !strings.Contains(d.Reason, "gone since") {
		t.Errorf("%s: %s", path, d.Reason)
	}
}

// followed waits until a folder is followed so.
func (k *keeper) followed(t testing.TB, path string, want core.FolderState) core.Folder {
	t.Helper()
	var found core.Folder
	k.until(t, fmt.Sprintf("%s is %s", path, want), func() bool {
		for _, f := range k.g.Watched() {
			if f.Path == path && f.State == want {
				found = f
				return true
			}
		}
		return false
	})
	return found
}

func rename(t testing.TB, from, to string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o755), os.Rename(from, to)); err != nil {
		t.Fatal(err)
	}
}

// both runs a test with what the system tells and with polling, which is what
// is left when the limit of watched folders is reached.
func both(t *testing.T, test func(t *testing.T, in string, k *keeper)) {
	for name, most := range map[string]int{"told": 0, "polled": 1} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			in := filepath.Join(dir, "in")
			write(t, filepath.Join(in, "sub", "first.txt"), "the first file")
			k := newKeeper(t, dir, func(w *ingest.Watching) { w.Most = most }, in)
			k.state(t, filepath.Join(in, "sub", "first.txt"), core.StateReady)
			want := core.FolderWatching
			if most > 0 {
				want = core.FolderPolling
			}
			f := k.followed(t, in, want)
			if most > 0 && !strings.Contains(f.Reason, "more than 1 are not watched; it is looked through every") {
				t.Errorf("reason %q", f.Reason)
			}
			test(t, in, k)
			k.g.Close() // what was read is kept
			k.agree(t)
		})
	}
}

func TestWatchedFolderIsFollowed(t *testing.T) { // C3
	both(t, func(t *testing.T, in string, k *keeper) {
		fresh := write(t, filepath.Join(in, "fresh.txt"), "a fresh file")
		d := k.state(t, fresh, core.StateReady)

		write(t, fresh, "a file that was changed")
		k.until(t, "changed", func() bool { return len(k.finds(t, "changed")) == 1 })
		if now := k.state(t, fresh, core.StateReady); now.ID != d.ID {
			t.Errorf("a changed file is document %d, was %d", now.ID, d.ID)
		}

		moved := filepath.Join(in, "new", "deep", "moved.txt")
		rename(t, fresh, moved)
		if now := k.state(t, moved, core.StateReady); now.ID != d.ID || now.Name != "moved.txt" {
			t.Errorf("a moved file is document %d, was %d", now.ID, d.ID)
		}
		if err := os.Remove(moved); err != nil {
			t.Fatal(err)
		}
		k.gone(t, moved)
		write(t, moved, "a file that was changed")
		if now := k.state(t, moved, core.StateReady); now.ID != d.ID {
			t.Errorf("a file that is back is document %d, was %d", now.ID, d.ID)
		}
	})
}

func TestFolderThatIsMadeWithFilesAndMovedIsFollowed(t *testing.T) { // C3
	both(t, func(t *testing.T, in string, k *keeper) {
		aside := filepath.Join(filepath.Dir(in), "aside")
		for i := range 20 {
			write(t, filepath.Join(aside, fmt.Sprint("d", i%3), "deep", fmt.Sprint(i, ".txt")), fmt.Sprint("number ", i))
		}
		rename(t, aside, filepath.Join(in, "made"))
		ids := make(map[core.DocumentID]bool)
		for i := range 20 {
			d := k.state(t, filepath.Join(in, "made", fmt.Sprint("d", i%3), "deep", fmt.Sprint(i, ".txt")), core.StateReady)
			ids[d.ID] = true
		}
		rename(t, filepath.Join(in, "made"), filepath.Join(in, "sub", "renamed"))
		for i := range 20 {
			d := k.state(t, filepath.Join(in, "sub", "renamed", fmt.Sprint("d", i%3), "deep", fmt.Sprint(i, ".txt")), core.StateReady)
			if !ids[d.ID] {
				t.Errorf("%s has another id", d.Path)
			}
		}
		// What happens in it under its new name is seen.
		late := write(t, filepath.Join(in, "sub", "renamed", "d0", "late.txt"), "a late file")
		k.state(t, late, core.StateReady)
	})
}

func TestFolderThatIsDeletedAndMadeAgainIsFollowed(t *testing.T) { // C3
	both(t, func(t *testing.T, in string, k *keeper) {
		first := filepath.Join(in, "sub", "first.txt")
		d := k.document(t, first)
		for _, dir := range []string{filepath.Dir(first), in} {
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
			k.gone(t, first)
			if dir == in {
				k.followed(t, in, core.FolderMissing)
			}
			write(t, first, "the first file")
			if now := k.state(t, first, core.StateReady); now.ID != d.ID {
				t.Errorf("it is document %d, was %d", now.ID, d.ID)
			}
			next := write(t, filepath.Join(filepath.Dir(first), filepath.Base(dir)+".txt"), "next to "+dir)
			k.state(t, next, core.StateReady)
		}
	})
}

func TestFileThatIsWrittenSlowlyIsWaitedFor(t *testing.T) { // C3
	both(t, func(t *testing.T, in string, k *keeper) {
		path := filepath.Join(in, "slow.txt")
		file, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		// A line every 5 ms for much longer than the quiet that is asked for,
		// until another file, written at the same time, has been read.
		other := write(t, filepath.Join(in, "other.txt"), "another file")
		for range 100 {
			if _, err := fmt.Fprintln(file, "a line of a slow file"); err != nil {
				t.Fatal(err)
			}
			time.Sleep(5 * time.Millisecond)
		}
		k.state(t, other, core.StateReady)
		if _, err := fmt.Fprintln(file, "finished"); err != nil {
			t.Fatal(err)
		}
		k.until(t, "read", func() bool { return len(k.finds(t, "finished")) == 1 })
		if n := k.reader.count("words slow.txt"); n != 1 {
			t.Errorf("it was read %d times", n)
		}
	})
}

func TestIgnoredFilesAreLeftOutUntilTheyAreNot(t *testing.T) { // C3
	both(t, func(t *testing.T, in string, k *keeper) {
		write(t, filepath.Join(in, ".gitignore"), "*.pdf\nbuild/\n")
		write(t, filepath.Join(in, "sub", ".ibidignore"), "!kept.pdf\nsecret*\n")
		for _, name := range []string{"a.pdf", "build/b.txt", "sub/secret.txt", ".hidden.txt"} {
			write(t, filepath.Join(in, name), "left out")
		}
		kept := write(t, filepath.Join(in, "sub", "kept.pdf"), "kept")
		last := write(t, filepath.Join(in, "z.txt"), "the last")
		k.state(t, kept, core.StateReady)
		k.state(t, last, core.StateReady)
		if docs, err := k.lib.Documents(context.Background()); err != nil || len(docs) != 3 {
			t.Errorf("documents %+v, %v", docs, err)
		}
		if err := os.Remove(filepath.Join(in, ".gitignore")); err != nil {
			t.Fatal(err)
		}
		k.state(t, filepath.Join(in, "a.pdf"), core.StateReady)
		k.state(t, filepath.Join(in, "build", "b.txt"), core.StateReady)
		late := write(t, filepath.Join(in, "build", "late.txt"), "a late one")
		k.state(t, late, core.StateReady)
	})
}

func TestFileMovesBetweenWatchedFolders(t *testing.T) { // C3
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	from := write(t, filepath.Join(a, "x.txt"), "wandering words")
	write(t, filepath.Join(b, "deep", "y.txt"), "other words")
	// a is watched by the system, b is too deep for what is left of the limit.
	k := newKeeper(t, dir, func(w *ingest.Watching) { w.Most = 1 }, a, b)
	d := k.state(t, from, core.StateReady)
	k.followed(t, a, core.FolderWatching)
	k.followed(t, b, core.FolderPolling)
	to := filepath.Join(b, "deep", "z.txt")
	for range 2 {
		rename(t, from, to)
		if now := k.state(t, to, core.StateReady); now.ID != d.ID {
			t.Errorf("it is document %d, was %d", now.ID, d.ID)
		}
		from, to = to, from
	}
	k.agree(t)
}

func TestUnwatchedFolderIsLeftAlone(t *testing.T) {
	dir := t.TempDir()
	outer, inner := filepath.Join(dir, "in"), filepath.Join(dir, "in", "inner")
	first := write(t, filepath.Join(inner, "a.txt"), "first words")
	k := newKeeper(t, dir, nil, outer, inner)
	k.state(t, first, core.StateReady)
	k.g.Unwatch(inner)
	second := write(t, filepath.Join(inner, "b.txt"), "second words")
	k.state(t, second, core.StateReady) // outer is followed all the same
	k.g.Unwatch(outer)
	k.until(t, "nothing is followed", func() bool { return len(k.g.Watched()) == 0 })
	third := write(t, filepath.Join(inner, "c.txt"), "third words")
	k.g.Watch(core.Folder{Path: outer, MaxBytes: 100})
	k.state(t, third, core.StateReady)
	large := write(t, filepath.Join(inner, "d.txt"), strings.Repeat("large words ", 20))
	small := write(t, filepath.Join(inner, "e.txt"), "small words")
	k.state(t, small, core.StateReady)
	if _, err := k.lib.DocumentByPath(context.Background(), large); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("a file over the limit: %v", err)
	}
}
