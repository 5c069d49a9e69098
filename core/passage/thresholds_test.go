package passage_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/passage"
)

// sentences writes n sentences of so many words each.
func sentences(n, words int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "S%d", i)
		b.WriteString(strings.Repeat(" word", words-1) + ". ")
	}
	return b.String()
}

// paragraphs joins texts by blank lines.
func paragraphs(texts ...string) string { return strings.Join(texts, "\n\n") }

func sizes(passages []core.Passage) []int {
	out := make([]int, len(passages))
	for i, p := range passages {
		out[i] = p.Words
	}
	return out
}

// Each pair of cases stands on either side of a bound.
func TestBoundsOfAPassage(t *testing.T) { // R3.1
	for _, tt := range []struct {
		name, text string
		want       []int // words
	}{
		{"closed behind 200 words", paragraphs(prose(200), prose(50)), []int{200, 50}},
		{"open behind 199 words", paragraphs(prose(199), prose(50)), []int{249}},
		{"up to 250 words", paragraphs(prose(199), prose(51)), []int{250}},
		{"over 250 words", paragraphs(prose(199), prose(52)), []int{199, 52}},
		{"a tail of 50 words", paragraphs(prose(210), prose(50)), []int{210, 50}},
		{"a tail of 49 words", paragraphs(prose(210), prose(49)), []int{259}},
		{"40 words before a long paragraph", paragraphs(prose(40), sentences(251, 1)), []int{40, 151, 100}},
		{"39 words before a long paragraph", paragraphs(prose(39), sentences(251, 1)), []int{151, 139}},
		{"a paragraph of 250 words", sentences(250, 1), []int{250}},
		{"a paragraph of 251 words", sentences(251, 1), []int{151, 100}},
		{"two parts of a paragraph", sentences(400, 1), []int{225, 175}},
		{"three parts of a paragraph", sentences(401, 1), []int{159, 159, 83}},
		{"a last part of 200 words is closed", paragraphs(sentences(4, 100), prose(50)), []int{200, 200, 50}},
		{"a last part of 199 words is open", paragraphs(sentences(3, 100)+sentences(1, 99), prose(50)), []int{200, 249}},
		{"a sentence as long as a part", sentences(2, 126), []int{126, 126}},
		{"a line as long as a part", strings.Repeat(strings.Repeat("word ", 126)+"\n", 2), []int{126, 126}},
		{"a line of more", strings.Repeat("word ", 251), []int{126, 125}},
		{"a line of ideographs", strings.Repeat("潮", 251), []int{126, 125}},
		{"300 words with what was left between them", paragraphs(prose(100)+strings.Repeat("\n", 290*40-2*len(strings.TrimSpace(prose(100)))-1)+prose(100), prose(10)), []int{210}},
		{"more than that", paragraphs(prose(100)+strings.Repeat("\n", 291*40-2*len(strings.TrimSpace(prose(100)))-1)+prose(100), prose(10)), []int{200, 10}},
		{"200 blanks are looked through for a line break", prose(200) + strings.Repeat(" ", 199) + "\n" + prose(50), []int{200, 50}},
		{"further blanks are not", prose(200) + strings.Repeat(" ", 200) + "\n" + prose(50), []int{250}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := sizes(passage.Cut(core.KindText, []core.Page{{Index: 1, Text: tt.text}}, nil, nil))
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// Forty bytes count as a word, where there are fewer words than that.
func TestBoundsOfWhatIsNoProse(t *testing.T) { // R3.1
	for _, tt := range []struct {
		name, text string
		want       []int // bytes
	}{
		{"250 × 40 bytes and almost a word more", strings.Repeat("x", 10_039), []int{10_039}},
		{"251 × 40 bytes", strings.Repeat("x", 10_040), []int{5_040, 5_000}},
		{"divided behind a comma", strings.Repeat("4.21345678,", 913), []int{5_038, 5_005}},
		{"divided between characters", strings.Repeat("ž", 5_020), []int{5_040, 5_000}},
		{"not within a character", "x" + strings.Repeat("ž", 5_020), []int{5_039, 5_002}},
		{"a comma further back than half a part", strings.Repeat("1", 2_519) + "," + strings.Repeat("1", 7_520), []int{5_040, 5_000}},
		{"a comma just in its second half", strings.Repeat("1", 2_520) + "," + strings.Repeat("1", 7_519), []int{2_521, 5_040, 2_479}},
	} {
		var got []int
		for _, p := range passage.Cut(core.KindText, []core.Page{{Index: 1, Text: tt.text}}, nil, nil) {
			got = append(got, len(p.Text(tt.text)))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestBoundOfTheGapBetweenParagraphs(t *testing.T) {
	first, second := strings.TrimSpace(prose(200)), prose(50)
	page := first + "\n" + second
	for _, tt := range []struct {
		top  float32
		want []int
	}{{18, []int{250}}, {18.1, []int{200, 50}}, {-18.1, []int{250}}} {
		layout := core.Layout{Page: 1, Order: []int{0, 1}, Lines: []core.Line{
			{Span: core.Span{End: len(first)}, Height: 10}, {Span: core.Span{Start: len(first) + 1, End: len(page)}, Top: tt.top, Height: 8},
		}}
		if got := sizes(passage.Cut(core.KindPDF, []core.Page{{Index: 1, Text: page}}, []core.Layout{layout}, nil)); !slices.Equal(got, tt.want) {
			t.Errorf("%v lower: %v, want %v", tt.top, got, tt.want)
		}
	}
}

// A stretch of source code: an entity of a kind, or text between entities.
type piece struct {
	kind   core.EntityKind // empty for text
	words  int             // one on each line
	behind string          // on its last line
	inside []piece         // below its words
}

func function(words int) piece { return piece{kind: core.EntityFunction, words: words} }
func between(words int) piece  { return piece{words: words} }
func class(words int, inside ...piece) piece {
	return piece{kind: core.EntityClass, words: words, inside: inside}
}

// write appends pieces to a source and its entities.
func write(b *strings.Builder, c *core.Code, parent int, pieces []piece) {
	for _, p := range pieces {
		start, at := b.Len(), len(c.Entities)
		if p.kind != "" {
			name := string(rune('a' + at))
			c.Entities = append(c.Entities, core.Entity{Name: name, Qualified: name, Kind: p.kind, Parent: parent, DocStart: start, FirstLine: 1, NameLine: 1, LastLine: 1})
		}
		b.WriteString(strings.TrimSuffix(strings.Repeat("w\n", p.words), "\n"))
		if p.inside != nil {
			b.WriteString("\n")
			write(b, c, at, p.inside)
		}
		if p.kind != "" {
			c.Entities[at].Span = core.Span{Start: start, End: b.Len()}
		}
		b.WriteString(p.behind + "\n")
	}
}

// Each pair of cases stands on either side of a bound.
func TestBoundsOfAPassageOfCode(t *testing.T) { // R1.3
	nested := class(121, function(40))
	for range 51 {
		nested = class(12, nested)
	}
	for _, tt := range []struct {
		name string
		file []piece
		want string // section and words
	}{
		{"two of 39 words", []piece{function(39), function(39)}, "a, b 78"},
		{"the second has 40", []piece{function(39), function(40)}, "a 39; b 40"},
		{"the first has 40", []piece{function(40), function(39)}, "a 40; b 39"},
		{"120 words together", []piece{function(30), function(30), function(30), function(30)}, "a, b, c, d 120"},
		{"121 words together", []piece{function(30), function(30), function(30), function(31)}, "a, b, c 90; d 31"},
		{"five names", []piece{function(20), function(20), function(20), function(20), function(20)}, "a, b, c, d, … 100"},
		{"11 words behind a function", []piece{function(50), between(11), function(50)}, "a 61; b 50"},
		{"12 words behind a function", []piece{function(50), between(12), function(50)}, "a 50;  12; b 50"},
		{"11 words make it 250", []piece{function(239), between(11)}, "a 250"},
		{"11 words make it 251", []piece{function(240), between(11)}, "a 240;  11"},
		{"a function of 250 words", []piece{function(250)}, "a 250"},
		{"a function of 251 words", []piece{function(251)}, "a 151; a 100"},
		{"a function of 400 words", []piece{function(400)}, "a 225; a 175"},
		{"a function of 401 words", []piece{function(401)}, "a 159; a 159; a 83"},
		{"text of 250 words", []piece{function(50), between(250)}, "a 50;  250"},
		{"text of 251 words", []piece{function(50), between(251)}, "a 50;  151;  100"},
		{"a class of 120 words", []piece{class(20, function(50), function(50))}, "a 120"},
		{"a class of 121 words", []piece{class(20, function(50), function(51))}, "a 20; b 50; c 51"},
		{"a function is not divided into its functions", []piece{{kind: core.EntityFunction, words: 20, inside: []piece{function(110)}}}, "a 130"},
		{"99 bytes behind a function", []piece{{kind: core.EntityFunction, words: 50, behind: strings.Repeat(" ab", 33)}, function(50)}, "a 83; b 50"},
		{"100 bytes behind a function", []piece{{kind: core.EntityFunction, words: 50, behind: " " + strings.Repeat(" ab", 33)}, function(50)}, "a 50;  33; b 50"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b strings.Builder
			var c core.Code
			write(&b, &c, -1, tt.file)
			var got []string
			for _, p := range checked(t, tt.name, b.String(), c) {
				got = append(got, fmt.Sprint(p.Section, " ", p.Words))
			}
			if s := strings.Join(got, "; "); s != tt.want {
				t.Errorf("got %s, want %s", s, tt.want)
			}
		})
	}
	var b strings.Builder
	var c core.Code
	write(&b, &c, -1, []piece{nested})
	if got := passage.CutCode([]core.Page{{Index: 1, Text: b.String()}}, c); len(got) != 51 || got[50].Words != 12+161 {
		t.Errorf("52 classes, one in the other, are %d passages: %v", len(got), sizes(got))
	}
}
