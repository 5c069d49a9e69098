package office

import (
	"errors"
	"strconv"
	"strings"

	"ibid/core"
)

// maxText bounds the text that one file may come to. The XML may say it in few
// bytes: a million cells can refer to one long string.
const maxText = 64 << 20

var errFull = errors.New("the text is too long")

const fullNote = "only its first 64 MB of text were read"

type blockKind int

const (
	paragraph blockKind = iota
	heading
	item // of a list
	row  // of a table
)

// A block is a line of text: one paragraph, heading, list item or table row.
type block struct {
	kind  blockKind
	level int    // of a heading
	text  string // one line
	first bool   // the first row of its table
	notes []string
}

// A body is what one page holds: blocks, and what stands between them.
type body struct {
	blocks   []block
	tables   int
	pictures int
	left     *int // bytes of text that the file may still come to
}

func newBody(left *int) *body { return &body{left: left} }

// budget is the text that may be read of one file.
func budget() *int {
	n := maxText
	return &n
}

// add appends a block, unless it says nothing. It fails with errFull when the
// file's text is too long.
func (b *body) add(k block) error {
	if k.text == "" && len(k.notes) == 0 {
		return nil
	}
	size := len(k.text) + 2
	for _, n := range k.notes {
		size += len(n) + 2
	}
	if *b.left -= size; *b.left < 0 {
		return errFull
	}
	b.blocks = append(b.blocks, k)
	return nil
}

// line is all text of the body in one line, as it stands in a table's cell.
func (b *body) line() string {
	parts := make([]string, 0, len(b.blocks))
	for _, k := range b.blocks {
		if k.text != "" {
			parts = append(parts, k.text)
		}
	}
	return strings.Join(parts, " ")
}

// notes are the notes that the blocks refer to.
func (b *body) notes() []string {
	var out []string
	for _, k := range b.blocks {
		out = append(out, k.notes...)
	}
	return out
}

// render writes the blocks: a blank line between paragraphs, none between the
// items of a list and the rows of a table. The notes of a paragraph follow it,
// those of a list or a table follow its end.
func (b *body) render() (string, []core.Heading) {
	var (
		out      strings.Builder
		headings []core.Heading
		waiting  []string
		previous = block{kind: -1}
	)
	put := func(s string, gap string) {
		if out.Len() > 0 {
			out.WriteString(gap)
		}
		out.WriteString(s)
	}
	flush := func() {
		for _, n := range waiting {
			put(n, "\n\n")
		}
		waiting = nil
	}
	for _, k := range b.blocks {
		joined := k.kind == previous.kind && (k.kind == item || k.kind == row && !k.first)
		gap := "\n"
		if !joined {
			flush()
			gap = "\n\n"
		}
		if k.text != "" {
			put(k.text, gap)
		}
		if k.kind == heading {
			headings = append(headings, core.Heading{Level: k.level, Title: k.text, Line: -1, Start: out.Len() - len(k.text)})
		}
		waiting = append(waiting, k.notes...)
		previous = k
	}
	flush()
	return out.String(), headings
}

// layout is what the structure pass says of the page that the body is.
func (b *body) layout(page int) core.Layout {
	_, headings := b.render()
	return core.Layout{Page: page, Headings: headings, Tables: b.tables, Pictures: b.pictures}
}

// oneLine makes white space single blanks.
func oneLine(s string) string { return strings.Join(strings.Fields(strings.Map(printable, s)), " ") }

// printable drops what no reader sees: soft hyphens, joiners of lines and marks
// of byte order.
func printable(r rune) rune {
	switch r {
	case '\u00ad', '\ufeff', '\u2060', '\u200b':
		return -1
	}
	return r
}

// cells is a row of a table as a line; empty if every cell is.
func cells(texts []string) string {
	if strings.Join(texts, "") == "" {
		return ""
	}
	return strings.TrimRight(strings.Join(texts, " | "), " ")
}

// marks numbers the notes of a document: footnotes 1, 2, 3, endnotes i, ii, iii.
type marks struct {
	foot, end int
	ends      []string
}

// next is the mark of the next note, and the note itself where it is to follow
// its paragraph; endnotes are kept for the end.
func (m *marks) next(text string, atEnd bool) (mark string, note []string) {
	if atEnd {
		m.end++
		mark = "[" + roman(m.end) + "]"
		m.ends = append(m.ends, mark+" "+text)
		return mark, nil
	}
	m.foot++
	mark = "[" + strconv.Itoa(m.foot) + "]"
	return mark, []string{mark + " " + text}
}

// finish adds the endnotes.
func (m *marks) finish(b *body) error {
	for _, n := range m.ends {
		if err := b.add(block{text: n}); err != nil {
			return err
		}
	}
	return nil
}
