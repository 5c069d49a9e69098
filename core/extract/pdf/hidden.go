package pdf

import (
	"context"
	"image"
	"iter"
	"math"
	"strconv"
	"strings"
	"time"

	fitz "github.com/gen2brain/go-fitz"
)

// The reasons why a line cannot be seen, for core.Line.Hidden.
const (
	hiddenSmall = "smaller than 2 pt"
	hiddenOff   = "off the page"
	hiddenPaper = "in the colour of the paper"
	hiddenInk   = "drawn without ink"
)

const (
	// legible is the smallest font size in points that people can read.
	legible = 2
	// hiddenLetters is how many faint letters in a row make a line suspect. In a
	// shorter line more than half of its letters do.
	hiddenLetters = 12
	// leastLetters is how many letters a line must have to be looked at: the grids
	// of maps and the specks that OCR took for letters have fewer.
	leastLetters = 3
)

// ink is the colour of text as 0xRRGGBB, or one of those below.
type ink int32

const (
	// noInk is text without a colour. It is not painted at all, like the
	// recognised words of a scan, or it is painted with a pattern or a picture.
	noInk ink = -1
	// mixed is a line in more than one colour.
	mixed ink = -2
)

// readInk returns the colour in the style of a span.
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

// faint reports whether text in this ink may be invisible on white paper: it has
// no ink, or red, green and blue are each 0xe0 or more.
func (i ink) faint() bool { return i == noInk || i >= 0 && i&0xe0e0e0 == 0xe0e0e0 }

// stretch is a part of a line, from and to in bytes, that is small or faint.
type stretch struct {
	from, to int
	ink      ink
	small    bool // smaller than legible
}

// noteInk records the ink and size of the current line's text from byte from on,
// and keeps the longest stretch that is small or faint.
func (s *scanner) noteInk(from int) {
	to := s.text.Len()
	if from == 0 {
		s.line.ink = s.ink
	} else if s.line.ink != s.ink {
		s.line.ink = mixed
	}
	small := s.size < legible
	if !small && !s.ink.faint() {
		return
	}
	if l := &s.last; l.to != from || l.ink != s.ink || l.small != small {
		*l = stretch{from: from, ink: s.ink, small: small}
	}
	s.last.to = to
	if s.last.to-s.last.from > s.line.faint.to-s.line.faint.from {
		s.line.faint = s.last
	}
}

// suspect reports whether the line's faint stretch has enough letters to matter.
func (l *rawLine) suspect() bool {
	if l.faint.to == 0 {
		return false
	}
	n := letters(l.text[l.faint.from:l.faint.to])
	return n >= hiddenLetters || n > 0 && 2*n > letters(l.text)
}

// outside reports whether most of a line lies off the page. The direction of a
// line is not known: one that begins on the page and leaves it to the right may
// be turned and run along the edge, so it counts as inside.
func (p *rawPage) outside(l *rawLine) bool {
	if p.width <= 0 || p.height <= 0 {
		return false
	}
	middle := l.top + l.height/2
	return middle <= 0 || middle >= p.height || l.left >= p.width || l.left < 0 && l.left+textWidth(l.text, l.size)/2 <= 0
}

// inkCheck is a line whose ink has to be compared with the drawing.
type inkCheck struct {
	line          int // index into Layout.Lines
	ink           ink
	left, top     float32 // points
	width, height float32
	first         bool // the stretch begins the line, so left is exact
}

// findHidden marks the lines that are hidden by their size or position, and
// collects in s.looks those that have to be compared with the drawing; none if
// no line of the page is suspect. raw are the lines that s.Lines were made of.
func findHidden(s *draft, p *rawPage, raw []*rawLine) {
	doubt := false
	for i, r := range raw {
		suspect := r.suspect()
		switch {
		case suspect && r.faint.small:
			s.Lines[i].Hidden = hiddenSmall
		case letters(r.text) < leastLetters:
		case p.outside(r):
			s.Lines[i].Hidden = hiddenOff
		case suspect:
			s.looks, doubt = append(s.looks, r.check(i)), true
		case r.ink >= 0:
			r.faint = stretch{to: len(r.text), ink: r.ink}
			s.looks = append(s.looks, r.check(i))
		}
	}
	if !doubt {
		s.looks = nil
	}
}

