package index

import (
	"maps"
	"strings"
	"testing"

	"ibid/core"
)

func TestWordsAreCountedByPassage(t *testing.T) { // R2.1
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
	for i, s := range []string{"auth checks the login, auth again", "authentication by Auth", "an author", "nothing of it"} {
		list = append(list, core.IndexedPassage{Hash: "a", Kind: core.KindText, Ordinal: i, Page: 1, Text: s})
	}
	if err := x.Put(t.Context(), 1, nil, list); err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]int{"auth": 2, "authentication": 1, "au": 0, "nowhere": 0, "": 0, strings.Repeat("x", 400): 0} {
		if n, err := x.Frequency(t.Context(), word); err != nil || n != want {
			t.Errorf("%q is counted %d times, %v; want %d", word, n, err, want)
		}
	}
	got, err := x.WithPrefix(t.Context(), "auth", 10)
	if want := map[string]int{"auth": 2, "authentication": 1, "author": 1}; err != nil || !maps.Equal(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
	if got, err := x.WithPrefix(t.Context(), "auth", 2); err != nil || len(got) != 2 {
		t.Errorf("got %v, %v", got, err)
	}
}
