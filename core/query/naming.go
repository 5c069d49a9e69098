package query

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Naming is a name in a question with the documents that it seems to mean.
type Naming struct {
	Said      string  // its words, folded
	Documents []Named // the surest first
	Meant     int     // how many of them fit as well as the first
}

// Named is a document that a question seems to name.
type Named struct {
	Key   string
	Sure  float64  // 0 to 1
	Words []string // of the question, folded: those that its name has
}

// Count returns the numbers of passages and of documents that hold a folded word.
type Count func(word string) (passages, documents int)

// Bounds of namings.
const (
	minSure    = 0.3  // of the best document of a name; less is no name
	leastSure  = 0.05 // of the others
	maxNamings = 8
	maxNamed   = 64  // documents of a name
	leastShare = 0.3 // of what a year proves, beside words that everybody uses
	asGood     = 0.9 // share of the surest above which a document fits as well
)

// Match finds the documents that a question names, by file name, title, author or,
// for words in capitals, first page. It is sure of a document the more of its name
// the question gives, the less the words of the name are said elsewhere, and the
// fewer documents they fit; years, parts of years and other words choose among the
// documents that share a name, or else the latest of a series comes first.
//
// count may be nil. Then words count as said where the names and the first pages
// have them.
func (c *Catalogue) Match(a Analysis, count Count) (out []Naming) {
	if len(c.documents) < 2 {
		return nil
	}
	words := slices.Clone(a.Entities.Words)
	for _, p := range a.Of(Path) {
		if n, ok := c.path(p); ok {
			out = append(out, n)
			words = slices.DeleteFunc(words, func(w NameWord) bool { return w.Marked && among(w.Asked, n.Documents[0].Words) })
		}
	}
	m := matcher{c: c, words: words, entities: a.Entities, readings: c.readings(words, count)}
	m.gather()
	for len(m.candidates) > 0 && len(out) < maxNamings {
		if n, ok := m.next(); ok {
			out = append(out, n)
		}
	}
	return out
}

// path returns the documents of a path, if they are at most half of the library.
func (c *Catalogue) path(p string) (Naming, bool) {
	files := c.files(p)
	if len(files) == 0 || 2*len(files) > len(c.documents) {
		return Naming{}, false
	}
	n := Naming{Said: p, Meant: len(files)}
	for _, i := range files[:min(len(files), maxNamed)] {
		n.Documents = append(n.Documents, Named{Key: c.documents[i].key, Sure: 1, Words: pathForms(p)})
	}
	return n, true
}

func among(words, all []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(all, w) })
}

// matcher chooses documents by the readings of one question.
type matcher struct {
	c          *Catalogue
	words      []NameWord
	entities   NamedEntities
	readings   []reading
	candidates []candidate
}

// candidate is a document that a reading leads to.
type candidate struct {
	document int32
	readings []int   // of the name that is given best, and of first pages
	sure     float64 // of the name, without the years
}

// gather collects the documents of the readings, each once, and how sure each is by
// its name.
func (m *matcher) gather() {
	seen := make(map[int32]bool)
	for _, r := range m.readings {
		documents := r.documents
		if len(documents) > manyNamed {
			documents = m.inYears(documents)
		}
		for _, i := range documents {
			if !seen[i] && len(seen) < manyNamed {
				seen[i] = true
				m.candidates = append(m.candidates, m.candidate(i))
			}
		}
	}
	slices.SortFunc(m.candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.sure, a.sure), cmp.Compare(a.document, b.document))
	})
}

// inYears keeps the documents that have a year of the question in their name; none
// if these are many too.
func (m *matcher) inYears(documents []int32) (out []int32) {
	for _, y := range m.entities.Years {
		at := 0
		for _, i := range m.c.dated[y] {
			for at < len(documents) && documents[at] < i {
				at++
			}
			if at < len(documents) && documents[at] == i {
				if out = append(out, i); len(out) > manyNamed {
					return nil
				}
			}
		}
	}
	return out
}

// candidate returns document i with the name of it that the question gives best.
func (m *matcher) candidate(i int32) candidate {
	d, best := m.c.documents[i], candidate{document: i}
	var headed []int
	for n, r := range m.readings {
		if len(r.names) == 0 && holds(r.documents, i) {
			headed = append(headed, n)
		}
	}
	if len(headed) > 0 {
		best.readings, best.sure = headed, asFirst*m.proof(headed, d)
	}
	for _, label := range d.labels {
		var all, given float64
		var used []int
		for _, w := range label {
			weight, quality := m.c.rarity[w], 0.
			for n, r := range m.readings {
				if slices.Contains(r.names, w) && holds(r.documents, i) {
					quality = max(quality, r.quality)
					if !slices.Contains(used, n) {
						used = append(used, n)
					}
				}
			}
			given += weight * quality
			if quality > 0 || !hasDigit(w) { // 10-K, v2: marks that tell the documents of a name apart
				all += weight
			}
		}
		if len(used) == 0 {
			continue
		}
		if sure := m.complete(given/all, used, d) * m.proof(used, d); sure > best.sure {
			best.readings, best.sure = append(used, headed...), sure
		}
	}
	return best
}

