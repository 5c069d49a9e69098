package pdf

import (
	"context"
	"image"
	"math"
	"strconv"
	"strings"
	"time"

	fitz "github.com/gen2brain/go-fitz"
)

// Why a line cannot be seen, in the words of core.Line.Hidden.
const (
	hiddenSmall = "smaller than 2 pt"
	hiddenOff   = "off the page"
	hiddenPaper = "in the colour of the paper"
	hiddenInk   = "drawn without ink"
)

const (
	// legible is the font size in points below which nobody reads.
	legible = 2
	// enough is how many letters in a row can say something. Of a shorter line
	// it takes more than half.
	enough = 12
	// fewest is how many letters a line must have: the grids of maps and the
	// specks that a scan's reader took for letters say nothing.
	fewest = 3
)

// ink is the colour of text as red, green, blue, or one of those below.
type ink int32

const (
	// noInk is text without a colour: not painted at all, as the recognised
	// words of a scan, or painted with a pattern or a picture.
	noInk ink = -1
	// mixed is a line in more than one colour.
	mixed ink = -2
)

// readInk reads the colour in the style of a span.
func readInk(tag string) ink {
	const key = ";color:#"
	at := strings.LastIndex(tag, key)
	if at < 0 || len(tag) < at+len(key)+6 {
		return noInk
	}
	n, err := strconv.ParseUint(tag[at+len(key):at+len(key)+6], 16, 32)
	if err != nil {
		return noInk
	}
	return ink(n)
}

// odd reports whether text in this ink would not show on white paper: no ink,
// or each of red, green and blue within an eighth of the most there is.
func (i ink) odd() bool { return i == noInk || i >= 0 && i&0xe0e0e0 == 0xe0e0e0 }

// stretch is a part of a line, in bytes, that is small or in an odd ink.
type stretch struct {
	from, to int
	ink      ink
	small    bool
}

// mark tells s the ink and size of the line's text from byte from on. It keeps
// the longest odd stretch.
func (s *scanner) mark(from int) {
	to := s.text.Len()
	if from == 0 {
		s.line.ink = s.ink
	} else if s.line.ink != s.ink {
		s.line.ink = mixed
	}
	small := s.size < legible
	if !small && !s.ink.odd() {
		return
	}
	if l := &s.last; l.to != from || l.ink != s.ink || l.small != small {
		*l = stretch{from: from, ink: s.ink, small: small}
	}
	s.last.to = to
	if s.last.to-s.last.from > s.line.odd.to-s.line.odd.from {
		s.line.odd = s.last
	}
}

// says reports whether the line's odd stretch can say something.
func (l *rawLine) says() bool {
	if l.odd.to == 0 {
		return false
	}
	n := letters(l.text[l.odd.from:l.odd.to])
	return n >= enough || n > 0 && 2*n > letters(l.text)
}

// outside reports whether most of a line lies off the page. What the line's
// direction is, is not known: one that begins on the page and runs off it to
// the right may as well be turned and run along its edge.
func (p *rawPage) outside(l *rawLine) bool {
	if p.width <= 0 || p.height <= 0 {
		return false
	}
	middle := l.top + l.height/2
	return middle <= 0 || middle >= p.height || l.left >= p.width || l.left < 0 && l.left+textWidth(l.text, l.size)/2 <= 0
}

// look is a line whose ink has to be compared with the drawing.
type look struct {
	line          int // index into Layout.Lines
	ink           ink
	left, top     float32 // points
	width, height float32
	first         bool // it begins the line, so that left is exact
}

// findHidden says of each line why it cannot be seen, as far as size and place
// tell, and leaves in s.looks what only the drawing can tell: nothing where no
// line is in an odd ink. raw are the lines as they were tied to s.Lines.
func findHidden(s *sheet, p *rawPage, raw []*rawLine) {
	doubt := false
	for i, r := range raw {
		says := r.says()
		switch {
		case says && r.odd.small:
			s.Lines[i].Hidden = hiddenSmall
		case letters(r.text) < fewest:
		case p.outside(r):
			s.Lines[i].Hidden = hiddenOff
		case says:
			s.looks, doubt = append(s.looks, r.look(i)), true
		case r.ink >= 0:
			r.odd = stretch{to: len(r.text), ink: r.ink}
			s.looks = append(s.looks, r.look(i))
		}
	}
	if !doubt {
		s.looks = nil
	}
}

func (l *rawLine) look(i int) look {
	before := textWidth(l.text[:l.odd.from], l.size)
	slack := before / 10 // the widths are estimates
	return look{
		line: i, ink: l.odd.ink, first: l.odd.from == 0, left: l.left + before - slack, top: l.top,
		width: textWidth(l.text[l.odd.from:l.odd.to], l.size) + 2*slack, height: l.height,
	}
}

