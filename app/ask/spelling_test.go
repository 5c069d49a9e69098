package ask_test

import (
	"slices"
	"strings"
	"testing"

	"ibid/app/apptest"
	"ibid/core"
)

// What stands nowhere is searched as the nearest words of the library, or named.
func TestWordsThatStandNowhereAreRespeltOrNamed(t *testing.T) { // X12
	e := apptest.Open(t)
	dir := t.TempDir()
	for name, body := range map[string]string{
		"w1.txt": "The Boeing wing bends with the load, and that was measured in the tunnel.",
		"t2.txt": "The tide of the sound turns with the moon and that of the bay with the wind.",
		"s3.txt": "A well known shore: of the kelp and the limpets that live with it.",
	} {
		apptest.Add(t, e, "", apptest.Write(t, dir, name, body))
	}
	tests := map[string]struct {
		question string
		without  []string
		read     []string // keys and texts
		first    string   // document
	}{
		"a misspelling":    {"Boing wing load", nil, []string{"spell:boing: also: Boeing (for Boing)"}, "w1.txt"},
		"alone":            {"boing", nil, []string{"spell:boing: also: boeing (for boing)"}, "w1.txt"},
		"taken off":        {"boing tide", []string{"spell:boing"}, []string{"nowhere: no page holds “boing”"}, "t2.txt"},
		"two words as one": {"wellknown shore", nil, []string{"spell:wellknown: also: well known (for wellknown)"}, "s3.txt"},
		"no near word":     {"Zyxin and quux of the tide", nil, []string{"nowhere: no page holds “Zyxin”, “quux”"}, "t2.txt"},
		"a code":           {"tide b0eing", nil, []string{"nowhere: no page holds “b0eing”"}, "t2.txt"},
		"known words":      {"tides of the moon", nil, nil, "t2.txt"},
		"another language": {"Wie hoch ist die Flut im Boeing Kanal?", nil,
			[]string{"language: the question is German, the library is English: only names and numbers can match"}, "w1.txt"},
	}
	for name, tt := range tests {
		found, err := e.Search(t.Context(), core.SearchRequest{Query: tt.question, Limit: 10, Without: tt.without})
		if err != nil {
			t.Fatal(err)
		}
		var read []string
		for _, i := range found.Read {
			read = append(read, i.Key+": "+i.Text)
			if i.Removable != strings.HasPrefix(i.Key, "spell:") {
				t.Errorf("%s: %+v", name, i)
			}
		}
		if !slices.Equal(read, tt.read) || len(found.Hits) == 0 || found.Hits[0].Document.Name != tt.first {
			t.Errorf("%s: read %q, want %q; %d hits", name, read, tt.read, len(found.Hits))
		}
	}
	found, err := e.Search(t.Context(), core.SearchRequest{Query: "aaqq bbqq ccqq ddqq eeqq ffqq ggqq", Limit: 10})
	if err != nil || len(found.Read) != 1 || !strings.HasSuffix(found.Read[0].Text, "“eeqq” and 2 more words of the question") {
		t.Errorf("many words: %+v, %v", found.Read, err)
	}
}
