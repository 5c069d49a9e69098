package widget

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"ibid/core"
	"ibid/ui/theme"
)

// Setting is how a listing sets its lines.
type Setting int

// The settings. All but Prose are in a fixed-width face.
const (
	Prose Setting = iota
	Mono          // for text whose indentation matters
	Table         // tabs separate cells, which are aligned; a line stays one row
	Dense         // like Mono, with the lines close together and no space for marks
)

// Listing shows a text with marks, and line numbers if it has any. Lines are
// broken at its width; only visible ones are drawn.
type Listing struct {
	widget.BaseWidget
	text  string
	first int // number of the first line; 0 without line numbers
	set   Setting
	marks []core.Span
	rows  []listed
	width float32
	list  *widget.List
}

// listed is one row: a line of the text, or a part of a long one.
type listed struct {
	number string // empty for all but the first part
	text   string // as it is drawn
	marked bool
}

// NewListing returns an empty listing.
func NewListing() *Listing {
	l := &Listing{}
	l.list = widget.NewList(
		func() int { return len(l.rows) },
		func() fyne.CanvasObject { return newListedRow(l) },
		func(i int, o fyne.CanvasObject) { o.(*listedRow).set(l.rows[i]) },
	)
	l.list.HideSeparators = true
	l.list.OnSelected = func(int) { l.list.UnselectAll() }
	l.ExtendBaseWidget(l)
	return l
}

// Set shows a text. first is the number of its first line, 0 for none; marks
// are in order.
func (l *Listing) Set(text string, first int, set Setting, marks []core.Span) {
	l.text, l.first, l.set, l.marks = text, first, set, marks
	l.fill()
}

// SetText shows a text of any length from its beginning, in the setting Dense.
func (l *Listing) SetText(text string) {
	if l.text != text || l.set != Dense {
		l.Set(text, 0, Dense, nil)
		l.list.ScrollToOffset(0)
	}
}

// Text returns the whole text.
func (l *Listing) Text() string { return l.text }

// Marked returns the marked stretches of the text.
func (l *Listing) Marked() []string { return cut(l.text, l.marks) }

// ScrollToMark shows the first marked line with a few lines above it, or the
// beginning if nothing is marked.
func (l *Listing) ScrollToMark() {
	at := max(0, slices.IndexFunc(l.rows, func(r listed) bool { return r.marked }))
	l.list.ScrollToOffset(max(0, float32(at-contextRows)*l.rowHeight()))
}

// contextRows are shown above the line that is scrolled to.
const contextRows = 6

// Scroll scrolls by rows, up if negative.
func (l *Listing) Scroll(rows int) {
	l.list.ScrollToOffset(max(0, l.list.GetScrollOffset()+float32(rows)*l.rowHeight()))
}

// Resize implements fyne.CanvasObject.
func (l *Listing) Resize(size fyne.Size) {
	l.BaseWidget.Resize(size)
	if width := size.Width - l.edges() - l.Theme().Size(fynetheme.SizeNameScrollBar); width != l.width {
		l.width = width
		l.fill()
	}
}

// CreateRenderer implements fyne.Widget.
func (l *Listing) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(Inset(8, 8, 6, 2, l.list))
}

const (
	gutterGap   = 12     // between number and text
	longestLine = 20_000 // bytes of a line that are shown
)

// indent returns the space between the gutter and the text of a row; the bar of
// a mark is in it.
func (l *Listing) indent() float32 {
	if l.set == Dense {
		return 2
	}
	return 10
}

// edges returns the space left and right of the gutter and the text.
func (l *Listing) edges() float32 {
	if l.set == Dense {
		return 14
	}
	return 44
}

func (l *Listing) style() fyne.TextStyle { return fyne.TextStyle{Monospace: l.set != Prose} }

func (l *Listing) face() float32 {
	if l.set != Prose {
		return l.Theme().Size(theme.Caption)
	}
	return l.Theme().Size(theme.Body)
}

