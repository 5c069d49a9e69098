package assemble

import (
	"slices"

	"ibid/core"
	"ibid/core/text"
)

// A sentence of more words than this, as tables often seem to be, is cut to
// the words around its match.
const longSentence = 60

// widen returns the spans of a passage with whole sentences at both ends. The
// spans of an interleaved page are left as they are: the text around them
// belongs to the other column.
func widen(page string, p core.Passage) []core.Span {
	if len(p.Spans) != 1 {
		return slices.Clone(p.Spans)
	}
	return []core.Span{text.WidenToSentences(page, p.Spans[0])}
}

// joinParts puts parts into the order of the text and joins those that overlap
// or follow each other.
func joinParts(page string, parts []part) []part {
	slices.SortStableFunc(parts, func(a, b part) int { return a.spans[0].Start - b.spans[0].Start })
	out := parts[:0:0]
	for _, p := range parts {
		if n := len(out); n > 0 && len(p.spans) == 1 && len(out[n-1].spans) == 1 {
			last := &out[n-1].spans[0]
			gap := core.Span{Start: last.End, End: max(last.End, p.spans[0].Start)}
			if text.Trim(page, gap).Len() == 0 {
				last.End = max(last.End, p.spans[0].End)
				continue
			}
		}
		out = append(out, part{spans: slices.Clone(p.spans), cutBefore: p.cutBefore, cutAfter: p.cutAfter})
	}
	return out
}

// around quotes the sentence that holds most of the matches, with so many
// neighbours on either side.
func around(page string, spans []core.Span, matches []core.Span, neighbours int) []part {
	var sentences []core.Span
	for _, s := range spans {
		for _, sentence := range text.Sentences(page[s.Start:s.End]) {
			sentences = append(sentences, core.Span{Start: s.Start + sentence.Start, End: s.Start + sentence.End})
		}
	}
	if len(sentences) == 0 {
		return []part{{spans: spans}}
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
	if s := sentences[best]; first == last && text.CountWords(page[s.Start:s.End]) > longSentence {
		return []part{window(page, s, within(matches, s))}
	}
	p := part{spans: slices.Clone(sentences[first : last+1]), cutBefore: first > 0, cutAfter: last < len(sentences)-1}
	if len(spans) == 1 {
		p.spans = []core.Span{{Start: sentences[first].Start, End: sentences[last].End}}
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

// window cuts longSentence words out of a sentence, around the first match.
func window(page string, s core.Span, matches []core.Span) part {
	var words []core.Span
	at := 0
	for w := range text.Words(page[s.Start:s.End]) {
		word := core.Span{Start: s.Start + w.Start, End: s.Start + w.End}
		if len(matches) > 0 && word.Start < matches[0].End && matches[0].Start < word.End {
			at = len(words)
		}
		words = append(words, word)
	}
	if len(words) == 0 {
		return part{spans: []core.Span{s}}
	}
	first := max(0, at-longSentence/2)
	last := min(len(words), first+longSentence) - 1
	p := part{spans: []core.Span{{Start: words[first].Start, End: words[last].End}}, cutBefore: first > 0, cutAfter: last < len(words)-1}
	if !p.cutBefore {
		p.spans[0].Start = s.Start
	}
	if !p.cutAfter {
		p.spans[0].End = s.End
	}
	return p
}
