package thumb

import (
	"image"
	"math"
	"slices"

	"ibid/core"
)

// Bounds of the work on one page.
const (
	mostLines  = 3000       // of the page
	mostCited  = 300        // cited lines
	mostInk    = 40_000_000 // pixels of lines whose ends are looked for
	mostChecks = 20_000     // of two runs against all lines
)

// Passages returns boxes around the lines of a page that the quotes cite: one for
// each run of lines below each other, and one for small lines close together, such
// as the cells of a table. A box holds the middle of no other line: where it would,
// as from one column into the next, a new one begins. A layout without a size gives
// no boxes. picture is the page; without it, nil, lines end where the layout
// estimates that they do.
func Passages(l core.Layout, quotes []core.Quote, picture *image.RGBA) []Box {
	if !(l.Width > 0 && l.Height > 0) {
		return nil
	}
	g := newMerger(l)
	for i, line := range l.Lines[:len(g.lines)] {
		if len(g.runs) < mostCited && isCited(l.Page, line, quotes) && !g.lines[i].empty() {
			g.lines[i].right = g.inkEnd(i, picture, l)
			g.runs = append(g.runs, run{g.lines[i], []int{i}, line.Height})
		}
	}
	g.merge(stacked)
	g.merge(g.adjacent)
	g.free = make([]bool, len(g.lines))
	for _, r := range g.runs {
		for _, i := range r.lines {
			g.free[i] = true
		}
	}
	g.merge(overlapping)
	boxes := make([]Box, len(g.runs))
	for i, r := range g.runs {
		w, h := float64(l.Width), float64(l.Height)
		boxes[i] = Box{float64(r.left) / w, float64(r.top) / h, float64(r.right) / w, float64(r.bottom) / h}
	}
	return boxes
}

// LineEnds returns a copy of a layout whose lines end where their ink does in a
// picture of the page, as far as mostLines and mostInk allow.
func LineEnds(l core.Layout, picture *image.RGBA) core.Layout {
	if !(l.Width > 0 && l.Height > 0) || picture == nil {
		return l
	}
	g := newMerger(l)
	lines, left := slices.Clone(l.Lines), float64(mostInk)
	size, high := picture.Bounds().Size(), float64(l.Height)
	for i, r := range g.lines {
		left -= float64(size.X) * float64(size.Y) * min(float64(r.bottom-r.top)/high, 1)
		if left < 0 {
			break
		}
		if !r.empty() {
			lines[i].Right = g.inkEnd(i, picture, l)
		}
	}
	l.Lines = lines
	return l
}

func isCited(page int, line core.Line, quotes []core.Quote) bool {
	return slices.ContainsFunc(quotes, func(q core.Quote) bool {
		return q.Page == page && line.Start < q.End && q.Start < line.End
	})
}

// rect is a rectangle in points.
type rect struct{ left, top, right, bottom float32 }

// rectOf returns the rectangle of a line, with room for one letter at least.
func rectOf(l core.Line) rect {
	return rect{l.Left, l.Top, max(l.Right, l.Left+l.Height/3), l.Top + l.Height}
}

func (r rect) empty() bool { return !(r.left < r.right && r.top < r.bottom) } // NaN too

func (r rect) union(o rect) rect {
	return rect{min(r.left, o.left), min(r.top, o.top), max(r.right, o.right), max(r.bottom, o.bottom)}
}

// gap returns how far two rectangles are apart. Below 0 they overlap in that
// direction.
func (r rect) gap(o rect) (across, down float32) {
	return max(r.left, o.left) - min(r.right, o.right), max(r.top, o.top) - min(r.bottom, o.bottom)
}

// holdsMiddle reports whether the middle of o lies in r.
func (r rect) holdsMiddle(o rect) bool {
	x, y := (o.left+o.right)/2, (o.top+o.bottom)/2
	return r.left <= x && x <= r.right && r.top <= y && y <= r.bottom
}

// run is a group of cited lines in one box.
type run struct {
	rect
	lines  []int   // indexes into the layout's
	height float32 // of the highest line
}

// The distances at which runs are merged.
const (
	stackedGap  = 0.8  // line heights between lines of a column
	adjacentGap = 1.6  // line heights between a small run and one below it
	besideGap   = 1.2  // line heights between a small run and one beside it, and within a line
	smallRun    = 0.25 // of the page's width, below which a run is not a column of text
)

