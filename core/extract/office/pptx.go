package office

import (
	"context"
	"encoding/xml"
	"fmt"
)

// A pptxReader reads the slides of a .pptx file.
type pptxReader struct {
	c       *container
	left    *int
	layouts map[string]*slideLayout
	masters map[string]bool   // whose text a layout has taken
	authors map[string]string // of comments, by their identifiers
}

// pptx reads the slides in the order of the show.
func (c *container) pptx(ctx context.Context, emit func(int, *body, string) error) error {
	links, err := c.links(ctx, c.main)
	if err != nil {
		return err
	}
	slides, err := c.order(ctx, "sldIdLst", links)
	if err != nil {
		return err
	}
	if err := tooMany(len(slides), "slides"); err != nil {
		return err
	}
	r := &pptxReader{c: c, left: budget(), layouts: make(map[string]*slideLayout), masters: make(map[string]bool), authors: c.authors(ctx, links)}
	for i, name := range slides {
		b := newBody(r.left)
		note, err := partly(ctx, b, r.slide(ctx, name, b))
		if ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil {
			note = lost(err)
		}
		if err := emit(i+1, b, note); err != nil {
			return err
		}
	}
	return nil
}

// order is the list of parts that an element of the main part refers to.
func (c *container) order(ctx context.Context, list string, links map[string]link) ([]string, error) {
	var out []string
	err := c.read(ctx, c.main, func(s *scanner, _ xml.StartElement) error {
		return s.each(func(e xml.StartElement) error {
			if e.Name.Local != list {
				return nil
			}
			return s.each(func(e xml.StartElement) error {
				out = append(out, links[relation(e, "id")].target)
				return nil
			}, nil)
		}, nil)
	})
	return out, err
}

func (r *pptxReader) slide(ctx context.Context, name string, b *body) error {
	if !r.c.has(name) {
		return fmt.Errorf("open %q: %w", name, errMissing)
	}
	links, err := r.c.links(ctx, name)
	if err != nil {
		return err
	}
	layout := r.layout(ctx, target(links, "slideLayout"))
	t := &shapeTree{r: r, ctx: ctx, links: links, inherit: layout.holders}
	err = r.c.read(ctx, name, t.read)
	if !t.alone {
		t.shapes = append(t.shapes, layout.drawn...)
		layout.drawn = nil
	}
	notes := newBody(r.left)
	if err == nil {
		n := &shapeTree{r: r, ctx: ctx, only: "body"}
		err = r.c.read(ctx, target(links, "notesSlide"), n.read)
		for _, sh := range n.shapes {
			notes.blocks = append(notes.blocks, sh.body.blocks...)
		}
	}
	if full := slide(b, t.shapes, notes); err == nil {
		err = full
	}
	if err == nil {
		err = r.comments(ctx, target(links, "comments"), b)
	}
	return err
}

// placeholders are the shapes of a layout that slides fill: by "type" and by
// "#index".
type placeholders map[string]shapeProps

// A slideLayout is what slides have from their layout and its master.
type slideLayout struct {
	holders placeholders
	drawn   []shape // text that stands on every slide of the layout, until one has it
}

// layout reads a layout and its master. What cannot be read of them is a place
// that is not known, or a text that stands on every slide.
func (r *pptxReader) layout(ctx context.Context, name string) *slideLayout {
	if known, ok := r.layouts[name]; ok {
		return known
	}
	out := &slideLayout{holders: make(placeholders)}
	r.layouts[name] = out
	if name == "" {
		return out
	}
	links, _ := r.c.links(ctx, name)
	master := target(links, "slideMaster")
	above, own := &shapeTree{r: r, ctx: ctx, props: out.holders}, &shapeTree{r: r, ctx: ctx, props: out.holders}
	_ = r.c.read(ctx, master, above.read)
	_ = r.c.read(ctx, name, own.read)
	if !own.alone && !r.masters[master] {
		out.drawn, r.masters[master] = above.shapes, true
	}
	out.drawn = append(out.drawn, own.shapes...)
	return out
}

func (p placeholders) find(sh shapeProps) shapeProps {
	if found, ok := p["#"+sh.index]; ok && sh.index != "" {
		return found
	}
	switch sh.sort {
	case "ctrTitle":
		if _, ok := p["ctrTitle"]; !ok {
			return p["title"]
		}
	case "subTitle":
		if _, ok := p["subTitle"]; !ok {
			return p["body"]
		}
	case "":
		return p["body"]
	}
	return p[sh.sort]
}

// shapeProps is what a shape says of itself, apart from its text.
type shapeProps struct {
	place
	holder bool   // it fills a placeholder
	sort   string // of placeholder: "title", "body"; empty is any content
	index  string
	plain  bool // its first level has no bullets
	hidden bool
}

func (p shapeProps) isTitle() bool { return p.sort == "title" || p.sort == "ctrTitle" }

// A shapeTree reads the shapes of one part.
type shapeTree struct {
	r       *pptxReader
	ctx     context.Context
	s       *scanner
	links   map[string]link
	inherit placeholders
	only    string       // sort of placeholder that alone is read; empty is all
	props   placeholders // of a layout: placeholders are kept here, and their prompts are not read
	shapes  []shape
	alone   bool // the shapes of the master are not drawn behind these
}

func (t *shapeTree) read(s *scanner, root xml.StartElement) error {
	t.s, t.alone = s, !on(attr(root, "showMasterSp"))
	return s.each(t.element, nil)
}

