package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/ui/theme"
)

// IconButton is a small button for rows, without a border until the mouse is
// over it.
type IconButton struct {
	widget.BaseWidget
	OnTapped func()
	Hint     string // what it does and its key, said while the mouse rests on it

	icon  fyne.Resource // that is shown
	off   fyne.Resource
	lit   fyne.Resource // while it is on
	frame bool          // drawn larger and with a border, also without the mouse
	on    bool
	over  bool
	inert bool
}

// NewIconButton returns a button that shows an icon, and on request what it
// does; it is coloured while the button is on.
func NewIconButton(icon fyne.Resource, hint string, tapped func()) *IconButton {
	b := newIconButton(icon, icon, tapped)
	b.Hint = hint
	return b
}

func newIconButton(off, on fyne.Resource, tapped func()) *IconButton {
	b := &IconButton{OnTapped: tapped, off: fynetheme.NewColoredResource(off, theme.Muted), lit: fynetheme.NewColoredResource(on, fynetheme.ColorNamePrimary)}
	b.icon = b.off
	b.ExtendBaseWidget(b)
	return b
}

// NewToggle returns a larger button with a border, a plus that becomes a tick.
func NewToggle(tapped func()) *IconButton {
	b := newIconButton(fynetheme.ContentAddIcon(), fynetheme.ConfirmIcon(), tapped)
	b.frame = true
	return b
}

// SetOn shows a button as on or off.
func (b *IconButton) SetOn(on bool) {
	if b.on == on {
		return
	}
	b.on = on
	b.icon = b.off
	if on {
		b.icon = b.lit
	}
	b.Refresh()
}

// Enable lets the button react, or shows that it does not.
func (b *IconButton) Enable(on bool) {
	if b.inert == on {
		b.inert = !on
		b.Refresh()
	}
}

// Tapped implements fyne.Tappable.
func (b *IconButton) Tapped(*fyne.PointEvent) {
	tipsOver(b).withdraw()
	if !b.inert && b.OnTapped != nil {
		b.OnTapped()
	}
}

// MouseIn implements desktop.Hoverable.
func (b *IconButton) MouseIn(*desktop.MouseEvent) {
	b.over = true
	b.Refresh()
	tipsOver(b).offer(b.Hint, b)
}

// MouseMoved implements desktop.Hoverable.
func (b *IconButton) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (b *IconButton) MouseOut() {
	b.over = false
	b.Refresh()
	tipsOver(b).withdraw()
}

// CreateRenderer implements fyne.Widget.
func (b *IconButton) CreateRenderer() fyne.WidgetRenderer {
	ground, icon := canvas.NewRectangle(nil), canvas.NewImageFromResource(b.icon)
	icon.FillMode = canvas.ImageFillContain
	least, side := fyne.NewSize(24, 22), float32(16)
	ground.CornerRadius = 4
	if b.frame {
		least, side = fyne.NewSize(32, 32), 20
		ground.CornerRadius, ground.StrokeWidth = 6, 1
	}
	d := &Drawing{Widget: b, Parts: []fyne.CanvasObject{ground, icon}, Least: func() fyne.Size { return least }}
	d.Place = func(size fyne.Size) {
		ground.Resize(size)
		icon.Resize(fyne.NewSquareSize(side))
		icon.Move(fyne.NewPos(float32(int((size.Width-side)/2)), float32(int((size.Height-side)/2))))
	}
	d.Paint = func(th fyne.Theme) {
		ground.FillColor, ground.StrokeColor = nil, Color(th, fynetheme.ColorNameInputBorder)
		switch {
		case b.over && !b.inert:
			ground.FillColor = Color(th, fynetheme.ColorNamePressed)
		case b.on:
			ground.FillColor = Color(th, theme.Tint)
		}
		icon.Resource, icon.Translucency = b.icon, 0
		if b.inert {
			icon.Translucency = 0.7
		}
		icon.Refresh() // reads the resource again
	}
	return d.Render()
}
