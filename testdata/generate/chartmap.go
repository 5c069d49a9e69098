package main

import "github.com/go-pdf/fpdf"

// drawMap is a scheme of the sound: coast, river, sites, disposal ground.
func drawMap(c *canvas) {
	p := c.pdf
	at := func(fx, fy float64) fpdf.PointType { return pt(c.x+fx*c.wd, c.y+fy*c.ht) }
	c.colour(rgb{226, 238, 244})
	p.Rect(c.x, c.y, c.wd, c.ht, "F")
	c.colour(sand)
	north := []fpdf.PointType{at(0, 0), at(0, 0.45), at(0.06, 0.43), at(0.11, 0.36), at(0.19, 0.33), at(0.27, 0.27),
		at(0.36, 0.28), at(0.45, 0.20), at(0.55, 0.19), at(0.63, 0.13), at(0.74, 0.14), at(0.83, 0.07), at(0.88, 0)}
	south := []fpdf.PointType{at(0, 1), at(0, 0.53), at(0.07, 0.57), at(0.12, 0.66), at(0.21, 0.72), at(0.33, 0.78),
		at(0.47, 0.86), at(0.58, 0.90), at(0.66, 1)}
	p.Polygon(north, "F")
	p.Polygon(south, "F")
	p.SetDrawColor(120, 105, 70)
	p.SetLineWidth(0.8)
	for _, shore := range [][]fpdf.PointType{north[1:], south[1:]} {
		for i := 1; i < len(shore); i++ {
			p.Line(shore[i-1].X, shore[i-1].Y, shore[i].X, shore[i].Y)
		}
	}
	c.colour(rgb{190, 215, 228})
	p.SetDashPattern([]float64{2, 2}, 0)
	for _, f := range []float64{0.30, 0.50, 0.72} {
		p.CurveCubic(at(f, 0.36).X, at(f, 0.36).Y, at(f+0.05, 0.5).X, at(f+0.05, 0.5).Y, at(f, 0.7).X, at(f, 0.7).Y, at(f-0.02, 0.6).X, at(f-0.02, 0.6).Y, "D")
	}
	p.SetDashPattern([]float64{}, 0)
	c.colour(ink)
	for _, s := range []struct {
		fx, fy float64
		name   string
	}{
		{0.15, 0.42, "BL Bay of Lund"}, {0.26, 0.36, "MR Mill Rock"}, {0.38, 0.38, "GP Garron Point"},
		{0.52, 0.30, "HS Hollin Skerry"}, {0.68, 0.25, "TR Tolva Reef"}, {0.86, 0.20, "SH Stennet Head"},
	} {
		q := at(s.fx, s.fy)
		c.colour(teal)
		p.Circle(q.X, q.Y, 3, "F")
		c.label(q.X-6, q.Y+11, s.name, "l")
	}
	q := at(0.30, 0.60)
	p.SetDrawColor(185, 80, 30)
	p.SetLineWidth(1)
	p.Rect(q.X-9, q.Y-5, 18, 10, "D")
	c.label(q.X+13, q.Y+3, "Skarn Deep (disposal ground)", "l")
	c.label(at(0.012, 0.505).X, at(0, 0.505).Y, "Esker", "l")
	c.label(at(0.50, 0.66).X, at(0, 0.66).Y, "C A R R O W   S O U N D", "l")
	c.furniture()
}

// furniture draws the scale bar, the north arrow and the frame.
func (c *canvas) furniture() {
	p := c.pdf
	c.colour(ink)
	x, y := c.x+c.wd*0.74, c.y+c.ht*0.93
	unit := c.wd * 0.86 / 24
	p.SetLineWidth(1.4)
	p.Line(x, y, x+5*unit, y)
	p.SetLineWidth(0.6)
	p.Line(x, y-3, x, y+3)
	p.Line(x+5*unit, y-3, x+5*unit, y+3)
	c.label(x+2.5*unit, y-4, "5 km", "c")
	ax, ay := c.x+c.wd*0.95, c.y+c.ht*0.52
	p.Polygon([]fpdf.PointType{pt(ax, ay), pt(ax-4, ay+14), pt(ax, ay+10), pt(ax+4, ay+14)}, "F")
	c.label(ax, ay-3, "N", "c")
	p.Rect(c.x, c.y, c.wd, c.ht, "D")
}
