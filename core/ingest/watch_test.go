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

// quiet is how long files are left in peace before they are read, in tests.
const quiet = 60 * time.Millisecond

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
		o.Watching = ingest.Watching{Quiet: quiet, Poll: quiet}
		if change != nil {
			change(&o.Watching)
		}
		o.OnChange = k.tell
	})
	for _, f := range folders {
		k.g.Watch(core.Folder{Path: f})
	}
	return k
}

func (k *keeper) tell(core.Change) {
	select {
	case k.changed <- struct{}{}:
	default:
	}
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

// rest waits until nothing is being read, and wants all stores to agree.
func (k *keeper) rest(t testing.TB) {
	t.Helper()
	k.until(t, "all is read", func() bool { return !k.g.Progress().Active() })
	k.g.Close()
	k.agree(t)
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
			k.rest(t)
		})
	}
}

// Who asks at once how a folder is followed is told.
func TestSettledFoldersSayHowTheyAreFollowed(t *testing.T) { // C3
	k := newKeeper(t, t.TempDir(), nil, t.TempDir(), t.TempDir())
	k.g.Settle(t.Context())
	for _, f := range k.g.Watched() {
		if f.State != core.FolderWatching && f.State != core.FolderPolling {
			t.Errorf("%+v", f)
		}
	}
	if n := len(k.g.Watched()); n != 2 {
		t.Errorf("%d folders are followed", n)
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
		for try := range 10 {
			path := filepath.Join(in, fmt.Sprintf("slow-%d.txt", try))
			pause := k.writeWhile(t, path, write(t, filepath.Join(in, fmt.Sprintf("other-%d.txt", try)), fmt.Sprint("another file ", try)))
			k.state(t, path, core.StateReady)
			k.until(t, "read to its end", func() bool { return len(k.finds(t, fmt.Sprint("end", try))) == 1 })
			if pause > quiet/2 {
				continue // this machine was so busy that the file was left in peace
			}
			if n := k.reader.count("words " + filepath.Base(path)); n != 1 {
				t.Errorf("it was read %d times", n)
			}
			return
		}
		t.Skip("this machine is too busy to write a file without pauses")
	})
}

// writeWhile writes a file line by line until another one, made before it, is
// read, and returns the longest pause between two lines.
func (k *keeper) writeWhile(t *testing.T, path, other string) (pause time.Duration) {
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	last := time.Now()
	line := func(text string) {
		if _, err := fmt.Fprintln(file, text); err != nil {
			t.Fatal(err)
		}
		pause, last = max(pause, time.Since(last)), time.Now()
	}
	late := time.Now().Add(patience)
	for time.Now().Before(late) {
		line("a line of a slow file")
		select {
		case <-k.changed:
		case <-time.After(quiet / 20):
		}
		if d, err := k.lib.DocumentByPath(t.Context(), other); err == nil && d.State == core.StateReady {
			break
		}
	}
	line(strings.TrimSuffix("end"+strings.TrimPrefix(filepath.Base(path), "slow-"), ".txt"))
	return pause
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
	k.rest(t)
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
