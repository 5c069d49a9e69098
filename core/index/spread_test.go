package index

import (
	"strings"
	"testing"

	"ibid/core"
)

// A word is counted in passages and in files, in all its forms.
func TestWordsAreCountedByPassageAndFile(t *testing.T) { // R2.1
	x, err := Open(t.TempDir()+"/index", "epoch")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}()
	var list []core.IndexedPassage
	for i, p := range []struct {
		hash core.Hash
		text string
	}{{"a", "Kelp grows at the reef."}, {"a", "The reefs of the sound."}, {"b", "A reef, and a reef again."}, {"c", "Nothing of it."}} {
		list = append(list, core.IndexedPassage{Hash: p.hash, Kind: core.KindText, Ordinal: i, Page: 1, Text: p.text})
	}
	if err := x.Put(t.Context(), 1, nil, list); err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string][2]int{"reef": {3, 2}, "reefs": {3, 2}, "kelp": {1, 1}, "nowhere": {}, "": {}, strings.Repeat("x", 400): {}} {
		if passages, files, err := x.Spread(t.Context(), word); err != nil || [2]int{passages, files} != want {
			t.Errorf("%q is in %d passages and %d files, %v; want %v", word, passages, files, err, want)
		}
	}
}
