package main

import (
	"fmt"
	"strconv"
	"strings"
)

// place lays out one block.
func (w *writer) place(b block) {
	switch b.kind {
	case paragraph:
		indent := 12.0
		if w.afterGap {
			indent = 0
		}
		w.text(b.text, textLook{first: indent, full: true})
		w.afterGap = false
	case item:
		w.text("\u2022 "+b.text, textLook{first: 6, rest: 15, full: true})
		w.afterGap = true
	case reference:
		w.text(b.text, textLook{rest: 14, full: true, size: w.size - 1})
	case heading:
		w.heading(b)
	case equation:
		w.equation(b.text)
	case figure, table:
		w.float(b)
	case directive:
		w.direct(b)
	}
}

// textLook is how a paragraph is set. Size 0 means the size of the body.
type textLook struct {
	first, rest float64
	size        float64
	full        bool // justified
	centre      bool
	st          style
	lead        float64
}

// text sets a paragraph and carries it over columns and pages.
func (w *writer) text(s string, l textLook) {
	if l.size == 0 {
		l.size = w.size
	}
	if l.lead == 0 {
		l.lead = w.lead
	}
	lines := w.wrap(s, w.colW(), l)
	for len(lines) > 0 {
		k := w.fit(lines, l.lead)
		for _, ln := range lines[:k] {
			w.takeNotes(ln)
			w.drawLine(ln, w.left(), w.y, w.colW(), l)
			w.y += l.lead
		}
		if lines = lines[k:]; len(lines) > 0 {
			w.next()
		}
	}
}

func (w *writer) wrap(s string, width float64, l textLook) []line {
	words := splitWords(s, w.tr, func() string { w.noteNo++; return strconv.Itoa(w.noteNo) })
	if l.st != roman {
		for _, wd := range words {
			for i := range wd.pieces {
				wd.pieces[i].st = l.st
			}
		}
	}
	return wrap(words, width, l.first, l.rest, w.space(l.size), w.measure(l.size), l.full)
}

// fit says how many of lines go into the rest of the column, without leaving
// a single line of a paragraph alone on either side.
func (w *writer) fit(lines []line, lead float64) int {
	k, used := 0, 0.0
	for _, ln := range lines {
		used += lead + w.noteHeight(ln)
		if w.y+used > w.bottom()+0.01 {
			break
		}
		k++
	}
	if k == len(lines)-1 && k > 1 {
		k--
	}
	if k == 1 && len(lines) > 2 && w.y > w.top {
		k = 0
	}
	return k
}

// drawLine queues one line whose top is y.
func (w *writer) drawLine(ln line, x, y, width float64, l textLook) {
	w.add(y, func() {
		base := y + l.size*0.95
		cx := x + ln.indent
		if l.centre {
			cx = x + (width-w.lineWidth(ln, l.size))/2
		}
		w.pdf.SetWordSpacing(ln.gap)
		for _, run := range runs(ln.words) {
			w.setFont(run.st, l.size)
			dy := map[style]float64{super: -l.size * 0.33, lower: l.size * 0.18}[run.st]
			w.pdf.Text(cx, base+dy, run.s)
			cx += w.pdf.GetStringWidth(run.s) + ln.gap*float64(strings.Count(run.s, " "))
		}
		w.pdf.SetWordSpacing(0)
	})
}

func (w *writer) lineWidth(ln line, size float64) float64 {
	sum := w.space(size) * float64(len(ln.words)-1)
	for _, wd := range ln.words {
		sum += w.measure(size)(wd)
	}
	return sum
}

// runs joins words into the longest stretches of one style.
func runs(words []word) []piece {
	var out []piece
	for i, wd := range words {
		if i > 0 {
			out[len(out)-1].s += " "
		}
		for _, p := range wd.pieces {
			if n := len(out); n > 0 && out[n-1].st == p.st {
				out[n-1].s += p.s
			} else {
				out = append(out, p)
			}
		}
	}
	return out
}

// heading sets a heading, keeps two lines of text with it, and records it
// for the contents and the outline.
func (w *writer) heading(b block) {
	title := b.text
	if w.numbered {
		title = w.number(b.level) + " " + title
	}
	size := w.size + 3
	before := w.lead
	if b.level == 2 {
		size = w.size + 0.8
	}
	lines := w.wrap(title, w.colW(), textLook{size: size, st: bold})
	high := w.grid(float64(len(lines)) * size * 1.2)
	if w.y == w.top || w.headed == w.y {
		before = 0
	}
	if w.y+before+high+3*w.lead > w.bottom() {
		w.next()
		before = 0
	}
	w.y += before
	if w.outline {
		w.pdf.Bookmark(title, b.level-1, w.y)
	}
	for i, ln := range lines {
		w.drawLine(ln, w.left(), w.y+float64(i)*size*1.2, w.colW(), textLook{size: size, st: bold})
	}
	w.y += high
	if b.level == 1 {
		w.y += w.lead / 2 * float64(2/w.cols-1)
	}
	w.entries = append(w.entries, entry{title, b.level, w.label()})
	w.afterGap, w.headed = true, w.y
}

