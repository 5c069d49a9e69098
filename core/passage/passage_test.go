package passage_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"ibid/core"
	"ibid/core/passage"
	"ibid/core/text"
)

// prose writes n words in sentences of ten, numbered so that each is unique.
func prose(n int) string {
	var b strings.Builder
	for i := range n {
		switch {
		case i%10 == 0:
			fmt.Fprintf(&b, "Word%d", i)
		default:
			fmt.Fprintf(&b, " word%d", i)
		}
		if i%10 == 9 {
			b.WriteString(".\n")
		}
	}
	return b.String()
}

func TestCutKeepsToTheSize(t *testing.T) {
	tests := map[string]struct {
		text     string
		min, max int // words of each passage but the last
		passages int
	}{
		"a short page is one passage":            {prose(80), 1, 80, 1},
		"a paragraph of 250 words stays whole":   {prose(250), 250, 250, 1},
		"a long paragraph is divided evenly":     {prose(900), 150, 250, 5},
		"paragraphs are gathered":                {strings.Repeat(prose(60)+"\n", 8), 150, 250, 2},
		"no sentences, but lines":                {strings.Repeat(strings.Repeat("cell ", 9)+"cell\n", 60), 150, 250, 3},
		"neither sentences nor lines":            {strings.Repeat("word ", 1000), 150, 250, 5},
		"a script without spaces":                {strings.Repeat("潮間帯", 300), 150, 250, 5},
		"a small tail joins the passage before":  {prose(200) + "\n" + prose(20), 220, 220, 1},
		"blank pages have no passages":           {" \n\n ", 0, 0, 0},
		"signs alone are not words, so no place": {"— — —", 0, 0, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := passage.Cut(core.KindText, []core.Page{{Index: 1, Text: tt.text}}, nil, nil)
			if len(got) != tt.passages {
				t.Errorf("%d passages, want %d", len(got), tt.passages)
			}
			for i, p := range got {
				if last := i == len(got)-1; p.Words > tt.max || !last && p.Words < tt.min {
					t.Errorf("passage %d has %d words, want %d to %d", i, p.Words, tt.min, tt.max)
				}
			}
		})
	}
}

// Data on one line has few words or none between which it could be divided.
func TestCutBoundsTheBytesOfAPassage(t *testing.T) {
	const most = 12_000
	tests := map[string]struct {
		text string
		want int // bytes that are in passages
	}{
		"numbers without blanks":    {`{"tide":[` + strings.Repeat("4.21,", 200_000) + `0]}`, 1_000_012},
		"one word":                  {strings.Repeat("0af3", 250_000), 1_000_000},
		"letters of several bytes":  {strings.Repeat("žluťoučký", 50_000), 650_000},
		"rows of numbers":           {strings.Repeat(strings.Repeat("4.21,", 40)+"0\n", 5_000), 5_000*202 - 1},
		"objects":                   {"[" + strings.Repeat(`{"station":"Mill Rock","depth":9},`, 30_000) + "0]", 1_020_003},
		"signs between a few words": {"one " + strings.Repeat("- ", 500_000) + "two", 0},
	}
	for name, tt := range tests {
		got, bytes := passage.Cut(core.KindText, []core.Page{{Index: 1, Text: tt.text}}, nil, nil), 0
		for _, p := range got {
			n := len(p.Text(tt.text))
			bytes += n
			if n > most || p.Words == 0 || !utf8.ValidString(p.Text(tt.text)) {
				t.Fatalf("%s: a passage of %d words and %d bytes", name, p.Words, n)
			}
		}
		if tt.want > 0 && (bytes < tt.want*99/100 || bytes > tt.want) {
			t.Errorf("%s: %d bytes in %d passages, want %d", name, bytes, len(got), tt.want)
		}
	}
}

