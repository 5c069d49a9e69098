package office

import (
	"encoding/xml"
	"errors"
	"fmt"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/extract/extracttest"
)

func TestSheetsOnEitherSideOfTheirLimits(t *testing.T) {
	cell := func(ref string) string { return `<c r="` + ref + `"><v>1</v></c>` }
	row := func(n int) string { return fmt.Sprintf(`<row r="%d">%s</row>`, n, cell(fmt.Sprint("A", n))) }
	for _, tt := range []struct {
		name, rows string
		lines      int
		note       string
	}{
		{"the widest gap", row(1) + row(maxGap+2), maxGap + 2, ""},
		{"a wider gap", row(1) + row(maxGap+3), 1, "empty rows"},
		{"the last column", `<row r="1">` + cell("ALL1") + `</row>`, 1, ""},
		{"one column more", `<row r="1">` + cell("A1") + cell("ALM1") + `</row>`, 1, "1000 columns"},
	} {
		p := oneSheetOf(t, tt.rows)
		if n := strings.Count(p.Text, "\n") + 1; n != tt.lines || (tt.note == "") != (p.Note == "") || !strings.Contains(p.Note, tt.note) {
			t.Errorf("%s: %d lines, note %q", tt.name, n, p.Note)
		}
	}
	g := &grid{left: budget(), row: maxRows - 1}
	if err := g.set(maxRows, []string{"last"}); err != nil {
		t.Errorf("the last row: %v", err)
	}
	if err := g.set(maxRows+1, []string{"too far"}); !errors.Is(err, errRows) {
		t.Errorf("the row behind the last: %v", err)
	}
}

func TestTextOnEitherSideOfTheBudget(t *testing.T) {
	for _, tt := range []struct {
		left int
		want error
	}{{len("tide") + 2, nil}, {len("tide") + 1, errFull}} {
		left := tt.left
		if err := newBody(&left).add(block{text: "tide"}); !errors.Is(err, tt.want) {
			t.Errorf("%d bytes left: %v", tt.left, err)
		}
	}
	for _, tt := range []struct {
		left int
		want error
	}{{len("tide") + 2, nil}, {len("tide") + 1, errFull}} { // a line and a cell take a byte each
		left := tt.left
		if err := (&grid{left: &left}).set(1, []string{"tide"}); !errors.Is(err, tt.want) {
			t.Errorf("%d bytes left of a sheet: %v", tt.left, err)
		}
	}
}

func TestHeadingsOnEitherSideOfTheirLength(t *testing.T) {
	for n, want := range map[int]int{maxHeading: 1, maxHeading + 1: 0} {
		inner := `<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>` + strings.Repeat("a", n) + `</w:t></w:r></w:p>`
		if l := reading(t, core.KindDocument, "word/document.xml", wordBody(inner)).Layouts[0]; len(l.Headings) != want {
			t.Errorf("%d bytes: %d headings", n, len(l.Headings))
		}
	}
}

func TestNestingOnEitherSideOfItsDepth(t *testing.T) {
	for n, state := range map[int]core.State{maxDepth - 5: "", maxDepth - 4: core.StateDamaged} { // document, body, paragraph, run and text
		inner := strings.Repeat("<w:sdt>", n) + `<w:p><w:r><w:t>low water</w:t></w:r></w:p>` + strings.Repeat("</w:sdt>", n)
		_, err := extracttest.Read(t.Context(), Extractor{}, core.Input{Name: "deep.docx", Kind: core.KindDocument, Data: pack(t, "word/document.xml", wordBody(inner))})
		var f *core.FileError
		if (err == nil) != (state == "") || err != nil && (!errors.As(err, &f) || f.State != state) {
			t.Errorf("%d elements around a paragraph: %v", n, err)
		}
	}
}

func TestSlidesOnEitherSideOfTheirNumber(t *testing.T) {
	if err := tooMany(maxSlides, "slides"); err != nil {
		t.Errorf("the most slides: %v", err)
	}
	var f *core.FileError
	if err := tooMany(maxSlides+1, "slides"); !errors.As(err, &f) || f.State != core.StateTooLarge {
		t.Errorf("one slide more: %v", err)
	}
}

func TestShapesInARowAreReadFromTheLeft(t *testing.T) {
	for below, want := range map[int64]string{sameRow - 1: "left right", sameRow: "right left"} {
		left := budget()
		named := func(text string, at place) shape {
			return shape{place: at, body: &body{left: left, blocks: []block{{text: text}}}}
		}
		got := group(place{}, []shape{named("right", place{x: 900, known: true}), named("left", place{y: below, known: true})}, left).body.line()
		if got != want {
			t.Errorf("%d EMU below: %q, want %q", below, got, want)
		}
	}
}

