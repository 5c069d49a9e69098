package main

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/go-pdf/fpdf"
)

// A4 in points.
const (
	pageW = 595.28
	pageH = 841.89
)

// made is the date that every sample bears.
var made = time.Date(2024, time.March, 18, 9, 30, 0, 0, time.UTC)

// spec is the look and the metadata of one document. Lengths are points.
type spec struct {
	name, title, author, subject string
	head                         string // running head
	face                         string // Times, Helvetica
	size, lead                   float64
	margin, gutter               float64
	first                        int  // printed number of the first body page; 0 means 1
	roman                        bool // front matter numbered i, ii, iii, with labels in the catalogue
	rowwise                      bool // write row by row across the columns
	outline                      bool
	password                     string
}

// op is one stroke of the pen, kept until the page is full so that the order
// in the content stream can differ from the order of layout.
type op struct {
	col  int
	y    float64
	draw func()
}

// entry is a line of the table of contents or of the list of figures.
type entry struct {
	text  string
	level int // 1, 2 headings; 3 figures and tables
	label string
}

// writer lays out one document.
type writer struct {
	spec
	pdf      *fpdf.Fpdf
	ruler    *fpdf.Fpdf // measures only: choosing a face in pdf writes to the page
	tr       func(string) string
	ops      []op
	cols     int
	col      int
	y        float64 // top of the next line
	top      float64
	noteH    float64 // taken by the footnotes of this page
	notes    [][]line
	noteNo   int
	page     int // pages so far
	front    int // pages of the front matter, 0 while in it
	pending  []block
	wide     []block
	afterGap bool    // no first-line indent for the next paragraph
	headed   float64 // where the last heading ended
	sec      [2]int
	numbered bool
	figures  int
	tables   int
	entries  []entry
	known    []entry // of the pass before
}

// build lays src out twice, since the contents page needs the page numbers
// of the first pass.
func build(s spec, src string) ([]byte, error) {
	var known []entry
	var out []byte
	for range 2 {
		w := newWriter(s)
		w.known = known
		for _, b := range parse(src) {
			w.place(b)
		}
		w.finish()
		var buf bytes.Buffer
		if err := w.pdf.Output(&buf); err != nil {
			return nil, fmt.Errorf("lay out %q: %w", s.name, err)
		}
		out, known = buf.Bytes(), w.entries
		if w.front > 0 {
			out = addLabels(out, w.front, max(s.first, 1))
		}
		if s.title == "" {
			out = dropInfo(out)
		}
	}
	return out, nil
}

// newPDF begins a document whose bytes are the same on each run.
func newPDF() *fpdf.Fpdf {
	pdf := fpdf.New("P", "pt", "A4", "")
	pdf.SetCompression(false)
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(made)
	pdf.SetModificationDate(made)
	return pdf
}

func newWriter(s spec) *writer {
	pdf := newPDF()
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetMargins(0, 0, 0)
	pdf.SetTitle(s.title, true)
	pdf.SetAuthor(s.author, true)
	pdf.SetSubject(s.subject, true)
	pdf.SetProducer("sample generator", false)
	if s.password != "" {
		pdf.SetProtection(fpdf.CnProtectPrint, s.password, "warden")
	}
	w := &writer{spec: s, pdf: pdf, ruler: fpdf.New("P", "pt", "A4", ""), tr: pdf.UnicodeTranslatorFromDescriptor(""), cols: 1}
	w.newPage()
	return w
}

// grid rounds h up to whole lines, so that the lines of both columns stand
// on the same heights.
func (w *writer) grid(h float64) float64 {
	n := int(h/w.lead + 0.999)
	return float64(n) * w.lead
}

func (w *writer) bottom() float64 {
	lines := int((pageH - w.margin - 70) / w.lead)
	return 70 + float64(lines)*w.lead - w.noteH
}

func (w *writer) full() float64 { return pageW - 2*w.margin }

func (w *writer) colW() float64 {
	return (w.full() - w.gutter*float64(w.cols-1)) / float64(w.cols)
}

func (w *writer) left() float64 {
	return w.margin + float64(w.col)*(w.colW()+w.gutter)
}

