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

// A sentence of more words than this, as tables often seem to be, is cut to
// the words around its match.
const longSentence = 60

// A row of more bytes than this is not repeated above others, though it names
// the columns.
const longHeader = 1000

// manner is how the lines of a text are to be read.
type manner int

const (
	paged   manner = iota // the lines of a paragraph are joined, so a line break ends it
	wrapped               // lines are wrapped, so it takes a blank line
	lined                 // every line stands for itself: source code, rows, tags
)

func mannerOf(k core.Kind) manner {
	switch k {
	case core.KindCode, core.KindSheet, core.KindImage, core.KindAudio, core.KindSubtitles:
		return lined
	case core.KindMarkdown, core.KindText, core.KindMail, core.KindConversation, core.KindNotebook:
		return wrapped
	}
	return paged
}

// page is the stored text of a page, shared by all candidates on it.
type page struct {
	index  int
	label  string // printed page number; may be empty
	ocr    int    // confidence in percent if it was read by OCR, else 0
	text   string
	manner manner
	lines  text.LineTable // of source code
	places text.Places    // for kinds that are not paged
	code   core.Code      // of source code, once its structure is known
	joints map[int]bool   // lines that begin a statement or an entity, 1-based; nil if none is known
	hidden []core.Line    // what a reader of the page cannot see
	header core.Span      // of a table the row that names its columns; empty if there is none
}

// Texts gives what is stored of documents. What is not there wraps
// core.ErrNotFound or core.ErrNoSuchPage.
type Texts interface {
	Page(ctx context.Context, hash core.Hash, index int) (core.Page, error)
	Layout(ctx context.Context, hash core.Hash, page int) (core.Layout, error)
	Code(ctx context.Context, hash core.Hash) (core.Code, error)
	Passage(ctx context.Context, hash core.Hash, ordinal int) (core.Passage, error)
}

// shelf reads each page once. That of a kind without pages is the whole
// document.
type shelf struct {
	texts Texts
	pages map[core.Place]*page
}

func (s *shelf) page(ctx context.Context, d core.Document, index int) (*page, error) {
	key := core.Place{Hash: d.Hash, Page: index}
	if p := s.pages[key]; p != nil {
		return p, nil
	}
	stored, err := s.texts.Page(ctx, d.Hash, index)
	if err != nil {
		return nil, err
	}
	p := &page{index: index, label: stored.Label, ocr: stored.OCR, text: stored.Text, manner: mannerOf(d.Kind)}
	if p.manner == lined {
		p.lines = text.NewLineTable(p.text)
	}
	if row, ok := text.Header(d.Kind, d.Name, p.text); ok && row.Len() <= longHeader {
		p.header = trimLines(p.text, row)
	}
	if p.code, err = s.syntax(ctx, d); err != nil {
		return nil, err
	}
	for _, at := range joints(p.code) {
		if p.joints == nil {
			p.joints = make(map[int]bool)
		}
		p.joints[p.lines.Line(at)] = true
	}
	if !d.Kind.Paged() {
		headings, err := s.headings(ctx, d, index)
		if err != nil {
			return nil, err
		}
		p.places = text.NewPlaces(d.Kind, stored, headings)
	}
	s.pages[key] = p
	return p, nil
}

// headings are those that places of a page are counted from; nil if there are
// none, or if the structure of the document is not known yet.
func (s *shelf) headings(ctx context.Context, d core.Document, index int) ([]core.Heading, error) {
	if d.Kind.Unit() != core.UnitParagraph {
		return nil, nil
	}
	layout, err := s.texts.Layout(ctx, d.Hash, index)
	if errors.Is(err, core.ErrNotFound) || errors.Is(err, core.ErrNoSuchPage) {
		return nil, nil
	}
	return layout.Headings, err
}

// look learns which lines of a candidate's pages cannot be seen. A page without
// layout has none that are known.
func (s *shelf) look(ctx context.Context, c *candidate) error {
	if c.hit.Document.Kind != core.KindPDF {
		return nil
	}
	for _, p := range c.pages() {
		layout, err := s.texts.Layout(ctx, c.hit.Document.Hash, p.index)
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
// they cut, unless that takes more than longSentence words: what seems to be such
// a sentence is a table. It looks no further than the paragraphs at its ends.
// Source code is widened to whole lines, and so many more on either side.
func (p *page) widen(s core.Span, lines int) core.Span {
	if p.manner == lined {
		at := p.lines.Lines(s)
		return trimLines(p.text, p.lines.Span(at[0]-lines, at[1]+lines))
	}
	end := "\n\n"
	if p.manner == paged {
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

// cutLooks is how many bytes before a cut are looked at.
const cutLooks = 40

// cuts reports whether at lies within a sentence. On a page the lines of a
// paragraph are joined, so a line break ends what stands before it; elsewhere
// lines are wrapped, and it takes a blank one. Source code has no sentences.
func (p *page) cuts(at int) bool {
	before := strings.TrimRightFunc(p.text[:at], unicode.IsSpace)
	after := strings.TrimLeftFunc(p.text[at:], unicode.IsSpace)
	breaks := strings.Count(p.text[len(before):len(p.text)-len(after)], "\n")
	if before == "" || after == "" || breaks > 1 || p.manner != wrapped && breaks > 0 || p.manner == lined {
		return false
	}
	return isOpen(before)
}

// isOpen reports whether a text ends within a sentence.
func isOpen(s string) bool {
	s = s[max(0, len(s)-cutLooks):]
	sentences := text.Sentences(s + " X")
	return len(sentences) > 0 && sentences[len(sentences)-1].Start < len(s)
}

// units divides a span into the pieces that are quoted or left out as a whole:
// sentences, or lines of source code.
func (p *page) units(s core.Span) []core.Span {
	var out []core.Span
	if p.manner == wrapped {
		return p.sentences(out, s)
	}
	for {
		n := strings.IndexByte(p.text[s.Start:s.End], '\n')
		if n < 0 {
			return p.line(out, s)
		}
		out = p.line(out, core.Span{Start: s.Start, End: s.Start + n})
		s.Start += n + 1
	}
}

// line appends the units of one line.
func (p *page) line(out []core.Span, s core.Span) []core.Span {
	if p.manner != lined {
		return p.sentences(out, s)
	}
	if strings.TrimSpace(p.text[s.Start:s.End]) != "" {
		out = append(out, s)
	}
	return out
}

func (p *page) sentences(out []core.Span, s core.Span) []core.Span {
	for _, sentence := range text.Sentences(p.text[s.Start:s.End]) {
		out = append(out, core.Span{Start: s.Start + sentence.Start, End: s.Start + sentence.End})
	}
	return out
}

// beside stands between a text and the … of a cut: in source code it has a line
// of its own.
func (p *page) beside() string {
	if p.manner == lined {
		return "\n"
	}
	return " "
}

// words counts the words of a span.
func (p *page) words(s core.Span) int { return text.CountWords(p.text[s.Start:s.End]) }
