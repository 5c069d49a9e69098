package library

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ibid/core"
)

// documentAt is the document at a path.
func documentAt(t testing.TB, l *Library, path string) core.Document {
	t.Helper()
	d, err := l.DocumentByPath(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// finish acknowledges a content in a state, as read under generation 1.
func finish(t testing.TB, l *Library, hash core.Hash, state core.State, reason string) {
	t.Helper()
	c := core.Content{Hash: hash, State: state, Reason: reason, Generation: 1, Pages: 3, Tokens: 40, Metadata: core.Metadata{Title: "Kelp", Author: "Ida"}}
	if err := l.Acknowledge(t.Context(), 1, []core.Content{c}); err != nil {
		t.Fatal(err)
	}
}

func TestAMissingFileKeepsTheTextThatWasRead(t *testing.T) {
	l := mustOpen(t, t.TempDir())
	today := time.Now().Format("2006-01-02")
	for i, tt := range []struct {
		state        core.State
		reason       string
		want         core.State
		wantedReason string
	}{
		{core.StateReady, "", core.StatePartial, "the file is gone since " + today + "; its text is kept"},
		{core.StatePartial, "page 3 is damaged", core.StatePartial, "the file is gone since " + today + "; its text is kept; page 3 is damaged"},
		{core.StateDamaged, "no pages", core.StateUnreadable, "the file is gone since " + today},
		{core.StateWaiting, "", core.StateUnreadable, "the file is gone since " + today},
	} {
		t.Run(string(tt.state), func(t *testing.T) {
			path, hash := fmt.Sprintf("/%d.txt", i), core.Hash(fmt.Sprint("h", i))
			ids := enqueue(t, l, path)
			assign(t, l, ids[0], hash)
			finish(t, l, hash, tt.state, tt.reason)
			for range 2 { // the second time says nothing new
				if err := l.Gone(t.Context(), ids, true); err != nil {
					t.Fatal(err)
				}
			}
			if d := documentAt(t, l, path); d.State != tt.want || d.Reason != tt.wantedReason {
				t.Errorf("%s (%s), want %s (%s)", d.State, d.Reason, tt.want, tt.wantedReason)
			}
			if missing, err := l.Missing(t.Context()); err != nil || len(missing) != 1 || !missing[ids[0]] {
				t.Errorf("missing: %v, %v", missing, err)
			}
			if err := l.Gone(t.Context(), ids, false); err != nil {
				t.Fatal(err)
			}
			if d := documentAt(t, l, path); d.State != tt.state || d.Reason != tt.reason {
				t.Errorf("back again it is %s (%s), want %s (%s)", d.State, d.Reason, tt.state, tt.reason)
			}
		})
	}
}

func TestSettledFileMayKeepItsContent(t *testing.T) {
	l := mustOpen(t, t.TempDir())
	id := enqueue(t, l, "/a.txt")[0]
	assign(t, l, id, "h")
	finish(t, l, "h", core.StateReady, "")
	for _, tt := range []struct {
		keep bool
		want core.Hash
	}{{true, "h"}, {false, ""}} {
		d := core.Document{ID: id, Kind: core.KindPDF, State: core.StateTooLarge, Reason: "9 GB", Size: 9, Modified: time.Unix(5, 0)}
		if err := l.Settle(t.Context(), d, tt.keep); err != nil {
			t.Fatal(err)
		}
		got := documentAt(t, l, "/a.txt")
		if got.Hash != tt.want || got.State != core.StateTooLarge || got.Reason != "9 GB" || got.Kind != core.KindPDF || got.Size != 9 || !got.Modified.Equal(time.Unix(5, 0)) {
			t.Errorf("keep %v: %+v", tt.keep, got)
		}
	}
	if got := assign(t, l, id, "h"); got.State != core.StateReady || documentAt(t, l, "/a.txt").State != core.StateReady {
		t.Errorf("once its content is known again it is %s", documentAt(t, l, "/a.txt").State)
	}
}

func TestTimesThatNoFileHasAreNone(t *testing.T) {
	for year, want := range map[int]bool{-5: false, 1: false, 1699: false, 1700: true, 1970: true, 2024: true, 2200: true, 2201: false, 9999: false} {
		at := time.Date(year, 6, 1, 12, 0, 0, 7, time.UTC)
		if got := stamp(at); (got == at.UnixNano()) != want || !want && got != 0 {
			t.Errorf("%d is stored as %d", year, got)
		}
	}
}

func TestRequeuedContentIsReadAfresh(t *testing.T) {
	l := mustOpen(t, t.TempDir())
	ids := enqueue(t, l, "/a.txt", "/b.txt", "/c.txt")
	for i, hash := range []core.Hash{"ha", "hb", "hc"} {
		assign(t, l, ids[i], hash)
	}
	finish(t, l, "ha", core.StatePartial, "page 3 is damaged")
	finish(t, l, "hb", core.StateQuarantined, "ended the program")
	finish(t, l, "hc", core.StateReady, "")
	if err := l.Requeue(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if err := l.Requeue(t.Context(), []core.Hash{"ha", "hb", "unknown"}); err != nil {
		t.Fatal(err)
	}
	all, err := l.Contents(t.Context())
	if err != nil || len(all) != 3 {
		t.Fatalf("%d contents, %v", len(all), err)
	}
	if want := (core.Content{Hash: "ha", Kind: core.KindText, State: core.StateWaiting}); !reflect.DeepEqual(all[0], want) {
		t.Errorf("requeued: %+v, want %+v", all[0], want)
	}
	if c := all[1]; c.State != core.StateQuarantined || c.Reason == "" || c.Generation != 1 {
		t.Errorf("what is in quarantine stays there: %+v", c)
	}
	if c := all[2]; c.State != core.StateReady || c.Title != "Kelp" {
		t.Errorf("what was not named: %+v", c)
	}
}

func TestDropSparesWhatADocumentHasAgain(t *testing.T) {
	l := mustOpen(t, t.TempDir())
	ids := enqueue(t, l, "/a.txt", "/b.txt")
	assign(t, l, ids[0], "ha")
	assign(t, l, ids[1], "hb")
	orphans, err := l.Remove(t.Context(), ids...)
	if want := []core.Hash{"ha", "hb"}; err != nil || !slices.Equal(orphans, want) {
		t.Fatalf("removed %q, %v, want %q", orphans, err, want)
	}
	if got, err := l.Orphans(t.Context()); err != nil || !slices.Equal(got, orphans) {
		t.Errorf("orphans: %q, %v", got, err)
	}
	if _, err := l.Content(t.Context(), "ha"); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("an orphan is found: %v", err)
	}
	assign(t, l, enqueue(t, l, "/again.txt")[0], "hb")
	if err := l.Drop(t.Context(), 8, orphans); err != nil {
		t.Fatal(err)
	}
	all, err := l.Contents(t.Context())
	if err != nil || len(all) != 1 || all[0].Hash != "hb" {
		t.Errorf("left: %+v, %v", all, err)
	}
	if n, err := l.Generation(t.Context()); err != nil || n != 8 {
		t.Errorf("generation %d, %v, want 8", n, err)
	}
}

func TestRemovalOfNothingIsAnError(t *testing.T) {
	l := mustOpen(t, t.TempDir())
	ids := enqueue(t, l, "/a.txt")
	if _, err := l.Remove(t.Context(), ids[0]+7); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("one that is not there: %v", err)
	}
	if orphans, err := l.Remove(t.Context(), ids[0]+7, ids[0]); err != nil || len(orphans) != 0 {
		t.Errorf("one of two, without content: %q, %v", orphans, err)
	}
	if _, err := l.Document(t.Context(), ids[0]); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("after its removal: %v", err)
	}
	if _, err := l.Assign(t.Context(), core.Document{ID: ids[0], Hash: "h", Kind: core.KindText}); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("a content for it: %v", err)
	}
	if all, err := l.Contents(t.Context()); err != nil || len(all) != 0 {
		t.Errorf("that content is kept: %+v, %v", all, err)
	}
}

