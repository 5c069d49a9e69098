package search

import (
	"fmt"
	"math"
	"slices"
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

// Support is (words/(words+12) + .6 order + .15) / 1.75, the last where the best
// hit lacks no name: twice 12 make .5.
func TestSupportIsThatOfTheFirstHits(t *testing.T) {
	hit := func(words, order float64) core.Hit {
		h := core.Hit{Reasons: []core.Reason{{Retriever: "words", Score: words}}}
		if order > 0 {
			h.Reasons = append(h.Reasons, core.Reason{Retriever: string(PartProximity), Score: order})
		}
		return h
	}
	lacking := hit(12, 0)
	lacking.Lacks = true
	hits := func(h core.Hit, n int) []core.Hit { return slices.Repeat([]core.Hit{h}, n) }
	for name, tt := range map[string]struct {
		hits    []core.Hit
		support float64
		weak    bool
	}{
		"nothing found":                   {nil, 0, false},
		"all parts":                       {hits(hit(12, 1), 3), 1.25 / 1.75, false},
		"words alone":                     {hits(hit(12, 0), 2), .65 / 1.75, false},
		"a low score":                     {hits(hit(4, 0), 10), .4 / 1.75, true},
		"just below what is weak":         {hits(hit(6, 0), 10), (6./18 + .15) / 1.75, true},
		"just above what is weak":         {hits(hit(6.2, 0), 10), (6.2/18.2 + .15) / 1.75, false},
		"the best lacks a name":           {append([]core.Hit{lacking}, hit(4, 0)), .4 / 1.75, true},
		"the second lacks it":             {append(hits(hit(12, 0), 1), lacking), .65 / 1.75, false},
		"one good hit among poor ones":    {append(hits(hit(3, 0), 9), hit(93, 0)), .65 / 1.75, false},
		"the eleventh is too late":        {append(hits(hit(4, 0), 10), hit(900, 0)), .4 / 1.75, true},
		"the sixth is too late for order": {append(hits(hit(4, 0), 5), hits(hit(4, 1), 5)...), .4 / 1.75, true},
	} {
		if got := Support(tt.hits); math.Abs(got-tt.support) > 1e-9 || Weak(tt.hits) != tt.weak {
			t.Errorf("%s: support %v, weak %v", name, got, Weak(tt.hits))
		}
	}
}

// Without a feature its value does not count, and with a weight it does.
func TestEveryPartCanBeLeftOut(t *testing.T) {
	weights := make(Weights)
	for _, part := range partOf {
		weights[part] = .5
	}
	score := func(without ...Part) float64 {
		list := []candidate{{feedback: .1, source: &sourceFile{beside: true}}}
		for f := range list[0].values {
			list[0].values[f] = .1
		}
		(&Searcher{Weights: weights, Without: without}).score(core.Query{}, list)
		return list[0].score
	}
	for _, p := range append(partOf[:], PartFeedback, PartBeside) {
		if score(p) == score() {
			t.Errorf("without %s the score is the same", p)
		}
	}
}

func TestTableOfWeightsNamesFeatures(t *testing.T) {
	tables := map[string]Weights{"all": DefaultWeights(), "code": codeWeights}
	for set, w := range weightTable.Without {
		tables[set] = w
	}
	for set, list := range weightTable.Folds {
		for i, w := range list {
			tables[fmt.Sprintf("%s fold %d", set, i)] = w
		}
	}
	for name, w := range tables {
		if w[PartPassage] != 1 {
			t.Errorf("%s: the passage weighs %v", name, w[PartPassage])
		}
		for part := range w {
			if !slices.Contains(partOf[:], part) {
				t.Errorf("%s: no feature %q", name, part)
			}
		}
	}
	if w := UnseenWeights("a set that nobody has"); w != nil {
		t.Errorf("weights %v for an unknown set", w)
	}
}
