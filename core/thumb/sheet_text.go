package thumb

import (
	"fmt"
	"image"
	"image/color"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
)

var (
	regular = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(goregular.TTF) })
	mono    = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gomono.TTF) })
	bold    = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gobold.TTF) })
)

type fontLoader = func() (*opentype.Font, error)

// typeface is a font at one size. Not safe for concurrent use.
type typeface struct {
	font *opentype.Font
	face font.Face
	size float64 // pixels
	buf  sfnt.Buffer
}

func newTypeface(load fontLoader, size float64) (*typeface, error) {
	f, err := load()
	if err != nil {
		return nil, fmt.Errorf("parse the built-in font: %w", err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil, fmt.Errorf("scale the built-in font: %w", err)
	}
	return &typeface{font: f, face: face, size: size}, nil
}

func (t *typeface) close() { _ = t.face.Close() }

// width returns the width of a drawable text in pixels, rounded up.
func (t *typeface) width(s string) int { return font.MeasureString(t.face, s).Ceil() }

// draw writes a drawable text with its base line at y.
func (t *typeface) draw(img *image.RGBA, s string, x, y int, ink color.Color) {
	pen := font.Drawer{Dst: img, Src: image.NewUniform(ink), Face: t.face, Dot: fixed.P(x, y)}
	pen.DrawString(s)
}

// drawable returns s in characters that the font has. Lines are kept, accents are
// joined to their letters, the brackets of codes such as ⟨U+202E⟩ become ‹ and ›,
// invisible characters are dropped, and every other character that the font lacks
// becomes U+FFFD. lacks counts these.
func (t *typeface) drawable(s string) (out string, lacks int) {
	out = strings.Map(func(r rune) rune {
		switch {
		case r == '⟨':
			return '‹'
		case r == '⟩':
			return '›'
		case r == '\n':
			return r
		case r == '\t':
			return ' '
		case r == '\u00ad' || unicode.Is(unicode.Variation_Selector, r) || unicode.Is(unicode.Cf, r) || unicode.IsControl(r):
			return -1
		}
		if g, err := t.font.GlyphIndex(&t.buf, r); err != nil || g == 0 {
			lacks++
			return unicode.ReplacementChar
		}
		return r
	}, norm.NFC.String(s))
	return out, lacks
}

const ellipsis = "…"

// longestText bounds the characters of a caption that are measured. More have no
// room on any sheet.
const longestText = 600

// caption returns name and place as a drawable line of at most room pixels. If they
// are too long, the name is clipped in its middle; if the place alone is too long,
// its end is clipped.
func (t *typeface) caption(name, place string, room int) string {
	oneLine := strings.NewReplacer("\r", " ", "\n", " ")
	name, _ = t.drawable(oneLine.Replace(name))
	place, _ = t.drawable(oneLine.Replace(place))
	if place == "" {
		return t.clip(name, room, 0.5)
	}
	if short := t.clip(name, room-t.width(place), 0.5); short != "" && short != ellipsis {
		return short + place
	}
	return t.clip(strings.TrimSpace(place), room, 1)
}

// clip cuts s to room pixels with an ellipsis in place of what was cut out. head is
// the fraction of what is kept that stands before the ellipsis: 1 cuts off the end.
func (t *typeface) clip(s string, room int, head float64) string {
	if len(s) <= longestText && t.width(s) <= room {
		return s
	}
	runes := []rune(s)
	cut := func(keep int) string {
		before := int(float64(keep)*head + 0.5)
		return strings.TrimRight(string(runes[:before]), " ") + ellipsis + strings.TrimLeft(string(runes[len(runes)-keep+before:]), " ")
	}
	low, high := -1, min(len(runes), longestText)-1 // low characters have room, high may have
	for low < high {
		if middle := (low + high + 1) / 2; t.width(cut(middle)) <= room {
			low = middle
		} else {
			high = middle - 1
		}
	}
	if low < 0 {
		return ""
	}
	return cut(low)
}

// broken returns as much of a line as has room together with an ellipsis after it.
func (t *typeface) broken(line string, room int) string {
	for line != "" && t.width(line+ellipsis) > room {
		_, n := utf8.DecodeLastRuneInString(line)
		line = line[:len(line)-n]
	}
	return line + ellipsis
}

// wrap breaks a drawable text into lines of at most room pixels, between words
// where possible. Lines keep their indent. It returns at most most lines; whole
// reports whether these are all.
func (t *typeface) wrap(s string, room, most int) (lines []string, whole bool) {
	for paragraph := range strings.Lines(s) {
		words := strings.Fields(paragraph)
		line := paragraph[:len(paragraph)-len(strings.TrimLeft(paragraph, " "))]
		if len(words) > 0 && t.width(line+words[0]) > room {
			line = ""
		}
		for i, word := range words {
			joined := line + " " + word
			if i == 0 || line == "" {
				joined = line + word
			}
			if t.width(joined) <= room {
				line = joined
				continue
			}
			if line != "" {
				lines = append(lines, line)
			}
			for line = word; t.width(line) > room && len(lines) < most; {
				n := t.room(line, room)
				lines, line = append(lines, line[:n]), line[n:]
			}
			if len(lines) >= most {
				return lines[:most], false
			}
		}
		if lines = append(lines, strings.TrimRight(line, " ")); len(lines) > most {
			return lines[:most], false
		}
	}
	return lines, true
}

// longLine is how many characters a line must have to be joined with the next.
const longLine = 38

// reflow joins lines that were broken to fit a page: a long line is joined with the
// next if that begins with a letter.
func reflow(s string) string {
	var b strings.Builder
	before := 0 // characters of the last line
	for line := range strings.Lines(s) {
		line = strings.TrimRight(line, "\r\n")
		first, _ := utf8.DecodeRuneInString(strings.TrimLeft(line, " "))
		switch {
		case b.Len() == 0:
		case before >= longLine && unicode.IsLetter(first):
			b.WriteByte(' ')
			line = strings.TrimLeft(line, " ")
		default:
			b.WriteByte('\n')
		}
		b.WriteString(line)
		before = utf8.RuneCountInString(line)
	}
	return b.String()
}

// room returns the number of bytes of a word that fit, at least those of its
// first character.
func (t *typeface) room(word string, room int) int {
	n := 0
	for i, r := range word {
		end := i + len(string(r))
		if n > 0 && t.width(word[:end]) > room {
			break
		}
		n = end
	}
	return n
}
