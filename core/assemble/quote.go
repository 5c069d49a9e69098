package assemble

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"ibid/core"
	"ibid/core/text"
)

// A sentence of more words than this, as tables often seem to be, is cut to
// the words around its match.
const longSentence = 60

// widen moves the ends of a span outwards to the ends of the sentences that
// they cut, unless that takes more than longSentence words: what seems to be such
// a sentence is a table. It looks no further than the paragraphs at its ends.
func widen(page string, s core.Span, paged bool) core.Span {
	end := "\n\n"
	if paged {
		end = "\n" // lines of a paragraph are joined
	}
	from := max(0, strings.LastIndex(page[:s.Start], end))
	to := len(page)
	if n := strings.Index(page[s.End:], end); n >= 0 {
		to = s.End + n
	}
	wide := text.WidenToSentences(page[from:to], core.Span{Start: s.Start - from, End: s.End - from})
	if start := wide.Start + from; text.CountWords(page[start:s.Start]) <= longSentence {
		s.Start = start
	}
	if end := wide.End + from; text.CountWords(page[s.End:end]) <= longSentence {
		s.End = end
	}
	return s
}

// cuts reports whether at lies within a sentence. On a page the lines of a
// paragraph are joined, so a line break ends what stands before it; elsewhere
// lines are wrapped, and it takes a blank one.
func cuts(page string, at int, paged bool) bool {
	before := strings.TrimRightFunc(page[:at], unicode.IsSpace)
	after := strings.TrimLeftFunc(page[at:], unicode.IsSpace)
	breaks := strings.Count(page[len(before):len(page)-len(after)], "\n")
	if before == "" || after == "" || breaks > 1 || paged && breaks > 0 {
		return false
	}
	before = before[max(0, len(before)-cutLooks):]
	sentences := text.Sentences(before + " X")
	return sentences[len(sentences)-1].Start < len(before)
}

// cutLooks is how many bytes before a cut are looked at.
const cutLooks = 40

// sentencesOf divides a span of a page into sentences.
func sentencesOf(page string, s core.Span, paged bool) []core.Span {
	var out []core.Span
	add := func(p core.Span) {
		for _, sentence := range text.Sentences(page[p.Start:p.End]) {
			out = append(out, core.Span{Start: p.Start + sentence.Start, End: p.Start + sentence.End})
		}
	}
	for paged {
		n := strings.IndexByte(page[s.Start:s.End], '\n')
		if n < 0 {
			break
		}
		add(core.Span{Start: s.Start, End: s.Start + n})
		s.Start += n + 1
	}
	add(s)
	return out
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
		out[n-1].cutAfter = p.cutAfter
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
func around(page string, paged bool, whole part, matches []core.Span, neighbours int) []part {
	var sentences []core.Span
	for _, s := range whole.spans {
		sentences = append(sentences, sentencesOf(page, s, paged)...)
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
	p := part{passages: whole.passages, cutBefore: first > 0 || whole.cutBefore, cutAfter: last < len(sentences)-1 || whole.cutAfter}
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
