package search

import (
	"fmt"
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
	tables := map[string]Weights{"all": weightTable.All, "code": codeWeights}
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
