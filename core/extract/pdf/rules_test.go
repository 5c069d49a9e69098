package pdf

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"strings"
	"testing"

	"ibid/core"
)

// A mark is a line of a page under construction: 600 points wide, 800 high.
type mark struct {
	text      string
	left, top float32
	size      float32 // 10 if 0
	bold      bool
}

// pageOf makes a page of lines, as measure leaves it before columns are looked for.
func pageOf(marks ...mark) *draft {
	s := &draft{Layout: core.Layout{Page: 1, Width: 600, Height: 800}}
	for _, m := range marks {
		if m.size == 0 {
			m.size = 10
		}
		start := len(s.text)
		s.text += m.text + "\n"
		s.Lines = append(s.Lines, core.Line{
			Span: core.Span{Start: start, End: start + len(m.text)}, Left: m.left, Top: m.top, Right: m.left + textWidth(m.text, m.size),
			Height: m.size, Size: m.size, Bold: m.bold,
		})
		s.solid = append(s.solid, m.bold)
	}
	return s
}

// column makes lines of one text below each other, 12 points apart.
func column(n int, left, top float32, text string) (out []mark) {
	for i := range n {
		out = append(out, mark{text: text, left: left, top: top + 12*float32(i)})
	}
	return out
}

const running = "twenty characters or more of text" // about 150 points wide

// Each row stands on one side of a threshold, and the next one on the other.
func TestColumnsBeginWhereEnoughLinesDo(t *testing.T) {
	long := strings.Repeat("x", runningChars)
	both := func(left, right []mark) []mark { return append(left, right...) }
	for _, tt := range []struct {
		name  string
		marks []mark
		want  []float32
	}{
		{"20 characters", both(column(6, 60, 100, long), column(6, 300, 100, long)), []float32{60, 300}},
		{"19 characters", both(column(6, 60, 100, long[1:]), column(6, 300, 100, long[1:])), nil},
		{"18 % of the width apart", both(column(6, 60, 100, running), column(6, 169, 100, running)), []float32{60, 169}},
		{"less apart", both(column(6, 60, 100, running), column(6, 167, 100, running)), []float32{60}},
		{"4 lines", both(column(6, 60, 100, running), column(4, 300, 100, running)), []float32{60, 300}},
		{"3 lines", both(column(6, 60, 100, running), column(3, 300, 100, running)), []float32{60}},
		{"a tenth of the lines", both(column(45, 60, 100, running), column(5, 300, 100, running)), []float32{60, 300}},
		{"less than a tenth", both(column(46, 60, 100, running), column(4, 300, 100, running)), []float32{60}},
		{"3 lines beside the first column", both(column(6, 60, 100, running), column(6, 300, 136, running)), []float32{60, 300}},
		{"2 lines beside it", both(column(6, 60, 100, running), column(6, 300, 148, running)), []float32{60}},
		{"4 points apart at the left", both(column(2, 60, 100, running), column(2, 64, 124, running)), []float32{60}},
		{"5 points apart at the left", both(column(2, 60, 100, running), column(2, 65, 124, running)), nil},
	} {
		got := findColumns(pageOf(tt.marks...))
		if fmt.Sprint(got.lefts) != fmt.Sprint(tt.want) {
			t.Errorf("%s: columns at %v, want %v", tt.name, got.lefts, tt.want)
		}
	}
}

