package ingest_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ibid/core"
	"ibid/core/ingest"
)

// Pages without words of what was added last come first, unless something else was
// asked for, which goes on from the page that was opened.
func TestWhatWasAskedForIsReadFirstAndThenTheNewest(t *testing.T) { // R2.10
	dir, e := t.TempDir(), &eye{}
	l := newLab(t, filepath.Join(dir, "lib"), func(o *ingest.Options) {
		e.options(o)
		o.Scanners = 1
	})
	paths := make(map[string]string)
	for i, name := range []string{"oldest", "older", "newest"} {
		// The first page is the document's number, since the eye sees pages only.
		first := 10 * (i + 1)
		paths[name] = write(t, filepath.Join(dir, "in", name+".pdf"), strings.Repeat("\f", first+3))
		l.add(t, paths[name])
		time.Sleep(5 * time.Millisecond)
	}
	asked := l.document(t, paths["oldest"])
	l.g.Want(core.Place{Hash: asked.Hash, Page: 9})
	e.hook = func(page int) error {
		if len(e.read) == 2 { // a person opens another one meanwhile
			l.g.Want(core.Place{Hash: l.document(t, paths["older"]).Hash, Page: 20})
		}
		return nil
	}
	readScans(t, l)
	if got, want := fmt.Sprint(e.read[:2]), "[9 10]"; got != want {
		t.Errorf("first %s, want %s: the page that was asked for", got, want)
	}
	if at := slices.Index(e.read[2:], 20); at < 0 || at > 2 {
		t.Errorf("then %v: page 20 of the document that was opened meanwhile comes late", e.read[2:8])
	}
	if len(e.read) != 14+24+34 {
		t.Errorf("%d pages were read", len(e.read))
	}
	l.agree(t)
}
