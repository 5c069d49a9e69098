package shelf_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"ibid/app/apptest"
	"ibid/app/place"
	"ibid/core"
)

func TestRemovedDocumentLeavesNothing(t *testing.T) {
	e := apptest.Open(t)
	dir := t.TempDir()
	docs := apptest.Add(t, e, "", apptest.Write(t, dir, "heron.txt", "The heron waits for the tide."), apptest.Write(t, dir, "crab.txt", "The crab hides from the heron."))
	d := docs[len(docs)-1]
	if _, err := e.Page(t.Context(), d.ID, 1, 60, 80); err != nil {
		t.Fatal(err)
	}
	status, err := e.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	pictures := func() []string {
		files, _ := filepath.Glob(filepath.Join(status.Library, "pictures", "*", "*.png")) // the pattern is good
		return files
	}
	kept, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for len(pictures()) != 1 { // it is written while we go on
		if kept.Err() != nil {
			t.Fatalf("pictures %q", pictures())
		}
		runtime.Gosched()
	}
	if err := e.Remove(t.Context(), d.ID); err != nil {
		t.Fatal(err)
	}
	if hits := apptest.Search(t, e, "heron", 10); len(hits) != 1 || hits[0].Document.ID == d.ID {
		t.Errorf("found %+v", hits)
	}
	if left, _ := filepath.Glob(filepath.Join(status.Library, "pictures", "*")); len(left) != 0 {
		t.Errorf("pictures %q are left", left)
	}
	if _, err := e.Pages(t.Context(), d.ID); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("pages: %v", err)
	}
	if after, err := e.Status(t.Context()); err != nil || after.Documents != 1 || after.Passages != 1 {
		t.Errorf("status %+v, %v", after, err)
	}
	if _, err := os.Stat(d.Path); err != nil {
		t.Errorf("the file itself: %v", err)
	}
}

func TestCopyIsCitedInPlaceOfAFileThatIsGone(t *testing.T) { // R3.4
	e := apptest.Open(t)
	dir := t.TempDir()
	first := apptest.Write(t, dir, "first.txt", "The heron waits for the tide.")
	apptest.Add(t, e, "", first)
	apptest.Add(t, e, "", apptest.Write(t, dir, "copy.txt", "The heron waits for the tide."))
	cited := func() core.Hit {
		hits := apptest.Search(t, e, "heron", 10)
		if len(hits) != 1 {
			t.Fatalf("found %+v", hits)
		}
		return hits[0]
	}
	if h := cited(); h.Locator.String() != "first.txt:1" || h.Stale {
		t.Errorf("%v, stale %v", h.Locator, h.Stale)
	}
	if err := os.Remove(first); err != nil {
		t.Fatal(err)
	}
	if h := cited(); h.Locator.String() != "copy.txt:1" || h.Stale {
		t.Errorf("first gone: %v, stale %v", h.Locator, h.Stale)
	}
	if err := os.Remove(filepath.Join(dir, "copy.txt")); err != nil {
		t.Fatal(err)
	}
	if h := cited(); !h.Stale {
		t.Errorf("both gone: %v, stale %v", h.Locator, h.Stale)
	}
}

func TestShowOpensThePrintedPage(t *testing.T) { // R3.8, X2
	e := apptest.Open(t)
	const paper = "halvane-2024-plumes-kelp-depth-limit.pdf"
	apptest.Add(t, e, "", apptest.Sample(paper))
	for locator, want := range map[string]string{
		"p. ii":         "p. ii [PDF 2]",
		"p. 2":          "p. 2 [PDF 6]",
		"[PDF 2]":       "p. ii [PDF 2]",
		"p. 5 [PDF 9]":  "p. 5 [PDF 9]",
		"pp. 1-2":       "pp. 1–2 [PDF 5–6]",
		"pp. iii–1":     "pp. iii–1 [PDF 3–5]",
		"p. 9":          "",
		"p. 1 [PDF 9]":  "",
		"p. 99 [PDF 9]": "",
		"[PDF 12]":      "",
		"pp. 6-9":       "",
	} {
		shown, err := e.Show(t.Context(), paper+" "+locator, place.Around{})
		switch {
		case want == "" && !errors.Is(err, core.ErrNoSuchPage):
			t.Errorf("%s: %v, %v", locator, shown.Locator, err)
		case want != "" && (err != nil || shown.Locator.Place() != want):
			t.Errorf("%s: %v, %v; want %s", locator, shown.Locator, err, want)
		}
	}
}

func TestShowClipsTheWindow(t *testing.T) { // R0.1
	e := apptest.Open(t)
	apptest.Add(t, e, "", apptest.Write(t, t.TempDir(), "n.txt", "one\ntwo\nthree\nfour\n"))
	for window, want := range map[int]string{0: "two\n", 1: "one\ntwo\nthree\n", 1 << 62: "one\ntwo\nthree\nfour\n", place.BySettings: "one\ntwo\nthree\nfour\n"} {
		shown, err := e.Show(t.Context(), "n.txt:2", place.Around{N: window})
		if err != nil || shown.Text != want {
			t.Errorf("window %d: %q, %v", window, shown.Text, err)
		}
	}
}

func TestCancelLeavesTheRestInTheQueue(t *testing.T) { // C1
	e := apptest.Open(t)
	dir := t.TempDir()
	original, err := os.ReadFile(apptest.Sample("okafor-reid-resuspension.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 60 { // the comment makes each another content
		apptest.Write(t, dir, fmt.Sprintf("copy-%02d.pdf", i), fmt.Sprintf("%s\n%% %d\n", original, i))
	}
	e.Changes(func(c core.Change) {
		if c.Progress.Words > 0 {
			e.Cancel()
		}
	})
	if _, err := e.AddPaths(t.Context(), []string{dir}, ""); !errors.Is(err, context.Canceled) {
		t.Fatalf("cancelled add: %v", err)
	}
	status, err := e.Status(t.Context())
	if err != nil || status.Documents != 60 || status.States[core.StateWaiting] == 0 {
		t.Fatalf("after the cancel: %+v, %v", status, err)
	}
	for { // each try is cancelled again, and gets further
		if _, err := e.Resume(t.Context()); err == nil {
			break
		} else if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	if status, err := e.Status(t.Context()); err != nil || status.States[core.StateReady] != 60 {
		t.Errorf("in the end: %+v, %v", status, err)
	}
}