func TestNumbersAndNumerals(t *testing.T) {
	for in, want := range map[string]int{"0": 0, " 7 ": 7, "999999": 999_999, "1000000": -5, "-1": -5, "x": -5, "": -5} {
		if got := number(in, -5); got != want {
			t.Errorf("%q: %d, want %d", in, got, want)
		}
	}
	for _, tt := range []struct {
		format string
		n      int
		want   string
	}{
		{"lowerLetter", 1, "a"}, {"lowerLetter", 26, "z"}, {"lowerLetter", 27, "aa"}, {"upperLetter", 28, "BB"}, {"a", 26 * 8, "zzzzzzzz"}, {"a", 26*8 + 1, "209"}, {"a", 0, "0"},
		{"lowerRoman", 4, "iv"}, {"I", 9, "IX"}, {"i", 0, "0"}, {"decimalZero", 9, "09"}, {"decimalZero", 10, "10"}, {"decimal", 3, "3"}, {"japaneseCounting", 3, "3"},
	} {
		if got := numeral(tt.format, tt.n); got != tt.want {
			t.Errorf("%s %d: %q, want %q", tt.format, tt.n, got, tt.want)
		}
	}
	for _, tt := range []struct {
		kind string
		want string
	}{{"romanUcParenR", "IV)"}, {"romanLcPeriod", "iv."}, {"alphaLcParenBoth", "(d)"}, {"alphaUcPeriod", "D."}, {"arabicPlain", "4"}} {
		if got := autoNumber(tt.kind, 4); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.kind, got, tt.want)
		}
	}
}

func TestColumnsOfCells(t *testing.T) {
	for ref, want := range map[string]int{"A1": 0, "Z9": 25, "AA1": 26, "az3": 51, "XFD1": 16383, "7": -1, "": -1} {
		if got := column(ref); got != want {
			t.Errorf("%q: %d, want %d", ref, got, want)
		}
	}
}

func TestLengthsOfOpenDocument(t *testing.T) {
	for in, want := range map[string]int64{"1in": 914_400, "2.54cm": 914_400, "25.4mm": 914_400, "72pt": 914_400, "6pc": 914_400, "96px": 914_400, "-1in": -914_400, "10000pt": 127_000_000} {
		if got, ok := emu(in); !ok || got != want {
			t.Errorf("%q: %d, %v", in, got, ok)
		}
	}
	for _, in := range []string{"", "cm", "1", "1em", "xcm", "10001pt", "-10001pt", "NaNcm"} {
		if got, ok := emu(in); ok && in != "NaNcm" {
			t.Errorf("%q: %d", in, got)
		}
	}
}

func TestFormatsOnEitherSideOfTheirLength(t *testing.T) {
	if got := newNumberFormat(`0"`+strings.Repeat("a", maxFormat-3)+`"`).show("5", false); len(got) != maxFormat-2 {
		t.Errorf("the longest format shows %d bytes", len(got))
	}
	if got := newNumberFormat(`0"`+strings.Repeat("a", maxFormat-2)+`"`).show("5", false); got != "5" {
		t.Errorf("a longer one shows %.20q", got)
	}
}

func TestStylesAreFollowedToTheEndOfTheChain(t *testing.T) {
	for n, want := range map[int]int{baseStyles: 3, baseStyles + 1: 0} { // the last of n styles is a heading
		r := &wordReader{styles: make(map[string]wordStyle)}
		for i := range n {
			r.styles[fmt.Sprint("s", i)] = wordStyle{based: fmt.Sprint("s", i+1)}
		}
		last := r.styles[fmt.Sprint("s", n-1)]
		last.name = "heading 3"
		r.styles[fmt.Sprint("s", n-1)] = last
		if got := r.style("s0").level; got != want {
			t.Errorf("a chain of %d styles: level %d, want %d", n, got, want)
		}
	}
}

func TestPropertiesAreOnUnlessTheySayOff(t *testing.T) {
	for value, want := range map[string]bool{"": true, "1": true, "true": true, "on": true, "0": false, "false": false, "off": false, "none": false} {
		if got := on(value); got != want {
			t.Errorf("%q: %v", value, got)
		}
	}
}

func TestAttributesWithoutAPrefixArePreferred(t *testing.T) {
	e := xml.StartElement{Attr: []xml.Attr{{Name: xml.Name{Space: "r", Local: "id"}, Value: "rId7"}, {Name: xml.Name{Local: "id"}, Value: "256"}}}
	if attr(e, "id") != "256" || relation(e, "id") != "rId7" || attr(e, "name") != "" || relation(e, "name") != "" {
		t.Errorf("attr %q, relation %q", attr(e, "id"), relation(e, "id"))
	}
}

func TestDamagedOfficeFilesEndInTextOrAFate(t *testing.T) {
	for _, s := range samples {
		extracttest.Damage(t, Extractor{}, sample(t, s.name, s.kind))
	}
	extracttest.Damage(t, Extractor{}, core.Input{Name: "levels.ods", Kind: core.KindSheet,
		Data: pack(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", odsContent)})
	extracttest.Damage(t, Extractor{}, lockedInput(t, locked[0].name, locked[0].kind, "tide-pool"))
}
