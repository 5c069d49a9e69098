package office

import (
	"fmt"
	"strings"
	"testing"

	"ibid/core"
)

// openText reads a text document of OpenDocument.
func openText(t *testing.T, styles, inner string) core.Page {
	t.Helper()
	content := `<office:document-content><office:automatic-styles>` + styles + `</office:automatic-styles><office:body><office:text>` + inner + `</office:text></office:body></office:document-content>`
	return reading(t, core.KindDocument, "mimetype", "application/vnd.oasis.opendocument.text", "content.xml", content).Pages[0]
}

func TestOpenDocumentParagraphs(t *testing.T) { // X4
	hidden := `<style:style style:name="T1" style:family="text"><style:text-properties text:display="none"/></style:style>` +
		`<style:style style:name="P1" style:family="paragraph"><style:text-properties text:display="none"/></style:style>`
	p := func(s string) string { return `<text:p>` + s + `</text:p>` }
	note := func(class, s string) string {
		return `<text:note text:note-class="` + class + `"><text:note-citation>9</text:note-citation><text:note-body>` + p(s) + `</text:note-body></text:note>`
	}
	for _, tt := range []struct{ name, inner, want string }{
		{"blanks and breaks", p(`low<text:s/>water<text:tab/>at<text:line-break/>six`), "low water at six"},
		{"a span", p(`low <text:span text:style-name="T2">water</text:span>`), "low water"},
		{"a hidden span", p(`low <text:span text:style-name="T1">secret</text:span>water`), "low water"},
		{"a hidden paragraph", p("a") + `<text:p text:style-name="P1">secret</text:p>` + p("b"), "a\n\nb"},
		{"hidden text and what is read aloud", p(`潮<text:ruby><text:ruby-base>汐</text:ruby-base><text:ruby-text>shio</text:ruby-text></text:ruby><text:hidden-text>secret</text:hidden-text>`), "潮汐"},
		{"a link", p(`see <text:a>here</text:a>`), "see here"},
		{"a link of a drawing", p(`see <draw:a>here</draw:a>`), "see here"},
		{"a text box after its paragraph", p(`outside<draw:frame><draw:text-box>`+p("inside")+`</draw:text-box></draw:frame> still`) + p("next"), "outside still\n\ninside\n\nnext"},
		{"an alternative text", p(`a<svg:title>a picture</svg:title>b`), "ab"},
		{"a footnote and an endnote", p("a"+note("footnote", "foot")+note("endnote", "end")) + p("b"), "a[1][i]\n\n[1] foot\n\nb\n\n[i] end"},
		{"a comment", p(`a<office:annotation><dc:creator>Ida</dc:creator>` + p("why?") + `</office:annotation>`), "a\n\nComment by Ida: why?"},
		{"a comment without words", p(`a<office:annotation></office:annotation>`), "a"},
		{"a section", `<text:section>` + p("seen") + `</text:section><text:section text:display="none">` + p("unseen") + `</text:section>`, "seen"},
		{"what was deleted", `<text:tracked-changes><text:changed-region><text:deletion>` + p("deleted") + `</text:deletion></text:changed-region></text:tracked-changes>` + p("a"), "a"},
		{"a list of bullets", `<text:list><text:list-item>` + p("a") + p("a again") + `</text:list-item><text:list-item>` + p("b") + `</text:list-item></text:list>`, "- a\n\na again\n\n- b"},
		{"a table", `<table:table><table:table-header-rows><table:table-row><table:table-cell>` + p("a") + `</table:table-cell><table:table-cell>` + p("b") + p("c") + `</table:table-cell></table:table-row></table:table-header-rows><table:table-row><table:table-cell/><table:table-cell>` + p("d") + `</table:table-cell></table:table-row></table:table>`, "a | b c\n | d"},
		{"an empty row", `<table:table><table:table-row><table:table-cell/></table:table-row><table:table-row><table:table-cell>` + p("a") + `</table:table-cell></table:table-row></table:table>`, "a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := openText(t, hidden, tt.inner).Text; got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestOpenDocumentListsCountAsTheirStylesSay(t *testing.T) {
	const styles = `<text:list-style style:name="L1">` +
		`<text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="." text:start-value="3"/>` +
		`<text:list-level-style-number text:level="2" style:num-format="a" style:num-prefix="(" style:num-suffix=")" text:display-levels="2"/>` +
		`<text:list-level-style-number text:level="3" style:num-format=""/>` +
		`<text:list-level-style-bullet text:level="4"/><text:list-level-style-number text:level="99"/></text:list-style>`
	item := func(attrs, s string) string { return `<text:list-item ` + attrs + `>` + s + `</text:list-item>` }
	p := func(s string) string { return `<text:p>` + s + `</text:p>` }
	list := func(attrs string, items ...string) string {
		return `<text:list ` + attrs + `>` + strings.Join(items, "") + `</text:list>`
	}
	const named = `text:style-name="L1"`
	for _, tt := range []struct{ name, inner, want string }{
		{"from its start", list(named, item("", p("a")), item("", p("b"))), "3. a\n4. b"},
		{"from a number of the item", list(named, item(`text:start-value="7"`, p("a")), item("", p("b"))), "7. a\n8. b"},
		{"within each other", list(named, item("", p("a")+list("", item("", p("b")), item("", p("c")))), item("", p("d")+list("", item("", p("e"))))), "3. a\n(3.a) b\n(3.b) c\n4. d\n(4.a) e"},
		{"a level without numbers", list(named, item("", list("", item("", list("", item("", p("a"))))))), "a"},
		{"a level of bullets", list(named, item("", list("", item("", list("", item("", list("", item("", p("a"))))))))), "- a"},
		{"anew in the next list", list(named, item("", p("a"))) + list(named, item("", p("b"))), "3. a\n3. b"},
		{"on in one that continues", list(named, item("", p("a"))) + list(named+` text:continue-numbering="true"`, item("", p("b"))), "3. a\n4. b"},
		{"on in one that names another", list(named, item("", p("a"))) + list(named+` text:continue-list="x"`, item("", p("b"))), "3. a\n4. b"},
		{"of no style", list(`text:style-name="none"`, item("", p("a"))), "- a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := openText(t, styles, tt.inner).Text; got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestOpenDocumentHeadingsAreThoseOfTheirOutline(t *testing.T) {
	styles := `<office:document-styles><office:styles><style:style style:name="Mine" style:family="paragraph" style:default-outline-level="2"/>` +
		`<style:style style:name="Below" style:family="paragraph" style:parent-style-name="Mine"/>` +
		`<style:style style:name="Loop" style:family="paragraph" style:parent-style-name="Loop"/>` +
		`<text:outline-style><text:outline-level-style text:level="1" style:num-format="1"/><text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style></office:styles></office:document-styles>`
	inner := `<text:h text:outline-level="1">One</text:h><text:h text:outline-level="2">Under</text:h><text:h>Two</text:h><text:p text:style-name="Below">Styled</text:p>` +
		`<text:p text:style-name="Loop">Body</text:p><text:h text:outline-level="3">Bare</text:h><text:p text:style-name="Heading_20_4">Named</text:p>`
	content := `<office:document-content><office:body><office:text>` + inner + `</office:text></office:body></office:document-content>`
	r := reading(t, core.KindDocument, "mimetype", "application/vnd.oasis.opendocument.text", "content.xml", content, "styles.xml", styles)
	var got []string
	for _, h := range r.Layouts[0].Headings {
		got = append(got, fmt.Sprint(h.Level, " ", h.Title))
	}
	if want := "1 1 One, 2 1.1 Under, 1 2 Two, 2 Styled, 3 Bare, 4 Named"; strings.Join(got, ", ") != want {
		t.Errorf("got %q, want %q", strings.Join(got, ", "), want)
	}
}

// openSlides reads the slides of an OpenDocument presentation.
func openSlides(t *testing.T, pages string) []core.Page {
	t.Helper()
	content := `<office:document-content><office:body><office:presentation>` + pages + `</office:presentation></office:body></office:document-content>`
	return reading(t, core.KindSlides, "mimetype", "application/vnd.oasis.opendocument.presentation", "content.xml", content).Pages
}

func TestOpenDocumentSlides(t *testing.T) { // X4
	frame := func(attrs, s string) string {
		return `<draw:frame ` + attrs + `><draw:text-box><text:p>` + s + `</text:p></draw:text-box></draw:frame>`
	}
	for _, tt := range []struct{ name, inner, want string }{
		{"from top to bottom, the title first", frame(`svg:x="1cm" svg:y="9cm"`, "low") + frame(`svg:x="1cm" svg:y="2cm"`, "high") + frame(`svg:y="12cm" svg:x="0cm" presentation:class="title"`, "Tides"), "Tides\n\nhigh\n\nlow"},
		{"in one row from the left", frame(`svg:x="9cm" svg:y="2cm"`, "right") + frame(`svg:x="1cm" svg:y="2.5cm"`, "left"), "left\n\nright"},
		{"not what is on every slide", frame(`presentation:class="footer"`, "foot") + frame(`presentation:class="date-time"`, "today") + frame(`presentation:class="page-number"`, "7") + frame(`presentation:class="header"`, "head") + frame("", "seen"), "seen"},
		{"not a prompt", frame(`presentation:placeholder="true"`, "Click to add") + frame("", "seen"), "seen"},
		{"a group stays together", frame(`svg:x="1cm" svg:y="3cm"`, "between") + `<draw:g>` + frame(`svg:x="1cm" svg:y="1cm"`, "first") + frame(`svg:x="1cm" svg:y="5cm"`, "second") + `</draw:g>`, "first\n\nsecond\n\nbetween"},
		{"an empty group is none", `<draw:g></draw:g>` + frame("", "seen"), "seen"},
		{"what is no drawing is none", `<anim:par><text:p>animated</text:p></anim:par>` + frame("", "seen"), "seen"},
		{"notes at the end", `<presentation:notes>` + frame(`presentation:class="notes"`, "say it slowly") + frame("", "not this") + `</presentation:notes>` + frame("", "seen"), "seen\n\nNotes:\n\nsay it slowly"},
		{"a comment behind all", `<office:annotation><dc:creator>Ida</dc:creator><text:p>why?</text:p></office:annotation>` + frame("", "seen"), "seen\n\nComment by Ida: why?"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := openSlides(t, `<draw:page>`+tt.inner+`</draw:page>`)[0].Text; got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	pages := openSlides(t, `<presentation:settings/><draw:page>`+frame("", "one")+`</draw:page><draw:page/><draw:page>`+frame("", "three")+`</draw:page>`)
	if len(pages) != 3 || pages[0].Text != "one" || pages[1].Text != "" || pages[2].Text != "three" {
		t.Errorf("three slides: %+v", pages)
	}
}

// slideOf reads the first slide of a presentation of PowerPoint.
func slideOf(t *testing.T, slide string, parts ...string) core.Page {
	t.Helper()
	all := append([]string{"ppt/presentation.xml", oneSlide, "ppt/_rels/presentation.xml.rels", slideLink, "ppt/slides/slide1.xml", `<p:sld><p:spTree>` + slide + `</p:spTree></p:sld>`}, parts...)
	return reading(t, core.KindSlides, all...).Pages[0]
}

func TestPartsOfASlide(t *testing.T) { // X4
	par := func(props, s string) string {
		return `<a:p><a:pPr ` + props + `</a:pPr><a:r><a:t>` + s + `</a:t></a:r></a:p>`
	}
	sp := func(head, inner string) string {
		return `<p:sp><p:nvSpPr>` + head + `</p:nvSpPr><p:txBody>` + inner + `</p:txBody></p:sp>`
	}
	const body = `<p:nvPr><p:ph type="body" idx="1"/></p:nvPr>`
	for _, tt := range []struct{ name, slide, want string }{
		{"numbers by level", sp("", par(`><a:buAutoNum type="arabicPeriod"/>`, "a")+par(`lvl="1"><a:buAutoNum type="alphaLcParenR"/>`, "b")+par(`lvl="1"><a:buAutoNum type="alphaLcParenR"/>`, "c")+par(`><a:buAutoNum type="arabicPeriod"/>`, "d")+par(`lvl="1"><a:buAutoNum type="alphaLcParenR"/>`, "e")), "1. a\na) b\nb) c\n2. d\na) e"},
		{"numbers from a start", sp("", par(`><a:buAutoNum type="romanUcParenBoth" startAt="4"/>`, "a")+par(`><a:buAutoNum type="romanUcParenBoth" startAt="4"/>`, "b")), "(IV) a\n(V) b"},
		{"numbers begin anew after a bullet", sp("", par(`><a:buAutoNum type="arabicPlain"/>`, "a")+par(`><a:buChar char="x"/>`, "b")+par(`><a:buAutoNum type="arabicPlain"/>`, "c")), "1 a\n- b\n1 c"},
		{"a body has bullets", sp(body, par(">", "a")+par("><a:buNone/>", "b")), "- a\n\nb"},
		{"a body whose style has none", sp(body, `<a:lstStyle><a:lvl1pPr><a:buNone/></a:lvl1pPr></a:lstStyle>`+par(">", "a")), "a"},
		{"a box has none", sp("", par(">", "a")), "a"},
		{"a hidden shape", sp(`<p:cNvPr hidden="1"/>`, par(">", "secret")) + sp(`<p:cNvPr hidden="0"/>`, par(">", "seen")), "seen"},
		{"a table", `<p:graphicFrame><a:tbl><a:tr><a:tc><a:txBody>` + par(">", "a") + `</a:txBody></a:tc><a:tc><a:txBody>` + par(">", "b") + par(">", "c") + `</a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>`, "a | b c"},
		{"an older form of the same", `<mc:AlternateContent><mc:Choice>` + sp("", par(">", "new")) + `</mc:Choice><mc:Fallback>` + sp("", par(">", "old")) + `</mc:Fallback></mc:AlternateContent>`, "new"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := slideOf(t, tt.slide).Text; got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	diagram := slideOf(t, `<p:graphicFrame><a:graphic><a:graphicData><dgm:relIds r:dm="r3" r:lo="r4"/></a:graphicData></a:graphic></p:graphicFrame>`,
		"ppt/slides/_rels/slide1.xml.rels", `<Relationships><Relationship Id="r3" Type="x/diagramData" Target="../diagrams/data1.xml"/></Relationships>`,
		"ppt/diagrams/data1.xml", `<dgm:dataModel><dgm:ptLst><dgm:pt><dgm:t>`+par(">", "survey")+`</dgm:t></dgm:pt><dgm:pt><dgm:t>`+par(">", "")+`</dgm:t></dgm:pt><dgm:pt><dgm:t>`+par(">", "report")+`</dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`)
	if want := "- survey\n- report"; diagram.Text != want {
		t.Errorf("a diagram: %q, want %q", diagram.Text, want)
	}
}

func TestSymbolsAreThoseOfTheirFont(t *testing.T) {
	for _, tt := range []struct{ font, code, want string }{
		{"Symbol", "F061", "α"}, {"symbol", "F07A", "ζ"}, {"Symbol", "F041", "Α"}, {"Symbol", "F05A", "Ζ"}, {"Symbol", "F0A3", "≤"}, {"Symbol", "F02D", "−"},
		{"Symbol", "F02B", "+"}, {"Symbol", "F07E", "~"}, {"Symbol", "F0FF", ""}, {"Wingdings", "F04A", ""}, {"Wingdings", "00e9", "é"}, {"Arial", "F100", "\uf100"},
		{"Symbol", "0009", ""}, {"Symbol", "D800", ""}, {"Symbol", "no", ""}, {"Symbol", "", ""}, {"Symbol", "110000", ""},
	} {
		if got := symbol(tt.font, tt.code); got != tt.want {
			t.Errorf("%s of %s is %q, want %q", tt.code, tt.font, got, tt.want)
		}
	}
}

func TestMainPartMayBeNamedByItsContainer(t *testing.T) {
	const root = "_rels/.rels"
	rels := func(target string) string {
		return `<Relationships><Relationship Id="1" Type="x/officeDocument" Target="` + target + `"/></Relationships>`
	}
	types := `<Types><Override PartName="/word/other.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
	body := wordBody(`<w:p><w:r><w:t>found</w:t></w:r></w:p>`)
	if got := reading(t, core.KindDocument, "[Content_Types].xml", types, root, rels("word/other.xml"), "word/other.xml", body).Pages[0].Text; got != "found" {
		t.Errorf("got %q", got)
	}
	for _, target := range []string{"word/none.xml", "http://example.org/x"} {
		in := core.Input{Name: "a.docx", Kind: core.KindDocument, Data: pack(t, "[Content_Types].xml", types, root, rels(target), "word/other.xml", body)}
		err := Extractor{}.Words(t.Context(), in, func(core.Page) error { return nil })
		if err == nil || !strings.Contains(err.Error(), "a.docx") {
			t.Errorf("%s: %v", target, err)
		}
	}
}
