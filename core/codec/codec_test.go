package codec

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ibid/core"
)

// fill gives every field of a value something that is not its zero, each another
// one.
func fill(v reflect.Value, n *int, within ...reflect.Type) {
	*n++
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(-*n))
	case reflect.Uint8:
		v.SetUint(uint64(*n % 256))
	case reflect.Uint64:
		v.SetUint(uint64(*n))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(*n) + .5)
	case reflect.String:
		v.SetString(fmt.Sprint("value ", *n))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n, within...)
	case reflect.Slice:
		if slices.Contains(within[:max(0, len(within)-1)], v.Type().Elem()) {
			return // values of a type that holds itself are filled one level deep
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), n, within...)
		}
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key, n, within...)
		fill(value, n, within...)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Struct:
		if v.Type() == timeType {
			v.Set(reflect.ValueOf(time.Date(1969, 12, 31, 23, 59, *n%60, 123456789, time.UTC)))
			return
		}
		for i := range v.NumField() {
			fill(v.Field(i), n, append(within, v.Type())...)
		}
	default:
		panic("a " + v.Kind().String())
	}
}

func roundTrip[T any](v T) (T, error) {
	var back T
	data, err := Marshal(v)
	if err == nil {
		err = Unmarshal(data, &back)
	}
	return back, err
}

func mustReturn[T any](t *testing.T, v T) {
	t.Helper()
	if back, err := roundTrip(v); err != nil || !reflect.DeepEqual(back, v) {
		t.Errorf("%#v came back as %#v, %v", v, back, err)
	}
}

func filled[T any]() (v T) {
	fill(reflect.ValueOf(&v).Elem(), new(int))
	return v
}

func TestEveryFieldComesBack(t *testing.T) {
	mustReturn(t, filled[core.Page]())
	mustReturn(t, filled[core.Layout]())
	mustReturn(t, filled[core.Metadata]())
	mustReturn(t, filled[[]core.OutlineEntry]())
	mustReturn(t, filled[core.Limits]())
	mustReturn(t, filled[core.Document]())
	mustReturn(t, filled[core.Content]())
	mustReturn(t, filled[core.Hit]())
	mustReturn(t, filled[core.Context]())
	mustReturn(t, filled[map[core.Hash]*core.Listing]())
}

func TestNothingIsTakenForSomethingElse(t *testing.T) {
	mustReturn(t, core.Layout{})
	mustReturn(t, []int(nil))
	mustReturn(t, []int{})
	mustReturn(t, []byte(nil))
	mustReturn(t, []byte{})
	mustReturn(t, map[string]int(nil))
	mustReturn(t, map[string]int{})
	mustReturn(t, [][]string{nil, {}, {""}})
	mustReturn(t, (*core.Page)(nil))
	mustReturn(t, &core.Page{})
	mustReturn(t, []int64{0, -1, 23, 24, 1<<32 + 1, math.MinInt64, math.MaxInt64})
	mustReturn(t, []float64{0, -0.1, math.Inf(-1), math.SmallestNonzeroFloat64, math.MaxFloat64})
	mustReturn(t, []float32{0, .1, math.MaxFloat32})
	mustReturn(t, "a name that is no UTF-8: \xff\x00")
	if back, err := roundTrip(math.Float64frombits(0x7ff8dead00000001)); err != nil || math.Float64bits(back) != 0x7ff8dead00000001 {
		t.Errorf("a NaN lost its bits: %x, %v", math.Float64bits(back), err)
	}
}

func TestTimesKeepTheirInstantAndZone(t *testing.T) {
	for _, zone := range []*time.Location{time.UTC, time.Local, time.FixedZone("", -3*3600-30*60)} {
		for _, at := range []time.Time{{}, time.Date(2026, 11, 22, 5, 6, 7, 89, zone), time.Date(1, 2, 3, 4, 5, 6, 7, time.UTC)} {
			back, err := roundTrip(at)
			if _, want := at.Zone(); err != nil || !back.Equal(at) {
				t.Errorf("%v came back as %v, %v", at, back, err)
			} else if _, got := back.Zone(); got != want {
				t.Errorf("%v came back in the zone of %v", at, back)
			}
		}
	}
}

func TestEqualValuesGiveEqualBytes(t *testing.T) {
	m := make(map[string]int)
	for i := range 100 {
		m[fmt.Sprint(i)] = i
	}
	first, err := Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if again, err := Marshal(m); err != nil || !bytes.Equal(again, first) {
			t.Fatalf("the same map gave other bytes: %v", err)
		}
	}
}

