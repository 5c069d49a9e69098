package label

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ibid/core"
	"ibid/core/assemble/assembletest"
)

// Heights of a page's lines, in points of a page that is 800 high.
const (
	atHead = 40
	atFoot = 760
)

// sheet is a page under construction.
type sheet struct {
	core.Page
	core.Layout
}

// put adds a line of text with its top at the height.
func (s *sheet) put(top float32, text string) {
	start := len(s.Text)
	s.Text += text + "\n"
	s.Lines = append(s.Lines, core.Line{Span: core.Span{Start: start, End: start + len(text)}, Left: 70, Top: top, Right: 300, Height: 12, Size: 10})
}

// document makes pages with a body of text, and whatever dress adds to each of
// them by its 1-based index.
func document(n int, dress func(page int, s *sheet)) (pages []core.Page, layouts []core.Layout) {
	var body sheet
	for top := float32(120); top < 700; top += 60 {
		body.put(top, "The tide of day 12 was noted at noon.")
	}
	for i := 1; i <= n; i++ {
		s := sheet{Page: core.Page{Index: i, Text: body.Text}, Layout: core.Layout{Page: i, Width: 600, Height: 800}}
		s.Lines = append(make([]core.Line, 0, len(body.Lines)+4), body.Lines...)
		dress(i, &s)
		pages, layouts = append(pages, s.Page), append(layouts, s.Layout)
	}
	return pages, layouts
}

// runsOf is what Infer finds, written as ranges; "nothing" for nil.
func runsOf(pages []core.Page, layouts []core.Layout) string {
	labels := Infer(pages, layouts)
	if labels == nil {
		return "nothing"
	}
	return Ranges(labels).String()
}

func TestNumbersAreReadOffHeadsAndFeet(t *testing.T) { // X2
	foot := func(format string) func(int, *sheet) {
		return func(page int, s *sheet) {
			if page > 2 {
				s.put(atFoot, fmt.Sprintf(format, page-2))
			}
		}
	}
	tests := map[string]struct {
		pages int
		dress func(int, *sheet)
		want  string
	}{
		"by themselves":          {12, foot("%d"), "3=1"},
		"in the last row":        {12, func(page int, s *sheet) { s.put(float32(702+page%5*7), fmt.Sprint(page+1)) }, "1=2"},
		"in dashes":              {12, foot("– %d –"), "3=1"},
		"with their name":        {12, foot("Page %d"), "3=1"},
		"with their name behind": {12, foot("Kelp report, page %d"), "3=1"},
		"out of how many":        {12, foot("%d of 10"), "3=1"},
		"set off":                {12, foot("Kelp report | %d"), "3=1"},
		"front matter": {20, func(page int, s *sheet) {
			if page <= 6 {
				s.put(atFoot, core.Roman(page))
			} else {
				s.put(atFoot, fmt.Sprint(page-6))
			}
		}, "1=i 7=1"},
		"short front matter": {20, func(page int, s *sheet) {
			if page <= 3 {
				s.put(atFoot, core.Roman(page))
			} else {
				s.put(atFoot, fmt.Sprint(page-3))
			}
		}, "1=i 4=1"},
		"left and right, above and below": {20, func(page int, s *sheet) {
			top := float32(atHead)
			if page%5 == 0 {
				top = atFoot
			}
			s.put(top, fmt.Sprint(page+200))
		}, "1=201"},
		"plates without a number": {20, func(page int, s *sheet) {
			if page > 2 && page%3 > 0 {
				s.put(atFoot, fmt.Sprint(page+10))
			}
		}, "4=14"},
		"a misprint": {20, func(page int, s *sheet) {
			if page == 9 {
				s.put(atFoot, "77")
			} else {
				s.put(atFoot, fmt.Sprint(page+40))
			}
		}, "1=41"},
		"two counts one after the other": {24, func(page int, s *sheet) {
			s.put(atFoot, fmt.Sprint(page%15+1))
		}, "1=2 15="},
		"a page with two of them": {20, func(page int, s *sheet) {
			if page <= 6 {
				s.put(atFoot, core.Roman(page))
			} else {
				s.put(atFoot, fmt.Sprint(page-6))
			}
			if page == 7 {
				s.put(atFoot, "vii")
			}
		}, "1=i 7= 8=2"},
		"beside what a court stamps": {20, func(page int, s *sheet) {
			s.put(atHead, fmt.Sprintf("Filed 01/14/13 Page %d of 20", page))
			s.put(atFoot, fmt.Sprint(page+30))
		}, "1=31"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := runsOf(document(tt.pages, tt.dress)); got != tt.want {
				t.Errorf("found %s, want %s", got, tt.want)
			}
		})
	}
}

