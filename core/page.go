package core

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Span is a byte range of a page's text, end excluded.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Len returns the number of bytes in the span.
func (s Span) Len() int { return s.End - s.Start }

// Fits reports whether the span lies in a text and splits no character of it.
func (s Span) Fits(text string) bool {
	whole := func(at int) bool { return at == len(text) || utf8.RuneStart(text[at]) }
	return 0 <= s.Start && s.Start <= s.End && s.End <= len(text) && whole(s.Start) && whole(s.End)
}

// Page is the text of one page. A document of a kind without pages is one page
// with Index 1 that holds the whole text, with lines ended by \n.
//
// Text never changes once stored: Layout and passages refer to it by offset.
type Page struct {
	Index int    // 1-based position in the file: the PDF index
	Label string // the printed page number, or Unnumbered; empty before the structure pass, and in a document without any
	Text  string // valid UTF-8 without NUL
	OCR   int    // mean confidence in percent, 1 to 100, if words of Text were read off the page's picture; 0 if none were
	Note  string // why Text is not what the page says, in words; with an empty Text the page could not be read
	// Annotations is the number of bytes of Text that are form fields and comments.
	// They follow the page's contents on lines of their own.
	Annotations int
	// Seen is the number of bytes of the contents that were read off pictures of a
	// page that has words of its own. They end the contents, on lines of their own,
	// and no passage joins them with the words before them. 0 on a page without words
	// of its own, all of whose contents were read by OCR.
	Seen int
}

// Contents returns the text of the page without its form fields and comments.
func (p Page) Contents() string {
	if p.Annotations <= 0 || p.Annotations > len(p.Text) {
		return p.Text
	}
	return strings.TrimSuffix(p.Text[:len(p.Text)-p.Annotations], "\n")
}

// SeenSpan returns where the words of the page's pictures lie; empty if it has
// none beside its own.
func (p Page) SeenSpan() Span {
	end := len(p.Contents())
	if p.Seen <= 0 || p.Seen > end {
		return Span{end, end}
	}
	return Span{end - p.Seen, end}
}

// TextLayer returns the text without the words that OCR read; empty if it read all of
// the page.
func (p Page) TextLayer() string {
	seen := p.SeenSpan()
	switch {
	case p.OCR == 0:
		return p.Text
	case seen.Len() == 0:
		return ""
	}
	return p.Text[:seen.Start-1] + p.Text[seen.End:]
}

// OCROf returns the confidence in percent of the words in spans of Text that were
// read by OCR, 0 if none were.
func (p Page) OCROf(spans ...Span) int {
	seen := p.SeenSpan()
	if p.OCR > 0 && (seen.Len() == 0 || slices.ContainsFunc(spans, func(s Span) bool { return s.Start < seen.End && seen.Start < s.End })) {
		return p.OCR
	}
	return 0
}

// Line is the place of one line of a page's text, in points (1/72 inch) from
// the page's upper left corner.
type Line struct {
	Span           // of the page's text, without the line break
	Left   float32 // of the first glyph
	Top    float32
	Right  float32 // estimated from the column, or the drawing where known
	Height float32 // line height
	Size   float32 // font size of most of the line's characters
	Bold   bool    // most of the line's characters are bold
	// Running marks a running head or foot, which is repeated on other pages and
	// interrupts the text: no passage includes it.
	Running bool
	// Hidden is the reason, in words, why a reader of the page cannot see the line
	// or a good part of it: "smaller than 2 pt", "off the page", "in the colour of
	// the paper", "drawn without ink". Empty for visible text, or if it is not
	// known.
	Hidden string
}

// Layout is what the structure pass adds to a page. It never alters the text.
type Layout struct {
	Page     int     // 1-based index
	Width    float32 // points
	Height   float32 // points
	Lines    []Line  // in the order of the text
	Order    []int   // indexes into Lines in reading order; nil when the text already is
	Pictures int     // pictures placed on the page
	Pictured float32 // share of the page, 0 to 1, that is covered by pictures large enough to show words; 1 for a page without words that shows something else
	Tables   int     // tables found by their alignment
	Headings []Heading
}

// Scan is a page whose words only its picture shows, with the result of OCR if it
// has been read.
type Scan struct {
	Page   int    // 1-based index
	Beside bool   // the page has words of its own beside its pictures
	Read   bool   // it was looked at, well or badly
	Text   string // paragraphs, one a line, in reading order; valid UTF-8, empty if it holds no words
	OCR    int    // mean confidence in percent, 1 to 100; 0 without words
	Note   string // why it could not be read, in words; empty if it could
	Layout Layout // places of the lines of Text
}

// Scans is the work of OCR on one content.
type Scans struct {
	State  State  // of the content without OCR
	Reason string // of that state
	Pages  []Scan // in the order of the pages
}

// Left returns the number of pages that are still to be looked at.
func (s Scans) Left() int {
	n := 0
	for _, p := range s.Pages {
		if !p.Read {
			n++
		}
	}
	return n
}

// OpenScan is how much OCR has still to read of a content.
type OpenScan struct {
	Hash   Hash
	Pages  int // without words
	Beside int // with words beside their pictures
}

// GoodOCR is the mean confidence in percent from which a person need not be told
// that pages were read by OCR.
const GoodOCR = 75

// OCRMark returns the mark of a page that was read by OCR, shown wherever the
// page is cited: `OCR 91 %`. It is empty for a confidence of 0.
func OCRMark(confidence int) string {
	if confidence <= 0 {
		return ""
	}
	return "OCR " + strconv.Itoa(confidence) + " %"
}

// SectionSeparator separates the headings of a path.
const SectionSeparator = " > "

// Heading is a heading found on a page.
type Heading struct {
	Level int    // 1 is the top
	Title string // one line, single spaces
	Line  int    // index into Layout.Lines; -1 if it comes from the outline alone
	Start int    // byte offset in the page's text where its section begins
}

// Passage is a stretch of one page that is indexed, ranked and quoted as a whole:
// about 150 to 250 words between natural boundaries.
type Passage struct {
	Ordinal int    // 0-based position in the document
	Page    int    // 1-based index of the page the spans belong to
	Spans   []Span // in reading order; one unless columns interleave in the text
	Section string // path of headings, "Introduction > Methods"; may be empty
	Lines   [2]int // first and last line, paragraph or row, 1-based, or second, for kinds that are not paged
	Columns [2]int // first and last column of a sheet, 1 for A
	Heading string // title that paragraphs are counted from, or signature of the function it is a part of; may be empty
	Words   int    // number of words in the spans
}

// Fits reports whether the passage can be cut from a page's text. It cannot if
// the page was read again in the meantime, or if the store is damaged.
func (p Passage) Fits(page string) bool {
	return !slices.ContainsFunc(p.Spans, func(s Span) bool { return !s.Fits(page) })
}

// Text returns the passage's part of its page's text. The passage must fit. Spans
// are joined by \n.
func (p Passage) Text(page string) string {
	if len(p.Spans) == 1 {
		return page[p.Spans[0].Start:p.Spans[0].End]
	}
	n := len(p.Spans)
	for _, s := range p.Spans {
		n += s.Len()
	}
	buf := make([]byte, 0, n)
	for i, s := range p.Spans {
		if i > 0 {
			buf = append(buf, '\n')
		}
		buf = append(buf, page[s.Start:s.End]...)
	}
	return string(buf)
}
