package thumb

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"strings"

	xdraw "golang.org/x/image/draw"
)

// The colours of a sheet: blue numbers on pages, orange boxes around passages,
// so that neither is taken for the other or for print.
var (
	ground     = color.RGBA{0xe9, 0xec, 0xef, 0xff}
	paper      = color.RGBA{0xff, 0xff, 0xff, 0xff}
	edge       = color.RGBA{0x9a, 0xa3, 0xab, 0xff}
	ink        = color.RGBA{0x1c, 0x21, 0x26, 0xff}
	faint      = color.RGBA{0x5f, 0x68, 0x70, 0xff}
	badgeColor = color.RGBA{0x0b, 0x3d, 0x91, 0xff}
	boxColor   = color.RGBA{0xd9, 0x48, 0x0f, 0xff}
	marker     = color.RGBA{0xff, 0xf0, 0xa8, 0xff} // white under a text marker
)

// mostCardText bounds the characters of a card. More have no room on any sheet.
const mostCardText = 8000

// sheet is a contact sheet that is being drawn.
type sheet struct {
	img     *image.RGBA
	caption *typeface
	badge   *typeface
	line    int // width in pixels of the lines around passages
}

func newSheet(g grid) (s *sheet, err error) {
	s = &sheet{img: image.NewRGBA(image.Rectangle{Max: g.size}), line: g.line}
	fill(s.img, s.img.Bounds(), ground)
	if s.caption, err = newTypeface(regular, g.text); err != nil {
		return nil, err
	}
	if s.badge, err = newTypeface(bold, g.number); err != nil {
		s.caption.close()
		return nil, err
	}
	return s, nil
}

func (s *sheet) close() {
	s.caption.close()
	s.badge.close()
}

// tile draws one tile: the page into its room, the caption below it.
func (s *sheet) tile(t Tile, room, caption image.Rectangle) error {
	page, boxes := room, t.Boxes
	if t.Picture != nil && !t.Picture.Bounds().Empty() {
		page = s.page(t.Picture, room)
	} else {
		var err error
		if boxes, err = s.card(t, page); err != nil {
			return err
		}
	}
	var boxed []image.Rectangle
	for _, b := range boxes {
		if r := b.on(page, s.line); !r.Empty() {
			boxed = append(boxed, r)
		}
	}
	for _, r := range boxed {
		tint(s.img, r)
	}
	for _, r := range boxed {
		frame(s.img, r, s.line, boxColor)
	}
	frame(s.img, page, 1, edge)
	if t.Number > 0 {
		s.stamp(fmt.Sprintf("[%d]", t.Number), page, boxed)
	}
	words := s.caption.caption(t.Name, t.Place, caption.Dx())
	s.caption.draw(s.img, words, caption.Min.X+(caption.Dx()-s.caption.width(words))/2, caption.Min.Y+int(1.35*s.caption.size), ink)
	return nil
}

// page draws a whole picture into the middle of its room and returns where it is. A
// picture that fills the room within 2 pixels is not scaled.
func (s *sheet) page(picture *image.RGBA, room image.Rectangle) image.Rectangle {
	from := picture.Bounds()
	size := from.Size()
	if fits := size.X <= room.Dx() && size.Y <= room.Dy(); !fits || size.X < room.Dx()-2 && size.Y < room.Dy()-2 {
		size = fit(room.Size(), float64(from.Dx())/float64(from.Dy()))
	}
	page := image.Rectangle{Max: size}.Add(room.Min).Add(room.Size().Sub(size).Div(2))
	if size == from.Size() {
		draw.Draw(s.img, page, picture, from.Min, draw.Over)
	} else {
		fill(s.img, page, paper)
		xdraw.CatmullRom.Scale(s.img, page, picture, from, xdraw.Over, nil)
	}
	return page
}

// on returns the box on a page in pixels, widened by air on all sides within the
// page; empty if b is not a valid box.
func (b Box) on(page image.Rectangle, air int) image.Rectangle {
	if !(b.Left < b.Right && b.Top < b.Bottom) { // NaN too
		return image.Rectangle{}
	}
	part := func(of int, p float64) float64 { return min(max(p, 0), 1) * float64(of) }
	w, h := page.Dx(), page.Dy()
	r := image.Rect(int(part(w, b.Left)), int(part(h, b.Top)), int(math.Ceil(part(w, b.Right))), int(math.Ceil(part(h, b.Bottom))))
	if r.Empty() {
		return r
	}
	return r.Inset(-air).Add(page.Min).Intersect(page)
}

