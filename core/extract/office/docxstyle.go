package office

import (
	"encoding/xml"
	"regexp"
	"strconv"
	"strings"
)

// wordProps holds the properties of a paragraph or a style that are read.
type wordProps struct {
	style  string
	level  int    // of a heading, 1 is the top; 0 is body text
	list   string // identifier of a list; "0" takes a style's list away
	depth  int    // in the list, 0-based
	hidden bool

	hasLevel, hasDepth bool // whether level and depth are set
}

// read reads the elements of a pPr.
func (p *wordProps) read(s *scanner) error {
	return s.each(func(e xml.StartElement) error {
		switch value := attr(e, "val"); e.Name.Local {
		case "pStyle":
			p.style = value
		case "outlineLvl":
			if n, err := strconv.Atoi(value); err == nil {
				p.level, p.hasLevel = 0, true
				if n >= 0 && n < 9 { // 9 is body text
					p.level = n + 1
				}
			}
		case "numPr":
			return p.read(s)
		case "numId":
			p.list = value
		case "ilvl":
			if n := number(value, listLevels); n < listLevels {
				p.depth, p.hasDepth = n, true
			}
		}
		return nil
	})
}

// A wordStyle is a style of a document.
type wordStyle struct {
	wordProps
	name  string
	based string // identifier of the style that it is based on
}

// maxStyles is how many styles are read of one file.
const maxStyles = 20_000

func (r *wordReader) readStyles(s *scanner, _ xml.StartElement) error {
	r.styles = make(map[string]wordStyle)
	return s.named("style", func(e xml.StartElement) error {
		if len(r.styles) >= maxStyles {
			return nil
		}
		var st wordStyle
		err := s.each(func(e xml.StartElement) error { return st.read(s, e) })
		r.styles[attr(e, "styleId")] = st
		return err
	})
}

func (st *wordStyle) read(s *scanner, e xml.StartElement) error {
	switch e.Name.Local {
	case "name":
		st.name = attr(e, "val")
	case "basedOn":
		st.based = attr(e, "val")
	case "pPr":
		return st.wordProps.read(s)
	case "rPr":
		return s.named("vanish", func(e xml.StartElement) error { st.hidden = on(attr(e, "val")); return nil })
	}
	return nil
}

// headingName matches the names of heading styles. Word keeps the English names
// in the file, other programs write the names that their user sees.
var headingName = regexp.MustCompile(`(?i)^(?:heading|überschrift|berschrift|titre|título|titolo|kop|rubrik|overskrift|nagłówek|заголовок|标题|見出し|제목)[\s_]*([1-9])$`)

// nameLevel returns the level of the headings of a style by its name, 0 if they
// are none.
func nameLevel(name string) int {
	if m := headingName.FindStringSubmatch(strings.TrimSpace(name)); m != nil {
		return int(m[1][0] - '0')
	}
	switch strings.ToLower(name) {
	case "title", "titel":
		return 1
	}
	return 0
}

// baseStyles is how many styles of a chain of styles based on each other are
// read.
const baseStyles = 32

// style returns the properties of a style with those that it inherits.
func (r *wordReader) style(id string) wordProps {
	var out wordProps
	name := nameLevel(id)
	for range baseStyles {
		st, ok := r.styles[id]
		if !ok {
			break
		}
		if !out.hasLevel && st.hasLevel {
			out.level, out.hasLevel = st.level, true
		}
		if out.list == "" {
			out.list = st.list
		}
		if !out.hasDepth && st.hasDepth {
			out.depth, out.hasDepth = st.depth, true
		}
		out.hidden = out.hidden || st.hidden
		if name == 0 {
			name = nameLevel(st.name)
		}
		id = st.based
	}
	if !out.hasLevel && name > 0 {
		out.level, out.hasLevel = name, true
	}
	return out
}

// effective returns the properties of a paragraph with those of its style.
func (r *wordReader) effective(p wordProps) wordProps {
	st := r.style(p.style)
	if p.hasLevel {
		st.level = p.level
	}
	if p.list != "" {
		st.list = p.list
	}
	if p.hasDepth {
		st.depth = p.depth
	}
	return st
}
