package worker

import (
	"bytes"
	"errors"
	"image"
	"reflect"
	"strings"
	"testing"
	"time"

	"ibid/core"
	"ibid/core/codec"
)

// sent is what the other end makes of a value.
func sent[T any](t testing.TB, v T) T {
	t.Helper()
	var buf bytes.Buffer
	if err := send(&buf, tagPage, v); err != nil {
		t.Fatal(err)
	}
	_, payload, err := readFrame(&buf, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	back, err := decode[T](payload)
	if err != nil {
		t.Fatal(err)
	}
	return back
}

func TestMessagesSurviveTheSocket(t *testing.T) {
	r := request{
		Step: stepDraw, Name: "a \u2013 b \xff.pdf", Kind: core.KindPDF, Password: "sesame", Safe: true, Kept: true, Bare: true,
		Page: 3, Width: 160, Height: 220, Skip: []int{4, 70_000}, Names: []string{"a/b", ""}, Budget: time.Second,
	}
	if got := sent(t, r); !reflect.DeepEqual(got, r) {
		t.Errorf("request: got %+v", got)
	}
	p := core.Page{Index: 20_000, Label: "xiv", Text: "text\nmore", OCR: 91, Note: "some letters are not known", Annotations: 4}
	if got := sent(t, p); got != p {
		t.Errorf("page: got %+v", got)
	}
	limits := core.DefaultLimits()
	if got := sent(t, limits); got != limits {
		t.Errorf("limits: got %+v", got)
	}
	for _, at := range []time.Time{{}, time.Unix(1_700_000_000, 5), time.Unix(1<<40, 0), time.Unix(-1<<40, 0)} {
		m := core.Member{Name: "a", Size: 1 << 40, Modified: at}
		if got := sent(t, newMember(m)).member(); got.Name != m.Name || got.Size != m.Size || !got.Modified.Equal(at) {
			t.Errorf("member: got %+v, want %+v", got, m)
		}
	}
	f := &core.FileError{State: core.StateTooLarge, Reason: "too many pages", Err: errors.New("why")}
	for _, piece := range []core.Piece{{Member: 3, Data: []byte("text")}, {Last: true, Fate: f}} {
		if got := sent(t, newPiece(piece)).piece(); !reflect.DeepEqual(got, piece) {
			t.Errorf("piece: got %+v, want %+v", got, piece)
		}
	}
	if _, err := decode[request]([]byte{0xff}); !errors.Is(err, errGarbage) {
		t.Errorf("garbage: %v", err)
	}
	var buf bytes.Buffer
	if err := send(&buf, tagLast+1, nil); err != nil {
		t.Fatal(err)
	}
	if _, _, err := readFrame(&buf, 1); !errors.Is(err, errGarbage) {
		t.Errorf("a frame that the protocol does not know: %v", err)
	}
}

func TestPictureHasThePixelsThatItSays(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 3, 2))
	img.Pix[5] = 77
	data := encodeImage(img)
	if got, err := decodeImage(data); err != nil || !reflect.DeepEqual(got, img) {
		t.Errorf("got %+v, %v", got, err)
	}
	for name, bad := range map[string][]byte{
		"one byte too few": data[:len(data)-1], "one too many": append(bytes.Clone(data), 0), "no pixels": encodeImage(new(image.RGBA)), "no size": data[:7],
	} {
		if _, err := decodeImage(bad); !errors.Is(err, errGarbage) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A worker that has gone wrong can send anything: decoding ends with an error or
// with a value that is no larger than what was sent. See also the fuzz tests of
// core/codec.
func FuzzDecodersEnd(f *testing.F) {
	f.Add(codec.PackLayout(core.Layout{Page: 1, Lines: make([]core.Line, 2), Order: []int{1, 0}}))
	f.Add(encodeImage(image.NewRGBA(image.Rect(0, 0, 2, 2))))
	for _, v := range []any{core.Page{Index: 1, Text: "text"}, failed{State: core.StateDamaged}, request{Skip: []int{1}}, core.Metadata{Title: "T"}} {
		data, err := codec.Marshal(v)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		if l, err := decodeLayout(payload); err == nil {
			if len(l.Lines) > len(payload) || len(l.Order) > len(payload) || len(l.Headings) > len(payload) {
				t.Fatalf("%d bytes became %+v", len(payload), l)
			}
			fits(l, core.Page{Index: l.Page})
		}
		_, _ = decodeOutline(payload)
		_, _ = decodeMetadata(payload)
		_, _ = decode[core.Page](payload)
		_, _ = decode[failed](payload)
		_, _ = decode[request](payload)
		if img, err := decodeImage(payload); err == nil && len(img.Pix) > len(payload) {
			t.Fatalf("%d bytes became %v", len(payload), img.Bounds())
		}
	})
}

// A title is kept with every passage below it: one of a megabyte would be
// stored and indexed as often.
func TestTitlesAreBounded(t *testing.T) {
	payload := func(v any) []byte {
		data, err := codec.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	long, clipped := "x"+strings.Repeat("é", 10_000), "x"+strings.Repeat("é", (core.MaxTitle-1)/2)+"…"
	for _, tt := range []struct {
		title, want string
		level, kept int
	}{
		{long, clipped, 99, core.MaxLevel},
		{strings.Repeat("x", core.MaxTitle), strings.Repeat("x", core.MaxTitle), core.MaxLevel, core.MaxLevel},
		{strings.Repeat("x", core.MaxTitle+1), strings.Repeat("x", core.MaxTitle) + "…", core.MaxLevel + 1, core.MaxLevel},
		{"x", "x", 1, 1},
		{"x", "x", 0, 1},
	} {
		l, err := decodeLayout(codec.PackLayout(core.Layout{Page: 1, Headings: []core.Heading{{Level: tt.level, Title: tt.title, Line: -1}}}))
		if err != nil || l.Headings[0] != (core.Heading{Level: tt.kept, Title: tt.want, Line: -1}) {
			t.Errorf("heading: got %+v, %v", l.Headings, err)
		}
		o, err := decodeOutline(payload([]core.OutlineEntry{{Level: tt.level, Title: tt.title}}))
		if err != nil || o[0] != (core.OutlineEntry{Level: tt.kept, Title: tt.want}) {
			t.Errorf("outline: got %+v, %v", o, err)
		}
		m, err := decodeMetadata(payload(core.Metadata{Title: tt.title}))
		if err != nil || m.Title != tt.want {
			t.Errorf("metadata: got %+v, %v", m, err)
		}
	}
	m, err := decodeMetadata(payload(core.Metadata{Author: long}))
	if err != nil || len(m.Author) > core.MaxAuthors+len("…") {
		t.Errorf("authors: got %+v, %v", m, err)
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
