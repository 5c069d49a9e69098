package index

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"ibid/core"
	"ibid/core/text"
)

// Occurrences finds the words of q in a text of a kind by the rules by which Search
// finds passages, so that a reader can see why a passage matches. They are in the
// order of the text and do not overlap. In source code they are identifiers, and
// the words that identifiers are made of.
func (x *Index) Occurrences(q core.Query, kind core.Kind, s string) []core.Occurrence {
	m := marker{text: s, wanted: make(map[string]int)}
	for i, term := range wantedTerms(q.Words, q.Phrases, q.Body) {
		m.wanted[term] = i
		m.letters[strings.TrimPrefix(term, exactMark)[0]] = true
	}
	if kind != core.KindCode {
		for w := range text.Words(s) {
			m.word(w)
		}
		return m.out
	}
	for id := range text.Identifiers(s) {
		if n, ok := m.wants(id.Form); ok {
			m.out = append(m.out, core.Occurrence{Span: id.Span, Word: n, Position: m.position + 1})
			m.position += len(id.Parts)
			continue
		}
		for _, w := range id.Parts {
			m.word(w)
		}
	}
	return m.out
}

// marker goes through a text and collects the wanted words.
type marker struct {
	text      string
	wanted    map[string]int
	letters   [256]bool // with which a wanted word begins
	out       []core.Occurrence
	position  int // of the last word
	joinedEnd int // end of the last word that was found as one with the next
}

// word looks at the next word of the text.
func (m *marker) word(w text.Word) {
	m.position++
	if w.Start < m.joinedEnd {
		return // the second part of a word that was found as one
	}
	if w.Ideographic {
		m.out = appendIdeographs(m.out, m.wanted, m.text, w, m.position)
		return
	}
	if n, ok := m.wants(w.Joined); ok {
		m.joinedEnd = w.JoinedEnd
		m.out = append(m.out, core.Occurrence{Span: core.Span{Start: w.Start, End: w.JoinedEnd}, Word: n, Position: m.position})
	} else if n, ok := m.wants(w.Form); ok {
		m.out = append(m.out, core.Occurrence{Span: w.Span, Word: n, Position: m.position})
	}
}

// wantedTerms lists the terms that find the words of texts, each once. Their order
// numbers them.
func wantedTerms(lists ...[]string) []string {
	var terms []string
	seen := make(map[string]bool)
	for _, texts := range lists {
		for _, t := range texts {
			for _, w := range analyse(t) {
				if key := cmp.Or(w.stem, w.exact); !seen[key] {
					seen[key] = true
					terms = append(terms, key)
				}
			}
		}
	}
	return terms
}

// Weights returns the inverse document frequency of each word of q among the
// passages, in the order in which Occurrences numbers them. Words of q.Body have
// none. A word that stands nowhere weighs most.
func (x *Index) Weights(ctx context.Context, q core.Query) (weights []float64, err error) {
	defer recoverDamage(&err)
	r, err := x.reader()
	if err != nil {
		return nil, fmt.Errorf("weigh words: %w", err)
	}
	defer r.Close() // only read
	s := scorer{ctx: ctx, field: fieldText}
	if err := s.measure(r); err != nil {
		return nil, fmt.Errorf("weigh words: %w", err)
	}
	terms := wantedTerms(q.Words, q.Phrases)
	weights = make([]float64, len(terms))
	for i, t := range terms {
		if err := s.open(r, t, 1); err != nil {
			return nil, fmt.Errorf("weigh words: %w", s.abandon(err))
		}
		weights[i] = s.terms[i].weight
	}
	return weights, s.Close()
}

// wants returns the number of the wanted word that equals a folded word, if there
// is one.
func (m *marker) wants(form string) (n int, ok bool) {
	if form == "" || !m.letters[form[0]] {
		return 0, false
	}
	exact, stemmed := termsOf(form)
	if n, ok = m.wanted[stemmed]; !ok {
		n, ok = m.wanted[exact]
	}
	return n, ok
}

// appendIdeographs appends the wanted pairs of characters of an ideographic run.
// If folding changed its length, the whole run is used for each of them.
func appendIdeographs(out []core.Occurrence, wanted map[string]int, s string, w text.Word, position int) []core.Occurrence {
	source := s[w.Start:w.End]
	offset := w.Start
	for _, pair := range appendPairs(nil, w.Form) {
		form := pair.exact[len(exactMark):]
		if n, ok := wanted[pair.exact]; ok {
			if source != w.Form {
				return append(out, core.Occurrence{Span: w.Span, Word: n, Position: position})
			}
			span := core.Span{Start: offset, End: offset + len(form)}
			if last := len(out) - 1; last >= 0 && out[last].End > span.Start {
				span.Start = out[last].End
			}
			out = append(out, core.Occurrence{Span: span, Word: n, Position: position})
		}
		_, size := utf8.DecodeRuneInString(form)
		offset += size
	}
	return out
}
