package office

import (
	"strings"
	"testing"

	"ibid/core"
)

func TestCommentsFollowWhatTheyAreOn(t *testing.T) { // X4
	note := `<w:comment w:id="0" w:author="A. Reid"><w:p><w:r><w:annotationRef/><w:t>Which gauge?</w:t></w:r></w:p><w:p><w:r><w:t>See the log.</w:t></w:r></w:p></w:comment>`
	body := `<w:p><w:commentRangeStart w:id="0"/><w:r><w:t>Low water at six.</w:t></w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>` +
		`<w:p><w:r><w:t>High water at noon.</w:t></w:r><w:r><w:commentReference w:id="7"/></w:r></w:p>`
	word := reading(t, core.KindDocument, "word/document.xml", wordBody(body), "word/comments.xml", `<w:comments>`+note+`</w:comments>`,
		"word/_rels/document.xml.rels", `<Relationships><Relationship Id="1" Type="x/comments" Target="comments.xml"/></Relationships>`)
	open := reading(t, core.KindDocument, "mimetype", "application/vnd.oasis.opendocument.text", "content.xml",
		`<office:document-content><office:body><office:text><text:p>Low water<office:annotation><dc:creator>A. Reid</dc:creator><dc:date>2024-03-04</dc:date>`+
			`<text:p>Which gauge?</text:p><text:p>See the log.</text:p></office:annotation> at six.</text:p><text:p>High water at noon.</text:p></office:text></office:body></office:document-content>`)
	want := "Low water at six.\n\nComment by A. Reid: Which gauge? See the log.\n\nHigh water at noon."
	for name, got := range map[string]string{"docx": word.Pages[0].Text, "odt": open.Pages[0].Text} {
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestCommentsOfCellsStandInThem(t *testing.T) { // X4
	note := func(ref, author, text string) string {
		return `<comment ref="` + ref + `" authorId="` + author + `"><text><r><t>` + text + `</t></r></text></comment>`
	}
	comments := `<comments><authors><author>A. Reid</author><author>tc={1}</author></authors><commentList>` +
		note("D4", "0", "never read") + note("B2", "0", "A. Reid:\nreset at noon") + note("A3", "9", "empty row") + note("A2", "0", "") + note("3", "0", "no column") +
		note("XFD9", "0", "too far") + note("C2", "1", "[Threaded comment]\n\nYour version of Excel…\n\nComment:\n    Which datum?\nReply:\n    Chart.") + `</commentList></comments>`
	p := oneSheetOf(t, `<row r="2"><c r="B2"><v>2.4</v></c></row><row r="5"><c r="A5"><v>1</v></c></row>`, "xl/comments1.xml", comments,
		"xl/worksheets/_rels/sheet1.xml.rels", `<Relationships><Relationship Id="1" Type="x/comments" Target="../comments1.xml"/></Relationships>`)
	want := "\n\t2.4 [Comment by A. Reid: reset at noon]\t[Comment: Which datum? Reply: Chart.]\n[Comment: empty row]\n\t\t\t[Comment by A. Reid: never read]\n1"
	if p.Text != want || p.Note != "" {
		t.Errorf("%q, note %q, want %q", p.Text, p.Note, want)
	}
}

const oneSlide = `<p:presentation><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>`

func TestCommentsOfASlideStandAtItsEnd(t *testing.T) { // X4
	slide := `<p:sld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>Low water</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:sld>`
	links := `<Relationships><Relationship Id="1" Type="x/comments" Target="../comments/c1.xml"/></Relationships>`
	for name, tt := range map[string]struct{ people, kind, comments string }{
		"old form": {`<p:cmAuthorLst><p:cmAuthor id="0" name="A. Reid"/></p:cmAuthorLst>`, "commentAuthors",
			`<p:cmLst><p:cm authorId="0" idx="1"><p:pos x="1" y="2"/><p:text>Which gauge?</p:text></p:cm><p:cm authorId="5"><p:text>Mine.</p:text></p:cm></p:cmLst>`},
		"new form": {`<p188:authorLst><p188:author id="{A}" name="A. Reid"/></p188:authorLst>`, "authors",
			`<p188:cmLst><p188:cm authorId="{A}"><p188:replyLst><p188:reply authorId="{B}"><p188:txBody><a:p><a:r><a:t>Mine.</a:t></a:r></a:p></p188:txBody></p188:reply></p188:replyLst>` +
				`<p188:txBody><a:bodyPr/><a:p><a:r><a:t>Which gauge?</a:t></a:r></a:p></p188:txBody></p188:cm></p188:cmLst>`},
	} {
		main := strings.Replace(slideLink, "</Relationships>", `<Relationship Id="r9" Type="x/`+tt.kind+`" Target="people.xml"/></Relationships>`, 1)
		r := reading(t, core.KindSlides, "ppt/presentation.xml", oneSlide, "ppt/_rels/presentation.xml.rels", main, "ppt/people.xml", tt.people,
			"ppt/slides/slide1.xml", slide, "ppt/slides/_rels/slide1.xml.rels", links, "ppt/comments/c1.xml", tt.comments)
		if want := "Low water\n\nComment by A. Reid: Which gauge?\n\nComment: Mine."; r.Pages[0].Text != want {
			t.Errorf("%s: %q, want %q", name, r.Pages[0].Text, want)
		}
	}
}

func TestCommentsOfAnOpenDocumentSlide(t *testing.T) { // X4
	r := reading(t, core.KindSlides, "mimetype", "application/vnd.oasis.opendocument.presentation", "content.xml",
		`<office:document-content><office:body><office:presentation><draw:page><office:annotation><dc:creator>A. Reid</dc:creator><text:p>Which gauge?</text:p></office:annotation>`+
			`<draw:frame><draw:text-box><text:p>Low water</text:p></draw:text-box></draw:frame></draw:page></office:presentation></office:body></office:document-content>`)
	if want := "Low water\n\nComment by A. Reid: Which gauge?"; r.Pages[0].Text != want {
		t.Errorf("%q, want %q", r.Pages[0].Text, want)
	}
}

// What a layout or its master draws on each slide is read with the first; what
// they ask to be filled in is not read.
func TestTextOfTheLayoutIsReadOnce(t *testing.T) { // X4
	text := func(holder, s string) string {
		return `<p:sp><p:nvSpPr><p:nvPr>` + holder + `</p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>` + s + `</a:t></a:r></a:p></p:txBody></p:sp>`
	}
	tree := func(tag, attrs, inner string) string {
		return `<p:` + tag + attrs + `><p:cSld><p:spTree>` + inner + `</p:spTree></p:cSld></p:` + tag + `>`
	}
	rels := func(kind, target string) string {
		return `<Relationships><Relationship Id="r1" Type="x/` + kind + `" Target="` + target + `"/></Relationships>`
	}
	read := func(t *testing.T, layoutAttrs, slideAttrs string) []string {
		parts := []string{
			"ppt/presentation.xml", `<p:presentation><p:sldIdLst><p:sldId r:id="s1"/><p:sldId r:id="s2"/></p:sldIdLst></p:presentation>`,
			"ppt/_rels/presentation.xml.rels", `<Relationships><Relationship Id="s1" Type="x/slide" Target="slides/s1.xml"/><Relationship Id="s2" Type="x/slide" Target="slides/s2.xml"/></Relationships>`,
			"ppt/slideLayouts/l.xml", tree("sldLayout", layoutAttrs, text("", "Harbour Board")+text(`<p:ph type="body"/>`, "Click to add text")),
			"ppt/slideLayouts/_rels/l.xml.rels", rels("slideMaster", "../slideMasters/m.xml"),
			"ppt/slideMasters/m.xml", tree("sldMaster", "", text("", "Draft of 4 March")+text(`<p:ph type="ftr"/>`, "Footer")+`<p:pic/>`),
		}
		for _, s := range []string{"s1", "s2"} {
			parts = append(parts, "ppt/slides/"+s+".xml", tree("sld", slideAttrs, text("", "Low water")), "ppt/slides/_rels/"+s+".xml.rels", rels("slideLayout", "../slideLayouts/l.xml"))
		}
		var out []string
		for _, p := range reading(t, core.KindSlides, parts...).Pages {
			out = append(out, strings.ReplaceAll(p.Text, "\n\n", "|"))
		}
		return out
	}
	for _, tt := range []struct{ layout, slide, want string }{
		{"", "", "Low water|Draft of 4 March|Harbour Board and Low water"},
		{` showMasterSp="0"`, "", "Low water|Harbour Board and Low water"},
		{"", ` showMasterSp="0"`, "Low water and Low water"},
	} {
		if got := strings.Join(read(t, tt.layout, tt.slide), " and "); got != tt.want {
			t.Errorf("layout%s, slide%s: %q, want %q", tt.layout, tt.slide, got, tt.want)
		}
	}
}
