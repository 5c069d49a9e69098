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
	pdf := fpdf.New("P", "pt", "A4", "")
	pdf.SetCompression(false)
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(made)
	pdf.SetModificationDate(made)
	pdf.SetProducer("flatbed scanner", false)
	for i, page := range strings.Split(src, "\f\n") {
		img, err := typed(page, uint64(i))
		if err != nil {
			return nil, err
		}
		var buf bytes.Buffer
		enc := png.Encoder{CompressionLevel: png.NoCompression}
		if err := enc.Encode(&buf, img); err != nil {
			return nil, fmt.Errorf("encode scan page %d: %w", i+1, err)
		}
		name := fmt.Sprintf("page%d", i+1)
		opt := fpdf.ImageOptions{ImageType: "PNG"}
		pdf.RegisterImageOptionsReader(name, opt, &buf)
		pdf.AddPage()
		pdf.ImageOptions(name, 0, 0, pageW, pageH, false, opt, 0, "")
	}
	var out bytes.Buffer
	if err := pdf.Output(&out); err != nil {
		return nil, fmt.Errorf("lay out scan: %w", err)
	}
	return []file{{"sample/harbour-office-letter-1974-scan.pdf", out.Bytes()}}, nil
}

// typed draws text as a slightly skewed, specked typewritten page.
func typed(page string, seed uint64) (image.Image, error) {
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