func TestCutFollowsHeadings(t *testing.T) { // R3.1
	page := "1 Introduction\n" + prose(60) + "\n2 Methods\n\n2.1 Sites\n" + prose(60) + "\n3 Results\n" + prose(60)
	head := func(level int, title string) core.Heading {
		return core.Heading{Level: level, Title: title, Line: -1, Start: strings.Index(page, title)}
	}
	layouts := []core.Layout{{Page: 1, Headings: []core.Heading{
		head(1, "1 Introduction"), head(1, "2 Methods"), head(2, "2.1 Sites"), head(1, "3 Results"),
	}}}
	second := core.Page{Index: 2, Text: prose(70)}
	var got []string
	for _, p := range passage.Cut(core.KindPDF, []core.Page{{Index: 1, Text: page}, second}, layouts, nil) {
		got = append(got, fmt.Sprintf("p%d %s", p.Page, p.Section))
	}
	want := []string{"p1 1 Introduction", "p1 2 Methods > 2.1 Sites", "p1 3 Results", "p2 3 Results"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestSectionHoldsTheWholePassage(t *testing.T) { // R3.1
	tests := map[string]struct {
		text string
		want []string
	}{
		"short sections share their parent":   {"# Title\n\nIntro words.\n\n## One\n\nBasalt.\n\n## Two\n\nGneiss.\n", []string{"Title"}},
		"headings alone belong to what comes": {"# Title\n\n## One\n\nBasalt.\n", []string{"Title > One"}},
		"nothing in common":                   {"# One\n\nBasalt.\n\n# Two\n\nGneiss.\n", []string{""}},
		"an opening before a long paragraph":  {"# One\n\n" + prose(45) + "\n## Two\n\n" + prose(300), []string{"One", "One > Two", "One > Two"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var headings []core.Heading
			offset := 0
			for line := range strings.Lines(tt.text) {
				if level := strings.IndexFunc(line, func(r rune) bool { return r != '#' }); level > 0 {
					headings = append(headings, core.Heading{Level: level, Title: strings.TrimSpace(line[level:]), Line: -1, Start: offset})
				}
				offset += len(line)
			}
			var got []string
			for _, p := range passage.Cut(core.KindMarkdown, []core.Page{{Index: 1, Text: tt.text}}, []core.Layout{{Page: 1, Headings: headings}}, nil) {
				got = append(got, p.Section)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCutFallsBackToTheOutline(t *testing.T) {
	pages := []core.Page{{Index: 1, Text: prose(60)}, {Index: 2, Text: prose(50) + "\nMETHODS\n" + prose(60)}}
	outline := []core.OutlineEntry{{Level: 1, Title: "Introduction", Page: 1}, {Level: 1, Title: "Methods", Page: 2}}
	var got []string
	for _, p := range passage.Cut(core.KindPDF, pages, nil, outline) {
		got = append(got, fmt.Sprintf("p%d %s", p.Page, p.Section))
	}
	if diff := cmp.Diff([]string{"p1 Introduction", "p2 Introduction", "p2 Methods"}, got); diff != "" {
		t.Error(diff)
	}
}

// A page written across its columns: left and right lines take turns in the
// text, and the layout says in which order they are read.
func TestCutReadsColumnsInOrder(t *testing.T) {
	var page strings.Builder
	var lines []core.Line
	var left, right []int
	write := func(s string, x, y float32) int {
		start := page.Len()
		page.WriteString(s)
		lines = append(lines, core.Line{Span: core.Span{Start: start, End: page.Len()}, Left: x, Top: y, Height: 10})
		page.WriteByte('\n')
		return len(lines) - 1
	}
	for i := range 30 {
		left = append(left, write(fmt.Sprintf("left%d a b c d", i), 50, float32(12*i)))
		right = append(right, write(fmt.Sprintf("right%d a b c d", i), 300, float32(12*i)))
	}
	layout := core.Layout{Page: 1, Lines: lines, Order: append(left, right...)}
	got := passage.Cut(core.KindPDF, []core.Page{{Index: 1, Text: page.String()}}, []core.Layout{layout}, nil)
	var all []string
	for _, p := range got {
		all = append(all, p.Text(page.String()))
	}
	joined := strings.Join(all, "\n")
	if strings.Index(joined, "left29") > strings.Index(joined, "right0 ") {
		t.Errorf("columns are interleaved:\n%s", joined)
	}
	if n := len(text.Forms(joined)); n != 300 {
		t.Errorf("%d words in passages, want 300", n)
	}
}

func TestCutLeavesRunningHeadsOut(t *testing.T) {
	head, foot := "Smith · Tides", "217"
	page := head + " " + prose(60) + "\n\n" + prose(60) + foot
	layout := core.Layout{Page: 1, Lines: []core.Line{
		{Span: core.Span{Start: len(page) - len(foot), End: len(page)}, Running: true},
		{Span: core.Span{End: len(head)}, Running: true},
	}}
	got := passage.Cut(core.KindPDF, []core.Page{{Index: 1, Text: page}}, []core.Layout{layout}, nil)
	want := strings.TrimSpace(page[len(head) : len(page)-len(foot)])
	if len(got) != 1 || got[0].Text(page) != want {
		t.Errorf("got %+v", got)
	}
}

func TestCutNumbersLinesWhereThereAreNoPages(t *testing.T) {
	md := "# One\n\n" + prose(60) + "\n# Two\n\n" + prose(60)
	layouts := []core.Layout{{Page: 1, Headings: []core.Heading{
		{Level: 1, Title: "One", Line: -1, Start: 0}, {Level: 1, Title: "Two", Line: -1, Start: strings.Index(md, "# Two")},
	}}}
	got := passage.Cut(core.KindMarkdown, []core.Page{{Index: 1, Text: md}}, layouts, nil)
	var places [][2]int
	for _, p := range got {
		places = append(places, p.Lines)
	}
	if diff := cmp.Diff([][2]int{{1, 8}, {10, 17}}, places); diff != "" {
		t.Error(diff)
	}
}

// Whatever the pages look like, the passages of a page hold all of its words,
// once and in order, and stay within it.
func TestCutLosesNoWord(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	scraps := []string{"word ", "The end. ", "\n", "\n\n", "潮間帯", "hyphen-\nated ", "— ", "3.14 ", "# Head\n", "\t", "Fig. 2 "}
	for n := range 2_000 {
		var b strings.Builder
		for range rng.IntN(900) {
			b.WriteString(scraps[rng.IntN(len(scraps))])
		}
		page := core.Page{Index: 3, Text: b.String()}
		kind := []core.Kind{core.KindPDF, core.KindText}[n%2]
		var got strings.Builder
		for i, p := range passage.Cut(kind, []core.Page{page}, nil, nil) {
			words := text.CountWords(p.Text(page.Text))
			if kind.Paged() { // a hyphen at the end of a paragraph parts two words
				words = p.Words
			}
			if p.Ordinal != i || p.Page != 3 || p.Words != words {
				t.Fatalf("passage %d is %+v in %q", i, p, page.Text)
			}
			got.WriteString(p.Text(page.Text) + "\n\n")
		}
		want, have := strings.Join(text.Forms(page.Text), ""), strings.Join(text.Forms(got.String()), "")
		if want != have {
			t.Fatalf("words differ\nwant %q\nhave %q", want, have)
		}
	}
}

func BenchmarkCut(b *testing.B) {
	page := core.Page{Index: 1, Text: prose(600)}
	b.SetBytes(int64(len(page.Text)))
	for b.Loop() {
		passage.Cut(core.KindPDF, []core.Page{page}, nil, nil)
	}
}