// proof returns how surely words are a name, 0 to 1: the chance that they are not
// halves with every bit.
func (m *matcher) proof(readings []int, d catalogued) float64 {
	var bits, spec float64
	taken := make([]bool, len(m.words))
	for _, n := range readings {
		r := m.readings[n]
		if slices.Contains(taken[r.from:r.to], true) {
			continue
		}
		for i := r.from; i < r.to; i++ {
			taken[i] = true
		}
		bits, spec = bits+r.bits, max(spec, r.spec)
	}
	share := leastShare + (1-leastShare)*spec
	switch {
	case len(m.entities.Years) == 0:
	case shareAny(d.years, m.entities.Years):
		bits += bitsYear * share
	case shareAny(d.firstYears, m.entities.Years):
		bits += bitsYear * share / 2
	}
	return 1 - math.Exp2(-bits)
}

// complete returns what is left of the proof of a name of which a share was given.
// A capital, quotes or the year show that a name is meant; small letters prove less
// the less of it they are.
func (m *matcher) complete(share float64, readings []int, d catalogued) float64 {
	if shareAny(d.years, m.entities.Years) || slices.ContainsFunc(readings, func(n int) bool { return m.readings[n].capital }) {
		return share
	}
	return share * share
}

func shareAny(a, b []int) bool {
	return slices.ContainsFunc(a, func(n int) bool { return slices.Contains(b, n) })
}

// next takes the surest candidate with all that share its most telling word, and
// returns the name if it is one. Candidates that are named by the same words of the
// question go with it.
func (m *matcher) next() (Naming, bool) {
	best := m.candidates[0]
	core := slices.MaxFunc(best.readings, func(a, b int) int {
		return cmp.Compare(m.telling(a), m.telling(b))
	})
	var group, rest []candidate
	for _, c := range m.candidates {
		if holds(m.readings[core].documents, c.document) {
			group = append(group, c)
		} else {
			rest = append(rest, c)
		}
	}
	m.candidates = rest
	n := m.choose(core, group)
	if len(n.Documents) == 0 {
		return n, false
	}
	taken := make([]bool, len(m.words))
	for _, r := range best.readings {
		for i := m.readings[r].from; i < m.readings[r].to; i++ {
			taken[i] = true
		}
	}
	m.candidates = slices.DeleteFunc(m.candidates, func(c candidate) bool {
		return slices.ContainsFunc(c.readings, func(r int) bool {
			return slices.Contains(taken[m.readings[r].from:m.readings[r].to], true)
		})
	})
	return n, true
}

// telling returns how much a reading tells documents apart.
func (m *matcher) telling(n int) float64 {
	r := m.readings[n]
	return r.bits * inverse(len(r.documents), m.c.nameable)
}

// choose ranks the documents that share a name by what else the question says.
func (m *matcher) choose(core int, group []candidate) Naming {
	fits := m.fits(core, group)
	top := 0.
	for i := range group {
		group[i].sure *= fits[i]
		top = max(top, group[i].sure)
	}
	meant, series := 0, make(map[int32]bool)
	for _, c := range group {
		if c.sure >= asGood*top {
			meant++
			series[m.c.documents[c.document].series] = true
		}
	}
	few := max(0, 1-2*float64(len(series)-1)/float64(m.c.series))
	late := m.latest(group)
	for i := range group {
		group[i].sure *= few * late[i]
	}
	slices.SortStableFunc(group, func(a, b candidate) int { return cmp.Compare(b.sure, a.sure) })
	if group[0].sure < minSure {
		return Naming{}
	}
	n := Naming{Said: m.said(group[0]), Meant: meant}
	for _, c := range group[:min(len(group), maxNamed)] {
		if c.sure >= leastSure {
			n.Documents = append(n.Documents, Named{Key: m.c.documents[c.document].key, Sure: c.sure, Words: m.asked(c)})
		}
	}
	return n
}

// asked lists the words of the question that name a document: those that a name of
// it has, and its years.
func (m *matcher) asked(c candidate) (out []string) {
	d := m.c.documents[c.document]
	for _, r := range m.readings {
		if len(r.names) > 0 && holds(r.documents, c.document) {
			for _, w := range r.asked(m.words) {
				out = appendNew(out, w, MaxWords)
			}
		}
	}
	for _, w := range m.words {
		years, part := yearsIn(w.Form), partIn(w.Form)
		if shareAny(years, d.years) || years == nil && part != "" && part == d.part {
			for _, a := range w.Asked {
				out = appendNew(out, a, MaxWords)
			}
		}
	}
	return out
}

// said returns the words of a question that name a document, in its order.
func (m *matcher) said(c candidate) string {
	d := m.c.documents[c.document]
	in := make([]bool, len(m.words))
	for _, n := range c.readings {
		for i := m.readings[n].from; i < m.readings[n].to; i++ {
			in[i] = true
		}
	}
	var out []string
	for i, w := range m.words {
		if years := yearsIn(w.Form); shareAny(years, d.years) || shareAny(years, d.firstYears) {
			in[i] = true
		}
		if in[i] {
			for _, a := range w.Asked {
				if !slices.Contains(out, a) {
					out = append(out, a)
				}
			}
		}
	}
	return strings.Join(out, " ")
}

// Line describes the naming in a line: which words, and how many documents of a
// library of all they fit.
func (n Naming) Line(all int) string {
	return strconv.Quote(n.Said) + ": " + strconv.Itoa(n.Meant) + " of " + strconv.Itoa(all) + " documents"
}