func TestPasswordStaysUntilTheFileIsRead(t *testing.T) {
	l := mustOpen(t, t.TempDir())
	file := []core.Document{{Path: "/a.pdf", Kind: core.KindPDF, Modified: time.Unix(7, 0)}}
	password := func() string {
		t.Helper()
		c, err := l.Content(t.Context(), "h")
		if err != nil {
			t.Fatal(err)
		}
		return c.Password
	}
	add := func(p string) core.DocumentID {
		t.Helper()
		ids, err := l.Enqueue(t.Context(), file, p)
		if err != nil {
			t.Fatal(err)
		}
		return ids[0]
	}
	assign(t, l, add("first"), "h")
	if got := password(); got != "first" {
		t.Errorf("password %q, want the one that was given", got)
	}
	if add(""); password() != "first" {
		t.Errorf("adding the file again without one leaves %q", password())
	}
	if add("second"); password() != "second" {
		t.Errorf("another one gives %q", password())
	}
	if err := l.Acknowledge(t.Context(), 1, []core.Content{{Hash: "h", State: core.StateReady, Password: "second"}}); err != nil {
		t.Fatal(err)
	}
	if add("third"); password() != "second" {
		t.Errorf("the one that opened the file gives way to %q", password())
	}
	if err := l.Acknowledge(t.Context(), 2, []core.Content{{Hash: "h", State: core.StateNeedsPassword}}); err != nil {
		t.Fatal(err)
	}
	if got := password(); got != "" {
		t.Errorf("one that did not open the file stays: %q", got)
	}
}