func TestWhatIsNoPageNumberBecomesNone(t *testing.T) { // X2
	tests := map[string]func(int, *sheet){
		"no numbers":           func(int, *sheet) {},
		"the index":            func(page int, s *sheet) { s.put(atFoot, fmt.Sprint(page)) },
		"the index with cover": func(page int, s *sheet) { s.put(atFoot, []string{fmt.Sprint(page), ""}[min(1, 1/page)]) },
		"a year":               func(_ int, s *sheet) { s.put(atHead, "2023") },
		"a date":               func(page int, s *sheet) { s.put(atHead, fmt.Sprintf("%d/3/2023", page+4)) },
		"a section":            func(page int, s *sheet) { s.put(atHead, fmt.Sprintf("3.%d", page+4)) },
		"numbered tables":      func(page int, s *sheet) { s.put(atHead, fmt.Sprintf("Table %d", page+4)) },
		"frames of a printer":  func(page int, s *sheet) { s.put(atFoot, fmt.Sprintf("Frm %05d", page+4)) },
		"leading noughts":      func(page int, s *sheet) { s.put(atFoot, fmt.Sprintf("%04d", page+4)) },
		"chapters that begin":  func(page int, s *sheet) { s.put(atHead, fmt.Sprintf("%d Dredging", page+4)) },
		"figures in steps":     func(page int, s *sheet) { s.put(atHead, fmt.Sprint(page*10)) },
		"a letter":             func(_ int, s *sheet) { s.put(atHead, "C") },
		"four pages alone": func(page int, s *sheet) {
			if page > 10 && page < 15 {
				s.put(atFoot, fmt.Sprint(page-3))
			}
		},
		"an appendix alone": func(page int, s *sheet) {
			if page > 14 {
				s.put(atFoot, fmt.Sprint(page-14))
			}
		},
		"rows of a table": func(page int, s *sheet) {
			for i := range 4 {
				s.put(atFoot, fmt.Sprint(page+10*i+3))
			}
		},
		"lines that are hidden": func(page int, s *sheet) {
			s.put(atFoot, fmt.Sprint(page+3))
			s.Lines[len(s.Lines)-1].Hidden = "in the colour of the paper"
		},
		"two counts at once": func(page int, s *sheet) {
			s.put(atHead, fmt.Sprint(page+3))
			s.put(atFoot, fmt.Sprint(page+90))
		},
		"in the text, high above the foot": func(page int, s *sheet) {
			s.put(400, fmt.Sprint(page+3))
		},
	}
	for name, dress := range tests {
		t.Run(name, func(t *testing.T) {
			if got := runsOf(document(20, dress)); got != "nothing" {
				t.Errorf("found %s", got)
			}
		})
	}
	if got := Infer(make([]core.Page, 8), nil); got != nil {
		t.Errorf("without layouts: %q", got)
	}
}

