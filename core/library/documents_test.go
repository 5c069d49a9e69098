package library

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"ibid/core"
	"ibid/core/sqlite"
)

func TestDocumentsAreListedByName(t *testing.T) {
	l := mustOpen(t, t.TempDir())
	enqueue(t, l, "/z/b.txt", "/y/a.txt", "/x/b.txt")
	docs, err := l.Documents(context.Background())
	if err != nil || len(docs) != 3 {
		t.Fatalf("%v, %v", docs, err)
	}
	for i, want := range []string{"/y/a.txt", "/x/b.txt", "/z/b.txt"} {
		if docs[i].Path != want {
			t.Errorf("document %d is %s, want %s", i, docs[i].Path, want)
		}
	}
	if d := docs[0]; d.Name != "a.txt" || d.State != core.StateWaiting || !d.Modified.Equal(time.Unix(7, 9)) || time.Since(d.Added) > time.Minute {
		t.Errorf("document is %+v", d)
	}
	if _, err := l.DocumentByPath(context.Background(), "/nowhere"); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("unknown path: %v", err)
	}
}

func TestDocumentHasTheStateOfItsContent(t *testing.T) {
	ctx := context.Background()
	l := mustOpen(t, t.TempDir())
	ids := enqueue(t, l, "/a.txt", "/b.txt")
	for _, id := range ids {
		if c := assign(t, l, id, "h"); c.State != core.StateWaiting || c.Hash != "h" {
			t.Errorf("new content is %+v", c)
		}
	}
	done := core.Content{Hash: "h", State: core.StateReady, Tokens: 12, Pages: 3, Generation: 5, Metadata: core.Metadata{Title: "T"}}
	if err := l.Acknowledge(ctx, 5, []core.Content{done}); err != nil {
		t.Fatal(err)
	}
	docs, err := l.DocumentsByHash(ctx, "h")
	if err != nil || len(docs) != 2 {
		t.Fatalf("%v, %v", docs, err)
	}
	for _, d := range docs {
		if d.State != core.StateReady || d.Tokens != 12 || d.Pages != 3 || d.Title != "T" || d.Size != 4 {
			t.Errorf("document is %+v", d)
		}
	}
	if err := l.Settle(ctx, core.Document{ID: ids[0], Kind: core.KindOther, State: core.StateTooLarge, Reason: "big"}, false); err != nil {
		t.Fatal(err)
	}
	if d, _ := l.Document(ctx, ids[0]); d.State != core.StateTooLarge || d.Hash != "" || d.Tokens != 0 {
		t.Errorf("settled document is %+v", d)
	}
	s, err := l.Status(ctx)
	if err != nil || s.Documents != 2 || s.Contents != 1 || s.Pages != 3 || s.States[core.StateReady] != 1 || s.Generation != 5 {
		t.Errorf("status is %+v, %v", s, err)
	}
}

func TestLastRemovalLeavesAnOrphanUntilDrop(t *testing.T) {
	ctx := context.Background()
	l := mustOpen(t, t.TempDir())
	ids := enqueue(t, l, "/a.txt", "/b.txt")
	assign(t, l, ids[0], "h")
	assign(t, l, ids[1], "h")
	if h, err := l.Remove(ctx, ids[0]); err != nil || len(h) != 0 {
		t.Errorf("first removal: %q, %v", h, err)
	}
	if h, err := l.Remove(ctx, ids[1]); err != nil || !slices.Equal(h, []core.Hash{"h"}) {
		t.Errorf("last removal: %q, %v", h, err)
	}
	if _, err := l.Content(ctx, "h"); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("content of an orphan: %v", err)
	}
	if got, err := l.Orphans(ctx); err != nil || len(got) != 1 {
		t.Errorf("orphans %v, %v", got, err)
	}
	again := enqueue(t, l, "/a.txt")[0]
	if again <= ids[1] {
		t.Errorf("id %d was given again", again)
	}
	assign(t, l, again, "h")
	if err := l.Drop(ctx, 3, []core.Hash{"h"}); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Content(ctx, "h"); err != nil {
		t.Errorf("a content that got a document again was dropped: %v", err)
	}
}

