package check

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/core"
	"ibid/core/text"
)

const (
	mostClaims = 10_000 // of one answer
	mostCited  = 100    // numbers that one sentence cites; of more, the first count
)

// A sentence of an answer, with what it cites and quotes.
type sentence struct {
	core.Span
	block  int
	cites  []int // numbers, in order, each once
	inside bool  // a citation stands within it
	quotes []core.Span
}

// A parsedAnswer is an answer divided into sentences, with what they cite.
type parsedAnswer struct {
	answer    string
	prose     string // what proseOf made of it, citations blanked too
	blocks    []block
	cites     []citation
	sentences []sentence
}

// claimsOf lists the claims of an answer in its order. More than mostClaims are
// an error.
func claimsOf(answer string, sources []core.Source) ([]claim, error) {
	r := parse(answer, sources)
	exists := make(map[int]bool)
	for _, s := range sources {
		exists[s.Number] = true
	}
	var out []claim
	for _, c := range r.cites {
		if missing := slices.DeleteFunc(slices.Clone(c.numbers), func(n int) bool { return exists[n] }); len(missing) > 0 {
			k := core.Claim{Kind: core.ClaimCitation, Text: answer[c.Start:c.End], Span: c.Span, Citations: c.numbers}
			k.Sentence = r.sentenceOf(c)
			out = append(out, claim{Claim: k, missing: missing})
		}
	}
	rows := make(map[int]bool) // rows of tables that hold a claim
	for _, s := range r.sentences {
		found := r.claims(s, exists)
		b := r.blocks[s.block]
		if b.kind == cell && len(found) > 0 {
			rows[b.row] = true
		}
		if out = append(out, found...); len(out) > mostClaims || len(r.cites) > mostClaims {
			return nil, fmt.Errorf("check answer: more than %d quotes, numbers and citations: %w", mostClaims, core.ErrQuery)
		}
	}
	out = append(out, r.unchecked(exists, out, rows)...)
	slices.SortStableFunc(out, func(a, b claim) int { return cmp.Compare(a.Start, b.Start) })
	return out, nil
}

// parse divides an answer into sentences and finds their citations and quotes.
func parse(answer string, sources []core.Source) *parsedAnswer {
	r := &parsedAnswer{answer: answer}
	s := proseOf(answer)
	r.blocks = blocksOf(s, sources)
	for _, c := range citations(s) {
		if r.blockOf(c.Start) >= 0 {
			r.cites = append(r.cites, c)
		}
	}
	b := []byte(s)
	for _, c := range r.cites {
		fill(b, c.Span, ' ')
	}
	r.prose = string(b)
	for i := range r.blocks {
		r.split(i)
	}
	r.cite()
	return r
}

// blockOf returns the index of the block that holds an offset, -1 if none does.
func (r *parsedAnswer) blockOf(at int) int {
	i, ok := slices.BinarySearchFunc(r.blocks, at, func(b block, at int) int {
		switch {
		case b.End <= at:
			return -1
		case b.Start > at:
			return 1
		}
		return 0
	})
	if !ok {
		return -1
	}
	return i
}

// split adds the sentences of a block. A full stop within a quote ends none.
func (r *parsedAnswer) split(at int) {
	b := &r.blocks[at]
	body := r.prose[b.Start:b.End]
	if strings.TrimFunc(body, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }) == "" {
		b.kind = citationsOnly
		return
	}
	if b.kind == blockQuote {
		sp := r.withoutAttribution(*b)
		r.sentences = append(r.sentences, sentence{Span: b.Span, block: at, quotes: []core.Span{sp}})
		return
	}
	quotes := quotesIn(r.prose, b.Span)
	masked := []byte(body)
	for _, q := range quotes {
		maskStops(masked, q.Start-b.Start, text.Trim(r.prose, q).End-b.Start)
	}
	for i := r.firstCite(b.Start); i < len(r.cites) && r.cites[i].End <= b.End; i++ {
		if c := r.cites[i]; begins(r.prose, *b, c) {
			fill(masked, core.Span{Start: c.Start - b.Start, End: c.End - b.Start}, 'X')
		}
	}
	for _, sp := range text.Sentences(string(masked)) {
		s := sentence{Span: core.Span{Start: sp.Start + b.Start, End: sp.End + b.Start}, block: at}
		for len(quotes) > 0 && quotes[0].Start < s.End {
			s.quotes, quotes = append(s.quotes, quotes[0]), quotes[1:]
		}
		r.sentences = append(r.sentences, s)
	}
}

// firstCite returns the index of the first citation at an offset or behind it.
func (r *parsedAnswer) firstCite(at int) int {
	i, _ := slices.BinarySearchFunc(r.cites, at, func(c citation, at int) int { return cmp.Compare(c.Start, at) })
	return i
}

// begins reports whether a citation is the subject of a sentence: `[1] says`.
func begins(prose string, b block, c citation) bool {
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(prose[c.End:b.End], " \t"))
	before := strings.TrimRight(prose[b.Start:c.Start], " \t\n")
	last, _ := utf8.DecodeLastRuneInString(before)
	return unicode.IsLower(next) && (before == "" || strings.ContainsRune(".!?:", last))
}

