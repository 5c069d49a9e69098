package widget

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/ui/theme"
)

// Picture shows a page picture pixel for pixel, centred in a box of fixed size.
// Until there is a picture it shows a blank sheet with a few letters.
type Picture struct {
	widget.BaseWidget
	OnTapped func() // may be nil

	box   fyne.Size
	image *image.RGBA
	tag   string
}

// NewPicture returns a blank sheet of a size.
func NewPicture(box fyne.Size) *Picture {
	p := &Picture{box: box}
	p.ExtendBaseWidget(p)
	return p
}

// SetImage shows a picture; nil shows the sheet with tag.
func (p *Picture) SetImage(img *image.RGBA, tag string) {
	if p.image == img && p.tag == tag {
		return
	}
	p.image, p.tag = img, tag
	p.Refresh()
}

// Image returns the picture that is shown, nil for the blank sheet.
func (p *Picture) Image() *image.RGBA { return p.image }

// Pixels returns the size of the box in pixels of its screen.
func (p *Picture) Pixels() (width, height int) { return Pixels(p, p.box) }

// Pixels converts a size to the pixels of the screen that object is on.
func Pixels(object fyne.CanvasObject, size fyne.Size) (width, height int) {
	scale := scaleOf(object)
	return int(size.Width*scale + 0.5), int(size.Height*scale + 0.5)
}

func scaleOf(object fyne.CanvasObject) float32 {
	if c := fyne.CurrentApp().Driver().CanvasForObject(object); c != nil {
		return c.Scale()
	}
	return 1
}

// Tapped implements fyne.Tappable.
func (p *Picture) Tapped(*fyne.PointEvent) {
	if p.OnTapped != nil {
		p.OnTapped()
	}
}

// CreateRenderer implements fyne.Widget.
func (p *Picture) CreateRenderer() fyne.WidgetRenderer {
	sheet, frame := canvas.NewRectangle(nil), canvas.NewRectangle(nil)
	tag, image := canvas.NewText("", nil), canvas.NewImageFromImage(nil)
	frame.StrokeWidth, tag.TextStyle.Bold = 1, true
	image.FillMode, image.ScaleMode = canvas.ImageFillStretch, canvas.ImageScaleFastest
	d := &Drawing{Widget: p, Parts: []fyne.CanvasObject{sheet, tag, image, frame}, Least: func() fyne.Size { return p.box }}
	d.Place = func(size fyne.Size) {
		inner := p.inner()
		at := fyne.NewPos(float32(int((size.Width-inner.Width)/2)), float32(int((size.Height-inner.Height)/2)))
		for _, o := range []fyne.CanvasObject{sheet, image} {
			o.Move(at)
			o.Resize(inner)
		}
		frame.Move(at.SubtractXY(1, 1))
		frame.Resize(inner.AddWidthHeight(2, 2))
		words := tag.MinSize()
		tag.Move(at.AddXY((inner.Width-words.Width)/2, (inner.Height-words.Height)/2))
		tag.Resize(words)
	}
	d.Paint = func(th fyne.Theme) {
		sheet.FillColor, frame.StrokeColor = Color(th, theme.Paper), Color(th, fynetheme.ColorNameInputBorder)
		tag.Text, tag.TextSize, tag.Color = p.tag, th.Size(theme.Caption), Color(th, fynetheme.ColorNamePlaceHolder)
		ShowImage(image, p.image)
		tag.Hidden = p.image != nil
	}
	return d.Render()
}

// inner returns the size of the page: that of its picture, or without one the
// shape of a typical page.
func (p *Picture) inner() fyne.Size {
	if p.image == nil {
		return fyne.NewSize(min(p.box.Height*0.74, p.box.Width), p.box.Height)
	}
	scale := scaleOf(p)
	return fyne.NewSize(float32(p.image.Rect.Dx())/scale, float32(p.image.Rect.Dy())/scale)
}

// ShowImage shows a picture on the canvas; nil hides it. It does nothing for
// the current picture, because reading it again is slow.
func ShowImage(on *canvas.Image, img *image.RGBA) {
	if shown, _ := on.Image.(*image.RGBA); shown != img {
		on.Image = nil // a nil picture in the interface would not be nil
		if img != nil {
			on.Image = img
		}
		on.Refresh()
	}
	on.Hidden = img == nil
}
