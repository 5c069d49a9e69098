package pdf

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ibid/core"
)

// formPDF writes a document of one page with so many annotations, each a
// dictionary without its brackets. page is what else the page says.
func formPDF(contents, page string, annotations ...string) core.Input {
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 600 800]>>",
		"", // the page
		fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(contents), contents),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
	}
	var refs strings.Builder
	for _, a := range annotations {
		objects = append(objects, "<</Type/Annot"+a+">>")
		fmt.Fprintf(&refs, "%d 0 R ", len(objects))
	}
	objects[2] = "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>" + page + "/Annots[" + refs.String() + "]>>"
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	var offsets []int
	for i, o := range objects {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return core.Input{Name: "form.pdf", Data: b.Bytes(), Kind: core.KindPDF}
}

const heading = "BT /F 20 Tf 50 740 Td (Tide gauge permit) Tj ET"

func TestFilledFormsAndCommentsFollowTheContents(t *testing.T) { // C2
	in := formPDF(heading, "",
		`/Subtype/Widget/FT/Tx/T(f1_02[0])/TU(Harbour)/V(Port Ellery)/Rect[300 600 500 620]`,
		`/Subtype/Widget/FT/Tx/T(Applicant)/V(Ines Maro\rTide Office)/Rect[50 604 250 644]`,
		`/Subtype/Widget/FT/Ch/T(Depth)/Opt[[(d1)(below 5 m)][(d2)(below 20 m)]]/V(d2)/Rect[50 500 250 520]`,
		`/Subtype/Widget/FT/Btn/Ff 65536/MK<</CA(Send to the office)>>/Rect[50 100 200 130]`,
		`/Subtype/Widget/FT/Btn/T(agree)/V/Yes/AS/Yes/MK<</CA(4)>>/Rect[50 150 60 160]`,
		`/Subtype/Widget/FT/Tx/Ff 8192/T(Word)/V(sesame)/Rect[50 180 200 200]`,
		`/Subtype/Widget/FT/Tx/F 2/T(Secret)/V(hidden value)/Rect[50 210 200 230]`,
		`/Subtype/Widget/FT/Tx/T(Nowhere)/V(off the page)/Rect[700 210 900 230]`,
		`/Subtype/FreeText/Contents<FEFF004B00FC007300740065>/Rect[50 400 250 420]`,
		`/Subtype/Text/Contents(Ask the harbour master \(2019\).)/Rect[500 300 520 320]`,
		`/Subtype/Highlight/Contents(gauge permit)/Rect[50 735 200 760]`,
		`/Subtype/Highlight/Contents(expired?)/Rect[50 735 200 760]`,
		`/Subtype/Link/Contents(a link)/Rect[50 20 200 30]`,
		`/Subtype/Popup/Contents(again)/Rect[50 40 200 50]`,
	)
	pages, layouts := read(t, in)
	want := "Tide gauge permit\nexpired?\nApplicant: Ines Maro\nTide Office\nHarbour: Port Ellery\nDepth: below 20 m\nKüste\n" +
		"Ask the harbour master (2019).\nSend to the office"
	if pages[0].Text != want {
		t.Fatalf("got %q\nwant %q", pages[0].Text, want)
	}
	if p := pages[0]; p.Contents() != "Tide gauge permit" || p.Annotations != len(want)-len("Tide gauge permit\n") {
		t.Errorf("contents %q, %d bytes of annotations", p.Contents(), p.Annotations)
	}
	l := layouts[0]
	var lines []string
	for _, line := range l.Lines {
		lines = append(lines, want[line.Start:line.End])
	}
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("lines %q", got)
	}
	harbour := l.Lines[slices.Index(lines, "Harbour: Port Ellery")]
	if harbour.Left != 300 || harbour.Top != 180 || harbour.Right != 500 || harbour.Height != 20 {
		t.Errorf("the field is placed at %+v", harbour)
	}
	if second := l.Lines[slices.Index(lines, "Tide Office")]; second.Top != 176 || second.Height != 20 {
		t.Errorf("the second line of a value is placed at %+v", second)
	}
	var safe []core.Page
	err := Extractor{Safe: true}.Words(t.Context(), in, func(p core.Page) error { safe = append(safe, p); return nil })
	if err != nil || safe[0].Text != "Tide gauge permit" || safe[0].Annotations != 0 {
		t.Errorf("safe mode reads %+v, %v", safe, err)
	}
}

