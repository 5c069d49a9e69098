package html

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/extract/extracttest"
)

const sample = "../../../testdata/kinds/kelp-canopy-survey.html"

func load(t testing.TB) core.Input {
	t.Helper()
	data, err := os.ReadFile(sample)
	if err != nil {
		t.Fatal(err)
	}
	return core.Input{Name: filepath.Base(sample), Data: data, Kind: core.KindHTML}
}

const wantSample = `Kelp canopy survey, Carrow Sound

The canopy of Laminaria hyperborea was mapped at low water on four days in May. The mapped area is 18.4 ha, against 21.0 ha two years before.

Method

Two observers in a small boat followed the outer edge.
A third read the tide gauge at the pier.

- Positions every 20 m
- Depth by lead line
- corrected for the tide
- Pictures of every break in the canopy

3. Third transect
4. Fourth transect

Results

Area of the canopy

Site | 2022 (ha) | 2024 (ha)
North reef | 9.1 | 8.8
Pier reach | 6.2 | 4.3
Outer skerry | 5.7 | 5.3

Most of the loss lies in the pier reach, where the dredged channel passes within 150 m.

gauge  06:10  0.42 m
gauge  12:31  3.87 m

The canopy from the pier.`

// A page that was saved in one file reads as the page, not as a message.
func TestSavedPagesReadAsThePage(t *testing.T) {
	data, err := os.ReadFile("../../../testdata/kinds/tide-mill.mht")
	if err != nil {
		t.Fatal(err)
	}
	r := extracttest.Conform(t, Extractor{}, core.Input{Name: "tide-mill.mht", Data: data, Kind: core.KindHTML})
	if len(r.Pages) != 1 || !strings.Contains(r.Pages[0].Text, "The “neap tax”, a tenth of the flour") || strings.Contains(r.Pages[0].Text, "margin") {
		t.Errorf("got %+v", r.Pages)
	}
	if h := r.Layouts[0].Headings; len(h) != 2 || h[1].Title != "The pond" || r.Metadata.Author != "Una Sinclair" {
		t.Errorf("headings %v, metadata %+v", h, r.Metadata)
	}
	at := bytes.Index(data, []byte("<!DOCTYPE"))
	_, err = extracttest.Read(t.Context(), Extractor{}, core.Input{Name: "cut.mht", Data: data[:at], Kind: core.KindHTML})
	var f *core.FileError
	if !errors.As(err, &f) || f.State != core.StateDamaged {
		t.Errorf("a file that breaks off before the page: %v", err)
	}
}

func TestPageReadsAsAReaderSeesIt(t *testing.T) {
	r := extracttest.Conform(t, Extractor{}, load(t))
	if len(r.Pages) != 1 || r.Pages[0].Text != wantSample {
		t.Fatalf("got %+v", r.Pages)
	}
	var titles []string
	for _, h := range r.Layouts[0].Headings {
		titles = append(titles, fmt.Sprint(h.Level, " ", h.Title))
		if !strings.HasPrefix(wantSample[h.Start:], h.Title) {
			t.Errorf("%q does not stand at %d", h.Title, h.Start)
		}
	}
	if want := []string{"1 Kelp canopy survey, Carrow Sound", "2 Method", "2 Results"}; !slices.Equal(titles, want) {
		t.Errorf("headings %q", titles)
	}
	if l := r.Layouts[0]; l.Tables != 1 || l.Pictures != 1 {
		t.Errorf("%d tables, %d pictures", l.Tables, l.Pictures)
	}
	if want := (core.Metadata{Title: "Kelp canopy survey, Carrow Sound", Author: "Ines Halvane"}); r.Metadata.Title != want.Title || r.Metadata.Author != want.Author {
		t.Errorf("metadata %+v", r.Metadata)
	}
}

func shown(t *testing.T, page string) string {
	t.Helper()
	root, err := Parse([]byte(page), "")
	if err != nil {
		t.Fatal(err)
	}
	return Main(root).Text
}

