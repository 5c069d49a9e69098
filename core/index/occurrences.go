package index

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"ibid/core"
	"ibid/core/text"
)

// Occurrences finds the words of q in a text of a kind by the rules by which Search
// finds passages, so that a reader can see why a passage matches. They are in the
// order of the text and do not overlap, but where an expansion stands for several
// words, or has words of q in it: these occur in one span. In source code they are
// identifiers, and the words that identifiers are made of.
func (x *Index) Occurrences(q core.Query, kind core.Kind, s string) []core.Occurrence {
	m := x.marker(q)
	m.text = s
	if len(m.sequences) == 0 {
		m.read(kind, func(t token) { m.token(t) })
		return m.out
	}
	m.tokens = make([]token, 0, len(s)/5)
	m.read(kind, func(t token) { m.tokens = append(m.tokens, t) })
	m.findSequences()
	for i, t := range m.tokens {
		if t.holds == nil || t.Start < m.joinedEnd {
			m.token(t)
		} else {
			m.sequence(i)
		}
	}
	return m.out
}

// marker returns a marker for the words of q. Many texts are marked for one question,
// so what is worked out from the words is kept until another question comes.
func (x *Index) marker(q core.Query) marker {
	if last := x.marked.Load(); last != nil && last.isFor(q) {
		return last.marker
	}
	m := marker{wanted: make(map[string]int)}
	for i, term := range wantedTerms(q.Words, q.Phrases, q.Body) {
		m.wanted[term] = i
		m.begins(term)
	}
	m.addAlternatives(alternatives(q))
	x.marked.Store(&marked{core.Query{ // the caller may change its lists
		Words: slices.Clone(q.Words), Phrases: slices.Clone(q.Phrases), Body: slices.Clone(q.Body), Expansions: slices.Clone(q.Expansions),
	}, m})
	return m
}

// marked is a marker that has no text yet, with the words that it is for. Its maps are
// only read.
type marked struct {
	query  core.Query
	marker marker
}

func (m *marked) isFor(q core.Query) bool {
	return slices.Equal(m.query.Words, q.Words) && slices.Equal(m.query.Phrases, q.Phrases) && slices.Equal(m.query.Body, q.Body) &&
		slices.EqualFunc(m.query.Expansions, q.Expansions, func(a, b core.Expansion) bool {
			return a.Of == b.Of && a.Weight == b.Weight && slices.Equal(a.Words, b.Words)
		})
}

// marker goes through a text and collects the wanted words.
type marker struct {
	text      string
	tokens    []token // if there are sequences
	wanted    map[string]int
	sequences map[string][]sequence // of alternatives, by the first term
	letters   [256]bool             // with which a wanted word begins
	out       []core.Occurrence
	position  int // of the last word
	joinedEnd int // end of the last word that was found as one with the next
}

// token is a word of the text, or an identifier that is wanted as one.
type token struct {
	text.Word
	size   int       // positions that it takes
	holds  *sequence // the sequence that begins with it, if any
	length int       // tokens of that
}

// sequence is an alternative: terms one after the other, and the numbers of the
// words that it stands for.
type sequence struct {
	terms []string
	words []int
}

// begins notes the letters with which words begin that a wanted term finds, as stem
// says.
func (m *marker) begins(term string) {
	first := strings.TrimPrefix(term, exactMark)[0]
	m.letters[first] = true
	if first == 'e' {
		m.letters['a'], m.letters['o'] = true, true
	}
	if first < utf8.RuneSelf {
		m.letters["α"[0]], m.letters["ο"[0]] = true, true // the first bytes of Greek letters
	}
}

func (m *marker) addAlternatives(list []alternative) {
	if len(list) == 0 {
		return
	}
	m.sequences = make(map[string][]sequence)
	for _, a := range list {
		s := sequence{terms: a.terms}
		for _, t := range a.of {
			s.words = append(s.words, m.wanted[t])
		}
		m.begins(s.terms[0])
		m.sequences[s.terms[0]] = append(m.sequences[s.terms[0]], s)
	}
}

// read divides the text into tokens.
func (m *marker) read(kind core.Kind, do func(token)) {
	if kind != core.KindCode {
		for w := range text.Words(m.text) {
			do(token{Word: w, size: 1})
		}
		return
	}
	for id := range text.Identifiers(m.text) {
		if _, ok := m.wants(id.Form); ok {
			do(token{Word: text.Word{Span: id.Span, Form: id.Form}, size: len(id.Parts)})
			continue
		}
		for _, w := range id.Parts {
			do(token{Word: w, size: 1})
		}
	}
}