func TestTypeThatWouldLoseSomethingIsRefused(t *testing.T) {
	type inner struct{ Name string }
	tests := map[string]struct {
		value any
		ok    bool
	}{
		"plain": {struct{ A int }{}, true},
		"hidden from JSON": {struct {
			A int `json:"-"`
		}{}, false},
		"hidden from JSON alone": {struct {
			A int `json:"-" cbor:"a"`
		}{}, true},
		"empty list left out": {struct {
			A []int `json:"a,omitempty"`
		}{}, false},
		"empty map left out": {struct {
			A map[string]int `json:"a,omitempty"`
		}{}, false},
		"empty list in JSON alone": {struct {
			A []int `json:"a,omitempty" cbor:"a"`
		}{}, true},
		"zero left out": {struct {
			A int `json:"a,omitempty"`
		}{}, true},
		"not exported":  {struct{ a int }{}, false},
		"an interface":  {struct{ A any }{}, false},
		"a function":    {struct{ A func() }{}, false},
		"within a list": {[]struct{ A error }{}, false},
		"within a map":  {map[string]struct{ A chan int }{}, false},
		"embedded":      {struct{ inner }{}, false}, // not exported
		"the same name twice": {struct {
			A int `cbor:"B"`
			B int
		}{}, false},
		"a name taken by an embedded": {struct {
			core.Metadata
			Name string `json:"Title"`
		}{}, false},
		"embedded fields": {struct {
			core.Metadata
			Name string
		}{}, true},
		"embedded pointer": {struct{ *core.Metadata }{}, false},
	}
	for name, tt := range tests {
		if err := Lossless(reflect.TypeOf(tt.value)); (err == nil) != tt.ok {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := Marshal(tt.value); (err == nil) != tt.ok {
			t.Errorf("%s is encoded: %v", name, err)
		}
	}
}

// nested is n lists within one another.
func nested(n int) []byte { return append(bytes.Repeat([]byte{0x81}, n-1), 0x80) }

type tree []tree

func TestWhatIsOutOfBoundsIsRefused(t *testing.T) {
	list := func(n int) []byte {
		return append([]byte{0x9a, byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}, make([]byte, n)...)
	}
	tests := map[string]struct {
		data []byte
		into any
		ok   bool
	}{
		"as deep as may be":        {nested(MaxDepth), new(tree), true},
		"deeper":                   {nested(MaxDepth + 1), new(tree), false},
		"as many as may be":        {list(MaxElements), new([]int), true},
		"one more":                 {list(MaxElements + 1), new([]int), false},
		"announced and not there":  {[]byte{0x9a, 0, 8, 0, 0}, new([]int), false},
		"cut off":                  {[]byte{0x82, 1}, new([]int), false},
		"something behind it":      {[]byte{0x81, 1, 2}, new([]int), false},
		"a key twice":              {[]byte{0xa2, 0x61, 'a', 1, 0x61, 'a', 2}, new(map[string]int), false},
		"a field twice":            {[]byte{0xa2, 0x65, 'T', 'i', 't', 'l', 'e', 0x60, 0x65, 'T', 'i', 't', 'l', 'e', 0x60}, new(core.Metadata), false},
		"a field that is unknown":  {[]byte{0xa1, 0x61, 'x', 1}, new(core.Metadata), false},
		"a list of no length":      {[]byte{0x9f, 1, 0xff}, new([]int), false},
		"a tag":                    {[]byte{0xc1, 1}, new(int), false},
		"a number that is too big": {[]byte{0x1b, 0xff, 0, 0, 0, 0, 0, 0, 0}, new(int), false},
		"another type":             {[]byte{0x61, 'x'}, new(int), false},
		"nothing":                  {nil, new(int), false},
	}
	for name, tt := range tests {
		if err := Unmarshal(tt.data, tt.into); (err == nil) != tt.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzUnmarshal(f *testing.F) {
	for _, v := range []any{core.Page{Index: 1, Text: "text"}, core.Metadata{Labels: []string{"i"}}, []core.OutlineEntry{{Level: 1}}} {
		data, err := Marshal(v)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add(nested(40))
	f.Fuzz(func(t *testing.T, data []byte) {
		var list []core.OutlineEntry
		if Unmarshal(data, &list) == nil && len(list) > len(data) {
			t.Fatalf("%d bytes became %d entries", len(data), len(list))
		}
		_ = Unmarshal(data, new(core.Page))
		_ = Unmarshal(data, new(core.Metadata))
		_ = Unmarshal(data, new(map[string][]string))
	})
}

func anyKind(byte) bool { return true }

func TestFramesComeBackAndAreBounded(t *testing.T) {
	var buf bytes.Buffer
	payloads := []string{"", "kelp", strings.Repeat("x", 3*piece+1)}
	for i, p := range payloads {
		if err := WriteFrame(&buf, byte(i), []byte(p)); err != nil {
			t.Fatal(err)
		}
	}
	whole := bytes.Clone(buf.Bytes())
	for i, want := range payloads {
		kind, got, err := ReadFrame(&buf, int64(len(want)), anyKind)
		if err != nil || int(kind) != i || string(got) != want {
			t.Errorf("frame %d: kind %d, %d bytes, %v", i, kind, len(got), err)
		}
	}
	if _, _, err := ReadFrame(&buf, 1, anyKind); !errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("behind the last: %v", err)
	}
	second := whole[FrameHeader:]
	if _, _, err := ReadFrame(bytes.NewReader(second), 3, anyKind); !errors.Is(err, ErrTooLong) {
		t.Errorf("over the limit: %v", err)
	}
	if _, _, err := ReadFrame(bytes.NewReader(second), 3, func(kind byte) bool { return kind != 1 }); !errors.Is(err, ErrUnknown) {
		t.Errorf("of an unknown kind, and over the limit: %v", err)
	}
	for _, cut := range []int{1, FrameHeader, FrameHeader + 3} {
		if _, _, err := ReadFrame(bytes.NewReader(second[:cut]), 4, anyKind); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("cut off at %d: %v", cut, err)
		}
	}
}

// A header may announce four gigabytes that never come.
func TestFrameTakesNoMoreRoomThanWhatHasCome(t *testing.T) {
	head, err := Header('x', math.MaxUint32)
	if err != nil {
		t.Fatal(err)
	}
	got := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			if _, _, err := ReadFrame(bytes.NewReader(append(head[:FrameHeader:FrameHeader], "some"...)), math.MaxInt64, anyKind); !errors.Is(err, io.ErrUnexpectedEOF) {
				b.Fatal(err)
			}
		}
	})
	if got.AllocedBytesPerOp() > 3*piece { // the header names four thousand pieces
		t.Errorf("%d bytes were taken for four", got.AllocedBytesPerOp())
	}
	if _, err := Header('x', math.MaxUint32+1); !errors.Is(err, ErrTooLong) {
		t.Errorf("a frame that no header can name: %v", err)
	}
}
