package office

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ibid/core"
	"ibid/core/extract/extracttest"
)

const kinds = "../../../testdata/kinds"

// samples are the files of testdata/kinds that this package reads.
var samples = []struct {
	name string
	kind core.Kind
}{
	{"kelp-depth-methods.docx", core.KindDocument},
	{"kelp-depth-methods.odt", core.KindDocument},
	{"dredging-talk.pptx", core.KindSlides},
	{"tide-gauge.xlsx", core.KindSheet},
}

func sample(t testing.TB, name string, kind core.Kind) core.Input {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(kinds, name))
	if err != nil {
		t.Fatal(err)
	}
	return core.Input{Name: name, Data: data, Kind: kind}
}

func TestSamplesReadAsTheirReadersSeeThem(t *testing.T) { // X4
	for _, s := range samples {
		extracttest.Golden(t, Extractor{}, sample(t, s.name, s.kind))
	}
}

func TestBothReportsReadTheSame(t *testing.T) {
	word := extracttest.Conform(t, Extractor{}, sample(t, samples[0].name, core.KindDocument))
	open := extracttest.Conform(t, Extractor{}, sample(t, samples[1].name, core.KindDocument))
	if diff := cmp.Diff(word, open); diff != "" {
		t.Errorf("the same report differs between Word and OpenDocument:\n%s", diff)
	}
}

func TestRealFilesEndInTextOrANamedFate(t *testing.T) { // X4
	for kind, endings := range map[core.Kind][]string{
		core.KindDocument: {".docx", ".odt"},
		core.KindSlides:   {".pptx", ".odp"},
		core.KindSheet:    {".xlsx", ".ods"},
	} {
		t.Run(string(kind), func(t *testing.T) { extracttest.Folder(t, Extractor{}, kind, "kinds/office", endings...) })
	}
}

// detect tells the kind of a zip file by the names in its directory.
func detect(data []byte) (core.Kind, bool) {
	c, err := unpack(data)
	if err != nil || c.format == unknown {
		return core.KindOther, false
	}
	return c.format.kind(), true
}

