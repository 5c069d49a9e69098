package widget

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"ibid/core"
	"ibid/ui/theme"
)

// wide counts characters, so that the expectations can be read.
func wide(r run) float32 { return float32(len([]rune(r.text))) }

func flat(lines [][]run) string {
	var out []string
	for _, line := range lines {
		var b strings.Builder
		for _, r := range line {
			if r.marked {
				b.WriteString("<" + r.text + ">")
			} else {
				b.WriteString(r.text)
			}
		}
		out = append(out, strings.TrimRight(b.String(), " "))
	}
	return strings.Join(out, "|")
}

func TestSnippetWrapsAndMarks(t *testing.T) {
	tests := []struct {
		name, text string
		marks      []core.Span
		width      float32
		lines      int
		want       string
	}{
		{"one line", "the yield curve", []core.Span{{Start: 4, End: 9}}, 40, 2, "the <yield> curve"},
		{"breaks at spaces", "aa bb cc dd", nil, 5, 3, "aa bb|cc dd"},
		{"a mark inside a word keeps it whole", "aa (bb) cc", []core.Span{{Start: 4, End: 6}}, 6, 3, "aa|(<bb>)|cc"},
		{"what has no room ends in dots", "aa bb cc dd ee", nil, 5, 2, "aa bb|cc…"},
		{"white space is one space", "aa \n\n bb", nil, 40, 2, "aa bb"},
		{"a mark over several words", "aa bb cc", []core.Span{{Start: 0, End: 5}}, 40, 1, "<aa> <bb> cc"},
		{"marks outside of the text are left out", "aa", []core.Span{{Start: 1, End: 9}}, 40, 1, "aa"},
		{"nothing", "", nil, 40, 2, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := flat(wrap(runs(tt.text, tt.marks), tt.width, tt.lines, wide)); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestShortenFits(t *testing.T) {
	test.NewTempApp(t)
	style := fyne.TextStyle{}
	for _, width := range []float32{0, 5, 30, 80, 1000} {
		got := Shorten("engstrom-sharpe-2019-near-term-forward-spread.pdf", width, 13, style)
		if w := fyne.MeasureText(got, 13, style).Width; w > width {
			t.Errorf("%q is %.1f wide, want at most %.1f", got, w, width)
		}
	}
	if got := Shorten("short", 1000, 13, style); got != "short" {
		t.Errorf("%q", got)
	}
}

func TestCellsAreTheColumnsOfAFixedWidthFace(t *testing.T) {
	for _, tt := range []struct {
		text string
		want int
	}{
		{"", 0}, {"abc", 3}, {"é…", 2}, {"产量", 4}, {"한a", 3}, {"ｱ", 1}, {"ａ", 2},
	} {
		if got := cells([]rune(tt.text)); got != tt.want {
			t.Errorf("%q has %d columns, want %d", tt.text, got, tt.want)
		}
	}
}

func TestDenseListingKeepsTheWholeText(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light))
	l := NewListing()
	w := test.NewTempWindow(t, l)
	w.Resize(fyne.NewSize(300, 200))
	text := strings.Repeat("[1] crisis.pdf, p. 3\nthe yield curve inverted and stayed so\n\n", 300) + strings.Repeat("long ", longestLine)
	l.SetText(text)
	var b strings.Builder
	for _, r := range l.rows {
		b.WriteString(r.text)
	}
	if want := strings.ReplaceAll(text, "\n", ""); b.String() != want {
		t.Error("the rows do not hold the whole text")
	}
	narrow := len(l.rows)
	w.Resize(fyne.NewSize(900, 200))
	if len(l.rows) >= narrow {
		t.Errorf("%d rows when wide, %d when narrow", len(l.rows), narrow)
	}
}

func TestFoldKeepsEveryByteAndFits(t *testing.T) {
	wide := func(s string) float32 { return float32(len([]rune(s))) }
	for _, tt := range []struct {
		line  string
		width float32
		want  []string
	}{
		{"", 5, []string{""}},
		{"aa bb cc", 5, []string{"aa bb ", "cc"}},
		{"    aa bb", 7, []string{"    aa ", "bb"}},
		{"abcdefgh i", 3, []string{"abc", "def", "gh ", "i"}},
		{"éééé", 2, []string{"éé", "éé"}},
		{"aa  ", 2, []string{"aa  "}},
	} {
		if got := fold(tt.line, tt.width, wide); !slices.Equal(got, tt.want) {
			t.Errorf("%q in %v: %q, want %q", tt.line, tt.width, got, tt.want)
		}
	}
}

func TestListingMarksAndNumbersItsLines(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light))
	l := NewListing()
	w := test.NewTempWindow(t, l)
	w.Resize(fyne.NewSize(500, 300))
	text := "first\n" + strings.Repeat("a long line ", 20) + "\nthird\n"
	at := strings.Index(text, "third")
	l.Set(text, 9, Prose, []core.Span{{Start: at, End: at + 6}})
	var numbers, marked []string
	for _, r := range l.rows {
		if r.number != "" {
			numbers = append(numbers, r.number)
		}
		if r.marked {
			marked = append(marked, r.text)
		}
	}
	if !slices.Equal(numbers, []string{"9", "10", "11"}) || !slices.Equal(marked, []string{"third"}) || len(l.rows) < 5 {
		t.Errorf("%d rows, numbers %q, marked %q", len(l.rows), numbers, marked)
	}
	l.Set("Time\tLevel\n2024-03-21\t1.12\n", 0, Table, nil)
	if l.rows[0].text != "Time        Level" || l.rows[1].text != "2024-03-21  1.12" {
		t.Errorf("table %q, %q", l.rows[0].text, l.rows[1].text)
	}
}

// What a button does is said beside it while the mouse rests there, inside of
// the window.
func TestTipIsShownWhileTheMouseRests(t *testing.T) {
	test.NewTempApp(t)
	var waiting []func()
	tips := NewTips(func(_ time.Duration, f func()) func() {
		waiting = append(waiting, f)
		return func() { waiting = nil }
	})
	b := NewIconButton(theme.ThumbUp, "It helped (Alt+Y)", nil)
	w := test.NewTempWindow(t, container.NewStack(container.NewBorder(nil, container.NewHBox(b), nil, nil), tips))
	w.Resize(fyne.NewSize(200, 80))
	b.MouseIn(nil)
	if tips.Text() != "" || len(waiting) != 1 {
		t.Fatalf("shows %q at once, %d wait", tips.Text(), len(waiting))
	}
	waiting[0]()
	words := test.TempWidgetRenderer(t, tips).Objects()[0]
	at := words.Position()
	if tips.Text() != b.Hint || !words.Visible() || at.X < 0 || at.Y < 0 || at.X+words.Size().Width > 200 || at.Y+words.Size().Height > 80 {
		t.Errorf("shows %q at %v, %v large", tips.Text(), at, words.Size())
	}
	b.MouseOut()
	if tips.Text() != "" || words.Visible() {
		t.Errorf("still shows %q", tips.Text())
	}
	b.MouseIn(nil)
	b.Tapped(nil)
	if len(waiting) != 0 {
		t.Error("a click does not take back what was to be said")
	}
}
