package office

import (
	"context"
	"encoding/xml"
)

// An odfReader reads the text of an OpenDocument.
type odfReader struct {
	s      *scanner
	out    *body
	styles *odfStyles
	lists  []odfList // open, from the outermost on
	marks  marks
}

// An odfList is an open list.
type odfList struct {
	style string
	label string // of the item that begins, "" after its first paragraph
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

// block reads a paragraph, list or table, or looks for them in what wraps them:
// sections, indexes, frames.
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
	return r.s.each(r.block)
}

func (r *odfReader) paragraph(e xml.StartElement) error {
	var p textParagraph
	if err := r.within(&p); err != nil {
		return err
	}
	style := r.styles.resolve("paragraph", attr(e, "style-name"))
	level, isHeading := style.level, e.Name.Local == "h"
	if isHeading {
		level = number(attr(e, "outline-level"), 1)
	}
	return r.out.addParagraph(&p, style.hidden, level, r.label(isHeading, level))
}

// label returns what stands before a paragraph: the mark of its list item, or
// the number of its heading.
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
func (r *odfReader) within(p *textParagraph) error {
	return r.s.mixed(func(e xml.StartElement) error { return r.inline(p, e) }, func(t xml.CharData) { p.text.Write(t) })
}

func (r *odfReader) inline(p *textParagraph, e xml.StartElement) error {
	switch e.Name.Space {
	case "draw", "dr3d":
		if e.Name.Local != "a" { // an object, whose text follows the paragraph that it is anchored in
			b, err := r.sub(func() error { return r.block(e) })
			r.out.count(b)
			p.boxes = append(p.boxes, b)
			return err
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

// note reads a note at its mark.
func (r *odfReader) note(p *textParagraph, atEnd bool) error {
	b, err := r.sub(func() error {
		return r.s.named("note-body", func(xml.StartElement) error { return r.s.each(r.block) })
	})
	mark, note := r.marks.next(b.line(), atEnd)
	p.text.WriteString(mark)
	p.notes = append(p.notes, note...)
	return err
}

// sub runs read with a body and lists of its own and returns the body.
func (r *odfReader) sub(read func() error) (*body, error) {
	out, lists := r.out, r.lists
	defer func() { r.out, r.lists = out, lists }()
	r.out, r.lists = newBody(out.left), nil
	err := read()
	return r.out, err
}

// list reads a list. Its numbers begin anew unless it continues another one.
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
		return r.s.each(r.block)
	})
}

// table reads a table: a line for each row.
func (r *odfReader) table() error {
	var rows []block
	lists := r.lists
	defer func() { r.lists = lists }()
	r.lists = nil
	err := r.s.each(func(e xml.StartElement) error { return r.rows(e, &rows) })
	return r.out.addTable(rows, err)
}

// rows reads a row, or looks for rows in what wraps them.
func (r *odfReader) rows(e xml.StartElement, rows *[]block) error {
	if e.Name.Local != "table-row" {
		return r.s.each(func(e xml.StartElement) error { return r.rows(e, rows) })
	}
	var list []*body
	err := r.s.named("table-cell", func(xml.StartElement) error {
		b, err := r.sub(func() error { return r.s.each(r.block) })
		r.out.count(b)
		list = append(list, b)
		return err
	})
	*rows = append(*rows, tableRow(list))
	return err
}
