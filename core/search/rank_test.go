package search

import (
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
		order, near float64
	}{
		"one word":                      {at([2]int{0, 1}, [2]int{0, 2}), 1, 0, 0},
		"no word":                       {nil, 3, 0, 0},
		"side by side":                  {at([2]int{0, 5}, [2]int{1, 6}), 2, 1, 1},
		"with one word between":         {at([2]int{0, 5}, [2]int{1, 7}), 2, 1, 1},
		"with two words between":        {at([2]int{0, 5}, [2]int{1, 8}), 2, 0, 1},
		"the other way round":           {at([2]int{1, 5}, [2]int{0, 6}), 2, 0, 1},
		"at the edge of the window":     {at([2]int{0, 1}, [2]int{1, 9}), 2, 0, 1},
		"beyond the window":             {at([2]int{0, 1}, [2]int{1, 10}), 2, 0, 0},
		"one pair of two":               {at([2]int{0, 1}, [2]int{1, 2}, [2]int{2, 90}), 3, .5, .5},
		"no neighbours in the query":    {at([2]int{0, 1}, [2]int{2, 2}), 3, 0, 0},
		"a pair counts once":            {at([2]int{0, 1}, [2]int{1, 2}, [2]int{0, 3}, [2]int{1, 4}), 3, .5, .5},
		"words of phrases do not":       {at([2]int{1, 1}, [2]int{2, 2}), 2, 0, 0},
		"the nearest of several":        {at([2]int{0, 1}, [2]int{0, 40}, [2]int{1, 41}), 2, 1, 1},
		"another word in between is ok": {at([2]int{0, 1}, [2]int{2, 2}, [2]int{1, 3}), 3, .5, 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if order, near := proximity(tt.occurrences, tt.words); order != tt.order || near != tt.near {
				t.Errorf("order %v, near %v; want %v, %v", order, near, tt.order, tt.near)
			}
		})
	}
}

func found(h core.Hash, ordinal int, score float64, occurrences ...core.Occurrence) candidate {
	return candidate{match: core.Match{Hash: h, Ordinal: ordinal, Score: score}, occurrences: occurrences}
}

func ranked(q core.Query, files map[core.Hash]float64, list []candidate, without ...Part) {
	score(q, files, list, without...)
	rank(list)
}

func TestRankWeighsEachPart(t *testing.T) {
	tests := map[string]struct {
		files map[core.Hash]float64
		found []candidate
		want  core.Hash // the first
	}{
		"the passage's own score":       {nil, []candidate{found("a", 0, 2), found("b", 0, 3)}, "b"},
		"the file over a little":        {map[core.Hash]float64{"a": 9, "b": 1}, []candidate{found("a", 0, 2.5), found("b", 0, 3)}, "a"},
		"the passage over the file":     {map[core.Hash]float64{"a": 9, "b": 1}, []candidate{found("a", 0, 1), found("b", 0, 3)}, "b"},
		"words in order":                {nil, []candidate{found("a", 0, 2.5, at([2]int{0, 1}, [2]int{1, 2})...), found("b", 0, 3)}, "a"},
		"order over mere nearness":      {nil, []candidate{found("a", 0, 3, at([2]int{1, 1}, [2]int{0, 2})...), found("b", 0, 3, at([2]int{0, 1}, [2]int{1, 2})...)}, "b"},
		"the hash where all are equal":  {nil, []candidate{found("b", 0, 3), found("a", 7, 3)}, "a"},
		"the document that is meant":    {nil, []candidate{found("a", 0, 3), found("named", 0, 1.5)}, "named"},
		"the more likely of two":        {nil, []candidate{found("half", 0, 3), found("named", 0, 2.5)}, "named"},
		"the passage over half a name":  {nil, []candidate{found("a", 0, 3), found("half", 0, 1)}, "a"},
		"nothing scored at all is fine": {nil, []candidate{found("b", 0, 0), found("a", 7, 0)}, "a"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			ranked(core.Query{Words: []string{"tidal", "pool"}, Likely: map[core.Hash]float64{"named": 1, "half": .5}}, tt.files, tt.found)
			if got := tt.found[0].match.Hash; got != tt.want {
				t.Errorf("%s is first, want %s", got, tt.want)
			}
		})
	}
}

func TestRanksOfFilesStartAtOneAndShareTies(t *testing.T) {
	list := []candidate{found("a", 0, 1), found("b", 0, 1), found("c", 0, 1), found("d", 0, 1)}
	ranked(core.Query{Words: []string{"tide"}}, map[core.Hash]float64{"a": 1, "b": 5, "c": 5}, list)
	want := map[core.Hash]int{"b": 1, "c": 1, "a": 3, "d": 0}
	for _, c := range list {
		if c.fileRank != want[c.match.Hash] {
			t.Errorf("%s has rank %d, want %d", c.match.Hash, c.fileRank, want[c.match.Hash])
		}
	}
}

// Scores are above 0 and at most 1, the first is 1, they fall, and the order in
// which candidates came does not matter.
func TestRankedScoresFallFromOne(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	q := core.Query{Words: []string{"a", "b", "c", "d"}}
	for range 300 {
		files := map[core.Hash]float64{"a": r.Float64() * 20, "b": 3}
		list := make([]candidate, 1+r.IntN(40))
		for i := range list {
			var seen []core.Occurrence
			for p := 1; p < 30; p += 1 + r.IntN(9) {
				seen = append(seen, core.Occurrence{Word: r.IntN(6), Position: p})
			}
			list[i] = found(core.Hash("abc"[r.IntN(3):][:1]), i, float64(1+r.IntN(9)), seen...)
		}
		other := slices.Clone(list)
		r.Shuffle(len(other), func(i, j int) { other[i], other[j] = other[j], other[i] })
		ranked(q, files, list)
		ranked(q, files, other)
		if list[0].score != 1 {
			t.Fatalf("the first scores %v", list[0].score)
		}
		for i, c := range list {
			if c.score <= 0 || i > 0 && c.score > list[i-1].score {
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
