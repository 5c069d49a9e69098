package main

import (
	"bytes"
	"fmt"
	"image"
	"image/png"

	"github.com/go-pdf/fpdf"
)

// sidewaysH is how much of a typed page the sheets that lie askew have, in dots.
const sidewaysH = 500

// sideways makes a PDF of one typed sheet that was laid into the scanner three
// times: on its right side, on its head, on its left side.
func sideways() ([]file, error) {
	src, err := text("moorings.txt")
	if err != nil {
		return nil, err
	}
	pdf := newPDF()
	pdf.SetProducer("flatbed scanner", false)
	pdf.SetMargins(0, 0, 0)
	pdf.SetAutoPageBreak(false, 0)
	for turns := 1; turns <= 3; turns++ {
		img, err := typed(src, uint64(turns))
		if err != nil {
			return nil, err
		}
		var buf bytes.Buffer
		enc := png.Encoder{CompressionLevel: png.NoCompression}
		sheet := turned(img, image.Pt(img.Bounds().Dx(), sidewaysH+turns), turns)
		if err := enc.Encode(&buf, sheet); err != nil {
			return nil, fmt.Errorf("encode sheet: %w", err)
		}
		name, opt := fmt.Sprintf("sheet%d", turns), fpdf.ImageOptions{ImageType: "PNG"}
		pdf.RegisterImageOptionsReader(name, opt, &buf)
		size := fpdf.SizeType{Wd: float64(sheet.Bounds().Dx()) * 72 / scanDPI, Ht: float64(sheet.Bounds().Dy()) * 72 / scanDPI}
		pdf.AddPageFormat("P", size)
		pdf.ImageOptions(name, 0, 0, size.Wd, size.Ht, false, opt, 0, "")
	}
	var out bytes.Buffer
	if err := pdf.Output(&out); err != nil {
		return nil, fmt.Errorf("lay out sheets: %w", err)
	}
	return []file{{"kinds/mooring-sheet-sideways.pdf", out.Bytes()}}, nil
}

// turned is the upper left part of a picture, so many quarter turns clockwise.
func turned(img *image.Paletted, size image.Point, turns int) *image.Paletted {
	at := func(p image.Point) image.Point {
		switch turns {
		case 1:
			return image.Pt(size.Y-1-p.Y, p.X)
		case 2:
			return image.Pt(size.X-1-p.X, size.Y-1-p.Y)
		}
		return image.Pt(p.Y, size.X-1-p.X)
	}
	bounds := image.Rectangle{Max: size}
	if turns%2 == 1 {
		bounds.Max = image.Pt(size.Y, size.X)
	}
	out := image.NewPaletted(bounds, img.Palette)
	for y := range size.Y {
		for x := range size.X {
			to := at(image.Pt(x, y))
			out.SetColorIndex(to.X, to.Y, img.ColorIndexAt(x, y))
		}
	}
	return out
}
