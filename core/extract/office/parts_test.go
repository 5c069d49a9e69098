package office

import (
	"fmt"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/extract/extracttest"
)

// reading reads a file made of parts.
func reading(t *testing.T, kind core.Kind, parts ...string) extracttest.Reading {
	t.Helper()
	return extracttest.Conform(t, Extractor{}, core.Input{Name: t.Name(), Data: pack(t, parts...), Kind: kind})
}

func TestWordParagraphs(t *testing.T) {
	run := func(s string) string { return `<w:r><w:t>` + s + `</w:t></w:r>` }
	tests := []struct{ name, inner, want string }{
		{"runs, tabs and breaks", `<w:p>` + run("low") + `<w:r><w:tab/><w:t>water</w:t><w:br/><w:t xml:space="preserve">at  six</w:t></w:r></w:p>`, "low water at six"},
		{"deleted and inserted", `<w:p>` + run("a") + `<w:del>` + run("b") + `</w:del><w:ins>` + run("c") + `</w:ins><w:moveFrom>` + run("d") + `</w:moveFrom></w:p>`, "ac"},
		{"hidden", `<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>seen</w:t></w:r></w:p>`, "seen"},
		{"field codes", `<w:p><w:r><w:instrText>PAGEREF x</w:instrText></w:r>` + run("7") + `</w:p>`, "7"},
		{"text box once", `<w:p>` + run("outside") + `<w:r><mc:AlternateContent><mc:Choice><w:txbxContent><w:p>` + run("inside") + `</w:p></w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent><w:p>` + run("inside") + `</w:p></w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>`, "outside\n\ninside"},
		{"symbols", `<w:p><w:r><w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Symbol" w:char="F0B0"/><w:sym w:font="Wingdings" w:char="F04A"/><w:noBreakHyphen/><w:softHyphen/></w:r></w:p>`, "α°-"},
		{"formula", `<w:p><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></w:p>`, "a/bx^2"},
		{"content control", `<w:sdt><w:sdtPr><w:alias w:val="no"/></w:sdtPr><w:sdtContent><w:p>` + run("in it") + `</w:p></w:sdtContent></w:sdt>`, "in it"},
		{"frame of one cell", `<w:tbl><w:tr><w:tc><w:p>` + run("one") + `</w:p><w:p>` + run("two") + `</w:p></w:tc></w:tr></w:tbl>`, "one\n\ntwo"},
		{"tables beside each other", strings.Repeat(`<w:tbl><w:tr><w:tc><w:p>`+run("a")+`</w:p></w:tc><w:tc><w:p>`+run("b")+`</w:p><w:p>`+run("c")+`</w:p></w:tc></w:tr></w:tbl>`, 2), "a | b c\n\na | b c"},
		{"deleted row", `<w:tbl><w:tr><w:tc><w:p>` + run("a") + `</w:p></w:tc><w:tc/></w:tr><w:tr><w:trPr><w:del/></w:trPr><w:tc><w:p>` + run("b") + `</w:p></w:tc></w:tr></w:tbl>`, "a |"},
		{"ruby", `<w:p><w:r><w:ruby><w:rt><w:r><w:t>kana</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>潮</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p>`, "潮"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := reading(t, core.KindDocument, "word/document.xml", wordBody(tt.inner)).Pages[0].Text; got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestHeadingsComeFromStylesAndTheirBases(t *testing.T) {
	styles := `<w:styles><w:style w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style><w:style w:styleId="Mine"><w:basedOn w:val="berschrift2"/></w:style>` +
		`<w:style w:styleId="Toc"><w:basedOn w:val="berschrift2"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style><w:style w:styleId="Loop"><w:basedOn w:val="Loop"/></w:style></w:styles>`
	p := func(style, props string) string {
		return `<w:p><w:pPr><w:pStyle w:val="` + style + `"/>` + props + `</w:pPr><w:r><w:t>` + style + `</w:t></w:r></w:p>`
	}
	body := p("Mine", "") + p("Toc", "") + p("Loop", "") + p("Überschrift 3", "") + p("Loop", `<w:outlineLvl w:val="3"/>`) + p("Mine", `<w:outlineLvl w:val="9"/><w:pPrChange><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:pPrChange>`)
	r := reading(t, core.KindDocument, "word/document.xml", wordBody(body), "word/styles.xml", styles,
		"word/_rels/document.xml.rels", `<Relationships><Relationship Id="1" Type="x/styles" Target="styles.xml"/></Relationships>`)
	var got []string
	for _, h := range r.Layouts[0].Headings {
		got = append(got, fmt.Sprint(h.Level, " ", h.Title))
	}
	if want := "2 Mine, 3 Überschrift 3, 4 Loop"; strings.Join(got, ", ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestListNumbersAreThoseOfTheReader(t *testing.T) {
	numbering := `<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>` +
		`<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%1.%2)"/></w:lvl></w:abstractNum>` +
		`<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num></w:numbering>`
	var body strings.Builder
	for _, at := range []string{"1 0", "1 1", "1 1", "1 0", "1 1", "2 0", "2 0", "9 0", "0 0"} {
		list, level, _ := strings.Cut(at, " ")
		body.WriteString(`<w:p><w:pPr><w:numPr><w:ilvl w:val="` + level + `"/><w:numId w:val="` + list + `"/></w:numPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`)
	}
	r := reading(t, core.KindDocument, "word/document.xml", wordBody(body.String()), "word/numbering.xml", numbering,
		"word/_rels/document.xml.rels", `<Relationships><Relationship Id="1" Type="x/numbering" Target="/word/numbering.xml"/></Relationships>`)
	if want := "3. x\n3.i) x\n3.ii) x\n4. x\n4.i) x\n1. x\n2. x\n\nx\n\nx"; r.Pages[0].Text != want {
		t.Errorf("got %q, want %q", r.Pages[0].Text, want)
	}
}

func TestEndnotesStandAtTheEnd(t *testing.T) {
	note := func(kind, id, text string) string {
		return `<w:` + kind + ` w:id="` + id + `"><w:p><w:r><w:t>` + text + `</w:t></w:r></w:p></w:` + kind + `>`
	}
	body := `<w:p><w:r><w:t>a</w:t><w:endnoteReference w:id="5"/><w:footnoteReference w:id="2"/></w:r></w:p><w:p><w:r><w:t>b</w:t><w:footnoteReference w:id="1"/></w:r></w:p>`
	r := reading(t, core.KindDocument, "word/document.xml", wordBody(body),
		"word/footnotes.xml", `<w:footnotes>`+note("footnote", "1", "one")+note("footnote", "2", "two")+`</w:footnotes>`,
		"word/endnotes.xml", `<w:endnotes>`+note("endnote", "5", "end")+`</w:endnotes>`,
		"word/_rels/document.xml.rels", `<Relationships><Relationship Id="1" Type="x/footnotes" Target="footnotes.xml"/><Relationship Id="2" Type="x/endnotes" Target="endnotes.xml"/></Relationships>`)
	if want := "a[i][1]\n\n[1] two\n\nb[2]\n\n[2] one\n\n[i] end"; r.Pages[0].Text != want {
		t.Errorf("got %q, want %q", r.Pages[0].Text, want)
	}
}

func TestShapesReadFromTopToBottomAndLeftToRight(t *testing.T) {
	sp := func(holder, x, y, text string) string {
		place := ""
		if x != "" {
			place = `<a:xfrm><a:off x="` + x + `" y="` + y + `"/></a:xfrm>`
		}
		return `<p:sp><p:nvSpPr><p:nvPr>` + holder + `</p:nvPr></p:nvSpPr><p:spPr>` + place + `</p:spPr><p:txBody><a:p><a:r><a:t>` + text + `</a:t></a:r></a:p></p:txBody></p:sp>`
	}
	layout := `<p:sldLayout><p:spTree>` + sp(`<p:ph type="body" idx="7"/>`, "0", "1000000", "prompt") + `</p:spTree></p:sldLayout>`
	slide := `<p:sld><p:spTree>` + sp("", "0", "9000000", "last") + sp("", "5000000", "3000000", "right") + sp("", "100", "3100000", "left") +
		`<p:grpSp><p:grpSpPr><a:xfrm><a:off x="0" y="6000000"/></a:xfrm></p:grpSpPr>` + sp("", "0", "90", "in the group") + `</p:grpSp>` +
		sp(`<p:ph type="ftr"/>`, "0", "0", "footer") + sp(`<p:ph type="body" idx="7"/>`, "", "", "placed by its layout") + sp(`<p:ph type="title"/>`, "0", "8000000", "Title") + `</p:spTree></p:sld>`
	r := reading(t, core.KindSlides, "ppt/presentation.xml", `<p:presentation><p:sldIdLst><p:sldId id="1" r:id="r1"/><p:sldId id="2" r:id="r9"/></p:sldIdLst></p:presentation>`,
		"ppt/_rels/presentation.xml.rels", slideLink, "ppt/slides/slide1.xml", slide,
		"ppt/slides/_rels/slide1.xml.rels", `<Relationships><Relationship Id="1" Type="x/slideLayout" Target="../slideLayouts/slideLayout1.xml"/></Relationships>`,
		"ppt/slideLayouts/slideLayout1.xml", layout)
	if want := "Title\n\n- placed by its layout\n\nleft\n\nright\n\nin the group\n\nlast"; r.Pages[0].Text != want {
		t.Errorf("got %q, want %q", r.Pages[0].Text, want)
	}
	if p := r.Pages[1]; p.Text != "" || !strings.Contains(p.Note, "could not be read") {
		t.Errorf("a slide that is missing: %+v", p)
	}
}

func TestChartIsReadAsATable(t *testing.T) {
	pts := func(tag, cache string, values ...string) string {
		s := ""
		for _, v := range values {
			s += `<c:pt><c:v>` + v + `</c:v></c:pt>`
		}
		return `<c:` + tag + `><c:f>Sheet1!A1</c:f><c:` + cache + `>` + s + `</c:` + cache + `></c:` + tag + `>`
	}
	chart := `<c:chartSpace><c:title><c:tx><c:rich><a:p><a:r><a:t>Depth limit</a:t></a:r></a:p></c:rich></c:tx></c:title><c:ser>` + pts("tx", "strCache", "2023") + pts("cat", "strCache", "Ness Reef", "Inner Bay") + pts("val", "numCache", "11.9", "5.2000000000000002") + `</c:ser></c:chartSpace>`
	slide := `<p:sld><p:spTree><p:graphicFrame><a:graphic><a:graphicData><c:chart r:id="r5"/></a:graphicData></a:graphic></p:graphicFrame></p:spTree></p:sld>`
	r := reading(t, core.KindSlides, "ppt/presentation.xml", `<p:presentation><p:sldIdLst><p:sldId id="1" r:id="r1"/></p:sldIdLst></p:presentation>`, "ppt/_rels/presentation.xml.rels", slideLink,
		"ppt/slides/slide1.xml", slide, "ppt/slides/_rels/slide1.xml.rels", `<Relationships><Relationship Id="r5" Type="x/chart" Target="../charts/chart1.xml"/></Relationships>`, "ppt/charts/chart1.xml", chart)
	if want := "Depth limit\n\n | 2023\nNess Reef | 11.9\nInner Bay | 5.2"; r.Pages[0].Text != want {
		t.Errorf("got %q, want %q", r.Pages[0].Text, want)
	}
}
