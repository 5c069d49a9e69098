package worker

import (
	"encoding/binary"
	"fmt"
	"image"
	"time"

	"ibid/core"
)

// step is what a request asks for.
type step int

const (
	stepWords step = iota + 1
	stepStructure
	stepOutline
	stepMetadata
	stepSyntax
	stepDraw
	stepList
	stepUnpack
)

// String is the step as messages name it: "reading the text ended the worker".
func (s step) String() string {
	return [...]string{
		"", "reading the text", "reading the structure", "reading the outline", "reading title and author", "reading the syntax", "drawing the page",
		"listing the files", "unpacking",
	}[s]
}

// request is one job for a worker. The file comes with it unless kept is set.
type request struct {
	step     step
	name     string
	kind     core.Kind
	password string
	safe     bool
	kept     bool // draw the document of the last request again
	page     int
	width    int
	height   int
	bare     bool          // no sheet in place of a picture
	skip     []int         // pages, 1-based, that are not read: they ended a worker before
	names    []string      // of members that are to be unpacked
	budget   time.Duration // after which the worker should end by itself with what it has
}

func (r request) encode() []byte {
	var e encoder
	e.int(int(r.step))
	e.string(r.name)
	e.string(string(r.kind))
	e.string(r.password)
	e.bool(r.safe)
	e.bool(r.kept)
	e.int(r.page)
	e.int(r.width)
	e.int(r.height)
	e.bool(r.bare)
	e.int(int(r.budget))
	e.int(len(r.skip))
	for _, page := range r.skip {
		e.int(page)
	}
	e.int(len(r.names))
	for _, name := range r.names {
		e.string(name)
	}
	return e
}

func decodeRequest(payload []byte) (request, error) {
	d := decoder{rest: payload}
	r := request{
		step: step(d.int()), name: d.string(), kind: core.Kind(d.string()), password: d.string(),
		safe: d.bool(), kept: d.bool(), page: d.int(), width: d.int(), height: d.int(), bare: d.bool(), budget: time.Duration(d.int()),
	}
	for range d.count(1) {
		r.skip = append(r.skip, d.int())
	}
	for range d.count(1) {
		r.names = append(r.names, d.string())
	}
	return r, d.done()
}

func encodeLimits(l core.Limits) []byte {
	var e encoder
	e.int(l.Pages)
	e.int(l.Pixels)
	e.int(int(l.OutputBytes))
	e.int(int(l.AddressSpace))
	e.int(int(l.FileBytes))
	return e
}

func decodeLimits(payload []byte) (core.Limits, error) {
	d := decoder{rest: payload}
	l := core.Limits{Pages: d.int(), Pixels: d.int(), OutputBytes: int64(d.int()), AddressSpace: int64(d.int()), FileBytes: int64(d.int())}
	return l, d.done()
}

func encodePage(p core.Page) []byte {
	e := make(encoder, 0, len(p.Text)+len(p.Note)+len(p.Label)+16)
	e.int(p.Index)
	e.string(p.Label)
	e.string(p.Text)
	e.string(p.Note)
	e.int(p.Annotations)
	return e
}

func decodePage(payload []byte) (core.Page, error) {
	d := decoder{rest: payload}
	p := core.Page{Index: d.int(), Label: d.string(), Text: d.string(), Note: d.string(), Annotations: d.int()}
	return p, d.done()
}

func encodeLayout(l core.Layout) []byte {
	e := make(encoder, 0, 32*len(l.Lines)+64)
	e.int(l.Page)
	e.float(l.Width)
	e.float(l.Height)
	e.int(l.Pictures)
	e.int(l.Tables)
	e.int(len(l.Lines))
	for _, line := range l.Lines {
		e.int(line.Start)
		e.int(line.Len())
		for _, f := range [...]float32{line.Left, line.Top, line.Right, line.Height, line.Size} {
			e.float(f)
		}
		e.bool(line.Bold)
		e.bool(line.Running)
		e.string(line.Hidden)
	}
	e.int(len(l.Order))
	for _, i := range l.Order {
		e.int(i)
	}
	e.int(len(l.Headings))
	for _, h := range l.Headings {
		e.int(h.Level)
		e.string(h.Title)
		e.int(h.Line)
		e.int(h.Start)
	}
	return e
}

