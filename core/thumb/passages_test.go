package thumb

import (
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ibid/core"
)

// pageOf is a page of 100 × 100 points with lines of 10 bytes each.
func pageOf(rects ...[4]float32) core.Layout {
	l := core.Layout{Page: 1, Width: 100, Height: 100}
	for i, r := range rects {
		l.Lines = append(l.Lines, core.Line{
			Span: core.Span{Start: 11 * i, End: 11*i + 10}, Left: r[0], Top: r[1], Right: r[2], Height: r[3] - r[1],
		})
	}
	return l
}

// quoting cites lines by their index.
func quoting(lines ...int) (quotes []core.Quote) {
	for _, i := range lines {
		quotes = append(quotes, core.Quote{Page: 1, Span: core.Span{Start: 11*i + 3, End: 11*i + 5}})
	}
	return quotes
}

func TestPassagesAreRunsOfCitedLines(t *testing.T) { // X5
	column := pageOf([4]float32{10, 10, 90, 14}, [4]float32{10, 15, 90, 19}, [4]float32{10, 20, 50, 24}, [4]float32{10, 40, 90, 44})
	columns := pageOf([4]float32{10, 10, 90, 14}, // a heading above both
		[4]float32{10, 15, 45, 19}, [4]float32{10, 20, 45, 24}, [4]float32{55, 15, 90, 19}, [4]float32{55, 20, 90, 24})
	table := pageOf([4]float32{10, 10, 20, 14}, [4]float32{24, 10, 34, 14}, [4]float32{10, 15, 20, 19}, [4]float32{24, 15, 34, 19})
	tests := []struct {
		name   string
		page   core.Layout
		quotes []core.Quote
		want   []Box
	}{
		{"nothing is cited", column, nil, nil},
		{"another page", column, []core.Quote{{Page: 2, Span: core.Span{End: 40}}}, nil},
		{"one line", column, quoting(1), []Box{{0.1, 0.15, 0.9, 0.19}}},
		{"neighbours", column, quoting(0, 1, 2), []Box{{0.1, 0.1, 0.9, 0.24}}},
		{"one quote over lines", column, []core.Quote{{Page: 1, Span: core.Span{Start: 5, End: 15}}}, []Box{{0.1, 0.1, 0.9, 0.19}}},
		{"the break alone", column, []core.Quote{{Page: 1, Span: core.Span{Start: 10, End: 11}}}, nil},
		{"a line between is not cited", column, quoting(0, 2), []Box{{0.1, 0.1, 0.9, 0.14}, {0.1, 0.2, 0.5, 0.24}}},
		{"far below", column, quoting(2, 3), []Box{{0.1, 0.2, 0.5, 0.24}, {0.1, 0.4, 0.9, 0.44}}},
		{"columns stay apart", columns, quoting(0, 1, 2, 3, 4), []Box{{0.1, 0.1, 0.9, 0.14}, {0.1, 0.15, 0.45, 0.24}, {0.55, 0.15, 0.9, 0.24}}},
		{"a heading above a column that is not cited", columns, quoting(0, 1), []Box{{0.1, 0.1, 0.9, 0.14}, {0.1, 0.15, 0.45, 0.19}}},
		{"cells of a table", table, quoting(0, 1, 2, 3), []Box{{0.1, 0.1, 0.34, 0.19}}},
		{"cells without one", table, quoting(0, 1, 2), []Box{{0.1, 0.1, 0.2, 0.19}, {0.24, 0.1, 0.34, 0.14}}},
		{"places unknown", core.Layout{Page: 1, Lines: column.Lines}, quoting(0), nil},
	}
	round := cmp.Transformer("rounded", func(f float64) float64 { return math.Round(f*1000) / 1000 })
	for _, tt := range tests {
		got := Passages(tt.page, tt.quotes, nil)
		if len(got) == 0 && len(tt.want) == 0 {
			continue
		}
		if diff := cmp.Diff(tt.want, got, round); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// The layout says that the line ends at 60 of 100; print and the next column
// begin where the test has them.
func TestPassagesEndWhereTheirInkDoes(t *testing.T) {
	for _, tt := range []struct {
		name string
		ink  [][2]int // from, to on a picture of 200 pixels
		next float32  // where the next column begins
		want float64
	}{
		{"as estimated", [][2]int{{20, 120}}, 0, 0.6},
		{"longer", [][2]int{{20, 150}}, 0, 0.75},
		{"longer, with spaces", [][2]int{{20, 116}, {122, 128}, {134, 150}}, 0, 0.75},
		{"shorter", [][2]int{{20, 80}}, 0, 0.4},
		{"beyond a gap", [][2]int{{20, 120}, {150, 190}}, 0, 0.6},
		{"next column", [][2]int{{20, 124}, {130, 190}}, 65, 0.62},
		{"nothing drawn", nil, 0, 0.6},
	} {
		l := pageOf([4]float32{10, 10, 60, 14})
		if tt.next > 0 {
			l = pageOf([4]float32{10, 10, 60, 14}, [4]float32{tt.next, 10, 95, 14})
		}
		picture := image.NewRGBA(image.Rect(0, 0, 200, 200))
		fill(picture, picture.Bounds(), paper)
		for _, ink := range tt.ink {
			fill(picture, image.Rect(ink[0], 22, ink[1], 26), color.Black)
		}
		got := Passages(l, quoting(0), picture)
		if len(got) != 1 || math.Abs(got[0].Right-tt.want) > 0.006 {
			t.Errorf("%s: %v, want one that ends at %v", tt.name, got, tt.want)
		}
		ends := LineEnds(l, picture)
		if end := float64(ends.Lines[0].Right) / 100; math.Abs(end-tt.want) > 0.006 || l.Lines[0].Right != 60 {
			t.Errorf("%s: the line ends at %v, want %v; it was given as %v", tt.name, end, tt.want, l.Lines[0].Right)
		}
	}
}

func TestPassagesOfHostilePagesAreBounded(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	picture := striped(image.Pt(600, 800))
	var stack, odd core.Layout
	stack = core.Layout{Page: 1, Width: 100, Height: 100}
	for i := range 20_000 {
		shift := float32(i%7) / 100
		stack.Lines = append(stack.Lines, core.Line{Span: core.Span{Start: i, End: i + 1}, Left: shift, Right: 90 + shift, Top: float32(i % 100), Height: 1})
	}
	odd = pageOf([4]float32{nan, 0, 10, 10}, [4]float32{0, 0, inf, 10}, [4]float32{-inf, -inf, inf, inf}, [4]float32{9, 9, 1, 1}, [4]float32{-1e30, 5, 1e30, 6})
	for name, l := range map[string]core.Layout{"stack": stack, "odd": odd, "no size": {Page: 1, Width: nan, Height: inf, Lines: odd.Lines}} {
		boxes := Passages(l, []core.Quote{{Page: 1, Span: core.Span{End: 1 << 30}}}, picture)
		if ends := LineEnds(l, picture); len(ends.Lines) != len(l.Lines) {
			t.Errorf("%s: %d of %d lines are left", name, len(ends.Lines), len(l.Lines))
		}
		if len(boxes) > mostCited {
			t.Errorf("%s: %d boxes", name, len(boxes))
		}
		for _, b := range boxes {
			if page := image.Rect(10, 10, 90, 90); !b.on(page, 2).In(page) {
				t.Errorf("%s: box %v goes beyond the page", name, b)
			}
		}
	}
}
