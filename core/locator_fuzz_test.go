package core_test

import (
	"testing"

	"ibid/core"
)

// units are the kinds of places that a fuzzed locator may name.
var units = []core.Unit{
	core.UnitLine, core.UnitPage, core.UnitSlide, core.UnitMessage, core.UnitCell, core.UnitMetadata,
	core.UnitChapter, core.UnitSheet, core.UnitParagraph, core.UnitTime,
}

// placeOf builds a locator such as a document of that unit has, whatever its
// name and title are.
func placeOf(name, title string, unit core.Unit, n, first, more, column int) core.Locator {
	l := core.Locator{Name: name, Unit: unit}
	switch unit {
	case core.UnitLine:
		return core.LineLocator(name, first, first+more)
	case core.UnitPage:
		return core.PageLocator(name, n, "")
	case core.UnitMetadata:
		l.Label = core.MetadataLabel(core.KindImage)
		return l
	case core.UnitSlide, core.UnitMessage, core.UnitCell:
		l.Page, l.LastPage = n, n
		return l
	case core.UnitChapter:
		l.Page, l.LastPage = n, n
	case core.UnitSheet:
		l.Label, l.FirstColumn, l.LastColumn = title, column, column+more
	case core.UnitParagraph:
		l.Label = title
	}
	l.FirstLine, l.LastLine = first, first+more
	return l
}

// Names and titles come from documents, which may name themselves as they like.
func FuzzPlacesReadBack(f *testing.F) { // X4
	for _, name := range []string{"a.pdf", "bundle.zip!/b.md", "x p. 3", "S!A1.txt", "a EXIF", "talk slide 4", "n.md:3", "q!", "'a' b!", "\xff.txt", "a,", "\u202eb"} {
		for u := range units {
			f.Add(name, "Q1 '24", uint8(u), uint16(3), uint16(12), uint8(2), uint8(4))
		}
	}
	f.Fuzz(func(t *testing.T, name, title string, unit uint8, n, first uint16, more, column uint8) {
		if name == "" || title == "" {
			return
		}
		want := placeOf(name, title, units[int(unit)%len(units)], int(n)+1, int(first)+1, int(more), int(column)+1)
		for _, s := range []string{want.String(), want.Heading()} {
			back, err := core.ParseLocator(s)
			if want.Unit == "" && want.Page > 0 && back.Page == 0 { // the document says which page bears the number
				back.Page, back.LastPage, back.Label = want.Page, want.LastPage, ""
			}
			if err != nil || back != want {
				t.Errorf("%+v is printed as %q and read as %+v, %v", want, s, back, err)
			}
		}
	})
}
