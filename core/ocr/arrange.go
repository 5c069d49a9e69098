package ocr

import (
	"image"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/core"
)

// The lowest confidences, in percent, of words and lines that are kept.
const (
	leastWord   = 30 // of a word
	leastStrict = 60 // of a word of a picture that need not show any text
	leastSign   = 60 // of a word without letters and digits, such as a bullet
	leastPage   = 45 // of the words of a page, on average
)

// A picture that need not show any text counts as text if at least sureWords of
// its words are sure, and at least half of all of them. A word is sure from
// sureConfidence percent and sureLetters letters on.
const (
	sureWords      = 3
	sureConfidence = 80
	sureLetters    = 3
)

// arrange makes text from the words of a page, in their order. A paragraph
// becomes one line, as in the text of a PDF: its lines are joined by spaces, and
// words that were divided at the end of a line are joined again. strict reports
// that the picture need not show any text. Positions are in pixels.
func arrange(words []word, strict bool) core.Scan {
	scan := core.Scan{Read: true}
	b := builder{}
	sum, weight, sure := 0., 0., 0
	for _, w := range words {
		letters := alphanumerics(w.text)
		if !credible(w, letters, strict) {
			continue
		}
		b.add(w)
		n := float64(max(letters, 1))
		sum, weight = sum+n*w.confidence, weight+n
		if w.confidence >= sureConfidence && letters >= sureLetters {
			sure++
		}
	}
	b.close()
	mean := sum / max(weight, 1)
	switch {
	case len(b.lines) == 0 || mean < leastPage, alphanumerics(string(b.text)) < 2:
		return scan
	case strict && (sure < sureWords || 2*sure < len(words)):
		return scan
	}
	scan.Text, scan.Layout.Lines = string(b.text), b.lines
	scan.OCR = min(max(int(math.Round(mean)), 1), 100)
	return scan
}

func credible(w word, letters int, strict bool) bool {
	switch {
	case w.box.Empty():
		return false
	case letters == 0:
		return w.confidence >= leastSign
	case strict:
		return w.confidence >= leastStrict
	}
	return w.confidence >= leastWord
}

// alphanumerics counts letters and digits.
func alphanumerics(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			n++
		}
	}
	return n
}

// builder joins words into lines and lines into paragraphs.
type builder struct {
	text  []byte
	lines []core.Line
	last  word   // first word of the last line in lines
	line  []word // words of the current line
}

func (b *builder) add(w word) {
	if len(b.line) > 0 && (!sameParagraph(b.line[0], w) || b.line[0].line != w.line) {
		b.close()
	}
	b.line = append(b.line, w)
}

// close ends the current line. A line without letters and digits is left out.
func (b *builder) close() {
	line := b.line
	b.line = nil
	texts, letters := make([]string, len(line)), 0
	var box image.Rectangle
	for i, w := range line {
		texts[i], box = w.text, box.Union(w.box)
		letters += alphanumerics(w.text)
	}
	if letters == 0 {
		return
	}
	b.join(line[0])
	start := len(b.text)
	b.text = append(b.text, strings.Join(texts, " ")...)
	b.lines = append(b.lines, core.Line{
		Span: core.Span{Start: start, End: len(b.text)},
		Left: float32(box.Min.X), Top: float32(box.Min.Y), Right: float32(box.Max.X), Height: float32(box.Dy()), Size: float32(thickness(box, letters)),
	})
}

// thickness returns the height of the letters of a line, which may run down the
// page.
func thickness(box image.Rectangle, letters int) int {
	if letters > 2 && box.Dy() > 2*box.Dx() {
		return box.Dx()
	}
	return box.Dy()
}

// join writes what separates the last line from the one that next begins.
func (b *builder) join(next word) {
	switch n := len(b.lines) - 1; {
	case n < 0:
	case !sameParagraph(b.last, next):
		b.text = append(b.text, '\n')
	default:
		if cut, divided := undivided(string(b.text[b.lines[n].Start:]), next.text); divided {
			b.lines[n].End = b.lines[n].Start + len(cut)
			b.text = b.text[:b.lines[n].End]
		} else {
			b.text = append(b.text, ' ')
		}
	}
	b.last = next
}

func sameParagraph(a, b word) bool { return a.block == b.block && a.paragraph == b.paragraph }

// undivided removes the hyphen from the end of a line if the next line begins with
// the rest of the word, in lower case. A stop after the hyphen is a speck.
func undivided(line, next string) (string, bool) {
	if bare := strings.TrimRight(line, ".,'"); strings.HasSuffix(bare, "-") {
		line = bare
	}
	cut := strings.TrimRight(line, "-\u2010\u00ad")
	before, _ := utf8.DecodeLastRuneInString(cut)
	after, _ := utf8.DecodeRuneInString(next)
	if len(cut) == len(line) || !unicode.IsLetter(before) || !unicode.IsLower(after) {
		return line, false
	}
	return cut, true
}

// scale turns pixels into points.
func scale(lines []core.Line, x, y float32) {
	for i := range lines {
		l := &lines[i]
		l.Left, l.Right = l.Left*x, l.Right*x
		l.Top, l.Height, l.Size = l.Top*y, l.Height*y, l.Size*y
	}
}
