package office

import (
	"encoding/xml"
	"strings"
)

// A slideList labels the paragraphs of one shape.
type slideList struct {
	bullets bool                // of paragraphs that say nothing else
	count   [listLevels + 1]int // of the last numbered paragraph, by level
}

// A slideMark describes the mark before a paragraph.
type slideMark struct {
	none, bullet bool
	auto         string // type of number: "arabicPeriod"
	start        int
}

func (m *slideMark) read(e xml.StartElement) {
	switch e.Name.Local {
	case "buNone":
		m.none = true
	case "buChar", "buBlip":
		m.bullet = true
	case "buAutoNum":
		m.auto, m.start = attr(e, "type"), number(attr(e, "startAt"), 1)
	}
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
			return s.textTo(&text)
		case "pPr":
			level = min(number(attr(e, "lvl"), 0), listLevels)
			return s.attributes(mark.read)
		case "rPr", "endParaRPr", "Fallback":
			return nil
		}
		text.WriteString(wordSign(e))
		return s.each(within)
	}
	err := s.each(within)
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

// autoNumber formats n by a type of PowerPoint's numbers: "romanUcParenR" gives
// "IV)".
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
