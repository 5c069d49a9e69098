package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/ui/theme"
)

// Bar is a thin bar that is filled to a part.
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

// Set fills the bar to a part of 0 to 1; full draws it in the colour of a
// warning.
func (b *Bar) Set(part float64, full bool) {
	part = min(1, max(0, part))
	if b.part != part || b.full != full {
		b.part, b.full = part, full
		b.Refresh()
	}
}

// Part is what the bar is filled to.
func (b *Bar) Part() float64 { return b.part }

// CreateRenderer implements fyne.Widget.
func (b *Bar) CreateRenderer() fyne.WidgetRenderer {
	r := &barRenderer{bar: b, track: canvas.NewRectangle(nil), fill: canvas.NewRectangle(nil)}
	r.Refresh()
	return r
}

type barRenderer struct {
	bar         *Bar
	track, fill *canvas.Rectangle
}

func (r *barRenderer) Destroy()                     {}
func (r *barRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.track, r.fill} }
func (r *barRenderer) MinSize() fyne.Size           { return fyne.NewSize(60, 6) }

func (r *barRenderer) Layout(size fyne.Size) {
	height := r.MinSize().Height
	top := float32(int((size.Height - height) / 2))
	for _, o := range []fyne.CanvasObject{r.track, r.fill} {
		o.Move(fyne.NewPos(0, top))
	}
	r.track.Resize(fyne.NewSize(size.Width, height))
	width := size.Width * float32(r.bar.part)
	r.fill.Hidden = width == 0
	r.fill.Resize(fyne.NewSize(max(height, width), height))
}

func (r *barRenderer) Refresh() {
	th := r.bar.Theme()
	fill := fynetheme.ColorNamePrimary
	if r.bar.full {
		fill = fynetheme.ColorNameWarning
	}
	r.track.FillColor, r.track.CornerRadius = Color(th, theme.Track), 3
	r.fill.FillColor, r.fill.CornerRadius = Color(th, fill), 3
	r.Layout(r.bar.Size())
	canvas.Refresh(r.bar)
}
