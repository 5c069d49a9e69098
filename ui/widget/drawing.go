package widget

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/ui/theme"
)

// Color returns a colour of the theme in the current light or dark variant.
func Color(th fyne.Theme, name fyne.ThemeColorName) color.Color {
	return th.Color(name, fyne.CurrentApp().Settings().ThemeVariant())
}

// A Drawing is the renderer of a widget that consists of canvas objects.
type Drawing struct {
	Widget interface {
		fyne.Widget
		Theme() fyne.Theme
	}
	Parts []fyne.CanvasObject // from back to front; Paint may replace them
	Least func() fyne.Size
	Place func(size fyne.Size) // moves and resizes the parts
	Paint func(th fyne.Theme)  // gives the parts their colours and texts
}

// Render paints the drawing for the first time and returns it.
func (d *Drawing) Render() fyne.WidgetRenderer {
	d.Refresh()
	return d
}

// Destroy implements fyne.WidgetRenderer.
func (d *Drawing) Destroy() {}

// Objects implements fyne.WidgetRenderer.
func (d *Drawing) Objects() []fyne.CanvasObject { return d.Parts }

// MinSize implements fyne.WidgetRenderer.
func (d *Drawing) MinSize() fyne.Size { return d.Least() }

// Layout implements fyne.WidgetRenderer.
func (d *Drawing) Layout(size fyne.Size) { d.Place(size) }

// Refresh implements fyne.WidgetRenderer.
func (d *Drawing) Refresh() {
	d.Paint(d.Widget.Theme())
	d.Place(d.Widget.Size())
	canvas.Refresh(d.Widget)
}

// Ground is a rectangle in a colour of the theme. It is redrawn when the theme
// changes.
type Ground struct {
	widget.BaseWidget
	color  fyne.ThemeColorName
	stroke fyne.ThemeColorName
	radius float32
}

// NewGround returns a filled rectangle. An empty stroke draws no border.
func NewGround(color, stroke fyne.ThemeColorName, radius float32) *Ground {
	g := &Ground{color: color, stroke: stroke, radius: radius}
	g.ExtendBaseWidget(g)
	return g
}

// CreateRenderer implements fyne.Widget.
func (g *Ground) CreateRenderer() fyne.WidgetRenderer {
	rect := canvas.NewRectangle(nil)
	rect.CornerRadius = g.radius
	d := &Drawing{Widget: g, Parts: []fyne.CanvasObject{rect}, Least: func() fyne.Size { return fyne.Size{} }, Place: rect.Resize}
	d.Paint = func(th fyne.Theme) {
		rect.FillColor = Color(th, g.color)
		if g.stroke != "" {
			rect.StrokeColor, rect.StrokeWidth = Color(th, g.stroke), 1
		}
	}
	return d.Render()
}

// Bar is a thin progress bar.
type Bar struct {
	widget.BaseWidget
	part float64
	full bool
}

// NewBar returns an empty bar.
func NewBar() *Bar {
	b := &Bar{}
	b.ExtendBaseWidget(b)
	return b
}

// Set fills a share of the bar, 0 to 1. With full it has the colour of a
// warning.
func (b *Bar) Set(part float64, full bool) {
	part = min(1, max(0, part))
	if b.part != part || b.full != full {
		b.part, b.full = part, full
		b.Refresh()
	}
}

// Part returns the share that is filled.
func (b *Bar) Part() float64 { return b.part }

// barHeight is the height of the bar, whatever space it has.
const barHeight = 6

// CreateRenderer implements fyne.Widget.
func (b *Bar) CreateRenderer() fyne.WidgetRenderer {
	track, fill := canvas.NewRectangle(nil), canvas.NewRectangle(nil)
	track.CornerRadius, fill.CornerRadius = 3, 3
	d := &Drawing{Widget: b, Parts: []fyne.CanvasObject{track, fill}, Least: func() fyne.Size { return fyne.NewSize(60, barHeight) }}
	d.Place = func(size fyne.Size) {
		at := fyne.NewPos(0, float32(int((size.Height-barHeight)/2)))
		track.Move(at)
		track.Resize(fyne.NewSize(size.Width, barHeight))
		width := size.Width * float32(b.part)
		fill.Hidden = width == 0
		fill.Move(at)
		fill.Resize(fyne.NewSize(max(barHeight, width), barHeight))
	}
	d.Paint = func(th fyne.Theme) {
		track.FillColor, fill.FillColor = Color(th, theme.Track), Color(th, fynetheme.ColorNamePrimary)
		if b.full {
			fill.FillColor = Color(th, fynetheme.ColorNameWarning)
		}
	}
	return d.Render()
}
