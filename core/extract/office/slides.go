package office

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"slices"
	"strconv"

	"ibid/core"
)

// maxSlides bounds the slides, or sheets, that a file may list.
const maxSlides = 20_000

// tooMany returns an error if a file lists n slides or sheets and n is above
// maxSlides.
func tooMany(n int, what string) error {
	if n <= maxSlides {
		return nil
	}
	return &core.FileError{State: core.StateTooLarge, Reason: fmt.Sprintf("has %d %s, %d are read at most", n, what, maxSlides)}
}

// A place is the offset of a shape from the upper left corner of its slide, in
// EMU (914,400 to an inch).
type place struct {
	x, y  int64
	known bool
}

// A shape is a shape on a slide, or a group of them.
type shape struct {
	place
	title bool
	body  *body
}

// sameRow is the vertical distance, in EMU, below which two shapes stand in one
// row and are read from left to right: a third of an inch.
const sameRow = 914_400 / 3

// arrange sorts shapes in reading order: titles, then rows from top to bottom,
// each from left to right. A shape without a known place takes that of the shape
// before it in the file.
func arrange(shapes []shape) []shape {
	last := place{known: true}
	for i := range shapes {
		if !shapes[i].known {
			shapes[i].place = last
		}
		last = shapes[i].place
	}
	slices.SortStableFunc(shapes, func(a, b shape) int {
		if a.title != b.title {
			if a.title {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.y, b.y)
	})
	for i := 0; i < len(shapes); {
		end := i + 1
		for end < len(shapes) && shapes[end].title == shapes[i].title && shapes[end].y-shapes[i].y < sameRow {
			end++
		}
		slices.SortStableFunc(shapes[i:end], func(a, b shape) int { return cmp.Compare(a.x, b.x) })
		i = end
	}
	return shapes
}

// group makes one shape of several that stay together, with their text in
// reading order.
func group(at place, shapes []shape, left *int) shape {
	b := newBody(left)
	for _, sh := range arrange(shapes) {
		b.join(sh.body)
	}
	return shape{place: at, body: b}
}

// slide writes a slide to out: its title as heading, its shapes, then the notes
// of the speaker.
func slide(out *body, shapes []shape, notes *body) error {
	for _, sh := range arrange(shapes) {
		out.count(sh.body)
		blocks := sh.body.blocks
		if sh.title && len(sh.body.line()) <= maxHeading {
			blocks = []block{{kind: heading, level: 1, text: sh.body.line()}}
		}
		for _, k := range blocks {
			if k.text != "" { // its length was charged to the budget when it was read
				out.blocks = append(out.blocks, k)
			}
		}
	}
	if notes.line() == "" {
		return nil
	}
	if err := out.add(block{text: "Notes:"}); err != nil {
		return err
	}
	out.blocks = append(out.blocks, notes.blocks...)
	return nil
}

// readPlace reads the offset of a shape.
func readPlace(e xml.StartElement) place {
	x, errX := strconv.ParseInt(attr(e, "x"), 10, 48)
	y, errY := strconv.ParseInt(attr(e, "y"), 10, 48)
	return place{x, y, errX == nil && errY == nil}
}
