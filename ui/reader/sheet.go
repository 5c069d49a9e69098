package reader

import (
	"image"

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

// top is where the first box begins; 0 if there is none.
func (s *sheet) top() float32 {
	if len(s.boxes) == 0 {
		return 0
	}
	top := s.boxes[0].top
	for _, b := range s.boxes {
		top = min(top, b.top)
	}
	return top * s.MinSize().Height
}

// CreateRenderer implements fyne.Widget.
func (s *sheet) CreateRenderer() fyne.WidgetRenderer {
	r := &sheetRenderer{sheet: s, image: canvas.NewImageFromImage(nil), frame: canvas.NewRectangle(nil)}
	r.image.FillMode = canvas.ImageFillStretch
	r.image.ScaleMode = canvas.ImageScaleFastest
	r.Refresh()
	return r
}

type sheetRenderer struct {
	sheet *sheet
	image *canvas.Image
	frame *canvas.Rectangle
	boxes []fyne.CanvasObject
	shown *image.RGBA
}

func (r *sheetRenderer) Destroy() {}

func (r *sheetRenderer) Objects() []fyne.CanvasObject {
	return append([]fyne.CanvasObject{r.image, r.frame}, r.boxes...)
}

func (r *sheetRenderer) MinSize() fyne.Size {
	if r.sheet.image == nil {
		return fyne.NewSize(1, 1)
	}
	width, _ := uiwidget.Pixels(r.sheet, fyne.NewSize(1000, 0))
	scale := float32(width) / 1000
	bounds := r.sheet.image.Rect
	return fyne.NewSize(float32(bounds.Dx())/scale, float32(bounds.Dy())/scale)
}

func (r *sheetRenderer) Layout(fyne.Size) {
	size := r.MinSize()
	r.image.Resize(size)
	r.frame.Move(fyne.NewPos(-1, -1))
	r.frame.Resize(size.AddWidthHeight(2, 2))
	for i, b := range r.sheet.boxes {
		r.boxes[i].Move(fyne.NewPos(b.left*size.Width-3, b.top*size.Height-1))
		r.boxes[i].Resize(fyne.NewSize(b.width*size.Width+6, b.height*size.Height+2))
	}
}

func (r *sheetRenderer) Refresh() {
	th := r.sheet.Theme()
	if r.shown != r.sheet.image {
		r.shown = r.sheet.image
		r.image.Image = nil
		if r.shown != nil {
			r.image.Image = r.shown
		}
		r.image.Refresh()
	}
	r.image.Hidden, r.frame.Hidden = r.shown == nil, r.shown == nil
	r.frame.StrokeColor, r.frame.StrokeWidth = uiwidget.Color(th, fynetheme.ColorNameInputBorder), 1
	r.boxes = r.boxes[:0:0]
	for range r.sheet.boxes {
		rect := canvas.NewRectangle(uiwidget.Color(th, theme.Box))
		rect.CornerRadius = 2
		r.boxes = append(r.boxes, rect)
	}
	r.Layout(r.sheet.Size())
	canvas.Refresh(r.sheet)
}

// centred puts objects in a row, each in the middle of its height.
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

// shelves puts the first object above the second, in a little more than half
// of the height; one that stands alone has all of it.
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
