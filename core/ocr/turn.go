package ocr

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"strings"

	"ibid/core/outside"
)

// fewLetters is how many letters must be found on a page before it is worth a
// second look: a photo has some that are none.
const fewLetters = 40

// words reads a picture of the size, and once more upside down if what is found
// is not sure. Tesseract finds lines that run across or down the page, but not
// those that stand on their heads: two readings are enough for every way a page
// may lie. The places of words are those of the picture as it is.
func (r *Reader) words(ctx context.Context, p picture) ([]word, error) {
	out, err := r.read(ctx, p)
	if err != nil {
		return nil, err
	}
	words := parse(out, p.size)
	if all, sure := letters(words); all < fewLetters || 2*sure >= all {
		return words, nil
	}
	out, err = r.read(ctx, p.turned())
	switch {
	case err == nil:
	case ctx.Err() != nil, errors.Is(err, outside.ErrMissing):
		return nil, err
	default:
		return words, nil // the first reading is better than none
	}
	turned := parse(out, p.size)
	if !surer(turned, words) {
		return words, nil
	}
	for i := range turned {
		b := &turned[i].box
		*b = image.Rectangle{Min: p.size.Sub(b.Max), Max: p.size.Sub(b.Min)}
	}
	return turned, nil
}

// letters counts the letters and digits of words, and those of words that are
// sure.
func letters(words []word) (all, sure int) {
	for _, w := range words {
		n := alphanumerics(w.text)
		all += n
		if w.confidence >= sureConfidence {
			sure += n
		}
	}
	return all, sure
}

// surer reports whether more of a is sure than of b.
func surer(a, b []word) bool {
	_, x := letters(a)
	_, y := letters(b)
	return x > y
}

// picture is a grey one, row by row.
type picture struct {
	size image.Point
	grey []byte
}

// turned is the picture upside down.
func (p picture) turned() picture {
	out := picture{p.size, make([]byte, len(p.grey))}
	for i, g := range p.grey {
		out.grey[len(p.grey)-1-i] = g
	}
	return out
}

// pgm is the picture as a portable grey map.
func (p picture) pgm() io.Reader {
	return io.MultiReader(strings.NewReader(fmt.Sprintf("P5\n%d %d\n255\n", p.size.X, p.size.Y)), bytes.NewReader(p.grey))
}
