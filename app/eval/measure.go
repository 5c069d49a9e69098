package eval

import (
	"cmp"
	"math"
	"slices"
)

// Place is a possible answer to a question: a file, or a page of one.
type Place struct {
	Document string `json:"document"`       // path from the folder that was added, with slashes
	Page     int    `json:"page,omitempty"` // 1-based index; 0 for whole files
}

// gains has the relevant places of a question, each with a gain above 0.
type gains map[Place]float64

// The functions below judge one answer: places, best first, each once. Without gains all of them
// return 0.

// ndcg returns the discounted cumulative gain of the first k places divided by that of the best
// order (Järvelin and Kekäläinen 2002; the discount of rank r is 1/log2(r+1)): 0 to 1.
func ndcg(found []Place, gold gains, k int) float64 {
	var got, best float64
	for i, p := range found[:min(k, len(found))] {
		got += gold[p] / math.Log2(float64(i)+2)
	}
	ideal := make([]float64, 0, len(gold))
	for _, g := range gold {
		ideal = append(ideal, g)
	}
	slices.SortFunc(ideal, func(a, b float64) int { return cmp.Compare(b, a) })
	for i, g := range ideal[:min(k, len(ideal))] {
		best += g / math.Log2(float64(i)+2)
	}
	return ratio(got, best)
}

// recall returns the share of the relevant places among the first k.
func recall(found []Place, gold gains, k int) float64 {
	held := 0
	for _, p := range found[:min(k, len(found))] {
		if gold[p] > 0 {
			held++
		}
	}
	return ratio(float64(held), float64(len(gold)))
}

// hit returns 1 if a relevant place is among the first k, else 0.
func hit(found []Place, gold gains, k int) float64 {
	if r := rank(found, gold); r > 0 && r <= k {
		return 1
	}
	return 0
}

// strict returns 1 if all relevant places are among the first k, else 0.
func strict(found []Place, gold gains, k int) float64 {
	if len(gold) > 0 && recall(found, gold, k) == 1 {
		return 1
	}
	return 0
}

// reciprocal returns 1/rank of the first relevant place among the first k, else 0.
func reciprocal(found []Place, gold gains, k int) float64 {
	if r := rank(found, gold); r > 0 && r <= k {
		return 1 / float64(r)
	}
	return 0
}

// rank returns the 1-based rank of the first relevant place, 0 if there is none.
func rank(found []Place, gold gains) int {
	return 1 + slices.IndexFunc(found, func(p Place) bool { return gold[p] > 0 })
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// distinct removes repeated places.
func distinct(places []Place) []Place {
	seen := make(map[Place]bool, len(places))
	return slices.DeleteFunc(places, func(p Place) bool {
		again := seen[p]
		seen[p] = true
		return again
	})
}

// A rankMeasure judges the order in which places were found.
type rankMeasure struct {
	name string
	of   func(found []Place, gold gains) float64
	all  bool // each value is 0 or 1, so the sum is a count
}

// rankMeasures lists the measures in the order in which they are printed.
var rankMeasures = []rankMeasure{
	{"ndcg@10", at(ndcg, 10), false},
	{"mrr", at(reciprocal, depth), false},
	{"hit@1", at(hit, 1), true},
	{"hit@5", at(hit, 5), true},
	{"hit@10", at(hit, 10), true},
	{"acc@1", at(strict, 1), true},
	{"acc@5", at(strict, 5), true},
	{"recall@5", at(recall, 5), false},
	{"recall@10", at(recall, 10), false},
}

// depth is how many places are judged.
const depth = 10

func at(measure func([]Place, gains, int) float64, k int) func([]Place, gains) float64 {
	return func(found []Place, gold gains) float64 { return measure(found, gold, k) }
}