// settled begins a step, ends it as outcome says unless the program dies in it, and
// opens the library again.
func settled(t *testing.T, l *Library, dir string, hash core.Hash, step core.Step, outcome string, dies bool) *Library {
	t.Helper()
	id, err := l.Begin(t.Context(), hash, step)
	if err == nil && !dies {
		err = l.End(t.Context(), id, outcome)
	}
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	return mustOpen(t, dir)
}

func TestOnlyAttemptsThatDidNotEndCount(t *testing.T) {
	dir := t.TempDir()
	l := mustOpen(t, dir)
	assign(t, l, enqueue(t, l, "/a.txt")[0], "h")
	for _, outcome := range []string{"", "timed out"} {
		l = settled(t, l, dir, "h", core.StepWords, outcome, false)
	}
	if died, err := l.Died(t.Context(), "h"); err != nil || died {
		t.Errorf("died %v, %v, after two attempts that ended", died, err)
	}
	if c, err := l.Content(t.Context(), "h"); err != nil || c.State != core.StateWaiting {
		t.Errorf("state %s, %v", c.State, err)
	}
	l = settled(t, l, dir, "h", core.StepWords, "", true)
	for hash, want := range map[core.Hash]bool{"h": true, "another": false} {
		if died, err := l.Died(t.Context(), hash); err != nil || died != want {
			t.Errorf("%s died %v, %v, want %v", hash, died, err, want)
		}
	}
	done := core.Content{Hash: "h", State: core.StateReady, Structured: true}
	if err := l.Acknowledge(t.Context(), 1, []core.Content{done}); err != nil {
		t.Fatal(err)
	}
	if died, err := l.Died(t.Context(), "h"); err != nil || died {
		t.Errorf("died %v, %v, after it was read whole", died, err)
	}
}

func TestStructureThatEndsTheProgramLeavesTheWords(t *testing.T) {
	for _, tt := range []struct {
		step   core.Step
		deaths int
		reason string // before
		want   core.State
		wanted string // the reason after
	}{
		{core.StepOutline, 1, "", core.StateReady, ""},
		{core.StepOutline, 2, "", core.StatePartial, fmt.Sprintf("reading its %s ended the program 2 times", core.StepOutline)},
		{core.StepLayout, 2, "page 3 is damaged", core.StatePartial, fmt.Sprintf("page 3 is damaged; reading its %s ended the program 2 times", core.StepLayout)},
	} {
		t.Run(fmt.Sprint(tt.step, tt.deaths), func(t *testing.T) {
			dir := t.TempDir()
			l := mustOpen(t, dir)
			assign(t, l, enqueue(t, l, "/a.txt")[0], "h")
			finish(t, l, "h", core.StateReady, tt.reason)
			for range tt.deaths {
				l = settled(t, l, dir, "h", tt.step, "", true)
			}
			c, err := l.Content(t.Context(), "h")
			if err != nil || c.State != tt.want || c.Reason != tt.wanted || c.Structured != (tt.want == core.StatePartial) {
				t.Errorf("%s (%s), structured %v, %v; want %s (%s)", c.State, c.Reason, c.Structured, err, tt.want, tt.wanted)
			}
		})
	}
}

