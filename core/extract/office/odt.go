package office

import (
	"context"
	"encoding/xml"
	"strings"
)

// An odfReader reads the text of an OpenDocument.
type odfReader struct {
	s      *scanner
	out    *body
	styles *odfStyles
	lists  []odfList // that are open
	marks  marks
}

// An odfList is a list, or one inside another.
type odfList struct {
	style string
	label string // of the item that begins; empty after its first paragraph
}

// odt reads a text document into b. Endnotes follow at the end.
func (c *container) odt(ctx context.Context, b *body) error {
	r := &odfReader{out: b, styles: c.readStyles(ctx)}
	err := c.content(ctx, r.styles, func(s *scanner, e xml.StartElement) error {
		r.s = s
		return r.block(e)
	})
	if err != nil {
		return err
	}
	return r.marks.finish(b)
}

// block reads what stands between paragraphs. Elements that only wrap others
// (sections, indexes, frames) are looked into.
func (r *odfReader) block(e xml.StartElement) error {
	switch e.Name.Local {
	case "p", "h":
		return r.paragraph(e)
	case "list":
		return r.list(e)
	case "table":
		return r.table()
	case "image":
		r.out.pictures++
		return nil
	case "section":
		if attr(e, "display") == "none" {
			return nil
		}
	case "tracked-changes", "annotation", "forms", "notes":
		return nil
	}
	return r.s.each(r.block, nil)
}

// An odfParagraph is a paragraph that is being read.
type odfParagraph struct {
	text  strings.Builder
	notes []string
	boxes []*body
}

func (r *odfReader) paragraph(e xml.StartElement) error {
	var p odfParagraph
	if err := r.within(&p); err != nil {
		return err
	}
	st := r.styles.resolve("paragraph", attr(e, "style-name"))
	k := block{text: oneLine(p.text.String()), notes: p.notes}
	if st.hidden {
		k = block{}
	}
	level := st.level
	if e.Name.Local == "h" {
		level = number(attr(e, "outline-level"), 1)
	}
	label := r.label(e.Name.Local == "h", level)
	switch {
	case k.text == "":
	case level > 0 && len(k.text) <= maxHeading:
		k.kind, k.level = heading, min(level, listLevels)
		k.text = oneLine(strings.TrimPrefix(label, "-") + " " + k.text)
	case label != "":
		k.kind, k.text = item, label+" "+k.text
	}
	if err := r.out.add(k); err != nil {
		return err
	}
	for _, b := range p.boxes {
		r.out.blocks = append(r.out.blocks, b.blocks...)
	}
	return nil
}

// label is what stands before a paragraph: the mark of its list item, or the
// number of its heading.
func (r *odfReader) label(isHeading bool, level int) string {
	if n := len(r.lists); n > 0 {
		label := r.lists[n-1].label
		r.lists[n-1].label = ""
		return label
	}
	outline := r.styles.lists[outlineList]
	if !isHeading || outline == nil || level < 1 || level > listLevels {
		return ""
	}
	return outline.next(&list{}, level-1)
}

// within reads the text of a paragraph, or of a part of it.
func (r *odfReader) within(p *odfParagraph) error {
	return r.s.each(func(e xml.StartElement) error { return r.inline(p, e) }, func(t xml.CharData) { p.text.Write(t) })
}

func (r *odfReader) inline(p *odfParagraph, e xml.StartElement) error {
	switch e.Name.Space {
	case "draw", "dr3d":
		if e.Name.Local != "a" {
			return r.box(p, e)
		}
	case "svg", "office":
		if e.Name.Local == "annotation" {
			text, err := r.annotation()
			if text != "" {
				p.notes = append(p.notes, text)
			}
			return err
		}
		return nil // alternative texts, scripts
	}
	switch e.Name.Local {
	case "s", "tab", "line-break":
		p.text.WriteByte(' ')
	case "note":
		return r.note(p, attr(e, "note-class") == "endnote")
	case "ruby-text", "hidden-text", "hidden-paragraph", "script":
		return nil
	case "span":
		if r.styles.resolve("text", attr(e, "style-name")).hidden {
			return nil
		}
	}
	return r.within(p)
}

// note reads a note where it is marked.
func (r *odfReader) note(p *odfParagraph, atEnd bool) error {
	b, err := r.sub(func() error {
		return r.s.each(func(e xml.StartElement) error {
			if e.Name.Local != "note-body" {
				return nil
			}
			return r.s.each(r.block, nil)
		}, nil)
	})
	mark, note := r.marks.next(b.line(), atEnd)
	p.text.WriteString(mark)
	p.notes = append(p.notes, note...)
	return err
}

// box reads a drawn object that is anchored in a paragraph. Its text follows
// the paragraph.
func (r *odfReader) box(p *odfParagraph, e xml.StartElement) error {
	b, err := r.sub(func() error { return r.block(e) })
	r.out.pictures += b.pictures
	r.out.tables += b.tables
	p.boxes = append(p.boxes, b)
	return err
}

// sub runs read with a body and a list of its own.
func (r *odfReader) sub(read func() error) (*body, error) {
	out, lists := r.out, r.lists
	defer func() { r.out, r.lists = out, lists }()
	r.out, r.lists = newBody(out.left), nil
	err := read()
	return r.out, err
}

// list reads a list. One that does not go on begins to count anew.
func (r *odfReader) list(e xml.StartElement) error {
	l := odfList{style: attr(e, "style-name")}
	level := len(r.lists)
	if l.style == "" && level > 0 {
		l.style = r.lists[level-1].style
	}
	a := r.styles.lists[l.style]
	if a == nil {
		a = &abstractList{}
		for i := range a.levels {
			a.levels[i].format = "bullet"
		}
	}
	if level == 0 && attr(e, "continue-numbering") != "true" && attr(e, "continue-list") == "" {
		a.begun = [listLevels]bool{}
	}
	r.lists = append(r.lists, l)
	defer func() { r.lists = r.lists[:level] }()
	return r.s.each(func(e xml.StartElement) error {
		if e.Name.Local == "list-item" {
			own := &list{}
			if n := number(attr(e, "start-value"), -1); n >= 0 {
				own.restart = map[int]int{level: n}
			}
			r.lists[level].label = a.next(own, min(level, listLevels-1))
		}
		return r.s.each(r.block, nil)
	}, nil)
}

// table reads a table: a line for each row.
func (r *odfReader) table() error {
	var rows []block
	lists := r.lists
	defer func() { r.lists = lists }()
	r.lists = nil
	err := r.s.each(func(e xml.StartElement) error { return r.rows(e, &rows) }, nil)
	return addTable(r.out, rows, err)
}

// rows reads a row, or what wraps rows.
func (r *odfReader) rows(e xml.StartElement, rows *[]block) error {
	if e.Name.Local != "table-row" {
		return r.s.each(func(e xml.StartElement) error { return r.rows(e, rows) }, nil)
	}
	var list []*body
	err := r.s.each(func(e xml.StartElement) error {
		if e.Name.Local != "table-cell" {
			return nil
		}
		b, err := r.sub(func() error { return r.s.each(r.block, nil) })
		r.out.pictures += b.pictures
		r.out.tables += b.tables
		list = append(list, b)
		return err
	}, nil)
	*rows = append(*rows, tableRow(list))
	return err
}
