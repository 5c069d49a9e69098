package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/go-pdf/fpdf"
)

// letter makes a letter from a journal that speaks to a machine behind the
// reader's back: white on white, in one point, and off the page. The white head
// of its table and its grey foot can be read by everybody.
func letter() ([]file, error) {
	src, err := text("referees.txt")
	if err != nil {
		return nil, err
	}
	pdf := newPDF()
	pdf.SetTitle("Decision on manuscript 2024-118", true)
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetMargins(72, 72, 72)
	pdf.AddPage()
	for src := range strings.Lines(src) {
		kind, words, ok := strings.Cut(strings.TrimSpace(src), " ")
		if !ok {
			return nil, fmt.Errorf("lay out letter: line %q", src)
		}
		write(pdf, kind, words)
	}
	var out bytes.Buffer
	if err := pdf.Output(&out); err != nil {
		return nil, fmt.Errorf("lay out letter: %w", err)
	}
	return []file{{"bad/hidden-instructions.pdf", out.Bytes()}}, nil
}

// write sets one line of the letter's text and moves down.
func write(pdf *fpdf.Fpdf, kind, words string) {
	grey, size, style := 0, 11.0, ""
	switch kind {
	case "!title":
		size, style = 16, "B"
	case "!white", "!head":
		grey = 255
	case "!grey":
		grey, size = 0xcc, 9
	case "!tiny":
		size = 1
	}
	pdf.SetFont("Times", style, size)
	pdf.SetTextColor(grey, grey, grey)
	switch kind {
	case "!off":
		pdf.Text(72, -40, words)
	case "!head", "!row":
		row(pdf, words, kind == "!head")
	default:
		pdf.MultiCell(pageW-144, 1.3*size, words, "", "L", false)
		pdf.Ln(8)
	}
}

// row sets a row of the table, its cells parted by bars.
func row(pdf *fpdf.Fpdf, words string, head bool) {
	pdf.SetFillColor(40, 60, 90)
	for cell := range strings.SplitSeq(words, "|") {
		pdf.CellFormat(110, 18, strings.TrimSpace(cell), "", 0, "L", head, 0, "")
	}
	pdf.Ln(18)
}
