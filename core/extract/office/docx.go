package office

import (
	"context"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A wordReader reads the parts of a .docx file.
type wordReader struct {
	s      *scanner
	out    *body
	styles map[string]wordStyle
	lists  wordLists
	notes  map[string]string // "footnote 2", "comment 1": its text
	marks  marks
}

// docx reads the main part with its styles, lists and notes into b. Endnotes
// follow at the end.
func (c *container) docx(ctx context.Context, b *body) error {
	links, err := c.links(ctx, c.main)
	if err != nil {
		return err
	}
	r := &wordReader{out: b}
	// Without its styles or lists a document still has its words.
	_ = c.read(ctx, target(links, "styles"), r.readStyles)
	_ = c.read(ctx, target(links, "numbering"), r.lists.read)
	notes := make(map[string]string)
	for _, sort := range []string{"footnote", "endnote"} {
		_ = c.read(ctx, target(links, sort+"s"), func(s *scanner, _ xml.StartElement) error {
			return r.readNotes(s, sort, notes)
		})
	}
	_ = c.read(ctx, target(links, "comments"), func(s *scanner, _ xml.StartElement) error { return r.readComments(s, notes) })
	r.notes = notes
	err = c.read(ctx, c.main, func(s *scanner, _ xml.StartElement) error {
		r.s, r.out = s, b
		return s.each(r.block, nil)
	})
	if err != nil {
		return err
	}
	return r.marks.finish(b)
}

// readNotes reads footnotes or endnotes by their identifiers.
func (r *wordReader) readNotes(s *scanner, sort string, notes map[string]string) error {
	left := r.out.left
	return s.each(func(e xml.StartElement) error {
		if e.Name.Local != sort || strings.Contains(strings.ToLower(attr(e, "type")), "separator") {
			return nil
		}
		r.s, r.out = s, newBody(left)
		if err := s.each(r.block, nil); err != nil {
			return err
		}
		notes[sort+" "+attr(e, "id")] = r.out.line()
		return nil
	}, nil)
}

// block reads what stands between paragraphs. Elements that only wrap others
// (sections, content controls, insertions) are looked into.
func (r *wordReader) block(e xml.StartElement) error {
	switch e.Name.Local {
	case "p":
		return r.paragraph()
	case "tbl":
		return r.table()
	case "del", "moveFrom", "Fallback", "sectPr", "sdtPr", "sdtEndPr":
		return nil
	}
	return r.s.each(r.block, nil)
}

// A wordParagraph is a paragraph that is being read.
type wordParagraph struct {
	text   strings.Builder
	props  wordProps
	hidden bool // the present run
	notes  []string
	boxes  []*body
}

func (r *wordReader) paragraph() error {
	var p wordParagraph
	if err := r.s.each(func(e xml.StartElement) error { return r.inline(&p, e) }, nil); err != nil {
		return err
	}
	return r.put(&p)
}

// inline reads what stands within a paragraph.
func (r *wordReader) inline(p *wordParagraph, e xml.StartElement) error {
	within := func(e xml.StartElement) error { return r.inline(p, e) }
	switch e.Name.Local {
	case "del", "moveFrom", "delText", "instrText", "delInstrText", "rt", "Fallback", "sdtPr", "sdtEndPr", "tcPr", "trPr":
		return nil
	case "pPr":
		return r.s.each(p.props.read(r.s), nil)
	case "r":
		defer func(before bool) { p.hidden = before }(p.hidden)
	case "rPr":
		return r.runProps(p)
	case "txbxContent":
		return r.box(p)
	case "blip", "imagedata":
		r.out.pictures++
		return nil
	}
	if p.hidden {
		return nil
	}
	switch e.Name.Local {
	case "t":
		return r.s.each(func(xml.StartElement) error { return nil }, func(t xml.CharData) { p.text.Write(t) })
	case "footnoteReference", "endnoteReference":
		r.note(p, strings.TrimSuffix(e.Name.Local, "Reference"), attr(e, "id"))
		return nil
	case "commentReference":
		if text := r.notes["comment "+attr(e, "id")]; text != "" {
			p.notes = append(p.notes, text)
		}
		return nil
	}
	p.text.WriteString(wordSign(e))
	return r.s.each(within, nil)
}

// wordSign is what an element stands for by itself. Parts of formulas are told
// apart by the signs that they have in a line.
func wordSign(e xml.StartElement) string {
	switch e.Name.Local {
	case "tab", "ptab", "br", "cr":
		return " "
	case "noBreakHyphen":
		return "-"
	case "sym":
		return symbol(attr(e, "font"), attr(e, "char"))
	case "den":
		return "/"
	case "sup":
		return "^"
	case "sub":
		return "_"
	}
	return ""
}

// runProps reads whether a run is hidden, by itself or by its style.
func (r *wordReader) runProps(p *wordParagraph) error {
	return r.s.each(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "rStyle":
			p.hidden = p.hidden || r.style(attr(e, "val")).hidden
		case "vanish":
			p.hidden = on(attr(e, "val"))
		}
		return nil
	}, nil)
}

// note writes the mark of a note, and keeps its text for where notes stand.
func (r *wordReader) note(p *wordParagraph, sort, id string) {
	text, ok := r.notes[sort+" "+id]
	if !ok {
		return
	}
	mark, note := r.marks.next(text, sort == "endnote")
	p.text.WriteString(mark)
	p.notes = append(p.notes, note...)
}

