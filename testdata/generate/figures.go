package main

// The figures' data are the same numbers as in the tables and the prose.
var (
	siteNames = []string{"BL", "MR", "GP", "HS", "TR", "SH"}
	limit2016 = []float64{9.4, 11.8, 14.6, 17.3, 20.5, 22.8}
	limit2020 = []float64{6.1, 8.4, 11.7, 15.8, 19.9, 22.7}
	limit2023 = []float64{7.2, 9.6, 13.2, 16.9, 20.4, 22.9}
	canopy    = [][]float64{
		{7.8, 8.9, 10.2, 11.1, 11.6, 12.0},
		{3.9, 5.2, 7.4, 9.8, 11.0, 11.9},
		{5.1, 6.7, 9.0, 10.7, 11.4, 12.1},
	}
	kd = [][]float64{
		{0.31, 0.26, 0.22, 0.19, 0.16, 0.14},
		{0.52, 0.43, 0.33, 0.24, 0.18, 0.14},
		{0.38, 0.32, 0.25, 0.20, 0.16, 0.14},
	}
)

// charts are the drawings by name.
var charts = map[string]chart{
	"map":         {share(0.46), drawMap},
	"turbidity":   {high(150), drawTurbidity},
	"limits":      {high(165), drawLimits},
	"canopy":      {high(150), drawCanopy},
	"optical":     {high(160), drawOptical},
	"recruits":    {high(150), drawRecruits},
	"temperature": {high(160), drawTemperature},
	"traps":       {high(150), drawTraps},
	"budget":      {high(150), drawBudget},
	"stress":      {high(160), drawStress},
	"spores":      {high(150), drawSpores},
}

// drawTurbidity is the weekly median at two sites, 2016 to 2023.
func drawTurbidity(c *canvas) {
	a := &axes{c: c, x0: 2016, x1: 2024, y0: 0, y1: 24, xTitle: "Year", yTitle: "Turbidity (FNU)",
		xMarks: span(2016, 2024, 1), yMarks: span(0, 24, 4)}
	a.draw()
	series := func(base, swing, plume, tail float64) []float64 {
		return each(span(2016, 2023.95, 1.0/26), func(t float64) float64 {
			v := base + swing*(1+wave(t, 1, 0.25))/2 + 0.12*base*wave(t, 0.31, 0) + 0.09*base*wave(t, 0.123, 0.4)
			v += plume * bell(t, 2019.1, 0.14)
			if t > 2019.1 {
				v += tail * (1 + 0.5*wave(t, 1, 0.25)) * bell(t, 2019.1, 1.6)
			}
			return v
		})
	}
	xs := span(2016, 2023.95, 1.0/26)
	a.lineOf(teal, xs, series(1.9, 2.2, 13.5, 3.6), false, false)
	a.lineOf(rust, xs, series(0.8, 0.7, 0.4, 0.1), false, false)
	a.lineOf(grey, []float64{2016, 2024}, []float64{6.5, 6.5}, false, true)
	a.legend(a.px+a.pw-104, a.py+2, "Bay of Lund", "Stennet Head")
	c.label(a.px+5, a.Y(6.5)-3, "6.5 FNU", "l")
}

func drawLimits(c *canvas) {
	a := &axes{c: c, x0: 0, x1: 24, y0: 0, y1: 25, reversed: true, xTitle: "Distance from the Esker mouth (km)",
		yTitle: "Depth limit (m below chart datum)", xMarks: span(0, 24, 4), yMarks: span(0, 25, 5)}
	a.draw()
	km := []float64{3.1, 5.6, 8.4, 11.9, 16.2, 22.7}
	for i, set := range [][]float64{limit2016, limit2020, limit2023} {
		a.lineOf(palette[i], km, set, true, false)
	}
	a.legend(a.px+8, a.py+a.ph-34, "2016", "2020", "2023")
}

func drawCanopy(c *canvas) {
	a := &axes{c: c, x0: 0.4, x1: 6.6, y0: 0, y1: 14, xTitle: "Site, by distance from the river mouth",
		yTitle: "Canopy plants per m²", xMarks: points(6), xNames: siteNames, yMarks: span(0, 14, 2)}
	a.draw()
	a.bars(canopy)
	a.legend(a.px+8, a.py+2, "2016", "2020", "2023")
}

func drawOptical(c *canvas) {
	a := &axes{c: c, x0: 0.1, x1: 0.6, y0: 0, y1: 25, xTitle: "Attenuation coefficient Kd (per m)",
		yTitle: "Depth limit (m)", xMarks: span(0.1, 0.6, 0.1), yMarks: span(0, 25, 5)}
	a.xNames = []string{"0.1", "0.2", "0.3", "0.4", "0.5", "0.6"}
	a.draw()
	xs := span(0.135, 0.6, 0.005)
	a.lineOf(grey, xs, each(xs, func(k float64) float64 { return 3.28 / k }), false, true)
	for i, set := range [][]float64{limit2016, limit2020, limit2023} {
		c.colour(palette[i])
		for j, z := range set {
			c.pdf.Circle(a.X(kd[i][j]), a.Y(z), 2.2, "F")
		}
	}
	a.legend(a.px+a.pw-60, a.py+2, "2016", "2020", "2023")
	c.label(a.X(0.45), a.Y(3.28/0.42)-9, "z = 3.28 / Kd", "l")
}