// stamp draws the number into the corner of the page where it covers the least of
// the boxes, of equal ones the first of upper left, upper right, lower left.
func (s *sheet) stamp(number string, page image.Rectangle, boxed []image.Rectangle) {
	width := s.badge.width(number)
	size := image.Pt(min(width+int(0.6*s.badge.size), page.Dx()), min(int(1.35*s.badge.size), page.Dy()))
	best, covers := image.Rectangle{}, -1
	for _, corner := range []image.Point{
		page.Min, {page.Max.X - size.X, page.Min.Y}, {page.Min.X, page.Max.Y - size.Y}, page.Max.Sub(size),
	} {
		r, covered := image.Rectangle{Max: size}.Add(corner), 0
		for _, b := range boxed {
			o := r.Intersect(b)
			covered += o.Dx() * o.Dy()
		}
		if covers < 0 || covered < covers {
			best, covers = r, covered
		}
	}
	fill(s.img, best, badgeColor)
	frame(s.img, best, max(1, s.line/2), paper) // stands out on dark pages too
	s.badge.draw(s.img, number, best.Min.X+(best.Dx()-width)/2, best.Min.Y+int(s.badge.size*1.02), paper)
}

// card writes the text of a tile without a picture and returns the box around it,
// none if there is no text.
func (s *sheet) card(t Tile, page image.Rectangle) ([]Box, error) {
	fill(s.img, page, paper)
	inside := page.Inset(max(2, min(page.Dx(), page.Dy())/14))
	inside.Min.Y = max(inside.Min.Y, page.Min.Y+int(1.7*s.badge.size)) // below the number
	note, _ := s.caption.drawable(t.Note)
	load, body := mono, strings.Trim(clipText(t.Text), "\n")
	if !t.Code {
		load, body = regular, reflow(body)
	}
	body, lacks := s.caption.drawable(body)
	if 2*lacks > len([]rune(strings.Join(strings.Fields(body), ""))) {
		note, body = strings.TrimSpace(note+"\n"+unshowable), ""
	}
	y, err := s.paragraph(regular, note, inside, s.caption.size, s.caption.size, faint)
	if err != nil || strings.TrimSpace(body) == "" {
		return nil, err
	}
	if y > inside.Min.Y {
		inside.Min.Y = y + int(s.caption.size)
	}
	top := inside.Min.Y
	if y, err = s.paragraph(load, body, inside, float64(page.Dx())/18, s.caption.size, ink); err != nil || y == top {
		return nil, err
	}
	w, h := float64(page.Dx()), float64(page.Dy())
	air := s.caption.size / 2
	return []Box{{
		(float64(inside.Min.X-page.Min.X) - air) / w, (float64(top-page.Min.Y) - air/2) / h,
		(float64(inside.Max.X-page.Min.X) + air) / w, (float64(y-page.Min.Y) + air/2) / h,
	}}, nil
}

// unshowable replaces a text on a card if the fonts lack most of its characters.
const unshowable = "The quoted text is in a script that this picture cannot show."

// clipText cuts a text to mostCardText characters before it is measured.
func clipText(s string) string {
	n := 0
	for i := range s {
		if n++; n > mostCardText {
			return s[:i]
		}
	}
	return s
}

// paragraph writes a drawable text into a room at the largest size from large down
// to small at which it has room. If it has none at small, it is cut with an
// ellipsis. It returns where the text ends.
func (s *sheet) paragraph(load fontLoader, words string, room image.Rectangle, large, small float64, ink color.Color) (bottom int, err error) {
	if words == "" || room.Empty() {
		return room.Min.Y, nil
	}
	for size := max(large, small); ; size = max(size*0.88, small) {
		face, err := newTypeface(load, size)
		if err != nil {
			return 0, err
		}
		lead := int(1.3*size + 0.5)
		lines, whole := face.wrap(words, room.Dx(), room.Dy()/lead)
		if !whole && size > small {
			face.close()
			continue
		}
		if n := len(lines) - 1; !whole && n >= 0 {
			lines[n] = face.broken(lines[n], room.Dx())
		}
		for i, line := range lines {
			face.draw(s.img, line, room.Min.X, room.Min.Y+i*lead+int(size), ink)
		}
		face.close()
		return room.Min.Y + len(lines)*lead, nil
	}
}

func fill(img *image.RGBA, r image.Rectangle, c color.Color) {
	draw.Draw(img, r, image.NewUniform(c), image.Point{}, draw.Src)
}

// frame draws the edge of r, within r.
func frame(img *image.RGBA, r image.Rectangle, width int, c color.Color) {
	inner := r.Inset(width)
	if inner.Empty() {
		fill(img, r, c)
		return
	}
	fill(img, image.Rect(r.Min.X, r.Min.Y, r.Max.X, inner.Min.Y), c)
	fill(img, image.Rect(r.Min.X, inner.Max.Y, r.Max.X, r.Max.Y), c)
	fill(img, image.Rect(r.Min.X, inner.Min.Y, inner.Min.X, inner.Max.Y), c)
	fill(img, image.Rect(inner.Max.X, inner.Min.Y, r.Max.X, inner.Max.Y), c)
}

// tint colours r like a text marker: white takes its colour, print stays dark.
func tint(img *image.RGBA, r image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := img.Pix[img.PixOffset(r.Min.X, y):img.PixOffset(r.Max.X, y)]
		for x := 0; x < len(row); x += 4 {
			row[x] = uint8(uint(row[x]) * uint(marker.R) / 255)
			row[x+1] = uint8(uint(row[x+1]) * uint(marker.G) / 255)
			row[x+2] = uint8(uint(row[x+2]) * uint(marker.B) / 255)
		}
	}
}
