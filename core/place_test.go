package core_test

import (
	"testing"

	"ibid/core"
)

// One hit is told from another by the page it is on, or where its kind has no
// pages by where its passage begins.
func TestHitsAreToldApartByTheirPlace(t *testing.T) {
	passage := core.Passage{Page: 4, Spans: []core.Span{{Start: 120, End: 300}, {Start: 10, End: 20}}}
	for kind, want := range map[core.Kind]core.Place{
		core.KindPDF:          {Hash: "h", Page: 4},
		core.KindSlides:       {Hash: "h", Page: 4},
		core.KindMail:         {Hash: "h", Page: 4},
		core.KindNotebook:     {Hash: "h", Page: 4},
		core.KindImage:        {Hash: "h", Page: 4},
		core.KindEbook:        {Hash: "h", Page: 4, Start: 120},
		core.KindSheet:        {Hash: "h", Page: 4, Start: 120},
		core.KindMarkdown:     {Hash: "h", Start: 120},
		core.KindCode:         {Hash: "h", Start: 120},
		core.KindDocument:     {Hash: "h", Start: 120},
		core.KindSubtitles:    {Hash: "h", Start: 120},
		core.KindOther:        {Hash: "h", Start: 120},
		core.KindConversation: {Hash: "h", Page: 4},
	} {
		h := core.Hit{Document: core.Document{Hash: "h", Kind: kind}, Passage: passage}
		if got := h.Place(); got != want {
			t.Errorf("%s: %+v, want %+v", kind, got, want)
		}
	}
}

func TestPassageIsNamedAsItsKindIs(t *testing.T) { // X4
	passage := core.Passage{Page: 3, Lines: [2]int{40, 52}, Columns: [2]int{2, 4}, Heading: "Methods"}
	for want, tt := range map[string]struct {
		kind  core.Kind
		label string
	}{
		"f p. 3":                    {core.KindPDF, ""},
		"f p. 1 [PDF 3]":            {core.KindPDF, "1"},
		"f [PDF 3]":                 {core.KindPDF, core.Unnumbered},
		"f:40-52":                   {core.KindCode, "unused"},
		"f EXIF":                    {core.KindImage, ""},
		"f tags":                    {core.KindAudio, ""},
		"f slide 3":                 {core.KindSlides, "unused"},
		"f msg 3":                   {core.KindConversation, ""},
		"f cell 3":                  {core.KindNotebook, ""},
		"f Sales!B40:D52":           {core.KindSheet, "Sales"},
		"f ch. 3 ¶ 40–52":           {core.KindEbook, ""},
		"f § Methods ¶ 40–52":       {core.KindDocument, ""},
		"f 00:00:40–00:00:52":       {core.KindSubtitles, ""},
		"f 'Sales of 2019'!B40:D52": {core.KindSheet, "Sales of 2019"},
		"f 'it''s'!B40:D52":         {core.KindSheet, "it's"},
		"f p. xii [PDF 3]":          {core.KindPDF, "xii"},
	} {
		if got := core.PassageLocator(core.Document{Name: "f", Kind: tt.kind}, passage, tt.label).String(); got != want {
			t.Errorf("%s with label %q is %q, want %q", tt.kind, tt.label, got, want)
		}
	}
}

func TestPlacesOfCellsAndTimesArePrintedWhole(t *testing.T) { // X4
	sheet := func(l core.Locator) core.Locator { l.Unit, l.Label = core.UnitSheet, "S"; return l }
	for want, l := range map[string]core.Locator{
		"S!":                sheet(core.Locator{}),
		"S!A3":              sheet(core.Locator{FirstLine: 3}),
		"S!A3:A5":           sheet(core.Locator{FirstLine: 3, LastLine: 5}),
		"S!C3:E3":           sheet(core.Locator{FirstLine: 3, LastLine: 3, FirstColumn: 3, LastColumn: 5}),
		"S!C3":              sheet(core.Locator{FirstLine: 3, LastLine: 2, FirstColumn: 3, LastColumn: 1}),
		"00:00:00":          {Unit: core.UnitTime},
		"00:59:59–01:00:00": {Unit: core.UnitTime, FirstLine: 3599, LastLine: 3600},
		"100:00:01":         {Unit: core.UnitTime, FirstLine: 360_001, LastLine: 360_001},
		"00:01:00":          {Unit: core.UnitTime, FirstLine: 60, LastLine: 12},
		"ch. 2":             {Unit: core.UnitChapter, Page: 2},
		"¶ 4":               {Unit: core.UnitParagraph, FirstLine: 4, LastLine: 4},
		"":                  {Unit: core.UnitParagraph},
		"pp. 3–5":           {Page: 3, LastPage: 5, Label: "3", LastLabel: "5"},
		"p. 3":              {Page: 3, LastPage: 3, Label: "3"},
		"7":                 {FirstLine: 7, LastLine: 3},
	} {
		if got := l.Place(); got != want {
			t.Errorf("%+v is printed %q, want %q", l, got, want)
		}
	}
}

