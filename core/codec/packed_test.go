package codec

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"ibid/core"
)

func sampleLayout() core.Layout {
	return core.Layout{
		Page: 3, Width: 595.28, Height: 841.89, Pictures: 2, Tables: 1,
		Lines: []core.Line{
			{Span: core.Span{Start: 0, End: 59}, Left: 72.1, Top: 12.3, Right: 500.7, Height: 12, Size: 9.96, Bold: true},
			{Span: core.Span{Start: 60, End: 300_000}, Left: -1.5, Running: true, Hidden: "off the page"},
		},
		Order:    []int{1, 0},
		Headings: []core.Heading{{Level: 2, Title: "Méthodes", Line: -1, Start: 60}},
	}
}

var (
	sampleOutline = []core.OutlineEntry{{Level: 1, Title: "Intro", Page: 1}, {Level: 2, Page: -7}}
	sampleSpans   = []core.Span{{Start: 0, End: 5}, {Start: 9, End: 300_000}}
)

func sampleCode() core.Code {
	return core.Code{
		Language: "go", Package: "pay", Note: "only the first 2",
		Entities: []core.Entity{
			{Name: "T", Qualified: "T", Kind: core.EntityStruct, Span: core.Span{Start: 2, End: 9}, FirstLine: 1, NameLine: 1, LastLine: 2, Parent: -1, Body: 4, Bases: []string{"io.Reader"}},
			{Name: "m", Qualified: "T.m", Kind: core.EntityMethod, Span: core.Span{Start: 3, End: 9}, FirstLine: 1, NameLine: 2, LastLine: 2, Parent: 0, Body: 5, Cuts: []int{6, 8}, Doc: "d", Signature: "s"},
		},
		Imports:    []core.Import{{Path: "fmt", Line: 1}, {Path: "os", Names: []string{"*", "T"}, Alias: "o", Line: 2}},
		References: []core.Reference{{Name: "Close", Qualifier: "T", Line: 7, Call: true, Within: 1, Origin: "{*T}"}, {Name: "T", Line: 9, Within: -1}},
		Fields:     []core.Field{{Owner: 0, Name: "file", Origin: "{os.File}"}, {Owner: -1, Name: "x", Origin: "open()#1"}},
	}
}

// packed is one of each packed value: its bytes in the store, and how it is
// packed and unpacked.
var packed = map[string]struct {
	bytes  string
	pack   func() []byte
	unpack func([]byte) (any, error)
	want   any
}{
	"layout": {
		"06ecd11444f6785244040204007633339042cdcc44419a59fa4300004041295c1f4102000078c8ce240000c0bf000000000000000000000000000000000002" +
			"186f666620746865207061676504020002040178124dc3a974686f646573",
		func() []byte { return PackLayout(sampleLayout()) },
		func(b []byte) (any, error) { return UnpackLayout(b) }, sampleLayout(),
	},
	"outline": {
		"02020a496e74726f040d00", func() []byte { return PackOutline(sampleOutline) },
		func(b []byte) (any, error) { return UnpackOutline(b) }, sampleOutline,
	},
	"spans": {
		"000a12aecf24", func() []byte { return PackSpans(sampleSpans) },
		func(b []byte) (any, error) { return UnpackSpans(b) }, sampleSpans,
	},
	"code": {
		"0104676f010670617901206f6e6c792074686520666972737420320401025406010c73747275637401000a041200020402010800020112696f2e52656164657201" +
			"026d0106542e6d010c6d6574686f64010273010264061200020404000a040c1000040106666d740a020001046f7301026f040401022a0604010a436c6f7365" +
			"0601087b2a547d0e0202060a0a0400010400010866696c6501127b6f732e46696c657d0101027801106f70656e28292331",
		func() []byte { return PackCode(sampleCode()) },
		func(b []byte) (any, error) { return UnpackCode(b) }, sampleCode(),
	},
}

// The store holds these bytes: where they change, so must its version.
func TestPackedBytesAreThoseOfTheStore(t *testing.T) {
	for what, p := range packed {
		if got := fmt.Sprintf("%x", p.pack()); got != p.bytes {
			t.Errorf("%s is packed as\n%s, in stores it is\n%s", what, got, p.bytes)
		}
	}
}

func TestPackedValuesComeBackAsTheyWere(t *testing.T) {
	for what, p := range packed {
		if got, err := p.unpack(p.pack()); err != nil || !reflect.DeepEqual(got, p.want) {
			t.Errorf("%s: got %+v, %v; want %+v", what, got, err, p.want)
		}
	}
	for what, got := range map[string]any{"layout": core.Layout{}, "code": core.Code{}} {
		var back any
		var err error
		if what == "layout" {
			back, err = UnpackLayout(PackLayout(core.Layout{}))
		} else {
			back, err = UnpackCode(PackCode(core.Code{}))
		}
		if err != nil || !reflect.DeepEqual(back, got) {
			t.Errorf("an empty %s: got %+v, %v", what, back, err)
		}
	}
}

// Nothing is lost when a field is added to a type and forgotten here.
func TestPackedValuesKeepEveryField(t *testing.T) {
	l, c := core.Layout{}, core.Code{}
	fill(reflect.ValueOf(&l).Elem(), new(int))
	fill(reflect.ValueOf(&c).Elem(), new(int))
	if got, err := UnpackLayout(PackLayout(l)); err != nil || !reflect.DeepEqual(got, l) {
		t.Errorf("layout: got %+v, %v; want %+v", got, err, l)
	}
	if got, err := UnpackCode(PackCode(c)); err != nil || !reflect.DeepEqual(got, c) {
		t.Errorf("code: got %+v, %v; want %+v", got, err, c)
	}
}

func TestDamagedPackedValueIsAnError(t *testing.T) {
	for what, p := range packed {
		data := p.pack()
		for i := range data {
			if _, err := p.unpack(data[:i]); what != "outline" && what != "spans" && !errors.Is(err, ErrPacked) {
				t.Errorf("%s cut at %d of %d: %v", what, i, len(data), err)
			}
			spoilt := append([]byte(nil), data...)
			spoilt[i] ^= 0xff
			_, _ = p.unpack(spoilt) // must come back, whatever it finds
		}
		if _, err := p.unpack(append(data, 0xff)); !errors.Is(err, ErrPacked) {
			t.Errorf("%s with a byte behind it: %v", what, err)
		}
	}
}

// A worker that has gone wrong can send anything: unpacking ends with an error or
// with a value that is no larger than what was sent.
func FuzzUnpacking(f *testing.F) {
	for _, p := range packed {
		f.Add(p.pack())
	}
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01})
	f.Fuzz(func(t *testing.T, data []byte) {
		if l, err := UnpackLayout(data); err == nil && len(l.Lines)+len(l.Order)+len(l.Headings) > len(data) {
			t.Fatalf("%d bytes became %+v", len(data), l)
		}
		if c, err := UnpackCode(data); err == nil {
			if len(c.Entities)+len(c.Imports)+len(c.References)+len(c.Fields) > len(data) {
				t.Fatalf("%d bytes became %+v", len(data), c)
			}
			_ = c.Check("some text")
		}
		_, _ = UnpackOutline(data)
		_, _ = UnpackSpans(data)
	})
}
