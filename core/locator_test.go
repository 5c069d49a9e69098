package core_test

import (
	"errors"
	"strings"
	"testing"

	"ibid/core"
)

// Whatever a locator says, it says it so that it can be read back.
func TestLocatorReadsBackWhatItPrints(t *testing.T) { // X4
	for want, l := range map[string]core.Locator{
		"report.pdf p. 3":                core.PageLocator("report.pdf", 3, ""),
		"report.pdf p. 217 [PDF 219]":    core.PageLocator("report.pdf", 219, "217"),
		"report.pdf p. ii [PDF 2]":       core.PageLocator("report.pdf", 2, "ii"),
		"a b.pdf pp. 41–42":              {Name: "a b.pdf", Page: 41, LastPage: 42},
		"a.pdf pp. iv–1 [PDF 4–5]":       {Name: "a.pdf", Page: 4, LastPage: 5, Label: "iv", LastLabel: "1"},
		"notes.md:40-52":                 core.LineLocator("notes.md", 40, 52),
		"notes.md:7":                     core.LineLocator("notes.md", 7, 7),
		"whole.txt":                      {Name: "whole.txt"},
		`"read me p. 3" p. 4`:            core.PageLocator("read me p. 3", 4, ""),
		`"log:10-25":1-2`:                core.LineLocator("log:10-25", 1, 2),
		`"a\"b\nc: p. 1".pdf`:            {},
		`"line\nbreak.pdf" p. 1`:         core.PageLocator("line\nbreak.pdf", 1, ""),
		`"bad\xff.txt":1`:                core.LineLocator("bad\xff.txt", 1, 1),
		`"\u202egnp.pdf" p. 1`:           core.PageLocator("\u202egnp.pdf", 1, ""),
		`"kelp," p. 1`:                   core.PageLocator("kelp,", 1, ""),
		`bundle.zip!/inner.pdf p. 3`:     core.PageLocator("bundle.zip!/inner.pdf", 3, ""),
		`bundle.zip!/src/a.py:10-25`:     core.LineLocator("bundle.zip!/src/a.py", 10, 25),
		"book.epub ch. 3 ¶ 12":           {Name: "book.epub", Unit: core.UnitChapter, Page: 3, LastPage: 3, FirstLine: 12, LastLine: 12},
		"book.epub ch. 3 ¶ 12–14":        {Name: "book.epub", Unit: core.UnitChapter, Page: 3, LastPage: 3, FirstLine: 12, LastLine: 14},
		"book.epub ch. 3":                {Name: "book.epub", Unit: core.UnitChapter, Page: 3, LastPage: 3},
		"talk.pptx slide 4":              {Name: "talk.pptx", Unit: core.UnitSlide, Page: 4, LastPage: 4},
		"chat.json msg 17":               {Name: "chat.json", Unit: core.UnitMessage, Page: 17, LastPage: 17},
		"run.ipynb cell 7":               {Name: "run.ipynb", Unit: core.UnitCell, Page: 7, LastPage: 7},
		"photo.jpg EXIF":                 {Name: "photo.jpg", Unit: core.UnitMetadata, Label: "EXIF"},
		"song.flac tags":                 {Name: "song.flac", Unit: core.UnitMetadata, Label: "tags"},
		"data.xlsx Sales!B3:D9":          {Name: "data.xlsx", Unit: core.UnitSheet, Label: "Sales", FirstLine: 3, LastLine: 9, FirstColumn: 2, LastColumn: 4},
		"data.xlsx 'Q1 ''24'!AA3":        {Name: "data.xlsx", Unit: core.UnitSheet, Label: "Q1 '24", FirstLine: 3, LastLine: 3, FirstColumn: 27, LastColumn: 27},
		"data.xlsx Sales!":               {Name: "data.xlsx", Unit: core.UnitSheet, Label: "Sales"},
		"paper.docx § Methods ¶ 3":       {Name: "paper.docx", Unit: core.UnitParagraph, Label: "Methods", FirstLine: 3, LastLine: 3},
		"paper.docx § Methods":           {Name: "paper.docx", Unit: core.UnitParagraph, Label: "Methods"},
		`paper.docx § "a § b ¶ 3" ¶ 1–2`: {Name: "paper.docx", Unit: core.UnitParagraph, Label: "a § b ¶ 3", FirstLine: 1, LastLine: 2},
		"paper.docx ¶ 3":                 {Name: "paper.docx", Unit: core.UnitParagraph, FirstLine: 3, LastLine: 3},
		"src/a.py::Class.method":         {Name: "src/a.py", Entity: "Class.method"},
		`a.cpp::"A.operator =="`:         {Name: "a.cpp", Entity: "A.operator =="},
		`"a::b.py"::f`:                   {Name: "a::b.py", Entity: "f"},
		"a.rs::Type::method":             {Name: "a.rs", Entity: "Type::method"},
		"talk.srt 00:12:31":              {Name: "talk.srt", Unit: core.UnitTime, FirstLine: 751, LastLine: 751},
		"talk.srt 00:00:00–01:00:02":     {Name: "talk.srt", Unit: core.UnitTime, FirstLine: 0, LastLine: 3602},
		`"talk slide 4" slide 5`:         {Name: "talk slide 4", Unit: core.UnitSlide, Page: 5, LastPage: 5},
		`"crisis, p. 3 [PDF 4].pdf":1-9`: core.LineLocator("crisis, p. 3 [PDF 4].pdf", 1, 9),
	} {
		if l.Name == "" { // not something a locator prints
			if _, err := core.ParseLocator(want); !errors.Is(err, core.ErrQuery) {
				t.Errorf("%s: %v", want, err)
			}
			continue
		}
		if got := l.String(); got != want {
			t.Errorf("prints %s, want %s", got, want)
		}
		for _, s := range []string{l.String(), l.Heading()} {
			back, err := core.ParseLocator(s)
			if err != nil || back.String() != indexed(back, l).String() || back.Name != l.Name {
				t.Errorf("%s is read as %+v, %v", s, back, err)
			}
		}
	}
}

