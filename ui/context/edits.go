package context

import (
	"slices"

	"ibid/core"
)

// edits are the changes that a person made to a context by hand.
type edits struct {
	picked  []core.Place // put in, in the order they were
	order   []core.Place // the first sources after one was moved; belongs to one question
	exclude []core.Place // taken out
}

func (e *edits) empty() bool { return len(e.picked)+len(e.order)+len(e.exclude) == 0 }

func (e *edits) count() int {
	n := len(e.picked) + len(e.exclude)
	if e.order != nil {
		n++
	}
	return n
}

// put adds a place: at its rank if it was removed before, else after those that
// were added already.
func (e *edits) put(p core.Place) {
	if slices.Contains(e.exclude, p) {
		e.exclude = without(e.exclude, p)
		return
	}
	e.picked = append(without(e.picked, p), p)
	if e.order != nil {
		e.order = append(without(e.order, p), p)
	}
}

// take removes a place.
func (e *edits) take(p core.Place) {
	e.picked, e.exclude = without(e.picked, p), append(without(e.exclude, p), p)
	if e.order != nil {
		e.order = without(e.order, p)
	}
}

// move exchanges two neighbours of the present sources. No more of the order is
// fixed than the move needs, so that the rest still follows its rank.
func (e *edits) move(present []core.Place, from, to int) {
	present = slices.Clone(present)
	present[from], present[to] = present[to], present[from]
	e.order = present[:min(len(present), max(from+1, to+1, len(e.order), len(e.picked)))]
}

// ask keeps the added and removed places and drops the order, which belongs to
// one question.
func (e *edits) ask() { e.order = nil }

// apply puts the edits into a request.
func (e *edits) apply(r *core.ContextRequest) {
	r.Exclude = slices.Clone(e.exclude)
	r.Order = slices.Clone(e.picked)
	if e.order != nil {
		r.Order = slices.Clone(e.order)
	}
	if r.MaxSources > 0 {
		r.MaxSources = max(r.MaxSources, len(e.picked))
	}
}

func without(places []core.Place, p core.Place) []core.Place {
	return slices.DeleteFunc(slices.Clone(places), func(q core.Place) bool { return p == q })
}