// element reads a shape, or what wraps shapes.
func (t *shapeTree) element(e xml.StartElement) error {
	switch e.Name.Local {
	case "sp", "cxnSp", "graphicFrame", "pic":
		return t.shape(e)
	case "grpSp":
		return t.group()
	case "Fallback", "timing", "extLst", "txStyles", "hf", "clrMap":
		return nil
	}
	return t.s.each(t.element, nil)
}

// group reads shapes that were grouped; they stay together.
func (t *shapeTree) group() error {
	outer := t.shapes
	t.shapes = nil
	var at place
	err := t.s.each(func(e xml.StartElement) error {
		if e.Name.Local != "grpSpPr" {
			return t.element(e)
		}
		return t.s.each(func(e xml.StartElement) error {
			return t.s.each(func(e xml.StartElement) error {
				if e.Name.Local == "off" {
					at = readPlace(e)
				}
				return nil
			}, nil)
		}, nil)
	}, nil)
	b := newBody(t.r.left)
	for _, sh := range arrange(t.shapes) {
		b.pictures += sh.body.pictures
		b.tables += sh.body.tables
		b.blocks = append(b.blocks, sh.body.blocks...)
	}
	t.shapes = append(outer, shape{place: at, body: b})
	return err
}

// running are the placeholders of what stands on every slide.
var running = map[string]bool{"dt": true, "ftr": true, "sldNum": true, "hdr": true}

func (t *shapeTree) shape(e xml.StartElement) error {
	var p shapeProps
	b := newBody(t.r.left)
	if e.Name.Local == "pic" {
		b.pictures++
	}
	err := t.s.each(func(e xml.StartElement) error { return t.part(e, &p, b) }, nil)
	switch {
	case t.props != nil && (p.holder || b.line() == ""):
		t.keep(p)
		return err
	case p.hidden || p.holder && running[p.sort] || t.only != "" && p.sort != t.only:
		return err
	}
	if !p.known {
		p.place = t.inherit.find(p).place
	}
	t.shapes = append(t.shapes, shape{place: p.place, title: p.holder && p.isTitle(), body: b})
	return err
}

// keep remembers a placeholder. What a layout leaves open its master says.
func (t *shapeTree) keep(p shapeProps) {
	if !p.holder {
		return
	}
	if above := t.props.find(p); !p.known {
		p.place = above.place
	}
	if p.index != "" {
		t.props["#"+p.index] = p
	}
	if _, ok := t.props[p.sort]; !ok || p.index == "" {
		t.props[p.sort] = p
	}
}

// part reads a part of a shape.
func (t *shapeTree) part(e xml.StartElement, p *shapeProps, b *body) error {
	deeper := func(e xml.StartElement) error { return t.part(e, p, b) }
	switch e.Name.Local {
	case "cNvPr":
		p.hidden = attr(e, "hidden") != "" && on(attr(e, "hidden"))
		return nil
	case "ph":
		p.holder, p.sort, p.index = true, attr(e, "type"), attr(e, "idx")
		if p.sort == "obj" {
			p.sort = ""
		}
		return nil
	case "off":
		p.place = readPlace(e)
		return nil
	case "txBody":
		return t.textBody(p, b)
	case "tbl":
		return t.table(b)
	case "chart":
		return t.r.c.chart(t.ctx, t.links[relation(e, "id")].target, b)
	case "relIds":
		return t.r.diagram(t.ctx, t.links[relation(e, "dm")].target, b)
	case "Fallback", "extLst", "style":
		return nil
	}
	return t.s.each(deeper, nil)
}

func (t *shapeTree) textBody(p *shapeProps, b *body) error {
	l := &slideList{}
	if above := t.inherit.find(*p); p.holder && !p.isTitle() && t.only == "" {
		l.bullets = (p.sort == "" || p.sort == "body") && !above.plain
	}
	return t.s.each(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "lstStyle":
			return t.s.each(func(e xml.StartElement) error {
				if e.Name.Local != "lvl1pPr" {
					return nil
				}
				var m slideMark
				err := t.s.each(m.read, nil)
				p.plain = m.none
				if m.none {
					l.bullets = false
				}
				return err
			}, nil)
		case "p":
			if t.props != nil && p.holder {
				return nil
			}
			k, err := l.paragraph(t.s)
			if err == nil {
				err = b.add(k)
			}
			return err
		}
		return nil
	}, nil)
}

// table reads a table: a line for each row.
func (t *shapeTree) table(b *body) error {
	var rows []block
	err := t.s.each(func(e xml.StartElement) error {
		if e.Name.Local != "tr" {
			return nil
		}
		var texts []string
		err := t.s.each(func(e xml.StartElement) error {
			if e.Name.Local != "tc" {
				return nil
			}
			cell := newBody(b.left)
			err := readParagraphs(t.s, cell, paragraph)
			texts = append(texts, cell.line())
			return err
		}, nil)
		rows = append(rows, block{kind: row, text: cells(texts)})
		return err
	}, nil)
	return addTable(b, rows, err)
}

// readParagraphs adds the paragraphs below the present element.
func readParagraphs(s *scanner, b *body, kind blockKind) error {
	return s.each(func(e xml.StartElement) error {
		if e.Name.Local != "p" {
			return readParagraphs(s, b, kind)
		}
		k, err := (&slideList{}).paragraph(s)
		if err != nil || k.text == "" {
			return err
		}
		if k.kind = kind; kind == item {
			k.text = "- " + k.text
		}
		return b.add(k)
	}, nil)
}

// diagram reads the points of a drawn diagram (SmartArt) as a list.
func (r *pptxReader) diagram(ctx context.Context, name string, b *body) error {
	return r.c.read(ctx, name, func(s *scanner, _ xml.StartElement) error { return readParagraphs(s, b, item) })
}
