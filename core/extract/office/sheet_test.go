package office

import (
	"fmt"
	"strings"
	"testing"

	"ibid/core"
)

// oneSheetOf reads a workbook of one sheet.
func oneSheetOf(t *testing.T, rows string, parts ...string) core.Page {
	t.Helper()
	parts = append([]string{"xl/workbook.xml", oneSheet, "xl/_rels/workbook.xml.rels", sheetLink,
		"xl/worksheets/sheet1.xml", `<worksheet><sheetData>` + rows + `</sheetData></worksheet>`}, parts...)
	return reading(t, core.KindSheet, parts...).Pages[0]
}

func TestLineNIsRowN(t *testing.T) {
	v := func(ref, value string) string { return `<c r="` + ref + `"><v>` + value + `</v></c>` }
	tests := []struct{ name, rows, want, note string }{
		{"gaps", `<row r="2">` + v("B2", "1") + `</row><row r="5">` + v("A5", "2") + v("D5", "3") + `</row>`, "\n\t1\n\n\n2\t\t\t3", ""},
		{"without places", `<row><c><v>1</v></c><c/><c><v>2</v></c></row><row><c><v>3</v></c></row>`, "1\t\t2\n3", ""},
		{"empty ends", `<row r="1">` + v("A1", "1") + `<c r="Z1"/></row><row r="900000"><c r="A900000"/></row>`, "1", ""},
		{"kinds of cells", `<row r="1"><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="str"><f>A1</f><v>a
b</v></c><c t="inlineStr"><is><r><t>in </t></r><r><t>line</t></r><rPh><t>no</t></rPh></is></c><c t="d"><v>2024-03-21T06:00:00</v></c><c><f>NOW()</f></c></row>`, "TRUE\t#N/A\ta b\tin line\t2024-03-21 06:00:00", ""},
		{"a far row", `<row r="1">` + v("A1", "1") + `</row><row r="20000">` + v("A20000", "2") + `</row>`, "1", "empty rows"},
		{"a far column", `<row r="1">` + v("A1", "1") + v("XFD1", "2") + `</row>`, "1", "1000 columns"},
		{"rows that go back", `<row r="7">` + v("A7", "1") + `</row><row r="3">` + v("A3", "2") + `</row>`, "\n\n\n\n\n\n1", "to its end"},
		{"a string that is not there", `<row r="1">` + v("A1", "1") + `</row><row r="2"><c t="s"><v>4</v></c></row>`, "1", "to its end"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := oneSheetOf(t, tt.rows)
			if p.Text != tt.want || (tt.note == "") != (p.Note == "") || !strings.Contains(p.Note, tt.note) || p.Label != "Levels" {
				t.Errorf("got %+v, want %q with a note of %q", p, tt.want, tt.note)
			}
		})
	}
}

func TestSheetWithTooManyRowsIsCut(t *testing.T) {
	var b strings.Builder
	for i := range 30 {
		fmt.Fprintf(&b, `<row r="%d"><c><v>%d</v></c></row>`, (i+1)*10_000, i)
	}
	p := oneSheetOf(t, b.String())
	if n := strings.Count(p.Text, "\n") + 1; n != maxRows || !strings.Contains(p.Note, "first 200000 rows") {
		t.Errorf("%d lines, note %q", n, p.Note)
	}
}

// A cell refers to a string of its file in a few bytes, so a small file could
// come to any length.
func TestTextOfOneFileIsBounded(t *testing.T) {
	shared := `<sst><si><t>` + strings.Repeat("tide ", 200_000) + `</t></si></sst>`
	row := `<row><c t="s"><v>0</v></c></row>`
	p := oneSheetOf(t, strings.Repeat(row, 100), "xl/sharedStrings.xml", shared)
	if len(p.Text) > maxText || len(p.Text) < maxText/2 || p.Note != fullNote {
		t.Errorf("%d bytes, note %q", len(p.Text), p.Note)
	}
}