func TestKindIsTheOneTheDirectoryShows(t *testing.T) {
	for _, s := range samples {
		if got, ok := detect(sample(t, s.name, s.kind).Data); got != s.kind || !ok {
			t.Errorf("%s: got %s, %v", s.name, got, ok)
		}
	}
	tests := []struct {
		name string
		data []byte
		want core.Kind
	}{
		{"presentation by its mimetype", pack(t, "mimetype", "application/vnd.oasis.opendocument.presentation"), core.KindSlides},
		{"template of a sheet", pack(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet-template\n"), core.KindSheet},
		{"main part with another name", pack(t, "[Content_Types].xml", "", "word/document2.xml", ""), core.KindDocument},
		{"book", pack(t, "mimetype", "application/epub+zip"), core.KindOther},
		{"binary workbook", pack(t, "[Content_Types].xml", "", "xl/workbook.bin", "", "xl/theme/theme1.xml", ""), core.KindOther},
		{"a folder that is called word", pack(t, "word/list.txt", ""), core.KindOther},
		{"no zip", []byte("word/document.xml"), core.KindOther},
	}
	for _, tt := range tests {
		if got, ok := detect(tt.data); got != tt.want || ok != (tt.want != core.KindOther) {
			t.Errorf("%s: got %s, %v; want %s", tt.name, got, ok, tt.want)
		}
	}
}

// pack makes a zip file of names and contents.
func pack(t testing.TB, parts ...string) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for i := 0; i+1 < len(parts); i += 2 {
		e, err := w.Create(parts[i])
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
	return buf.Bytes()
}

func TestFilesThatCannotBeReadSayWhy(t *testing.T) {
	whole := sample(t, samples[0].name, core.KindDocument).Data
	deep := strings.Repeat("<w:sdt>", 300) + strings.Repeat("</w:sdt>", 300)
	var long strings.Builder
	for i := 0; long.Len() <= maxToken; i++ {
		fmt.Fprintf(&long, "kelp %d ", i*i)
	}
	tests := []struct {
		name   string
		data   []byte
		kind   core.Kind
		state  core.State
		reason string
	}{
		{"cut off", whole[:len(whole)/2], core.KindDocument, core.StateDamaged, "zip"},
		{"empty", nil, core.KindSheet, core.StateDamaged, "zip"},
		{"another kind", whole, core.KindSheet, core.StateDamaged, "claims to be"},
		{"compound file cut off", append([]byte{}, oleMark...), core.KindSlides, core.StateDamaged, "office file"},
		{"encrypted OpenDocument", pack(t, "mimetype", "application/vnd.oasis.opendocument.text", "content.xml", "\x00\x01",
			"META-INF/manifest.xml", `<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>`),
			core.KindDocument, core.StateNeedsPassword, "encrypted"},
		{"no XML", pack(t, "word/document.xml", "low water"), core.KindDocument, core.StateDamaged, "office file"},
		{"cut off inside", pack(t, "word/document.xml", "<w:document><w:body>"), core.KindDocument, core.StateDamaged, "breaks off"},
		{"nested too deeply", pack(t, "word/document.xml", "<w:document><w:body>"+deep+"</w:body></w:document>"), core.KindDocument, core.StateDamaged, "office file"},
		{"one endless text", pack(t, "word/document.xml", wordBody(`<w:p><w:r><w:t>`+long.String()+`</w:t></w:r></w:p>`)), core.KindDocument, core.StateDamaged, "office file"},
		{"entities", pack(t, "word/document.xml", `<!DOCTYPE d [<!ENTITY a "aaaa">]><w:document><w:p><w:r><w:t>&a;</w:t></w:r></w:p></w:document>`), core.KindDocument, core.StateDamaged, "office file"},
	}
	for _, tt := range tests {
		_, err := extracttest.Read(context.Background(), Extractor{}, core.Input{Name: tt.name, Data: tt.data, Kind: tt.kind})
		var f *core.FileError
		if !errors.As(err, &f) || f.State != tt.state || !strings.Contains(f.Reason, tt.reason) {
			t.Errorf("%s: got %v, want %s, %q", tt.name, err, tt.state, tt.reason)
		}
	}
}

func TestWhatStandsBeforeTheDamageIsKept(t *testing.T) {
	data := pack(t, "word/document.xml", "<w:document><w:body><w:p><w:r><w:t>Low water at six.</w:t></w:r></w:p><w:p><w:r>")
	r := extracttest.Conform(t, Extractor{}, core.Input{Name: "cut.docx", Data: data, Kind: core.KindDocument})
	if p := r.Pages[0]; p.Text != "Low water at six." || !strings.Contains(p.Note, "breaks off") {
		t.Errorf("got %+v", p)
	}
}

func FuzzExtract(f *testing.F) {
	for _, s := range samples {
		f.Add(string(s.kind), sample(f, s.name, s.kind).Data)
	}
	f.Add(string(core.KindSheet), pack(f, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", odsContent))
	f.Fuzz(func(t *testing.T, kind string, data []byte) {
		r, err := extracttest.Read(context.Background(), Extractor{}, core.Input{Name: "fuzz", Data: data, Kind: core.Kind(kind)})
		extracttest.Fate(t, kind, err)
		if err == nil {
			extracttest.Check(t, r)
		}
	})
}

// FuzzXML goes past the checksums of a zip file.
func FuzzXML(f *testing.F) {
	f.Add("word/document.xml", wordBody(`<w:p><w:r><w:t>kelp</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>`), "word/styles.xml", `<w:styles><w:style w:styleId="a"><w:basedOn w:val="a"/></w:style></w:styles>`)
	f.Add("xl/workbook.xml", oneSheet, "xl/worksheets/sheet1.xml", `<worksheet><sheetData><row r="2"><c r="B2" s="1"><v>1.5</v></c></row></sheetData></worksheet>`)
	f.Add("ppt/presentation.xml", `<p:presentation><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>`, "ppt/slides/slide1.xml", `<p:sld><p:spTree><p:sp><p:txBody><a:p><a:t>tide</a:t></a:p></p:txBody></p:sp></p:spTree></p:sld>`)
	f.Add("mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", odsContent)
	f.Fuzz(func(t *testing.T, name, text, other, second string) {
		if strings.HasSuffix(name, "/") || strings.HasSuffix(other, "/") {
			return // a folder holds no bytes
		}
		data := pack(t, name, text, other, second, "xl/_rels/workbook.xml.rels", sheetLink, "ppt/_rels/presentation.xml.rels", slideLink)
		kind, ok := detect(data)
		if !ok {
			return
		}
		r, err := extracttest.Read(context.Background(), Extractor{}, core.Input{Name: name, Data: data, Kind: kind})
		extracttest.Fate(t, name, err)
		if err == nil {
			extracttest.Check(t, r)
		}
	})
}

const (
	slideLink  = `<Relationships><Relationship Id="r1" Type="http://x/slide" Target="slides/slide1.xml"/></Relationships>`
	sheetLink  = `<Relationships><Relationship Id="r1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="http://x/styles" Target="styles.xml"/><Relationship Id="r3" Type="http://x/sharedStrings" Target="sharedStrings.xml"/></Relationships>`
	oneSheet   = `<workbook><sheets><sheet name="Levels" r:id="r1"/></sheets></workbook>`
	odsContent = `<office:document-content><office:body><office:spreadsheet><table:table table:name="Levels"><table:table-row><table:table-cell><text:p>m</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`
)

func wordBody(inner string) string {
	return `<w:document xmlns:w="w"><w:body>` + inner + `</w:body></w:document>`
}

func BenchmarkExtract(b *testing.B) {
	for _, s := range samples {
		b.Run(s.name, func(b *testing.B) {
			in := sample(b, s.name, s.kind)
			for b.Loop() {
				if err := (Extractor{}).Words(context.Background(), in, func(core.Page) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