func (w *writer) number(level int) string {
	if level == 1 {
		w.sec[0]++
		w.sec[1] = 0
		return fmt.Sprint(w.sec[0])
	}
	w.sec[1]++
	return fmt.Sprintf("%d.%d", w.sec[0], w.sec[1])
}

// equation sets a formula in the middle with its number at the right edge.
func (w *writer) equation(s string) {
	formula, no, _ := strings.Cut(s, " | ")
	if w.y+2*w.lead > w.bottom() {
		w.next()
	}
	l := textLook{size: w.size, centre: true}
	for _, ln := range w.wrap(formula, w.colW(), l) {
		w.drawLine(ln, w.left(), w.y+w.lead/2, w.colW(), l)
	}
	x, y := w.left()+w.colW(), w.y+w.lead/2
	w.add(y, func() {
		w.setFont(roman, w.size)
		mark := "(" + no + ")"
		w.pdf.Text(x-w.pdf.GetStringWidth(mark), y+w.size*0.95, mark)
	})
	w.y += 2 * w.lead
	w.afterGap = true
}

// direct obeys a directive.
func (w *writer) direct(b block) {
	switch b.name {
	case "cols":
		w.cols, _ = strconv.Atoi(b.text)
		w.top, w.col = w.y, 0
	case "page":
		w.newPage()
		w.afterGap = true
	case "body":
		w.flush() // the last page of the front matter, still in roman numerals
		w.front = w.page
		w.startPage()
		w.numbered = true
	case "numbered":
		w.numbered = b.text == "on"
	case "space":
		n, _ := strconv.Atoi(b.text)
		w.y += float64(n) * w.lead
	case "centre":
		w.centred(b.text)
	case "gap":
		w.afterGap = true
	case "toc":
		w.contents(func(e entry) bool { return e.level < 3 })
	case "list":
		w.contents(func(e entry) bool { return e.level == 3 && strings.HasPrefix(e.text, b.text) })
	case "rule":
		y := w.y + w.lead/2
		w.add(y, func() {
			w.pen(0.6)
			w.pdf.Line(w.margin, y, pageW-w.margin, y)
		})
		w.y += w.lead
	}
}

// centred sets "SIZE STYLE text" in the middle; STYLE is r, b or i.
func (w *writer) centred(s string) {
	f := strings.SplitN(s, " ", 3)
	size, _ := strconv.ParseFloat(f[0], 64)
	st := map[string]style{"r": roman, "b": bold, "i": italic}[f[1]]
	w.text(f[2], textLook{size: size, st: st, centre: true, lead: w.grid(size*1.15) * 1})
	w.afterGap = true
}

// contents sets the entries of the first pass with their pages.
func (w *writer) contents(want func(entry) bool) {
	for _, e := range w.known {
		if !want(e) {
			continue
		}
		if w.y+w.lead > w.bottom() {
			w.next()
		}
		st, indent := roman, 0.0
		if e.level == 1 {
			st = bold
		}
		if e.level == 2 {
			indent = 16
		}
		x, y := w.left()+indent, w.y
		w.add(y, func() { w.contentsLine(e, st, x, y) })
		w.y += w.lead * 1.1
	}
}

func (w *writer) contentsLine(e entry, st style, x, y float64) {
	base := y + w.size
	w.setFont(st, w.size)
	text := w.tr(e.text)
	w.pdf.Text(x, base, text)
	from := x + w.pdf.GetStringWidth(text) + 6
	right := pageW - w.margin
	w.pdf.Text(right-w.pdf.GetStringWidth(e.label), base, e.label)
	w.setFont(roman, w.size)
	dots := int((right - 24 - from) / (w.pdf.GetStringWidth(".") + 2.2))
	if dots > 0 {
		w.pdf.SetWordSpacing(2.2 - w.pdf.GetStringWidth(" "))
		leader := strings.TrimSpace(strings.Repeat(". ", dots))
		w.pdf.Text(right-24-float64(dots)*(w.pdf.GetStringWidth(".")+2.2), base, leader)
		w.pdf.SetWordSpacing(0)
	}
}
