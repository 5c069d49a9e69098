// Package passage cuts the text of a document into passages: stretches of
// about 150 to 250 words between natural boundaries, none of which crosses a
// page. A passage is only a place: its text is always the stored text at its byte
// range.
package passage

import (
	"ibid/core"
	"ibid/core/text"
)

// Sizes in words.
const (
	target  = 200 // a passage is closed at the first boundary behind so many words
	longest = 250 // a longer paragraph is divided between its sentences
	tail    = 50  // less at the end of a page joins the passage before it
	opening = 40  // less before a heading or a long paragraph stays with what follows
)

// wordBytes is how many bytes count as a word at least. Data may have no blanks,
// and numbers with commas between them count as one word: a list of a million
// numbers would be one passage.
const wordBytes = 40

// Cut divides pages into passages. layouts and outline may be nil, as they are
// before the structure of a document is known; layouts are matched to pages by
// their index.
//
// The words of pictures are passages of their own. Every word of every page is in
// exactly one passage, apart from running heads
// and feet, and from words whose place on an interleaved page is not known.
func Cut(kind core.Kind, pages []core.Page, layouts []core.Layout, outline []core.OutlineEntry) []core.Passage {
	byPage := make(map[int]core.Layout, len(layouts))
	for _, l := range layouts {
		byPage[l.Page] = l
	}
	sections := newSections(layouts, outline)
	var out []core.Passage
	for _, page := range pages {
		layout := byPage[page.Index]
		headings := sections.headings(page, layout)
		blocks := paragraphs(page.Text, paragraphEnd(kind), running(layout), headings)
		if layout.Order != nil {
			blocks = reorder(page.Text, layout, headings)
		}
		blocks, seen := apart(page, blocks)
		cut := pack(page, blocks, &sections, len(out))
		cut = append(cut, pack(page, seen, &sections, len(out)+len(cut))...)
		if !kind.Paged() {
			places := text.NewPlaces(kind, page, layout.Headings)
			for i := range cut {
				places.Fill(&cut[i])
			}
		}
		out = append(out, cut...)
	}
	return out
}

// packer joins the blocks of one page to passages.
type packer struct {
	page     core.Page
	sections *sections
	out      []core.Passage
	spans    []core.Span // of the passage being gathered
	words    int
	size     int
	section  string
	prose    bool // it holds more than headings
	ordinal  int
}

// pack joins small blocks and divides large ones. ordinal is the number of the
// first passage.
func pack(page core.Page, blocks []block, s *sections, ordinal int) []core.Passage {
	p := &packer{page: page, sections: s, section: s.path(), ordinal: ordinal}
	for _, b := range blocks {
		full := p.size+b.size > longest
		if len(b.headings) > 0 || b.size > longest {
			full = p.size >= opening
		}
		if len(p.spans) > 0 && full {
			p.flush()
		}
		p.open(b)
		if b.size > longest {
			p.divide(b)
			continue
		}
		p.add(b.spans, b.words, b.size)
		if p.size >= target {
			p.flush()
		}
	}
	p.flush()
	return p.out
}

// open enters the sections of a block's headings. A passage with text of several
// sections belongs to the innermost section that holds them all.
func (p *packer) open(b block) {
	titles := 0
	for _, h := range b.headings {
		p.sections.enter(h)
		titles += text.CountWords(h.Title)
	}
	path := p.sections.path()
	if p.prose {
		path = commonPath(p.section, path)
	}
	p.section = path
	p.prose = p.prose || b.words > titles
}

// add appends spans to the passage being gathered and joins those that follow
// each other in the text.
func (p *packer) add(spans []core.Span, words, size int) {
	for _, s := range spans {
		if n := len(p.spans); n > 0 && text.Trim(p.page.Text, core.Span{Start: p.spans[n-1].End, End: max(s.Start, p.spans[n-1].End)}).Len() == 0 && s.Start >= p.spans[n-1].End {
			p.spans[n-1].End = s.End
			continue
		}
		p.spans = append(p.spans, s)
	}
	p.words += words
	p.size += size
}

// flush closes the passage being gathered. If it is too small to stand alone it
// joins the passage before it on the page; if it has no words it is dropped.
func (p *packer) flush() {
	if p.words > 0 && !p.join() {
		p.out = append(p.out, core.Passage{Ordinal: p.ordinal + len(p.out), Page: p.page.Index, Spans: p.spans, Section: p.section, Words: p.words})
	}
	p.spans, p.words, p.size, p.section, p.prose = nil, 0, 0, p.sections.path(), false
}

// join adds what was gathered to the passage before it if it is a small tail, and
// reports whether it did.
func (p *packer) join() bool {
	n := len(p.out)
	if n == 0 || p.size >= tail || p.out[n-1].Section != p.section {
		return false
	}
	last := &p.out[n-1]
	size := 0
	for _, s := range last.Spans {
		size += s.Len() / wordBytes
	}
	size = max(size, last.Words)
	if size+p.size > longest+tail {
		return false
	}
	spans, words := p.spans, p.words
	p.spans, p.words = last.Spans, last.Words
	p.add(spans, words, 0)
	last.Spans, last.Words = p.spans, p.words
	return true
}

// divide adds a block of more than longest words in even parts that end with
// sentences, or with lines or words where there is nothing better.
func (p *packer) divide(b block) {
	parts := (b.size + target - 1) / target
	share := min((b.size+parts-1)/parts, longest-p.size)
	for _, s := range b.spans {
		for _, piece := range pieces(p.page.Text, s, share) {
			words, size := measure(p.page.Text[piece.Start:piece.End])
			if p.size > 0 && p.size+size > share+tail/2 {
				p.flush()
			}
			p.add([]core.Span{piece}, words, size)
			p.prose = true
		}
	}
	if p.size >= target {
		p.flush()
	}
}
