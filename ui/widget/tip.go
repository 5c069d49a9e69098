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

// tipsOver is the layer over the window that an object is in; nil if it has
// none.
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

// Text is what is shown; empty if nothing is.
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
	r := &tipsRenderer{tips: t, ground: canvas.NewRectangle(nil), words: canvas.NewText("", nil)}
	r.ground.CornerRadius, r.ground.StrokeWidth = 4, 1
	r.Refresh()
	return r
}

type tipsRenderer struct {
	tips   *Tips
	ground *canvas.Rectangle
	words  *canvas.Text
}

func (r *tipsRenderer) Destroy()           {}
func (r *tipsRenderer) MinSize() fyne.Size { return fyne.Size{} }

func (r *tipsRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.ground, r.words}
}

// Layout puts the words below what they are about, or above it where the window
// ends, and keeps them in the window.
func (r *tipsRenderer) Layout(room fyne.Size) {
	if r.tips.over == nil {
		return
	}
	driver := fyne.CurrentApp().Driver()
	at := driver.AbsolutePositionForObject(r.tips.over).Subtract(driver.AbsolutePositionForObject(r.tips))
	over, words := r.tips.over.Size(), r.words.MinSize()
	size := words.AddWidthHeight(2*tipPadding, tipPadding)
	x := max(0, min(at.X+over.Width/2-size.Width/2, room.Width-size.Width-tipGap))
	y := at.Y + over.Height + tipGap
	if y+size.Height > room.Height {
		y = at.Y - size.Height - tipGap
	}
	r.ground.Move(fyne.NewPos(x, y))
	r.ground.Resize(size)
	r.words.Move(fyne.NewPos(x+tipPadding, y+tipPadding/2))
	r.words.Resize(words)
}

func (r *tipsRenderer) Refresh() {
	th := r.tips.Theme()
	r.ground.Hidden, r.words.Hidden = r.tips.text == "", r.tips.text == ""
	r.ground.FillColor = Color(th, fynetheme.ColorNameOverlayBackground)
	r.ground.StrokeColor = Color(th, fynetheme.ColorNameInputBorder)
	r.words.Text, r.words.TextSize = r.tips.text, th.Size(theme.Caption)
	r.words.Color = Color(th, fynetheme.ColorNameForeground)
	r.Layout(r.tips.Size())
	r.ground.Refresh()
	r.words.Refresh()
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
