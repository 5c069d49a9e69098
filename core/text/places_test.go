package text_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/text"
)

const (
	report = "Introduction\n\nThe tide turns.\n\nMethods\n\nWe dived.\n\nWe counted.\n\nSites\n\nNine.\n\nResults\n\nNone."
	rows   = "Station\tDate\tLevel\nCarrow\t2024-01-03\t4.1\n\n\tonly\t\nHead\t2024-01-05\t3.9"
	cues   = "00:00:03 MT: Good morning.\n00:00:09 AM: It is.\n01:02:07 MT: The ice lifted them."
)

// headings finds the titles that begin sections of report.
func headings(titles ...string) []core.Heading {
	var out []core.Heading
	for _, title := range titles {
		level := 1
		if title == "Sites" {
			level = 2
		}
		out = append(out, core.Heading{Level: level, Title: title, Line: -1, Start: strings.Index(report, title)})
	}
	return out
}

func TestPlacesAreNamedAsTheirKindNamesThem(t *testing.T) { // X4
	all := headings("Introduction", "Methods", "Sites", "Results")
	tests := []struct {
		kind     core.Kind
		body     string
		label    string
		headings []core.Heading
		quoted   string
		want     string
	}{
		{core.KindDocument, report, "", all, "We counted.", "a § Methods ¶ 2"},
		{core.KindDocument, report, "", all, "Methods\n\nWe dived.", "a § Methods ¶ 1"},
		{core.KindDocument, report, "", all, "We counted.\n\nSites\n\nNine.", "a § Methods ¶ 2–4"},
		{core.KindDocument, report, "", all, "Nine.", "a § Sites ¶ 1"},
		{core.KindDocument, report, "", nil, "We counted.", "a ¶ 5"},
		{core.KindEbook, report, "", nil, "We dived.\n\nWe counted.", "a ch. 3 ¶ 4–5"},
		{core.KindSheet, rows, "Levels", nil, "Carrow\t2024-01-03\t4.1", "a Levels!A2:C2"},
		{core.KindSheet, rows, "Sea levels", nil, "\tonly\t", "a 'Sea levels'!B4"},
		{core.KindSheet, rows, "Levels", nil, "only\t\nHead\t2024-01-05\t3.9", "a Levels!A4:C5"},
		{core.KindSubtitles, cues, "", nil, "AM: It is.", "a 00:00:09"},
		{core.KindSubtitles, cues, "", nil, "It is.\n01:02:07 MT: The ice", "a 00:00:09–01:02:07"},
		{core.KindSlides, report, "", nil, "We dived.", "a slide 3"},
		{core.KindConversation, report, "", nil, "We dived.", "a msg 3"},
		{core.KindNotebook, report, "", nil, "We dived.", "a cell 3"},
		{core.KindImage, "[EXIF:Make] Canon", "", nil, "Canon", "a EXIF"},
		{core.KindAudio, "[Tag:Artist] Tulloch", "", nil, "Tulloch", "a tags"},
		{core.KindMarkdown, report, "", nil, "We counted.", "a:9"},
		{core.KindPDF, report, "217", nil, "We counted.", "a p. 217 [PDF 3]"},
	}
	for _, tt := range tests {
		places := text.NewPlaces(tt.kind, core.Page{Index: 3, Label: tt.label, Text: tt.body}, tt.headings)
		at := strings.Index(tt.body, tt.quoted)
		l := places.Locator(core.Document{Name: "a", Kind: tt.kind}, core.Span{Start: at, End: at + len(tt.quoted)})
		if got := l.String(); got != tt.want {
			t.Errorf("%s, %q: %s, want %s", tt.kind, tt.quoted, got, tt.want)
		}
		back, err := core.ParseLocator(l.String())
		if err != nil {
			t.Errorf("%s: %v", l, err)
			continue
		}
		if s, err := places.Span(back); err != nil || !strings.Contains(tt.body[s.Start:s.End], tt.quoted) && tt.kind != core.KindSubtitles && tt.kind != core.KindSheet {
			t.Errorf("%s opens %q, %v, want %q", l, tt.body[s.Start:s.End], err, tt.quoted)
		}
	}
}

func TestPlacesThatAreNotThereAreErrors(t *testing.T) { // R3.8
	twice := append(headings("Methods"), core.Heading{Level: 1, Title: "Methods", Line: -1, Start: strings.Index(report, "Results")})
	tests := map[string]struct {
		kind     core.Kind
		headings []core.Heading
		locator  string
		want     error
	}{
		"a heading that is not there": {core.KindDocument, headings("Methods"), "a § Discussion ¶ 1", core.ErrNotFound},
		"a heading that is twice":     {core.KindDocument, twice, "a § Methods ¶ 1", core.ErrAmbiguous},
		"too many paragraphs":         {core.KindDocument, headings("Methods"), "a § Methods ¶ 99", core.ErrNotFound},
		"too many in a chapter":       {core.KindEbook, nil, "a ch. 3 ¶ 99", core.ErrNotFound},
		"too many lines":              {core.KindText, nil, "a:900", core.ErrNotFound},
		"too many rows":               {core.KindSheet, nil, "a x!B900", core.ErrNotFound},
	}
	for name, tt := range tests {
		l, err := core.ParseLocator(tt.locator)
		if err != nil {
			t.Fatal(err)
		}
		places := text.NewPlaces(tt.kind, core.Page{Index: 3, Label: "x", Text: report}, tt.headings)
		if _, err := places.Span(l); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAPlaceHoldsWhatItIsThePlaceOf(t *testing.T) { // X4
	kinds := []core.Kind{core.KindDocument, core.KindEbook, core.KindSheet, core.KindText, core.KindHTML}
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 4))
		var b strings.Builder
		var heads []core.Heading
		for i := range 1 + r.IntN(12) {
			if r.IntN(3) == 0 {
				heads = append(heads, core.Heading{Level: 1 + r.IntN(3), Title: fmt.Sprint("Title ", i), Line: -1, Start: b.Len()})
			}
			b.WriteString(strings.Repeat("word\t", 1+r.IntN(5)) + "end" + []string{"\n", "\n\n", "\n\n\n", "\n \n"}[r.IntN(4)])
		}
		body := b.String()
		kind := kinds[r.IntN(len(kinds))]
		places := text.NewPlaces(kind, core.Page{Index: 1, Label: "Sheet", Text: body}, heads)
		s := text.Trim(body, core.Span{Start: r.IntN(len(body)), End: len(body)})
		s = text.Trim(body, core.Span{Start: s.Start, End: s.Start + 1 + r.IntN(max(1, s.End-s.Start))})
		if s.Len() == 0 || s.End > len(body) {
			continue
		}
		l := places.Locator(core.Document{Name: "a", Kind: kind}, s)
		back, err := core.ParseLocator(l.String())
		if err != nil {
			t.Fatalf("seed %d: %s: %v", seed, l, err)
		}
		got, err := places.Span(back)
		if err != nil || got.Start > s.Start || got.End < s.End {
			t.Fatalf("seed %d, %s: %s opens %v, %v, want %v of %q", seed, kind, l, got, err, s, body)
		}
	}
}
