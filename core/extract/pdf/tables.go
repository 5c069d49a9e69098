package pdf

import (
	"cmp"
	"regexp"
	"slices"
	"unicode/utf8"
)

var tableCaption = regexp.MustCompile(`^(?i:table)\s+([0-9]+|[IVX]+|[A-Z]\.?[0-9]+)\b`)

const (
	tableRows  = 3  // fewer aligned rows are no table
	tableCells = 3  // cells a row, without a caption
	cellChars  = 40 // longer cells are running text
	rowGap     = 4  // line heights between two rows of one table
)

// row is a set of lines on one height, from left to right.
type row []int

// countTables counts runs of rows whose cells stand under each other, and
// captions that have such a run of pairs nearby. It is careful: what it misses
// is still found as text.
func countTables(s *sheet) int {
	tables, run, best := 0, 0, 0
	var before row
	captions := 0
	for i := range s.Lines {
		if tableCaption.MatchString(s.line(i)) {
			captions++
		}
	}
	end := func() {
		if run >= tableRows && (best >= tableCells || captions > tables) {
			tables++
		}
		run, best = 0, 0
	}
	for _, r := range rows(s) {
		if len(r) < 2 {
			continue
		}
		n := aligned(s, before, r)
		if run > 0 && n < 2 {
			end()
		}
		run++
		best = max(best, n)
		before = r
	}
	end()
	return tables
}

// rows groups the short lines of a page by height, from top to bottom.
func rows(s *sheet) []row {
	var short []int
	for i := range s.Lines {
		if utf8.RuneCountInString(s.line(i)) <= cellChars {
			short = append(short, i)
		}
	}
	slices.SortStableFunc(short, func(a, b int) int { return cmp.Compare(s.Lines[a].Top, s.Lines[b].Top) })
	var out []row
	for _, i := range short {
		if n := len(out); n > 0 && sameRow(s.Lines[out[n-1][0]], s.Lines[i]) {
			out[n-1] = append(out[n-1], i)
		} else {
			out = append(out, row{i})
		}
	}
	for _, r := range out {
		slices.SortFunc(r, func(a, b int) int { return cmp.Compare(s.Lines[a].Left, s.Lines[b].Left) })
	}
	return out
}

// aligned counts the cells of b that stand under a cell of a: same left edge,
// same right edge or same middle. Rows far apart have none.
func aligned(s *sheet, a, b row) int {
	if len(a) == 0 || s.Lines[b[0]].Top-s.Lines[a[0]].Top > rowGap*s.Lines[b[0]].Height {
		return 0
	}
	n := 0
	for _, i := range b {
		for _, j := range a {
			p, q := s.Lines[i], s.Lines[j]
			if abs(p.Left-q.Left) < leftSlack || abs(p.Right-q.Right) < leftSlack || abs(p.Left+p.Right-q.Left-q.Right) < 2*leftSlack {
				n++
				break
			}
		}
	}
	return n
}
