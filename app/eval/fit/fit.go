// Package fit finds weights of ranking features from questions with known answers.
//
// The score of a place is the weighted sum of the features of its best passage. The
// weights maximise the mean over sets of the mean nDCG@10 over their questions, by
// coordinate ascent (Metzler and Croft, "Linear feature-based models for information
// retrieval", 2007): one weight after the other is set to the best of a list of
// values, until none changes. Weights have a price (the L1 penalty of the lasso), and a value that
// gains less than minGain is not taken, so that a feature without a use has the weight 0.
package fit

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
)

// Candidate is a passage that may answer a question.
type Candidate struct {
	Place    int       // number of its place among those of the question
	Features []float64 // 0 to 1, in the order of the features
}

// Question is a question with the passages that were found for it.
type Question struct {
	Set        int // number of its set
	Fold       int // what is never on both sides when weights are fitted within a set: a document, say
	Candidates []Candidate
	Gains      []float64 // of each place; 0 is not relevant
	Ideal      float64   // discounted gain of the best order of all relevant places, found or not
}

// Weights has a weight for each feature.
type Weights []float64

const (
	depth   = 10    // places that count
	price   = .002  // of nDCG that a weight of 1 must bring
	minGain = .0005 // of the mean nDCG less the price that a step must bring
	rounds  = 8     // at most
	step    = 40    // weights are rounded to one over this
)

// grid lists the sizes of weights that are tried. Their steps are coarse: what only a
// fine step gains does not carry over to other questions.
var grid = []float64{0, .1, .2, .3, .4, .6, .8, 1, 1.5}

// Options bound what a fit may do.
type Options struct {
	Negative []int   // features that may only rank down; the others only up
	Frozen   []int   // features that keep the weight that they have in Start
	Start    Weights // nil is 0 for all but the first
}

// bags is the number of resamplings whose fits are averaged.
const bags = 8

// Fit returns weights for n features: the mean of fits to resamplings of the questions
// (bagging, Breiman 1996), which carries over to other questions better than one fit.
// The first feature has the weight 1, since only ratios matter. The same questions give
// the same weights.
func Fit(questions []Question, n int, o Options) Weights {
	bySet := make(map[int][]Question)
	for _, q := range questions {
		bySet[q.Set] = append(bySet[q.Set], q)
	}
	sets := slices.Sorted(maps.Keys(bySet))
	fits := make([]Weights, bags)
	var wait sync.WaitGroup
	for b := range fits {
		wait.Go(func() {
			r := rand.New(rand.NewPCG(uint64(b), uint64(len(questions))))
			var drawn []Question
			for _, set := range sets {
				for range bySet[set] {
					drawn = append(drawn, bySet[set][r.IntN(len(bySet[set]))])
				}
			}
			fits[b] = ascend(drawn, n, o)
		})
	}
	wait.Wait()
	mean := make(Weights, n)
	for _, w := range fits {
		for f, v := range w {
			mean[f] += v / bags
		}
	}
	for f := range mean {
		if mean[f] = math.Round(mean[f]*step) / step; slices.Contains(o.Frozen, f) && f < len(o.Start) {
			mean[f] = o.Start[f]
		}
	}
	return mean
}

// ascend fits weights by coordinate ascent.
func ascend(questions []Question, n int, o Options) Weights {
	w := make(Weights, n)
	copy(w, o.Start)
	w[0] = 1
	worth := func() float64 {
		sum := 0.
		for _, v := range w[1:] {
			sum += math.Abs(v)
		}
		return Macro(questions, w) - price*sum
	}
	best := worth()
	for range rounds {
		before := best
		for f := 1; f < n; f++ {
			if slices.Contains(o.Frozen, f) {
				continue
			}
			sign := 1.
			if slices.Contains(o.Negative, f) {
				sign = -1
			}
			kept := w[f]
			for _, v := range grid {
				w[f] = sign * v
				if got := worth(); got > best+minGain {
					best, kept = got, w[f]
				}
			}
			w[f] = kept
		}
		if best <= before {
			break
		}
	}
	return w
}

// Macro returns the mean over sets of the mean nDCG@10 of their questions.
func Macro(questions []Question, w Weights) float64 {
	sums, counts := make(map[int]float64), make(map[int]float64)
	r := ranker{}
	for i := range questions {
		q := &questions[i]
		sums[q.Set] += r.ndcg(q, w)
		counts[q.Set]++
	}
	var total float64
	for set, n := range counts {
		total += sums[set] / n
	}
	return total / float64(len(counts))
}

// Each returns the nDCG@10 of each question.
func Each(questions []Question, w Weights) []float64 {
	out, r := make([]float64, len(questions)), ranker{}
	for i := range questions {
		out[i] = r.ndcg(&questions[i], w)
	}
	return out
}

// Hits returns for each question 1 if a relevant place is among the first k, else 0.
func Hits(questions []Question, w Weights, k int) []float64 {
	out, r := make([]float64, len(questions)), ranker{}
	for i := range questions {
		q := &questions[i]
		r.rank(q, w)
		for _, p := range r.top[:min(k, len(r.top))] {
			if q.Gains[p] > 0 {
				out[i] = 1
			}
		}
	}
	return out
}

// ranker ranks the places of questions. It is used again for speed.
type ranker struct {
	scores []float64
	top    []int // the first places
}

// rank sets top to the places of the highest scores, best first. Of equal ones the
// first comes first.
func (r *ranker) rank(q *Question, w Weights) {
	r.scores = r.scores[:0]
	for range q.Gains {
		r.scores = append(r.scores, math.Inf(-1))
	}
	for _, c := range q.Candidates {
		score := 0.
		for f, v := range c.Features {
			score += w[f] * v
		}
		r.scores[c.Place] = max(r.scores[c.Place], score)
	}
	r.top = r.top[:0]
	for p, score := range r.scores {
		if math.IsInf(score, -1) || len(r.top) == depth && score <= r.scores[r.top[depth-1]] {
			continue
		}
		at := len(r.top)
		for at > 0 && r.scores[r.top[at-1]] < score {
			at--
		}
		if len(r.top) == depth {
			r.top = r.top[:depth-1]
		}
		r.top = slices.Insert(r.top, at, p)
	}
}

func (r *ranker) ndcg(q *Question, w Weights) float64 {
	if q.Ideal == 0 {
		return 0
	}
	r.rank(q, w)
	sum := 0.
	for i, p := range r.top {
		if g := q.Gains[p]; g > 0 {
			sum += g / math.Log2(float64(i)+2)
		}
	}
	return sum / q.Ideal
}

// samples is the number of resamplings of an interval.
const samples = 2000

// Interval returns the 90 % bootstrap interval of the mean of values (Efron 1979):
// the 5th and 95th percentile of the means of resamplings. The same values give the
// same interval.
func Interval(values []float64) (low, high float64) {
	if len(values) == 0 {
		return 0, 0
	}
	r := rand.New(rand.NewPCG(1, uint64(len(values))))
	means := make([]float64, samples)
	for i := range means {
		sum := 0.
		for range values {
			sum += values[r.IntN(len(values))]
		}
		means[i] = sum / float64(len(values))
	}
	slices.Sort(means)
	return means[samples/20], means[samples-samples/20-1]
}
