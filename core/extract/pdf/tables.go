package pdf

import (
	"cmp"
	"regexp"
	"slices"
	"unicode/utf8"
)

var tableCaption = regexp.MustCompile(`^(?i:table)\s+([0-9]+|[IVX]+|[A-Z]\.?[0-9]+)\b`)

const (
	tableRows  = 3  // aligned rows that a table has at least
	tableCells = 3  // aligned cells that one row of a table without a caption has at least
	cellChars  = 40 // characters of a cell; longer lines are running text
	rowGap     = 4  // line heights between two rows of one table at most
)

// row holds the indexes of the lines at one height, from left to right.
type row []int

// countTables counts runs of rows whose cells stand under each other. Rows of two
// cells count only if the page has a caption for them. It counts too few tables
// rather than too many, since their text is found anyway.
func countTables(s *draft) int {
	tables, run, best, captions := 0, 0, 0, 0
	var before row
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
func rows(s *draft) []row {
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
func aligned(s *draft, a, b row) int {
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
