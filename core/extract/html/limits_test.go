package html

import (
	"os"
	"strings"
	"testing"

	nethtml "golang.org/x/net/html"

	"ibid/core"
	"ibid/core/extract/extracttest"
)

func TestMenusAreLinksAndLittleElse(t *testing.T) {
	list, text := &nethtml.Node{Type: nethtml.ElementNode, Data: "ul"}, &nethtml.Node{Type: nethtml.ElementNode, Data: "p"}
	for _, tt := range []struct {
		name string
		n    *nethtml.Node
		s    size
		want bool
	}{
		{"86 % in three links", list, size{letters: 100, linked: 86, links: 3}, true},
		{"85 % in three links", list, size{letters: 100, linked: 85, links: 3}, false},
		{"all in two links", list, size{letters: 100, linked: 100, links: 2}, false},
		{"nothing", list, size{}, false},
		{"a paragraph of links", text, size{letters: 100, linked: 100, links: 9}, false},
	} {
		if got := tt.s.isMenu(tt.n); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

func TestPartsOnEitherSideOfTheirShare(t *testing.T) {
	word := func(n int) string { return strings.Repeat("a", n) }
	for _, tt := range []struct {
		name, page string
		want       []int // lengths of the paragraphs that are left
	}{
		{"a sidebar of a fifth goes", `<p>` + word(80) + `</p><div class="sidebar">` + word(20) + `</div>`, []int{80}},
		{"a larger one stays", `<p>` + word(79) + `</p><div class="sidebar">` + word(21) + `</div>`, []int{79, 21}},
		{"an article of half is the text", `<article>` + word(10) + `</article><p>` + word(8) + `</p>`, []int{10}},
		{"a smaller one is not", `<article>` + word(10) + `</article><p>` + word(9) + `</p>`, []int{10, 9}},
		{"one of two articles is not", `<article>` + word(40) + `</article><article>` + word(4) + `</article>`, []int{40, 4}},
		{"a main element by its role", `<div role="main">` + word(40) + `</div><p>` + word(4) + `</p>`, []int{40}},
	} {
		var got []int
		for p := range strings.SplitSeq(shown(t, tt.page), "\n\n") {
			got = append(got, len(p))
		}
		if len(got) != len(tt.want) || got[0] != tt.want[0] || got[len(got)-1] != tt.want[len(got)-1] {
			t.Errorf("%s: paragraphs of %v bytes, want %v", tt.name, got, tt.want)
		}
	}
}

func TestNumbersOfItemsHaveBounds(t *testing.T) {
	for in, want := range map[string]int{"1": 1, " 7 ": 7, "999999": 999_999, "1000000": 5, "0": 5, "-3": 5, "x": 5, "": 5} {
		if got := number(in, 5); got != want {
			t.Errorf("%q: got %d, want %d", in, got, want)
		}
	}
}

func TestStylesThatHide(t *testing.T) {
	for style, want := range map[string]bool{
		"display:none": true, "display:block": false, "visibility:hidden": true, "visibility:collapse": true, "visibility:visible": false,
		"opacity:0": true, "opacity:0.0": true, "opacity:0.1": false, "opacity:1": false, "font-size:0": true, "font-size:0px": true,
		"font-size:0.1em": false, "font-size:10px": false, "color:none": false, "display": false, "": false,
	} {
		if got := hidingStyle(style); got != want {
			t.Errorf("%q: %v", style, got)
		}
	}
}

func TestMarkupIsCountedAsItTakesMemory(t *testing.T) {
	for in, want := range map[string][2]int{
		"":                           {0, 0},
		"a b / \"c\"":                {0, 0},
		"<p>a b</p>":                 {2, 1},
		`<a href="b" c=d>e f`:        {1, 4},
		"<br/><br />":                {2, 3},
		"<a\n\tb='c'>" + "x<y z\x00": {2, 6},
	} {
		if tags, separators := countMarkup([]byte(in)); [2]int{tags, separators} != want {
			t.Errorf("%q: %d tags, %d separators, want %v", in, tags, separators, want)
		}
	}
}

func TestDamagedPagesEndInTextOrAFate(t *testing.T) {
	data, err := os.ReadFile("../../../testdata/kinds/tide-mill.mht")
	if err != nil {
		t.Fatal(err)
	}
	extracttest.Damage(t, Extractor{}, core.Input{Name: "tide-mill.mht", Data: data, Kind: core.KindHTML})
	extracttest.Damage(t, Extractor{}, load(t))
}
