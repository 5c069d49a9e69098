package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math/rand/v2"
	"strings"

	"github.com/go-pdf/fpdf"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// The scan is black and white at 150 dots an inch.
const (
	scanDPI = 150
	scanW   = 1240
	scanH   = 1754
)

// scan makes a PDF whose pages are pictures of typed pages, without text.
func scan() ([]file, error) {
	src, err := text("letter.txt")
	if err != nil {
		return nil, err
	}
	pdf := newPDF()
	pdf.SetProducer("flatbed scanner", false)
	for i, page := range strings.Split(src, "\f\n") {
		if err := picture(pdf, page, uint64(i)); err != nil {
			return nil, err
		}
	}
	var out bytes.Buffer
	if err := pdf.Output(&out); err != nil {
		return nil, fmt.Errorf("lay out scan: %w", err)
	}
	return []file{{"sample/harbour-office-letter-1974-scan.pdf", out.Bytes()}}, nil
}

// fieldbook makes a report that holds a scanned page among pages of text.
func fieldbook() ([]file, error) {
	src, err := text("fieldbook.txt")
	if err != nil {
		return nil, err
	}
	pdf := newPDF()
	pdf.SetAutoPageBreak(false, 0)
	note := func(words string) {
		pdf.AddPage()
		pdf.SetFont("Times", "", 11)
		pdf.SetXY(72, 90)
		pdf.MultiCell(pageW-144, 15, words, "", "L", false)
	}
	note("The page that follows is reproduced from the diving team's field book. It is the earliest record of the permanent " +
		"quadrats on Skerry Bank and the only one from before the breakwater was lengthened.")
	if err := picture(pdf, src, 2); err != nil {
		return nil, err
	}
	note("Ollerton's own log for the same day gives the depth of the frame as thirteen and a half metres. The difference is " +
		"within the reach of the tide, and both figures are kept in the table of depths.")
	var out bytes.Buffer
	if err := pdf.Output(&out); err != nil {
		return nil, fmt.Errorf("lay out field book: %w", err)
	}
	return []file{{"kinds/skerry-bank-field-book.pdf", out.Bytes()}}, nil
}

// picture adds a page that is a picture of a typed one.
func picture(pdf *fpdf.Fpdf, page string, seed uint64) error {
	img, err := typed(page, seed)
	if err != nil {
		return err
	}
	var buf bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.NoCompression}
	if err := enc.Encode(&buf, img); err != nil {
		return fmt.Errorf("encode scan: %w", err)
	}
	name := fmt.Sprintf("page%d", seed+1)
	opt := fpdf.ImageOptions{ImageType: "PNG"}
	pdf.RegisterImageOptionsReader(name, opt, &buf)
	pdf.AddPage()
	pdf.ImageOptions(name, 0, 0, pageW, pageH, false, opt, 0, "")
	return nil
}

// typed draws text as a slightly skewed, specked typewritten page.
func typed(page string, seed uint64) (*image.Paletted, error) {
	f, err := opentype.Parse(gomono.TTF)
	if err != nil {
		return nil, fmt.Errorf("parse font: %w", err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: 11.5, DPI: scanDPI, Hinting: font.HintingFull})
	if err != nil {
		return nil, fmt.Errorf("open font: %w", err)
	}
	// fpdf orders pictures by width alone: each page is a dot wider than the last.
	wide := scanW + int(seed)
	soft := image.NewGray(image.Rect(0, 0, wide, scanH))
	draw.Draw(soft, soft.Bounds(), image.White, image.Point{}, draw.Src)
	d := font.Drawer{Dst: soft, Src: image.Black, Face: face}
	for i, ln := range strings.Split(page, "\n") {
		d.Dot = fixed.P(150, 170+i*36)
		d.DrawString(ln)
	}
	rnd := rand.New(rand.NewPCG(1974, seed))
	img := image.NewPaletted(soft.Bounds(), color.Palette{color.White, color.Black})
	for y := range scanH {
		for x := range wide {
			at := image.Pt(x, y+x/150-4) // a skew of a third of a degree
			dark := at.In(soft.Bounds()) && soft.GrayAt(at.X, at.Y).Y < 140
			if dark != (rnd.IntN(6000) == 0) {
				img.SetColorIndex(x, y, 1)
			}
		}
	}
	return img, nil
}