// box reads a text box, whose paragraphs follow the one it is anchored in.
func (r *wordReader) box(p *wordParagraph) error {
	outer := r.out
	defer func() { r.out = outer }()
	r.out = newBody(outer.left)
	if err := r.s.each(r.block, nil); err != nil {
		return err
	}
	outer.pictures += r.out.pictures
	outer.tables += r.out.tables
	p.boxes = append(p.boxes, r.out)
	return nil
}

// put adds a paragraph as what its style makes of it.
func (r *wordReader) put(p *wordParagraph) error {
	props := r.effective(p.props)
	label := r.lists.next(props.list, props.depth)
	k := block{text: oneLine(p.text.String()), notes: p.notes}
	if props.hidden {
		k = block{}
	}
	switch level := props.level; {
	case k.text == "":
	case level > 0 && len(k.text) <= maxHeading:
		k.kind, k.level = heading, min(level, 9)
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

// maxHeading is the length in bytes from which on a paragraph is no heading,
// whatever its style says.
const maxHeading = 300

// table reads a table: a line for each row. A table of one cell is a frame
// around what it holds.
func (r *wordReader) table() error {
	outer := r.out
	defer func() { r.out = outer }()
	var (
		rows []block
		only *body
		n    int
	)
	err := r.s.each(func(e xml.StartElement) error {
		return r.rows(e, func(list []*body) error {
			for _, b := range list {
				only, n = b, n+1
				outer.pictures += b.pictures
				outer.tables += b.tables
			}
			rows = append(rows, tableRow(list))
			return nil
		})
	}, nil)
	if err != nil && n == 0 {
		return err
	}
	if n == 1 {
		outer.blocks = append(outer.blocks, only.blocks...)
		return err
	}
	return addTable(outer, rows, err)
}

// tableRow joins the cells of a row; what notes they refer to follows the table.
func tableRow(list []*body) block {
	k := block{kind: row}
	texts := make([]string, len(list))
	for i, b := range list {
		texts[i] = b.line()
		k.notes = append(k.notes, b.notes()...)
	}
	k.text = cells(texts)
	return k
}

// addTable adds the rows of a table that was read until err.
func addTable(out *body, rows []block, err error) error {
	first := true
	for _, k := range rows {
		if k.text == "" && len(k.notes) == 0 {
			continue
		}
		k.first, first = first, false
		if e := out.add(k); e != nil {
			return e
		}
	}
	if !first {
		out.tables++
	}
	return err
}

// rows reads a row, or what wraps rows.
func (r *wordReader) rows(e xml.StartElement, emit func([]*body) error) error {
	switch e.Name.Local {
	case "tr":
		var list []*body
		deleted := false
		err := r.s.each(func(e xml.StartElement) error { return r.cell(e, &list, &deleted) }, nil)
		if err == nil && !deleted {
			err = emit(list)
		}
		return err
	case "tblPr", "tblGrid", "del", "moveFrom", "sdtPr":
		return nil
	}
	return r.s.each(func(e xml.StartElement) error { return r.rows(e, emit) }, nil)
}

// cell reads a cell of a row, or what wraps cells.
func (r *wordReader) cell(e xml.StartElement, list *[]*body, deleted *bool) error {
	switch e.Name.Local {
	case "tc":
		outer := r.out
		defer func() { r.out = outer }()
		r.out = newBody(outer.left)
		*list = append(*list, r.out)
		return r.s.each(r.block, nil)
	case "trPr":
		return r.s.each(func(e xml.StartElement) error {
			*deleted = *deleted || e.Name.Local == "del"
			return nil
		}, nil)
	case "sdtPr", "tblPrEx":
		return nil
	}
	return r.s.each(func(e xml.StartElement) error { return r.cell(e, list, deleted) }, nil)
}

// greek are the letters that the font Symbol has for a to z and A to Z.
var greek = [2][]rune{[]rune("αβχδεφγηιϕκλμνοπθρστυϖωξψζ"), []rune("ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ")}

// symbols are other signs of the font Symbol that stand in reports.
var symbols = map[rune]string{
	0x2d: "−", 0xa2: "′", 0xa3: "≤", 0xa5: "∞", 0xae: "→", 0xb0: "°", 0xb1: "±", 0xb2: "″", 0xb3: "≥",
	0xb4: "×", 0xb5: "∝", 0xb6: "∂", 0xb7: "•", 0xb9: "≠", 0xba: "≡", 0xbb: "≈", 0xd1: "∇", 0xd6: "√", 0xe5: "∑", 0xf2: "∫",
}

// symbol is the character that a code has in a font: in the private area the
// code is a place in the font Symbol, or in one whose signs are ornaments.
func symbol(font, code string) string {
	n, err := strconv.ParseUint(code, 16, 32)
	c := rune(n)
	switch {
	case err != nil || !utf8.ValidRune(c) || c < ' ':
		return ""
	case c < 0xf000 || c > 0xf0ff:
		return string(c)
	case !strings.EqualFold(font, "Symbol"):
		return ""
	}
	c -= 0xf000
	switch {
	case c >= 'a' && c <= 'z':
		return string(greek[0][c-'a'])
	case c >= 'A' && c <= 'Z':
		return string(greek[1][c-'A'])
	case symbols[c] == "" && c < 0x7f:
		return fmt.Sprintf("%c", c)
	}
	return symbols[c]
}