func TestNumbersAreShownAsTheirFormatSays(t *testing.T) {
	tests := []struct{ code, stored, want string }{
		{"General", "4.8099999999999996", "4.81"}, {"General", "1E-07", "1E-07"}, {"General", "-3", "-3"}, {"General", "123456789012", "123456789012"},
		{"", "12.5", "12.5"}, {"@", "7", "7"}, {"0", "2.5", "3"}, {"0.00", "1.005", "1.01"}, {"0.0", "-0.01", "0.0"},
		{"#,##0", "1234567.4", "1,234,567"}, {"#,##0.00;(#,##0.00)", "-1234.5", "(1,234.50)"}, {"0.##", "1.5", "1.5"}, {"0000", "42", "0042"},
		{"0%", "0.256", "26%"}, {"0.0%", "0.256", "25.6%"}, {"0.00E+00", "12345", "1.23E+04"}, {"#,##0,", "1234567", "1,235"},
		{`0.0" m"`, "7.4", "7.4 m"}, {`[$€-407] #,##0.00`, "5", "€ 5.00"}, {`_-* #,##0.00\ "kr"_-`, "5", "5.00 kr"}, {`0;-0;"-"`, "0", "-"},
		{"[Red]0.0;[Blue]-0.0", "-2", "-2.0"}, {"# ?/?", "0.5", "0.5"}, {"[>100]0.0,;0", "50", "50"}, {"000-0000", "5551234", "5551234"}, {";;;", "5", "5"},
		{"yyyy-mm-dd", "45372", "2024-03-21"}, {"d.m.yy", "45372.75", "2024-03-21"}, {"mmm-yy", "45372", "2024-03"}, {"yyyy", "45372", "2024"},
		{"dd/mm/yyyy hh:mm", "45372.25", "2024-03-21 06:00"}, {"m/d/yy h:mm:ss AM/PM", "45372.5", "2024-03-21 12:00:00"},
		{"hh:mm", "0.75", "18:00"}, {"mm:ss.0", "0.5", "12:00:00"}, {"[h]:mm", "1.5", "36:00"}, {"[$-409]d mmmm yyyy;@", "45372", "2024-03-21"},
		{"yyyy-mm-dd", "1", "1900-01-01"}, {"yyyy-mm-dd", "61", "1900-03-01"}, {"yyyy-mm-dd", "-1", "-1"}, {"yyyy-mm-dd", "1e9", "1000000000"},
		{"0.00", "no number", "no number"}, {`yyyy"年"m"月"`, "45372", "2024-03"}, {strings.Repeat("0", 2000), "5", "5"}, {`0"`, "5", "5"}, {`\`, "5", "5"}, {"[", "5", "5"},
	}
	for _, tt := range tests {
		if got := newNumberFormat(tt.code).show(tt.stored, false); got != tt.want {
			t.Errorf("%q of %s: got %q, want %q", tt.code, tt.stored, got, tt.want)
		}
	}
	if got := newNumberFormat("yyyy-mm-dd").show("0", true); got != "1904-01-01" {
		t.Errorf("days from 1904: got %q", got)
	}
}

func FuzzNumberFormat(f *testing.F) {
	for _, code := range []string{"#,##0.00;(#,##0)", "[h]:mm", `yyyy"x"\-mm_-*x`, "0.0E+0", "[$€-407]", "general", "am/pm", "B\x88"} {
		f.Add(code, "45372.25")
	}
	f.Fuzz(func(t *testing.T, code, stored string) {
		if got := newNumberFormat(code).show(stored, false); len(got) > len(stored)+maxFormat+1000 {
			t.Fatalf("%q of %q: %d bytes", code, stored, len(got))
		}
	})
}

func TestOpenDocumentSheet(t *testing.T) {
	cell := func(attrs, text string) string {
		return `<table:table-cell ` + attrs + `><text:p>` + text + `</text:p></table:table-cell>`
	}
	content := `<office:document-content><office:automatic-styles><style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet>` +
		`<table:table table:name="Levels"><table:table-row>` + cell("", "Time") + cell(`table:number-columns-repeated="2"`, "x") + `<table:covered-table-cell/>` + cell("", "a<text:s/>b") + `</table:table-row>` +
		`<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>` +
		`<table:table-row table:number-rows-repeated="2">` + cell(`office:value-type="date" office:date-value="2024-03-21T06:00:00.5"`, "21/03/24") + `<table:table-cell><office:annotation><text:p>comment</text:p></office:annotation><text:p>7.4 m</text:p></table:table-cell></table:table-row>` +
		`<table:table-row table:number-rows-repeated="1000000"><table:table-cell/></table:table-row><table:table-row>` + cell("", "far") + `</table:table-row></table:table>` +
		`<table:table table:name="Notes" table:style-name="ta2"><table:table-row table:number-rows-repeated="999999">` + cell("", "same") + `</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`
	r := reading(t, core.KindSheet, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", content)
	if want := "Time\tx\tx\t\ta b\n\n\n\n2024-03-21 06:00:00\t7.4 m [Comment: comment]\n2024-03-21 06:00:00\t7.4 m [Comment: comment]"; r.Pages[0].Text != want || !strings.Contains(r.Pages[0].Note, "200000 rows") {
		t.Errorf("got %q, note %q, want %q", r.Pages[0].Text, r.Pages[0].Note, want)
	}
	notes := r.Pages[1]
	if n := strings.Count(notes.Text, "\n") + 1; n != maxRows || notes.Label != "Notes" || !strings.Contains(notes.Note, "hidden") {
		t.Errorf("%d lines, %q, note %q", n, notes.Label, notes.Note)
	}
}
