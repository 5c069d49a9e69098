package pdf

import (
	"slices"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// area is a rectangle in points from the upper left corner.
type area struct{ left, top, right, bottom float64 }

// row is the number of the row of a form that the area stands in, in steps of 8
// points from the top: fields of one row may be a little higher or lower.
func (a area) row() int { return int((a.top + a.bottom) / 2 / 8) }

// frame converts the coordinates of a page, whose y axis points upwards, into
// those of its drawing.
type frame struct {
	media, crop []float64 // left, bottom, right, top
	rotate      int       // degrees clockwise, a multiple of 90
	unit        float64   // points per unit of user space
}

// inherit takes over the attributes that a node of the page tree sets.
func (f *frame) inherit(r objects, d types.Dict) {
	if box := r.numbers(d, "MediaBox"); len(box) == 4 {
		f.media = ordered(box)
	}
	if box := r.numbers(d, "CropBox"); len(box) == 4 {
		f.crop = ordered(box)
	}
	if _, there := d.Find("Rotate"); there {
		f.rotate = (r.flags(d, "Rotate")%360 + 360) % 360
	}
	if o, there := d.Find("UserUnit"); there {
		if unit, err := r.x.DereferenceNumber(o); err == nil && unit > 0 {
			f.unit = unit
		}
	}
}

// ordered returns a rectangle as left, bottom, right, top, whichever corners it
// is given by.
func ordered(r []float64) []float64 {
	return []float64{min(r[0], r[2]), min(r[1], r[3]), max(r[0], r[2]), max(r[1], r[3])}
}

// box is the part of the page that is drawn: its crop box within its media box.
func (f *frame) box() []float64 {
	box := f.media
	if box == nil {
		box = []float64{0, 0, 612, 792}
	}
	if c := f.crop; c != nil {
		cut := []float64{max(box[0], c[0]), max(box[1], c[1]), min(box[2], c[2]), min(box[3], c[3])}
		if cut[0] < cut[2] && cut[1] < cut[3] {
			return cut
		}
	}
	return box
}

// place returns where a rectangle of the page is drawn. ok is false if it lies
// off the page or is too small to be legible.
func (f *frame) place(rect []float64) (a area, ok bool) {
	if len(rect) != 4 {
		return area{}, false
	}
	b, rect := f.box(), ordered(rect)
	w, h := b[2]-b[0], b[3]-b[1]
	left, top, right, bottom := rect[0]-b[0], b[3]-rect[3], rect[2]-b[0], b[3]-rect[1]
	switch f.rotate {
	case 90:
		a = area{h - bottom, left, h - top, right}
		w, h = h, w
	case 180:
		a = area{w - right, h - bottom, w - left, h - top}
	case 270:
		a = area{top, w - right, bottom, w - left}
		w, h = h, w
	default:
		a = area{left, top, right, bottom}
	}
	ok = a.right-a.left >= legible && a.bottom-a.top >= legible && a.right > 0 && a.bottom > 0 && a.left < w && a.top < h
	return area{a.left * f.unit, a.top * f.unit, a.right * f.unit, a.bottom * f.unit}, ok
}

// transformed is the smallest upright box around a box to which the matrix of a
// form was applied.
func (r objects) transformed(box []float64, form types.Dict) []float64 {
	m := []float64{1, 0, 0, 1, 0, 0}
	for i, o := range r.array(form, "Matrix") {
		n, err := r.x.DereferenceNumber(o)
		if err != nil || i == len(m) {
			return box
		}
		m[i] = n
	}
	var xs, ys []float64
	for _, corner := range [][2]int{{0, 1}, {0, 3}, {2, 1}, {2, 3}} {
		x, y := box[corner[0]], box[corner[1]]
		xs, ys = append(xs, m[0]*x+m[2]*y+m[4]), append(ys, m[1]*x+m[3]*y+m[5])
	}
	return []float64{slices.Min(xs), slices.Min(ys), slices.Max(xs), slices.Max(ys)}
}