const (
	// drawDPI is the resolution at which pages are compared with their text. An
	// ink that is known is compared with what surrounds the letters, and the
	// letters of a scan show at this size too.
	drawDPI = 36
	// leastDPI is the lowest resolution at which anything is decided; drawPixels
	// is the most a drawing may have. A larger page than both allow stays unknown.
	leastDPI   = 18
	drawPixels = 1 << 20
	// drawTime is how long the drawings of one document may take together. The
	// last of them may take longer, since a drawing cannot be stopped.
	drawTime = 10 * time.Second
	// mostCover is how many times over the lines of a page may cover it.
	mostCover = 30
)

// compare draws the pages that have doubtful lines and says which of those
// cannot be seen. What cannot be drawn, or not in time, stays unknown.
func compare(ctx context.Context, doc *fitz.Document, sheets []sheet) {
	end := time.Now().Add(drawTime)
	for i := range sheets {
		s := &sheets[i]
		if s.looks == nil {
			continue
		}
		if ctx.Err() != nil || time.Now().After(end) {
			return
		}
		if img, scale := s.draw(doc); img != nil {
			s.judge(img, scale)
		}
		s.looks = nil
	}
}

// judge asks the drawing about every line in doubt. Lines on top of each other
// without end cannot keep it busy: what is beyond mostCover stays unknown.
func (s *sheet) judge(img *image.RGBA, scale float32) {
	left := mostCover * img.Bounds().Dx() * img.Bounds().Dy()
	for _, l := range s.looks {
		box := l.box(scale, l.width).Intersect(img.Bounds())
		if left -= box.Dx() * box.Dy(); left < 0 {
			return
		}
		s.Lines[l.line].Hidden = l.judge(img, scale, box)
	}
}

// draw returns the page on white and its pixels per point.
func (s *sheet) draw(doc *fitz.Document) (*image.RGBA, float32) {
	area := (float64(s.Width) + 1) * (float64(s.Height) + 1)
	dpi := min(drawDPI, 72*math.Sqrt(drawPixels/area))
	if s.Width <= 0 || s.Height <= 0 || dpi < leastDPI {
		return nil, 0
	}
	img, err := doc.ImageDPI(s.Page-1, dpi)
	if err != nil {
		return nil, 0
	}
	return img, float32(dpi / 72)
}

const (
	// near is how far, of 255, red, green and blue may each be from a colour
	// that is taken for the same.
	near = 20
	// The share of a box, in percent, that is near the colour of the text: the
	// rest may be text in sight that was laid over it, but not a panel that the
	// text is read on.
	mostlyNear = 45
	// The share of a box that is of one colour where text without ink cannot be
	// seen.
	allNear = 99
)

// judge says why the line cannot be seen in box, its place in the drawing, if
// it cannot.
func (l look) judge(img *image.RGBA, scale float32, box image.Rectangle) string {
	if box.Empty() {
		return ""
	}
	if l.ink == noInk {
		if share(img, box, mean(img, box)) >= allNear {
			return hiddenInk
		}
		return ""
	}
	start := box
	if l.first {
		// The beginning by itself, since a line may be turned: then only this
		// much of the box is where its letters are.
		start = l.box(scale, min(l.width, l.height)).Intersect(img.Bounds())
	}
	if share(img, box, l.ink) >= mostlyNear && share(img, start, l.ink) >= mostlyNear {
		return hiddenPaper
	}
	return ""
}

// box is the first width points of l in pixels.
func (l look) box(scale, width float32) image.Rectangle {
	x, y := float64(l.left*scale), float64(l.top*scale)
	return image.Rect(
		int(math.Floor(x)), int(math.Floor(y)),
		int(math.Ceil(x+float64(width*scale))), int(math.Ceil(y+float64(l.height*scale))),
	)
}

func at(img *image.RGBA, x, y int) ink {
	p := img.Pix[img.PixOffset(x, y):]
	return ink(p[0])<<16 | ink(p[1])<<8 | ink(p[2])
}

// share is the part of box, in percent, that is near the colour i.
func share(img *image.RGBA, box image.Rectangle, i ink) int {
	n, all := 0, 0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			all++
			if i.near(at(img, x, y)) {
				n++
			}
		}
	}
	return 100 * n / max(all, 1)
}

func (i ink) near(j ink) bool {
	for shift := 0; shift <= 16; shift += 8 {
		if d := i>>shift&0xff - j>>shift&0xff; d > near || d < -near {
			return false
		}
	}
	return true
}

// mean is the average colour of box: if nearly all of box is of one colour,
// then it is near that one.
func mean(img *image.RGBA, box image.Rectangle) ink {
	var red, green, blue, n int
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			i := at(img, x, y)
			red, green, blue, n = red+int(i>>16), green+int(i>>8&0xff), blue+int(i&0xff), n+1
		}
	}
	n = max(n, 1)
	return ink(red/n)<<16 | ink(green/n)<<8 | ink(blue/n)
}
