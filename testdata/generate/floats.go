package main

import (
	"fmt"
	"strings"
)

const cellGap = 8.0

// float numbers a figure or table and places it here if it fits, or at the
// next top of a column (or page, when it is wide).
func (w *writer) float(b block) {
	what, n := "Figure", &w.figures
	if b.kind == table {
		what, n = "Table", &w.tables
	}
	*n++
	b.text = fmt.Sprintf("*%s %d.* %s", what, *n, b.text)
	switch {
	case b.wide && w.cols > 1:
		w.wide = append(w.wide, b)
	case len(w.pending) == 0 && w.y+w.floatHeight(b) <= w.bottom():
		w.drawFloat(b)
	default:
		w.pending = append(w.pending, b)
	}
}

func (w *writer) captionLook() textLook {
	return textLook{size: w.size - 0.8, full: true, lead: w.lead}
}

func (w *writer) floatHeight(b block) float64 {
	caption := float64(len(w.wrap(b.text, w.colW(), w.captionLook()))) * w.lead
	h := caption + w.lead
	if b.kind == figure {
		return w.grid(h + charts[b.name].height(w.colW()))
	}
	for _, r := range w.rows(b) {
		h += r.high
	}
	return w.grid(h + 8)
}

func (w *writer) drawFloat(b block) {
	start := w.y
	end := start + w.floatHeight(b)
	if w.y > w.top {
		w.y += w.lead / 2
	}
	if b.kind == table {
		w.text(b.text, w.captionLook())
		w.drawTable(b)
	} else {
		ch := charts[b.name]
		x, y, width := w.left(), w.y, w.colW()
		h := ch.height(width)
		w.add(y, func() { ch.draw(&canvas{w, x, y, width, h}) })
		w.y += h + 4
		w.text(b.text, w.captionLook())
	}
	w.entries = append(w.entries, entry{shortTitle(b.text), 3, w.label()})
	w.y = end
}

// shortTitle is the first clause of a caption, for the list of figures.
func shortTitle(caption string) string {
	s := strings.NewReplacer("*", "", "_", "", "~", "").Replace(caption)
	no, rest, _ := strings.Cut(s, ". ")
	for _, end := range []string{". ", ", ", " ("} {
		rest, _, _ = strings.Cut(rest, end)
	}
	return no + ". " + strings.TrimSuffix(rest, ".")
}

// tableRow is a row ready to draw: the lines of each cell.
type tableRow struct {
	cells [][]line
	high  float64
}

// widths gives each column of b its width: what it wants, with the widest
// ones cut until the sum fits.
func (w *writer) widths(b block) []float64 {
	size := w.size - 0.8
	want := make([]float64, len(b.rows[0]))
	for i, r := range b.rows {
		for j, c := range r {
			words := splitWords(c, w.tr, nil)
			if i > 0 {
				want[j] = max(want[j], w.lineWidth(line{words: words}, size)+1)
				continue
			}
			for _, wd := range words { // a head may take several lines
				wd.pieces[0].st = bold
				want[j] = max(want[j], w.measure(size)(wd)+1)
			}
		}
	}
	room := w.colW() - cellGap*float64(len(want)-1)
	for {
		sum, widest := 0.0, 0
		for j, x := range want {
			sum += x
			if x > want[widest] {
				widest = j
			}
		}
		if sum <= room {
			for j := range want {
				want[j] += (room - sum) / float64(len(want))
			}
			return want
		}
		want[widest] -= min(4, sum-room+0.01)
	}
}

func (w *writer) rows(b block) []tableRow {
	ws := w.widths(b)
	size := w.size - 0.8
	var out []tableRow
	for i, r := range b.rows {
		tr := tableRow{high: size * 1.25}
		l := textLook{size: size}
		if i == 0 {
			l.st = bold
		}
		for j, c := range r {
			lines := w.wrap(c, ws[j], l)
			tr.cells = append(tr.cells, lines)
			tr.high = max(tr.high, float64(len(lines))*size*1.15+size*0.2)
		}
		out = append(out, tr)
	}
	return out
}

func (w *writer) drawTable(b block) {
	ws, size := w.widths(b), w.size-0.8
	y := w.y + 2
	w.hline(y, 0.9)
	y += 2
	for i, r := range w.rows(b) {
		x := w.left()
		for j, cell := range r.cells {
			for k, ln := range cell {
				cx := x
				if j > 0 && numeric(b.rows[max(i, 1)][j]) {
					cx = x + ws[j] - w.lineWidth(ln, size)
				}
				w.drawLine(ln, cx, y+float64(k)*size*1.15, ws[j], textLook{size: size})
			}
			x += ws[j] + cellGap
		}
		y += r.high
		if i == 0 {
			w.hline(y+1, 0.4)
			y += 3
		}
	}
	w.hline(y+1, 0.9)
	w.y = y + 4
}

func (w *writer) hline(y, thick float64) {
	x, width := w.left(), w.colW()
	w.add(y, func() {
		w.pen(thick)
		w.pdf.Line(x, y, x+width, y)
	})
}

// numeric says whether a cell is a figure, which is set to the right.
func numeric(s string) bool {
	return s != "" && strings.ContainsAny(s, "0123456789") && strings.Trim(s, "0123456789.,+-\u2013%\u00b1 <") == ""
}

func (w *writer) noteLines(text string) []line {
	no, rest, _ := strings.Cut(text, " ")
	words := splitWords(rest, w.tr, nil)
	words[0].pieces = append([]piece{{no, super}}, words[0].pieces...)
	return wrap(words, w.full(), 10, 10, w.space(w.size-2), w.measure(w.size-2), true)
}

// noteHeight is what the footnotes called in ln take from the page.
func (w *writer) noteHeight(ln line) float64 {
	var h float64
	for _, wd := range ln.words {
		if wd.note != "" {
			h += float64(len(w.noteLines(wd.note))) * (w.size - 2) * 1.2
			if w.noteH == 0 {
				h += 12
			}
		}
	}
	return h
}

func (w *writer) takeNotes(ln line) {
	w.noteH += w.noteHeight(ln)
	for _, wd := range ln.words {
		if wd.note != "" {
			w.notes = append(w.notes, w.noteLines(wd.note))
		}
	}
}

// drawNotes sets the footnotes of the page under a short rule.
func (w *writer) drawNotes() {
	if len(w.notes) == 0 {
		return
	}
	y := w.bottom() + 8
	w.pen(0.4)
	w.pdf.Line(w.margin, y-3, w.margin+110, y-3)
	size := w.size - 2
	for _, n := range w.notes {
		for _, ln := range n {
			w.drawLine(ln, w.margin, y, w.full(), textLook{size: size})
			y += size * 1.2
		}
	}
	for _, o := range w.ops {
		o.draw()
	}
	w.ops, w.notes, w.noteH = nil, nil, 0
}
