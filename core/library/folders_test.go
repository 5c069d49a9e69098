package library

import (
	"context"
	"errors"
	"testing"

	"ibid/core"
)

func TestWatchedFoldersStay(t *testing.T) { // C3
	ctx, dir := context.Background(), t.TempDir()
	l := mustOpen(t, dir)
	for _, f := range []core.Folder{{Path: "/b"}, {Path: "/a", MaxBytes: 5}, {Path: "/b", MaxBytes: 7}} {
		if err := l.AddFolder(ctx, f); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l = mustOpen(t, dir)
	all, err := l.Folders(ctx)
	if err != nil || len(all) != 2 || all[0].Path != "/a" || all[0].MaxBytes != 5 || all[1].MaxBytes != 7 || all[1].Added.IsZero() {
		t.Errorf("folders %+v, %v", all, err)
	}
	if err := l.RemoveFolder(ctx, "/a"); err != nil {
		t.Error(err)
	}
	if err := l.RemoveFolder(ctx, "/a"); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("second removal: %v", err)
	}
	if all, err := l.Folders(ctx); err != nil || len(all) != 1 {
		t.Errorf("folders %+v, %v", all, err)
	}
}

func TestDocumentsBelowAFolderAreThoseInIt(t *testing.T) {
	l := mustOpen(t, t.TempDir())
	enqueue(t, l, "/in/a.txt", "/in/deep/b.txt", "/in-two/c.txt", "/in0/d.txt", "/in", "/i", "/in/deep!/e.txt")
	for path, want := range map[string]int{"/in": 4, "/in/": 4, "/in/deep": 1, "/in/a.txt": 1, "/": 7, "/none": 0} {
		docs, err := l.DocumentsBelow(context.Background(), []string{path})
		if err != nil || len(docs) != want {
			t.Errorf("below %s: %d documents, want %d; %v", path, len(docs), want, err)
		}
	}
}

func TestMovedDocumentKeepsWhatItHas(t *testing.T) { // C3
	ctx := context.Background()
	l := mustOpen(t, t.TempDir())
	ids := enqueue(t, l, "/a.pdf", "/b.pdf")
	assign(t, l, ids[0], "h")
	if err := l.SetNumbering(ctx, ids[0], core.Numbering{{Page: 1, Style: core.StyleDecimal, Start: 7}}); err != nil {
		t.Fatal(err)
	}
	if err := l.Gone(ctx, ids[:1], true); err != nil {
		t.Fatal(err)
	}
	d, err := l.Document(ctx, ids[0])
	if err != nil {
		t.Fatal(err)
	}
	d.Path = "/new/c.pdf"
	taken := d
	taken.Path = "/b.pdf"
	moved, err := l.Move(ctx, []core.Document{taken, d})
	if err != nil || len(moved) != 1 || moved[0] != d.ID {
		t.Fatalf("moved %v, %v", moved, err)
	}
	now, err := l.DocumentByPath(ctx, "/new/c.pdf")
	if err != nil || now.ID != ids[0] || now.Name != "c.pdf" || now.Hash != "h" || !now.Added.Equal(d.Added) {
		t.Errorf("document is %+v, %v", now, err)
	}
	if missing, err := l.Missing(ctx); err != nil || len(missing) != 0 {
		t.Errorf("missing %v, %v", missing, err)
	}
	if n, err := l.Numbering(ctx, "h"); err != nil || len(n) != 1 {
		t.Errorf("page numbers %v, %v", n, err)
	}
	bySize, err := l.DocumentsBySize(ctx, []int64{9, now.Size})
	if err != nil || len(bySize) == 0 || bySize[0].ID != ids[0] {
		t.Errorf("by size: %+v, %v", bySize, err)
	}
}
