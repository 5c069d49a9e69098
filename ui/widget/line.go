// Package widget holds the small pieces that the panes are built from. They
// draw text with canvas objects where a row is recycled often, because rich
// text is slow there. All methods belong to the UI goroutine.
package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Line is one line of text that ends in `…` if it does not fit. Its minimum
// width is zero, so it never makes a pane wider.
type Line struct {
	widget.BaseWidget
	text  string
	Color fyne.ThemeColorName
	Face  fyne.ThemeSizeName // size of the text
	Style fyne.TextStyle
	Align fyne.TextAlign
	Whole bool // never shortened; the minimum width is that of the text
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

// NewWhole returns a line that is never shortened.
func NewWhole(text string, color fyne.ThemeColorName, size fyne.ThemeSizeName) *Line {
	l := NewLine(text, color, size)
	l.Whole = true
	return l
}

// Text returns the whole text, shortened or not.
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
	text := canvas.NewText("", nil)
	d := &Drawing{Widget: l, Parts: []fyne.CanvasObject{text}}
	d.Least = func() fyne.Size {
		if l.Whole {
			return fyne.MeasureText(l.text, l.Theme().Size(l.Face), l.Style)
		}
		return fyne.NewSize(0, fyne.MeasureText("Ág", l.Theme().Size(l.Face), l.Style).Height)
	}
	d.Place = func(size fyne.Size) {
		shown := l.text
		if !l.Whole {
			shown = Shorten(shown, size.Width, text.TextSize, text.TextStyle)
		}
		text.Resize(size)
		if text.Text != shown {
			text.Text = shown
			text.Refresh()
		}
	}
	d.Paint = func(th fyne.Theme) {
		text.Color, text.TextSize = Color(th, l.Color), th.Size(l.Face)
		text.TextStyle, text.Alignment = l.Style, l.Align
	}
	return d.Render()
}

// Shorten cuts the end of a text so that it fits width, and adds `…`.
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
