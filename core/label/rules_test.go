package label

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ibid/core"
)

// A row of these tables stands on one side of a threshold, its neighbour on the other.

func TestRunsNeedEnoughPages(t *testing.T) { // X2
	shown := func(offset int, on ...int) func(int, *sheet) {
		return func(page int, s *sheet) {
			if slices.Contains(on, page) {
				s.put(atFoot, fmt.Sprint(page+offset))
			}
		}
	}
	for _, tt := range []struct {
		name  string
		pages int
		dress func(int, *sheet)
		want  string
	}{
		{"5 pages", 8, shown(3, 1, 2, 3, 4, 5), "1=4 6="},
		{"4 pages", 8, shown(3, 1, 2, 3, 4), "nothing"},
		{"half of the document", 10, shown(3, 1, 2, 3, 4, 5), "1=4 6="},
		{"less than half", 11, shown(3, 1, 2, 3, 4, 5), "nothing"},
		{"a quarter of the run", 20, shown(3, 1, 5, 10, 15, 20), "1=4"},
		{"less than a quarter", 21, shown(3, 1, 5, 10, 15, 21), "nothing"},
	} {
		if got := runsOf(document(tt.pages, tt.dress)); got != tt.want {
			t.Errorf("%s: found %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestRunsAreTrustedOnlyWhereNothingContradicts(t *testing.T) { // X2
	numbers := sequence{numbering: numbering{core.StyleDecimal, 3}, spots: []spot{{foot, 0.95}}}
	front := sequence{numbering: numbering{core.StyleRoman, 0}, spots: []spot{{foot, 0.95}}}
	elsewhere := sequence{numbering: front.numbering, spots: []spot{{head, 0.05}}}
	made := func(q sequence, seen, contrary, first, last int) run {
		q.seen = seen
		return run{sequence: q, contrary: contrary, first: first, last: last}
	}
	rival := sequence{numbering: numbering{core.StyleDecimal, 40}, spots: []spot{{head, 0.05}}}
	beside := func(n int) [][]sign { // the first n pages show the rival's number
		all := make([][]sign, 30)
		for i := range n {
			all[i] = []sign{{spot{head, 0.05}, core.StyleDecimal, i + 41}}
		}
		return all
	}
	long := made(numbers, 10, 0, 11, 20)
	for _, tt := range []struct {
		name  string
		runs  []run
		signs [][]sign
		want  int
	}{
		{"5 pages", []run{made(numbers, 5, 0, 1, 5)}, nil, 1},
		{"4 pages", []run{made(numbers, 4, 0, 1, 4)}, nil, 0},
		{"3 Roman pages before them", []run{long, made(front, 3, 0, 1, 3)}, nil, 2},
		{"2 Roman pages", []run{long, made(front, 2, 0, 1, 2)}, nil, 1},
		{"3 Roman pages at another place", []run{long, made(elsewhere, 3, 0, 1, 3)}, nil, 1},
		{"3 decimal pages", []run{long, made(numbers, 3, 0, 1, 3)}, nil, 1},
		{"60 % agree", []run{made(numbers, 6, 4, 1, 10)}, nil, 1},
		{"less agree", []run{made(numbers, 6, 5, 1, 11)}, nil, 0},
		{"a quarter show it", []run{made(numbers, 5, 0, 1, 20)}, nil, 1},
		{"less show it", []run{made(numbers, 5, 0, 1, 21)}, nil, 0},
		{"a rival on 60 % of the pages", []run{made(numbers, 10, 0, 1, 10)}, beside(6), 0},
		{"a rival on fewer", []run{made(numbers, 10, 0, 1, 10)}, beside(5), 1},
	} {
		signs := tt.signs
		if signs == nil {
			signs = make([][]sign, 30)
		}
		if got := len(judge(tt.runs, signs, []sequence{numbers, rival})); got != tt.want {
			t.Errorf("%s: %d runs, want %d", tt.name, got, tt.want)
		}
	}
}

func TestNumbersOfOnePlaceStandAtOneHeight(t *testing.T) {
	for _, tt := range []struct {
		a, b spot
		want bool
	}{
		{spot{foot, 0.900}, spot{foot, 0.919}, true}, {spot{foot, 0.900}, spot{foot, 0.921}, false},
		{spot{foot, 0.900}, spot{head, 0.900}, false}, {spot{lowest, 0.3}, spot{lowest, 0.9}, true},
	} {
		if got := tt.a.near(tt.b); got != tt.want || tt.b.near(tt.a) != got {
			t.Errorf("%v and %v: one place %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestNumbersStandAtTheEdgesOfAPage(t *testing.T) {
	beside := func(n int, apart float32) func(s *sheet) {
		return func(s *sheet) {
			for i := range n {
				s.put(atHead+apart*float32(i), fmt.Sprint(20+i))
			}
		}
	}
	text := func(s string) func(*sheet) { return func(p *sheet) { p.put(atHead, s) } }
	for _, tt := range []struct {
		name  string
		dress func(s *sheet)
		want  int
	}{
		{"in the upper 13 %", func(s *sheet) { s.put(97, "7") }, 1}, // its middle is 6 points lower
		{"below them", func(s *sheet) { s.put(99, "7") }, 0},
		{"in the lower 13 %", func(s *sheet) { s.put(691, "7"); s.put(790, "end") }, 1},
		{"above them", func(s *sheet) { s.put(689, "7"); s.put(790, "end") }, 0},
		{"13 % above the paper", func(s *sheet) { s.put(-109, "7") }, 1},
		{"higher", func(s *sheet) { s.put(-111, "7") }, 0},
		{"2 side by side", beside(2, 0), 2},
		{"3 side by side", beside(3, 0), 0},
		{"3 on one row within 3 points", beside(3, 1.5), 0},
		{"3 on rows 4 points apart", beside(3, 4), 3},
		{"200 bytes", text(strings.Repeat("k", 193) + " page 7"), 1},
		{"201 bytes", text(strings.Repeat("k", 194) + " page 7"), 0},
		{"24 bytes without a digit", text("reports of tides page xi"), 1},
		{"25 bytes without a digit", text("reports of tides, page xi"), 0},
		{"the largest number", text(fmt.Sprint(core.MaxNumberStart)), 1},
		{"a larger one", text(fmt.Sprint(core.MaxNumberStart + 1)), 0},
		{"16 of more", func(s *sheet) {
			for i := range 20 {
				s.put(4*float32(i), fmt.Sprint(20+i))
			}
		}, 16},
	} {
		pages, layouts := document(1, func(_ int, s *sheet) { tt.dress(s) })
		got := signs(pages[0], layouts[0], 1000)
		if len(got) != tt.want {
			t.Errorf("%s: %d numbers, want %d: %v", tt.name, len(got), tt.want, got)
		}
	}
}
