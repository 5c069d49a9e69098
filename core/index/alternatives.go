package index

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	index "github.com/blevesearch/bleve_index_api"

	"ibid/core"
)

// maxAlternatives bounds the alternatives of one query. Each costs a list of
// passages for each of its words.
const maxAlternatives = 64

// alternative is what may stand in a text in place of words of a query.
type alternative struct {
	of     []string // keys of the words that it stands for
	terms  []string // keys of its words, in order; several must follow each other
	weight float64  // of an occurrence beside one of the words it stands for
}

// key is the term by which a word counts: its stem, or as it is written if it has
// none.
func (w word) key() string { return cmp.Or(w.stem, w.exact) }

// keys lists the keys of the words of s.
func keys(s ...string) []string {
	var list []string
	for _, s := range s {
		for _, w := range analyse(s) {
			list = append(list, w.key())
		}
	}
	return list
}

// alternatives lists the alternatives of a query. What the query asks for anyway,
// and what stands for none of its words, is left out.
func alternatives(q core.Query) []alternative {
	asked := wantedTerms(q.Words, q.Phrases, q.Body)
	var list []alternative
	for _, e := range append(slices.Clone(q.Expansions), forms(q.Words)...) {
		a := alternative{keys(e.Of), keys(e.Words...), e.Weight}
		switch {
		case len(a.of) == 0 || len(a.terms) == 0 || a.weight <= 0 || len(list) == maxAlternatives:
		case len(a.terms) == 1 && slices.Contains(asked, a.terms[0]):
		case slices.ContainsFunc(a.of, func(t string) bool { return !slices.Contains(asked, t) }):
		default:
			list = append(list, a)
		}
	}
	return list
}

// opened is an alternative while entries are gone through.
type opened struct {
	words     []posting
	group     int     // which of scorer.groups it belongs to
	positions bool    // the words must follow each other; else they only stand in the same entry
	weight    float64 // its own weight, times its inverse document frequency
	at        uint64  // internal number of the present entry; noEntry at the end
	frequency float64 // occurrences in it
}

// openAlternatives opens the alternatives whose words all stand somewhere.
//
// An alternative is worth what the words are worth that it stands for. That of one
// word alone is worth no more than its own words would be, if they had been asked
// for: of words that mean the same, the one that stands in the most entries tells
// best how rare the meaning is. So is that of words of which one stands nowhere: a
// misspelling is as rare as what it is a misspelling of.
func (s *scorer) openAlternatives(r index.IndexReader, words []wanted, list []alternative) error {
	if len(list) == 0 {
		return nil
	}
	byKey := make(map[string][]int) // key of a word → its terms
	at := 0
	for _, w := range words {
		for at < len(s.terms) && s.terms[at].word == w.exact {
			byKey[w.key()] = append(byKey[w.key()], at)
			at++
		}
	}
	groups := make(map[string]int)
	for _, a := range list {
		o := opened{positions: s.field == fieldText && len(a.terms) > 1}
		own, count := 0., uint64(math.MaxUint64)
		for _, t := range a.terms {
			p, err := s.posting(r, t, 1, o.positions)
			if err != nil {
				return closeAll(o.words, err)
			}
			o.words = append(o.words, p)
			own += p.weight
			count = min(count, p.matches)
		}
		if count == 0 {
			if err := closeAll(o.words, nil); err != nil {
				return err
			}
			continue
		}
		name := strings.Join(a.of, " ")
		group, there := groups[name]
		if !there {
			group = len(s.groups)
			groups[name] = group
			var terms []int
			for _, t := range a.of {
				terms = append(terms, byKey[t]...)
			}
			s.groups = append(s.groups, terms)
		}
		most, known := 0., true
		for _, i := range s.groups[group] {
			most += s.terms[i].weight
			known = known && s.terms[i].matches > 0
		}
		if len(a.of) == 1 || !known {
			most = min(own, most)
		}
		o.group, o.weight = group, a.weight*most
		s.alternatives = append(s.alternatives, o)
	}
	return nil
}

// closeAll closes postings and returns first, or if that is nil the first error of
// closing.
func closeAll(words []posting, first error) error {
	for i := range words {
		if err := words[i].reader.Close(); first == nil {
			first = err
		}
	}
	return first
}

// start moves to the first entry that holds the alternative.
func (o *opened) start(ctx context.Context) error {
	for i := range o.words {
		if err := o.words[i].next(); err != nil {
			return err
		}
	}
	return o.align(ctx)
}

// next moves to the next entry that holds the alternative.
func (o *opened) next(ctx context.Context) error {
	if err := o.words[0].next(); err != nil {
		return err
	}
	return o.align(ctx)
}

// advance moves to the first entry from id on that holds the alternative.
func (o *opened) advance(ctx context.Context, id index.IndexInternalID) error {
	for i := range o.words {
		if o.words[i].at < id.Value() {
			if err := o.words[i].advance(id); err != nil {
				return err
			}
		}
	}
	return o.align(ctx)
}

// align moves the words on until all of them are at one entry that holds the
// alternative.
func (o *opened) align(ctx context.Context) error {
	for steps := 1; ; steps++ {
		if steps%256 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		last := &o.words[0]
		for i := range o.words {
			if o.words[i].at > last.at {
				last = &o.words[i]
			}
		}
		if o.at = last.at; o.at == noEntry {
			return nil
		}
		together := true
		for i := range o.words {
			p := &o.words[i]
			if p.at == last.at {
				continue
			}
			if err := p.advance(last.doc.ID); err != nil {
				return err
			}
			together = together && p.at == last.at
		}
		if !together {
			continue
		}
		if o.frequency = o.count(); o.frequency > 0 {
			return nil
		}
		if err := o.words[0].next(); err != nil {
			return err
		}
	}
}

// count returns how often the alternative stands in the present entry. Where
// positions are not looked at that is the number of its rarest word, which is the
// most that it can be.
func (o *opened) count() float64 {
	if !o.positions {
		least := o.words[0].doc.Freq
		for i := range o.words {
			least = min(least, o.words[i].doc.Freq)
		}
		return float64(least)
	}
	n := 0.
	for _, first := range o.words[0].doc.Vectors {
		follow := true
		for i := 1; i < len(o.words) && follow; i++ {
			follow = slices.ContainsFunc(o.words[i].doc.Vectors, func(v *index.TermFieldVector) bool { return v.Pos == first.Pos+uint64(i) })
		}
		if follow {
			n++
		}
	}
	return n
}

// exceed adds to the score of an entry, for each group, what its best alternative is
// worth there beyond the words that it stands for. So a passage that says a thing
// under two names does not count for more than one that keeps to the name asked for.
// It moves the alternatives on.
func (s *scorer) exceed(at uint64) (score float64, err error) {
	clear(s.best)
	for i := range s.alternatives {
		o := &s.alternatives[i]
		if o.at != at {
			continue
		}
		worth := o.weight * s.tuning.saturate(o.frequency, o.words[0].doc.Norm, s.average)
		s.best[o.group] = max(s.best[o.group], worth)
		if err := o.next(s.ctx); err != nil {
			return 0, err
		}
	}
	for g, best := range s.best {
		if best == 0 {
			continue
		}
		for _, t := range s.groups[g] {
			best -= s.terms[t].worth
		}
		score += max(0, best)
	}
	return score, nil
}
