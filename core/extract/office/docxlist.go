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

// A listLevel describes the labels of the items on one level of a list.
type listLevel struct {
	start  int
	format string // "decimal", "bullet", "lowerRoman"
	text   string // "%1.%2", where %2 is the number on the second level
}

// An abstractList is shared by lists that look alike. Its numbers run through all
// of them.
type abstractList struct {
	levels [listLevels]listLevel
	count  [listLevels]int  // number of the last item on a level
	begun  [listLevels]bool // whether a level has an item yet
}

// A list uses an abstractList.
type list struct {
	abstract string
	restart  map[int]int // by level, the number that its next item has
}

// wordLists numbers the list items of a document.
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
			return s.each(func(e xml.StartElement) error { return a.read(s, e) })
		case "num":
			l := &list{restart: make(map[int]int)}
			w.lists[attr(e, "numId")] = l
			return s.each(func(e xml.StartElement) error { return l.read(s, e) })
		}
		return nil
	})
}

func (a *abstractList) read(s *scanner, e xml.StartElement) error {
	n := number(attr(e, "ilvl"), listLevels)
	if e.Name.Local != "lvl" || n >= listLevels {
		return nil
	}
	l := &a.levels[n]
	l.start, l.format = 1, "decimal"
	return s.attributes(func(e xml.StartElement) {
		switch e.Name.Local {
		case "start":
			l.start = number(attr(e, "val"), 1)
		case "numFmt":
			l.format = attr(e, "val")
		case "lvlText":
			l.text = attr(e, "val")
		}
	})
}

func (l *list) read(s *scanner, e xml.StartElement) error {
	switch e.Name.Local {
	case "abstractNumId":
		l.abstract = attr(e, "val")
	case "lvlOverride":
		level := number(attr(e, "ilvl"), listLevels)
		return s.attributes(func(e xml.StartElement) {
			if e.Name.Local == "startOverride" && level < listLevels {
				l.restart[level] = number(attr(e, "val"), 1)
			}
		})
	}
	return nil
}

// number parses a number from 0 to 999,999, more than any document counts to. It
// returns otherwise for anything else.
func number(s string, otherwise int) int {
	if n, err := strconv.Atoi(strings.TrimSpace(s)); err == nil && n >= 0 && n < 1_000_000 {
		return n
	}
	return otherwise
}

// next returns the label of the next item of a list: "-" for a bullet, its
// number, or "" if it has none.
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

// next returns the label of the next item of l on a level.
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

// advance counts the next item of l on a level.
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

// numeral writes n in a format of Word, or of OpenDocument. Formats that are not
// known, such as the scripts of Asia, are written as decimals.
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

// letters returns the n-th of a to z, aa, bb to zz, aaa and so on: the letter is
// repeated, as in Word.
func letters(n int) string {
	if n < 1 || n > 26*8 {
		return strconv.Itoa(n)
	}
	return strings.Repeat(string(rune('a'+(n-1)%26)), (n-1)/26+1)
}

// roman returns n in lower-case Roman numerals, or in digits where there are none.
func roman(n int) string { return cmp.Or(core.Roman(n), strconv.Itoa(n)) }
