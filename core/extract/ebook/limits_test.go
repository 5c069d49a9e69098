package ebook

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/extract/extracttest"
)

func TestFictionBooksOnEitherSideOfTheirLimits(t *testing.T) {
	sections := func(n int) string { return strings.Repeat("<section><title><p>t</p></title><p>a</p></section>", n) }
	nested := func(n int) string {
		return strings.Repeat("<section>", n) + "<p>a</p>" + strings.Repeat("</section>", n)
	}
	for _, tt := range []struct {
		name, body string
		pages      int
		state      core.State
	}{
		// A FictionBook, its body and a paragraph are around and in the sections.
		{"the deepest", nested(maxDepth - 3), 1, ""},
		{"one deeper", nested(maxDepth - 2), 0, core.StateDamaged},
		{"the most chapters", sections(maxChapters), maxChapters, ""},
		{"one chapter more", sections(maxChapters + 1), 0, core.StateTooLarge},
	} {
		in := core.Input{Name: tt.name, Data: []byte("<FictionBook><body>" + tt.body + "</body></FictionBook>")}
		r, err := extracttest.Read(t.Context(), Extractor{}, in)
		var f *core.FileError
		switch {
		case tt.state == "" && (err != nil || len(r.Pages) != tt.pages):
			t.Errorf("%s: %d pages, %v", tt.name, len(r.Pages), err)
		case tt.state != "" && (!errors.As(err, &f) || f.State != tt.state):
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.state)
		}
	}
}

// A table of contents that goes on for ever is cut.
func TestOutlineIsCut(t *testing.T) {
	for _, n := range []int{maxOutline, maxOutline + 1} {
		var toc strings.Builder
		for i := range n {
			fmt.Fprintf(&toc, `<navPoint><navLabel><text>%d</text></navLabel><content src="text/silt.xhtml"/></navPoint>`, i)
		}
		book := pack(t, with(file{"OEBPS/nav.xhtml", "<p>none</p>"}, file{"OEBPS/toc.ncx", "<ncx><navMap>" + toc.String() + "</navMap></ncx>"}))
		outline, err := Extractor{}.Outline(t.Context(), core.Input{Name: "long.epub", Data: book})
		if err != nil || len(outline) != maxOutline {
			t.Errorf("%d entries of %d, %v", len(outline), n, err)
		}
	}
}

func TestDeepTableOfContentsIsReadToItsDepth(t *testing.T) {
	point := `<navPoint><navLabel><text>x</text></navLabel><content src="text/silt.xhtml"/>`
	deep := strings.Repeat(point, maxDepth+5) + strings.Repeat("</navPoint>", maxDepth+5)
	book := pack(t, with(file{"OEBPS/nav.xhtml", "<p>none</p>"}, file{"OEBPS/toc.ncx", "<ncx><navMap>" + deep + "</navMap></ncx>"}))
	outline, err := Extractor{}.Outline(t.Context(), core.Input{Name: "deep.epub", Data: book})
	if err != nil || len(outline) != maxDepth || outline[maxDepth-1].Level != maxDepth {
		t.Errorf("%d entries, %v", len(outline), err)
	}
}

func TestRecordsOfAPalmDatabaseLieInTheFile(t *testing.T) {
	whole := palm([]byte("first"), []byte("second"))
	change := func(at int, b byte) []byte {
		out := append([]byte(nil), whole...)
		out[at] = b
		return out
	}
	for _, tt := range []struct {
		name string
		data []byte
		want int // records, 0 if it is damaged
	}{
		{"whole", whole, 2},
		{"its list alone", whole[:78+16], 0},
		{"no list", whole[:77], 0},
		{"no records", change(77, 0), 0},
		{"more records than its list", change(77, 200), 0},
		{"a record behind the file", change(78+3, 255), 0},
		{"records that go back", change(78+8+3, 78), 0},
	} {
		records, err := palmRecords(tt.data)
		if len(records) != tt.want || (err == nil) != (tt.want > 0) {
			t.Errorf("%s: %d records, %v", tt.name, len(records), err)
		}
	}
}

func TestPalmDocUnpacksEveryToken(t *testing.T) {
	for _, tt := range []struct{ name, before, record, want string }{
		{"plain bytes", "", "tide", "tide"},
		{"a run of bytes", "", "\x03\xc3\xa9\x80tide", "\xc3\xa9\x80tide"},
		{"a run that is cut off", "", "\x08ab", "ab"},
		{"a space and a letter", "", "a\xe2", "a b"},
		{"a copy of three", "tide", "\x80\x20", "tidetid"},
		{"a copy of ten", "ab", "\x80\x17", "ababababababab"[:12]},
		{"a copy from before the text", "ab", "\x80\x1fx", "abx"},
		{"a copy from nowhere", "ab", "\x80\x00x", "abx"},
		{"a copy that is cut off", "ab", "\x80", "ab"},
	} {
		if got := string(palmDoc([]byte(tt.before), []byte(tt.record))); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestDamagedBooksEndInTextOrAFate(t *testing.T) {
	for _, in := range []core.Input{load(t, "tidal-harbours.epub"), load(t, "tide-tables.fb2"), {Name: "pilots.mobi", Data: pilots(t, packedPalmDoc)}} {
		extracttest.Damage(t, Extractor{}, in)
	}
}
