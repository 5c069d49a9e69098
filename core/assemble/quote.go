package assemble

import (
	"cmp"
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/text"
)

// A sentence of more words than this, as tables often seem to be, is cut to
// the words around its match.
const longSentence = 60

// widen moves the ends of a span outwards to the ends of the sentences that
// they cut. It looks no further than the paragraphs at its ends, since the page
// may be a whole book.
func widen(page string, s core.Span) core.Span {
	from := max(0, strings.LastIndex(page[:s.Start], "\n\n"))
	to := len(page)
	if n := strings.Index(page[s.End:], "\n\n"); n >= 0 {
		to = s.End + n
	}
	s = text.WidenToSentences(page[from:to], core.Span{Start: s.Start - from, End: s.End - from})
	return core.Span{Start: s.Start + from, End: s.End + from}
}

// joinParts puts parts into reading order, which is that of the passages, and
// joins those that overlap or follow each other.
func joinParts(page string, parts []part) []part {
	parts = slices.Clone(parts)
	slices.SortStableFunc(parts, func(a, b part) int {
		return cmp.Or(a.passages[0]-b.passages[0], a.spans[0].Start-b.spans[0].Start)
	})
	var out []part
	for _, p := range parts {
		n := len(out)
		if n == 0 {
			out = append(out, p)
			continue
		}
		spans := joinSpans(page, append(slices.Clone(out[n-1].spans), p.spans...))
		if p.passages[0] > out[n-1].passages[1]+1 && len(spans) == len(out[n-1].spans)+len(p.spans) {
			out = append(out, p)
			continue
		}
		out[n-1].spans, out[n-1].passages[1] = spans, max(out[n-1].passages[1], p.passages[1])
	}
	return out
}

// joinSpans joins each span with the one before it where the second begins
// within the first or right behind it.
func joinSpans(page string, spans []core.Span) []core.Span {
	var out []core.Span
	for _, s := range spans {
		if n := len(out); n > 0 {
			last := &out[n-1]
			if gap := (core.Span{Start: last.End, End: max(last.End, s.Start)}); s.Start >= last.Start && text.Trim(page, gap).Len() == 0 {
				last.End = max(last.End, s.End)
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// around quotes the sentence of a part that holds most of the matches, with so
// many neighbours on either side.
func around(page string, whole part, matches []core.Span, neighbours int) []part {
	var sentences []core.Span
	for _, s := range whole.spans {
		for _, sentence := range text.Sentences(page[s.Start:s.End]) {
			sentences = append(sentences, core.Span{Start: s.Start + sentence.Start, End: s.Start + sentence.End})
		}
	}
	if len(sentences) == 0 {
		return []part{whole}
	}
	best, most := 0, -1
	for i, s := range sentences {
		if n := len(within(matches, s)); n > most {
			best, most = i, n
		}
	}
	first, last := max(best-neighbours, 0), min(best+neighbours, len(sentences)-1)
	words := 0
	for _, s := range sentences[first : last+1] { // which need not follow each other in the text
		words += text.CountWords(page[s.Start:s.End])
	}
	if words > (2*neighbours+1)*longSentence {
		first, last = best, best
	}
	p := part{passages: whole.passages, cutBefore: first > 0, cutAfter: last < len(sentences)-1}
	p.spans = joinSpans(page, sentences[first:last+1])
	if s := sentences[best]; first == last && text.CountWords(page[s.Start:s.End]) > longSentence {
		shorter, before, after := window(page, s, within(matches, s))
		p.spans, p.cutBefore, p.cutAfter = []core.Span{shorter}, p.cutBefore || before, p.cutAfter || after
	}
	return []part{p}
}

func within(matches []core.Span, s core.Span) []core.Span {
	var out []core.Span
	for _, m := range matches {
		if m.Start >= s.Start && m.End <= s.End {
			out = append(out, m)
		}
	}
	return out
}

// window cuts longSentence words out of a sentence, around the first match, and
// reports on which sides something was cut off.
func window(page string, s core.Span, matches []core.Span) (out core.Span, before, after bool) {
	var words []core.Span
	at := 0
	for w := range text.Words(page[s.Start:s.End]) {
		word := core.Span{Start: s.Start + w.Start, End: s.Start + w.End}
		if len(matches) > 0 && word.Start < matches[0].End && matches[0].Start < word.End {
			at = len(words)
		}
		words = append(words, word)
	}
	first := max(0, at-longSentence/2)
	last := min(len(words), first+longSentence) - 1
	if first > 0 {
		s.Start, before = words[first].Start, true
	}
	if last < len(words)-1 {
		s.End, after = words[last].End, true
	}
	return s, before, after
}
