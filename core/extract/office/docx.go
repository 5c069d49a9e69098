package office

import (
	"context"
	"encoding/xml"
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
	notes  map[string]string // the texts of notes and comments, by "footnote 2" or "comment 1"
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
	// Without its styles, lists or notes a document still has its words.
	_ = c.read(ctx, target(links, "styles"), r.readStyles)
	_ = c.read(ctx, target(links, "numbering"), r.lists.read)
	notes := make(map[string]string)
	for _, kind := range []string{"footnote", "endnote", "comment"} {
		_ = c.read(ctx, target(links, kind+"s"), func(s *scanner, _ xml.StartElement) error { return r.readNotes(s, kind, notes) })
	}
	r.notes = notes
	err = c.read(ctx, c.main, func(s *scanner, _ xml.StartElement) error {
		r.s = s
		return s.each(r.block)
	})
	if err != nil {
		return err
	}
	return r.marks.finish(b)
}

// readNotes reads the footnotes, endnotes or comments of a part.
func (r *wordReader) readNotes(s *scanner, kind string, notes map[string]string) error {
	r.s = s
	return s.named(kind, func(e xml.StartElement) error {
		if strings.Contains(strings.ToLower(attr(e, "type")), "separator") || kind == "comment" && len(notes) >= maxComments {
			return nil
		}
		b, err := r.blocks()
		if err != nil {
			return err
		}
		text := b.line()
		if kind == "comment" {
			text = comment(attr(e, "author"), text)
		}
		notes[kind+" "+attr(e, "id")] = text
		return nil
	})
}

// blocks reads the blocks below the present element into a body of their own.
func (r *wordReader) blocks() (*body, error) {
	outer := r.out
	defer func() { r.out = outer }()
	r.out = newBody(outer.left)
	err := r.s.each(r.block)
	return r.out, err
}

// block reads a paragraph or a table, or looks for them in what wraps them:
// sections, content controls, insertions.
func (r *wordReader) block(e xml.StartElement) error {
	switch e.Name.Local {
	case "p":
		return r.paragraph()
	case "tbl":
		return r.table()
	case "del", "moveFrom", "Fallback", "sectPr", "sdtPr", "sdtEndPr":
		return nil
	}
	return r.s.each(r.block)
}

// A wordParagraph is a paragraph that is being read.
type wordParagraph struct {
	textParagraph
	props  wordProps
	hidden bool // the present run
}

func (r *wordReader) paragraph() error {
	var p wordParagraph
	if err := r.s.each(func(e xml.StartElement) error { return r.inline(&p, e) }); err != nil {
		return err
	}
	props := r.effective(p.props)
	return r.out.addParagraph(&p.textParagraph, props.hidden, props.level, r.lists.next(props.list, props.depth))
}

// inline reads what stands within a paragraph.
func (r *wordReader) inline(p *wordParagraph, e xml.StartElement) error {
	switch e.Name.Local {
	case "del", "moveFrom", "delText", "instrText", "delInstrText", "rt", "Fallback", "sdtPr", "sdtEndPr", "tcPr", "trPr":
		return nil
	case "pPr":
		return p.props.read(r.s)
	case "r":
		defer func(before bool) { p.hidden = before }(p.hidden)
	case "rPr":
		return r.runProps(p)
	case "txbxContent": // a text box
		b, err := r.blocks()
		if err != nil {
			return err
		}
		r.out.count(b)
		p.boxes = append(p.boxes, b)
		return nil
	case "blip", "imagedata":
		r.out.pictures++
		return nil
	}
	if p.hidden {
		return nil
	}
	switch e.Name.Local {
	case "t":
		return r.s.textTo(&p.text)
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
	return r.s.each(func(e xml.StartElement) error { return r.inline(p, e) })
}

// wordSign returns the text of an element that is a sign by itself. Parts of
// formulas are separated by the signs that they have when written in a line.
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

// runProps reads whether a run is hidden by itself or by its style.
func (r *wordReader) runProps(p *wordParagraph) error {
	return r.s.attributes(func(e xml.StartElement) {
		switch e.Name.Local {
		case "rStyle":
			p.hidden = p.hidden || r.style(attr(e, "val")).hidden
		case "vanish":
			p.hidden = on(attr(e, "val"))
		}
	})
}

// note writes the mark of a footnote or endnote.
func (r *wordReader) note(p *wordParagraph, kind, id string) {
	text, ok := r.notes[kind+" "+id]
	if !ok {
		return
	}
	mark, note := r.marks.next(text, kind == "endnote")
	p.text.WriteString(mark)
	p.notes = append(p.notes, note...)
}

// table reads a table: a line for each row. A table of one cell is a frame
// around what it holds.
func (r *wordReader) table() error {
	var (
		rows []block
		only *body
		n    int // cells
	)
	err := r.s.each(func(e xml.StartElement) error {
		return r.rows(e, func(list []*body) {
			for _, b := range list {
				only, n = b, n+1
				r.out.count(b)
			}
			rows = append(rows, tableRow(list))
		})
	})
	if err != nil && n == 0 {
		return err
	}
	if n == 1 {
		r.out.blocks = append(r.out.blocks, only.blocks...)
		return err
	}
	return r.out.addTable(rows, err)
}

// rows hands the cells of a row to emit, or looks for rows in what wraps them.
func (r *wordReader) rows(e xml.StartElement, emit func([]*body)) error {
	switch e.Name.Local {
	case "tr":
		var list []*body
		deleted := false
		err := r.s.each(func(e xml.StartElement) error { return r.cell(e, &list, &deleted) })
		if err == nil && !deleted {
			emit(list)
		}
		return err
	case "tblPr", "tblGrid", "del", "moveFrom", "sdtPr":
		return nil
	}
	return r.s.each(func(e xml.StartElement) error { return r.rows(e, emit) })
}

// cell reads a cell of a row, or looks for cells in what wraps them.
func (r *wordReader) cell(e xml.StartElement, list *[]*body, deleted *bool) error {
	switch e.Name.Local {
	case "tc":
		b, err := r.blocks()
		*list = append(*list, b)
		return err
	case "trPr":
		return r.s.attributes(func(e xml.StartElement) { *deleted = *deleted || e.Name.Local == "del" })
	case "sdtPr", "tblPrEx":
		return nil
	}
	return r.s.each(func(e xml.StartElement) error { return r.cell(e, list, deleted) })
}

// greek holds the letters of the font Symbol for a to z and A to Z.
var greek = [2][]rune{[]rune("αβχδεφγηιϕκλμνοπθρστυϖωξψζ"), []rune("ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ")}

// symbols holds other signs of the font Symbol that reports use.
var symbols = map[rune]string{
	0x2d: "−", 0xa2: "′", 0xa3: "≤", 0xa5: "∞", 0xae: "→", 0xb0: "°", 0xb1: "±", 0xb2: "″", 0xb3: "≥",
	0xb4: "×", 0xb5: "∝", 0xb6: "∂", 0xb7: "•", 0xb9: "≠", 0xba: "≡", 0xbb: "≈", 0xd1: "∇", 0xd6: "√", 0xe5: "∑", 0xf2: "∫",
}

// symbol returns the character for a hexadecimal code of a font. Codes in the
// private area are places in the font; other fonts than Symbol have ornaments
// there, which are left out.
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
		return string(c)
	}
	return symbols[c]
}
