package pdf

import (
	"context"
	"slices"
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"ibid/core"
)

// frame is how a page's own coordinates, which have y upwards, become those of
// its drawing.
type frame struct {
	media, crop []float64 // left, bottom, right, top
	rotate      int       // clockwise degrees
	unit        float64   // of user space, in points
}

// inherit takes what a node of the page tree says.
func (f *frame) inherit(r *fieldReader, d types.Dict) {
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

// ordered puts the corners of a rectangle in order.
func ordered(r []float64) []float64 {
	return []float64{min(r[0], r[2]), min(r[1], r[3]), max(r[0], r[2]), max(r[1], r[3])}
}

// box is what is drawn of the page: its crop box as far as it lies in the media
// box.
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

// place is where a rectangle of the page is drawn. It is not ok if that is
// nowhere: off the page, or too small for anything to be seen.
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

// annotate appends the words of annotations to the text of a page. A comment on
// words that says no more than they do is left out.
func annotate(p *core.Page, list []annotation) {
	contents := squeezeLine(p.Text)
	var b strings.Builder
	for _, a := range list {
		if !a.copies(contents) {
			b.WriteString(a.text)
		}
	}
	words := strings.TrimRight(b.String(), "\n")
	if words == "" {
		return
	}
	if p.Text != "" {
		p.Text += "\n"
	}
	p.Text += words
	p.Annotations = len(words)
}

// longCopy is how many bytes make it sure that a comment is a copy of what it
// marks.
const longCopy = 40

// copies reports whether the annotation only says what the page's contents say.
func (a annotation) copies(contents string) bool {
	words := squeezeLine(a.text)
	return (a.marks || len(words) >= longCopy) && strings.Contains(contents, words)
}

// annotations reads those of a document of count pages; nil in safe mode.
func (x Extractor) annotations(ctx context.Context, in core.Input, count int) [][]annotation {
	data, err := Prepare(in.Data, in.Password)
	if err != nil || x.Safe {
		return nil
	}
	return annotations(ctx, data, count)
}

// placeAnnotations adds lines for the annotations of pages to their layouts, at
// the end of the text and of the reading order. A page whose annotations are
// not those that its text was made with stays as it is.
func (x Extractor) placeAnnotations(ctx context.Context, in core.Input, count int, pages []core.Page, sheets []sheet) {
	if !slices.ContainsFunc(pages, func(p core.Page) bool { return p.Annotations > 0 }) {
		return
	}
	found := x.annotations(ctx, in, count)
	for i, p := range pages {
		if n := p.Index - 1; n >= 0 && n < len(found) {
			sheets[i].place(p, found[n])
		}
	}
}

func (s *sheet) place(p core.Page, list []annotation) {
	again := core.Page{Text: p.Contents()}
	if annotate(&again, list); again.Text != p.Text || p.Annotations == 0 {
		return
	}
	at := len(p.Text) - p.Annotations
	contents := squeezeLine(p.Contents())
	for _, a := range list {
		if a.copies(contents) {
			continue
		}
		rows := strings.Split(strings.TrimRight(a.text, "\n"), "\n")
		height := (a.bottom - a.top) / float64(len(rows))
		for n, row := range rows {
			if s.Order != nil {
				s.Order = append(s.Order, len(s.Lines))
			}
			s.Lines = append(s.Lines, core.Line{
				Span: core.Span{Start: at, End: at + len(row)},
				Left: float32(a.left), Top: float32(a.top + float64(n)*height), Right: float32(a.right),
				Height: float32(height), Size: float32(min(height*0.8, 12)),
			})
			at += len(row) + 1
		}
	}
}