func (l *Listing) rowHeight() float32 {
	if l.set == Dense {
		return fyne.MeasureText("Ág", l.face(), l.style()).Height
	}
	return fyne.MeasureText("Ág", l.Theme().Size(theme.Body), fyne.TextStyle{}).Height + 2
}

// gutter returns the width of the line numbers.
func (l *Listing) gutter() float32 {
	if l.first == 0 {
		return 0
	}
	last := strconv.Itoa(l.first + strings.Count(l.text, "\n"))
	return fyne.MeasureText(last, l.Theme().Size(theme.Caption), fyne.TextStyle{Monospace: true}).Width + gutterGap
}

// fill breaks the text into rows.
func (l *Listing) fill() {
	l.rows = l.rows[:0]
	if room := l.width - l.gutter(); room > 20 {
		fold, draw := l.folder(room), tabs.Replace
		if l.set == Table {
			fold, draw = func(line string) []string { return []string{line} }, l.aligner(room)
		}
		at, number := 0, l.first
		for line := range strings.Lines(l.text) {
			body := strings.TrimRight(line, "\r\n")
			l.appendLine(fold, draw, body, at, number)
			at, number = at+len(line), number+1
		}
	}
	l.list.Refresh()
}

// appendLine adds the rows of a line at an offset of the text.
func (l *Listing) appendLine(fold func(string) []string, draw func(string) string, body string, at, number int) {
	if len(body) > longestLine && l.set != Dense {
		body = strings.ToValidUTF8(body[:longestLine], "") + " …"
	}
	for i, part := range fold(body) {
		r := listed{text: draw(part)}
		if i == 0 && l.first > 0 {
			r.number = strconv.Itoa(number)
		}
		length := max(1, len(part))
		for _, m := range l.marks {
			r.marked = r.marked || m.Start < at+length && at < m.End
		}
		l.rows = append(l.rows, r)
		at += len(part)
	}
}

// folder returns a function that breaks lines so that they fit a width. The
// parts of a line contain all of its bytes.
func (l *Listing) folder(width float32) func(string) []string {
	size, style := l.face(), l.style()
	if l.set == Dense { // counting columns is fast enough for long texts
		column := fyne.MeasureText("0000000000", size, style).Width / 10
		return func(line string) []string {
			return fold(line, width, func(word string) float32 { return float32(cells([]rune(tabs.Replace(word)))) * column })
		}
	}
	measured := map[string]float32{}
	measure := func(word string) float32 {
		w, ok := measured[word]
		if !ok {
			w = fyne.MeasureText(tabs.Replace(word), size, style).Width
			measured[word] = w
		}
		return w
	}
	return func(line string) []string { return fold(line, width, measure) }
}

// widestCell bounds a column of a table, in columns of the fixed-width face.
const widestCell = 32

// aligner returns a function that aligns the cells of lines and shortens lines
// to a width.
func (l *Listing) aligner(width float32) func(string) string {
	var columns []int
	for line := range strings.Lines(l.text) {
		for i, cell := range strings.Split(strings.TrimRight(line, "\r\n"), "\t") {
			if i == len(columns) {
				columns = append(columns, 0)
			}
			columns[i] = max(columns[i], min(widestCell, cells([]rune(cell))))
		}
	}
	size, style := l.face(), l.style()
	return func(line string) string {
		var b strings.Builder
		for i, cell := range strings.Split(line, "\t") {
			b.WriteString(cell)
			if i < len(columns) {
				b.WriteString(strings.Repeat(" ", max(0, columns[i]-cells([]rune(cell)))+2))
			}
		}
		return Shorten(strings.TrimRight(b.String(), " "), width, size, style)
	}
}

// cells returns the width of a text in columns of a fixed-width face: characters
// of East Asian scripts take two.
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

var tabs = strings.NewReplacer("\t", "    ")