func TestWhatStandsInAPage(t *testing.T) {
	long := strings.Repeat("The tide gauge at the pier is read every ten minutes. ", 8)
	tests := []struct{ name, page, want string }{
		{"inline markup joins", "<p>The <b>ti</b>de is <i>in</i></p>", "The tide is in"},
		{"blocks part", "<div>ebb<div>slack</div>flood</div>", "ebb\n\nslack\n\nflood"},
		{"two breaks part", "ebb<br><br>flood", "ebb\n\nflood"},
		{"soft hyphens go", "<p>sedi&shy;ment</p>", "sediment"},
		{"ruby readings go", "<ruby>潮<rt>しお</rt></ruby>", "潮"},
		{"a table for layout", "<table><tr><td><h1>Tides</h1></td><td><p>Text</p></td></tr></table>", "Tides\n\nText"},
		{"a table of one column", "<table><tr><td>one</td></tr><tr><td>two</td></tr></table>", "one\n\ntwo"},
		{"cells hold one line", "<table><tr><td><p>a</p><p>b</p></td><td>c<br>d</td></tr></table>", "a b | c d"},
		{"two lists", "<ul><li>a</ul><ul><li>b</ul>", "- a\n\n- b"},
		{"an item of paragraphs", "<ul><li><p>a</p><p>b</p></li><li>c</ul>", "- a\n\nb\n\n- c"},
		{"numbers of items", `<ol><li>a<li value="7">b<li>c</ol>`, "1. a\n7. b\n8. c"},
		{"hidden by style", `<p style="color:red; DISPLAY : none !important">no</p><p style="font-size:0px">no</p><p style="visibility:hidden">no</p><p style="opacity:0.5">yes</p>`, "yes"},
		{"hidden by attribute", `<p hidden>no</p><p aria-hidden="true">no</p><p>yes</p>`, "yes"},
		{"forms and scripts", `<p>yes</p><select><option>no</select><noscript>no</noscript><textarea>no</textarea><script>no()</script>`, "yes"},
		{"a menu by its links", "<p>" + long + `</p><ul><li><a href=a>One</a><li><a href=b>Two</a><li><a href=c>Three</a></ul>`, strings.TrimSpace(long)},
		{"a page of links", `<ul><li><a href=a>One</a><li><a href=b>Two</a><li><a href=c>Three</a></ul>`, "- One\n- Two\n- Three"},
		{"a part by its name", "<p>" + long + `</p><div class="cookie-banner"><p>We use cookies</p></div>`, strings.TrimSpace(long)},
		{"the whole page by such a name", `<div class="sidebar">` + long + `</div>`, strings.TrimSpace(long)},
		{"the head of an article", "<article><header><h1>Ebb</h1></header><p>x</p></article>", "Ebb\n\nx"},
		{"elements closed in their own tag", `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><a id="x"/><p>ebb<br/>flood</p></body></html>`, "ebb\nflood"},
		{"a heading of blocks", "<h1><div>Part one</div><div>The ebb</div></h1><p>x</p>", "Part one The ebb\n\nx"},
		{"an empty heading", "<h1> </h1><p>x</p>", "x"},
	}
	for _, tt := range tests {
		if got := shown(t, tt.page); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestEncodingIsThatOfThePage(t *testing.T) {
	tests := []struct{ name, page string }{
		{"named in a meta element", "<meta charset=iso-8859-1><p>na\xefve"},
		{"named in an XML declaration", `<?xml version="1.0" encoding="ISO-8859-1"?><html><p>na` + "\xefve"},
		{"not named, Latin", "<p>na\xefve"},
		{"not named, UTF-8 far from the start", "<!--" + strings.Repeat("x", 5000) + "--><p>naïve"},
		{"UTF-8 that says it is not", "<meta charset=utf-8><p>na\xefve"},
		{"UTF-16 with a mark", "\xff\xfe<\x00p\x00>\x00n\x00a\x00\xef\x00v\x00e\x00"},
		{"a mark", "\xef\xbb\xbf<p>naïve"},
	}
	for _, tt := range tests {
		if got := shown(t, tt.page); got != "naïve" {
			t.Errorf("%s: got %q", tt.name, got)
		}
	}
}

func TestHostilePagesEndInAState(t *testing.T) {
	deep := strings.Repeat("<div>", 100_000) + "the tide" + strings.Repeat("<table><tr><td>", 1000)
	if got := shown(t, deep); got != "the tide" {
		t.Errorf("deep page: got %q", got)
	}
	tests := []struct {
		name  string
		page  []byte
		state core.State
	}{
		{"tags", bytes.Repeat([]byte("<b>"), maxTags+1), core.StateTooLarge},
		{"attributes", append([]byte("<b "), bytes.Repeat([]byte("a "), maxSeparators+1)...), core.StateTooLarge},
		{"size", make([]byte, maxBytes+1), core.StateTooLarge},
		{"no text", []byte("<body><div id=root></div><script>draw()</script>"), core.StateNoText},
		{"binary", bytes.Repeat([]byte{1, 2, 3, 4}, 1000), core.StateDamaged},
	}
	for _, tt := range tests {
		_, err := extracttest.Read(context.Background(), Extractor{}, core.Input{Name: tt.name, Data: tt.page})
		var f *core.FileError
		if !errors.As(err, &f) || f.State != tt.state {
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.state)
		}
	}
}

func FuzzExtract(f *testing.F) {
	f.Add([]byte("<h1>a</h1><table><tr><td>b<td>c</table><ul><li>d</ul><pre> e\n f</pre>"))
	f.Add([]byte("\xff\xfe<\x00p\x00"))
	f.Add([]byte("<svg><p>a</p></svg><math><mi>b</mi></math><template><p>c</template><frameset>"))
	f.Add([]byte("<?xml version='1.0' encoding='shift_jis'?><p>\x82\xa0"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := extracttest.Read(context.Background(), Extractor{}, core.Input{Name: "f", Data: data})
		extracttest.Fate(t, "f", err)
		if err == nil {
			extracttest.Check(t, r)
		}
	})
}

func BenchmarkExtract(b *testing.B) {
	in := load(b)
	b.SetBytes(int64(len(in.Data)))
	for b.Loop() {
		if _, err := extracttest.Read(context.Background(), Extractor{}, in); err != nil {
			b.Fatal(err)
		}
	}
}

func TestSamplesReadAsTheirGoldenFiles(t *testing.T) { // X4
	for _, name := range []string{"kelp-canopy-survey.html", "tide-mill.mht"} {
		data, err := os.ReadFile("../../../testdata/kinds/" + name)
		if err != nil {
			t.Fatal(err)
		}
		extracttest.Golden(t, Extractor{}, core.Input{Name: name, Data: data, Kind: core.KindHTML})
	}
}
