package library

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ibid/core"
)

func ranges(t *testing.T, s string) core.Numbering {
	t.Helper()
	n, err := core.ParseNumbering(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// written is what the library says of a content, as a person writes it.
func written(t *testing.T, l *Library, hash core.Hash) string {
	t.Helper()
	n, err := l.Numbering(t.Context(), hash)
	if err != nil {
		t.Fatal(err)
	}
	return n.String()
}

func TestNumberingStaysWithItsDocument(t *testing.T) { // X2
	ctx, dir := context.Background(), t.TempDir()
	l := mustOpen(t, dir)
	ids := enqueue(t, l, "/a.pdf", "/b.pdf", "/c.pdf")
	assign(t, l, ids[0], "h")
	assign(t, l, ids[1], "h")
	assign(t, l, ids[2], "other")
	if err := l.SetNumbering(ctx, ids[0], ranges(t, "1=i 13=1")); err != nil {
		t.Fatal(err)
	}
	if got := written(t, l, "h"); got != "1=i 13=1" {
		t.Errorf("after it was set: %q", got)
	}
	if got := written(t, l, "other"); got != "" {
		t.Errorf("another content has %q", got)
	}
	// The file changes, and the correction with it; the twin keeps it too.
	assign(t, l, ids[0], "new")
	if a, b := written(t, l, "new"), written(t, l, "h"); a != "1=i 13=1" || b != a {
		t.Errorf("changed file %q, its twin %q", a, b)
	}
	// Where two meet in one content the last wins.
	if err := l.SetNumbering(ctx, ids[2], ranges(t, "1=7")); err != nil {
		t.Fatal(err)
	}
	assign(t, l, ids[2], "new")
	all, err := l.Numberings(ctx)
	if diff := cmp.Diff(map[core.Hash]core.Numbering{"h": ranges(t, "1=i 13=1"), "new": ranges(t, "1=7")}, all); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l = mustOpen(t, dir)
	if got := written(t, l, "new"); got != "1=7" {
		t.Errorf("opened again: %q", got)
	}
	if err := l.SetNumbering(ctx, ids[0], nil); err != nil {
		t.Fatal(err)
	}
	if a, b := written(t, l, "new"), written(t, l, "h"); a != "" || b != "1=i 13=1" {
		t.Errorf("after it was removed %q, another content %q", a, b)
	}
	if _, err := l.Remove(ctx, ids[1]); err != nil {
		t.Fatal(err)
	}
	if all, err := l.Numberings(ctx); err != nil || len(all) != 0 {
		t.Errorf("of documents that are gone: %v, %v", all, err)
	}
}

func TestNumberingIsPrecious(t *testing.T) { // X2
	ctx := context.Background()
	l := mustOpen(t, t.TempDir())
	ids := enqueue(t, l, "/a.pdf")
	revision := func() (n int) {
		if err := l.read.QueryRowContext(ctx, "SELECT revision FROM meta").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := revision()
	// Before the file could be read as well.
	if err := l.SetNumbering(ctx, ids[0], ranges(t, "3=1")); err != nil {
		t.Fatal(err)
	}
	if after := revision(); after != before+1 {
		t.Errorf("revision %d after %d: no backup would be due", after, before)
	}
	assign(t, l, ids[0], "h")
	if got := written(t, l, "h"); got != "3=1" {
		t.Errorf("once it is read: %q", got)
	}
}

func TestNumberingThatIsWrongIsNotKept(t *testing.T) { // X2
	ctx := context.Background()
	l := mustOpen(t, t.TempDir())
	ids := enqueue(t, l, "/a.pdf")
	assign(t, l, ids[0], "h")
	if err := l.SetNumbering(ctx, 77, ranges(t, "1=2")); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("unknown document: %v", err)
	}
	if err := l.SetNumbering(ctx, ids[0], core.Numbering{{Page: 0, Style: core.StyleDecimal}}); !errors.Is(err, core.ErrQuery) {
		t.Errorf("page 0: %v", err)
	}
	if got := written(t, l, "h"); got != "" {
		t.Errorf("kept %q", got)
	}
	for _, row := range []string{"", "{", `{"ranges":[{"page":-4,"style":"decimal"}]}`} {
		if _, err := l.write.Exec("INSERT OR REPLACE INTO numberings VALUES (?, ?)", ids[0], row); err != nil {
			t.Fatal(err)
		}
		if n, err := l.Numbering(ctx, "h"); !errors.Is(err, core.ErrDamaged) {
			t.Errorf("damaged row %q is read as %v, %v", row, n, err)
		}
	}
}