// label is the number printed on the current page.
func (w *writer) label() string {
	if w.front == 0 && w.roman {
		return romanNumber(w.page)
	}
	return fmt.Sprint(w.page - w.front + max(w.first, 1) - 1)
}

func (w *writer) add(y float64, draw func()) {
	w.ops = append(w.ops, op{w.col, y, draw})
}

// flush writes the strokes of the page in the order that the spec asks for.
func (w *writer) flush() {
	if w.page > 1 {
		w.runningHead()
	}
	if w.rowwise {
		slices.SortStableFunc(w.ops, func(a, b op) int {
			return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.col, b.col))
		})
	}
	for _, o := range w.ops {
		o.draw()
	}
	w.ops = nil
	w.drawNotes()
	if w.page > 0 {
		w.foot()
	}
}

func (w *writer) newPage() {
	w.flush()
	w.startPage()
}

// startPage opens a page and puts the waiting wide figures at its top.
func (w *writer) startPage() {
	w.pdf.AddPage()
	w.page++
	w.col, w.top = 0, 70
	w.noteH = 0
	wide := w.wide
	w.wide = nil
	w.y = w.top
	for _, b := range wide {
		cols := w.cols
		w.cols = 1
		w.drawFloat(b)
		w.cols = cols
	}
	w.top = w.y
	w.drain()
}

// next moves on to the next column or page and puts waiting figures there.
func (w *writer) next() {
	if w.col+1 < w.cols {
		w.col++
		w.y = w.top
		w.drain()
		return
	}
	w.newPage()
}

// drain places the figures and tables that did not fit before.
func (w *writer) drain() {
	for len(w.pending) > 0 && w.y+w.floatHeight(w.pending[0]) <= w.bottom() {
		b := w.pending[0]
		w.pending = w.pending[1:]
		w.drawFloat(b)
	}
}

func (w *writer) finish() {
	for len(w.pending) > 0 || len(w.wide) > 0 {
		w.next()
	}
	w.flush()
}

func (w *writer) runningHead() {
	w.setFont(italic, 8.5)
	y := 48.0
	if w.head == "" {
		return
	}
	w.pdf.Text(w.margin, y, w.tr(w.head))
	w.setFont(roman, 8.5)
	right := w.tr(w.runRight())
	w.pdf.Text(pageW-w.margin-w.pdf.GetStringWidth(right), y, right)
	w.pen(0.4)
	w.pdf.Line(w.margin, y+5, pageW-w.margin, y+5)
}

// runRight is the right half of the running head: the first section that
// begins on this page, or else the one that goes on.
func (w *writer) runRight() string {
	var section string
	for _, e := range w.entries {
		if e.level != 1 {
			continue
		}
		if e.label == w.label() {
			return e.text
		}
		section = e.text
	}
	if w.roman && w.front == 0 { // the front matter has no running sections
		return ""
	}
	return section
}

func (w *writer) foot() {
	w.setFont(roman, 9)
	s := w.label()
	w.pdf.Text((pageW-w.pdf.GetStringWidth(s))/2, pageH-34, s)
}

// setFont chooses the face for st at size points.
func (w *writer) setFont(st style, size float64) { w.choose(w.pdf, st, size) }

func (w *writer) choose(pdf *fpdf.Fpdf, st style, size float64) {
	s := map[style]string{italic: "I", bold: "B"}[st]
	if st == super || st == lower {
		size *= 0.68
	}
	pdf.SetFont(w.face, s, size)
}

func (w *writer) measure(size float64) measure {
	return func(wd word) float64 {
		var sum float64
		for _, p := range wd.pieces {
			w.choose(w.ruler, p.st, size)
			sum += w.ruler.GetStringWidth(p.s)
		}
		return sum
	}
}

// space is the width of a blank at size points.
func (w *writer) space(size float64) float64 {
	w.choose(w.ruler, roman, size)
	return w.ruler.GetStringWidth(" ")
}

// pen chooses black lines of a thickness in points.
func (w *writer) pen(thick float64) {
	w.pdf.SetDrawColor(0, 0, 0)
	w.pdf.SetLineWidth(thick)
}

func romanNumber(n int) string {
	var s string
	for _, r := range []struct {
		n int
		s string
	}{{10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}} {
		for n >= r.n {
			s += r.s
			n -= r.n
		}
	}
	return s
}