// maskStops writes commas over the full stops of a quote, except those at its
// end.
func maskStops(b []byte, from, to int) {
	for to > from && strings.IndexByte(".!?", b[to-1]) >= 0 {
		to--
	}
	for i := from; i < to; i++ {
		switch {
		case strings.IndexByte(".!?", b[i]) >= 0:
			b[i] = ','
		case strings.HasPrefix(string(b[i:min(to, i+3)]), "…"), strings.HasPrefix(string(b[i:min(to, i+3)]), "。"):
			copy(b[i:], ",,,")
		}
	}
}

var (
	attribution = regexp.MustCompile(`^[ \t>]*(?:—|–|--|―)[^\n]*$`)
	inBrackets  = regexp.MustCompile(`^[ \t>]*\([^\n]*\)[ \t]*$`)
)

// withoutAttribution returns the span of a block quote without a last line that
// names its author.
func (r *parsedAnswer) withoutAttribution(b block) core.Span {
	sp := text.Trim(r.prose, b.Span)
	if n := strings.LastIndexByte(r.prose[sp.Start:sp.End], '\n'); n >= 0 {
		if last := r.prose[sp.Start+n+1 : sp.End]; attribution.MatchString(last) || inBrackets.MatchString(last) {
			sp.End = sp.Start + n
		}
	}
	sp.End = sp.Start + len(strings.TrimRight(r.prose[sp.Start:sp.End], " \t\n\r>"))
	return sp
}

// cite assigns each citation to a sentence.
func (r *parsedAnswer) cite() {
	for _, c := range r.cites {
		prev, own, next := -1, -1, -1
		first, _ := slices.BinarySearchFunc(r.sentences, c.Start, func(s sentence, at int) int { return cmp.Compare(s.End, at) })
		for i := max(0, first-1); i < len(r.sentences); i++ {
			s := &r.sentences[i]
			switch {
			case s.Start <= c.Start && c.End <= s.End:
				own = i
			case s.End <= c.Start:
				prev = i
			case next < 0:
				next = i
			}
			if s.Start > c.End {
				break
			}
		}
		at := r.blockOf(c.Start)
		if own >= 0 {
			r.sentences[own].inside = true
			r.sentences[own].add(c.numbers)
		} else if i := r.beside(at, c, prev, next); i >= 0 {
			r.sentences[i].add(c.numbers)
		}
	}
	r.citeRows()
	r.citeBlockQuotes()
}

// beside returns the index of the sentence for a citation that stands between
// two, -1 if there is none.
func (r *parsedAnswer) beside(at int, c citation, prev, next int) int {
	if r.blocks[at].kind == citationsOnly {
		if prev >= 0 && r.sentences[prev].block == at-1 && r.blocks[at-1].kind != cell {
			return prev
		}
		return -1
	}
	if prev >= 0 && r.sentences[prev].block != at {
		prev = -1
	}
	if next >= 0 && r.sentences[next].block != at {
		next = -1
	}
	if prev < 0 || next >= 0 && r.sentences[prev].inside && r.sentences[prev].End < c.Start {
		return max(next, prev)
	}
	return prev
}

// add adds numbers of sources to those that the sentence cites.
func (s *sentence) add(numbers []int) {
	for _, n := range numbers {
		if len(s.cites) < mostCited && !slices.Contains(s.cites, n) {
			s.cites = append(s.cites, n)
		}
	}
}

// citeRows assigns the citations of a cell that holds nothing else to its row.
func (r *parsedAnswer) citeRows() {
	rows := make(map[int][]int)
	for _, c := range r.cites {
		if at := r.blockOf(c.Start); r.blocks[at].kind == citationsOnly && r.blocks[at].row > 0 {
			rows[r.blocks[at].row] = append(rows[r.blocks[at].row], c.numbers...)
		}
	}
	for i := range r.sentences {
		if s := &r.sentences[i]; len(s.cites) == 0 && r.blocks[s.block].kind == cell {
			s.add(rows[r.blocks[s.block].row])
		}
	}
}

// citeBlockQuotes assigns the citations of the sentence that leads to a block
// quote, and of the line that names its author, to the quote.
func (r *parsedAnswer) citeBlockQuotes() {
	for i := range r.sentences {
		s := &r.sentences[i]
		if r.blocks[s.block].kind != blockQuote || len(s.cites) > 0 {
			continue
		}
		if i > 0 && len(r.sentences[i-1].cites) > 0 && strings.HasSuffix(strings.TrimRight(r.prose[r.sentences[i-1].Start:s.Start], " \t\n>"), ":") {
			s.add(r.sentences[i-1].cites)
		}
		if n := r.named(i + 1); n != nil {
			s.add(n)
		}
	}
}

// named returns the citations of a sentence that only names the author of the
// block quote before it.
func (r *parsedAnswer) named(i int) []int {
	if i == len(r.sentences) || !attribution.MatchString(r.prose[r.sentences[i].Start:r.sentences[i].End]) {
		return nil
	}
	return r.sentences[i].cites
}

// sentenceOf returns the span of the sentence that a citation stands in, or of
// the citation itself.
func (r *parsedAnswer) sentenceOf(c citation) core.Span {
	i, _ := slices.BinarySearchFunc(r.sentences, c.End, func(s sentence, end int) int { return cmp.Compare(s.End, end) })
	if i < len(r.sentences) && r.sentences[i].Start <= c.Start {
		return r.sentences[i].Span
	}
	return c.Span
}
