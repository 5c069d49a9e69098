// Package widget holds the small pieces that the panes are built from. They
// draw text with canvas objects where a row is recycled often, because rich
// text is dear there. All methods belong to the UI goroutine.
package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Line is one line of text that ends in `…` where there is no room for all of
// it. Its least width is zero, so it never pushes a pane wider.
type Line struct {
	widget.BaseWidget
	text  string
	Color fyne.ThemeColorName
	Face  fyne.ThemeSizeName // size of the text
	Style fyne.TextStyle
	Align fyne.TextAlign
	Whole bool // never shortened; the least width is that of the text
}

// NewLine returns a line in a colour and size of the theme.
func NewLine(text string, color fyne.ThemeColorName, size fyne.ThemeSizeName) *Line {
	l := &Line{text: text, Color: color, Face: size}
	l.ExtendBaseWidget(l)
	return l
}

// NewBold is NewLine in bold.
func NewBold(text string, color fyne.ThemeColorName, size fyne.ThemeSizeName) *Line {
	l := NewLine(text, color, size)
	l.Style.Bold = true
	return l
}

// NewWhole is a line that is never shortened.
func NewWhole(text string, color fyne.ThemeColorName, size fyne.ThemeSizeName) *Line {
	l := NewLine(text, color, size)
	l.Whole = true
	return l
}

// Text is the whole text, shortened or not.
func (l *Line) Text() string { return l.text }

// SetText shows another text.
func (l *Line) SetText(text string) {
	if l.text != text {
		l.text = text
		l.Refresh()
	}
}

// Set shows another text in another colour.
func (l *Line) Set(text string, color fyne.ThemeColorName) {
	if l.text != text || l.Color != color {
		l.text, l.Color = text, color
		l.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (l *Line) CreateRenderer() fyne.WidgetRenderer {
	r := &lineRenderer{line: l, text: canvas.NewText("", nil)}
	r.Refresh()
	return r
}

type lineRenderer struct {
	line *Line
	text *canvas.Text
}

func (r *lineRenderer) Destroy()                     {}
func (r *lineRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.text} }

func (r *lineRenderer) MinSize() fyne.Size {
	size := fyne.MeasureText("Ág", r.line.Theme().Size(r.line.Face), r.line.Style)
	if !r.line.Whole {
		return fyne.NewSize(0, size.Height)
	}
	return fyne.MeasureText(r.line.text, r.line.Theme().Size(r.line.Face), r.line.Style)
}

func (r *lineRenderer) Layout(size fyne.Size) {
	text := r.line.text
	if !r.line.Whole {
		text = Shorten(text, size.Width, r.text.TextSize, r.text.TextStyle)
	}
	r.text.Move(fyne.NewPos(0, 0))
	r.text.Resize(size)
	if r.text.Text != text {
		r.text.Text = text
		r.text.Refresh()
	}
}

func (r *lineRenderer) Refresh() {
	th := r.line.Theme()
	r.text.Color = Color(th, r.line.Color)
	r.text.TextSize = th.Size(r.line.Face)
	r.text.TextStyle = r.line.Style
	r.text.Alignment = r.line.Align
	r.text.Text = ""
	r.Layout(r.line.Size())
	r.text.Refresh()
}

// Shorten cuts text at its end so that it fits width, and marks the cut.
func Shorten(text string, width, size float32, style fyne.TextStyle) string {
	if fyne.MeasureText(text, size, style).Width <= width {
		return text
	}
	runes := []rune(text)
	low, high := 0, len(runes)
	for low < high {
		mid := (low + high + 1) / 2
		if fyne.MeasureText(string(runes[:mid])+"…", size, style).Width <= width {
			low = mid
		} else {
			high = mid - 1
		}
	}
	if low == 0 {
		return ""
	}
	return string(runes[:low]) + "…"
}
