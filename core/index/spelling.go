package index

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	index "github.com/blevesearch/bleve_index_api"

	"ibid/core"
	"ibid/core/query"
)

// Bounds of the search for words that are spelt nearly alike. The number of edits
// follows what Lucene calls fuzziness AUTO; a word of three letters has too many
// neighbours.
const (
	leastSpelt  = 4   // letters of a word that may be misspelt
	twoEdits    = 6   // letters from which on two edits are looked for
	leastWrong  = 8   // letters from which on one may stand in place of another
	mostSpelt   = 32  // letters of a word that is looked for
	mostNearby  = 512 // words that are compared
	leastDivide = 2   // letters of each part of a word that should be two
)

// Missing lists the words of q.Words that no passage holds in any form, and for which
// no expansion stands in one either.
func (x *Index) Missing(ctx context.Context, q core.Query) (missing []string, err error) {
	defer recoverDamage(&err)
	r, err := x.reader()
	if err != nil {
		return nil, fmt.Errorf("look for words that stand nowhere: %w", err)
	}
	defer r.Close() // only read
	l := lookup{ctx: ctx, reader: r}
	found := make(map[string]bool) // keys of words that an alternative stands for
	known := make(map[string]bool)
	for _, w := range q.Words {
		for _, key := range keys(w) {
			known[key] = known[key] || l.count(key) > 0
		}
	}
	for _, a := range alternatives(q) {
		if !slices.ContainsFunc(a.of, func(key string) bool { return !known[key] && !found[key] }) {
			continue
		}
		if l.stands(a.terms) {
			for _, key := range a.of {
				found[key] = true
			}
		}
	}
	for _, w := range q.Words {
		list := keys(w)
		if len(list) > 0 && !slices.ContainsFunc(list, func(key string) bool { return known[key] || found[key] }) {
			missing = append(missing, w)
		}
	}
	if l.err != nil {
		return nil, fmt.Errorf("look for words that stand nowhere: %w", l.err)
	}
	return missing, nil
}

// Spellings returns at most limit ways to spell a folded word that passages hold: two
// words without the blank between them; else words of one edit with the same first
// letter; else of one edit with another one; else, if the word is long enough, of two
// edits with the same first letter. An edit is a letter too many, too few or wrong, or
// two letters in the wrong order (Damerau); few misspellings begin wrongly (Pollock
// and Zamora, 1984), and to look for those of two edits takes twenty times as long.
// They are in the order of how many passages hold them. A word with other characters
// than letters has none.
func (x *Index) Spellings(ctx context.Context, word string, limit int) (list []core.Spelling, err error) {
	n := utf8.RuneCountInString(word)
	if n < leastSpelt || n > mostSpelt || strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) >= 0 {
		return nil, nil
	}
	defer recoverDamage(&err)
	r, err := x.reader()
	if err != nil {
		return nil, fmt.Errorf("look for spellings of %q: %w", word, err)
	}
	defer r.Close() // only read
	l := lookup{ctx: ctx, reader: r}
	if parts := l.divide(word); parts != nil {
		return []core.Spelling{{Words: parts}}, nil
	}
	_, first := utf8.DecodeRuneInString(word)
	if list = l.near(word, 1, word[:first]); len(list) == 0 {
		list = l.near(word, 1, "")
	}
	if len(list) == 0 && n >= twoEdits {
		list = l.near(word, 2, word[:first])
	}
	if l.err != nil {
		return nil, fmt.Errorf("look for spellings of %q: %w", word, l.err)
	}
	return list[:min(limit, len(list))], nil
}

// lookup asks a snapshot for terms. The first error is kept, and ends the rest.
type lookup struct {
	ctx    context.Context
	reader index.IndexReader
	err    error
}

// count returns the number of passages that hold a term.
func (l *lookup) count(term string) uint64 {
	if l.err == nil {
		l.err = l.ctx.Err()
	}
	if l.err != nil {
		return 0
	}
	t, err := l.reader.TermFieldReader(l.ctx, []byte(term), fieldText, false, false, false)
	if err != nil {
		l.err = err
		return 0
	}
	n := t.Count()
	l.err = t.Close()
	return n
}

