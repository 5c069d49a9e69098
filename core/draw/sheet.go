package draw

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	imagedraw "image/draw"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"ibid/core"
)

// A sheet shows text as typed on A4 paper. Measures are in points.
const (
	sheetWidth  = 595
	sheetHeight = 842
	sheetMargin = 48
	sheetSize   = 11 // of the font
	sheetLead   = 15 // from one row to the next
	sheetRows   = (sheetHeight - 2*sheetMargin) / sheetLead
	sheetCells  = 80 // characters a row
)

var mono = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gomono.TTF) })

// sheet is a text file, drawn as one page.
type sheet struct{ data []byte }

func (sheet) Close() error { return nil }

func (s sheet) Draw(page, width, height, maxPixels int) (*image.RGBA, error) {
	if page != 1 {
		return nil, fmt.Errorf("draw page %d of 1: %w", page, core.ErrNoSuchPage)
	}
	scale, err := fit(sheetWidth, sheetHeight, width, height, maxPixels)
	if err != nil {
		return nil, damaged(page, err)
	}
	ttf, err := mono()
	if err != nil {
		return nil, fmt.Errorf("parse the built-in font: %w", err)
	}
	face, err := opentype.NewFace(ttf, &opentype.FaceOptions{Size: sheetSize * scale, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil, fmt.Errorf("scale the built-in font: %w", err)
	}
	defer func() { _ = face.Close() }()
	w, h := max(1, int(sheetWidth*scale)), max(1, int(sheetHeight*scale))
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	imagedraw.Draw(img, img.Bounds(), image.White, image.Point{}, imagedraw.Src)
	pen := font.Drawer{Dst: img, Src: image.NewUniform(color.Gray{0x22}), Face: face}
	for i, row := range rows(s.data) {
		pen.Dot = fixed.Point26_6{
			X: fixed.Int26_6(sheetMargin * scale * 64),
			Y: fixed.Int26_6((sheetMargin + float64(i+1)*sheetLead) * scale * 64),
		}
		pen.DrawString(row)
	}
	return img, nil
}

// rows returns the rows that a sheet shows of a text.
func rows(data []byte) []string {
	const most = sheetRows * sheetCells * utf8.UTFMax
	head := bytes.ToValidUTF8(data[:min(len(data), most)], []byte("?"))
	var out []string
	for line := range strings.Lines(string(head)) {
		line = strings.ReplaceAll(strings.TrimRight(line, "\r\n"), "\t", "    ")
		row := []rune(strings.Map(printable, line))
		for len(row) > sheetCells {
			out, row = append(out, string(row[:sheetCells])), row[sheetCells:]
		}
		if out = append(out, string(row)); len(out) >= sheetRows {
			return out[:sheetRows]
		}
	}
	return out
}

func printable(r rune) rune {
	if r < ' ' || r == '\ufeff' {
		return -1
	}
	return r
}