// merger merges runs.
type merger struct {
	lines  []rect // of the whole page
	runs   []run
	small  float32 // smallRun in points
	checks int     // that may still be made
	free   []bool  // lines that any box may hold; nil for none
}

func newMerger(l core.Layout) merger {
	g := merger{small: l.Width * smallRun, checks: mostChecks, lines: make([]rect, min(len(l.Lines), mostLines))}
	for i := range g.lines {
		g.lines[i] = rectOf(l.Lines[i])
	}
	return g
}

// stacked reports whether runs lie below each other like the lines of a column.
func stacked(a, b run) bool {
	across, down := a.gap(b.rect)
	return across < 0 && down <= stackedGap*max(a.height, b.height)
}

// adjacent reports whether a small run is close to another one, like a heading to
// its paragraph or a cell of a table to the next.
func (g *merger) adjacent(a, b run) bool {
	across, down := a.gap(b.rect)
	h := max(a.height, b.height)
	return min(a.right-a.left, b.right-b.left) < g.small && across <= besideGap*h && down <= adjacentGap*h
}

// overlapping reports whether runs overlap by more than a point, like the lines of
// a list that are printed in several pieces.
func overlapping(a, b run) bool {
	across, down := a.gap(b.rect)
	return across < -1 && down < -1
}

// merge joins pairs of runs for which related is true and whose common box holds no
// other line, until there are none left.
func (g *merger) merge(related func(a, b run) bool) {
	for i := 0; i < len(g.runs); i++ {
		for k := 0; k < i; k++ {
			a, b := g.runs[k], g.runs[i]
			if !related(a, b) || !g.alone(a, b) {
				continue
			}
			g.runs[k] = run{a.union(b.rect), slices.Concat(a.lines, b.lines), max(a.height, b.height)}
			g.runs = slices.Delete(g.runs, i, i+1)
			i = k - 1 // the larger run may belong to others now
			break
		}
	}
}

// alone reports whether the common box of a and b holds no other line.
func (g *merger) alone(a, b run) bool {
	if g.checks--; g.checks < 0 {
		return false
	}
	both := a.union(b.rect)
	for i, l := range g.lines {
		if g.free != nil && g.free[i] {
			continue
		}
		if both.holdsMiddle(l) && !l.empty() && !slices.Contains(a.lines, i) && !slices.Contains(b.lines, i) {
			return false
		}
	}
	return true
}

// inkEnd returns where line i ends on the picture, in points: at its last ink, which
// may lie beyond the estimate but not across a gap or in the next column. Where
// nothing is drawn, it returns the estimate.
func (g *merger) inkEnd(i int, picture *image.RGBA, l core.Layout) float32 {
	line, limit := g.lines[i], l.Width
	wide, high := line.right-line.left, line.bottom-line.top
	for k, o := range g.lines {
		_, down := line.gap(o)
		beside := down < -0.3*high && o.left > line.left+1
		column := down < high && o.left > line.right-0.1*wide
		if k != i && (beside || column) && !o.empty() {
			limit = min(limit, o.left)
		}
	}
	if picture == nil {
		return min(line.right, limit)
	}
	b := picture.Bounds()
	scale := float64(b.Dx()) / float64(l.Width)
	pixel := func(points float32) int { return int(math.Round(min(max(float64(points), 0), 1e6) * scale)) }
	band := image.Rect(pixel(line.left), pixel(line.top), pixel(limit), pixel(line.bottom)).Add(b.Min).Intersect(b)
	estimate, gap := b.Min.X+pixel(line.right), pixel(besideGap*high)
	last := -1
	for x := band.Min.X; x < band.Max.X && x <= max(estimate, last)+gap; x++ {
		if hasInk(picture, x, band.Min.Y, band.Max.Y) {
			last = x
		}
	}
	if last < 0 {
		return line.right
	}
	return float32(float64(last+1-b.Min.X) / scale)
}

// contrast is the difference between light and dark pixels that ink makes at least,
// of 255, in green, which is most of brightness.
const contrast = 50

// hasInk reports whether a column of pixels has both light and dark ones. Blank
// paper of any colour does not.
func hasInk(img *image.RGBA, x, top, bottom int) bool {
	lightest, darkest := uint8(0), uint8(255)
	for y := top; y < bottom; y++ {
		green := img.Pix[img.PixOffset(x, y)+1]
		lightest, darkest = max(lightest, green), min(darkest, green)
	}
	return lightest > darkest && lightest-darkest > contrast
}
