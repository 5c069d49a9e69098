package store

import (
	"errors"
	"strings"
	"testing"

	"ibid/core"
)

// Whatever was read before, a page is as it was stored last.
func TestPageIsAsItWasStoredLast(t *testing.T) {
	ctx, s := t.Context(), mustOpen(t, t.TempDir(), "e")
	read := func(want core.Page) {
		t.Helper()
		for range 2 {
			got, err := s.Page(ctx, "h", 1)
			equal(t, "page", got, err, want)
		}
	}
	must(t, s.PutPages(ctx, "h", []core.Page{{Index: 1, Text: "kelp"}}))
	read(core.Page{Index: 1, Text: "kelp"})
	must(t, s.PutLabels(ctx, "h", []string{"iv"}))
	read(core.Page{Index: 1, Label: "iv", Text: "kelp"})
	must(t, s.PutPages(ctx, "h", []core.Page{{Index: 1, Text: "eelgrass"}}))
	read(core.Page{Index: 1, Text: "eelgrass"})
	must(t, s.Delete(ctx, "h"))
	if _, err := s.Page(ctx, "h", 1); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("of a content that is gone: %v", err)
	}
}

func TestRecentPagesAreBounded(t *testing.T) {
	var r pageCache
	text := strings.Repeat("x", pageCacheBytes/4)
	for n := range 20 {
		r.keep(pageKey{"h", n}, 1, core.Page{Index: n, Text: text})
		r.find(pageKey{"h", 0}, 1)
		if kept := (len(r.young) + len(r.old)) * len(text); kept > 2*pageCacheBytes {
			t.Fatalf("%d bytes are kept", kept)
		}
	}
	if _, known := r.find(pageKey{"h", 0}, 1); !known {
		t.Error("the page that was asked for all the time is forgotten")
	}
	if _, known := r.find(pageKey{"h", 1}, 1); known {
		t.Error("one that nobody asked for is kept")
	}
	r.keep(pageKey{"h", 1}, 2, core.Page{Text: "after a change"})
	r.keep(pageKey{"h", 2}, 1, core.Page{Text: "read before it"})
	if _, known := r.find(pageKey{"h", 2}, 2); known || len(r.young)+len(r.old) != 1 {
		t.Errorf("pages of before a change are kept: %d, %d", len(r.young), len(r.old))
	}
	r.keep(pageKey{"h", 3}, 2, core.Page{Text: strings.Repeat("x", pageCacheBytes+1)})
	if _, known := r.find(pageKey{"h", 3}, 2); known {
		t.Error("a page over the bound is kept")
	}
}
