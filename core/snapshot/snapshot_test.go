package snapshot

import (
	"testing"

	"ibid/core"
	"ibid/core/library"
	"ibid/core/store"
)

// What OCR adds to a first page counts for what a question names, and what was
// known of documents that are gone goes with them.
func TestFirstPagesFollowWhatOCRReads(t *testing.T) { // R2.1
	dir := t.TempDir()
	l, err := library.Open(t.Context(), dir, core.Owner{})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	texts, err := store.Open(dir, l.Epoch())
	if err != nil {
		t.Fatal(err)
	}
	defer texts.Close()
	const hash = core.Hash("scan")
	ids, err := l.Enqueue(t.Context(), []core.Document{{Path: "/scan.pdf", Kind: core.KindPDF}}, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Assign(t.Context(), core.Document{ID: ids[0], Hash: hash, Kind: core.KindPDF}); err != nil {
		t.Fatal(err)
	}
	keeper := NewKeeper(l, texts)
	for _, first := range []string{"", "Annual report of Tidewater, 2019"} {
		if err := texts.PutPages(t.Context(), hash, []core.Page{{Index: 1, Text: first}, {Index: 2, Text: "Revenue grew."}}); err != nil {
			t.Fatal(err)
		}
		if err := l.Acknowledge(t.Context(), 1, []core.Content{{Hash: hash, State: core.StatePartial, Pages: 2, Tokens: 3 + len(first)}}); err != nil {
			t.Fatal(err)
		}
		if _, err := keeper.Now(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := keeper.first[firstPage{hash, 3 + len(first)}]; got != first || len(keeper.first) != 1 {
			t.Errorf("the first page begins with %q, want %q; %d are known", got, first, len(keeper.first))
		}
	}
	if _, err := l.Remove(t.Context(), ids[0]); err != nil {
		t.Fatal(err)
	}
	if _, err := keeper.Now(t.Context()); err != nil || len(keeper.first) != 0 {
		t.Errorf("%d first pages are known of no documents: %v", len(keeper.first), err)
	}
}
