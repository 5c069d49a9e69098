package eval

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Sizes of the chart in pixels.
const (
	chartMargin = 24
	chartTitle  = 44  // above the bars of a set
	chartHeight = 200 // of a bar of value 1
	chartBelow  = 52  // for the names of measures
	chartBar    = 30
	chartGap    = 28 // between measures
	chartAxis   = 36 // for the numbers of the axis
	chartFont   = 13
)

var (
	chartInk   = color.RGBA{0x22, 0x22, 0x22, 0xff}
	chartGrid  = color.RGBA{0xdd, 0xdd, 0xdd, 0xff}
	chartIbid  = color.RGBA{0x2b, 0x5f, 0x8a, 0xff}
	chartBM25  = color.RGBA{0xb8, 0xbd, 0xc2, 0xff}
	chartPaper = color.RGBA{0xff, 0xff, 0xff, 0xff}
)

// chart is a picture that is being drawn.
type chart struct {
	img  *image.RGBA
	face font.Face
}

// Chart returns a PNG with the measures that are shares, Ibid beside plain BM25, one row of bars
// for each set.
func Chart(reports []Report) ([]byte, error) {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, fmt.Errorf("draw chart: %w", err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: chartFont, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return nil, fmt.Errorf("draw chart: %w", err)
	}
	defer face.Close()
	groups := 1
	for _, r := range reports {
		groups = max(groups, len(r.bars()))
	}
	width := 2*chartMargin + chartAxis + groups*(2*chartBar+chartGap)
	row := chartTitle + chartHeight + chartBelow
	c := chart{image.NewRGBA(image.Rect(0, 0, width, chartMargin+len(reports)*row)), face}
	draw.Draw(c.img, c.img.Bounds(), image.NewUniform(chartPaper), image.Point{}, draw.Src)
	for i, r := range reports {
		c.report(r, chartMargin+i*row)
	}
	var out bytes.Buffer
	if err := png.Encode(&out, c.img); err != nil {
		return nil, fmt.Errorf("draw chart: %w", err)
	}
	return out.Bytes(), nil
}

// bars returns the measures that are shares and that both programs have.
func (r Report) bars() []Measure {
	var list []Measure
	for _, m := range r.Measures {
		if m.BM25 != nil && !strings.HasSuffix(m.Name, "_ms") {
			list = append(list, m)
		}
	}
	return list
}

// report draws one set below y.
func (c chart) report(r Report, y int) {
	left, floor := chartMargin+chartAxis, y+chartTitle+chartHeight
	c.text(fmt.Sprintf("%s, %d questions", r.Set, r.Counts[0].N), chartMargin, y+chartFont, false)
	c.key(y + chartFont)
	for tenth := 0; tenth <= 10; tenth += 2 {
		at := floor - chartHeight*tenth/10
		c.fill(image.Rect(left, at, c.img.Bounds().Dx()-chartMargin, at+1), chartGrid)
		c.text(fmt.Sprintf("%.1f", float64(tenth)/10), left-chartAxis+6, at+chartFont/3, false)
	}
	for i, m := range r.bars() {
		x := left + chartGap/2 + i*(2*chartBar+chartGap)
		c.bar(x, floor, m.Ibid, chartIbid)
		c.bar(x+chartBar, floor, *m.BM25, chartBM25)
		c.text(m.Name, x+chartBar, floor+chartFont+6, true)
	}
}

// key draws the legend at the right edge.
func (c chart) key(y int) {
	x := c.img.Bounds().Dx() - chartMargin - 150
	for i, k := range []struct {
		name string
		ink  color.Color
	}{{"Ibid", chartIbid}, {"bare BM25", chartBM25}} {
		c.fill(image.Rect(x+i*60, y-10, x+i*60+12, y+2), k.ink)
		c.text(k.name, x+i*60+17, y, false)
	}
}

// bar draws a share as a bar with its number on top.
func (c chart) bar(x, floor int, share float64, ink color.Color) {
	top := floor - int(share*chartHeight+.5)
	c.fill(image.Rect(x+1, top, x+chartBar-1, floor), ink)
	c.text(strings.TrimPrefix(fmt.Sprintf("%.2f", share), "0"), x+chartBar/2, top-4, true)
}

func (c chart) fill(r image.Rectangle, ink color.Color) {
	draw.Draw(c.img, r, image.NewUniform(ink), image.Point{}, draw.Src)
}

// text draws s with its baseline at y, starting at x or centred on it.
func (c chart) text(s string, x, y int, around bool) {
	if around {
		x -= font.MeasureString(c.face, s).Ceil() / 2
	}
	pen := font.Drawer{Dst: c.img, Src: image.NewUniform(chartInk), Face: c.face, Dot: fixed.P(x, y)}
	pen.DrawString(s)
}