func TestFieldsOfTurnedAndCutPagesLieWhereTheyAreDrawn(t *testing.T) {
	const field = `/Subtype/Widget/FT/Tx/V(ebb)/Rect[150 500 250 520]`
	for page, want := range map[string]area{
		"":                            {150, 280, 250, 300},
		"/CropBox[100 100 600 700]":   {50, 180, 150, 200},
		"/Rotate 90":                  {500, 150, 520, 250},
		"/Rotate 180":                 {350, 500, 450, 520},
		"/Rotate -90":                 {280, 350, 300, 450},
		"/UserUnit 2":                 {300, 560, 500, 600},
		"/CropBox[900 900 1000 1000]": {150, 280, 250, 300}, // is nowhere: the whole page
	} {
		in := formPDF(heading, page, field)
		got := annotations(t.Context(), in.Data, 1)
		if len(got) != 1 || len(got[0]) != 1 || got[0][0].area != want {
			t.Errorf("page with %q: %+v, want %+v", page, got, want)
		}
	}
}

func TestPagesWithoutContentsHaveTheirFields(t *testing.T) {
	pages, layouts := read(t, formPDF("", "", `/Subtype/Stamp/Contents(Received 3 May)/Rect[50 400 250 420]`))
	if p := pages[0]; p.Text != "Received 3 May" || p.Contents() != "" || len(layouts[0].Lines) != 1 {
		t.Errorf("page %+v, layout %+v", p, layouts[0])
	}
}

func TestFormsWithoutEndAreBounded(t *testing.T) {
	loop := formPDF(heading, "", `/Subtype/Widget/FT/Tx/Parent 6 0 R/Rect[50 500 250 520]`)
	if got := annotations(t.Context(), loop.Data, 1); got != nil {
		t.Errorf("a field that is its own parent gives %+v", got)
	}
	many := make([]string, mostOnPage+50)
	for i := range many {
		many[i] = `/Subtype/FreeText/Contents(` + strings.Repeat("ebb ", 10) + `)/Rect[50 500 250 520]`
	}
	if got := annotations(t.Context(), formPDF(heading, "", many...).Data, 1); len(got) != 1 || len(got[0]) != mostOnPage {
		t.Errorf("%d pages", len(got))
	}
	long := formPDF(heading, "", `/Subtype/FreeText/Contents(`+strings.Repeat("x", longestValue+1)+`)/Rect[50 500 250 520]`,
		`/Subtype/FreeText/Contents(kept)/Rect[50 400 250 420]`)
	if got := annotations(t.Context(), long.Data, 1); len(got) != 1 || len(got[0]) != 1 || got[0][0].text != "kept\n" {
		t.Errorf("a value of %d bytes gives %+v", longestValue+1, got)
	}
}

func FuzzAnnotations(f *testing.F) {
	f.Add(formPDF(heading, "", `/Subtype/Widget/FT/Tx/TU(Harbour)/V(Port Ellery)/Rect[300 600 500 620]`).Data)
	f.Add(formPDF("", "/Rotate 90", `/Subtype/Widget/FT/Ch/Opt[[(a)(b)]]/V[(a)]/Parent 6 0 R/Rect[0 0 20 20]`).Data)
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, page := range annotations(t.Context(), data, 1) {
			p := core.Page{Text: "contents"}
			annotate(&p, page)
			if p.Contents() != "contents" || strings.ContainsAny(p.Text, "\x00\r") {
				t.Errorf("page %q", p.Text)
			}
		}
	})
}
