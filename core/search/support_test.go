package search

import (
	"math"
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

// (12/24 + .3 + .1) / 1.4 is .642857, and so on.
func TestSupportIsThatOfTheBestOfFive(t *testing.T) {
	hit := func(words, order, covered float64) core.Hit {
		h := core.Hit{Covered: covered, Reasons: []core.Reason{{Retriever: "words", Score: words}}}
		if order > 0 {
			h.Reasons = append(h.Reasons, core.Reason{Retriever: "order", Score: order})
		}
		return h
	}
	for name, tt := range map[string]struct {
		hits    []core.Hit
		support float64
		weak    bool
	}{
		"nothing found":         {nil, 0, false},
		"all parts":             {[]core.Hit{hit(12, 1, 1)}, .9 / 1.4, false},
		"words alone":           {[]core.Hit{hit(12, 0, 0)}, .5 / 1.4, true},
		"a low score":           {[]core.Hit{hit(4, 0, .5)}, .3 / 1.4, true},
		"the best of several":   {[]core.Hit{hit(4, 0, 0), hit(12, 0, 0), hit(4, 0, 0)}, .5 / 1.4, true},
		"the sixth is too late": {[]core.Hit{hit(4, 0, 0), hit(4, 0, 0), hit(4, 0, 0), hit(4, 0, 0), hit(4, 0, 0), hit(90, 1, 1)}, .25 / 1.4, true},
	} {
		if got := Support(tt.hits); math.Abs(got-tt.support) > 1e-9 || Weak(tt.hits) != tt.weak {
			t.Errorf("%s: support %v, weak %v", name, got, Weak(tt.hits))
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
		list[0].path, list[0].learned, list[0].defines = .1, .1, .1
		list[0].text, list[1].text = "tidal pool . . . . . . . 3", "Nothing of the kind."
		rank(core.Query{Words: []string{"tidal", "pool"}, Likely: map[core.Hash]float64{"a": .1}, Code: true}, map[core.Hash]float64{"a": 4, "b": 8}, list, without...)
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
