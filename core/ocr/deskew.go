package ocr

import (
	"image"
	"math"

	"ibid/core"
)

// Pages are straightened before they are read, because Tesseract loses lines of
// pages that lie askew. The angle is found as Postl did (1986): the dark pixels of a
// small copy are projected along many angles, and along the lines of text the
// profile has the sharpest steps.
const (
	mostTilt  = 7. // degrees; what lies more askew is left as it is
	leastTilt = 1. // degrees; less does no more harm than the turning
	// sharper is how many times as sharp as that of the page as it lies the profile
	// along the lines must be. Drawings and photos have no such angle.
	sharper = 1.5

	coarse, fine = .5, .05 // degrees between two angles that are tried
	smallSide    = 1000    // pixels of the longer side of the small copy
	leastInk     = 1000    // dark pixels of it, below which a page has no lines
)

// tilt is how a picture was turned to be straight.
type tilt struct {
	sin, cos float64     // of the angle by which lines fall to the right
	from, to image.Point // sizes before and after
}

// straighten returns a picture whose lines run along its sides, and how it was
// turned; the picture itself if it lies straight or has no lines.
func straighten(p picture) (picture, *tilt) {
	angle := skew(p)
	if math.Abs(angle) < leastTilt {
		return p, nil
	}
	t := &tilt{from: p.size}
	t.sin, t.cos = math.Sincos(angle * math.Pi / 180)
	w, h := float64(p.size.X), float64(p.size.Y)
	sin := math.Abs(t.sin)
	t.to = image.Pt(int(math.Ceil(w*t.cos+h*sin)), int(math.Ceil(h*t.cos+w*sin)))
	out := picture{t.to, make([]byte, t.to.X*t.to.Y)}
	for y := range t.to.Y {
		row := out.grey[y*t.to.X : (y+1)*t.to.X]
		fx, fy := t.back(0, float64(y))
		for x := range row {
			row[x] = p.at(fx, fy)
			fx, fy = fx+t.cos, fy+t.sin
		}
	}
	return out, t
}

// back returns the place in the picture as it was of a place in the turned one.
func (t *tilt) back(x, y float64) (float64, float64) {
	x, y = x-float64(t.to.X)/2, y-float64(t.to.Y)/2
	return x*t.cos - y*t.sin + float64(t.from.X)/2, x*t.sin + y*t.cos + float64(t.from.Y)/2
}

// boxes moves lines that were found in the turned picture to where they lie in the
// picture as it was. A box grows, since its sides stay upright.
func (t *tilt) boxes(lines []core.Line) {
	if t == nil {
		return
	}
	for i := range lines {
		l := &lines[i]
		left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
		for _, at := range [][2]float32{{l.Left, l.Top}, {l.Right, l.Top}, {l.Left, l.Top + l.Height}, {l.Right, l.Top + l.Height}} {
			x, y := t.back(float64(at[0]), float64(at[1]))
			left, right = min(left, x), max(right, x)
			top, bottom = min(top, y), max(bottom, y)
		}
		left, right = max(left, 0), min(right, float64(t.from.X))
		top, bottom = max(top, 0), min(bottom, float64(t.from.Y))
		l.Left, l.Top, l.Right, l.Height = float32(left), float32(top), float32(right), float32(bottom-top)
	}
}

// at returns the grey of a place between pixels; paper outside of the picture.
func (p picture) at(x, y float64) byte {
	if x < 0 || y < 0 || x > float64(p.size.X-1) || y > float64(p.size.Y-1) {
		return 255
	}
	i, j := int(x), int(y)
	fx, fy := x-float64(i), y-float64(j)
	right, below := min(i+1, p.size.X-1)-i, (min(j+1, p.size.Y-1)-j)*p.size.X
	k := j*p.size.X + i
	upper := float64(p.grey[k])*(1-fx) + float64(p.grey[k+right])*fx
	lower := float64(p.grey[k+below])*(1-fx) + float64(p.grey[k+below+right])*fx
	return byte(upper*(1-fy) + lower*fy + .5)
}

// skew returns by how many degrees the lines of a picture fall to the right, or in
// a picture that lies on its side, how far they lean; 0 if it has none.
func skew(p picture) float64 {
	small := p.small()
	ink := small.edges()
	if len(ink) < leastInk {
		return 0
	}
	across := newProfile(ink, small.size)
	for i := range ink { // the same turned by a quarter, for lines that run down the page
		ink[i] = image.Pt(ink[i].Y, small.size.X-1-ink[i].X)
	}
	down := newProfile(ink, image.Pt(small.size.Y, small.size.X))
	a, b := across.search(), down.search()
	if down.sharpness(b) > across.sharpness(a) {
		across, a = down, b
	}
	if math.Abs(a) > mostTilt || across.sharpness(a) < sharper*across.sharpness(0) {
		return 0
	}
	return a
}

// small returns a copy whose longer side has smallSide pixels at most, each the
// average of those that it stands for.
func (p picture) small() picture {
	n := (max(p.size.X, p.size.Y) + smallSide - 1) / smallSide
	if n <= 1 {
		return p
	}
	out := picture{p.size.Div(n), nil}
	out.grey = make([]byte, out.size.X*out.size.Y)
	for y := range out.size.Y {
		for x := range out.size.X {
			sum := 0
			for j := range n {
				at := (y*n+j)*p.size.X + x*n
				for _, v := range p.grey[at : at+n] {
					sum += int(v)
				}
			}
			out.grey[y*out.size.X+x] = byte(sum / (n * n))
		}
	}
	return out
}

// edges returns the pixels that are darker than the one below them by leastContrast:
// the lower edges of letters stand on their line.
func (p picture) edges() []image.Point {
	var out []image.Point
	for y := range p.size.Y - 1 {
		for x := range p.size.X {
			at := y*p.size.X + x
			if int(p.grey[at])+leastContrast <= int(p.grey[at+p.size.X]) {
				out = append(out, image.Pt(x, y))
			}
		}
	}
	return out
}

// profile projects points on the left side of a picture.
type profile struct {
	points []image.Point
	rows   []int // points by row; room for the steepest projection above and below
	above  int
}

func newProfile(points []image.Point, size image.Point) *profile {
	above := int(math.Ceil(float64(size.X)*math.Tan((mostTilt+2*coarse)*math.Pi/180))) + 2
	return &profile{append([]image.Point(nil), points...), make([]int, size.Y+2*above), above}
}

// sharpness is the sum of the squared steps of the profile along an angle in
// degrees.
func (p *profile) sharpness(angle float64) float64 {
	clear(p.rows)
	tan := math.Tan(angle * math.Pi / 180)
	for _, at := range p.points {
		p.rows[p.above+int(math.Round(float64(at.Y)-float64(at.X)*tan))]++
	}
	sum := 0.
	for i := 1; i < len(p.rows); i++ {
		step := float64(p.rows[i] - p.rows[i-1])
		sum += step * step
	}
	return sum
}

// search returns the angle of the sharpest profile.
func (p *profile) search() float64 {
	best, most := 0., p.sharpness(0)
	try := func(from, to, step float64) {
		for a := from; a <= to; a += step {
			if s := p.sharpness(a); s > most {
				best, most = a, s
			}
		}
	}
	try(-mostTilt-coarse, mostTilt+coarse, coarse)
	try(best-coarse, best+coarse, fine)
	return best
}
