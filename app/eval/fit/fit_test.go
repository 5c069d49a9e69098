package fit

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// made makes questions of which feature 1 tells the right place, feature 2 nothing, and
// feature 0 the right one half of the time.
func made(n, set int) []Question {
	r := rand.New(rand.NewPCG(7, uint64(set)))
	var out []Question
	for range n {
		q := Question{Set: set, Gains: make([]float64, 20), Ideal: 1}
		right := r.IntN(20)
		q.Gains[right] = 1
		for p := range 20 {
			c := Candidate{Place: p, Features: []float64{r.Float64(), r.Float64() / 2, r.Float64()}}
			if p == right {
				c.Features[1] += .5
			}
			q.Candidates = append(q.Candidates, c)
		}
		out = append(out, q)
	}
	return out
}

func TestFitFindsTheFeatureThatTells(t *testing.T) {
	questions := append(made(200, 0), made(50, 1)...)
	w := Fit(questions, 3, Options{})
	if w[0] != 1 || w[1] < 1 || w[2] > .3 {
		t.Errorf("weights %v", w)
	}
	if before, after := Macro(questions, Weights{1, 0, 0}), Macro(questions, w); after < before+.3 {
		t.Errorf("nDCG %v before, %v after", before, after)
	}
	if w := Fit(questions, 3, Options{Frozen: []int{1}}); w[1] != 0 {
		t.Errorf("a frozen weight became %v", w[1])
	}
	if w := Fit(questions, 3, Options{Negative: []int{1}}); w[1] > 0 {
		t.Errorf("a feature that may only rank down has the weight %v", w[1])
	}
}

func TestSetsCountAlikeWhateverTheirSize(t *testing.T) {
	first := Question{Set: 0, Candidates: []Candidate{{0, []float64{1}}}, Gains: []float64{1}, Ideal: 1}
	none := Question{Set: 1, Candidates: []Candidate{{0, []float64{1}}}, Gains: []float64{0}, Ideal: 1}
	if got := Macro([]Question{first, none, none, none}, Weights{1}); got != .5 {
		t.Errorf("%v, want .5", got)
	}
}

func TestPlacesAreRankedByTheirBestPassage(t *testing.T) {
	q := Question{Gains: make([]float64, 12)}
	for p := range 12 {
		q.Candidates = append(q.Candidates, Candidate{p, []float64{float64(p) / 20}}, Candidate{p, []float64{0}})
	}
	q.Candidates = append(q.Candidates, Candidate{3, []float64{1}})
	var r ranker
	r.rank(&q, Weights{1})
	if want := []int{3, 11, 10, 9, 8, 7, 6, 5, 4, 2}; !slices.Equal(r.top, want) {
		t.Errorf("%v, want %v", r.top, want)
	}
}

func TestIntervalHoldsTheMean(t *testing.T) {
	r, values := rand.New(rand.NewPCG(1, 2)), make([]float64, 300)
	for i := range values {
		values[i] = r.NormFloat64() + .5
	}
	low, high := Interval(values)
	// The mean of 300 such values has a standard error of .058, so 90 % lie within .095.
	if low > .5 || high < .5 || high-low < .15 || high-low > .25 {
		t.Errorf("%v to %v", low, high)
	}
	if a, b := Interval(nil); a != 0 || b != 0 {
		t.Errorf("of nothing %v to %v", a, b)
	}
}