func decodeLayout(payload []byte) (core.Layout, error) {
	d := decoder{rest: payload}
	l := core.Layout{Page: d.int(), Width: d.float(), Height: d.float(), Pictures: d.int(), Tables: d.int()}
	if n := d.count(25); n > 0 {
		l.Lines = make([]core.Line, n)
	}
	for i := range l.Lines {
		start, length := d.int(), d.int()
		l.Lines[i] = core.Line{
			Span: core.Span{Start: start, End: start + length},
			Left: d.float(), Top: d.float(), Right: d.float(), Height: d.float(), Size: d.float(), Bold: d.bool(), Running: d.bool(),
			Hidden: d.string(),
		}
	}
	if n := d.count(1); n > 0 {
		l.Order = make([]int, n)
	}
	for i := range l.Order {
		l.Order[i] = d.int()
	}
	if n := d.count(4); n > 0 {
		l.Headings = make([]core.Heading, n)
	}
	for i := range l.Headings {
		l.Headings[i] = core.Heading{Level: d.level(), Title: d.clipped(core.MaxTitle), Line: d.int(), Start: d.int()}
	}
	return l, d.done()
}

func encodeOutline(entries []core.OutlineEntry) []byte {
	var e encoder
	e.int(len(entries))
	for _, o := range entries {
		e.int(o.Level)
		e.string(o.Title)
		e.int(o.Page)
	}
	return e
}

func decodeOutline(payload []byte) ([]core.OutlineEntry, error) {
	d := decoder{rest: payload}
	var out []core.OutlineEntry
	if n := d.count(3); n > 0 {
		out = make([]core.OutlineEntry, n)
	}
	for i := range out {
		out[i] = core.OutlineEntry{Level: d.level(), Title: d.clipped(core.MaxTitle), Page: d.int()}
	}
	return out, d.done()
}

func encodeMetadata(m core.Metadata) []byte {
	var e encoder
	e.string(m.Title)
	e.string(m.Author)
	e.int(len(m.Labels))
	for _, label := range m.Labels {
		e.string(label)
	}
	return e
}

func decodeMetadata(payload []byte) (core.Metadata, error) {
	d := decoder{rest: payload}
	m := core.Metadata{Title: d.clipped(core.MaxTitle), Author: d.clipped(core.MaxAuthors)}
	for range d.count(1) {
		m.Labels = append(m.Labels, d.string())
	}
	return m, d.done()
}

// imageHeader is the fixed part of an image's payload: width and height.
const imageHeader = 8

func encodeImage(img *image.RGBA) []byte {
	out := make([]byte, 0, imageHeader+len(img.Pix))
	out = binary.BigEndian.AppendUint32(out, uint32(img.Rect.Dx()))
	out = binary.BigEndian.AppendUint32(out, uint32(img.Rect.Dy()))
	return append(out, img.Pix...)
}

// decodeImage returns a picture that shares memory with payload.
func decodeImage(payload []byte) (*image.RGBA, error) {
	if len(payload) < imageHeader {
		return nil, fmt.Errorf("picture without a size: %w", errGarbage)
	}
	pix := payload[imageHeader:]
	w, h := int(binary.BigEndian.Uint32(payload)), int(binary.BigEndian.Uint32(payload[4:]))
	if w <= 0 || h <= 0 || w > len(pix) || h > len(pix) || 4*w*h != len(pix) {
		return nil, fmt.Errorf("picture of %d × %d: %w", w, h, errGarbage)
	}
	return &image.RGBA{Pix: pix, Stride: 4 * w, Rect: image.Rect(0, 0, w, h)}, nil
}

func encodeFailure(f *core.FileError) []byte {
	var e encoder
	e.string(string(f.State))
	e.string(f.Reason)
	cause := ""
	if f.Err != nil {
		cause = f.Err.Error()
	}
	e.string(cause)
	return e
}

func decodeFailure(payload []byte) (*core.FileError, error) {
	d := decoder{rest: payload}
	state, reason, cause := core.State(d.string()), d.string(), d.string()
	if err := d.done(); err != nil {
		return nil, err
	}
	return &core.FileError{State: state, Reason: reason, Err: causeOf(state, cause)}, nil
}
