package main

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
)

// bad makes the files that must end in a named state and never in a crash.
func bad() ([]file, error) {
	src, err := text("restricted.txt")
	if err != nil {
		return nil, err
	}
	whole, err := build(spec{name: "truncated.pdf", title: "Cut", face: "Times", size: 11, lead: 15, margin: 80}, src)
	if err != nil {
		return nil, err
	}
	picture, err := dot()
	if err != nil {
		return nil, err
	}
	page := "<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>>"
	return []file{
		{"bad/not-a-pdf.pdf", []byte("These are the minutes of the harbour committee.\nSomebody gave the file the wrong ending.\n")},
		{"bad/empty.pdf", nil},
		{"bad/truncated.pdf", whole[:len(whole)*2/5]},
		{"bad/claims-many-pages.pdf", tiny("/Count 2000000000", page+">>")},
		{"bad/count-negative.pdf", tiny("/Count -5", page+">>")},
		{"bad/user-unit.pdf", tiny("/Count 1", page+" /UserUnit 1000>>")},
		{"bad/huge-page.pdf", tiny("/Count 1", "<</Type /Page /Parent 2 0 R /MediaBox [0 0 200000 200000] /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>>>>")},
		{"bad/circular-outline.pdf", tiny("/Count 1", page+">>",
			"<</Type /Outlines /First 7 0 R /Last 7 0 R /Count 1>>",
			"<</Title (Again) /Parent 6 0 R /Next 7 0 R /Prev 7 0 R /Dest [3 0 R /Fit]>>")},
		{"bad/circular-pages.pdf", tiny("/Count 1", "<</Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 1>>")},
		{"bad/binary.txt", noise(4096)},
		{"bad/half-utf16.txt", append(utf16LE("An odd number of bytes"), 'x')},
		{"bad/unknown.sav", append([]byte("$FL2@(#) survey data\x00\x01\x02"), noise(512)...)},
		{"bad/table.xlsx", append([]byte("PK\x03\x04"), noise(700)...)},
		{"bad/image.png", picture},
	}, nil
}

// tiny writes a PDF of one page by hand. count is the page tree's claim,
// page the object of the page; more objects follow from number 6, the first
// of them being the outline.
func tiny(count, page string, more ...string) []byte {
	content := "BT /F1 14 Tf 72 720 Td (One line of text on one page.) Tj ET"
	catalog := "<</Type /Catalog /Pages 2 0 R>>"
	if len(more) > 0 {
		catalog = "<</Type /Catalog /Pages 2 0 R /Outlines 6 0 R>>"
	}
	objects := append([]string{
		catalog,
		"<</Type /Pages /Kids [3 0 R] " + count + ">>",
		page,
		fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(content), content),
		"<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>",
	}, more...)
	var out bytes.Buffer
	out.WriteString("%PDF-1.6\n")
	var at []int
	for i, o := range objects {
		at = append(at, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	xref := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, a := range at {
		fmt.Fprintf(&out, "%010d 00000 n \n", a)
	}
	fmt.Fprintf(&out, "trailer\n<</Size %d /Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, xref)
	return out.Bytes()
}

// noise is n bytes that look random and hold zero bytes.
func noise(n int) []byte {
	rnd := rand.New(rand.NewPCG(7, 11))
	out := make([]byte, n)
	for i := range out {
		out[i] = byte(rnd.UintN(256))
		if i%17 == 0 {
			out[i] = 0
		}
	}
	return out
}

// dot is a small grey PNG.
func dot() ([]byte, error) {
	var buf bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.NoCompression}
	if err := enc.Encode(&buf, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		return nil, fmt.Errorf("encode dot: %w", err)
	}
	return buf.Bytes(), nil
}
