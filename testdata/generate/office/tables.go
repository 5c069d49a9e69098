package main

import (
	"fmt"
	"strconv"
	"strings"
)

// workbook holds two sheets that are seen and one that is hidden. The first row
// of each names its columns.
func workbook() []part {
	const ns = ` xmlns="` + sheetNS + `" xmlns:r="` + officeNS + `relationships"`
	return []part{
		contentTypes(part{"xl/workbook.xml", types + "spreadsheetml.sheet.main+xml"}, part{"xl/styles.xml", types + "spreadsheetml.styles+xml"}, part{"xl/sharedStrings.xml", types + "spreadsheetml.sharedStrings+xml"},
			part{"xl/worksheets/sheet1.xml", types + "spreadsheetml.worksheet+xml"}, part{"xl/worksheets/sheet2.xml", types + "spreadsheetml.worksheet+xml"}, part{"xl/worksheets/sheet3.xml", types + "spreadsheetml.worksheet+xml"}),
		links("_rels/.rels", "officeDocument", "xl/workbook.xml", "core-properties", "docProps/core.xml"),
		properties("Tides at Carrow Pier, spring 2024", "Harbour Office"),
		{"xl/workbook.xml", head + `<workbook` + ns + `><sheets><sheet name="Levels" sheetId="1" r:id="r1"/><sheet name="Monthly" sheetId="2" r:id="r2"/><sheet name="Constants" sheetId="3" state="hidden" r:id="r3"/></sheets></workbook>`},
		links("xl/_rels/workbook.xml.rels", "worksheet", "worksheets/sheet1.xml", "worksheet", "worksheets/sheet2.xml", "worksheet", "worksheets/sheet3.xml", "styles", "styles.xml", "sharedStrings", "sharedStrings.xml"),
		{"xl/styles.xml", head + `<styleSheet xmlns="` + sheetNS + `"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd\ hh:mm"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>` +
			`<cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="2" applyNumberFormat="1"/><xf numFmtId="9" applyNumberFormat="1"/></cellXfs></styleSheet>`},
		{"xl/sharedStrings.xml", head + `<sst xmlns="` + sheetNS + `"><si><t>Time (UTC)</t></si><si><t>Level above datum (m)</t></si><si><r><t>Surge </t></r><r><t>(m)</t></r></si><si><t>Remark</t></si></sst>`},
		{"xl/worksheets/sheet1.xml", sheet(levels())},
		{"xl/worksheets/sheet2.xml", sheet(`<row r="1">` + words("Month", "Highest (m)", "Lowest (m)", "Gauge working") + `</row>` +
			`<row r="3"><c r="A3" t="inlineStr"><is><t>March 2024</t></is></c><c r="B3" s="2"><f>MAX(Levels!B2:B13)</f><v>4.8099999999999996</v></c><c r="C3" s="2"><v>0.42</v></c><c r="D3" s="3"><v>0.98</v></c></row>`)},
		{"xl/worksheets/sheet3.xml", sheet(`<row r="1">` + words("Constituent", "Amplitude (m)") + `</row><row r="2"><c r="A2" t="inlineStr"><is><t>M2</t></is></c><c r="B2"><v>1.3120000000000001</v></c></row>`)},
	}
}

func sheet(rows string) string {
	return head + `<worksheet xmlns="` + sheetNS + `"><sheetData>` + rows + `</sheetData></worksheet>`
}

func words(texts ...string) string {
	var b strings.Builder
	for _, t := range texts {
		b.WriteString(`<c t="inlineStr"><is><t>` + t + `</t></is></c>`)
	}
	return b.String()
}

// levels is a day of the gauge, every two hours: 45372 is the 21st of March
// 2024.
func levels() string {
	var b strings.Builder
	b.WriteString(`<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c></row>`)
	for i, level := range []string{"1.12", "2.4", "3.95", "4.8099999999999996", "4.2", "2.87", "1.31", "0.55", "0.42", "1.08", "2.46", "3.74"} {
		row := strconv.Itoa(i + 2)
		fmt.Fprintf(&b, `<row r="%s"><c r="A%s" s="1"><v>%s</v></c><c r="B%s" s="2"><v>%s</v></c>`, row, row, strconv.FormatFloat(45372+float64(i)/12, 'f', 10, 64), row, level)
		if i == 3 {
			b.WriteString(`<c r="D` + row + `" t="inlineStr"><is><t>High water; the dredger waited outside</t></is></c>`)
		}
		b.WriteString(`</row>`)
	}
	return b.String()
}

