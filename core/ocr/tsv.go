package ocr

import (
	"bytes"
	"image"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// mostWords is the most words of one page that are used.
const mostWords = 20_000

// word is a word that Tesseract found.
type word struct {
	block, paragraph, line int
	box                    image.Rectangle // in pixels
	confidence             float64         // 0 to 100
	text                   string          // trimmed, valid UTF-8 without control characters
}

// The number of columns of Tesseract's TSV, and the level of words in it.
const (
	columns   = 12
	levelWord = "5"
)

// parse reads the TSV that Tesseract writes of a picture of a size. Rows that are
// not words, or damaged, are left out; boxes are cut to the picture.
func parse(tsv []byte, size image.Point) []word {
	var words []word
	for row := range bytes.Lines(tsv) {
		if len(words) == mostWords {
			break
		}
		fields := strings.SplitN(strings.TrimRight(string(row), "\r\n"), "\t", columns)
		if len(fields) != columns || fields[0] != levelWord {
			continue
		}
		var n [8]int // block to height
		whole := true
		for i := range n {
			var err error
			n[i], err = strconv.Atoi(fields[2+i])
			whole = whole && err == nil && n[i] >= 0 && n[i] <= math.MaxInt32
		}
		confidence, err := strconv.ParseFloat(fields[10], 64)
		text := clean(fields[11])
		if !whole || err != nil || !(confidence >= 0 && confidence <= 100) || text == "" {
			continue
		}
		box := image.Rect(n[4], n[5], n[4]+n[6], n[5]+n[7]).Intersect(image.Rectangle{Max: size})
		words = append(words, word{n[0], n[1], n[2], box, confidence, text})
	}
	return words
}

// clean removes control characters and invalid bytes from a word.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	return strings.Join(strings.Fields(s), " ")
}
