package index

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"ibid/core"
	"ibid/core/text"
)

func TestOccurrencesMarkWhatSearchFinds(t *testing.T) {
	x := open(t, t.TempDir())
	tests := map[string]struct {
		q    core.Query
		text string
		want []string
	}{
		"by stem":                 {core.Query{Words: []string{"market"}}, "Markets and marketing", []string{"Markets", "marketing"}},
		"across a line end":       {core.Query{Words: []string{"verify"}}, "to ver-\nify it", []string{"ver-\nify"}},
		"both parts of a word":    {core.Query{Words: []string{"system"}}, "a sys-tem of tems", []string{"sys-tem"}},
		"parts as they are asked": {core.Query{Words: []string{"known", "tem"}}, "well-known sys-tem", []string{"known", "tem"}},
		"words of phrases":        {core.Query{Phrases: []string{"yield curve"}}, "The yield curve", []string{"yield", "curve"}},
		"stop words of phrases":   {core.Query{Phrases: []string{"to be"}}, "not to be", []string{"to", "be"}},
		"pairs of ideographs":     {core.Query{Words: []string{"潮間帯"}}, "この潮間帯の", []string{"潮間", "帯"}},
		"the body's words":        {core.Query{Words: []string{"quick", "ratio"}, Body: []string{"liabilities"}}, "Total liabilities", []string{"liabilities"}},
		"other forms":             {core.Query{Words: []string{"edema", "um", "β", "11604"}}, "oedema 5 μm of Pol β, beta and alpha: 11 604", []string{"oedema", "μm", "β", "beta", "11 604"}},
		"nothing that is not one": {core.Query{Words: []string{"yield"}}, "shield", nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, o := range x.Occurrences(tt.q, core.KindText, tt.text) {
				got = append(got, tt.text[o.Start:o.End])
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestOccurrencesInCodeAreWordsOfIdentifiers(t *testing.T) {
	x := open(t, t.TempDir())
	tests := map[string]struct {
		words []string
		text  string
		want  []string
	}{
		"a part":                    {[]string{"email"}, "u := findByEmail(addr)", []string{"Email"}},
		"several parts":             {[]string{"find", "email"}, "find_by_email", []string{"find", "email"}},
		"the whole written anyhow":  {[]string{"findbyemail"}, "findByEmail, find_by_email", []string{"findByEmail", "find_by_email"}},
		"by stem":                   {[]string{"market"}, "loadMarkets()", []string{"Markets"}},
		"capitals before a word":    {[]string{"server"}, "HTTPServer", []string{"Server"}},
		"words of comments":         {[]string{"tide"}, "// the tide of tideGauge", []string{"tide", "tide"}},
		"not what is a part of one": {[]string{"mail"}, "findByEmail", nil},
	}
	for name, tt := range tests {
		var got []string
		for _, o := range x.Occurrences(core.Query{Words: tt.words}, core.KindCode, tt.text) {
			got = append(got, tt.text[o.Start:o.End])
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	q := core.Query{Words: []string{"email", "addr"}}
	if got := x.Occurrences(q, core.KindCode, "findByEmail(addr)"); len(got) != 2 || got[0].Position != 3 || got[1].Position != 4 {
		t.Errorf("positions in %+v", got)
	}
	if got := x.Occurrences(q, core.KindText, "findByEmail"); got != nil {
		t.Errorf("in prose %+v are marked, which no search finds", got)
	}
}

func TestResetLeavesNothing(t *testing.T) {
	x := open(t, t.TempDir())
	ctx := t.Context()
	if err := x.Put(ctx, 3, nil, []core.IndexedPassage{{Hash: "a", Text: "tide"}, {Hash: "b", Text: "tide"}}); err != nil {
		t.Fatal(err)
	}
	if err := x.Reset(ctx); err != nil {
		t.Fatal(err)
	}
	n, err := x.Count()
	_, generation, _ := x.Generation()
	if n != 0 || err != nil || generation != 0 {
		t.Errorf("after Reset: %d passages, generation %d, %v", n, generation, err)
	}
	if m, err := x.Search(ctx, core.Query{Words: []string{"tide"}}, nil, 9); len(m) != 0 || err != nil {
		t.Errorf("found %v, %v", m, err)
	}
}

// The weights are numbered as the occurrences are, and the rarer a word is, the
// more it weighs.
func TestWeightsFollowTheNumbersOfOccurrences(t *testing.T) {
	x := open(t, filepath.Join(t.TempDir(), "index"))
	put(t, x, 1, nil, []core.IndexedPassage{
		{Hash: "a", Page: 1, Ordinal: 0, Text: "The tide turns."},
		{Hash: "a", Page: 1, Ordinal: 1, Text: "A heron waits for the tides."},
	})
	q := core.Query{Words: []string{"tides", "heron", "limpet", "tide"}, Phrases: []string{"the heron"}}
	got, err := x.Weights(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	// tide in both, heron in one, limpet in none, "the" as written in both
	if len(got) != 4 || !(got[2] > got[1] && got[1] > got[0] && got[0] > 0 && got[3] == got[0]) {
		t.Errorf("weights %v", got)
	}
	for _, o := range x.Occurrences(q, core.KindText, "heron") {
		if o.Word != 1 {
			t.Errorf("heron is word %d", o.Word)
		}
	}
}

// Occurrences passes over words that begin with another letter than all that
// are wanted, but for those that stem names.
func TestStemsBeginAsTheirWords(t *testing.T) {
	texts, err := filepath.Glob("../../testdata/sample/*.md")
	if err != nil || len(texts) == 0 {
		t.Fatal("no sample texts", err)
	}
	words := []string{"dying", "skies", "yes", "younger", "ease's", "o'clock", "nights'"}
	for _, file := range texts {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		words = append(words, text.Forms(string(data))...)
	}
	for _, w := range words {
		// The second time it is looked up.
		if first, again := stem(w), stem(w); first != again || first != "" && first[0] != w[0] && w[0] < utf8.RuneSelf && !(first[0] == 'e' && strings.IndexByte("ao", w[0]) >= 0) {
			t.Errorf("%q: %q, then %q", w, first, again)
		}
	}
}
