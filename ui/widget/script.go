package widget

import (
	"strings"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/ui/theme"
)

// Script shows a long text in a fixed-width face, broken at its width. Only the
// lines that can be seen are drawn, and breaking needs no measuring, so a text
// of any length is shown at once.
type Script struct {
	widget.BaseWidget
	text    string
	columns int
	lines   []string
	list    *widget.List
}

// NewScript returns an empty script.
func NewScript() *Script {
	s := &Script{}
	s.list = widget.NewList(
		func() int { return len(s.lines) },
		func() fyne.CanvasObject {
			l := NewWhole("", fynetheme.ColorNameForeground, theme.Caption)
			l.Style.Monospace = true
			return l
		},
		func(i int, o fyne.CanvasObject) { o.(*Line).SetText(s.lines[i]) },
	)
	s.list.HideSeparators = true
	s.list.OnSelected = func(int) { s.list.UnselectAll() }
	s.ExtendBaseWidget(s)
	return s
}

// SetText shows another text from its beginning.
func (s *Script) SetText(text string) {
	if s.text == text {
		return
	}
	s.text = text
	s.fill()
	s.list.ScrollToOffset(0)
}

// Text is the whole text.
func (s *Script) Text() string { return s.text }

// Resize implements fyne.CanvasObject.
func (s *Script) Resize(size fyne.Size) {
	s.BaseWidget.Resize(size)
	one := fyne.MeasureText("0000000000", s.Theme().Size(theme.Caption), fyne.TextStyle{Monospace: true}).Width / 10
	columns := int((size.Width - s.Theme().Size(fynetheme.SizeNameScrollBar) - 2*s.Theme().Size(fynetheme.SizeNameInnerPadding)) / one)
	if columns != s.columns {
		s.columns = columns
		s.fill()
	}
}

func (s *Script) fill() {
	s.lines = s.lines[:0]
	if s.columns > 0 && s.text != "" {
		for line := range strings.Lines(s.text) {
			s.lines = appendBroken(s.lines, strings.TrimRight(line, "\n"), s.columns)
		}
	}
	s.list.Refresh()
}

// appendBroken breaks a line after a space where there is one, so that no part
// is longer than columns.
func appendBroken(lines []string, line string, columns int) []string {
	runes := []rune(strings.ReplaceAll(line, "\t", "    "))
	for cells(runes) > columns {
		end, used, space := 0, 0, 0
		for ; end < len(runes); end++ {
			if used += cells(runes[end : end+1]); used > columns && end > 0 {
				break
			}
			if runes[end] == ' ' {
				space = end + 1
			}
		}
		if end < len(runes) && runes[end] == ' ' {
			space = end + 1 // a space may stand outside
		}
		if space > 0 {
			end = space
		}
		lines = append(lines, strings.TrimRight(string(runes[:end]), " "))
		runes = runes[end:]
	}
	return append(lines, string(runes))
}

// cells is the width of a text in columns: characters of East Asian scripts
// take two.
func cells(runes []rune) int {
	n := len(runes)
	for _, r := range runes {
		if r >= 0x1100 && r <= 0x115f || r >= 0x2e80 && r <= 0xa4cf || r >= 0xac00 && r <= 0xd7a3 ||
			r >= 0xf900 && r <= 0xfaff || r >= 0xfe30 && r <= 0xfe6f || r >= 0xff00 && r <= 0xff60 || r >= 0x20000 {
			n++
		}
	}
	return n
}

// CreateRenderer implements fyne.Widget.
func (s *Script) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(Inset(6, 6, 8, 4, s.list))
}
