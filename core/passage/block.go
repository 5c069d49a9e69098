package passage

import (
	"slices"
	"strings"
	"unicode/utf8"

	"ibid/core"
	"ibid/core/text"
)

// block is a heading or a paragraph of a page.
type block struct {
	spans    []core.Span
	words    int
	size     int            // words, as measure counts them
	headings []core.Heading // headings that the block begins with, outermost first
}

func newBlock(page string, spans []core.Span, opening []core.Heading) block {
	b := block{spans: spans, headings: opening}
	for _, s := range spans {
		words, size := measure(page[s.Start:s.End])
		b.words += words
		b.size += size
	}
	return b
}

// measure counts the words of s. Its size is the number of words too, except for
// text whose words are so long, or so far apart, that it is not prose.
func measure(s string) (words, size int) {
	words = text.CountWords(s)
	return words, max(words, len(s)/wordBytes)
}

// running returns the spans of running heads and feet, in the order of the text.
func running(layout core.Layout) []core.Span {
	var out []core.Span
	for _, l := range layout.Lines {
		if l.Running {
			out = append(out, l.Span)
		}
	}
	slices.SortFunc(out, func(a, b core.Span) int { return a.Start - b.Start })
	return out
}

// without returns s without holes, which are in the order of their starts.
func without(page string, s core.Span, holes []core.Span) []core.Span {
	var out []core.Span
	add := func(part core.Span) {
		if part = text.Trim(page, part); part.Len() > 0 {
			out = append(out, part)
		}
	}
	for _, h := range holes {
		if h.Start >= s.End {
			break
		}
		if h.End <= s.Start {
			continue
		}
		if h.Start > s.Start {
			add(core.Span{Start: s.Start, End: h.Start})
		}
		s.Start = min(h.End, s.End)
	}
	add(s)
	return out
}

// paragraphEnd returns a function that reports, by the text behind a line break,
// whether it ends a paragraph. In a PDF and on slides the lines of a paragraph
// are joined, and rows, cues and tags are lines, so that every line break ends
// one; in other kinds a blank line does.
func paragraphEnd(kind core.Kind) func(rest string) bool {
	switch kind {
	case core.KindPDF, core.KindSlides, core.KindSheet, core.KindSubtitles, core.KindImage, core.KindAudio:
		return func(string) bool { return true }
	}
	return func(rest string) bool {
		return strings.HasPrefix(strings.TrimLeft(rest[:min(len(rest), 200)], " \t\r"), "\n")
	}
}

// paragraphs divides a page before its headings and at the line breaks of which
// ends reports so by the text behind them. It leaves holes out.
func paragraphs(page string, ends func(rest string) bool, holes []core.Span, headings []core.Heading) []block {
	var out []block
	start, next := 0, 0
	add := func(end int) {
		s := text.Trim(page, core.Span{Start: start, End: end})
		start = end
		if s.Len() == 0 {
			return
		}
		first := next
		for next < len(headings) && headings[next].Start < s.End {
			next++
		}
		for len(holes) > 0 && holes[0].End <= s.Start {
			holes = holes[1:] // it lies behind
		}
		out = append(out, newBlock(page, without(page, s, holes), headings[first:next]))
	}
	ahead := 0
	for i := 0; i < len(page); i++ {
		for ahead < len(headings) && headings[ahead].Start <= i {
			if headings[ahead].Start > start {
				add(headings[ahead].Start)
			}
			ahead++
		}
		if page[i] == '\n' && ends(page[i+1:]) {
			add(i)
		}
	}
	add(len(page))
	return out
}

// reorder makes blocks of lines whose reading order is not that of the text, as on
// a page whose two columns interleave. A gap between lines ends a block.
func reorder(page string, layout core.Layout, headings []core.Heading) []block {
	byLine := make(map[int][]core.Heading, len(headings))
	for _, h := range headings {
		byLine[h.Line] = append(byLine[h.Line], h)
	}
	var out []block
	var spans []core.Span
	var opening []core.Heading
	flush := func() {
		if len(spans) > 0 {
			out = append(out, newBlock(page, spans, opening))
		}
		spans, opening = nil, nil
	}
	var last core.Line
	for i, at := range layout.Order {
		line := layout.Lines[at]
		if line.Running {
			continue
		}
		h := byLine[at]
		if i > 0 && (h != nil || opening != nil || gap(last, line)) {
			flush()
		}
		if h != nil {
			opening = h
		}
		if n := len(spans); n > 0 && spans[n-1].End <= line.Start && strings.TrimSpace(page[spans[n-1].End:line.Start]) == "" {
			spans[n-1].End = line.End
		} else {
			spans = append(spans, line.Span)
		}
		last = line
	}
	flush()
	return out
}

