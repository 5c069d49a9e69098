package query

import (
	"regexp"
	"strings"

	"ibid/core/text"
)

// AskedPlace is a place in a document that a question asks for by its number or
// name.
type AskedPlace struct {
	Said     string // as written, in small letters: "page 17", "fig. 3"
	Page     string // printed number of the first page; "first" or "last"; empty if it is no page
	LastPage string // of a range
	// Line matches the beginning of the line, folded, that captions or heads what is
	// asked for; nil for pages.
	Line *regexp.Regexp
}

// placeNames are the words for places in English, German, French, Spanish and
// Italian, and how captions and headings call them.
var placeNames = []struct {
	asked string // in a question, in small letters, before a number
	line  string // at the beginning of a line; empty for pages
}{
	{`pages?|pp?\.|seiten?|s\.|p[áa]ginas?|pagine`, ``},
	{`figures?|figs?\.?|abbildung|abb\.?|figuras?|figura`, `(?:figure|fig|abbildung|abb|figura)\.?`},
	{`tables?|tab\.|tabelle|tableau|tablas?|tabella`, `(?:table|tab|tabelle|tableau|tabla|tabella)\.?`},
	{`chapters?|ch\.|chap\.|kapitel|chapitre|cap[íi]tulo|capitolo`, `(?:chapter|kapitel|chapitre|cap[íi]tulo|capitolo)?`},
	{`sections?|sec\.|abschnitt|secci[óo]n|sezione|§`, `(?:section|abschnitt|secci[óo]n|sezione)?`},
}

var (
	askedNumber = func() (out []*regexp.Regexp) {
		for _, p := range placeNames {
			out = append(out, regexp.MustCompile(`(?:^|[\s(,;])((?:`+p.asked+`)\s*([0-9]+(?:\.[0-9]+)*|[ivxlc]+)(?:\s?[-–]\s?([0-9]+))?)(?:[\s),;:?!]|\.\s|\.?$)`))
		}
		return out
	}()
	askedEnd  = regexp.MustCompile(`(?:^|\s)(last|final|letzten?|derni[èe]re|[úu]ltima|first|ersten?|premi[èe]re|primera?|prima) (?:page|seite|p[áa]gina)(?:\W|$)`)
	askedHead = regexp.MustCompile(`(?:^|\s)(?:the|its|der|die|das|le|el|il) (abstract|zusammenfassung|r[ée]sum[ée]|resumen|riassunto)(?:\W|$)`)
	firstPage = setOf("first erste ersten première primera prima primer")
)

// maxPlaces bounds the places of a question.
const maxPlaces = 4

// Places lists the places that a question asks for: "page 17", "pp. 3-5", "Fig. 3",
// "table 2", "section 4.2", "the abstract", "last page".
func Places(question string) (out []AskedPlace) {
	s := strings.ToLower(clip(question))
	for n, pattern := range askedNumber {
		for _, m := range pattern.FindAllStringSubmatch(s, maxPlaces) {
			p := AskedPlace{Said: strings.Join(strings.Fields(m[1]), " ")}
			if line := placeNames[n].line; line != "" {
				p.Line = regexp.MustCompile(`(?mi)^[\s#*]*` + line + `\s*` + regexp.QuoteMeta(m[2]) + `(?:[:)]|\.(?:\D|$)|\s|$)`)
			} else {
				p.Page, p.LastPage = m[2], m[3]
			}
			out = append(out, p)
		}
	}
	if m := askedEnd.FindStringSubmatch(s); m != nil {
		p := AskedPlace{Said: strings.TrimSpace(m[0]), Page: "last"}
		if firstPage[strings.Join(text.Forms(m[1]), "")] {
			p.Page = "first"
		}
		out = append(out, p)
	}
	if m := askedHead.FindStringSubmatch(s); m != nil {
		out = append(out, AskedPlace{Said: m[1], Line: regexp.MustCompile(`(?mi)^[\s#*]*` + m[1] + `(?:\W|$)`)})
	}
	return out[:min(len(out), maxPlaces)]
}
