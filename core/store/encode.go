package store

import (
	"encoding/binary"
	"errors"
	"math"

	"ibid/core"
)

// A blob is a row of varints, with floats and strings as they are. It is read
// back by the same version of the program that wrote it: see version.
type writer struct{ buf []byte }

func (w *writer) int(n int) { w.buf = binary.AppendVarint(w.buf, int64(n)) }
func (w *writer) bool(b bool) {
	n := 0
	if b {
		n = 1
	}
	w.int(n)
}
func (w *writer) float(f float32) {
	w.buf = binary.LittleEndian.AppendUint32(w.buf, math.Float32bits(f))
}
func (w *writer) span(s core.Span) { w.int(s.Start); w.int(s.Len()) }
func (w *writer) string(s string)  { w.int(len(s)); w.buf = append(w.buf, s...) }
func (w *writer) floats(f ...float32) {
	for _, f := range f {
		w.float(f)
	}
}

var errBlob = errors.New("stored value is damaged")

// reader reads what writer wrote. After the first thing that does not fit it
// gives zeros and keeps err.
type reader struct {
	buf []byte
	err error
}

func (r *reader) fail() {
	r.buf, r.err = nil, errBlob
}

func (r *reader) int() int {
	n, size := binary.Varint(r.buf)
	if size <= 0 {
		r.fail()
		return 0
	}
	r.buf = r.buf[size:]
	return int(n)
}

// count reads the length of a list whose items take at least size bytes each,
// so that a damaged one cannot ask for more memory than the blob is long.
func (r *reader) count(size int) int {
	n := r.int()
	if n < 0 || n > len(r.buf)/size {
		r.fail()
		return 0
	}
	return n
}

func (r *reader) float() float32 {
	if len(r.buf) < 4 {
		r.fail()
		return 0
	}
	f := math.Float32frombits(binary.LittleEndian.Uint32(r.buf))
	r.buf = r.buf[4:]
	return f
}

func (r *reader) floats(f ...*float32) {
	for _, f := range f {
		*f = r.float()
	}
}

func (r *reader) bool() bool { return r.int() == 1 }

func (r *reader) span() core.Span {
	start := r.int()
	return core.Span{Start: start, End: start + r.int()}
}

func (r *reader) string() string {
	n := r.count(1)
	s := string(r.buf[:n])
	r.buf = r.buf[n:]
	return s
}

// end reports whether the blob was read to its last byte without a fault.
func (r *reader) end() error {
	if r.err == nil && len(r.buf) > 0 {
		r.fail()
	}
	return r.err
}

func encodeSpans(spans []core.Span) []byte {
	var w writer
	for _, s := range spans {
		w.span(s)
	}
	return w.buf
}

func decodeSpans(blob []byte) ([]core.Span, error) {
	r := reader{buf: blob}
	spans := make([]core.Span, 0, 1)
	for len(r.buf) > 0 {
		spans = append(spans, r.span())
	}
	return spans, r.end()
}

func encodeOutline(outline []core.OutlineEntry) []byte {
	var w writer
	for _, e := range outline {
		w.int(e.Level)
		w.int(e.Page)
		w.string(e.Title)
	}
	return w.buf
}

func decodeOutline(blob []byte) ([]core.OutlineEntry, error) {
	r := reader{buf: blob}
	var outline []core.OutlineEntry
	for len(r.buf) > 0 {
		outline = append(outline, core.OutlineEntry{Level: r.int(), Page: r.int(), Title: r.string()})
	}
	return outline, r.end()
}

func encodeLayout(l *core.Layout) []byte {
	w := writer{buf: make([]byte, 0, 64+32*len(l.Lines))}
	w.int(l.Page)
	w.floats(l.Width, l.Height)
	w.int(l.Pictures)
	w.int(l.Tables)
	w.int(len(l.Lines))
	for i := range l.Lines {
		n := &l.Lines[i]
		w.span(n.Span)
		w.floats(n.Left, n.Top, n.Right, n.Height, n.Size)
		w.bool(n.Bold)
		w.bool(n.Running)
		w.string(n.Hidden)
	}
	w.int(len(l.Order))
	for _, n := range l.Order {
		w.int(n)
	}
	w.int(len(l.Headings))
	for _, h := range l.Headings {
		w.int(h.Level)
		w.int(h.Line)
		w.int(h.Start)
		w.string(h.Title)
	}
	return w.buf
}

// decodeLayout gives nil for empty lists: an Order without lines says nothing.
func decodeLayout(blob []byte) (core.Layout, error) {
	r := reader{buf: blob}
	l := core.Layout{Page: r.int()}
	r.floats(&l.Width, &l.Height)
	l.Pictures, l.Tables = r.int(), r.int()
	if n := r.count(25); n > 0 {
		l.Lines = make([]core.Line, n)
	}
	for i := range l.Lines {
		n := &l.Lines[i]
		n.Span = r.span()
		r.floats(&n.Left, &n.Top, &n.Right, &n.Height, &n.Size)
		n.Bold, n.Running, n.Hidden = r.bool(), r.bool(), r.string()
	}
	if n := r.count(1); n > 0 {
		l.Order = make([]int, n)
	}
	for i := range l.Order {
		l.Order[i] = r.int()
	}
	if n := r.count(4); n > 0 {
		l.Headings = make([]core.Heading, n)
	}
	for i := range l.Headings {
		l.Headings[i] = core.Heading{Level: r.int(), Line: r.int(), Start: r.int(), Title: r.string()}
	}
	if err := r.end(); err != nil {
		return core.Layout{}, err
	}
	return l, nil
}