// talk is a show of three slides, the last of which is hidden.
func talk() []part {
	const ns = ` xmlns:p="` + slideNS + `" xmlns:a="` + drawNS + `" xmlns:r="` + officeNS + `relationships"`
	slides := []string{
		box(2, `<p:ph type="ctrTitle"/>`, 900000, 1200000, "Dredging and the depth of kelp") + box(3, `<p:ph type="subTitle" idx="1"/>`, 900000, 3000000, "Carrow Sound steering group, 14 February 2024"),
		box(3, `<p:ph idx="1"/>`, 500000, 1600000, "Depth limit at Harbour Mouth: 9.1 m in 2019, 7.4 m in 2023", "No change at Ness Reef") +
			box(4, "", 6200000, 1650000, "Right of the list") + box(2, `<p:ph type="title"/>`, 500000, 300000, "What we saw") + slideTable(),
		box(2, `<p:ph type="title"/>`, 500000, 300000, "Spare: how light was logged"),
	}
	parts := []part{
		links("_rels/.rels", "officeDocument", "ppt/presentation.xml", "core-properties", "docProps/core.xml"),
		properties("Dredging and the depth of kelp", "Magnus Tulloch"),
		{"ppt/presentation.xml", head + `<p:presentation` + ns + `><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="r4"/></p:sldMasterIdLst><p:notesMasterIdLst><p:notesMasterId r:id="r6"/></p:notesMasterIdLst><p:sldIdLst><p:sldId id="256" r:id="r3"/><p:sldId id="257" r:id="r1"/><p:sldId id="258" r:id="r2"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`},
		// The order of the files is not that of the show.
		links("ppt/_rels/presentation.xml.rels", "slide", "slides/slide2.xml", "slide", "slides/slide3.xml", "slide", "slides/slide1.xml", "slideMaster", "slideMasters/slideMaster1.xml", "theme", "theme/theme1.xml", "notesMaster", "notesMasters/notesMaster1.xml"),
		{"ppt/slideMasters/slideMaster1.xml", head + `<p:sldMaster` + ns + `>` + tree("") + `<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="r1"/></p:sldLayoutIdLst></p:sldMaster>`},
		links("ppt/slideMasters/_rels/slideMaster1.xml.rels", "slideLayout", "../slideLayouts/slideLayout1.xml", "theme", "../theme/theme1.xml"),
		{"ppt/slideLayouts/slideLayout1.xml", head + `<p:sldLayout` + ns + `>` + tree("") + `</p:sldLayout>`},
		links("ppt/slideLayouts/_rels/slideLayout1.xml.rels", "slideMaster", "../slideMasters/slideMaster1.xml"),
		{"ppt/notesMasters/notesMaster1.xml", head + `<p:notesMaster` + ns + `>` + tree("") + `<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/></p:notesMaster>`},
		links("ppt/notesMasters/_rels/notesMaster1.xml.rels", "theme", "../theme/theme1.xml"),
		{"ppt/theme/theme1.xml", theme},
		{"ppt/notesSlides/notesSlide2.xml", head + `<p:notes` + ns + `>` + tree(box(2, `<p:ph type="body" idx="1"/>`, 700000, 4400000, "Say that 2019 was the last survey before the channel was deepened.")) + `</p:notes>`},
		links("ppt/notesSlides/_rels/notesSlide2.xml.rels", "slide", "../slides/slide2.xml", "notesMaster", "../notesMasters/notesMaster1.xml"),
	}
	list := []part{{"ppt/presentation.xml", types + "presentationml.presentation.main+xml"}, {"ppt/slideMasters/slideMaster1.xml", types + "presentationml.slideMaster+xml"}, {"ppt/slideLayouts/slideLayout1.xml", types + "presentationml.slideLayout+xml"},
		{"ppt/notesMasters/notesMaster1.xml", types + "presentationml.notesMaster+xml"}, {"ppt/theme/theme1.xml", types + "theme+xml"}, {"ppt/notesSlides/notesSlide2.xml", types + "presentationml.notesSlide+xml"}}
	for i, shapes := range slides {
		name, hidden := "slide"+strconv.Itoa(i+1)+".xml", ""
		pairs := []string{"slideLayout", "../slideLayouts/slideLayout1.xml"}
		switch i {
		case 1:
			pairs = append(pairs, "notesSlide", "../notesSlides/notesSlide2.xml")
		case 2:
			hidden = ` show="0"`
		}
		parts = append(parts, part{"ppt/slides/" + name, head + `<p:sld` + ns + hidden + `>` + tree(shapes) + `</p:sld>`}, links("ppt/slides/_rels/"+name+".rels", pairs...))
		list = append(list, part{"ppt/slides/" + name, types + "presentationml.slide+xml"})
	}
	return append([]part{contentTypes(list...)}, parts...)
}

