package office

import (
	"cmp"
	"encoding/xml"
	"strconv"
	"strings"

	"ibid/core"
)

const (
	listLevels = 9
	maxLists   = 20_000
)

// A listLevel says how the items of one level of a list are labelled.
type listLevel struct {
	start  int
	format string // "decimal", "bullet", "lowerRoman"
	text   string // "%1.%2", where %2 is the number on the second level
}

// An abstractList is what lists share that look alike. Its numbers run through
// all of them.
type abstractList struct {
	levels [listLevels]listLevel
	count  [listLevels]int
	begun  [listLevels]bool
}

// A list is an abstractList, with levels of its own or not.
type list struct {
	abstract string
	restart  map[int]int // level and the number that it begins with again
}

// wordLists numbers the items of the lists of a document.
type wordLists struct {
	abstracts map[string]*abstractList
	lists     map[string]*list
}

func (w *wordLists) read(s *scanner, _ xml.StartElement) error {
	w.abstracts, w.lists = make(map[string]*abstractList), make(map[string]*list)
	return s.each(func(e xml.StartElement) error {
		if len(w.abstracts)+len(w.lists) >= maxLists {
			return nil
		}
		switch e.Name.Local {
		case "abstractNum":
			a := &abstractList{}
			w.abstracts[attr(e, "abstractNumId")] = a
			return s.each(a.read(s), nil)
		case "num":
			l := &list{restart: make(map[int]int)}
			w.lists[attr(e, "numId")] = l
			return s.each(func(e xml.StartElement) error { return l.read(s, e) }, nil)
		}
		return nil
	}, nil)
}

func (a *abstractList) read(s *scanner) func(xml.StartElement) error {
	return func(e xml.StartElement) error {
		n, err := strconv.Atoi(attr(e, "ilvl"))
		if e.Name.Local != "lvl" || err != nil || n < 0 || n >= listLevels {
			return nil
		}
		l := &a.levels[n]
		l.start, l.format = 1, "decimal"
		return s.each(func(e xml.StartElement) error {
			switch e.Name.Local {
			case "start":
				l.start = number(attr(e, "val"), 1)
			case "numFmt":
				l.format = attr(e, "val")
			case "lvlText":
				l.text = attr(e, "val")
			}
			return nil
		}, nil)
	}
}

func (l *list) read(s *scanner, e xml.StartElement) error {
	switch e.Name.Local {
	case "abstractNumId":
		l.abstract = attr(e, "val")
	case "lvlOverride":
		level, err := strconv.Atoi(attr(e, "ilvl"))
		return s.each(func(e xml.StartElement) error {
			if e.Name.Local == "startOverride" && err == nil && level >= 0 && level < listLevels {
				l.restart[level] = number(attr(e, "val"), 1)
			}
			return nil
		}, nil)
	}
	return nil
}

// number reads a count that no document exceeds.
func number(s string, otherwise int) int {
	if n, err := strconv.Atoi(strings.TrimSpace(s)); err == nil && n >= 0 && n < 1_000_000 {
		return n
	}
	return otherwise
}

// next is the label of the next item of a list: "-" for bullets, its number, or
// "" where there is none.
func (w *wordLists) next(id string, level int) string {
	l := w.lists[id]
	if l == nil || id == "0" {
		return ""
	}
	a := w.abstracts[l.abstract]
	if a == nil {
		return ""
	}
	return a.next(l, level)
}

// next is the label of the next item of l on a level.
func (a *abstractList) next(l *list, level int) string {
	a.advance(l, level)
	switch at := a.levels[level]; at.format {
	case "bullet":
		return "-"
	case "none":
		return ""
	default:
		return a.label(at.text)
	}
}

func (a *abstractList) advance(l *list, level int) {
	restart, again := l.restart[level]
	switch {
	case again:
		a.count[level] = restart
		delete(l.restart, level)
	case a.begun[level]:
		a.count[level]++
	default:
		a.count[level] = a.levels[level].start
	}
	a.begun[level] = true
	for i := level + 1; i < listLevels; i++ {
		a.begun[i] = false
	}
}

// label fills the numbers of the levels into text.
func (a *abstractList) label(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '%' || i+1 == len(text) || text[i+1] < '1' || text[i+1] > '9' {
			b.WriteByte(text[i])
			continue
		}
		i++
		level := int(text[i] - '1')
		n := a.levels[level].start
		if a.begun[level] {
			n = a.count[level]
		}
		b.WriteString(numeral(a.levels[level].format, n))
	}
	return oneLine(b.String())
}

// numeral writes n as the formats of Word name it; those that are not known
// here, such as the scripts of Asia, are written as decimals.
func numeral(format string, n int) string {
	switch format {
	case "lowerRoman", "i":
		return roman(n)
	case "upperRoman", "I":
		return strings.ToUpper(roman(n))
	case "lowerLetter", "a":
		return letters(n)
	case "upperLetter", "A":
		return strings.ToUpper(letters(n))
	case "decimalZero":
		if n < 10 {
			return "0" + strconv.Itoa(n)
		}
	}
	return strconv.Itoa(n)
}

// letters counts a to z, aa to zz, aaa: each letter repeated, as Word does.
func letters(n int) string {
	if n < 1 || n > 26*8 {
		return strconv.Itoa(n)
	}
	return strings.Repeat(string(rune('a'+(n-1)%26)), (n-1)/26+1)
}

// roman writes n in lower-case Roman numerals where there are any.
func roman(n int) string { return cmp.Or(core.Roman(n), strconv.Itoa(n)) }
