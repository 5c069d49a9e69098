package reader

import (
	"cmp"
	"image"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/ui/theme"
	uiwidget "ibid/ui/widget"
)

// box is a rectangle on a page, in parts of its width and height.
type box struct{ left, top, width, height float32 }

// sheet is a page picture, pixel for pixel, with boxes over it.
type sheet struct {
	widget.BaseWidget
	image *image.RGBA
	boxes []box
}

func newSheet() *sheet {
	s := &sheet{}
	s.ExtendBaseWidget(s)
	return s
}

func (s *sheet) clear() {
	s.image, s.boxes = nil, nil
	s.Refresh()
}

// set shows a page.
func (s *sheet) set(img *image.RGBA, boxes []box) {
	s.image, s.boxes = img, boxes
	s.Refresh()
}

// top returns the top of the first box; 0 if there is none.
func (s *sheet) top() float32 {
	if len(s.boxes) == 0 {
		return 0
	}
	first := slices.MinFunc(s.boxes, func(a, b box) int { return cmp.Compare(a.top, b.top) })
	return first.top * s.MinSize().Height
}

// CreateRenderer implements fyne.Widget.
func (s *sheet) CreateRenderer() fyne.WidgetRenderer {
	page, frame := canvas.NewImageFromImage(nil), canvas.NewRectangle(nil)
	page.FillMode, page.ScaleMode = canvas.ImageFillStretch, canvas.ImageScaleFastest
	frame.StrokeWidth = 1
	d := &uiwidget.Drawing{Widget: s, Least: s.size}
	d.Place = func(fyne.Size) {
		size := s.size()
		page.Resize(size)
		frame.Move(fyne.NewPos(-1, -1))
		frame.Resize(size.AddWidthHeight(2, 2))
		for i, b := range s.boxes {
			rect := d.Parts[2+i]
			rect.Move(fyne.NewPos(b.left*size.Width-3, b.top*size.Height-1))
			rect.Resize(fyne.NewSize(b.width*size.Width+6, b.height*size.Height+2))
		}
	}
	d.Paint = func(th fyne.Theme) {
		uiwidget.ShowImage(page, s.image)
		frame.Hidden, frame.StrokeColor = s.image == nil, uiwidget.Color(th, fynetheme.ColorNameInputBorder)
		d.Parts = []fyne.CanvasObject{page, frame}
		for range s.boxes {
			rect := canvas.NewRectangle(uiwidget.Color(th, theme.Box))
			rect.CornerRadius = 2
			d.Parts = append(d.Parts, rect)
		}
	}
	return d.Render()
}

// size returns the size of the picture, pixel for pixel.
func (s *sheet) size() fyne.Size {
	if s.image == nil {
		return fyne.NewSize(1, 1)
	}
	width, _ := uiwidget.Pixels(s, fyne.NewSize(1000, 0))
	scale := float32(width) / 1000
	return fyne.NewSize(float32(s.image.Rect.Dx())/scale, float32(s.image.Rect.Dy())/scale)
}

// centred lays objects out in a row, each centred vertically.
type centred struct{ gap float32 }

func (c *centred) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := fyne.NewSize(-c.gap, 0)
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		m := o.MinSize()
		size = fyne.NewSize(size.Width+m.Width+c.gap, max(size.Height, m.Height))
	}
	return size
}

func (c *centred) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	x := float32(0)
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		m := o.MinSize()
		o.Move(fyne.NewPos(x, float32(int((size.Height-m.Height)/2))))
		o.Resize(m)
		x += m.Width + c.gap
	}
}

// shelves lays the first object out above the second, in a little more than
// half of the height; a single object has all of it.
type shelves struct{}

func (*shelves) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(40, 40) }

func (*shelves) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	upper, lower := objects[0], objects[1]
	height := size.Height
	if upper.Visible() && lower.Visible() {
		height = float32(int(size.Height * 0.55))
		lower.Move(fyne.NewPos(0, height))
		lower.Resize(fyne.NewSize(size.Width, size.Height-height))
	} else {
		lower.Move(fyne.Position{})
		lower.Resize(size)
	}
	upper.Resize(fyne.NewSize(size.Width, height))
}
