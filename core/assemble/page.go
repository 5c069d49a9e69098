package assemble

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"ibid/core"
	"ibid/core/text"
)

const (
	longSentence = 60   // words; a longer sentence, as tables often seem to be, is cut to the words around its match
	longHeader   = 1000 // bytes; a longer row that names the columns is not repeated above other rows
)

// page is the stored text of a page, shared by all candidates on it.
type page struct {
	index  int
	label  string // printed page number; may be empty
	stored core.Page
	text   string
	breaks text.LineBreaks
	lines  text.LineTable // of source code
	places text.Places    // for kinds that are not paged
	code   core.Code      // of source code, once its structure is known
	joints map[int]bool   // lines that begin a statement or an entity, 1-based; nil if none is known
	hidden []core.Line    // lines that a reader of the page cannot see
	header core.Span      // row of a table that names its columns; empty if there is none
}

// Texts gives what is stored of documents. For what is not stored, errors wrap
// core.ErrNotFound or core.ErrNoSuchPage.
type Texts interface {
	Page(ctx context.Context, hash core.Hash, index int) (core.Page, error)
	Layout(ctx context.Context, hash core.Hash, page int) (core.Layout, error)
	Code(ctx context.Context, hash core.Hash) (core.Code, error)
	Passage(ctx context.Context, hash core.Hash, ordinal int) (core.Passage, error)
}

// reader reads each page once. The page of a kind without pages is the whole
// document.
type reader struct {
	texts Texts
	pages map[core.Place]*page
}

func (r *reader) page(ctx context.Context, d core.Document, index int) (*page, error) {
	key := core.Place{Hash: d.Hash, Page: index}
	if p := r.pages[key]; p != nil {
		return p, nil
	}
	stored, err := r.texts.Page(ctx, d.Hash, index)
	if err != nil {
		return nil, err
	}
	p := &page{index: index, label: stored.Label, stored: stored, text: stored.Text, breaks: text.LineBreaksOf(d.Kind)}
	if p.breaks == text.OwnLines {
		p.lines = text.NewLineTable(p.text)
	}
	if row, ok := text.Header(d.Kind, d.Name, p.text); ok && row.Len() <= longHeader {
		p.header = trimLines(p.text, row)
	}
	if p.code, err = r.syntax(ctx, d); err != nil {
		return nil, err
	}
	for _, at := range joints(p.code) {
		if p.joints == nil {
			p.joints = make(map[int]bool)
		}
		p.joints[p.lines.Line(at)] = true
	}
	if !d.Kind.Paged() {
		headings, err := r.headings(ctx, d, index)
		if err != nil {
			return nil, err
		}
		p.places = text.NewPlaces(d.Kind, stored, headings)
	}
	r.pages[key] = p
	return p, nil
}

// seen reports whether a span is of the words that were read off the page's pictures.
func (p *page) seen(s core.Span) bool {
	at := p.stored.SeenSpan()
	return at.Len() > 0 && at.Start <= s.Start
}

// headings returns the headings that places of a page are counted from; nil if
// there are none, or if the structure of the document is not known yet.
func (r *reader) headings(ctx context.Context, d core.Document, index int) ([]core.Heading, error) {
	if d.Kind.Unit() != core.UnitParagraph {
		return nil, nil
	}
	layout, err := r.texts.Layout(ctx, d.Hash, index)
	if errors.Is(err, core.ErrNotFound) || errors.Is(err, core.ErrNoSuchPage) {
		return nil, nil
	}
	return layout.Headings, err
}

// findHidden notes which lines of a candidate's pages cannot be seen. Of a page
// without a layout none is known.
func (r *reader) findHidden(ctx context.Context, c *candidate) error {
	if c.hit.Document.Kind != core.KindPDF {
		return nil
	}
	for _, p := range c.pages() {
		layout, err := r.texts.Layout(ctx, c.hit.Document.Hash, p.index)
		if errors.Is(err, core.ErrNotFound) || errors.Is(err, core.ErrNoSuchPage) {
			continue
		}
		if err != nil {
			return fmt.Errorf("assemble %q: read layout: %w", c.hit.Locator.String(), err)
		}
		p.hidden = nil
		for _, l := range layout.Lines {
			if l.Hidden != "" {
				p.hidden = append(p.hidden, l)
			}
		}
	}
	return nil
}