// drawRecruits is recruit density against days above 6.5 FNU in winter.
func drawRecruits(c *canvas) {
	a := &axes{c: c, x0: 0, x1: 100, y0: 0, y1: 24, xTitle: "Winter days with a median above 6.5 FNU",
		yTitle: "Recruits per m²", xMarks: span(0, 100, 20), yMarks: span(0, 24, 4)}
	a.draw()
	days := []float64{0, 1, 2, 3, 5, 6, 9, 11, 14, 15, 19, 22, 26, 28, 31, 34, 37, 39, 44, 48, 53, 61, 74, 91}
	n := []float64{21.4, 19.6, 20.8, 18.1, 19.9, 17.2, 18.0, 15.1, 16.6, 13.2, 13.9, 12.4, 9.8, 10.6, 8.1, 7.4, 4.9, 3.8, 1.1, 0.9, 0.4, 0.6, 0.2, 0.1}
	c.colour(teal)
	for i, d := range days {
		c.pdf.Circle(a.X(d), a.Y(n[i]), 2, "F")
	}
	a.lineOf(rust, []float64{0, 41, 100}, []float64{20.9, 1.0, 0.3}, false, false)
	a.lineOf(grey, []float64{41, 41}, []float64{0, 24}, false, true)
	c.label(a.X(41)+4, a.py+10, "break at 41 days", "l")
}

func drawTemperature(c *canvas) {
	a := &axes{c: c, x0: 1, x1: 12, y0: 4, y1: 20, xTitle: "Month", yTitle: "Temperature at 5 m (°C)",
		xMarks: points(12), xNames: []string{"J", "F", "M", "A", "M", "J", "J", "A", "S", "O", "N", "D"}, yMarks: span(4, 20, 4)}
	a.draw()
	months := points(12)
	a.lineOf(grey, months, []float64{7.4, 6.9, 7.1, 8.3, 10.2, 12.6, 14.5, 15.2, 14.4, 12.5, 10.3, 8.6}, true, true)
	a.lineOf(rust, months, []float64{7.2, 6.4, 6.6, 8.4, 11.3, 14.6, 18.3, 18.0, 14.9, 12.7, 10.6, 8.9}, true, false)
	a.lineOf(teal, months, []float64{7.8, 7.3, 7.5, 8.8, 10.9, 13.1, 15.0, 15.6, 15.3, 13.0, 10.9, 9.0}, true, false)
	a.legend(a.px+8, a.py+2, "2023", "2018 (heatwave)")
	c.label(a.px+8, a.py+30, "dashed: mean of 1991–2015", "l")
}

func drawTraps(c *canvas) {
	a := &axes{c: c, x0: 0.4, x1: 6.6, y0: 0, y1: 60, xTitle: "Site", yTitle: "Trap flux (g per m² and day)",
		xMarks: points(6), xNames: siteNames, yMarks: span(0, 60, 10)}
	a.draw()
	a.bars([][]float64{{52.4, 37.9, 21.6, 11.8, 6.3, 4.1}, {17.8, 12.7, 8.2, 5.0, 3.6, 3.2}})
	a.legend(a.px+a.pw-130, a.py+4, "Winter (Oct–Mar)", "Summer (Apr–Sep)")
}

func drawBudget(c *canvas) {
	a := &axes{c: c, x0: 0.4, x1: 5.6, y0: 0, y1: 180, xTitle: "Work package", yTitle: "Cost (thousand euros)",
		xMarks: points(5), xNames: []string{"Boat", "Divers", "Loggers", "Laboratory", "Reporting"}, yMarks: span(0, 180, 30)}
	a.draw()
	a.bars([][]float64{{128, 142, 61, 49, 38}, {136, 158, 74, 52, 38}})
	a.legend(a.px+a.pw-80, a.py+4, "2023 spent", "2024 planned")
}

func drawStress(c *canvas) {
	a := &axes{c: c, x0: 0, x1: 16, y0: 0, y1: 0.28, xTitle: "Canopy plants per m²", yTitle: "Critical shear stress (Pa)",
		xMarks: span(0, 16, 4), yMarks: []float64{0, 0.05, 0.1, 0.15, 0.2, 0.25}}
	a.draw()
	a.lineOf(teal, []float64{0, 4, 8, 12, 16}, []float64{0.11, 0.13, 0.16, 0.19, 0.20}, true, false)
	a.lineOf(rust, []float64{0, 4, 8, 12, 16}, []float64{0.09, 0.10, 0.12, 0.15, 0.16}, true, false)
	a.legend(a.px+8, a.py+2, "Aged 14 days", "Fresh")
}

func drawSpores(c *canvas) {
	a := &axes{c: c, x0: 0, x1: 4, y0: 0, y1: 100, xTitle: "Silt cover (mm)", yTitle: "Attached spores (% of control)",
		xMarks: span(0, 4, 1), yMarks: span(0, 100, 20)}
	a.draw()
	a.lineOf(teal, []float64{0, 0.25, 0.5, 1, 2, 4}, []float64{100, 71, 43, 17, 6, 2}, true, false)
	c.label(a.X(1)+6, a.Y(17)-3, "1 mm: 17 %", "l")
}
