package query

import (
	"strings"
	"testing"
)

func TestPlacesAreAskedByNumberAndName(t *testing.T) { // R2.1, X4
	for question, want := range map[string]string{
		"what is on page 17": "page 17=17", "report.pdf p. 17": "p. 17=17", "see pages 3-5 of it": "pages 3-5=3-5", "page iv": "page iv=iv", "Seite 12 im Bericht": "seite 12=12",
		"page 12 de la página 3": "page 12=12 página 3=3", "the last page of the report": "last page=last", "letzte Seite": "letzte seite=last", "première page": "première page=first",
		"what does figure 3 show?": "figure 3", "Fig. 3": "fig. 3", "Abbildung 4": "abbildung 4", "in table 2, the means": "table 2", "section 4.2": "section 4.2", "chapter 3": "chapter 3",
		"what does the abstract say": "abstract", "an abstract idea": "", "the figures of 2019": "", "table of contents": "", "five pages": "", "pp 3": "", "turn the page": "", "": "",
	} {
		var got []string
		for _, p := range Places(question) {
			one := p.Said
			if p.Line == nil {
				one += "=" + p.Page
			}
			if p.LastPage != "" {
				one += "-" + p.LastPage
			}
			got = append(got, one)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q asks for %q, want %q", question, s, want)
		}
	}
	for question, line := range map[string]string{"figure 3": "Fig. 3. The reef", "Fig. 3": "Figure 3: reef", "table 2": "TABLE 2\nmeans", "section 4.2": "4.2 Methods", "the abstract": "Abstract\nWe", "chapter 3": "Chapter 3"} {
		if p := Places(question); len(p) != 1 || !p[0].Line.MatchString("before\n"+line) || p[0].Line.MatchString("as "+line) {
			t.Errorf("%q does not find %q alone: %+v", question, line, p)
		}
	}
	for question, line := range map[string]string{"figure 3": "Figure 31", "table 2": "Table 2.1", "section 4.2": "4.21 Methods"} {
		if p := Places(question); len(p) != 1 || p[0].Line.MatchString(line) {
			t.Errorf("%q finds %q", question, line)
		}
	}
	if n := len(Places("page 1, page 2, page 3, page 4, page 5")); n != maxPlaces {
		t.Errorf("of five places %d are taken", n)
	}
}
