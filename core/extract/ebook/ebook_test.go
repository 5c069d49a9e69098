package ebook

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"ibid/core"
	"ibid/core/extract/extracttest"
)

const kinds = "../../../testdata/kinds"

// file is one file of a zip; a list of them keeps the order.
type file struct{ name, data string }

func pack(t testing.TB, files []file) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, f := range files {
		method := zip.Deflate
		if f.name == "mimetype" {
			method = zip.Store
		}
		part, err := w.CreateHeader(&zip.FileHeader{Name: f.name, Method: method})
		if err == nil {
			_, err = part.Write([]byte(f.data))
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

const container = `<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`

const packageOf = `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:ibid:tidal-harbours</dc:identifier>
<dc:title>Tidal Harbours</dc:title><dc:creator>Ines Halvane</dc:creator><dc:creator>Peter Okafor</dc:creator><dc:language>en</dc:language>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
<item id="cover" href="cover.xhtml" media-type="application/xhtml+xml"/>
<item id="c1" href="text/harbour%20basins.xhtml" media-type="application/xhtml+xml"/>
<item id="c2" href="text/gates.xhtml" media-type="application/xhtml+xml"/>
<item id="c3" href="text/silt.xhtml" media-type="application/xhtml+xml"/>
</manifest>
<spine toc="ncx"><itemref idref="cover"/><itemref idref="nav"/><itemref idref="c1"/><itemref idref="c2"/><itemref idref="c3"/></spine>
</package>`

const nav = `<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Contents</title></head><body>
<nav epub:type="landmarks"><ol><li><a href="cover.xhtml">Cover</a></li></ol></nav>
<nav epub:type="toc"><h1>Contents</h1><ol>
<li><span>Part one</span><ol><li><a href="text/harbour%20basins.xhtml">Basins</a><ol><li><a href="text/harbour%20basins.xhtml#drying">Drying berths</a></li></ol></li>
<li><a href="text/gates.xhtml">Gates and sills</a></li></ol></li>
<li><a href="text/silt.xhtml">Silt</a></li><li><a href="text/lost.xhtml">Lost chapter</a></li></ol></nav></body></html>`

const ncx = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd">
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><navMap>
<navPoint id="p1"><navLabel><text>Basins</text></navLabel><content src="text/harbour%20basins.xhtml"/>
<navPoint id="p2"><navLabel><text>Drying berths</text></navLabel><content src="text/harbour%20basins.xhtml#drying"/></navPoint></navPoint>
<navPoint id="p3"><navLabel><text>Silt</text></navLabel><content src="text/silt.xhtml"/></navPoint>
</navMap></ncx>`

func xhtml(title, body string) string {
	return `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>` + title + `</title></head><body>` + body + `</body></html>`
}

// harbours is the book that stands in testdata/kinds.
func harbours() []file {
	return []file{
		{"mimetype", "application/epub+zip"},
		{"META-INF/container.xml", container},
		{"OEBPS/book.opf", packageOf},
		{"OEBPS/nav.xhtml", nav},
		{"OEBPS/toc.ncx", ncx},
		{"OEBPS/cover.xhtml", xhtml("", `<div><svg viewBox="0 0 9 9"><image href="cover.png"/></svg></div>`)},
		{"OEBPS/text/harbour basins.xhtml", xhtml("Basins", `<h1>Basins</h1>
<p>A tidal harbour is open to the sea at all states of the tide. Its depth is the depth at low
water, and its masters know that number <em>by heart</em>.</p>
<h2 id="drying">Drying berths</h2><p>Where a berth dries, boats take the ground twice a day. The bottom must be
hard, level and known.</p><ul><li>gravel: good</li><li>mud: soft, but it holds a keel</li></ul>`)},
		{"OEBPS/text/gates.xhtml", xhtml("Gates", `<h1>Gates and sills</h1><p>A sill keeps 1.8 m of water in the inner basin. The gate opens two
hours before high water and closes one hour after it.</p>
<table><tr><th>State</th><th>Over the sill (m)</th></tr><tr><td>neaps</td><td>2.9</td></tr><tr><td>springs</td><td>4.6</td></tr></table>`)},
		{"OEBPS/text/silt.xhtml", xhtml("Silt", `<h1>Silt</h1><p>Still water drops what moving water carried. A basin behind a sill fills with silt at
four to seven centimetres a year, and kelp will not settle on it.</p>`)},
	}
}

func TestSampleBookIsTheOneInTestdata(t *testing.T) {
	path := filepath.Join(kinds, "tidal-harbours.epub")
	want := pack(t, harbours())
	if *extracttest.Update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	in := load(t, "tidal-harbours.epub")
	got := transcript(extracttest.Conform(t, Extractor{}, in))
	built := transcript(extracttest.Conform(t, Extractor{}, core.Input{Name: "built.epub", Data: want}))
	if got != built {
		t.Error("the book in testdata reads differently from the one that is built: run with -update")
	}
}

func load(t testing.TB, name string) core.Input {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(kinds, name))
	if err != nil {
		t.Fatal(err)
	}
	return core.Input{Name: name, Data: data, Kind: core.KindEbook}
}

// transcript is all of a reading as text.
func transcript(r extracttest.Reading) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s by %s\n", r.Metadata.Title, r.Metadata.Author)
	for _, e := range r.Outline {
		fmt.Fprintf(&b, "%*s%s (%d)\n", 2*e.Level, "", e.Title, e.Page)
	}
	for i, p := range r.Pages {
		l := r.Layouts[i]
		fmt.Fprintf(&b, "\n=== %d, %d tables, %d pictures %s\n%s\n", p.Index, l.Tables, l.Pictures, p.Note, p.Text)
		for _, h := range l.Headings {
			fmt.Fprintf(&b, "# %d %q at %d\n", h.Level, h.Title, h.Start)
		}
	}
	return b.String()
}

func TestBooksReadAsTheirGoldenFiles(t *testing.T) {
	books := map[string]core.Input{
		"epub": load(t, "tidal-harbours.epub"),
		"fb2":  load(t, "tide-tables.fb2"),
		"mobi": {Name: "book.mobi", Data: pilots(t, packedPalmDoc)},
	}
	for name, in := range books {
		got := transcript(extracttest.Conform(t, Extractor{}, in))
		extracttest.Same(t, name, got)
	}
}

func TestPackedFictionBookIsRead(t *testing.T) {
	plain := load(t, "tide-tables.fb2")
	packed := core.Input{Name: "tide-tables.fb2.zip", Data: pack(t, []file{{"tide-tables.fb2", string(plain.Data)}})}
	if got, want := transcript(extracttest.Conform(t, Extractor{}, packed)), transcript(extracttest.Conform(t, Extractor{}, plain)); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestFictionBookInAnotherEncodingIsRead(t *testing.T) {
	// "прилив" in windows-1251
	in := core.Input{Name: "a.fb2", Data: []byte("<?xml version=\"1.0\" encoding=\"windows-1251\"?><FictionBook><body><section><p>\xef\xf0\xe8\xeb\xe8\xe2</p></section></body></FictionBook>")}
	r := extracttest.Conform(t, Extractor{}, in)
	if len(r.Pages) != 1 || r.Pages[0].Text != "прилив" {
		t.Errorf("got %+v", r.Pages)
	}
}

// with replaces or adds files of the sample book; a file without data goes.
func with(changes ...file) []file {
	files := harbours()
	for _, c := range changes {
		found := false
		for i := range files {
			if files[i].name == c.name {
				files[i], found = c, true
			}
		}
		if !found {
			files = append(files, c)
		}
	}
	out := files[:0]
	for _, f := range files {
		if f.data != "" {
			out = append(out, f)
		}
	}
	return out
}

func encrypted(method, uri string) file {
	return file{"META-INF/encryption.xml", `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">
<enc:EncryptedData><enc:EncryptionMethod Algorithm="` + method + `"/><enc:CipherData><enc:CipherReference URI="` + uri + `"/></enc:CipherData></enc:EncryptedData></encryption>`}
}

func TestEveryOddBookEndsInItsState(t *testing.T) {
	const aes = "http://www.w3.org/2001/04/xmlenc#aes256-cbc"
	fb2 := string(load(t, "tide-tables.fb2").Data)
	mobi := pilots(t, packedNot)
	tests := []struct {
		name   string
		data   []byte
		state  core.State // empty if it can be read
		reason string
	}{
		{"EPUB", pack(t, harbours()), "", ""},
		{"obfuscated font", pack(t, with(encrypted(fontMethods[0], "OEBPS/font.otf"))), "", ""},
		{"encrypted font", pack(t, with(encrypted(aes, "OEBPS/font.otf"))), "", ""},
		{"encrypted chapter", pack(t, with(encrypted(aes, "OEBPS/text/silt.xhtml"))), core.StateUnsupported, "DRM (encrypted chapters)"},
		{"LCP", pack(t, with(encrypted(aes, "OEBPS/text/harbour%20basins.xhtml"), file{"META-INF/license.lcpl", "{}"})), core.StateUnsupported, "DRM (Readium LCP)"},
		{"rights", pack(t, with(file{"META-INF/rights.xml", "<rights/>"})), core.StateUnsupported, "DRM (Adobe"},
		{"FairPlay", pack(t, with(encrypted(aes, "OEBPS/text/silt.xhtml"), file{"META-INF/sinf.xml", "<sinf/>"})), core.StateUnsupported, "FairPlay"},
		{"no container", pack(t, with(file{"META-INF/container.xml", ""})), "", ""},
		{"no package", pack(t, with(file{"OEBPS/book.opf", ""})), core.StateDamaged, "without a book"},
		{"package that is no XML", pack(t, with(file{"OEBPS/book.opf", "<<<"})), core.StateDamaged, "not readable as XML"},
		{"package with entities", pack(t, with(file{"OEBPS/book.opf", `<!DOCTYPE p [<!ENTITY a "b">]>` + packageOf})), core.StateDamaged, "entities"},
		{"no spine", pack(t, with(file{"OEBPS/book.opf", "<package/>"})), core.StateDamaged, "no chapters"},
		{"no text", pack(t, with(file{"OEBPS/text/harbour basins.xhtml", " "}, file{"OEBPS/text/gates.xhtml", " "}, file{"OEBPS/text/silt.xhtml", " "})), core.StateNoText, "no text"},
		{"a zip file of photos", pack(t, []file{{"a.jpg", "x"}}), core.StateDamaged, "without a book"},
		{"half a zip file", pack(t, harbours())[:900], core.StateDamaged, "zip"},
		{"deep FictionBook", []byte("<FictionBook><body>" + strings.Repeat("<section>", 1000)), core.StateDamaged, "nested"},
		{"FictionBook with entities", []byte(`<!DOCTYPE a [<!ENTITY b "c">]>` + fb2), core.StateDamaged, "entities"},
		{"FictionBook of one tag", []byte("<FictionBook><body><section "), core.StateDamaged, "FictionBook"},
		{"empty FictionBook", []byte("<FictionBook><body></body></FictionBook>"), core.StateNoText, "no text"},
		{"MOBI", mobi, "", ""},
		{"MOBI with DRM", patch(mobi, 12, 2), core.StateUnsupported, "DRM (Kindle"},
		{"MOBI packed by HUFF/CDIC", patch(mobi, 0, packedHuffman), core.StateUnsupported, "HUFF"},
		{"MOBI packed otherwise", patch(mobi, 0, 7), core.StateDamaged, "unknown method"},
		{"half a MOBI", mobi[:90], core.StateDamaged, "Mobipocket"},
		{"KFX with DRM", []byte("\xeaDRMION\xeexxxx"), core.StateUnsupported, "DRM"},
		{"Topaz", []byte("TPZ0xxxx"), core.StateUnsupported, "Kindle format"},
		{"anything", []byte("kelp"), core.StateDamaged, "not readable as an e-book"},
		{"nothing", nil, core.StateDamaged, "not readable as an e-book"},
	}
	for _, tt := range tests {
		r, err := extracttest.Read(context.Background(), Extractor{}, core.Input{Name: tt.name, Data: tt.data})
		var f *core.FileError
		switch {
		case tt.state == "" && (err != nil || len(r.Pages) == 0):
			t.Errorf("%s: got %d pages, %v", tt.name, len(r.Pages), err)
		case tt.state != "" && (!errors.As(err, &f) || f.State != tt.state || !strings.Contains(f.Reason, tt.reason)):
			t.Errorf("%s: got %v, want %s, %q", tt.name, err, tt.state, tt.reason)
		}
	}
}

func TestOldTableOfContentsStandsInForTheNewOne(t *testing.T) {
	old := strings.ReplaceAll(packageOf, ` properties="nav"`, "")
	r := extracttest.Conform(t, Extractor{}, core.Input{Name: "old.epub", Data: pack(t, with(file{"OEBPS/book.opf", old}))})
	want := []core.OutlineEntry{{Level: 1, Title: "Basins", Page: 2}, {Level: 2, Title: "Drying berths", Page: 2}, {Level: 1, Title: "Silt", Page: 4}}
	if fmt.Sprint(r.Outline) != fmt.Sprint(want) { // nav.xhtml is a chapter now
		t.Errorf("got %v, want %v", r.Outline, want)
	}
}

func TestBookThatBreaksOffIsReadUpToThere(t *testing.T) {
	whole := string(load(t, "tide-tables.fb2").Data)
	cut := whole[:strings.Index(whole, "up to forty")]
	r := extracttest.Conform(t, Extractor{}, core.Input{Name: "cut.fb2", Data: []byte(cut)})
	n := len(r.Pages)
	if n < 2 || !strings.Contains(r.Pages[n-2].Text, "holds the ebb back by") || !strings.Contains(r.Pages[n-1].Note, "damaged at line") {
		t.Errorf("got %+v", r.Pages)
	}

	files := pack(t, harbours())
	at := bytes.Index(files, []byte("OEBPS/text/gates.xhtml")) + len("OEBPS/text/gates.xhtml") + 20
	files[at] ^= 0xff
	r = extracttest.Conform(t, Extractor{}, core.Input{Name: "cut.epub", Data: files})
	if len(r.Pages) != 3 || r.Pages[1].Text != "" || !strings.Contains(r.Pages[1].Note, "cannot be unpacked") {
		t.Errorf("got %+v", r.Pages)
	}
}

func TestEveryEbookOfTheEvaluationSetHasAFate(t *testing.T) {
	extracttest.Folder(t, Extractor{}, core.KindEbook, "kinds", ".epub", ".mobi", ".fb2")
}

func FuzzExtract(f *testing.F) {
	f.Add(pack(f, harbours()))
	f.Add(load(f, "tide-tables.fb2").Data)
	f.Add(pilots(f, packedPalmDoc))
	f.Add([]byte("<?xml version=\"0\"?><FictionBook0"))
	f.Add([]byte("<FictionBook><body><title><p>a</title><section><p>b</body></p><table><tr><td>c"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := extracttest.Read(context.Background(), Extractor{}, core.Input{Name: "f", Data: data})
		extracttest.Fate(t, "f", err)
		if err == nil {
			extracttest.Check(t, r)
		}
	})
}

func BenchmarkExtract(b *testing.B) {
	for _, in := range []core.Input{load(b, "tidal-harbours.epub"), load(b, "tide-tables.fb2"), {Name: "pilots.mobi", Data: pilots(b, packedPalmDoc)}} {
		b.Run(in.Name, func(b *testing.B) {
			b.SetBytes(int64(len(in.Data)))
			for b.Loop() {
				if _, err := extracttest.Read(context.Background(), Extractor{}, in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// words are the runs of letters and digits in s.
func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

func TestNoWordsOfABookAreLost(t *testing.T) {
	root := os.Getenv("IBID_EVAL")
	if root == "" {
		t.Skip("IBID_EVAL names no folder of evaluation data")
	}
	tool, err := exec.LookPath("mutool")
	if err != nil {
		t.Skip("mutool is not installed")
	}
	paths, err := filepath.Glob(filepath.Join(root, "kinds", "ebooks", "*.[efm]*"))
	if err != nil || len(paths) == 0 {
		t.Skipf("no books: %v", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		reference, err := exec.Command(tool, "draw", "-F", "text", path).Output()
		if err != nil {
			t.Logf("%s: mutool: %v", path, err)
			continue
		}
		r := extracttest.Conform(t, Extractor{}, core.Input{Name: filepath.Base(path), Data: data})
		ours := make(map[string]bool)
		for _, p := range r.Pages {
			for _, w := range words(p.Text) {
				ours[w] = true
			}
		}
		found, all := 0, 0
		for _, w := range words(string(reference)) {
			all++
			if ours[w] {
				found++
			}
		}
		share := float64(found) / float64(max(all, 1))
		t.Logf("%-30s %7d words of mutool, %.3f of them here", filepath.Base(path), all, share)
		// MuPDF breaks Chinese and Japanese anywhere, so that its lines are no
		// words; the least books are little but their table of contents.
		spaced := !strings.Contains(path, ".ja.") && !strings.Contains(path, ".zh")
		if all > 100 && spaced && share < 0.98 {
			t.Errorf("%s: %.3f of the words that mutool reads", path, share)
		}
	}
}