func TestColumnsAreNamedAsASheetNamesThem(t *testing.T) {
	for n, want := range map[int]string{0: "", -1: "", 1: "A", 26: "Z", 27: "AA", 52: "AZ", 53: "BA", 702: "ZZ", 703: "AAA", 16384: "XFD"} {
		if got := core.ColumnName(n); got != want {
			t.Errorf("column %d is %q, want %q", n, got, want)
		}
		if want == "" {
			continue
		}
		l, err := core.ParseLocator("t.xlsx S!" + want + "1")
		if err != nil || l.FirstColumn != n || l.LastColumn != n {
			t.Errorf("%s is read as columns %d to %d, %v", want, l.FirstColumn, l.LastColumn, err)
		}
	}
}

// What a person types need not be what is printed: dashes, spaces and the comma
// of a heading may differ.
func TestLocatorIsReadAsPeopleTypeIt(t *testing.T) { // X4
	for typed, want := range map[string]core.Locator{
		"  a.pdf p. 3 ":             {Name: "a.pdf", Label: "3"},
		"a.pdf p.3":                 {Name: "a.pdf", Label: "3"},
		"a.pdf, p. iv":              {Name: "a.pdf", Label: "iv"},
		"a.pdf, p. 217 [PDF 219]":   {Name: "a.pdf", Label: "217", Page: 219, LastPage: 219},
		"a.pdf pp.3-5":              {Name: "a.pdf", Label: "3", LastLabel: "5"},
		"a.pdf pp. 3–5 [PDF 13-15]": {Name: "a.pdf", Label: "3", LastLabel: "5", Page: 13, LastPage: 15},
		"a.pdf [PDF 2-3]":           {Name: "a.pdf", Page: 2, LastPage: 3},
		"t.xlsx sales!b3":           {Name: "t.xlsx", Unit: core.UnitSheet, Label: "sales", FirstColumn: 2, LastColumn: 2, FirstLine: 3, LastLine: 3},
		"t.xlsx, 'a b'!B3:D9":       {Name: "t.xlsx", Unit: core.UnitSheet, Label: "a b", FirstColumn: 2, LastColumn: 4, FirstLine: 3, LastLine: 9},
		"t.srt 0:02:03":             {Name: "t.srt", Unit: core.UnitTime, FirstLine: 123, LastLine: 123},
		"t.srt 0:02:03-0:02:05":     {Name: "t.srt", Unit: core.UnitTime, FirstLine: 123, LastLine: 125},
		"b.epub ch.3 ¶12":           {Name: "b.epub", Unit: core.UnitChapter, Page: 3, LastPage: 3, FirstLine: 12, LastLine: 12},
		"b.epub ch. 3 ¶ 12-14":      {Name: "b.epub", Unit: core.UnitChapter, Page: 3, LastPage: 3, FirstLine: 12, LastLine: 14},
		"d.docx §Methods":           {Name: "d.docx", Unit: core.UnitParagraph, Label: "Methods"},
		"d.docx ¶3-4":               {Name: "d.docx", Unit: core.UnitParagraph, FirstLine: 3, LastLine: 4},
		"s.pptx slide4":             {Name: "s.pptx", Unit: core.UnitSlide, Page: 4, LastPage: 4},
		"a.py::A.b":                 {Name: "a.py", Entity: "A.b"},
		"two words.md:7":            {Name: "two words.md", FirstLine: 7, LastLine: 7},
		`"odd p. 3"`:                {Name: "odd p. 3"},
		`"unfinished`:               {Name: `"unfinished`},
		"nothing but a name":        {Name: "nothing but a name"},
	} {
		if got, err := core.ParseLocator(typed); err != nil || got != want {
			t.Errorf("%q is read as %+v, %v\nwant %+v", typed, got, err, want)
		}
	}
}

func TestLocatorRefusesRangesThatRunBackwards(t *testing.T) {
	for _, typed := range []string{
		"t.xlsx S!D3:B9", "t.xlsx S!B9:D3", "t.xlsx S!B0", "t.srt 0:02:03-0:02:01", "t.srt 99999999999:00:00", "b.epub ch. 0", "b.epub ch. 3 ¶ 4-2",
		"d.docx ¶ 0", "d.docx § Methods ¶ 0", "s.pptx slide 0", "a.pdf [PDF 9-3]", "a.md:99999999999999999999", `a.cpp::""`, `a.cpp::"\q"`,
	} {
		if l, err := core.ParseLocator(typed); err == nil {
			t.Errorf("%q is read as %+v", typed, l)
		}
	}
}