// tree wraps the shapes of a slide.
func tree(shapes string) string {
	return `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>` + shapes + `</p:spTree></p:cSld>`
}

// box is a shape with a paragraph for each text; its place is in EMU.
func box(id int, holder string, x, y int, texts ...string) string {
	paragraphs := ""
	for _, t := range texts {
		paragraphs += `<a:p><a:r><a:t>` + t + `</a:t></a:r></a:p>`
	}
	return fmt.Sprintf(`<p:sp><p:nvSpPr><p:cNvPr id="%d" name="Shape %d"/><p:cNvSpPr/><p:nvPr>%s</p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="%d" y="%d"/><a:ext cx="2500000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/>%s</p:txBody></p:sp>`, id, id, holder, x, y, paragraphs)
}

func slideTable() string {
	row := func(a, b string) string {
		return `<a:tr h="370000"><a:tc><a:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:t>` + a + `</a:t></a:r></a:p></a:txBody><a:tcPr/></a:tc><a:tc><a:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:t>` + b + `</a:t></a:r></a:p></a:txBody><a:tcPr/></a:tc></a:tr>`
	}
	return `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="5" name="Table"/><p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="500000" y="4200000"/><a:ext cx="4000000" cy="740000"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr/><a:tblGrid><a:gridCol w="2000000"/><a:gridCol w="2000000"/></a:tblGrid>` +
		row("Site", "2023") + row("Harbour Mouth", "7.4 m") + `</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
}

// theme holds the colours, fonts and lines without which PowerPoint opens nothing.
var theme = head + `<a:theme xmlns:a="` + drawNS + `" name="Plain"><a:themeElements><a:clrScheme name="Plain">` + colours() + `</a:clrScheme>` +
	`<a:fontScheme name="Plain"><a:majorFont><a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/></a:majorFont><a:minorFont><a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/></a:minorFont></a:fontScheme>` +
	`<a:fmtScheme name="Plain"><a:fillStyleLst>` + strings.Repeat(fill, 3) + `</a:fillStyleLst><a:lnStyleLst>` + strings.Repeat(`<a:ln>`+fill+`</a:ln>`, 3) + `</a:lnStyleLst><a:effectStyleLst>` + strings.Repeat(`<a:effectStyle><a:effectLst/></a:effectStyle>`, 3) + `</a:effectStyleLst><a:bgFillStyleLst>` + strings.Repeat(fill, 3) + `</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`

const fill = `<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>`

func colours() string {
	var b strings.Builder
	for _, c := range []string{"dk1 000000", "lt1 FFFFFF", "dk2 1F3A4D", "lt2 E7EEF0", "accent1 2F6B7E", "accent2 6A8F3C", "accent3 B08A3E", "accent4 8C4A4A", "accent5 5B5B8C", "accent6 7A7A7A", "hlink 0000FF", "folHlink 800080"} {
		name, value, _ := strings.Cut(c, " ")
		b.WriteString(`<a:` + name + `><a:srgbClr val="` + value + `"/></a:` + name + `>`)
	}
	return b.String()
}