func TestLinesAreSortedIntoColumns(t *testing.T) {
	columns := append(column(6, 60, 100, running), column(6, 300, 100, running)...)
	for _, tt := range []struct {
		name string
		line mark
		edge float32 // where the line ends
		want int
	}{
		{"in the first column", mark{text: running, left: 60, top: 300}, 250, 0},
		{"in the second", mark{text: running, left: 297, top: 300}, 500, 1},
		{"4 points before the second", mark{text: running, left: 296, top: 300}, 500, 1},
		{"5 points before it", mark{text: running, left: 295, top: 300}, 335, 0},
		{"15 % into the second", mark{text: running, left: 60, top: 300}, 335, 0},
		{"more than that", mark{text: running, left: 60, top: 300}, 336, fullWidth},
		{"more, beside a line of the second", mark{text: running, left: 60, top: 100}, 336, 0},
		{"short, in the upper 7 %", mark{text: "p. 3", left: 60, top: 55}, 90, fullWidth},
		{"short, below them", mark{text: "p. 3", left: 60, top: 57}, 90, 0},
		{"short, in the lower 7 %", mark{text: "p. 3", left: 60, top: 745}, 90, fullWidth},
		{"short, above them", mark{text: "p. 3", left: 60, top: 743}, 90, 0},
	} {
		s := pageOf(append(columns, tt.line)...)
		last := len(s.Lines) - 1
		s.Lines[last].Right = tt.edge
		if got := findColumns(s).of[last]; got != tt.want {
			t.Errorf("%s: column %d, want %d", tt.name, got, tt.want)
		}
	}
}

