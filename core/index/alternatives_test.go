package index

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ibid/core"
)

// expansions of the tests below: an abbreviation both ways.
func expanded(words []string, of string, weight float64, by ...string) core.Query {
	return core.Query{Words: words, Expansions: []core.Expansion{{Of: of, Words: by, Weight: weight}}}
}

func TestExpansionsAreScoredInPlaceOfTheirWords(t *testing.T) { // X12
	x := open(t, t.TempDir())
	var files []core.IndexedPassage
	for hash, text := range map[core.Hash]string{
		"short":  "The capex of the harbour rose again this spring.",
		"long":   "The capital expenditures of the harbour rose this spring.",
		"both":   "The capital expenditures (capex) of the harbour rose.",
		"apart":  "The capital of the harbour, whose expenditures rose this spring.",
		"part":   "The capital of the harbour rose again in this cold spring.",
		"none":   "The sluices of the harbour were mended again this spring.",
		"filler": "Nothing of all this is said here about herons and the reeds.",
	} {
		files = append(files, file(hash, 1, text)...)
	}
	put(t, x, 1, nil, files)
	scores := func(q core.Query) map[core.Hash]float64 {
		out := make(map[core.Hash]float64)
		for _, m := range find(t, x, q, nil, 10) {
			out[m.Hash] = m.Score
		}
		return out
	}
	words := []string{"capex"}
	plain := scores(core.Query{Words: words})
	full, half := scores(expanded(words, "capex", 1, "capital", "expenditures")), scores(expanded(words, "capex", .5, "capital", "expenditures"))
	if len(plain) != 2 || len(full) != 3 || full["long"] == 0 {
		t.Errorf("without expansion %v, with it %v", plain, full)
	}
	if full["short"] != plain["short"] || full["both"] != plain["both"] {
		t.Error("what holds the word itself scores otherwise with an expansion")
	}
	if full["long"] >= full["short"] || half["long"]*1.9 > full["long"] || half["long"]*2.1 < full["long"] {
		t.Errorf("at full weight %v, at half %v", full, half)
	}
	// The words of the question for one word of the text.
	words = []string{"capital", "expenditures"}
	plain, full = scores(core.Query{Words: words}), scores(expanded(words, "capital expenditures", 1, "capex"))
	if plain["short"] != 0 || full["short"] <= plain["part"] || full["long"] != plain["long"] || full["part"] != plain["part"] {
		t.Errorf("without expansion %v, with it %v", plain, full)
	}
	// What stands nowhere, or stands for no word of the question, changes nothing.
	for _, q := range []core.Query{expanded(words, "capital", 1, "limpet"), expanded(words, "heron", 1, "sluices"), expanded(words, "capital", 0, "sluices")} {
		if diff := cmp.Diff(plain, scores(q)); diff != "" {
			t.Errorf("%v: %s", q.Expansions, diff)
		}
	}
	whole, err := x.FileScores(t.Context(), expanded([]string{"capex"}, "capex", 1, "capital", "expenditures"), []core.Hash{"short", "long", "apart", "part", "none"})
	if err != nil || len(whole) != 3 || whole["long"] == 0 || whole["apart"] == 0 { // of whole files positions are not known
		t.Errorf("whole files %v, %v", whole, err)
	}
}

func TestExpansionsOccurAsTheirWords(t *testing.T) { // X12
	x := open(t, t.TempDir())
	type at struct {
		Text string
		Word int
	}
	tests := map[string]struct {
		q    core.Query
		text string
		want []at
	}{
		"a word":                     {expanded([]string{"boing", "wing"}, "boing", .5, "boeing"), "The Boeing wing", []at{{"Boeing", 0}, {"wing", 1}}},
		"several words for one":      {expanded([]string{"rose", "capex"}, "capex", 1, "capital", "expenditures"), "capital expenditures rose", []at{{"capital expenditures", 1}, {"rose", 0}}},
		"one word for several":       {expanded([]string{"capital", "expenditures"}, "capital expenditures", 1, "capex"), "Capex rose", []at{{"Capex", 0}, {"Capex", 1}}},
		"a wanted word in it":        {expanded([]string{"capital", "capex"}, "capex", 1, "capital", "expenditures"), "capital expenditures", []at{{"capital expenditures", 0}, {"capital expenditures", 1}}},
		"not where they are apart":   {expanded([]string{"capex"}, "capex", 1, "capital", "expenditures"), "expenditures of capital", nil},
		"with a stop word":           {expanded([]string{"ko"}, "ko", 1, "knock", "out"), "a knock-out mouse, a knock-in", []at{{"knock-out", 0}}},
		"joined by a hyphen":         {expanded([]string{"ko"}, "ko", 1, "knockout"), "a knock-out mouse", []at{{"knock-out", 0}}},
		"by stem":                    {expanded([]string{"ko"}, "ko", 1, "gene", "knockout"), "genes knockouts", []at{{"genes knockouts", 0}}},
		"at the end of the text":     {expanded([]string{"capex"}, "capex", 1, "capital", "expenditures"), "more capital", nil},
		"beside ideographs":          {expanded([]string{"潮間帯", "zone"}, "zone", 1, "belt"), "潮間帯 belt", []at{{"潮間", 0}, {"帯", 1}, {"belt", 2}}},
		"without words of the query": {expanded([]string{"tide"}, "heron", 1, "belt"), "tide belt", []at{{"tide", 0}}},
	}
	for name, tt := range tests {
		var got []at
		for _, o := range x.Occurrences(tt.q, core.KindText, tt.text) {
			got = append(got, at{tt.text[o.Start:o.End], o.Word})
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestAWordWeighsNoMoreThanItsExpansions(t *testing.T) { // X12
	x := open(t, t.TempDir())
	put(t, x, 1, nil, []core.IndexedPassage{
		{Hash: "a", Page: 1, Ordinal: 0, Text: "The Boeing has a wing."}, {Hash: "a", Page: 1, Ordinal: 1, Text: "A Boeing again."},
		{Hash: "a", Page: 1, Ordinal: 2, Text: "A heron."},
	})
	plain, err := x.Weights(t.Context(), core.Query{Words: []string{"boing", "boeing"}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := x.Weights(t.Context(), expanded([]string{"boing", "heron"}, "boing", .5, "boeing"))
	if err != nil || got[0] != plain[1] || got[0] >= plain[0] || len(got) != 2 {
		t.Errorf("weights %v, without expansion %v, %v", got, plain, err)
	}
}
