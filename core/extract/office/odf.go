package office

import (
	"context"
	"encoding/xml"
	"strconv"
	"strings"
)

// An odfStyle holds the properties of a style of an OpenDocument that are read.
type odfStyle struct {
	parent string
	level  int  // of the headings that it makes, 0 for other text
	hidden bool // text, sheet or slide that is not shown
}

// odfStyles holds the styles of a file.
type odfStyles struct {
	styles map[string]odfStyle // by family and name: "paragraph/P1"
	lists  map[string]*abstractList
}

// outlineList is the key under which the numbering of headings is kept.
const outlineList = "\x00outline"

// readStyles reads the part with the styles that have names. A file without it
// still has its words.
func (c *container) readStyles(ctx context.Context) *odfStyles {
	o := &odfStyles{styles: make(map[string]odfStyle), lists: make(map[string]*abstractList)}
	_ = c.read(ctx, "styles.xml", func(s *scanner, _ xml.StartElement) error {
		return s.each(func(e xml.StartElement) error { return o.section(s, e) })
	})
	return o
}

// section reads the styles of office:styles or office:automatic-styles.
func (o *odfStyles) section(s *scanner, e xml.StartElement) error {
	if e.Name.Local != "styles" && e.Name.Local != "automatic-styles" {
		return nil
	}
	return s.each(func(e xml.StartElement) error {
		if len(o.styles)+len(o.lists) >= maxStyles {
			return nil
		}
		switch e.Name.Local {
		case "style":
			return o.style(s, e)
		case "list-style":
			return o.list(s, attr(e, "name"))
		case "outline-style":
			return o.list(s, outlineList)
		}
		return nil
	})
}

func (o *odfStyles) style(s *scanner, e xml.StartElement) error {
	st := odfStyle{parent: attr(e, "parent-style-name"), level: number(attr(e, "default-outline-level"), 0)}
	name := strings.ReplaceAll(attr(e, "name"), "_20_", " ")
	if st.level == 0 {
		st.level = nameLevel(name)
	}
	err := s.attributes(func(e xml.StartElement) {
		switch e.Name.Local {
		case "text-properties", "table-properties":
			if d := attr(e, "display"); d == "none" || d == "false" {
				st.hidden = true
			}
		case "drawing-page-properties":
			st.hidden = st.hidden || attr(e, "visibility") == "hidden"
		}
	})
	o.styles[attr(e, "family")+"/"+attr(e, "name")] = st
	return err
}

// list reads the levels of a list style, or of the numbering of headings.
func (o *odfStyles) list(s *scanner, name string) error {
	a := &abstractList{}
	o.lists[name] = a
	return s.attributes(func(e xml.StartElement) {
		n := number(attr(e, "level"), 0) - 1
		if n < 0 || n >= listLevels {
			return
		}
		l := listLevel{start: number(attr(e, "start-value"), 1), format: attr(e, "num-format")}
		switch {
		case e.Name.Local == "list-level-style-bullet":
			l.format = "bullet"
		case l.format == "":
			l.format = "none"
		}
		shown := min(max(number(attr(e, "display-levels"), 1), 1), n+1)
		var numbers []string
		for i := n - shown + 1; i <= n; i++ {
			numbers = append(numbers, "%"+strconv.Itoa(i+1))
		}
		l.text = attr(e, "num-prefix") + strings.Join(numbers, ".") + attr(e, "num-suffix")
		a.levels[n] = l
	})
}

// resolve returns a style with the properties that it inherits.
func (o *odfStyles) resolve(family, name string) odfStyle {
	var out odfStyle
	for range baseStyles {
		st, ok := o.styles[family+"/"+name]
		if !ok {
			break
		}
		if out.level == 0 {
			out.level = st.level
		}
		out.hidden = out.hidden || st.hidden
		name = st.parent
	}
	if out.level == 0 {
		out.level = nameLevel(strings.ReplaceAll(name, "_20_", " "))
	}
	return out
}

// content hands the elements of the document's body in content.xml, those below
// office:text and the like, to read. The automatic styles before it go to o.
func (c *container) content(ctx context.Context, o *odfStyles, read func(*scanner, xml.StartElement) error) error {
	return c.read(ctx, c.main, func(s *scanner, _ xml.StartElement) error {
		return s.each(func(e xml.StartElement) error {
			if e.Name.Local != "body" {
				return o.section(s, e)
			}
			return s.each(func(xml.StartElement) error {
				return s.each(func(e xml.StartElement) error { return read(s, e) })
			})
		})
	})
}
