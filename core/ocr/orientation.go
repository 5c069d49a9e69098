package ocr

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"slices"
	"strings"

	"ibid/core/outside"
)

// fewLetters is the number of letters and digits from which a page is read upside
// down as well. A photo may have some that are not letters.
const fewLetters = 40

// words reads a picture, and once more upside down if less than half of the letters
// belong to sure words. Tesseract finds lines that run across or down the page, but
// not those that are upside down, so two readings cover every way a page may lie.
// The boxes of words are those in the picture as it was given.
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

// surer reports whether more letters of a than of b are sure.
func surer(a, b []word) bool {
	_, x := letters(a)
	_, y := letters(b)
	return x > y
}

// picture is a grey picture, one byte a pixel, row by row.
type picture struct {
	size image.Point
	grey []byte
}

// turned returns the picture upside down.
func (p picture) turned() picture {
	grey := slices.Clone(p.grey)
	slices.Reverse(grey)
	return picture{p.size, grey}
}

// pgm returns the picture as a portable grey map.
func (p picture) pgm() io.Reader {
	return io.MultiReader(strings.NewReader(fmt.Sprintf("P5\n%d %d\n255\n", p.size.X, p.size.Y)), bytes.NewReader(p.grey))
}