// stands reports whether a passage holds terms one after the other.
func (l *lookup) stands(terms []string) bool {
	for _, t := range terms {
		if l.count(t) == 0 {
			return false
		}
	}
	if len(terms) == 1 || l.err != nil {
		return l.err == nil
	}
	s := scorer{ctx: l.ctx, field: fieldText}
	o := opened{positions: true}
	for _, t := range terms {
		p, err := s.posting(l.reader, t, 1, true)
		if err != nil {
			l.err = closeAll(o.words, err)
			return false
		}
		o.words = append(o.words, p)
	}
	l.err = closeAll(o.words, o.start(l.ctx))
	return l.err == nil && o.at != noEntry
}

// divide returns two words that a word consists of and that stand side by side; nil
// if there are none. Of several divisions it takes the one whose rarer part is the
// more frequent.
func (l *lookup) divide(word string) (parts []string) {
	best := uint64(0)
	for at := range word {
		a, b := word[:at], word[at:]
		if utf8.RuneCountInString(a) < leastDivide || utf8.RuneCountInString(b) < leastDivide {
			continue
		}
		n := l.count(exactMark + a)
		if n > best {
			n = min(n, l.count(exactMark+b))
		}
		if n > best && l.stands(keys(a, b)) {
			best, parts = n, []string{a, b}
		}
	}
	return parts
}

// otherWord reports whether a word of less than eight letters differs from another by
// one letter in place of another: death and depth, freeze and breeze are two words
// more often than one misspelt.
func otherWord(word, near string) bool {
	a, b := []rune(word), []rune(near)
	if len(a) >= leastWrong || len(a) != len(b) {
		return false
	}
	differ := 0
	for i := range a {
		if a[i] != b[i] {
			differ++
		}
	}
	return differ == 1
}

// near lists the words of at most a number of edits that begin with a prefix, one for
// each stem, best first.
func (l *lookup) near(word string, edits int, prefix string) (list []core.Spelling) {
	if l.err != nil {
		return nil
	}
	fuzzy, ok := l.reader.(index.IndexReaderFuzzy)
	if !ok {
		l.err = fmt.Errorf("the index cannot look for similar words: %w", core.ErrDamaged)
		return nil
	}
	dict, err := fuzzy.FieldDictFuzzy(fieldText, exactMark+word, edits, exactMark+prefix)
	if err != nil {
		l.err = err
		return nil
	}
	compared := 0
	l.err = eachTerm(dict, func(term string, _ int) bool { // a fuzzy dictionary has no counts
		compared++
		w := strings.TrimPrefix(term, exactMark)
		if !query.IsStopWord(w) && !otherWord(word, w) && strings.IndexFunc(w, func(r rune) bool { return !unicode.IsLetter(r) }) < 0 {
			list = append(list, core.Spelling{Words: []string{w}, Edits: edits})
		}
		return compared < mostNearby
	})
	for i := range list {
		list[i].Passages = int(l.count(exactMark + list[i].Words[0]))
	}
	list = slices.DeleteFunc(list, func(s core.Spelling) bool { return s.Passages == 0 }) // of what was removed
	slices.SortFunc(list, func(a, b core.Spelling) int {
		return cmp.Or(cmp.Compare(b.Passages, a.Passages), strings.Compare(a.Words[0], b.Words[0]))
	})
	seen := make(map[string]bool)
	return slices.DeleteFunc(list, func(s core.Spelling) bool {
		key := stem(s.Words[0])
		again := seen[key]
		seen[key] = true
		return again
	})
}

// Languages returns for each language that query.Markers has words of which share of
// the passages is written in it, 0 to 1: the median of the shares that hold one of
// these words, so that a single one that is a name elsewhere counts for nothing. It
// is counted anew when the index has changed.
func (x *Index) Languages(ctx context.Context) (shares map[string]float64, err error) {
	st := x.state.Load()
	if l := x.languages.Load(); l != nil && l.state == *st {
		return l.shares, nil
	}
	defer recoverDamage(&err)
	r, err := x.reader()
	if err != nil {
		return nil, fmt.Errorf("find out the languages of the library: %w", err)
	}
	defer r.Close() // only read
	l := lookup{ctx: ctx, reader: r}
	shares = make(map[string]float64)
	for language, words := range query.Markers() {
		var of []float64
		for _, w := range words {
			of = append(of, float64(l.count(exactMark+w))/math.Max(1, float64(st.Passages)))
		}
		slices.Sort(of)
		shares[language] = of[len(of)/2]
	}
	if l.err != nil {
		return nil, fmt.Errorf("find out the languages of the library: %w", l.err)
	}
	x.languages.Store(&languages{*st, shares})
	return shares, nil
}

// languages are the shares of languages for a state of the index.
type languages struct {
	state  state
	shares map[string]float64
}