func TestOrderChangesOnlyForTextWrittenAcrossColumns(t *testing.T) {
	wide := strings.Repeat("w", 26) // about 216 points of the 230 that a column has
	rows := func(n int, left, right string, jump func(i int) bool) *draft {
		var marks []mark
		for i := range n {
			a, b := mark{text: left, left: 60, top: 100 + 12*float32(i)}, mark{text: right, left: 300, top: 100 + 12*float32(i)}
			if marks = append(marks, a, b); !jump(i) { // b, a: the next row begins in the column that this one ends in
				marks[len(marks)-2], marks[len(marks)-1] = b, a
			}
		}
		return pageOf(marks...)
	}
	always := func(int) bool { return true }
	for _, tt := range []struct {
		name string
		page *draft
		want bool
	}{
		{"8 rows", rows(8, wide, wide, always), true},
		{"7 rows", rows(7, wide, wide, always), false},
		{"columns that are filled to 70 %", rows(10, wide, strings.Repeat("w", 20), always), true},
		{"columns that are filled less", rows(10, strings.Repeat("w", 20), strings.Repeat("n", 24), always), false},
		{"13 jumps in 10 rows", rows(10, wide, wide, func(i int) bool { return i < 4 || i%2 == 1 }), true},
		{"12 jumps in 10 rows", rows(10, wide, wide, func(i int) bool { return i < 3 || i%2 == 0 }), false},
	} {
		c := findColumns(tt.page)
		if got := readingOrder(tt.page, c) != nil; got != tt.want {
			t.Errorf("%s: order %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestHeadingsAreLargeOrBoldAndAlone(t *testing.T) {
	words := func(n int) string { return strings.Repeat("Word ", n/5) + "Abcde"[:n%5] }
	alone := func(m mark) []mark {
		m.left, m.top = 60, 100
		return []mark{m}
	}
	crowded := func(m mark, gap float32) []mark {
		m.left, m.top = 60, 110+gap
		return []mark{m, {text: running, left: 60, top: 100}}
	}
	cells := func(n int) []mark {
		out := []mark{{text: "Yield", left: 60, top: 100, size: 14}}
		for i := range n {
			out = append(out, mark{text: "Cell", left: 120 + 60*float32(i), top: 100, size: 14})
		}
		return out
	}
	for _, tt := range []struct {
		name  string
		body  float32
		marks []mark // the first is judged
		want  bool
	}{
		{"1.15 times the body", 10, alone(mark{text: "Methods", size: 11.5}), true},
		{"1.1 times the body", 10, alone(mark{text: "Methods", size: 11}), false},
		{"just 1.12 times", 25, alone(mark{text: "Methods", size: 28}), true},
		{"just less", 25, alone(mark{text: "Methods", size: 27.5}), false},
		{"half a point larger than a tiny body", 4, alone(mark{text: "Methods", size: 4.5}), false},
		{"a point larger than it", 4, alone(mark{text: "Methods", size: 5}), true},
		{"160 characters, large", 10, alone(mark{text: words(160), size: 14}), true},
		{"161 characters, large", 10, alone(mark{text: words(161), size: 14}), false},
		{"90 characters, bold", 10, alone(mark{text: words(89) + "s", bold: true}), true},
		{"91 characters, bold", 10, alone(mark{text: words(90) + "s", bold: true}), false},
		{"bold", 10, alone(mark{text: "Methods", bold: true}), true},
		{"neither large nor bold", 10, alone(mark{text: "Methods"}), false},
		{"bold, ended by a stop", 10, alone(mark{text: "Methods.", bold: true}), false},
		{"bold, in lower case", 10, alone(mark{text: "methods", bold: true}), false},
		{"bold caption", 10, alone(mark{text: "Figure 3 Tides", bold: true}), false},
		{"bold, half a point smaller", 10, alone(mark{text: "Methods", size: 9.5, bold: true}), true},
		{"bold, a point smaller", 10, alone(mark{text: "Methods", size: 9, bold: true}), false},
		{"bold, with more than half a line above", 10, crowded(mark{text: "Methods", bold: true}, 5.1), true},
		{"bold, with half a line above", 10, crowded(mark{text: "Methods", bold: true}, 5), false},
		{"small capitals of 8 points", 10, alone(mark{text: "I. INTRODUCTION", size: 8}), true},
		{"small capitals of 7.5 points", 10, alone(mark{text: "I. INTRODUCTION", size: 7.5}), false},
		{"more than 8 of 10 capitals", 10, alone(mark{text: "2 ABCDEFGHIj", size: 10}), true},
		{"8 of 10 capitals", 10, alone(mark{text: "2 ABCDEFGHij", size: 10}), false},
		{"among 2 other cells", 10, cells(2), true},
		{"among 3 other cells", 10, cells(3), false},
		{"a page number beyond a third of the width", 10, append(alone(mark{text: "Methods", size: 14}), mark{text: "7", left: 261, top: 100, size: 14}), false},
		{"a number nearer than that", 10, append(alone(mark{text: "Methods", size: 14}), mark{text: "7", left: 260, top: 100, size: 14}), true},
		{"4 dots before a number", 10, alone(mark{text: "Methods....7", size: 14}), false},
		{"3 dots before a number", 10, alone(mark{text: "Methods...7", size: 14}), true},
	} {
		s := pageOf(tt.marks...)
		if got := isHeading(s, 0, oneLine(s.line(0)), tt.body); got != tt.want {
			t.Errorf("%s: heading %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestTitlesAreMadeOfLetters(t *testing.T) {
	for title, want := range map[string]bool{
		"Methods": true, "ab": true, "a": false, "12 ab": true, "12345 ab": false,
		"two or three small words": true, "two or three more small words": false, "Two or three more small words": true,
	} {
		if got := isTitle(title); got != want {
			t.Errorf("%q: title %v, want %v", title, got, want)
		}
	}
}

func TestHeadingGoesOnInTheNextLine(t *testing.T) {
	join := func(gap float32) int {
		s := pageOf(mark{text: "A heading of", left: 60, top: 200, size: 16}, mark{text: "two lines", left: 60, top: 200 + gap, size: 16})
		return len(pageCandidates([]draft{*s}, 0, 10, nil))
	}
	if n := join(27.9); n != 1 {
		t.Errorf("lines less than 1.75 lines apart are %d headings", n)
	}
	if n := join(28); n != 2 {
		t.Errorf("lines 1.75 lines apart are %d headings", n)
	}
}

func TestRunningHeadsStandOnThreePages(t *testing.T) {
	for _, tt := range []struct {
		name  string
		pages int
		line  func(page int) mark
		want  bool
	}{
		{"3 pages", 3, func(int) mark { return mark{text: "Kelp", left: 60, top: 20} }, true},
		{"2 pages", 2, func(int) mark { return mark{text: "Kelp", left: 60, top: 20} }, false},
		{"with the page number", 3, func(n int) mark { return mark{text: fmt.Sprint("Kelp ", n), left: 60, top: 20} }, true},
		{"another text on each", 3, func(n int) mark { return mark{text: strings.Repeat("Kelp", n+1), left: 60, top: 20} }, false},
		{"bold, another text on 6 pages", 6, func(n int) mark { return mark{text: strings.Repeat("Kelp", n+1), left: 60, top: 20, bold: true} }, true},
		{"bold, another text on 5 pages", 5, func(n int) mark { return mark{text: strings.Repeat("Kelp", n+1), left: 60, top: 20, bold: true} }, false},
		{"in the upper 12 %", 3, func(int) mark { return mark{text: "Kelp", left: 60, top: 96} }, true},
		{"below them", 3, func(int) mark { return mark{text: "Kelp", left: 60, top: 97} }, false},
		{"in the lower 10 %", 3, func(int) mark { return mark{text: "Kelp", left: 60, top: 710} }, true},
		{"above them", 3, func(int) mark { return mark{text: "Kelp", left: 60, top: 709} }, false},
		{"4 points higher on each", 3, func(n int) mark { return mark{text: "Kelp", left: 60, top: 20 + 4*float32(n)} }, false},
	} {
		var drafts []draft
		for n := range tt.pages {
			drafts = append(drafts, *pageOf(tt.line(n), mark{text: running, left: 60, top: 400 + 5*float32(n)}))
		}
		if got := runningLines(drafts, 10)[lineID{0, 0}]; got != tt.want {
			t.Errorf("%s: running %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestTablesHaveThreeRows(t *testing.T) {
	table := func(rows, cells int, lead float32, text string) (out []mark) {
		for r := range rows {
			for c := range cells {
				out = append(out, mark{text: text, left: 60 + 100*float32(c), top: 200 + lead*float32(r)})
			}
		}
		return out
	}
	caption := mark{text: "Table 1: Yields", left: 60, top: 180}
	for _, tt := range []struct {
		name  string
		marks []mark
		want  int
	}{
		{"3 rows of 3", table(3, 3, 12, "cell"), 1},
		{"2 rows of 3", table(2, 3, 12, "cell"), 0},
		{"3 rows of 2", table(3, 2, 12, "cell"), 0},
		{"3 rows of 2 with a caption", append(table(3, 2, 12, "cell"), caption), 1},
		{"2 rows of 2 with a caption", append(table(2, 2, 12, "cell"), caption), 0},
		{"rows 4 lines apart", table(3, 3, 40, "cell"), 1},
		{"rows farther apart", table(3, 3, 41, "cell"), 0},
		{"cells of 40 characters", table(3, 3, 12, strings.Repeat("i", 40)), 1},
		{"cells of 41 characters", table(3, 3, 12, strings.Repeat("i", 41)), 0},
	} {
		if got := countTables(pageOf(tt.marks...)); got != tt.want {
			t.Errorf("%s: %d tables, want %d", tt.name, got, tt.want)
		}
	}
}

func TestCellsUnderEachOtherShareAnEdge(t *testing.T) {
	s := pageOf(mark{text: "above", left: 100, top: 100}, mark{text: "below", left: 100, top: 112})
	for _, tt := range []struct {
		name        string
		left, right float32
		want        int
	}{
		{"the left", 103.9, 300, 1}, {"neither edge", 104, 300, 0}, {"the right", 10, 203.9, 1}, {"not the right", 10, 204, 0},
		{"the middle", 53, 250, 1}, {"not the middle", 53, 255.1, 0},
	} {
		s.Lines[0].Left, s.Lines[0].Right = 100, 200
		s.Lines[1].Left, s.Lines[1].Right = tt.left, tt.right
		if got := aligned(s, row{0}, row{1}); got != tt.want {
			t.Errorf("%s: %d aligned, want %d", tt.name, got, tt.want)
		}
	}
}

func TestFaintTextIsSuspectFromEnoughLetters(t *testing.T) {
	span := func(size float32, style, text string) string {
		return fmt.Sprintf(`<span style="font-size:%gpt%s">%s</span>`, size, style, text)
	}
	const black, white = ";color:#000000", ";color:#ffffff"
	for _, tt := range []struct {
		name, spans    string
		suspect, small bool
	}{
		{"12 white letters in a long line", span(10, black, strings.Repeat("a", 40)) + span(10, white, strings.Repeat("b", 12)), true, false},
		{"11 white letters in it", span(10, black, strings.Repeat("a", 40)) + span(10, white, strings.Repeat("b", 11)), false, false},
		{"more than half of a short line", span(10, black, "aaa") + span(10, white, "bbbb"), true, false},
		{"half of it", span(10, black, "aaaa") + span(10, white, "bbbb"), false, false},
		{"1.9 points", span(1.9, black, "small letters"), true, true},
		{"2 points", span(2, black, "small letters"), false, false},
		{"without a colour", span(10, "", "no ink at all"), true, false},
	} {
		l := scanHTML(`<p style="top:1pt">` + tt.spans + "</p>").lines[0]
		if l.suspect() != tt.suspect || l.faint.small != tt.small {
			t.Errorf("%s: suspect %v, small %v; want %v, %v", tt.name, l.suspect(), l.faint.small, tt.suspect, tt.small)
		}
	}
}

func TestLinesOffThePageAreOutside(t *testing.T) {
	p := rawPage{width: 600, height: 800}
	for _, tt := range []struct {
		name      string
		left, top float32
		want      bool
	}{
		{"on it", 0, 0, false}, {"half above", 60, -5, true}, {"less than half above", 60, -4.9, false},
		{"half below", 60, 795, true}, {"less than half below", 60, 794.9, false},
		{"right of it", 600, 60, true}, {"beginning before its right edge", 599, 60, false},
		{"half left of it", -50, 60, true}, {"less than half left of it", -10, 60, false},
	} {
		l := rawLine{text: "some text", left: tt.left, top: tt.top, height: 10, size: 10} // about 40 points wide
		if got := p.outside(&l); got != tt.want {
			t.Errorf("%s: outside %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestInkIsComparedWithTheDrawing(t *testing.T) {
	grey := func(v int) ink { return ink(v)<<16 | ink(v)<<8 | ink(v) }
	for _, tt := range []struct {
		name  string
		ink   ink
		paper int // percent of the box, from above, that is 240 of 255; the rest is black
		want  string
	}{
		{"the colour of 45 % of the box", grey(240), 45, hiddenPaper},
		{"the colour of 44 % of the box", grey(240), 44, ""},
		{"20 darker than the paper", grey(220), 100, hiddenPaper},
		{"21 darker than the paper", grey(219), 100, ""},
		{"no ink on paper", noInk, 100, hiddenInk},
		{"no ink where 1 % is black", noInk, 99, hiddenInk},
		{"no ink where 2 % are black", noInk, 98, ""},
	} {
		img := image.NewRGBA(image.Rect(0, 0, 10, 100))
		draw.Draw(img, img.Bounds(), image.Black, image.Point{}, draw.Src)
		draw.Draw(img, image.Rect(0, 0, 10, tt.paper), image.NewUniform(color.Gray{Y: 240}), image.Point{}, draw.Src)
		l := inkCheck{ink: tt.ink, width: 10, height: 100}
		if got := l.judge(img, 1, img.Bounds()); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestLinesAreTakenUpAgainWhereEnoughOfThemAgrees(t *testing.T) {
	for _, tt := range []struct {
		name, text, line string
		want             bool
	}{
		{"6 bytes", "skipped abcdef", "abcdef", true},
		{"5 bytes", "skipped abcde", "abcde", false},
		{"within 4,000 bytes", strings.Repeat("-", 4000-6) + "abcdef", "abcdef", true},
		{"beyond them", strings.Repeat("-", 4000-5) + "abcdef", "abcdef", false},
	} {
		if _, n := find(tt.text, 0, tt.line, true); (n > 0) != tt.want {
			t.Errorf("%s: %d bytes found", tt.name, n)
		}
	}
}

func TestBoundsOfWhatIsKept(t *testing.T) {
	if a := (annotation{text: strings.Repeat("a", longCopy)}); !a.copies(strings.Repeat("a", 100)) {
		t.Error("40 bytes of the contents are no copy")
	}
	if a := (annotation{text: strings.Repeat("a", longCopy-1)}); a.copies(strings.Repeat("a", 100)) {
		t.Error("39 bytes of the contents are a copy")
	}
	if a := (annotation{text: "a", marks: true}); !a.copies("abc") {
		t.Error("a highlight that quotes what it marks is no copy")
	}
	for n, want := range map[int]bool{longestFieldName: true, longestFieldName + 1: false} {
		if got := fieldLabel(strings.Repeat("a", n), "") != ""; got != want {
			t.Errorf("a name of %d bytes: label %v", n, got)
		}
	}
	for n, want := range map[int]bool{longestLabel - 1: true, longestLabel: false} {
		labels := number([]labelRange{{style: "D", prefix: strings.Repeat("a", n), start: 1}}, 1)
		if got := labels != nil; got != want {
			t.Errorf("a label of %d bytes: %v", n+1, labels)
		}
	}
	for n, want := range map[int]bool{headerWindow - 4: true, headerWindow - 3: false} {
		if _, err := Prepare([]byte(strings.Repeat(" ", n)+"%PDF-1.7"), ""); (err == nil) != want {
			t.Errorf("%%PDF after %d bytes: %v", n, err)
		}
	}
	for n, want := range map[int]bool{5: false, 4: true} {
		if _, note := sanitise(strings.Repeat("a", n) + "\uFFFD"); (note != "") != want {
			t.Errorf("one unknown letter to %d others: note %q", n, note)
		}
	}
	if b := cleanValue(strings.Repeat("a", longestValue) + "\nb"); len(b) != longestValue+1 {
		t.Errorf("%d bytes of a value are kept", len(b))
	}
}

func TestAnnotationsAreDrawnWhereTheirPageIs(t *testing.T) {
	for _, tt := range []struct {
		name   string
		rotate int
		rect   []float64
		want   area
		ok     bool
	}{
		{"upright", 0, []float64{10, 20, 30, 50}, area{10, 750, 30, 780}, true},
		{"corners the other way round", 0, []float64{30, 50, 10, 20}, area{10, 750, 30, 780}, true},
		{"a quarter", 90, []float64{10, 20, 30, 50}, area{20, 10, 50, 30}, true},
		{"upside down", 180, []float64{10, 20, 30, 50}, area{570, 20, 590, 50}, true},
		{"three quarters", 270, []float64{10, 20, 30, 50}, area{750, 570, 780, 590}, true},
		{"2 points high", 0, []float64{10, 20, 30, 22}, area{10, 778, 30, 780}, true},
		{"less than 2 points high", 0, []float64{10, 20, 30, 21.9}, area{}, false},
		{"off the page", 0, []float64{610, 20, 630, 50}, area{}, false},
		{"three numbers", 0, []float64{10, 20, 30}, area{}, false},
	} {
		f := frame{media: []float64{0, 0, 600, 800}, rotate: tt.rotate, unit: 1}
		if got, ok := f.place(tt.rect); ok != tt.ok || ok && got != tt.want {
			t.Errorf("%s: %v, %v; want %v, %v", tt.name, got, ok, tt.want, tt.ok)
		}
	}
}
