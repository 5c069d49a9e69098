package core

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Unnumbered is the label of a page that prints no number of its own in a
// document where others do. Its place is `[PDF 70]`, since `p. 70` would be
// another page.
const Unnumbered = "–"

// Locator is a place that can be printed, typed in and opened again:
// `report.pdf p. 217 [PDF 219]`, `report.pdf pp. 41–42`, `notes.md:40-52`.
// Names that could be mistaken for a place are quoted as Go strings.
type Locator struct {
	Name      string `json:"name"`                 // file name, or as much of its path as tells it apart
	Label     string `json:"label,omitempty"`      // printed page number; empty if the page has none of its own
	Page      int    `json:"page,omitempty"`       // first page, 1-based PDF index; 0 if the place is not a page
	LastPage  int    `json:"last_page,omitempty"`  // last page; equals Page for a single one
	LastLabel string `json:"last_label,omitempty"` // printed number of the last page of a range, where Label is that of the first
	FirstLine int    `json:"first_line,omitempty"` // 1-based; 0 if the place is not lines
	LastLine  int    `json:"last_line,omitempty"`
}

// PageLocator is the place of one page. label is empty where the document
// prints no page numbers of its own.
func PageLocator(name string, page int, label string) Locator {
	return Locator{Name: name, Page: page, LastPage: page, Label: label}
}

// LineLocator is the place of lines first to last.
func LineLocator(name string, first, last int) Locator {
	return Locator{Name: name, FirstLine: first, LastLine: last}
}

// PassageLocator is the place of a passage of a document. label is what its
// page prints, if that differs from the index.
func PassageLocator(d Document, p Passage, label string) Locator {
	if d.Kind.Paged() {
		return PageLocator(d.Name, p.Page, label)
	}
	return LineLocator(d.Name, p.Lines[0], p.Lines[1])
}

// Place is the locator without the name: `p. 217 [PDF 219]`, `40-52`.
func (l Locator) Place() string {
	switch {
	case l.Page > 0 && l.LastPage > l.Page && (l.Label == Unnumbered || l.LastLabel == Unnumbered):
		return fmt.Sprintf("[PDF %d–%d]", l.Page, l.LastPage)
	case l.Page > 0 && l.Label == Unnumbered:
		return fmt.Sprintf("[PDF %d]", l.Page)
	case l.Page > 0 && l.LastPage > l.Page && l.Label != "" && (l.Label != strconv.Itoa(l.Page) || l.LastLabel != strconv.Itoa(l.LastPage)):
		return fmt.Sprintf("pp. %s–%s [PDF %d–%d]", l.Label, l.LastLabel, l.Page, l.LastPage)
	case l.Page > 0 && l.LastPage > l.Page:
		return fmt.Sprintf("pp. %d–%d", l.Page, l.LastPage)
	case l.Page > 0 && l.Label != "" && l.Label != strconv.Itoa(l.Page):
		return fmt.Sprintf("p. %s [PDF %d]", l.Label, l.Page)
	case l.Page > 0:
		return fmt.Sprintf("p. %d", l.Page)
	case l.FirstLine > 0 && l.LastLine > l.FirstLine:
		return fmt.Sprintf("%d-%d", l.FirstLine, l.LastLine)
	case l.FirstLine > 0:
		return strconv.Itoa(l.FirstLine)
	}
	return ""
}

// String prints the locator so that ParseLocator reads it back.
func (l Locator) String() string { return l.join(" ") }

// Heading is the locator as it stands in a context: `report.pdf, p. 3`,
// `notes.md:40-52`.
func (l Locator) Heading() string { return l.join(", ") }

func (l Locator) join(sep string) string {
	name := l.Name
	if needsQuotes(name) {
		name = strconv.Quote(name)
	}
	switch place := l.Place(); {
	case place == "":
		return name
	case l.Page > 0:
		return name + sep + place
	default:
		return name + ":" + place
	}
}

