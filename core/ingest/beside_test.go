package ingest_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ibid/core"
	"ibid/core/ingest"
)

// The words of the first file are given out only when those of the second are
// asked for.
func TestFilesAreReadSideBySide(t *testing.T) { // R2.10
	dir := t.TempDir()
	threeFiles(t, dir)
	l := newLab(t, filepath.Join(dir, "lib"), func(o *ingest.Options) { o.Readers = 2 })
	asked := make(chan struct{})
	l.reader.hook = func(call string) {
		switch call {
		case "words a.pdf":
			<-asked
		case "words b.pdf":
			close(asked)
		}
	}
	l.add(t, filepath.Join(dir, "in"))
	if got := l.finds(t, "words"); len(got) != 3 {
		t.Errorf("found in %q", got)
	}
	l.agree(t)
}

// What counts as found can be found, also while the rest is being read.
func TestProgressCountsWhatCanBeFound(t *testing.T) {
	dir := t.TempDir()
	threeFiles(t, dir)
	write(t, filepath.Join(dir, "in", "same.pdf"), "Beta\nsecond words") // as b.pdf
	l := newLab(t, filepath.Join(dir, "lib"), nil)
	l.reader.hook = func(call string) {
		p := l.g.Progress()
		if got := l.finds(t, "words"); len(got) < p.Words {
			t.Errorf("at %q: %d count as found, found in %q", call, p.Words, got)
		}
		if strings.HasPrefix(call, "structure") && p.Words != p.Total {
			t.Errorf("at %q: %d of %d count as found", call, p.Words, p.Total)
		}
	}
	l.add(t, filepath.Join(dir, "in"))
	if p := l.g.Progress(); p.Words != 4 || p.Done != 4 {
		t.Errorf("in the end: %+v", p)
	}
}

// A file that may end the program is read alone the next time, so that the
// others are not blamed again.
func TestSuspectIsReadAlone(t *testing.T) {
	dir := t.TempDir()
	for i := range 8 {
		write(t, filepath.Join(dir, "in", fmt.Sprintf("%d.txt", i)), fmt.Sprintf("File %d\nwords", i))
	}
	crash(t, dir, "add", "words 3.txt 1")
	l := newLab(t, filepath.Join(dir, "lib"), func(o *ingest.Options) { o.Readers = 4 })
	suspect := l.document(t, filepath.Join(dir, "in", "3.txt"))
	if died, err := l.lib.Died(context.Background(), suspect.Hash); !died || err != nil {
		t.Fatalf("the first program left no trace: %v", err)
	}
	var calls atomic.Int32
	l.reader.hook = func(call string) {
		before := calls.Add(1)
		if !strings.HasSuffix(call, " 3.txt") {
			return
		}
		time.Sleep(20 * time.Millisecond) // in which the others would come, were they not kept from it
		if now := calls.Load(); now != before {
			t.Errorf("%q: %d steps of other files began beside it", call, now-before)
		}
	}
	l.add(t, filepath.Join(dir, "in"))
	for name, state := range l.states(t) {
		if state != core.StateReady {
			t.Errorf("%s is %s", name, state)
		}
	}
	l.agree(t)
}