func TestMovedFileTakesAFreePathOnly(t *testing.T) { // C3
	l := mustOpen(t, t.TempDir())
	ids := enqueue(t, l, "/old/a.txt", "/old/b.txt", "/new/taken.txt")
	assign(t, l, ids[0], "h")
	if err := l.Gone(t.Context(), ids[:1], true); err != nil {
		t.Fatal(err)
	}
	if moved, err := l.Move(t.Context(), nil); err != nil || moved != nil {
		t.Errorf("nothing: %v, %v", moved, err)
	}
	moved, err := l.Move(t.Context(), []core.Document{
		{ID: ids[0], Path: "/new/c.txt", Size: 77, Modified: time.Unix(9, 0)}, {ID: ids[1], Path: "/new/taken.txt"}, {ID: 999, Path: "/new/d.txt"},
	})
	if err != nil || !slices.Equal(moved, ids[:1]) {
		t.Errorf("moved %v, %v, want %v", moved, err, ids[:1])
	}
	if d := documentAt(t, l, "/new/c.txt"); d.ID != ids[0] || d.Name != "c.txt" || d.Hash != "h" || d.Size != 77 || d.State != core.StateWaiting {
		t.Errorf("moved document is %+v", d)
	}
	if d := documentAt(t, l, "/old/b.txt"); d.ID != ids[1] {
		t.Errorf("one whose place is taken is %+v", d)
	}
}

func TestDocumentsAreFoundByTheirSize(t *testing.T) { // C3
	l := mustOpen(t, t.TempDir())
	var files []core.Document
	for path, size := range map[string]int64{"/a.txt": 5, "/b.txt": 6} {
		files = append(files, core.Document{Path: path, Kind: core.KindText, Size: size})
	}
	if _, err := l.Enqueue(t.Context(), files, ""); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		sizes []int64
		want  string
	}{{nil, ""}, {[]int64{4}, ""}, {[]int64{5}, "/a.txt"}, {[]int64{6, 6, 1 << 40}, "/b.txt"}} {
		docs, err := l.DocumentsBySize(t.Context(), tt.sizes)
		var got []string
		for _, d := range docs {
			got = append(got, d.Path)
		}
		if err != nil || strings.Join(got, " ") != tt.want {
			t.Errorf("%v: %q, %v, want %q", tt.sizes, got, err, tt.want)
		}
	}
}

func TestBackupsAreListedByNumber(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"library.db", "library.db.backup-10", "library.db.backup-9", "library.db.backup-9.part", "library.db.backup-", "other.backup-1"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Backups(dir)
	if want := []string{filepath.Join(dir, "library.db.backup-9"), filepath.Join(dir, "library.db.backup-10")}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if _, err := Backups(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

func TestBackupWaitsADay(t *testing.T) {
	dir := t.TempDir()
	l := mustOpen(t, dir)
	names := func() (out string) {
		t.Helper()
		paths, err := Backups(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range paths {
			out += strings.TrimPrefix(filepath.Base(p), backupPrefix)
		}
		return out
	}
	for i, step := range []struct {
		later time.Duration
		want  string
	}{{0, "1"}, {backupEvery - time.Minute, "1"}, {backupEvery + time.Minute, "12"}} {
		enqueue(t, l, fmt.Sprintf("/%d.txt", i))
		if err := l.backup(context.Background(), time.Now().Add(step.later)); err != nil {
			t.Fatal(err)
		}
		if got := names(); got != step.want {
			t.Errorf("%v after the first: backups %s, want %s", step.later, got, step.want)
		}
	}
}

func TestFeedbackIsForgottenWhole(t *testing.T) { // R2.9
	l := mustOpen(t, t.TempDir())
	id := enqueue(t, l, "/a.txt")[0]
	if n, err := l.ForgetFeedback(t.Context()); err != nil || n != 0 {
		t.Errorf("none: %d, %v", n, err)
	}
	for page := range 3 {
		if _, err := l.AddFeedback(t.Context(), feedbackOn(id, "kelp", page+1, core.RatingUp)); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := l.ForgetFeedback(t.Context()); err != nil || n != 3 {
		t.Errorf("%d, %v, want 3", n, err)
	}
	if got := said(t, l); len(got) != 0 {
		t.Errorf("left: %q", got)
	}
	if _, err := l.AddFeedback(t.Context(), feedbackOn(id+1, "kelp", 1, core.RatingUp)); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("on a document that is not there: %v", err)
	}
	if err := l.RemoveFeedback(t.Context(), 99); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("an entry that is not there: %v", err)
	}
}
