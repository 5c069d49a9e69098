package core

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Unnumbered is the label of a page that prints no number of its own in a
// document where others do. Its place is `[PDF 70]`, since `p. 70` would be
// another page.
const Unnumbered = "–"

// Locator is a place that can be printed, typed in and opened again: a file, or a
// place in a file that is named by the Unit of its kind. Names that could be
// mistaken for a place are quoted as Go strings. A file in an archive is named
// `bundle.zip!/src/a.py`.
type Locator struct {
	Name string `json:"name"` // file name, or as much of its path as tells it apart
	// Entity is the qualified name of a function, type or the like of source
	// code: `a.py::Class.method`.
	Entity string `json:"entity,omitempty"`
	Unit   Unit   `json:"unit,omitempty"` // empty for pages and lines, which the other fields tell apart
	// Label is the printed page number, the name of a sheet, the heading that
	// paragraphs are counted from, "EXIF" or "tags". Empty if there is none.
	Label     string `json:"label,omitempty"`
	Page      int    `json:"page,omitempty"`       // first page, chapter, slide, message or cell, 1-based index; 0 if the place is none
	LastPage  int    `json:"last_page,omitempty"`  // last page; equals Page for a single one
	LastLabel string `json:"last_label,omitempty"` // printed number of the last page of a range; that of the first is Label
	// FirstLine to LastLine are lines, paragraphs or rows, 1-based, both
	// included, or seconds from the start; FirstLine is 0 where there are none.
	FirstLine int `json:"first_line,omitempty"`
	LastLine  int `json:"last_line,omitempty"`
	// FirstColumn to LastColumn are columns of a sheet, 1 for A.
	FirstColumn int `json:"first_column,omitempty"`
	LastColumn  int `json:"last_column,omitempty"`
}

// PageLocator returns the place of one page. label is empty if the document
// prints no page numbers of its own.
func PageLocator(name string, page int, label string) Locator {
	return Locator{Name: name, Page: page, LastPage: page, Label: label}
}

// LineLocator returns the place of lines first to last.
func LineLocator(name string, first, last int) Locator {
	return Locator{Name: name, FirstLine: first, LastLine: last}
}

// PassageLocator returns the place of a passage in a document. label is the
// printed number of its page, if that differs from the index.
func PassageLocator(d Document, p Passage, label string) Locator {
	l := Locator{Name: d.Name, Unit: d.Kind.Unit()}
	switch l.Unit {
	case UnitPage:
		return PageLocator(d.Name, p.Page, label)
	case UnitLine:
		return LineLocator(d.Name, p.Lines[0], p.Lines[1])
	case UnitMetadata:
		l.Label = MetadataLabel(d.Kind)
		return l
	case UnitSlide, UnitMessage, UnitCell:
		l.Page, l.LastPage = p.Page, p.Page
		return l
	case UnitSheet:
		l.Label, l.FirstColumn, l.LastColumn = label, p.Columns[0], p.Columns[1]
	case UnitChapter:
		l.Page, l.LastPage = p.Page, p.Page
	case UnitParagraph:
		l.Label = p.Heading
	}
	l.FirstLine, l.LastLine = p.Lines[0], p.Lines[1]
	return l
}

// MetadataLabel returns the name of the only place in a file without text.
func MetadataLabel(k Kind) string {
	if k == KindAudio {
		return "tags"
	}
	return "EXIF"
}

// Place returns the locator without the name: `p. 217 [PDF 219]`, `40-52`,
// `Sales!B3:D9`.
func (l Locator) Place() string {
	switch l.Unit {
	case UnitMetadata:
		return l.Label
	case UnitSlide:
		return "slide " + strconv.Itoa(l.Page)
	case UnitMessage:
		return "msg " + strconv.Itoa(l.Page)
	case UnitCell:
		return "cell " + strconv.Itoa(l.Page)
	case UnitChapter:
		return strings.TrimSpace("ch. " + strconv.Itoa(l.Page) + " " + l.paragraphs())
	case UnitParagraph:
		return l.section()
	case UnitSheet:
		return l.cells()
	case UnitTime:
		return l.times()
	}
	if l.Page > 0 {
		return l.pages()
	}
	return span(l.FirstLine, l.LastLine, "-", strconv.Itoa)
}

