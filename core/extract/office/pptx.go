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
			note = "could not be read: " + reason(err)
		}
		if err := emit(i+1, b, note); err != nil {
			return err
		}
	}
	return nil
}

// order returns the names of the parts that a list in the main part refers to.
func (c *container) order(ctx context.Context, list string, links map[string]link) ([]string, error) {
	var out []string
	err := c.read(ctx, c.main, func(s *scanner, _ xml.StartElement) error {
		return s.named(list, func(xml.StartElement) error {
			return s.attributes(func(e xml.StartElement) { out = append(out, links[relation(e, "id")].target) })
		})
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

// placeholders holds the shapes of a layout that slides fill, by "type" and by
// "#index".
type placeholders map[string]shapeProps

// A slideLayout holds what slides take from their layout and its master.
type slideLayout struct {
	holders placeholders
	drawn   []shape // text on every slide of the layout; nil once a slide was read with it
}

// layout reads a layout and its master, once. What cannot be read of them leaves
// places unknown and texts out.
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

// shapeProps holds the properties of a shape.
type shapeProps struct {
	place
	holder bool   // it fills a placeholder
	sort   string // of placeholder: "title", "body"; "" for any content
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
	only    string       // the sort of placeholder to read, "" for all
	props   placeholders // set for a layout: keeps its placeholders, whose prompts are not read
	shapes  []shape
	alone   bool // without the shapes of the master behind these
}

func (t *shapeTree) read(s *scanner, root xml.StartElement) error {
	t.s, t.alone = s, !on(attr(root, "showMasterSp"))
	return s.each(t.element)
}

// element reads a shape, or looks for shapes in what wraps them.
func (t *shapeTree) element(e xml.StartElement) error {
	switch e.Name.Local {
	case "sp", "cxnSp", "graphicFrame", "pic":
		return t.shape(e)
	case "grpSp":
		return t.group()
	case "Fallback", "timing", "extLst", "txStyles", "hf", "clrMap":
		return nil
	}
	return t.s.each(t.element)
}

// group reads a group of shapes as one.
func (t *shapeTree) group() error {
	outer := t.shapes
	t.shapes = nil
	var at place
	err := t.s.each(func(e xml.StartElement) error {
		if e.Name.Local != "grpSpPr" {
			return t.element(e)
		}
		return t.s.each(func(xml.StartElement) error {
			return t.s.named("off", func(e xml.StartElement) error { at = readPlace(e); return nil })
		})
	})
	t.shapes = append(outer, group(at, t.shapes, t.r.left))
	return err
}

// running holds the sorts of placeholders that repeat on every slide.
var running = map[string]bool{"dt": true, "ftr": true, "sldNum": true, "hdr": true}

func (t *shapeTree) shape(e xml.StartElement) error {
	var p shapeProps
	b := newBody(t.r.left)
	if e.Name.Local == "pic" {
		b.pictures++
	}
	err := t.s.each(func(e xml.StartElement) error { return t.part(e, &p, b) })
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

// keep stores a placeholder. A place that a layout leaves open is its master's.
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
	return t.s.each(func(e xml.StartElement) error { return t.part(e, p, b) })
}

func (t *shapeTree) textBody(p *shapeProps, b *body) error {
	l := &slideList{}
	if above := t.inherit.find(*p); p.holder && !p.isTitle() && t.only == "" {
		l.bullets = (p.sort == "" || p.sort == "body") && !above.plain
	}
	return t.s.each(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "lstStyle":
			return t.s.named("lvl1pPr", func(xml.StartElement) error {
				var m slideMark
				err := t.s.attributes(m.read)
				p.plain = m.none
				l.bullets = l.bullets && !m.none
				return err
			})
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
	})
}

// table reads a table: a line for each row.
func (t *shapeTree) table(b *body) error {
	var rows []block
	err := t.s.named("tr", func(xml.StartElement) error {
		var texts []string
		err := t.s.named("tc", func(xml.StartElement) error {
			cell := newBody(b.left)
			err := readParagraphs(t.s, cell, paragraph)
			texts = append(texts, cell.line())
			return err
		})
		rows = append(rows, block{kind: row, text: cells(texts)})
		return err
	})
	return b.addTable(rows, err)
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
	})
}

// diagram reads the points of a drawn diagram (SmartArt) as a list.
func (r *pptxReader) diagram(ctx context.Context, name string, b *body) error {
	return r.c.read(ctx, name, func(s *scanner, _ xml.StartElement) error { return readParagraphs(s, b, item) })
}