// widen moves the ends of a span outwards to the ends of the sentences that
// they cut, unless that takes more than longSentence words: such a sentence is
// a table. It looks no further than the paragraphs at the span's ends. Source
// code is widened to whole lines, and by so many lines on either side.
func (p *page) widen(s core.Span, lines int) core.Span {
	if p.breaks == text.OwnLines {
		at := p.lines.Lines(s)
		return trimLines(p.text, p.lines.Span(at[0]-lines, at[1]+lines))
	}
	end := "\n\n"
	if p.breaks == text.JoinedLines {
		end = "\n"
	}
	from := strings.LastIndex(p.text[:s.Start], end) + len(end)
	if from < len(end) {
		from = 0
	}
	to := len(p.text)
	if n := strings.Index(p.text[s.End:], end); n >= 0 {
		to = s.End + n
	}
	wide := text.WidenToSentences(p.text[from:to], core.Span{Start: s.Start - from, End: s.End - from})
	if start := wide.Start + from; text.CountWords(p.text[start:s.Start]) <= longSentence {
		s.Start = start
	}
	if end := wide.End + from; text.CountWords(p.text[s.End:end]) <= longSentence {
		s.End = end
	}
	return s
}

// trimLines takes blank lines off both ends of a span of whole lines, and the
// last line break, but not the indentation of the first line.
func trimLines(s string, sp core.Span) core.Span {
	trimmed := text.Trim(s, sp)
	return core.Span{Start: sp.Start + strings.LastIndexByte(s[sp.Start:trimmed.Start], '\n') + 1, End: trimmed.End}
}

// cuts reports whether a cut at an offset lies within a sentence. Where the
// lines of a paragraph are joined, a line break ends a sentence; where they are
// wrapped, a blank line does. Source code has no sentences.
func (p *page) cuts(at int) bool {
	before := strings.TrimRightFunc(p.text[:at], unicode.IsSpace)
	after := strings.TrimLeftFunc(p.text[at:], unicode.IsSpace)
	breaks := strings.Count(p.text[len(before):len(p.text)-len(after)], "\n")
	if before == "" || after == "" || breaks > 1 || p.breaks != text.WrappedLines && breaks > 0 || p.breaks == text.OwnLines {
		return false
	}
	return isOpen(before)
}

// isOpen reports whether a text ends within a sentence, by its last 40 bytes.
func isOpen(s string) bool {
	s = s[max(0, len(s)-40):]
	sentences := text.Sentences(s + " X")
	return len(sentences) > 0 && sentences[len(sentences)-1].Start < len(s)
}

// units divides a span into the pieces that are quoted or left out as a whole:
// sentences, or lines of source code.
func (p *page) units(s core.Span) []core.Span {
	if p.breaks == text.WrappedLines {
		return sentences(p.text, s)
	}
	var out []core.Span
	for line := range strings.SplitSeq(p.text[s.Start:s.End], "\n") {
		at := core.Span{Start: s.Start, End: s.Start + len(line)}
		s.Start = at.End + 1
		if p.breaks == text.JoinedLines {
			out = append(out, sentences(p.text, at)...)
		} else if strings.TrimSpace(line) != "" {
			out = append(out, at)
		}
	}
	return out
}

// sentences returns the sentences of a span.
func sentences(page string, s core.Span) []core.Span {
	out := text.Sentences(page[s.Start:s.End])
	for i := range out {
		out[i] = core.Span{Start: s.Start + out[i].Start, End: s.Start + out[i].End}
	}
	return out
}

// beside returns what stands between a text and the … of a cut, which has a
// line of its own in source code.
func (p *page) beside() string {
	if p.breaks == text.OwnLines {
		return "\n"
	}
	return " "
}

// words counts the words of a span.
func (p *page) words(s core.Span) int { return text.CountWords(p.text[s.Start:s.End]) }
