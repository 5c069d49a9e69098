package pdf

import (
	"image"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestLinesAreFoundInTheJoinedText(t *testing.T) {
	tests := []struct {
		name  string
		text  string
		lines []string
		want  []string
	}{
		{"joined by spaces", "one two three", []string{"one two ", "three"}, []string{"one two", "three"}},
		{"hyphen kept", "the sys-tem works", []string{"the sys-", "tem works"}, []string{"the sys-", "tem works"}},
		{"hyphen resolved", "the system works", []string{"the sys-", "tem works"}, []string{"the sys", "tem works"}},
		{"soft hyphen resolved", "the system works", []string{"the sys\u00ad", "tem works"}, []string{"the sys", "tem works"}},
		{"a line that is not there", "first line\nthird line", []string{"first line", "second", "third line"}, []string{"first line", "third line"}},
		{"text that no line has", "first line, some more\nlast line here", []string{"first line", "last line here"}, []string{"first line", "last line here"}},
		{"nothing short after a gap", "alpha\nbeta", []string{"gamma gamma", "b", "beta"}, nil},
		{"equal lines in order", "same same", []string{"same", "same"}, []string{"same", "same"}},
		{"empty", "", []string{"a"}, nil},
	}
	for _, tt := range tests {
		raw := make([]rawLine, len(tt.lines))
		for i, l := range tt.lines {
			raw[i].text = l
		}
		var got []string
		end := 0
		lines, _ := align(tt.text, raw)
		for _, l := range lines {
			if l.Start < end {
				t.Errorf("%s: line at %d begins before %d", tt.name, l.Start, end)
			}
			end = l.End
			got = append(got, tt.text[l.Start:l.End])
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

const someHTML = `<div id="page0" style="width:595.3pt;height:841.9pt">
<p style="top:73.0pt;left:70.5pt;line-height:11.0pt"><span style="font-family:A,serif;font-size:11.0pt;color:#000000">x &lt; y &#x2192; </span><b><span style="font-size:9.0pt">&amp;</span></b></p>
<img style="top:1pt;width:5pt" src="data:image/png;base64,AAAA">
<p style="top:90.0pt;left:70.5pt;line-height:14.0pt"><b><span style="font-size:14.0pt">Bold</span></b></p>
</div>`

func TestScannerReadsLines(t *testing.T) {
	p := scanHTML(someHTML)
	if p.width != 595.3 || p.height != 841.9 || p.pictures != 1 || len(p.lines) != 2 {
		t.Fatalf("got %+v", p)
	}
	if want := (rawLine{text: "x < y → &", left: 70.5, top: 73, height: 11, size: 11, ink: mixed, faint: stretch{from: 10, to: 11, ink: noInk}}); p.lines[0] != want {
		t.Errorf("got %+v, want %+v", p.lines[0], want)
	}
	if want := (rawLine{text: "Bold", left: 70.5, top: 90, height: 14, size: 14, bold: true, solid: true, ink: noInk, faint: stretch{to: 4, ink: noInk}}); p.lines[1] != want {
		t.Errorf("got %+v, want %+v", p.lines[1], want)
	}
}

// Whatever the HTML is, the layout of a page refers to nothing outside it.
func FuzzLayoutStaysWithinItsPage(f *testing.F) {
	f.Add(someHTML, "x < y → & Bold")
	f.Add(strings.Repeat(`<p style="top:1pt;left:2pt;line-height:3pt">a</p>`, 9), "a a a")
	f.Add(`<p style="left:-1e9pt`, "")
	f.Add("<p>&#x110000;&;&#;&bogus;", "&")
	f.Fuzz(func(t *testing.T, html, text string) {
		text, _ = sanitise(text)
		drafts := []draft{{text: text}}
		arrange(&drafts[0], scanHTML(html))
		findHeadings(drafts)
		s := drafts[0]
		s.judge(image.NewRGBA(image.Rect(0, 0, 20, 30)), 0.5)
		end := 0
		for _, l := range s.Lines {
			if l.Start < end || l.End <= l.Start || l.End > len(text) {
				t.Fatalf("line %+v after %d in a text of %d bytes", l, end, len(text))
			}
			if !utf8.ValidString(text[l.Start:l.End]) {
				t.Fatalf("line %+v cuts a character", l)
			}
			end = l.End
		}
		order := slices.Clone(s.Order)
		slices.Sort(order)
		for i, n := range order {
			if i != n || len(order) != len(s.Lines) {
				t.Fatalf("order %v of %d lines", s.Order, len(s.Lines))
			}
		}
		for _, h := range s.Headings {
			if h.Line < 0 || h.Line >= len(s.Lines) || h.Level < 1 || h.Level > deepest {
				t.Fatalf("heading %+v", h)
			}
		}
	})
}
