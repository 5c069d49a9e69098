package search

import (
	"testing"

	"ibid/core"
)

func TestCoverageCountsWordsByTheirWeight(t *testing.T) {
	tests := map[string]struct {
		weights     []float64
		occurrences []core.Occurrence
		want        float64
	}{
		"all":                       {[]float64{3, 1}, at([2]int{0, 1}, [2]int{1, 2}), 1},
		"the rare word":             {[]float64{3, 1}, at([2]int{0, 1}), .75},
		"the common word, twice":    {[]float64{3, 1}, at([2]int{1, 1}, [2]int{1, 9}), .25},
		"none":                      {[]float64{3, 1}, nil, 0},
		"no words":                  {nil, at([2]int{0, 1}), 0},
		"a word that has no weight": {[]float64{0, 2}, at([2]int{0, 1}), 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := coverage(tt.weights, tt.occurrences); got != tt.want {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}

func TestWeakIsWhatNoneOfTheBestHitsCovers(t *testing.T) {
	hits := func(covered ...float64) (list []core.Hit) {
		for _, c := range covered {
			list = append(list, core.Hit{Covered: c})
		}
		return list
	}
	below := weakBelow - .01
	for name, tt := range map[string]struct {
		hits []core.Hit
		weak bool
	}{
		"nothing found":             {nil, false},
		"all below":                 {hits(below, below), true},
		"one at the bound":          {hits(below, weakBelow), false},
		"only the sixth is covered": {hits(below, 0, 0, 0, 0, 1), true},
	} {
		if got := Weak(tt.hits); got != tt.weak {
			t.Errorf("%s: weak is %v", name, got)
		}
	}
}

// Each part changes the score of a candidate that has all of them, and nothing
// is left but BM25 without any.
func TestEveryPartCanBeLeftOut(t *testing.T) {
	first := func(without ...Part) float64 {
		list := []candidate{
			found("a", 0, 3, at([2]int{0, 1}, [2]int{1, 2})...),
			found("b", 0, 9),
		}
		list[0].text, list[1].text = "tidal pool . . . . . . . 3", "Nothing of the kind."
		rank(core.Query{Words: []string{"tidal", "pool"}, Likely: map[core.Hash]float64{"a": .1}}, map[core.Hash]float64{"a": 4, "b": 8}, list, without...)
		if list[0].match.Hash != "b" {
			t.Fatalf("%s is first", list[0].match.Hash)
		}
		return list[1].score
	}
	all := first()
	for _, p := range Parts {
		if got := first(p); got == all {
			t.Errorf("without %s the score is the same", p)
		}
	}
	if got := first(Parts...); got != 3./9 {
		t.Errorf("without all parts %v, want %v", got, 3./9)
	}
}