func TestAttemptsOfADeadProgramCount(t *testing.T) {
	tests := []struct {
		name string
		step core.Step
		dies int
		want core.State
	}{
		{"once is an accident", core.StepWords, 1, core.StateWaiting},
		{"twice is quarantine", core.StepWords, 2, core.StateQuarantined},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx, dir := context.Background(), t.TempDir()
			l := mustOpen(t, dir)
			assign(t, l, enqueue(t, l, "/a.txt")[0], "h")
			for range tt.dies {
				if _, err := l.Begin(ctx, "h", tt.step); err != nil {
					t.Fatal(err)
				}
				if c, _ := l.Content(ctx, "h"); c.State != core.StateReading {
					t.Errorf("while it is read it is %s", c.State)
				}
				l.Close() // without End: as if the program had died
				l = mustOpen(t, dir)
			}
			if c, err := l.Content(ctx, "h"); err != nil || c.State != tt.want {
				t.Errorf("%s: %s, %v", c.State, c.Reason, err)
			}
			const journal = "SELECT outcome FROM attempts WHERE hash = 'h' AND ended <> 0"
			list, err := sqlite.All(sqlite.Column[string])(l.read.QueryContext(ctx, journal))
			if err != nil || len(list) != tt.dies || list[0] != outcomeDied {
				t.Errorf("journal: %q, %v", list, err)
			}
		})
	}
}

func TestGenerationNeverGoesBack(t *testing.T) {
	ctx := context.Background()
	l := mustOpen(t, t.TempDir())
	for _, n := range []uint64{3, 2} {
		if err := l.Acknowledge(ctx, n, nil); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := l.Generation(ctx); err != nil || n != 3 {
		t.Errorf("generation %d, %v", n, err)
	}
}

// What happens to an archive happens to its members.
func TestMembersFollowTheirArchive(t *testing.T) {
	ctx := context.Background()
	l := mustOpen(t, t.TempDir())
	zip := core.Document{ID: enqueue(t, l, "/in/a.zip")[0], Path: "/in/a.zip", Name: "a.zip"}
	inner := core.Member{Name: "b.zip", Size: 1}.Document(zip)
	ids, err := l.Enqueue(ctx, []core.Document{inner, core.Member{Name: "x.txt"}.Document(zip)}, "")
	if err != nil {
		t.Fatal(err)
	}
	inner.ID = ids[0]
	deep, err := l.Enqueue(ctx, []core.Document{core.Member{Name: "y.txt"}.Document(inner)}, "")
	if err != nil {
		t.Fatal(err)
	}
	assign(t, l, deep[0], "h")
	if _, err := l.Move(ctx, []core.Document{{ID: zip.ID, Path: "/out/c.zip"}}); err != nil {
		t.Fatal(err)
	}
	if d, err := l.Document(ctx, deep[0]); err != nil || d.Path != "/out/c.zip!/b.zip!/y.txt" || d.Name != "c.zip!/b.zip!/y.txt" || d.Container != inner.ID {
		t.Errorf("moved: %+v, %v", d, err)
	}
	if err := l.Gone(ctx, []core.DocumentID{zip.ID}, true); err != nil {
		t.Fatal(err)
	}
	if missing, err := l.Missing(ctx); err != nil || len(missing) != 4 {
		t.Errorf("missing %v, %v", missing, err)
	}
	if members, err := l.Members(ctx, zip.ID); err != nil || len(members) != 3 {
		t.Errorf("members %v, %v", members, err)
	}
	orphans, err := l.Remove(ctx, zip.ID)
	if docs, _ := l.Documents(ctx); err != nil || len(docs) != 0 || !slices.Equal(orphans, []core.Hash{"h"}) {
		t.Errorf("removal leaves %v, orphans %v, %v", docs, orphans, err)
	}
}

// A document without members of its own is waiting though its twin was listed.
func TestArchiveIsReadWhenItsMembersAreListed(t *testing.T) {
	ctx := context.Background()
	l := mustOpen(t, t.TempDir())
	id := enqueue(t, l, "/in/a.zip")[0]
	d := core.Document{ID: id, Kind: core.KindArchive, Hash: "h"}
	if _, err := l.Assign(ctx, d); err != nil {
		t.Fatal(err)
	}
	if err := l.Acknowledge(ctx, 1, []core.Content{{Hash: "h", State: core.StateReady, Reason: "2 files", Structured: true}}); err != nil {
		t.Fatal(err)
	}
	if d, err := l.Document(ctx, id); err != nil || d.State != core.StateWaiting {
		t.Errorf("before: %+v, %v", d, err)
	}
	if err := l.Listed(ctx, id, "h"); err != nil {
		t.Fatal(err)
	}
	if d, err := l.Document(ctx, id); err != nil || d.State != core.StateReady || d.Reason != "2 files" {
		t.Errorf("after: %+v, %v", d, err)
	}
}