// Whatever the noise, what is found is true.
func TestInferredNumbersAreTrueOrNone(t *testing.T) { // X2
	r := rand.New(rand.NewPCG(2, 71))
	found := 0
	cases := assembletest.Cases()
	for range cases {
		n, front, start := 6+r.IntN(120), r.IntN(12), r.IntN(400)
		front = min(front, n)
		silent, noise := r.Float64()*0.6, r.Float64()*0.5
		truth := make([]string, n)
		pages, layouts := document(n, func(page int, s *sheet) {
			truth[page-1] = fmt.Sprint(page - front + start)
			if page <= front {
				truth[page-1] = core.Roman(page)
			}
			if r.Float64() >= silent {
				s.put(atFoot, truth[page-1])
			}
			for r.Float64() < noise {
				top := []float32{atHead, 56, 730, atFoot}[r.IntN(4)]
				s.put(top, []string{"2023", fmt.Sprint(r.IntN(500)), "Table 4", "c", fmt.Sprint(page % 7), fmt.Sprintf("3.%d", page)}[r.IntN(6)])
			}
		})
		got := Infer(pages, layouts)
		if got == nil {
			continue
		}
		found++
		for i, label := range got {
			if label != "" && label != truth[i] {
				t.Fatalf("page %d of %d is %q, not %q (%d front pages, from %d, silent %.2f, noise %.2f): %s",
					i+1, n, label, truth[i], front, start, silent, noise, Ranges(got))
			}
		}
	}
	if t.Logf("numbers are found in %d of %d documents", found, cases); found < cases/2 {
		t.Errorf("numbers are found in only %d of %d documents", found, cases)
	}
}

func TestSomeoneWhoSaysSoIsRightThenTheDocumentThenItsPages(t *testing.T) { // X2
	pages, layouts := document(12, func(page int, s *sheet) { s.put(atFoot, fmt.Sprint(page+4)) })
	hand, err := core.ParseNumbering("2=A-1 5= 7=x 40=1")
	if err != nil {
		t.Fatal(err)
	}
	own := slices.Repeat([]string{"B"}, 12)
	for name, tt := range map[string]struct {
		got  []string
		want string
	}{
		"by hand":      {Of(hand, own, pages, layouts), "–/A-1/A-2/A-3/–/–/x/xi/xii/xiii/xiv/xv"},
		"the document": {Of(nil, own, pages, layouts), "B/B/B/B/B/B/B/B/B/B/B/B"},
		"its pages":    {Of(nil, nil, pages, layouts), "5/6/7/8/9/10/11/12/13/14/15/16"},
		"the index":    {Of(nil, []string{"", "2", "3"}, pages[:3], nil), "//"},
		"nothing":      {Of(nil, nil, pages, nil), "///////////"},
	} {
		if diff := cmp.Diff(tt.want, strings.Join(tt.got, "/")); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestRangesAreTheShortestThatSayTheSame(t *testing.T) { // X2
	for labels, want := range map[string]string{
		"":                "",
		"//":              "",
		"1/2/3":           "1=1",
		"i/ii/1/2//":      "1=i 3=1 5=",
		"//7/8":           "3=7",
		"5/5/6":           "1=5 2=5",
		"A-1/A-2/cover/2": "1=A-1 3= 4=2",
	} {
		list := strings.Split(labels, "/")
		n := Ranges(list)
		if n.String() != want || n.Check() != nil {
			t.Errorf("%q is %q, want %q; %v", labels, n, want, n.Check())
		}
		if got := strings.Join(Apply(n, len(list)), "/"); got != strings.ReplaceAll(labels, "cover", "") {
			t.Errorf("%q comes back as %q", labels, got)
		}
	}
}

func FuzzInfer(f *testing.F) { // X2
	f.Add("1\n2\n3", uint8(7), float32(760))
	f.Add("Page xx of 9\n\n| 4", uint8(200), float32(-3))
	f.Add("mmmmmm\n– 7 –", uint8(30), float32(40))
	f.Fuzz(func(t *testing.T, text string, n uint8, top float32) {
		lines := strings.Split(text, "\n")
		pages, layouts := document(int(n), func(page int, s *sheet) { s.put(top, lines[page%len(lines)]) })
		labels := Infer(pages, layouts)
		if labels != nil && len(labels) != len(pages) {
			t.Fatalf("%d labels of %d pages", len(labels), len(pages))
		}
		for _, l := range labels {
			if len(l) > 32 {
				t.Fatalf("label %q", l)
			}
		}
	})
}

// The worst that a file can do: as many pages as are read, and at the edge of
// each as many numbers as are looked at.
func BenchmarkInfer20000Pages(b *testing.B) {
	pages, layouts := document(20_000, func(page int, s *sheet) {
		for i := range 250 {
			s.put(float32(i%90), fmt.Sprint(page+i*7))
		}
	})
	for b.Loop() {
		Infer(pages, layouts)
	}
}
