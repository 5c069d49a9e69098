package widget

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"
)

// Tap makes content react to clicks. A nil callback ignores them.
type Tap struct {
	widget.BaseWidget
	Content     fyne.CanvasObject
	OnTapped    func()
	OnSecondary func(at fyne.Position) // position on the canvas
}

// CreateRenderer implements fyne.Widget.
func (t *Tap) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(t.Content) }

// Tapped implements fyne.Tappable.
func (t *Tap) Tapped(*fyne.PointEvent) {
	if t.OnTapped != nil {
		t.OnTapped()
	}
}

// TappedSecondary implements fyne.SecondaryTappable.
func (t *Tap) TappedSecondary(e *fyne.PointEvent) {
	if t.OnSecondary != nil {
		t.OnSecondary(e.AbsolutePosition)
	}
}

// Show shows or hides an object.
func Show(o fyne.CanvasObject, visible bool) {
	if visible {
		o.Show()
	} else {
		o.Hide()
	}
}

// Enable enables or disables a widget.
func Enable(w fyne.Disableable, on bool) {
	switch {
	case w.Disabled() != on:
	case on:
		w.Enable()
	default:
		w.Disable()
	}
}

// Inset puts space around content.
func Inset(top, bottom, left, right float32, content fyne.CanvasObject) fyne.CanvasObject {
	return container.New(layout.NewCustomPaddedLayout(top, bottom, left, right), content)
}

// Tall gives an object all of the space, and a minimum height.
func Tall(height float32, o fyne.CanvasObject) fyne.CanvasObject {
	return container.New(tall(height), o)
}

type tall float32

func (t tall) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[0].MinSize().Max(fyne.NewSize(0, float32(t)))
}

func (t tall) Layout(objects []fyne.CanvasObject, size fyne.Size) { objects[0].Resize(size) }

// Column stacks objects with a gap.
func Column(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(layout.NewCustomPaddedVBoxLayout(gap), objects...)
}

// Between puts left and right at the ends of a row; middle gets the rest. Any
// of them may be nil.
func Between(left, middle, right fyne.CanvasObject) *fyne.Container {
	objects := slices.DeleteFunc([]fyne.CanvasObject{left, middle, right}, func(o fyne.CanvasObject) bool { return o == nil })
	return container.New(between{left, middle, right}, objects...)
}

// between centres its parts vertically; a border layout would stretch them.
type between struct{ left, middle, right fyne.CanvasObject }

const betweenGap = 6

func (b between) parts() []fyne.CanvasObject { return []fyne.CanvasObject{b.left, b.middle, b.right} }

func (b between) MinSize([]fyne.CanvasObject) fyne.Size {
	size, gap := fyne.Size{}, float32(0)
	for _, o := range b.parts() {
		if o != nil && o.Visible() {
			m := o.MinSize()
			size = fyne.NewSize(size.Width+gap+m.Width, max(size.Height, m.Height))
			gap = betweenGap
		}
	}
	return size
}

func (b between) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	left, right := float32(0), size.Width
	place := func(o fyne.CanvasObject, x, width float32) {
		height := o.MinSize().Height
		o.Move(fyne.NewPos(x, float32(int((size.Height-height)/2))))
		o.Resize(fyne.NewSize(width, height))
	}
	if b.left != nil && b.left.Visible() {
		w := b.left.MinSize().Width
		place(b.left, 0, w)
		left = w + betweenGap
	}
	if b.right != nil && b.right.Visible() {
		w := b.right.MinSize().Width
		place(b.right, right-w, w)
		right -= w + betweenGap
	}
	if b.middle != nil && b.middle.Visible() {
		place(b.middle, left, max(0, right-left))
	}
}
