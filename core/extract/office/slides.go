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

func tooMany(n int, what string) error {
	if n <= maxSlides {
		return nil
	}
	return &core.FileError{State: core.StateTooLarge, Reason: fmt.Sprintf("has %d %s, %d are read at most", n, what, maxSlides)}
}

// A place is where a shape stands on its slide, in EMU (914,400 to an inch)
// from the upper left corner.
type place struct {
	x, y  int64
	known bool
}

// A shape is what stands together on a slide.
type shape struct {
	place
	title bool
	body  *body
}

// sameRow is how far below each other two shapes may begin that are read from
// left to right: a third of an inch.
const sameRow = 914_400 / 3

// arrange puts shapes in reading order: titles, then rows from top to bottom,
// each from left to right. A shape whose place is not known follows the one
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

// slide makes the page of a slide: its title as heading, its shapes, then what
// its speaker is to say.
func slide(out *body, shapes []shape, notes *body) error {
	for _, sh := range arrange(shapes) {
		out.pictures += sh.body.pictures
		out.tables += sh.body.tables
		blocks := sh.body.blocks
		if sh.title && len(sh.body.line()) <= maxHeading {
			blocks = []block{{kind: heading, level: 1, text: sh.body.line()}}
		}
		for _, k := range blocks {
			// What a shape held was counted when it was read.
			if k.text != "" {
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

// lost is the page of a slide or sheet that could not be read at all.
func lost(err error) string { return "could not be read: " + reason(err) }

// readPlace reads the offset of a shape.
func readPlace(e xml.StartElement) place {
	x, errX := strconv.ParseInt(attr(e, "x"), 10, 48)
	y, errY := strconv.ParseInt(attr(e, "y"), 10, 48)
	return place{x, y, errX == nil && errY == nil}
}