// apart takes the words that were read off the pictures of a page from its blocks, and
// returns them as blocks of their own.
func apart(page core.Page, blocks []block) (own, seen []block) {
	at := page.SeenSpan()
	if at.Len() == 0 {
		return blocks, nil
	}
	for _, b := range blocks {
		mine := slices.DeleteFunc(slices.Clone(b.spans), func(s core.Span) bool { return at.Start <= s.Start && s.Start < at.End })
		switch {
		case len(mine) == len(b.spans):
			own = append(own, b)
		case len(mine) > 0:
			own = append(own, newBlock(page.Text, mine, b.headings))
		}
	}
	return own, paragraphs(page.Text[:at.End], func(string) bool { return true }, []core.Span{{End: at.Start}}, nil)
}

// gap reports whether b does not follow a as the next line of a paragraph. A
// line further up is the next column, where paragraphs go on.
func gap(a, b core.Line) bool {
	return b.Top > a.Top && b.Top-a.Top > 1.8*max(a.Height, b.Height)
}

// pieces divides a span into sentences, sentences of more than size words into
// lines, and such lines between words.
func pieces(page string, s core.Span, size int) []core.Span {
	var out []core.Span
	for _, sentence := range text.Sentences(page[s.Start:s.End]) {
		sentence.Start += s.Start
		sentence.End += s.Start
		if _, n := measure(page[sentence.Start:sentence.End]); n <= size {
			out = append(out, sentence)
			continue
		}
		out = append(out, lines(page, sentence, size)...)
	}
	return out
}

// lines divides a span into lines, and lines of more than size words between
// words.
func lines(page string, s core.Span, size int) []core.Span {
	var out []core.Span
	start := s.Start
	for start < s.End {
		end := s.End
		if n := strings.IndexByte(page[start:s.End], '\n'); n >= 0 {
			end = start + n + 1
		}
		line := text.Trim(page, core.Span{Start: start, End: end})
		start = end
		switch _, n := measure(page[line.Start:line.End]); {
		case line.Len() == 0:
		case n <= size:
			out = append(out, line)
		default:
			out = append(out, runs(page, line, size)...)
		}
	}
	return out
}

// runs divides a long line after every size words, or size times wordBytes bytes.
func runs(page string, s core.Span, size int) []core.Span {
	r := runner{page: page, size: size, start: s.Start}
	for w := range text.Words(page[s.Start:s.End]) {
		start, end := s.Start+w.Start, s.Start+w.End
		r.shorten(start)
		if !w.Ideographic {
			if r.n == size || end-r.start > size*wordBytes {
				r.cut(start)
			}
			r.shorten(end)
			r.n++
			continue
		}
		for i := range page[start:end] { // each counts as a word
			if r.n == size {
				r.cut(start + i)
			}
			r.n++
		}
	}
	r.shorten(s.End)
	r.cut(s.End)
	return r.out
}

// runner divides a line into runs, from its start on.
type runner struct {
	page  string
	size  int
	out   []core.Span
	start int // of the run that is open
	n     int // words in it
}

// cut ends the open run at an offset.
func (r *runner) cut(at int) {
	if run := text.Trim(r.page, core.Span{Start: r.start, End: at}); run.Len() > 0 {
		r.out = append(r.out, run)
	}
	r.start, r.n = at, 0
}

// shorten divides the open run up to end where it is longer than a run may be:
// behind a comma, semicolon or blank in its second half, else between
// characters.
func (r *runner) shorten(end int) {
	for most := r.size * wordBytes; end-r.start > most; {
		at := r.start + most
		if n := strings.LastIndexAny(r.page[r.start+most/2:at], ",; "); n >= 0 {
			at = r.start + most/2 + n + 1
		}
		for !utf8.RuneStart(r.page[at]) {
			at--
		}
		r.cut(at)
	}
}
