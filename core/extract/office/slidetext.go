package office

import (
	"encoding/xml"
	"strings"
)

// A slideList labels the paragraphs of one shape.
type slideList struct {
	bullets bool // paragraphs that do not say otherwise have them
	count   [listLevels + 1]int
}

// A slideMark is what stands before a paragraph.
type slideMark struct {
	none, bullet bool
	auto         string // "arabicPeriod"
	start        int
}

func (m *slideMark) read(e xml.StartElement) error {
	switch e.Name.Local {
	case "buNone":
		m.none = true
	case "buChar", "buBlip":
		m.bullet = true
	case "buAutoNum":
		m.auto, m.start = attr(e, "type"), number(attr(e, "startAt"), 1)
	}
	return nil
}

// paragraph reads an a:p.
func (l *slideList) paragraph(s *scanner) (block, error) {
	var (
		text  strings.Builder
		mark  slideMark
		level int
	)
	var within func(e xml.StartElement) error
	within = func(e xml.StartElement) error {
		switch e.Name.Local {
		case "t":
			return s.each(func(xml.StartElement) error { return nil }, func(t xml.CharData) { text.Write(t) })
		case "pPr":
			level = min(number(attr(e, "lvl"), 0), listLevels)
			return s.each(mark.read, nil)
		case "rPr", "endParaRPr", "Fallback":
			return nil
		}
		text.WriteString(wordSign(e))
		return s.each(within, nil)
	}
	err := s.each(within, nil)
	k := block{text: oneLine(text.String())}
	if k.text == "" {
		return k, err
	}
	if label := l.label(mark, level); label != "" {
		k.kind, k.text = item, label+" "+k.text
	}
	return k, err
}

func (l *slideList) label(m slideMark, level int) string {
	clear(l.count[level+1:])
	if m.auto != "" {
		if l.count[level] == 0 {
			l.count[level] = m.start - 1
		}
		l.count[level]++
		return autoNumber(m.auto, l.count[level])
	}
	l.count[level] = 0
	if m.bullet || l.bullets && !m.none {
		return "-"
	}
	return ""
}

// autoNumber writes n as a type of PowerPoint's numbers says: "romanUcParenR"
// is "IV)".
func autoNumber(kind string, n int) string {
	format := ""
	for _, f := range []struct{ name, format string }{{"alphaLc", "a"}, {"alphaUc", "A"}, {"romanLc", "i"}, {"romanUc", "I"}} {
		if strings.HasPrefix(kind, f.name) {
			format = f.format
		}
	}
	s := numeral(format, n)
	switch {
	case strings.HasSuffix(kind, "ParenBoth"):
		return "(" + s + ")"
	case strings.HasSuffix(kind, "ParenR"):
		return s + ")"
	case strings.HasSuffix(kind, "Period"):
		return s + "."
	}
	return s
}