// pages prints the pages of a paged document, with both of their numbers where
// they differ.
func (l Locator) pages() string {
	index, several := strconv.Itoa(l.Page), l.LastPage > l.Page
	if several {
		index += "–" + strconv.Itoa(l.LastPage)
	}
	switch {
	case l.Label == Unnumbered || several && l.LastLabel == Unnumbered:
		return "[PDF " + index + "]"
	case several && l.Label != "" && l.Label+"–"+l.LastLabel != index:
		return fmt.Sprintf("pp. %s–%s [PDF %s]", l.Label, l.LastLabel, index)
	case several:
		return "pp. " + index
	case l.Label != "" && l.Label != index:
		return fmt.Sprintf("p. %s [PDF %s]", l.Label, index)
	}
	return "p. " + index
}

// span prints first to last, only one of them if they are equal, and nothing if
// first is 0.
func span(first, last int, dash string, print func(int) string) string {
	switch {
	case first <= 0:
		return ""
	case last > first:
		return print(first) + dash + print(last)
	}
	return print(first)
}

func (l Locator) paragraphs() string {
	if s := span(l.FirstLine, l.LastLine, "–", strconv.Itoa); s != "" {
		return "¶ " + s
	}
	return ""
}

// titleNeedsQuotes matches headings that could be mistaken for a further part of
// a place.
var titleNeedsQuotes = regexp.MustCompile(`["§¶\x00-\x1f]|^\s|\s$`)

func (l Locator) section() string {
	if l.Label == "" {
		return l.paragraphs()
	}
	title := l.Label
	if titleNeedsQuotes.MatchString(title) {
		title = strconv.Quote(title)
	}
	return strings.TrimSpace("§ " + title + " " + l.paragraphs())
}

// plainSheet matches names of sheets that need no quotes.
var plainSheet = regexp.MustCompile(`^[\pL\pN_.]+$`)

func (l Locator) cells() string {
	sheet := l.Label
	if !plainSheet.MatchString(sheet) {
		sheet = "'" + strings.ReplaceAll(sheet, "'", "''") + "'"
	}
	if l.FirstLine <= 0 {
		return sheet + "!"
	}
	first := ColumnName(max(l.FirstColumn, 1)) + strconv.Itoa(l.FirstLine)
	last := ColumnName(max(l.LastColumn, l.FirstColumn, 1)) + strconv.Itoa(max(l.LastLine, l.FirstLine))
	if first == last {
		return sheet + "!" + first
	}
	return sheet + "!" + first + ":" + last
}

// ColumnName returns the name of a 1-based column of a sheet: A to Z, then AA.
func ColumnName(n int) string {
	name := ""
	for ; n > 0; n = (n - 1) / 26 {
		name = string(rune('A'+(n-1)%26)) + name
	}
	return name
}

func (l Locator) times() string {
	clock := func(s int) string { return fmt.Sprintf("%02d:%02d:%02d", s/3600, s/60%60, s%60) }
	if l.LastLine > l.FirstLine {
		return clock(l.FirstLine) + "–" + clock(l.LastLine)
	}
	return clock(l.FirstLine)
}

// String prints the locator in the form that ParseLocator reads.
func (l Locator) String() string { return l.join(" ") }

// Heading returns the locator as a context shows it: `report.pdf, p. 3`,
// `notes.md:40-52`.
func (l Locator) Heading() string { return l.join(", ") }

func (l Locator) join(sep string) string {
	name := l.Name
	if needsQuotes(name) {
		name = strconv.Quote(name)
	}
	if l.Entity != "" {
		return name + "::" + l.entity()
	}
	switch place := l.Place(); {
	case place == "":
		return name
	case l.Page > 0 || l.Unit != "" && l.Unit != UnitLine:
		return name + sep + place
	default:
		return name + ":" + place
	}
}

// plainEntity matches names of entities that need no quotes.
var plainEntity = regexp.MustCompile(`^[\pL_$~][\pL\pN_$~.:]*$`)

func (l Locator) entity() string {
	if plainEntity.MatchString(l.Entity) {
		return l.Entity
	}
	return strconv.Quote(l.Entity)
}

var looksPlace = regexp.MustCompile(`::|,? pp?\. ?\S|\[PDF \d|:\d+(-\d+)?$|^"|^\s|\s$|[\x00-\x1f§¶]| (?:slide|msg|cell|ch\.) ?\d| (?:EXIF|tags)$|\S![A-Z]|[!,]$| \d+:\d\d:\d\d`)

// needsQuotes reports whether a name could be mistaken for a place, or could not
// be read back from a screen: it has invisible characters, characters that
// reverse the text, or bytes that are not UTF-8.
func needsQuotes(name string) bool {
	unseen := func(r rune) bool { return !strconv.IsPrint(r) }
	return name == "" || looksPlace.MatchString(name) || !utf8.ValidString(name) || strings.ContainsFunc(name, unseen)
}
