package shelf_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"ibid/app"
	"ibid/app/apptest"
	"ibid/app/ask"
	"ibid/core"
)

// save saves the context of a question, which must have sources.
func save(t *testing.T, e *app.Engine, question string) core.SavedContext {
	t.Helper()
	req := core.ContextRequest{Query: question, Format: core.FormatPlain}
	c, err := e.Context(t.Context(), req)
	if err != nil || len(c.Sources) == 0 {
		t.Fatal(c, err)
	}
	data, err := e.Save(t.Context(), req, c)
	if err != nil {
		t.Fatal(err)
	}
	saved, err := ask.LoadContext(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return saved
}

func TestMovedFileKeepsItsCitationAndPageNumbers(t *testing.T) { // C3, X6
	library, in := t.TempDir(), t.TempDir()
	e, changed := apptest.OpenLong(t, library)
	closed := false
	defer func() {
		if !closed {
			e.Close()
		}
	}()
	paper, err := os.ReadFile(apptest.Sample("carrow-sound-monitoring-report-2023.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	from := apptest.Write(t, in, "report.pdf", string(paper))
	if added, err := e.Watch(t.Context(), core.Folder{Path: in}); err != nil || added.New != 1 {
		t.Fatalf("%+v, %v", added, err)
	}
	if folders, err := e.Folders(t.Context()); err != nil || len(folders) != 1 || folders[0].State == core.FolderMissing {
		t.Errorf("folders %+v, %v", folders, err)
	}
	doc, err := e.Named(t.Context(), "report.pdf")
	if err != nil {
		t.Fatal(err)
	}
	if err := e.SetNumbering(t.Context(), doc.ID, core.Numbering{{Page: 1, Style: core.StyleRoman, Start: 1}}); err != nil {
		t.Fatal(err)
	}
	saved := save(t, e, "Which buoys drifted in Carrow Sound?")

	to := filepath.Join(in, "2023", "carrow.pdf")
	if err := errors.Join(os.Mkdir(filepath.Dir(to), 0o755), os.Rename(from, to)); err != nil {
		t.Fatal(err)
	}
	apptest.Until(t, changed, "the move is followed", func() bool {
		d, err := e.Named(t.Context(), "carrow.pdf")
		return err == nil && d.ID == doc.ID && d.Path == to
	})
	if n, origin, err := e.Numbering(t.Context(), doc.ID); err != nil || origin != core.OriginHand || len(n) != 1 {
		t.Errorf("page numbers %v (%s), %v", n, origin, err)
	}
	replay, err := e.Replay(t.Context(), saved)
	if err != nil {
		t.Fatal(err)
	}
	if len(replay.Sources) != len(saved.Sources) {
		t.Errorf("%d sources, want %d", len(replay.Sources), len(saved.Sources))
	}
	for i, s := range replay.Sources {
		if s.Fate != core.FateSame {
			t.Errorf("source %d: %+v", i+1, s)
		}
	}

	// What is moved while nobody looks is seen when the library opens again.
	closed = true
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(to, from); err != nil {
		t.Fatal(err)
	}
	again, changed := apptest.OpenLong(t, library)
	defer again.Close()
	apptest.Until(t, changed, "the move is found", func() bool {
		d, err := again.Named(t.Context(), "report.pdf")
		return err == nil && d.ID == doc.ID && d.State == core.StateReady
	})
	if err := again.Unwatch(t.Context(), in); err != nil {
		t.Error(err)
	}
	if err := again.Unwatch(t.Context(), in); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("second time: %v", err)
	}
}

func TestShortOwnerReadsAFolderOnce(t *testing.T) { // C3
	e := apptest.Open(t)
	in := t.TempDir()
	file := apptest.Write(t, in, "heron.txt", "The heron waits for the tide.")
	if _, err := e.Watch(t.Context(), core.Folder{Path: in}, core.Folder{Path: file}); !errors.Is(err, core.ErrQuery) {
		t.Errorf("a file is watched: %v", err)
	}
	added, err := e.Watch(t.Context(), core.Folder{Path: in, MaxBytes: 1000})
	if err != nil || added.New != 1 {
		t.Errorf("%+v, %v", added, err)
	}
	t.Chdir(in)
	given := []core.Folder{{Path: "."}}
	if _, err := e.Watch(t.Context(), given...); err != nil || given[0].Path != "." {
		t.Errorf("the caller's folder became %q, %v", given[0].Path, err)
	}
	if added, err = e.Watch(t.Context(), core.Folder{Path: in, MaxBytes: 1000}); err != nil || added.New != 0 {
		t.Errorf("a second time: %+v, %v", added, err)
	}
	folders, err := e.Folders(t.Context())
	if err != nil || len(folders) != 1 || folders[0].State != core.FolderIdle || folders[0].Reason == "" || folders[0].MaxBytes != 1000 {
		t.Errorf("folders %+v, %v", folders, err)
	}
}
