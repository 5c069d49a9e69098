package worker

import (
	"image"
	"reflect"
	"strings"
	"testing"
	"time"

	"ibid/core"
)

func TestMessagesSurviveTheSocket(t *testing.T) {
	r := request{
		step: stepDraw, name: "a \u2013 b.pdf", kind: core.KindPDF, password: "sesame", safe: true, kept: true,
		page: 3, width: 160, height: 220, skip: []int{4, 70_000}, budget: time.Second,
	}
	if got, err := decodeRequest(r.encode()); err != nil || !reflect.DeepEqual(got, r) {
		t.Errorf("request: got %+v, %v", got, err)
	}
	p := core.Page{Index: 20_000, Label: "xiv", Text: "text\nmore", Note: "some letters are not known"}
	if got, err := decodePage(encodePage(p)); err != nil || got != p {
		t.Errorf("page: got %+v, %v", got, err)
	}
	l := core.Layout{
		Page: 7, Width: 595.3, Height: 841.9, Pictures: 2, Tables: 1,
		Lines: []core.Line{
			{Span: core.Span{Start: 3, End: 9}, Left: 1.5, Top: 2, Right: 3, Height: 4, Size: 5, Bold: true},
			{Span: core.Span{Start: 10, End: 12}, Left: -1.5, Running: true, Hidden: "off the page"},
		},
		Order:    []int{1, 0},
		Headings: []core.Heading{{Level: 2, Title: "Methods", Line: -1, Start: 10}},
	}
	if got, err := decodeLayout(encodeLayout(l)); err != nil || !reflect.DeepEqual(got, l) {
		t.Errorf("layout: got %+v, %v", got, err)
	}
	o := []core.OutlineEntry{{Level: 1, Title: "One", Page: 1}, {Level: 2, Title: "Two"}}
	if got, err := decodeOutline(encodeOutline(o)); err != nil || !reflect.DeepEqual(got, o) {
		t.Errorf("outline: got %+v, %v", got, err)
	}
	m := core.Metadata{Title: "T", Author: "A", Labels: []string{"i", "", "1"}}
	if got, err := decodeMetadata(encodeMetadata(m)); err != nil || !reflect.DeepEqual(got, m) {
		t.Errorf("metadata: got %+v, %v", got, err)
	}
	img := image.NewRGBA(image.Rect(0, 0, 3, 2))
	img.Pix[5] = 77
	if got, err := decodeImage(encodeImage(img)); err != nil || !reflect.DeepEqual(got, img) {
		t.Errorf("image: got %+v, %v", got, err)
	}
	f := &core.FileError{State: core.StateTooLarge, Reason: "too many pages"}
	if got, err := decodeFailure(encodeFailure(f)); err != nil || !reflect.DeepEqual(got, f) {
		t.Errorf("failure: got %+v, %v", got, err)
	}
	limits := core.Limits{Pages: 1, Pixels: 2, OutputBytes: 3, AddressSpace: 4}
	if got, err := decodeLimits(encodeLimits(limits)); err != nil || got != limits {
		t.Errorf("limits: got %+v, %v", got, err)
	}
}

// A worker that has gone wrong can send anything: decoding ends with an error or
// with a value that is no larger than what was sent.
func FuzzDecodersEnd(f *testing.F) {
	f.Add(encodeLayout(core.Layout{Page: 1, Lines: make([]core.Line, 2), Order: []int{1, 0}}))
	f.Add(encodePage(core.Page{Index: 1, Text: "text"}))
	f.Add(encodeImage(image.NewRGBA(image.Rect(0, 0, 2, 2))))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01})
	f.Fuzz(func(t *testing.T, payload []byte) {
		if l, err := decodeLayout(payload); err == nil {
			if len(l.Lines) > len(payload) || len(l.Order) > len(payload) || len(l.Headings) > len(payload) {
				t.Fatalf("%d bytes became %+v", len(payload), l)
			}
			fits(l, core.Page{Index: l.Page})
		}
		_, _ = decodePage(payload)
		_, _ = decodeOutline(payload)
		_, _ = decodeFailure(payload)
		_, _ = decodeRequest(payload)
		_, _ = decodeMetadata(payload)
		if img, err := decodeImage(payload); err == nil && len(img.Pix) > len(payload) {
			t.Fatalf("%d bytes became %v", len(payload), img.Bounds())
		}
	})
}

// A title is kept with every passage below it: one of a megabyte would be
// stored and indexed as often.
func TestTitlesAreBounded(t *testing.T) {
	long, clipped := "x"+strings.Repeat("é", 10_000), "x"+strings.Repeat("é", (core.MaxTitle-1)/2)+"…"
	l, err := decodeLayout(encodeLayout(core.Layout{Page: 1, Headings: []core.Heading{{Level: 99, Title: long, Line: -1}}}))
	if err != nil || l.Headings[0] != (core.Heading{Level: core.MaxLevel, Title: clipped, Line: -1}) {
		t.Errorf("heading: got %+v, %v", l.Headings, err)
	}
	o, err := decodeOutline(encodeOutline([]core.OutlineEntry{{Level: -1, Title: long}}))
	if err != nil || o[0] != (core.OutlineEntry{Level: 1, Title: clipped}) {
		t.Errorf("outline: got %+v, %v", o, err)
	}
	m, err := decodeMetadata(encodeMetadata(core.Metadata{Title: long, Author: long}))
	if err != nil || m.Title != clipped || len(m.Author) > core.MaxAuthors+len("…") {
		t.Errorf("metadata: got %+v, %v", m, err)
	}
}

func TestLayoutOutsideItsPageIsRefused(t *testing.T) {
	page := core.Page{Index: 1, Text: "ten bytes."}
	line := func(start, end int) core.Layout {
		return core.Layout{Page: 1, Lines: []core.Line{{Span: core.Span{Start: start, End: end}}}}
	}
	tests := []struct {
		name   string
		layout core.Layout
		want   bool
	}{
		{"good", line(0, 10), true},
		{"behind the end", line(0, 11), false},
		{"backwards", line(5, 4), false},
		{"negative", line(-1, 4), false},
		{"another page", core.Layout{Page: 2}, false},
		{"order twice", core.Layout{Page: 1, Lines: make([]core.Line, 2), Order: []int{0, 0}}, false},
		{"order of too few", core.Layout{Page: 1, Lines: make([]core.Line, 2), Order: []int{0}}, false},
		{"heading on no line", core.Layout{Page: 1, Headings: []core.Heading{{Line: 0}}}, false},
		{"heading behind the end", core.Layout{Page: 1, Headings: []core.Heading{{Line: -1, Start: 11}}}, false},
	}
	for _, tt := range tests {
		if got := fits(tt.layout, page); got != tt.want {
			t.Errorf("%s: fits is %v", tt.name, got)
		}
	}
}
