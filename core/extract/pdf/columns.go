package pdf

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"ibid/core"
)

const (
	runningChars   = 20   // characters that a line of running text has at least
	leftSlack      = 4    // points by which the left edges of one column may differ
	minColumn      = 0.18 // of the page's width, between two left edges of columns
	minBeside      = 3    // lines of a column that have a line of the column before it beside them
	fullWidth      = -1   // column of a line that stands across all columns
	edgeOfPage     = 0.07 // share of the page's height in which running heads and feet stand
	leastLines     = 8    // of each column, for the lines of a page to be put into another order
	leastJumps     = 1.2  // jumps between columns for each line of the shorter one; row by row there are 2
	leastFill      = 0.7  // share of their column's width that lines of running text fill on average
	leastLeftEdges = 4    // lines that begin at one left edge, for a column to begin there
)

// columns holds the column in which each line of a page lies.
type columns struct {
	lefts []float32 // left edges, from left to right; one entry is no columns
	of    []int     // for each line its column, or fullWidth
}

// findColumns finds columns by the left edges that their lines share. An edge
// counts only if lines at it stand beside lines of the column before it, unlike
// those of an indented list.
func findColumns(s *draft) columns {
	c := columns{of: make([]int, len(s.Lines))}
	for _, left := range commonLefts(s) {
		if len(c.lefts) == 0 {
			c.lefts = append(c.lefts, left)
			continue
		}
		before := c.lefts[len(c.lefts)-1]
		if left-before >= minColumn*s.Width && beside(s, before, left) >= minBeside {
			c.lefts = append(c.lefts, left)
		}
	}
	if len(c.lefts) > 1 {
		for i := range s.Lines {
			c.of[i] = c.place(s, i)
		}
	}
	return c
}

// commonLefts returns the left edges that at least a tenth of the lines of running
// text share, from left to right.
func commonLefts(s *draft) []float32 {
	var lefts []float32
	for i, l := range s.Lines {
		if isRunning(s, i) {
			lefts = append(lefts, l.Left)
		}
	}
	slices.Sort(lefts)
	need := max(leastLeftEdges, len(lefts)/10)
	var out []float32
	for i := 0; i < len(lefts); {
		n := 1
		for i+n < len(lefts) && lefts[i+n]-lefts[i] <= leftSlack {
			n++
		}
		if n >= need {
			out = append(out, lefts[i])
		}
		i += n
	}
	return out
}

// isRunning reports whether line i is long enough to be running text.
func isRunning(s *draft, i int) bool { return utf8.RuneCountInString(s.line(i)) >= runningChars }

// beside counts the lines at left that have a line of the column at before on
// their row.
func beside(s *draft, before, left float32) int {
	n := 0
	for i, r := range s.Lines {
		if abs(r.Left-left) > leftSlack || !isRunning(s, i) {
			continue
		}
		for j, l := range s.Lines {
			if l.Left >= before-leftSlack && l.Left < left-leftSlack && sameRow(l, r) && isRunning(s, j) {
				n++
				break
			}
		}
	}
	return n
}

// sameRow reports whether two lines overlap in height by more than half.
func sameRow(a, b core.Line) bool {
	overlap := min(a.Top+a.Height, b.Top+b.Height) - max(a.Top, b.Top)
	return overlap > min(a.Height, b.Height)/2
}

func abs(f float32) float32 { return max(f, -f) }

// place returns the column of line i.
func (c columns) place(s *draft, i int) int {
	l := s.Lines[i]
	if !isRunning(s, i) && (l.Top < edgeOfPage*s.Height || l.Top > (1-edgeOfPage)*s.Height) {
		return fullWidth
	}
	col := 0
	for k, left := range c.lefts {
		if l.Left >= left-leftSlack {
			col = k
		}
	}
	if col+1 == len(c.lefts) {
		return col
	}
	next := c.lefts[col+1]
	if l.Right < next+0.15*(next-c.lefts[col]) {
		return col
	}
	for _, other := range s.Lines { // l.Right is an estimate; a line beside it is proof
		if other.Left >= next-leftSlack && sameRow(l, other) {
			return col
		}
	}
	return fullWidth
}

// edge returns how far the column of line i may reach to the right.
func (c columns) edge(s *draft, i int) float32 {
	if col := c.of[i]; col >= 0 && col+1 < len(c.lefts) {
		return c.lefts[col+1] - s.Lines[i].Size
	}
	margin := s.Width
	for _, l := range s.Lines {
		margin = min(margin, max(0, l.Left))
	}
	return max(s.Lines[i].Left, s.Width-margin/2)
}

// settleRights bounds the estimated right edges by the next column and by the next
// line on the row. Lines that reach about as far as most lines of their column are
// set to its edge, since running text is mostly justified.
func settleRights(s *draft, c columns) {
	full := make(map[int][]float32)
	for i := range s.Lines {
		l := &s.Lines[i]
		l.Right = min(l.Right, c.edge(s, i))
		if isRunning(s, i) {
			full[c.of[i]] = append(full[c.of[i]], l.Right)
		}
	}
	common := make(map[int]float32, len(full))
	for col, rights := range full {
		slices.Sort(rights)
		common[col] = rights[len(rights)*8/10]
	}
	for i := range s.Lines {
		l := &s.Lines[i]
		if edge, ok := common[c.of[i]]; ok && isRunning(s, i) && abs(l.Right-edge) < 0.1*(edge-l.Left) {
			l.Right = edge
		}
		for j := max(0, i-40); j < min(len(s.Lines), i+40); j++ {
			if o := s.Lines[j]; o.Left > l.Left+1 && o.Left < l.Right && sameRow(*l, o) {
				l.Right = max(l.Left+1, o.Left-1)
			}
		}
	}
}

// readingOrder returns the order in which to read the lines of a page whose text
// was written row by row across its columns. It returns nil where the order of the
// text is right: column by column, no columns, or the rows of a table.
func readingOrder(s *draft, c columns) []int {
	if len(c.lefts) < 2 || !isInterleaved(s, c) {
		return nil
	}
	var cuts []float32 // tops of the lines that stand across the columns
	for i, l := range s.Lines {
		if c.of[i] == fullWidth {
			cuts = append(cuts, l.Top)
		}
	}
	slices.Sort(cuts)
	band := func(i int) int {
		above, _ := slices.BinarySearch(cuts, s.Lines[i].Top)
		if c.of[i] == fullWidth {
			return 2*above + 1
		}
		return 2 * above
	}
	order := make([]int, len(s.Lines))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(
			cmp.Compare(band(a), band(b)),
			cmp.Compare(c.of[a], c.of[b]),
			cmp.Compare(s.Lines[a].Top, s.Lines[b].Top),
		)
	})
	if slices.IsSorted(order) {
		return nil
	}
	return order
}

// isInterleaved reports whether running text jumps to another column with nearly
// every line. The cells of a table jump after several lines, or do not fill their
// columns.
func isInterleaved(s *draft, c columns) bool {
	lines := make([]int, len(c.lefts))
	jumps, n, last := 0, 0, fullWidth
	var fill float32
	for i, l := range s.Lines {
		col := c.of[i]
		if col == fullWidth {
			last = fullWidth
			continue
		}
		if !isRunning(s, i) {
			continue
		}
		if last != fullWidth && col != last {
			jumps++
		}
		last = col
		lines[col]++
		n++
		fill += min(1, (l.Right-l.Left)/(c.edge(s, i)-c.lefts[col]))
	}
	fewest := slices.Min(lines)
	return fewest >= leastLines && float32(jumps) > leastJumps*float32(fewest) && fill > leastFill*float32(n)
}
