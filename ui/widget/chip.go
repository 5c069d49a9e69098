package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/ui/theme"
)

// Sizes of a chip.
const (
	chipIcon  = 13 // side of the icon at its end
	chipEdge  = 8  // left of the text
	chipGap   = 5  // around the icon
	chipWords = 52 // characters that are shown; the hint has all
)

// Chip is a few words that a person can take off with the icon at their end, and
// give back: a click on the icon, or Space, Enter or Delete while it has the focus.
type Chip struct {
	widget.BaseWidget
	OnTapped func() // nil draws no icon

	text, hint string
	off        bool // taken off: drawn without a ground, with the icon that gives it back
	focused    bool
	over       bool
}

// NewChipButton returns a chip; hint is said while the mouse rests on it and while it
// has the focus.
func NewChipButton(text, hint string, off bool, tapped func()) *Chip {
	if runes := []rune(text); len(runes) > chipWords {
		text = string(runes[:chipWords-1]) + "…"
	}
	c := &Chip{text: text, hint: hint, off: off, OnTapped: tapped}
	c.ExtendBaseWidget(c)
	return c
}

// Text returns the words that are shown.
func (c *Chip) Text() string { return c.text }

// Hint returns what is said of the chip.
func (c *Chip) Hint() string { return c.hint }

// Off reports whether the chip is drawn as taken off.
func (c *Chip) Off() bool { return c.off }

// Tapped implements fyne.Tappable. Only the icon takes a chip off, so that a click
// that was meant to read it does no harm.
func (c *Chip) Tapped(e *fyne.PointEvent) {
	if c.off || e.Position.X >= c.Size().Width-chipIcon-2*chipGap {
		c.act()
	}
}

func (c *Chip) act() {
	tipsOver(c).withdraw()
	if c.OnTapped != nil {
		c.OnTapped()
	}
}

// FocusGained implements fyne.Focusable.
func (c *Chip) FocusGained() {
	c.focused = true
	c.Refresh()
	tipsOver(c).offer(c.hint, c)
}

// FocusLost implements fyne.Focusable.
func (c *Chip) FocusLost() {
	c.focused = false
	c.Refresh()
	tipsOver(c).withdraw()
}

// TypedRune implements fyne.Focusable.
func (c *Chip) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (c *Chip) TypedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter, fyne.KeyDelete, fyne.KeyBackspace:
		c.act()
	}
}

// MouseIn implements desktop.Hoverable.
func (c *Chip) MouseIn(*desktop.MouseEvent) {
	c.over = true
	c.Refresh()
	tipsOver(c).offer(c.hint, c)
}

// MouseMoved implements desktop.Hoverable.
func (c *Chip) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (c *Chip) MouseOut() {
	c.over = false
	c.Refresh()
	tipsOver(c).withdraw()
}

// CreateRenderer implements fyne.Widget.
func (c *Chip) CreateRenderer() fyne.WidgetRenderer {
	ground, words := canvas.NewRectangle(nil), canvas.NewText(c.text, nil)
	ground.CornerRadius = 10
	picture := fynetheme.ContentClearIcon()
	if c.off {
		picture = fynetheme.ContentUndoIcon()
	}
	icon := canvas.NewImageFromResource(fynetheme.NewColoredResource(picture, theme.Muted))
	icon.FillMode, icon.Hidden = canvas.ImageFillContain, c.OnTapped == nil
	d := &Drawing{Widget: c, Parts: []fyne.CanvasObject{ground, words, icon}}
	d.Least = func() fyne.Size {
		size := fyne.MeasureText(c.text, c.Theme().Size(theme.Caption), fyne.TextStyle{})
		end := float32(chipEdge)
		if c.OnTapped != nil {
			end = chipIcon + 2*chipGap
		}
		return fyne.NewSize(chipEdge+size.Width+end, size.Height+6)
	}
	d.Place = func(size fyne.Size) {
		ground.Resize(size)
		words.Resize(words.MinSize())
		words.Move(fyne.NewPos(chipEdge, float32(int((size.Height-words.MinSize().Height)/2))))
		icon.Resize(fyne.NewSquareSize(chipIcon))
		icon.Move(fyne.NewPos(size.Width-chipIcon-chipGap, float32(int((size.Height-chipIcon)/2))))
	}
	d.Paint = func(th fyne.Theme) {
		ground.FillColor, ground.StrokeColor, ground.StrokeWidth = Color(th, theme.Tint), Color(th, fynetheme.ColorNamePrimary), 0
		words.Color, words.TextSize = Color(th, fynetheme.ColorNameForeground), th.Size(theme.Caption)
		if c.off {
			words.Color, ground.FillColor = Color(th, theme.Muted), nil
			ground.StrokeColor, ground.StrokeWidth = Color(th, fynetheme.ColorNameInputBorder), 1
		}
		if c.focused {
			ground.StrokeColor, ground.StrokeWidth = Color(th, fynetheme.ColorNamePrimary), 2
		}
		icon.Translucency = 0.35
		if c.over || c.focused {
			icon.Translucency = 0
		}
	}
	return d.Render()
}
