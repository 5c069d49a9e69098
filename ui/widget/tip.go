package widget

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/ui/theme"
)

// TipDelay is how long the mouse rests on a button before its tip is shown.
const TipDelay = 500 * time.Millisecond

const (
	tipPadding = 6
	tipGap     = 4 // between the button and its tip
)

// Tips is the layer that shows the tips of buttons over a window's content. It
// is the last object of the content's stack and takes no events.
type Tips struct {
	widget.BaseWidget
	after func(time.Duration, func()) (stop func())
	stop  func() // cancels a waiting tip; nil if none waits

	text string // text that is shown; empty if none is
	over fyne.CanvasObject
}

// NewTips returns an empty layer. after runs a function on the UI goroutine
// later, unless stop is called.
func NewTips(after func(time.Duration, func()) (stop func())) *Tips {
	t := &Tips{after: after}
	t.ExtendBaseWidget(t)
	return t
}

// tipsOver returns the layer of the window that contains an object; nil if it
// has none.
func tipsOver(o fyne.CanvasObject) *Tips {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if c == nil {
		return nil
	}
	stack, ok := c.Content().(*fyne.Container)
	if !ok || len(stack.Objects) == 0 {
		return nil
	}
	t, _ := stack.Objects[len(stack.Objects)-1].(*Tips)
	return t
}

// Text returns the text that is shown; empty if none is.
func (t *Tips) Text() string { return t.text }

// offer shows a text beside an object unless the mouse leaves it soon. A nil
// layer shows nothing.
func (t *Tips) offer(text string, over fyne.CanvasObject) {
	if t == nil {
		return
	}
	t.withdraw()
	if text != "" {
		t.stop = t.after(TipDelay, func() {
			t.text, t.over = text, over
			t.Refresh()
		})
	}
}

// withdraw hides or cancels a tip.
func (t *Tips) withdraw() {
	if t == nil {
		return
	}
	if t.stop != nil {
		t.stop()
		t.stop = nil
	}
	if t.text != "" {
		t.text, t.over = "", nil
		t.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (t *Tips) CreateRenderer() fyne.WidgetRenderer {
	ground, words := canvas.NewRectangle(nil), canvas.NewText("", nil)
	ground.CornerRadius, ground.StrokeWidth = 4, 1
	d := &Drawing{Widget: t, Parts: []fyne.CanvasObject{ground, words}, Least: func() fyne.Size { return fyne.Size{} }}
	d.Place = func(room fyne.Size) {
		if t.over == nil {
			return
		}
		size := words.MinSize().AddWidthHeight(2*tipPadding, tipPadding)
		at := t.at(size, room)
		ground.Move(at)
		ground.Resize(size)
		words.Move(at.AddXY(tipPadding, tipPadding/2))
		words.Resize(words.MinSize())
	}
	d.Paint = func(th fyne.Theme) {
		ground.Hidden, words.Hidden = t.text == "", t.text == ""
		ground.FillColor = Color(th, fynetheme.ColorNameOverlayBackground)
		ground.StrokeColor = Color(th, fynetheme.ColorNameInputBorder)
		words.Text, words.TextSize, words.Color = t.text, th.Size(theme.Caption), Color(th, fynetheme.ColorNameForeground)
	}
	return d.Render()
}

// at returns the position of a tip of a size: below its object, or above it at
// the end of the window, and always inside the window.
func (t *Tips) at(size, room fyne.Size) fyne.Position {
	driver, over := fyne.CurrentApp().Driver(), t.over.Size()
	at := driver.AbsolutePositionForObject(t.over).Subtract(driver.AbsolutePositionForObject(t))
	x := max(0, min(at.X+over.Width/2-size.Width/2, room.Width-size.Width-tipGap))
	if y := at.Y + over.Height + tipGap; y+size.Height <= room.Height {
		return fyne.NewPos(x, y)
	}
	return fyne.NewPos(x, at.Y-size.Height-tipGap)
}

// HintButton is a button of the toolkit with a tip.
type HintButton struct {
	widget.Button
	hint string
}

// NewHintButton returns a button with a text, an icon or both.
func NewHintButton(text string, icon fyne.Resource, hint string, tapped func()) *HintButton {
	b := &HintButton{hint: hint}
	b.Text, b.Icon, b.OnTapped = text, icon, tapped
	b.ExtendBaseWidget(b)
	return b
}

// Tapped implements fyne.Tappable.
func (b *HintButton) Tapped(e *fyne.PointEvent) {
	tipsOver(b).withdraw()
	b.Button.Tapped(e)
}

// MouseIn implements desktop.Hoverable.
func (b *HintButton) MouseIn(e *desktop.MouseEvent) {
	b.Button.MouseIn(e)
	tipsOver(b).offer(b.hint, b)
}

// MouseOut implements desktop.Hoverable.
func (b *HintButton) MouseOut() {
	b.Button.MouseOut()
	tipsOver(b).withdraw()
}
