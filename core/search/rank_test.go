package search

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"ibid/core"
)

// at makes occurrences of words of the query, given as word, position pairs.
func at(pairs ...[2]int) []core.Occurrence {
	var list []core.Occurrence
	for _, p := range pairs {
		list = append(list, core.Occurrence{Word: p[0], Position: p[1]})
	}
	return list
}

func TestProximity(t *testing.T) { // R3.9
	tests := map[string]struct {
		occurrences []core.Occurrence
		words       int
		want        float64
	}{
		"one word":                      {at([2]int{0, 1}, [2]int{0, 2}), 1, 0},
		"no word":                       {nil, 3, 0},
		"side by side":                  {at([2]int{0, 5}, [2]int{1, 6}), 2, 1},
		"with one word between":         {at([2]int{0, 5}, [2]int{1, 7}), 2, 1},
		"with two words between":        {at([2]int{0, 5}, [2]int{1, 8}), 2, 0.5},
		"the other way round":           {at([2]int{1, 5}, [2]int{0, 6}), 2, 0.5},
		"at the edge of the window":     {at([2]int{0, 1}, [2]int{1, 9}), 2, 0.5},
		"beyond the window":             {at([2]int{0, 1}, [2]int{1, 10}), 2, 0},
		"one pair of two":               {at([2]int{0, 1}, [2]int{1, 2}, [2]int{2, 90}), 3, 0.5},
		"no neighbours in the query":    {at([2]int{0, 1}, [2]int{2, 2}), 3, 0},
		"a pair counts once":            {at([2]int{0, 1}, [2]int{1, 2}, [2]int{0, 3}, [2]int{1, 4}), 3, 0.5},
		"words of phrases do not":       {at([2]int{1, 1}, [2]int{2, 2}), 2, 0},
		"the nearest of several":        {at([2]int{0, 1}, [2]int{0, 40}, [2]int{1, 41}), 2, 1},
		"another word in between is ok": {at([2]int{0, 1}, [2]int{2, 2}, [2]int{1, 3}), 3, 0.75},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := proximity(tt.occurrences, tt.words); got != tt.want {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}

func found(h core.Hash, ordinal int, score float64, occurrences ...core.Occurrence) candidate {
	return candidate{match: core.Match{Hash: h, Ordinal: ordinal, Score: score}, occurrences: occurrences}
}

func TestRankOrdersByScoreThenPlace(t *testing.T) {
	list := []candidate{found("b", 1, 0), found("b", 0, 0), found("a", 7, 0), found("c", 0, 0)}
	for i, score := range []float64{1, 1, 1, 2} {
		list[i].score = score
	}
	rank(list)
	var got []string
	for _, c := range list {
		got = append(got, fmt.Sprintf("%s/%d %.1f", c.match.Hash, c.match.Ordinal, c.score))
	}
	if want := []string{"c/0 1.0", "a/7 0.5", "b/0 0.5", "b/1 0.5"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestRanksOfFilesStartAtOneAndShareTies(t *testing.T) {
	got := rankFiles(map[core.Hash]float64{"a": 1, "b": 5, "c": 5, "d": 0})
	if want := map[core.Hash]int{"b": 1, "c": 1, "a": 3}; !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Scores are at least 0 and at most 1, the first is 1, they fall, and the order in
// which candidates came does not matter.
func TestRankedScoresFallFromOne(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		list := make([]candidate, 1+r.IntN(40))
		for i := range list {
			list[i] = found(core.Hash("abc"[r.IntN(3):][:1]), i, float64(1+r.IntN(9)))
			for f := range list[i].values {
				list[i].values[f] = r.Float64()
			}
		}
		other := slices.Clone(list)
		r.Shuffle(len(other), func(i, j int) { other[i], other[j] = other[j], other[i] })
		for _, l := range [][]candidate{list, other} {
			(&Searcher{}).score(core.Query{}, l)
			rank(l)
		}
		if list[0].score != 1 {
			t.Fatalf("the first scores %v", list[0].score)
		}
		for i, c := range list {
			if c.score < 0 || i > 0 && c.score > list[i-1].score {
				t.Fatalf("score %v after %v", c.score, list[max(0, i-1)].score)
			}
			if o := other[i]; o.match != c.match || o.score != c.score {
				t.Fatalf("place %d: %v or %v", i, c.match, o.match)
			}
		}
	}
}

// Of a pasted report the first files are quoted in passages, what is declared in
// the others as signatures, and documents as ever.
func TestReportsQuoteTheFirstFilesInPassages(t *testing.T) { // R2.7, R2.12
	hit := func(h core.Hash, k core.Kind) core.Hit {
		return core.Hit{Document: core.Document{Hash: h, Kind: k}}
	}
	hits := []core.Hit{hit("a", core.KindCode), hit("b", core.KindCode), hit("c", core.KindCode), hit("a", core.KindCode), hit("d", core.KindMarkdown)}
	want := []core.Shape{core.ShapeWindow, core.ShapeWindow, core.ShapeOutline, core.ShapeWindow, core.ShapeWindow}
	for i, h := range outlined(hits) {
		if h.Shape != want[i] {
			t.Errorf("hit %d of %s: %q, want %q", i, h.Document.Hash, h.Shape, want[i])
		}
	}
	if hits[2].Shape != core.ShapeWindow {
		t.Error("the hits that were given have changed")
	}
}
