package office

import (
	"context"
	"encoding/xml"
	"strconv"
	"strings"
)

// odp reads the slides of an OpenDocument presentation in order.
func (c *container) odp(ctx context.Context, emit func(int, *body, string) error) error {
	r := &odfReader{styles: c.readStyles(ctx)}
	left, n := budget(), 0
	var last *body // the slide that is being read
	err := c.content(ctx, r.styles, func(s *scanner, e xml.StartElement) error {
		r.s = s
		if e.Name.Local != "page" {
			return nil
		}
		n++
		if err := tooMany(n, "slides"); err != nil {
			return err
		}
		last = newBody(left)
		if err := r.slide(last); err != nil {
			return err
		}
		done := last
		last = nil
		return emit(n, done, "")
	})
	if last == nil {
		return err
	}
	note, err := partly(ctx, last, err)
	if err != nil {
		return err
	}
	return emit(n, last, note)
}

// slide reads a draw:page into out.
func (r *odfReader) slide(out *body) error {
	var shapes []shape
	var comments []string
	notes := newBody(out.left)
	r.out = out
	err := r.s.each(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "notes":
		case "annotation":
			text, err := r.annotation()
			comments = append(comments, text)
			return err
		default:
			return r.slideShape(e, &shapes)
		}
		return r.s.each(func(e xml.StartElement) error {
			if attr(e, "class") != "notes" {
				return nil
			}
			b, err := r.sub(func() error { return r.block(e) })
			notes.blocks = append(notes.blocks, b.blocks...)
			return err
		})
	})
	if full := slide(out, shapes, notes); err == nil {
		err = full
	}
	for _, text := range comments {
		if err == nil {
			err = out.add(block{text: text})
		}
	}
	return err
}

// slideShape reads a shape, or a group of shapes as one.
func (r *odfReader) slideShape(e xml.StartElement, shapes *[]shape) error {
	class := attr(e, "class")
	switch {
	case e.Name.Space != "draw", attr(e, "placeholder") == "true",
		class == "footer", class == "date-time", class == "page-number", class == "header":
		return nil
	case e.Name.Local == "g":
		var list []shape
		err := r.s.each(func(e xml.StartElement) error { return r.slideShape(e, &list) })
		if len(list) == 0 {
			return err
		}
		together := group(place{}, list, r.out.left)
		together.place = list[0].place // of the first in reading order
		*shapes = append(*shapes, together)
		return err
	}
	b, err := r.sub(func() error { return r.block(e) })
	x, okX := emu(attr(e, "x"))
	y, okY := emu(attr(e, "y"))
	*shapes = append(*shapes, shape{place: place{x, y, okX && okY}, title: class == "title", body: b})
	return err
}

// units holds the units of length of OpenDocument in EMU.
var units = map[string]float64{"cm": 360_000, "mm": 36_000, "in": 914_400, "pt": 12_700, "pc": 152_400, "px": 9_525}

// emu returns a length such as "2.54cm" in EMU.
func emu(length string) (int64, bool) {
	if len(length) < 3 {
		return 0, false
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(length[:len(length)-2]), 64)
	unit, ok := units[length[len(length)-2:]]
	if err != nil || !ok || n < -1e4 || n > 1e4 {
		return 0, false
	}
	return int64(n * unit), true
}
