package widget

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/ui/theme"
)

// Picture shows a page picture pixel for pixel in the middle of a box of fixed
// size, or a blank sheet with a few letters until there is one.
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

// Image is the picture that is shown, nil for the blank sheet.
func (p *Picture) Image() *image.RGBA { return p.image }

// Pixels is the box in pixels of the screen that the picture is on.
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
	r := &pictureRenderer{picture: p, sheet: canvas.NewRectangle(nil), frame: canvas.NewRectangle(nil),
		tag: canvas.NewText("", nil), image: canvas.NewImageFromImage(nil)}
	r.image.FillMode = canvas.ImageFillStretch
	r.image.ScaleMode = canvas.ImageScaleFastest
	r.Refresh()
	return r
}

type pictureRenderer struct {
	picture      *Picture
	sheet, frame *canvas.Rectangle
	tag          *canvas.Text
	image        *canvas.Image
	shown        *image.RGBA
}

func (r *pictureRenderer) Destroy()           {}
func (r *pictureRenderer) MinSize() fyne.Size { return r.picture.box }

func (r *pictureRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.sheet, r.tag, r.image, r.frame}
}

func (r *pictureRenderer) Layout(size fyne.Size) {
	inner := r.picture.box
	if img := r.picture.image; img != nil {
		scale := scaleOf(r.picture)
		inner = fyne.NewSize(float32(img.Rect.Dx())/scale, float32(img.Rect.Dy())/scale)
	} else {
		inner.Width = inner.Height * 0.74 // about the shape of a page
		inner.Width = min(inner.Width, r.picture.box.Width)
	}
	at := fyne.NewPos(float32(int((size.Width-inner.Width)/2)), float32(int((size.Height-inner.Height)/2)))
	for _, o := range []fyne.CanvasObject{r.sheet, r.image} {
		o.Move(at)
		o.Resize(inner)
	}
	r.frame.Move(at.SubtractXY(1, 1))
	r.frame.Resize(inner.AddWidthHeight(2, 2))
	tag := r.tag.MinSize()
	r.tag.Move(at.AddXY((inner.Width-tag.Width)/2, (inner.Height-tag.Height)/2))
	r.tag.Resize(tag)
}

func (r *pictureRenderer) Refresh() {
	th := r.picture.Theme()
	r.sheet.FillColor = Color(th, theme.Paper)
	r.frame.FillColor = nil
	r.frame.StrokeColor, r.frame.StrokeWidth = Color(th, fynetheme.ColorNameInputBorder), 1
	r.tag.Text, r.tag.TextSize = r.picture.tag, th.Size(theme.Caption)
	r.tag.Color = Color(th, fynetheme.ColorNamePlaceHolder)
	r.tag.TextStyle.Bold = true
	if r.shown != r.picture.image {
		r.shown = r.picture.image
		if r.shown == nil {
			r.image.Image = nil
		} else {
			r.image.Image = r.shown
		}
		r.image.Refresh()
	}
	r.image.Hidden = r.shown == nil
	r.tag.Hidden = r.shown != nil
	r.Layout(r.picture.Size())
	canvas.Refresh(r.picture)
}
