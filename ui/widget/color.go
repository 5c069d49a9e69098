package widget

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Color looks a colour up in the variant that the application shows.
func Color(th fyne.Theme, name fyne.ThemeColorName) color.Color {
	return th.Color(name, fyne.CurrentApp().Settings().ThemeVariant())
}

// Ground is a rectangle in a colour of the theme that changes with it.
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
	r := &groundRenderer{ground: g, rect: canvas.NewRectangle(nil)}
	r.Refresh()
	return r
}

type groundRenderer struct {
	ground *Ground
	rect   *canvas.Rectangle
}

func (r *groundRenderer) Destroy()                     {}
func (r *groundRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.rect} }
func (r *groundRenderer) MinSize() fyne.Size           { return fyne.Size{} }
func (r *groundRenderer) Layout(size fyne.Size)        { r.rect.Resize(size) }

func (r *groundRenderer) Refresh() {
	th := r.ground.Theme()
	r.rect.FillColor = Color(th, r.ground.color)
	r.rect.CornerRadius = r.ground.radius
	if r.ground.stroke != "" {
		r.rect.StrokeColor = Color(th, r.ground.stroke)
		r.rect.StrokeWidth = 1
	}
	r.rect.Refresh()
}
