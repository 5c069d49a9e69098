package main

import (
	"fmt"
	"math"

	"github.com/go-pdf/fpdf"
)

// chart is a drawing that a text can ask for by name. height gives its
// height for a width, both in points.
type chart struct {
	height func(width float64) float64
	draw   func(*canvas)
}

// canvas is the rectangle of a chart.
type canvas struct {
	*writer
	x, y, wd, ht float64
}

type rgb [3]int

var (
	ink   = rgb{30, 30, 30}
	grey  = rgb{150, 150, 150}
	pale  = rgb{222, 226, 230}
	teal  = rgb{0, 110, 120}
	rust  = rgb{185, 80, 30}
	olive = rgb{120, 130, 40}
	navy  = rgb{40, 60, 120}
	sand  = rgb{240, 230, 205}
)

var palette = []rgb{teal, rust, olive, navy, grey, ink}

func (c *canvas) colour(k rgb) {
	c.pdf.SetDrawColor(k[0], k[1], k[2])
	c.pdf.SetFillColor(k[0], k[1], k[2])
}

// label writes s; align is l, c or r about x.
func (c *canvas) label(x, y float64, s, align string) {
	c.pdf.SetFont("Helvetica", "", 7)
	s = c.tr(s)
	switch align {
	case "c":
		x -= c.pdf.GetStringWidth(s) / 2
	case "r":
		x -= c.pdf.GetStringWidth(s)
	}
	c.pdf.Text(x, y, s)
}

// axes is a pair of linear scales with their marks.
type axes struct {
	c                  *canvas
	x0, x1, y0, y1     float64 // data
	px, py, pw, ph     float64 // plot area in points
	xTitle, yTitle     string
	xMarks, yMarks     []float64
	xNames             []string // printed instead of xMarks' numbers
	reversed, gridless bool     // y grows downwards
}

func (a *axes) X(v float64) float64 { return a.px + (v-a.x0)/(a.x1-a.x0)*a.pw }

func (a *axes) Y(v float64) float64 {
	f := (v - a.y0) / (a.y1 - a.y0)
	if a.reversed {
		f = 1 - f
	}
	return a.py + a.ph*(1-f)
}

func (a *axes) draw() {
	c, p := a.c, a.c.pdf
	a.px, a.py, a.pw, a.ph = c.x+32, c.y+6, c.wd-38, c.ht-36
	p.SetLineWidth(0.3)
	for _, v := range a.yMarks {
		c.colour(pale)
		if !a.gridless {
			p.Line(a.px, a.Y(v), a.px+a.pw, a.Y(v))
		}
		c.label(a.px-4, a.Y(v)+2.4, fmt.Sprintf("%g", v), "r")
	}
	for i, v := range a.xMarks {
		s := fmt.Sprintf("%g", v)
		if a.xNames != nil {
			s = a.xNames[i]
		}
		c.label(a.X(v), a.py+a.ph+10, s, "c")
		c.colour(ink)
		if a.xNames == nil {
			p.Line(a.X(v), a.py+a.ph, a.X(v), a.py+a.ph+3)
		}
	}
	c.colour(ink)
	p.SetLineWidth(0.6)
	p.Line(a.px, a.py, a.px, a.py+a.ph)
	p.Line(a.px, a.py+a.ph, a.px+a.pw, a.py+a.ph)
	c.label(a.px+a.pw/2, a.py+a.ph+22, a.xTitle, "c")
	p.TransformBegin()
	p.TransformRotate(90, c.x+8, a.py+a.ph/2)
	c.label(c.x+8, a.py+a.ph/2, a.yTitle, "c")
	p.TransformEnd()
}

// lineOf draws a line through the points, with marks when dots is set.
func (a *axes) lineOf(k rgb, xs, ys []float64, dots, dashed bool) {
	p := a.c.pdf
	a.c.colour(k)
	p.SetLineWidth(1.1)
	if dashed {
		p.SetDashPattern([]float64{3, 2}, 0)
	}
	for i := 1; i < len(xs); i++ {
		p.Line(a.X(xs[i-1]), a.Y(ys[i-1]), a.X(xs[i]), a.Y(ys[i]))
	}
	p.SetDashPattern([]float64{}, 0)
	for i := range xs {
		if dots {
			p.Circle(a.X(xs[i]), a.Y(ys[i]), 1.9, "F")
		}
	}
}

// bars draws groups of bars at 1, 2, 3 …; sets[j][i] is bar j of group i.
func (a *axes) bars(sets [][]float64) {
	n := float64(len(sets))
	for j, set := range sets {
		a.c.colour(palette[j])
		for i, v := range set {
			w := 0.72 / n
			x := float64(i+1) - 0.36 + float64(j)*w
			top, base := a.Y(v), a.Y(a.y0)
			if a.reversed {
				top, base = a.Y(a.y0), a.Y(v)
			}
			a.c.pdf.Rect(a.X(x), top, (a.X(x+w)-a.X(x))*0.92, base-top, "F")
		}
	}
}

// legend writes names in a column from the point (x, y).
func (a *axes) legend(x, y float64, names ...string) {
	for i, s := range names {
		a.c.colour(palette[i])
		a.c.pdf.Rect(x, y+float64(i)*9.5, 6, 6, "F")
		a.c.label(x+9, y+5.8+float64(i)*9.5, s, "l")
	}
}

func high(h float64) func(float64) float64  { return func(float64) float64 { return h } }
func share(f float64) func(float64) float64 { return func(w float64) float64 { return w * f } }
func points(n int) (out []float64)          { return span(1, float64(n), 1) }
func pt(x, y float64) fpdf.PointType        { return fpdf.PointType{X: x, Y: y} }
func wave(x, period, phase float64) float64 { return math.Sin(2 * math.Pi * (x/period + phase)) }
func bell(x, centre, width float64) float64 { return math.Exp(-math.Pow((x-centre)/width, 2)) }
func each(xs []float64, f func(float64) float64) []float64 {
	out := make([]float64, len(xs))
	for i, x := range xs {
		out[i] = f(x)
	}
	return out
}

func span(from, to, step float64) (out []float64) {
	for i := 0; from+float64(i)*step <= to+1e-9; i++ {
		out = append(out, from+float64(i)*step)
	}
	return out
}