func (l *rawLine) check(i int) inkCheck {
	before := textWidth(l.text[:l.faint.from], l.size)
	slack := before / 10 // the widths are estimates
	return inkCheck{
		line: i, ink: l.faint.ink, first: l.faint.from == 0, left: l.left + before - slack, top: l.top,
		width: textWidth(l.text[l.faint.from:l.faint.to], l.size) + 2*slack, height: l.height,
	}
}

const (
	// drawDPI is the resolution at which pages are compared with their text: high
	// enough to show the letters of a scan, and to compare the colour of letters
	// with what surrounds them.
	drawDPI = 36
	// leastDPI is the lowest resolution at which anything is decided, and drawPixels
	// the most pixels that a drawing may have. The lines of a larger page than both
	// allow are not marked.
	leastDPI   = 18
	drawPixels = 1 << 20
	// drawTime is how long the drawings of one document may take together. The
	// last of them may take longer, since a drawing cannot be stopped.
	drawTime = 10 * time.Second
	// mostCover is how many times over the checked lines of a page may cover it.
	mostCover = 30
)

// checkInk draws the pages that have suspect lines and marks the lines that
// cannot be seen. Lines of pages that cannot be drawn, or not in time, are not
// marked.
func checkInk(ctx context.Context, doc *fitz.Document, drafts []draft) {
	end := time.Now().Add(drawTime)
	for i := range drafts {
		s := &drafts[i]
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

// judge compares every line of s.looks with the drawing. Lines beyond mostCover
// are not marked.
func (s *draft) judge(img *image.RGBA, scale float32) {
	left := mostCover * img.Bounds().Dx() * img.Bounds().Dy()
	for _, l := range s.looks {
		box := l.box(scale, l.width).Intersect(img.Bounds())
		if left -= box.Dx() * box.Dy(); left < 0 {
			return
		}
		s.Lines[l.line].Hidden = l.judge(img, scale, box)
	}
}

// draw returns the page on white and its pixels per point; nil if the page is too
// large or cannot be drawn.
func (s *draft) draw(doc *fitz.Document) (*image.RGBA, float32) {
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
	// near is by how much, of 255, red, green and blue may each differ in colours
	// that count as the same.
	near = 20
	// mostlyNear is the percentage of a line's box that must have the colour of the
	// text for the text to be hidden. The rest may be other text that was laid over
	// it; a panel that the text is read on covers more.
	mostlyNear = 45
	// allNear is the percentage of a line's box that must have one colour for text
	// without ink to be hidden.
	allNear = 99
)

// judge returns why the line cannot be seen in box, its place in the drawing, or
// "" if it can.
func (l inkCheck) judge(img *image.RGBA, scale float32, box image.Rectangle) string {
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
		// The line may be turned. Then only a square at its beginning is certain to
		// hold letters of it.
		start = l.box(scale, min(l.width, l.height)).Intersect(img.Bounds())
	}
	if share(img, box, l.ink) >= mostlyNear && share(img, start, l.ink) >= mostlyNear {
		return hiddenPaper
	}
	return ""
}

// box returns the first width points of the line in pixels.
func (l inkCheck) box(scale, width float32) image.Rectangle {
	x, y := float64(l.left*scale), float64(l.top*scale)
	return image.Rect(
		int(math.Floor(x)), int(math.Floor(y)),
		int(math.Ceil(x+float64(width*scale))), int(math.Ceil(y+float64(l.height*scale))),
	)
}

// colours yields the colour of each pixel of a box.
func colours(img *image.RGBA, box image.Rectangle) iter.Seq[ink] {
	return func(yield func(ink) bool) {
		for y := box.Min.Y; y < box.Max.Y; y++ {
			for x := box.Min.X; x < box.Max.X; x++ {
				p := img.Pix[img.PixOffset(x, y):]
				if !yield(ink(p[0])<<16 | ink(p[1])<<8 | ink(p[2])) {
					return
				}
			}
		}
	}
}

// share returns the percentage of a box that is near the colour i.
func share(img *image.RGBA, box image.Rectangle, i ink) int {
	n, all := 0, 0
	for j := range colours(img, box) {
		all++
		if i.near(j) {
			n++
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

// mean returns the average colour of a box. If nearly all of the box has one
// colour, the average is near that one.
func mean(img *image.RGBA, box image.Rectangle) ink {
	var red, green, blue, n int
	for i := range colours(img, box) {
		red, green, blue, n = red+int(i>>16), green+int(i>>8&0xff), blue+int(i&0xff), n+1
	}
	n = max(n, 1)
	return ink(red/n)<<16 | ink(green/n)<<8 | ink(blue/n)
}
