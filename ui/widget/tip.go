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

// TipDelay is how long the mouse rests on a button before it is said what that
// does.
const TipDelay = 500 * time.Millisecond

const (
	tipPadding = 6
	tipGap     = 4 // between the button and what is said
)

// Tips is the layer over a window's content on which buttons say what they do.
// It is the last object of the stack that is the content, and takes no events.
type Tips struct {
	widget.BaseWidget
	after func(time.Duration, func()) (stop func())
	stop  func() // takes back what waits; nil if nothing does

	text string // that is shown; empty if none is
	over fyne.CanvasObject
}

// NewTips returns an empty layer. after runs a function on the UI goroutine
// later, unless it is stopped.
func NewTips(after func(time.Duration, func()) (stop func())) *Tips {
	t := &Tips{after: after}
	t.ExtendBaseWidget(t)
	return t
}

// tipsOver returns the layer over the window that an object is in; nil if it
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

// Text returns what is shown; empty if nothing is.
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

// withdraw takes back what is shown or waits to be.
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

// at returns where a tip of a size goes: below the object it is about, above it
// where the window ends, and always inside the window.
func (t *Tips) at(size, room fyne.Size) fyne.Position {
	driver, over := fyne.CurrentApp().Driver(), t.over.Size()
	at := driver.AbsolutePositionForObject(t.over).Subtract(driver.AbsolutePositionForObject(t))
	x := max(0, min(at.X+over.Width/2-size.Width/2, room.Width-size.Width-tipGap))
	if y := at.Y + over.Height + tipGap; y+size.Height <= room.Height {
		return fyne.NewPos(x, y)
	}
	return fyne.NewPos(x, at.Y-size.Height-tipGap)
}

// HintButton is a button of the toolkit that says on request what it does.
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
