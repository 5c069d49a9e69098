package widget

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
	"ibid/ui/theme"
)

// Snippet is a fixed number of lines of text with some words marked. Text that
// does not fit ends in `…`.
type Snippet struct {
	widget.BaseWidget
	Color fyne.ThemeColorName // of words that are not marked
	Face  fyne.ThemeSizeName  // size of the text

	lines int
	text  string
	marks []core.Span
}

// NewSnippet returns an empty snippet with a number of lines.
func NewSnippet(lines int) *Snippet {
	s := &Snippet{Color: fynetheme.ColorNameForeground, Face: theme.Body, lines: lines}
	s.ExtendBaseWidget(s)
	return s
}

// Set shows text, whose white space separates words, and marks the bytes in
// marks: in order, without overlap.
func (s *Snippet) Set(text string, marks []core.Span) {
	s.text, s.marks = text, marks
	s.Refresh()
}

// SetLines sets the number of lines.
func (s *Snippet) SetLines(n int) {
	if s.lines != n {
		s.lines = n
		s.Refresh()
	}
}

// Text returns the text that was set.
func (s *Snippet) Text() string { return s.text }

// Marked returns the marked stretches of the text.
func (s *Snippet) Marked() []string { return cut(s.text, s.marks) }

// cut returns the parts of text at spans.
func cut(text string, spans []core.Span) []string {
	var out []string
	for _, s := range spans {
		out = append(out, text[s.Start:s.End])
	}
	return out
}

// CreateRenderer implements fyne.Widget.
func (s *Snippet) CreateRenderer() fyne.WidgetRenderer {
	d := &Drawing{Widget: s}
	var width float32 // of the last layout
	d.Least = func() fyne.Size { return fyne.NewSize(0, s.lineHeight()*float32(s.lines)) }
	d.Paint = func(th fyne.Theme) { d.Parts = s.draw(th, width) }
	d.Place = func(size fyne.Size) {
		if size.Width != width {
			width = size.Width
			d.Paint(s.Theme())
		}
	}
	return d.Render()
}

func (s *Snippet) lineHeight() float32 {
	return fyne.MeasureText("Ág", s.Theme().Size(s.Face), fyne.TextStyle{}).Height + 1
}

// draw returns the canvas objects of the snippet: the backgrounds of marks
// first, below the text.
func (s *Snippet) draw(th fyne.Theme, width float32) []fyne.CanvasObject {
	size, height := th.Size(s.Face), s.lineHeight()
	plain, marked := Color(th, s.Color), Color(th, theme.Marked)
	var grounds, texts []fyne.CanvasObject
	for row, line := range wrap(runs(s.text, s.marks), width, s.lines, measure(size)) {
		x, y := float32(0), float32(row)*height
		for _, run := range line {
			text := canvas.NewText(run.text, plain)
			text.TextSize, text.TextStyle = size, run.style()
			width := text.MinSize().Width
			if run.marked {
				text.Color = marked
				ground := canvas.NewRectangle(Color(th, theme.Mark))
				ground.CornerRadius = 3
				ground.Move(fyne.NewPos(x-1.5, y))
				ground.Resize(fyne.NewSize(width+3, height-1))
				grounds = append(grounds, ground)
			}
			text.Move(fyne.NewPos(x, y))
			text.Resize(fyne.NewSize(width, height))
			texts = append(texts, text)
			x += width
		}
	}
	return append(grounds, texts...)
}

// run is a stretch of a line in one style.
type run struct {
	text   string
	marked bool
}

func (r run) style() fyne.TextStyle { return fyne.TextStyle{Bold: r.marked} }

func measure(size float32) func(run) float32 {
	return func(r run) float32 { return fyne.MeasureText(r.text, size, r.style()).Width }
}

// runs splits text at white space and at the edges of marks. White space is a
// run of one space.
func runs(text string, marks []core.Span) []run {
	var out []run
	add := func(s string, marked bool) {
		for s != "" {
			i := strings.IndexFunc(s, isSpace)
			switch {
			case i < 0:
				out = append(out, run{s, marked})
				return
			case i > 0:
				out = append(out, run{s[:i], marked})
			}
			if n := len(out); n > 0 && out[n-1].text != " " {
				out = append(out, run{" ", false})
			}
			s = strings.TrimLeftFunc(s[i:], isSpace)
		}
	}
	at := 0
	for _, m := range marks {
		if m.Start < at || m.End > len(text) {
			continue
		}
		add(text[at:m.Start], false)
		add(text[m.Start:m.End], true)
		at = m.End
	}
	add(text[at:], false)
	return out
}

func isSpace(r rune) bool {
	return r == ' ' || r == '\n' || r == '\t' || r == '\r' || r == '\f' || r == '\v'
}

// wrap fills at most lines lines of a width. A word with its adjoining
// punctuation stays whole. Neighbouring runs of one style are joined.
func wrap(words []run, width float32, lines int, measure func(run) float32) [][]run {
	var out [][]run
	var line []run
	used := float32(0)
	for i := 0; i < len(words); {
		end := i + 1 // the stretch i:end has no space inside
		for words[i].text != " " && end < len(words) && words[end].text != " " {
			end++
		}
		need := float32(0)
		for _, w := range words[i:end] {
			need += measure(w)
		}
		if len(line) > 0 && used+need > width && words[i].text != " " {
			if len(out)+1 == lines {
				return append(out, ellipsis(line, width-used, measure))
			}
			out, line, used = append(out, join(line)), nil, 0
		}
		if len(line) > 0 || words[i].text != " " {
			line = append(line, words[i:end]...)
			used += need
		}
		i = end
	}
	if len(line) > 0 {
		out = append(out, join(line))
	}
	return out
}

// ellipsis ends a line in `…`, removing words until it fits.
func ellipsis(line []run, room float32, measure func(run) float32) []run {
	dots := run{"…", false}
	for len(line) > 1 && (room < measure(dots) || line[len(line)-1].text == " ") {
		room += measure(line[len(line)-1])
		line = line[:len(line)-1]
	}
	return join(append(line, dots))
}

func join(line []run) []run {
	var out []run
	for _, r := range line {
		if n := len(out); n > 0 && out[n-1].marked == r.marked {
			out[n-1].text += r.text
		} else {
			out = append(out, r)
		}
	}
	return out
}