// findSequences notes at each token the longest sequence that begins with it.
func (m *marker) findSequences() {
	for i := range m.tokens {
		t := &m.tokens[i]
		if t.Ideographic {
			continue
		}
		for _, form := range [...]string{t.Form, t.Joined} {
			if form == "" || !m.letters[form[0]] || form == t.Joined && m.wantsBoth(i) {
				continue
			}
			exact, stemmed := termsOf(form)
			list := m.sequences[stemmed]
			if list == nil {
				list = m.sequences[exact]
			}
			for j := range list {
				s := &list[j]
				n := m.follow(i+1, s.terms[1:])
				if n >= 0 && form == t.Joined {
					n++ // the word is made of two tokens
				}
				if n >= 0 && n+1 > t.length {
					t.holds, t.length = s, n+1
				}
			}
		}
	}
}

// wantsBoth reports whether the token i and the next one are wanted by themselves.
func (m *marker) wantsBoth(i int) bool {
	if i+1 == len(m.tokens) {
		return false
	}
	_, first := m.wants(m.tokens[i].Form)
	_, second := m.wants(m.tokens[i+1].Form)
	return first && second
}

// follow returns len(terms) if the tokens from i on are these terms, else -1.
func (m *marker) follow(i int, terms []string) int {
	if i+len(terms) > len(m.tokens) {
		return -1
	}
	for k, t := range terms {
		exact, stemmed := termsOf(m.tokens[i+k].Form)
		if t != stemmed && t != exact {
			return -1
		}
	}
	return len(terms)
}

// token looks at the next token of the text.
func (m *marker) token(t token) {
	m.position++
	at := m.position
	m.position += t.size - 1
	if t.Start < m.joinedEnd {
		return // a later part of what was found as one
	}
	if t.Ideographic {
		m.out = appendIdeographs(m.out, m.wanted, m.text, t.Word, at)
		return
	}
	if n, ok := m.wants(t.Joined); ok {
		m.joinedEnd = t.JoinedEnd
		m.out = append(m.out, core.Occurrence{Span: core.Span{Start: t.Start, End: t.JoinedEnd}, Word: n, Position: at})
	} else if n, ok := m.wants(t.Form); ok {
		m.out = append(m.out, core.Occurrence{Span: t.Span, Word: n, Position: at})
	}
}

// sequence looks at the tokens of the sequence that begins with token i. It adds an
// occurrence for each word that it stands for, and for each wanted word in it.
func (m *marker) sequence(i int) {
	first := m.tokens[i]
	words := slices.Clone(first.holds.words)
	last := min(i+first.length, len(m.tokens)) - 1
	for _, t := range m.tokens[i : last+1] {
		if n, ok := m.wants(t.Form); ok {
			words = append(words, n)
		}
	}
	slices.Sort(words)
	m.position += first.size
	m.joinedEnd = m.tokens[last].End
	for _, n := range slices.Compact(words) {
		m.out = append(m.out, core.Occurrence{Span: core.Span{Start: first.Start, End: m.joinedEnd}, Word: n, Position: m.position})
	}
}

// wantedTerms lists the terms that find the words of texts, each once. Their order
// numbers them.
func wantedTerms(lists ...[]string) []string {
	var terms []string
	seen := make(map[string]bool)
	for _, texts := range lists {
		for _, key := range keys(texts...) {
			if !seen[key] {
				seen[key] = true
				terms = append(terms, key)
			}
		}
	}
	return terms
}

// Weights returns the inverse document frequency of each word of q among the
// passages, in the order in which Occurrences numbers them. Words of q.Body have
// none. A word that stands nowhere weighs most. A word with expansions weighs no more
// than any of them.
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
	weigh := func(term string) (float64, error) {
		p, err := s.posting(r, term, 1, false)
		if err != nil {
			return 0, fmt.Errorf("weigh words: %w", err)
		}
		return p.weight, closeAll([]posting{p}, nil)
	}
	for i, t := range terms {
		if weights[i], err = weigh(t); err != nil {
			return nil, err
		}
	}
	for _, a := range alternatives(q) {
		i := slices.Index(terms, a.of[0])
		if len(a.of) > 1 || i < 0 {
			continue
		}
		own := 0.
		for _, t := range a.terms {
			w, err := weigh(t)
			if err != nil {
				return nil, err
			}
			own += w
		}
		weights[i] = min(weights[i], own)
	}
	return weights, nil
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