var (
	pagePlace  = regexp.MustCompile(`^(.+?),? (?:p\. ?(\S+)(?: \[PDF (\d+)\])?|\[PDF (\d+)\])$`)
	pagesPlace = regexp.MustCompile(`^(.+?),? pp\. ?([^\s–-]+)[–-]([^\s–-]+)(?: \[PDF (\d+)[–-](\d+)\])?$`)
	indexPlace = regexp.MustCompile(`^(.+?),? \[PDF (\d+)[–-](\d+)\]$`)
	linesPlace = regexp.MustCompile(`^(.+?):(\d+)(?:-(\d+))?$`)
	looksPlace = regexp.MustCompile(`,? pp?\. ?\S|\[PDF \d|:\d+(-\d+)?$|!/|^"|^\s|\s$|[\x00-\x1f]`)
)

func needsQuotes(name string) bool { return name == "" || looksPlace.MatchString(name) }

// ParseLocator reads what String and Heading print. A page that is not said to
// be a PDF index is left in Label, with Page 0: only the document knows which
// page bears it.
func ParseLocator(s string) (Locator, error) {
	s = strings.TrimSpace(s)
	name, rest, quoted := unquoteName(s)
	if quoted {
		s = "x" + rest
	}
	l, err := parsePlace(s)
	if err != nil {
		return Locator{}, err
	}
	if quoted {
		if l.Name != "x" {
			return Locator{}, fmt.Errorf("locator %q: nothing but a place may follow the quoted name: %w", s, ErrQuery)
		}
		l.Name = name
	}
	return l, nil
}

func unquoteName(s string) (name, rest string, ok bool) {
	if !strings.HasPrefix(s, `"`) {
		return "", "", false
	}
	prefix, err := strconv.QuotedPrefix(s)
	if err != nil {
		return "", "", false
	}
	name, err = strconv.Unquote(prefix)
	return name, s[len(prefix):], err == nil
}

func parsePlace(s string) (Locator, error) {
	if m := pagesPlace.FindStringSubmatch(s); m != nil {
		l := Locator{Name: m[1], Label: m[2], LastLabel: m[3]}
		if m[4] != "" {
			first, last, err := numbers(m[4], m[5])
			if err != nil {
				return Locator{}, fmt.Errorf("locator %q: %w", s, err)
			}
			l.Page, l.LastPage = first, last
		}
		return l, nil
	}
	if m := indexPlace.FindStringSubmatch(s); m != nil {
		first, last, err := numbers(m[2], m[3])
		if err != nil {
			return Locator{}, fmt.Errorf("locator %q: %w", s, err)
		}
		return Locator{Name: m[1], Page: first, LastPage: last}, nil
	}
	if m := pagePlace.FindStringSubmatch(s); m != nil {
		l := Locator{Name: m[1], Label: m[2]}
		if index := m[3] + m[4]; index != "" {
			n, _, err := numbers(index, index)
			if err != nil {
				return Locator{}, fmt.Errorf("locator %q: %w", s, err)
			}
			l.Page, l.LastPage = n, n
		}
		return l, nil
	}
	if m := linesPlace.FindStringSubmatch(s); m != nil {
		if m[3] == "" {
			m[3] = m[2]
		}
		first, last, err := numbers(m[2], m[3])
		if err != nil {
			return Locator{}, fmt.Errorf("locator %q: %w", s, err)
		}
		return Locator{Name: m[1], FirstLine: first, LastLine: last}, nil
	}
	if s == "" {
		return Locator{}, fmt.Errorf("empty locator: %w", ErrQuery)
	}
	return Locator{Name: s}, nil
}

// numbers reads a 1-based range.
func numbers(a, b string) (first, last int, err error) {
	if first, err = strconv.Atoi(a); err == nil {
		last, err = strconv.Atoi(b)
	}
	if err != nil || first < 1 || last < first {
		return 0, 0, fmt.Errorf("%s to %s is not a range that starts at 1 or later: %w", a, b, ErrQuery)
	}
	return first, last, nil
}