// indexed is l as it is before its document has said which page bears a label.
func indexed(back, l core.Locator) core.Locator {
	if back.Page == 0 {
		return back
	}
	return l
}

func TestAPageWithoutANumberIsNamedByItsIndex(t *testing.T) { // X2
	for want, l := range map[string]core.Locator{
		"a.pdf [PDF 70]":    core.PageLocator("a.pdf", 70, core.Unnumbered),
		"a.pdf [PDF 70–71]": {Name: "a.pdf", Page: 70, LastPage: 71, Label: "68", LastLabel: core.Unnumbered},
		"a.pdf [PDF 2–3]":   {Name: "a.pdf", Page: 2, LastPage: 3, Label: core.Unnumbered, LastLabel: "1"},
	} {
		back, err := core.ParseLocator(l.Heading())
		if l.String() != want || err != nil || back.Page != l.Page || back.LastPage != l.LastPage || back.Name != l.Name || back.Label != "" {
			t.Errorf("%q, want %q, is read as %+v, %v", l.String(), want, back, err)
		}
	}
}

func TestLocatorRefusesWhatIsNoPlace(t *testing.T) {
	for _, s := range []string{"", "  ", "a.md:0", "a.md:9-3", "a.pdf p. 1 [PDF 0]", "a.pdf pp. 1-2 [PDF 9-3]", `"a.pdf" and more`} {
		if l, err := core.ParseLocator(s); !errors.Is(err, core.ErrQuery) {
			t.Errorf("%q is read as %+v, %v", s, l, err)
		}
	}
}

func FuzzParseLocator(f *testing.F) {
	for _, s := range []string{"a.pdf p. 3", "a, p. ii [PDF 2]", "n.md:1-2", "a.py::C.m", `a.cpp::"A.operator =="`, `"x p. 1" pp. 2–3 [PDF 4–5]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		l, err := core.ParseLocator(s)
		if err != nil || l.Page == 0 && l.Label != "" || strings.ContainsAny(l.Label+l.LastLabel, "[]") {
			return // no place, or one that only a document can complete
		}
		back, err := core.ParseLocator(l.String())
		left := back.Page == 0 && back.Label != "" // to the document, which says what page bears the number
		if err != nil || back.Name != l.Name || back.Page != l.Page && !left || back.FirstLine != l.FirstLine || back.LastLine != l.LastLine && l.FirstLine > 0 {
			t.Errorf("%q: %+v is printed as %q and read as %+v, %v", s, l, l.String(), back, err)
		}
	})
}
