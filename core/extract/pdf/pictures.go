package pdf

import (
	"context"
	"encoding/base64"
	"image"
	_ "image/jpeg" // registers the formats that MuPDF inlines
	_ "image/png"
	"math"
	"strconv"
	"strings"
	"time"

	fitz "github.com/gen2brain/go-fitz"
)

// The smallest picture that may show a table or a figure with words, in points:
// an inch wide and half an inch high. Logos, icons and rules are smaller.
const (
	pictureWidth  = 72
	pictureHeight = 36
)

// cssPixel is a pixel of the style sheet of MuPDF's HTML, in points.
const cssPixel = .75

// pictureArea returns how many square points a picture covers, by its tag; 0 if it is
// too small to show words or its size is not known.
func pictureArea(tag string) float32 {
	_, rest, found := strings.Cut(tag, "matrix(")
	list, _, closed := strings.Cut(rest, ")")
	numbers := strings.Split(list, ",")
	if !found || !closed || len(numbers) != 6 {
		return 0
	}
	var m [4]float64 // where the sides of a pixel point
	for i := range m {
		var err error
		if m[i], err = strconv.ParseFloat(numbers[i], 64); err != nil {
			return 0
		}
	}
	_, data, found := strings.Cut(rest, ";base64,")
	if !found {
		return 0
	}
	data, _, _ = strings.Cut(data, "\"")
	config, _, err := image.DecodeConfig(base64.NewDecoder(base64.StdEncoding, strings.NewReader(data)))
	if err != nil {
		return 0
	}
	width := cssPixel * float64(config.Width) * math.Hypot(m[0], m[1])
	height := cssPixel * float64(config.Height) * math.Hypot(m[2], m[3])
	if max(width, height) < pictureWidth || min(width, height) < pictureHeight || math.IsNaN(width*height) || math.IsInf(width*height, 0) {
		return 0
	}
	return float32(width * height)
}

// checkDrawn draws the pages without words or pictures and marks those that show
// something, such as letters drawn as outlines. Pages that cannot be drawn, or not in
// drawTime, are not marked.
func checkDrawn(ctx context.Context, doc *fitz.Document, drafts []draft) {
	end := time.Now().Add(drawTime)
	for i := range drafts {
		s := &drafts[i]
		if s.Pictures > 0 || strings.TrimSpace(s.text) != "" {
			continue
		}
		if ctx.Err() != nil || time.Now().After(end) {
			return
		}
		if img, _ := s.draw(doc); img != nil && !plainPaper(img) {
			s.Pictured = 1
		}
	}
}

// plainPaper reports whether a drawing has one colour.
func plainPaper(img *image.RGBA) bool {
	first := ink(-1)
	for c := range colours(img, img.Bounds()) {
		if first < 0 {
			first = c
		}
		if !first.near(c) {
			return false
		}
	}
	return true
}