// fold breaks a line after spaces so that each part fits a width; a wider word
// is broken anywhere. Parts keep their trailing spaces.
func fold(line string, width float32, measure func(string) float32) []string {
	var out []string
	start, used := 0, float32(0)
	for at := 0; at < len(line); {
		end := wordEnd(line, at)
		word := strings.TrimRight(line[at:end], " ")
		if need := measure(word); used+need > width && at > start {
			out, start, used = append(out, line[start:at]), at, 0
			continue
		} else if need > width {
			end = at + fitting(line[at:end], width, measure)
			out, start, used, at = append(out, line[at:end]), end, 0, end
			continue
		}
		used += measure(line[at:end])
		at = end
	}
	if start < len(line) || len(out) == 0 {
		out = append(out, line[start:])
	}
	return out
}

// wordEnd returns the end of the word at an offset, including the spaces after
// it.
func wordEnd(line string, at int) int {
	end := at
	for end < len(line) && line[end] == ' ' {
		end++
	}
	for end < len(line) && line[end] != ' ' {
		end++
	}
	for end < len(line) && line[end] == ' ' {
		end++
	}
	return end
}

// fitting returns how many bytes of a word fit a width, at least one character.
func fitting(word string, width float32, measure func(string) float32) int {
	used, last := float32(0), 0
	for i, r := range word {
		if used += measure(string(r)); used > width && i > 0 {
			return i
		}
		last = i + len(string(r))
	}
	return last
}

// listedRow draws one row.
type listedRow struct {
	widget.BaseWidget
	listing *Listing
	row     listed
}

func newListedRow(l *Listing) *listedRow {
	r := &listedRow{listing: l}
	r.ExtendBaseWidget(r)
	return r
}

func (r *listedRow) set(row listed) {
	r.row = row
	r.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (r *listedRow) CreateRenderer() fyne.WidgetRenderer {
	ground, bar := canvas.NewRectangle(nil), canvas.NewRectangle(nil) // of a marked row
	number, text := canvas.NewText("", nil), canvas.NewText("", nil)
	number.Alignment, number.TextStyle = fyne.TextAlignTrailing, fyne.TextStyle{Monospace: true}
	d := &Drawing{Widget: r, Parts: []fyne.CanvasObject{ground, bar, number, text}}
	d.Least = func() fyne.Size { return fyne.NewSize(0, r.listing.rowHeight()) }
	d.Place = func(size fyne.Size) {
		gutter := r.listing.gutter()
		padding := r.Theme().Size(fynetheme.SizeNamePadding) // between the rows of a list
		middle := func(o *canvas.Text) float32 { return float32(int((size.Height - o.MinSize().Height) / 2)) }
		ground.Move(fyne.NewPos(gutter, -padding/2))
		ground.Resize(fyne.NewSize(max(0, size.Width-gutter), size.Height+padding))
		bar.Move(fyne.NewPos(gutter, -padding/2))
		bar.Resize(fyne.NewSize(3, size.Height+padding))
		number.Move(fyne.NewPos(0, middle(number)))
		number.Resize(fyne.NewSize(max(0, gutter-gutterGap), number.MinSize().Height))
		text.Move(fyne.NewPos(gutter+r.listing.indent(), middle(text)))
		text.Resize(text.MinSize())
	}
	d.Paint = func(th fyne.Theme) {
		ground.Hidden, bar.Hidden = !r.row.marked, !r.row.marked
		ground.FillColor, bar.FillColor = Color(th, theme.Mark), Color(th, fynetheme.ColorNameWarning)
		number.Text, number.TextSize = r.row.number, th.Size(theme.Caption)
		number.Color = Color(th, fynetheme.ColorNamePlaceHolder)
		text.Text, text.TextSize, text.TextStyle = r.row.text, r.listing.face(), r.listing.style()
		text.Color = Color(th, fynetheme.ColorNameForeground)
	}
	return d.Render()
}
