package ocr

import (
	"image"
	"math"
	"testing"

	"ibid/core"
)

// ruled is a page of dashes in lines, as text looks from afar, whose lines fall by
// an angle in degrees.
func ruled(size image.Point, angle float64) picture {
	p := picture{size, make([]byte, size.X*size.Y)}
	sin, cos := math.Sincos(angle * math.Pi / 180)
	cx, cy := float64(size.X)/2, float64(size.Y)/2
	for y := range size.Y {
		for x := range size.X {
			dx, dy := float64(x)-cx, float64(y)-cy
			across, down := dx*cos+dy*sin+cx, dy*cos-dx*sin+cy
			inside := across > 60 && across < float64(size.X)-60 && down > 60 && down < float64(size.Y)-60
			p.grey[y*size.X+x] = 240
			if inside && int(down)%24 < 10 && int(across)/7%4 != int(down)/24%5 {
				p.grey[y*size.X+x] = 20
			}
		}
	}
	return p
}

func TestSkewIsTheAngleOfTheLines(t *testing.T) {
	for _, size := range []image.Point{{600, 850}, {1240, 1754}, {850, 600}} {
		for _, want := range []float64{-6.5, -5, -2, -.5, 0, .3, 1, 3, 5, 6.5} {
			if got := skew(ruled(size, want)); math.Abs(got-want) > .15 {
				t.Errorf("%v: %.2f°, want %.2f°", size, got, want)
			}
		}
	}
}

func TestPageOnItsSideHasTheSkewOfItsLines(t *testing.T) {
	p := ruled(image.Pt(850, 600), 2)
	q := picture{image.Pt(600, 850), make([]byte, len(p.grey))}
	for y := range 600 {
		for x := range 850 {
			q.grey[x*600+(599-y)] = p.grey[y*850+x] // a quarter turn clockwise
		}
	}
	if got := skew(q); math.Abs(got-2) > .15 {
		t.Errorf("%.2f°, want 2°", got)
	}
}

func TestWhatHasNoLinesStaysAsItIs(t *testing.T) {
	size := image.Pt(800, 800)
	blank := picture{size, make([]byte, 800*800)}
	disc := picture{size, make([]byte, 800*800)}
	for i := range disc.grey {
		x, y := i%800-400, i/800-400
		if disc.grey[i] = 255; x*x+y*y < 300*300 {
			disc.grey[i] = 0
		}
	}
	for name, p := range map[string]picture{
		"a blank page": blank, "a disc": disc, "a dot": {image.Pt(1, 1), []byte{9}}, "nothing": {},
		"a page that lies straight": ruled(size, 0), "a page askew by less than matters": ruled(size, .9), "by more than is looked for": ruled(size, 9),
	} {
		if _, turned := straighten(p); turned != nil {
			t.Errorf("%s was turned: %+v", name, turned)
		}
	}
}

func TestStraightenedPageIsStraightAndLosesNothing(t *testing.T) {
	p := ruled(image.Pt(600, 850), 3)
	out, turned := straighten(p)
	if turned == nil || math.Abs(skew(out)) > .15 {
		t.Fatalf("%+v, skew %.2f°", turned, skew(out))
	}
	ink := func(p picture) (sum int) {
		for _, v := range p.grey {
			if v < 128 {
				sum++
			}
		}
		return sum
	}
	if a, b := ink(p), ink(out); math.Abs(float64(a-b)) > .03*float64(a) {
		t.Errorf("%d dark pixels became %d", a, b)
	}
}

// A line found on the straightened page lies where it was on the page.
func TestLinesOfAStraightenedPageLieWhereTheyWere(t *testing.T) {
	p := picture{image.Pt(1000, 1400), nil}
	turned := &tilt{from: p.size, to: image.Pt(1100, 1450)}
	turned.sin, turned.cos = math.Sincos(2 * math.Pi / 180)
	lines := []core.Line{{Left: 540, Top: 715, Right: 560, Height: 20, Size: 18}, {Left: -500, Top: -500, Right: 5000, Height: 9000}}
	turned.boxes(lines)
	if l := lines[0]; math.Abs(float64(l.Left-490)) > 2 || math.Abs(float64(l.Top-690)) > 2 || math.Abs(float64(l.Right-510)) > 2 || l.Height < 20 || l.Height > 22 || l.Size != 18 {
		t.Errorf("the middle went to %+v", l)
	}
	if l := lines[1]; l.Left != 0 || l.Top != 0 || l.Right != 1000 || l.Height != 1400 {
		t.Errorf("a line beyond the page: %+v", l)
	}
	var none *tilt
	none.boxes(lines) // a page that was not turned
}
