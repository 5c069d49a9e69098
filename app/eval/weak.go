package eval

import (
	"cmp"
	"slices"
)

// mostFalse is the share of answerable questions that may be marked as weak.
const mostFalse = .05

// weakness measures how well the support of the best hits tells questions that
// nothing answers from the others.
func weakness(outcomes []Outcome) *Weakness {
	w := &Weakness{}
	sorted := slices.SortedStableFunc(slices.Values(outcomes), func(a, b Outcome) int { return cmp.Compare(a.Support, b.Support) })
	for _, o := range sorted {
		if o.Question.Unanswerable {
			w.Unanswerable++
		} else {
			w.Answerable++
		}
		if o.Weak {
			w.Product.count(o)
		}
	}
	mark := Mark{}
	for i := 0; i < len(sorted); {
		before := mark
		for level := sorted[i].Support; i < len(sorted) && sorted[i].Support == level; i++ {
			mark.count(sorted[i])
		}
		if mark.Below = 1.01; i < len(sorted) {
			mark.Below = sorted[i].Support
		}
		// The part of the curve's area between the two marks, a trapezium.
		w.Area += float64(mark.Answerable-before.Answerable) * float64(mark.Unanswerable+before.Unanswerable) / 2
		w.Curve = append(w.Curve, mark)
		if float64(mark.Answerable) <= mostFalse*float64(w.Answerable) {
			w.Best = mark
		}
	}
	w.Area = ratio(w.Area, float64(w.Answerable*w.Unanswerable))
	return w
}

// count counts a question that is marked.
func (m *Mark) count(o Outcome) {
	if o.Question.Unanswerable {
		m.Unanswerable++
	} else {
		m.Answerable++
	}
}
