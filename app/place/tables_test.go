package place_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"ibid/app/apptest"
	"ibid/app/place"
	"ibid/core"
)

// xlsx is a workbook of one sheet whose cells hold text or numbers.
func xlsx(t *testing.T, sheet string, rows ...[]any) string {
	t.Helper()
	var b strings.Builder
	for i, row := range rows {
		fmt.Fprintf(&b, `<row r="%d">`, i+1)
		for _, cell := range row {
			if s, ok := cell.(string); ok {
				fmt.Fprintf(&b, `<c t="inlineStr"><is><t>%s</t></is></c>`, s)
			} else {
				fmt.Fprintf(&b, `<c><v>%v</v></c>`, cell)
			}
		}
		b.WriteString("</row>")
	}
	return zipped(t, "xl/workbook.xml", `<workbook><sheets><sheet name="`+sheet+`" r:id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="r1" Type="x/worksheet" Target="sheet1.xml"/></Relationships>`,
		"xl/sheet1.xml", `<worksheet><sheetData>`+b.String()+`</sheetData><mergeCells><mergeCell ref="A1:C1"/></mergeCells></worksheet>`)
}

// ods is the same in an OpenDocument, its first row merged.
func ods(t *testing.T, sheet string, rows ...[]any) string {
	t.Helper()
	var b strings.Builder
	for i, row := range rows {
		b.WriteString(`<table:table-row>`)
		for _, cell := range row {
			if i == 0 {
				fmt.Fprintf(&b, `<table:table-cell table:number-columns-spanned="3"><text:p>%v</text:p></table:table-cell><table:covered-table-cell table:number-columns-repeated="2"/>`, cell)
			} else {
				fmt.Fprintf(&b, `<table:table-cell><text:p>%v</text:p></table:table-cell>`, cell)
			}
		}
		b.WriteString(`</table:table-row>`)
	}
	return zipped(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml",
		`<office:document-content><office:body><office:spreadsheet><table:table table:name="`+sheet+`">`+b.String()+`</table:table></office:spreadsheet></office:body></office:document-content>`)
}

// zipped packs names and contents.
func zipped(t *testing.T, parts ...string) string {
	t.Helper()
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for i := 0; i < len(parts); i += 2 {
		e, err := w.CreateHeader(&zip.FileHeader{Name: parts[i], Method: zip.Store})
		if err == nil {
			_, err = e.Write([]byte(parts[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

// survey is a table below a title and a blank row, of more rows than a passage
// has.
func survey(title string) [][]any {
	rows := [][]any{{title}, {}, {"Reef", "Depth", "Remark"}}
	for i := range 300 {
		rows = append(rows, []any{fmt.Sprint("Reef ", i), 10 + i%9, "urchins grazed the holdfasts again"})
	}
	return append(rows, []any{"Stennet Ledge", 24, "bare, with barnacles"})
}

// Rows of a table are shown, and cited, below the row that names the columns.
func TestRowsStandBelowTheNamesOfTheirColumns(t *testing.T) {
	// R0.1, X4
	e := apptest.Open(t)
	dir := t.TempDir()
	rows := survey("Kelp at its lower edge, 2024")
	csv := "\"Kelp at its lower edge, 2024\",,\n\n"
	for _, r := range rows[2:] {
		csv += fmt.Sprintf("%v,%v,\"%v\"\n", r...)
	}
	apptest.Add(t, e, "", apptest.Write(t, dir, "survey.xlsx", xlsx(t, "Lower Edge", rows...)), apptest.Write(t, dir, "survey.ods", ods(t, "Lower Edge", rows...)), apptest.Write(t, dir, "survey.csv", csv))
	for _, name := range []string{"survey.xlsx", "survey.ods"} {
		want := "Reef\tDepth\tRemark\n…\nStennet Ledge\t24\tbare, with barnacles"
		for _, locator := range []string{name + " 'Lower Edge'!A304:C304", name + " 'lower edge'!a304"} { // X4
			s, err := e.Show(t.Context(), locator, place.Around{})
			if err != nil || strings.TrimSuffix(s.Text, "\n") != want || s.Locator.Label != "Lower Edge" {
				t.Errorf("%s: %q at %s, %v", locator, s.Text, s.Locator.String(), err)
			}
		}
	}
	for locator, first := range map[string]int{"survey.csv:303": 0, "survey.csv:1-2": 1} {
		s, err := e.Show(t.Context(), locator, place.Around{})
		if err != nil || s.First != first || strings.HasPrefix(s.Text, "Reef,Depth") != (first == 0) {
			t.Errorf("%s: first line %d, %q, %v", locator, s.First, s.Text, err)
		}
	}
	c, err := e.Context(t.Context(), core.ContextRequest{Query: "barnacles Stennet"})
	if err != nil || len(c.Sources) == 0 {
		t.Fatal(c.Sources, err)
	}
	for _, s := range c.Sources {
		header, _, _ := strings.Cut(s.Text, "\n")
		if plain := strings.NewReplacer(",", "\t", `"`, "").Replace(header); plain != "Reef\tDepth\tRemark" || !strings.Contains(s.Text, "\n…\n") || strings.Contains(s.Text, "lower edge") {
			t.Errorf("%s begins %q", s.Heading, header)
		}
		again, err := e.Window(t.Context(), s.Document.ID, s.Quotes, place.Around{N: 0})
		if err != nil || strings.Count(again.Text, "\n") > 80 {
			t.Errorf("%s opens with %d lines, %v", s.Heading, strings.Count(again.Text, "\n"), err)
		}
	}
}
