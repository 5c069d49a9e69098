package office

import (
	"errors"
	"strconv"
	"strings"

	"ibid/core"
)

// maxText is how many bytes of text are read of one file. A small file may hold
// more: a million cells can refer to one long string.
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

// A block is one line of text: a paragraph, heading, list item or table row.
type block struct {
	kind  blockKind
	level int      // of a heading
	text  string   // one line
	first bool     // first row of its table
	notes []string // that the text refers to
}

// A body is the content of one page, or of a part of it such as a table cell.
type body struct {
	blocks   []block
	tables   int
	pictures int
	left     *int // bytes of text that may still be read of the file
}

func newBody(left *int) *body { return &body{left: left} }

// budget returns a counter of the bytes of text that may be read of one file.
func budget() *int {
	n := maxText
	return &n
}

// add appends a block, unless it is empty. It fails with errFull when the text
// of the file is too long.
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

// count adds the tables and pictures of a part to those of b.
func (b *body) count(part *body) {
	b.tables += part.tables
	b.pictures += part.pictures
}

// join appends a part whose text was charged to the budget when it was read.
func (b *body) join(part *body) {
	b.count(part)
	b.blocks = append(b.blocks, part.blocks...)
}

// A textParagraph is a paragraph of a text document that is being read.
type textParagraph struct {
	text  strings.Builder
	notes []string
	boxes []*body // text boxes that are anchored in it
}

// maxHeading is the length in bytes above which a paragraph is no heading,
// whatever its style says.
const maxHeading = 300

// addParagraph appends p, then its text boxes. A paragraph with a level is a
// heading, otherwise one with a label is a list item.
func (b *body) addParagraph(p *textParagraph, hidden bool, level int, label string) error {
	k := block{text: oneLine(p.text.String()), notes: p.notes}
	if hidden {
		k = block{}
	}
	switch {
	case k.text == "":
	case level > 0 && len(k.text) <= maxHeading:
		k.kind, k.level = heading, min(level, listLevels)
		k.text = oneLine(strings.TrimPrefix(label, "-") + " " + k.text)
	case label != "":
		k.kind, k.text = item, label+" "+k.text
	}
	if err := b.add(k); err != nil {
		return err
	}
	for _, box := range p.boxes {
		b.blocks = append(b.blocks, box.blocks...)
	}
	return nil
}

// addTable appends the rows of a table that was read up to err.
func (b *body) addTable(rows []block, err error) error {
	first := true
	for _, k := range rows {
		if k.text == "" && len(k.notes) == 0 {
			continue
		}
		k.first, first = first, false
		if full := b.add(k); full != nil {
			return full
		}
	}
	if !first {
		b.tables++
	}
	return err
}

// tableRow joins the cells of a row. Their notes follow the table.
func tableRow(list []*body) block {
	k := block{kind: row}
	texts := make([]string, len(list))
	for i, b := range list {
		texts[i] = b.line()
		for _, inner := range b.blocks {
			k.notes = append(k.notes, inner.notes...)
		}
	}
	k.text = cells(texts)
	return k
}

// line returns the text of the body as one line, as it stands in a table cell.
func (b *body) line() string {
	parts := make([]string, 0, len(b.blocks))
	for _, k := range b.blocks {
		if k.text != "" {
			parts = append(parts, k.text)
		}
	}
	return strings.Join(parts, " ")
}

// render returns the text of the blocks and its headings. A blank line separates
// paragraphs, none the items of a list or the rows of a table. Notes follow
// their paragraph, or the end of their list or table.
func (b *body) render() (string, []core.Heading) {
	var (
		out      strings.Builder
		headings []core.Heading
		waiting  []string
		previous = block{kind: -1}
	)
	put := func(s, gap string) {
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

// layout returns the layout of the page that the body is.
func (b *body) layout(page int) core.Layout {
	_, headings := b.render()
	return core.Layout{Page: page, Headings: headings, Tables: b.tables, Pictures: b.pictures}
}

// oneLine replaces each run of white space by one blank.
func oneLine(s string) string { return strings.Join(strings.Fields(strings.Map(printable, s)), " ") }

// printable is a mapping for strings.Map that drops characters nobody sees: soft
// hyphens, joiners and byte order marks.
func printable(r rune) rune {
	switch r {
	case '\u00ad', '\ufeff', '\u2060', '\u200b':
		return -1
	}
	return r
}

// cells returns a table row as one line, "" if every cell is empty.
func cells(texts []string) string {
	if strings.Join(texts, "") == "" {
		return ""
	}
	return strings.TrimRight(strings.Join(texts, " | "), " ")
}

// marks numbers the notes of a document: footnotes 1, 2, 3 and endnotes i, ii,
// iii.
type marks struct {
	foot, end int
	ends      []string // the endnotes so far
}

// next returns the mark of the next note, and for a footnote the note that
// follows its paragraph. Endnotes are kept for finish.
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

// finish appends the endnotes to b.
func (m *marks) finish(b *body) error {
	for _, n := range m.ends {
		if err := b.add(block{text: n}); err != nil {
			return err
		}
	}
	return nil
}
