package remote

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ibid/app"
	"ibid/app/config"
	"ibid/app/usecase"
	"ibid/app/wireerr"
	"ibid/core"
	"ibid/core/codec"
)

// crossing are all types that cross the socket, each with the use case it is of.
func crossing() map[reflect.Type]string {
	out := map[reflect.Type]string{
		reflect.TypeFor[request](): "requests", reflect.TypeFor[core.Change](): "changes", reflect.TypeFor[*config.Config](): "the settings",
	}
	for _, m := range methods {
		for _, t := range m.types() {
			out[t] = m.called()
		}
	}
	return out
}

// plain reports what of a type could not cross.
func plain(typ reflect.Type, seen map[reflect.Type]bool) (faults []string) {
	if seen[typ] || typ == reflect.TypeFor[time.Time]() || typ == reflect.TypeFor[wireerr.List]() {
		return nil
	}
	seen[typ] = true
	switch typ.Kind() {
	case reflect.Map:
		return append(plain(typ.Key(), seen), plain(typ.Elem(), seen)...)
	case reflect.Slice, reflect.Array, reflect.Pointer:
		return plain(typ.Elem(), seen)
	case reflect.Struct:
		for i := range typ.NumField() {
			if f := typ.Field(i); !f.IsExported() {
				faults = append(faults, fmt.Sprintf("%s.%s", typ, f.Name))
			} else {
				faults = append(faults, plain(f.Type, seen)...)
			}
		}
	case reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer, reflect.Complex64, reflect.Complex128:
		return []string{typ.String()}
	}
	return faults
}

func TestUseCasesTakeAndReturnPlainValues(t *testing.T) {
	for typ, name := range crossing() {
		for _, fault := range plain(typ, make(map[reflect.Type]bool)) {
			t.Errorf("%s: %s cannot cross to another process: %s", name, typ, fault)
		}
	}
}

// of this process alone, not of the library.
var inside = []string{"Announce", "Changes", "Close", "CloseServers", "Epoch", "Features", "FollowAll", "Places", "Rebuilt", "Warm"}

func TestEveryUseCaseOfTheEngineIsInTheTable(t *testing.T) {
	engine, table := reflect.TypeFor[*app.Engine](), reflect.TypeFor[usecase.Library]()
	for i := range engine.NumMethod() {
		name := engine.Method(i).Name
		if _, ok := table.MethodByName(name); !ok && !slices.Contains(inside, name) {
			t.Errorf("%s is not to be had through an owner: give it a line in the table", name)
		}
	}
	for i := range table.NumMethod() {
		if name := table.Method(i).Name; handlers()[name] == nil {
			t.Errorf("%s is in the table and has no handler", name)
		}
	}
}

// some fills a value at random.
func some(r *rand.Rand, v reflect.Value, depth int) {
	switch {
	case v.Type() == reflect.TypeFor[time.Time]():
		t := time.Unix(r.Int64N(1<<34)-1<<33, r.Int64N(1e9))
		v.Set(reflect.ValueOf([]time.Time{{}, t, t.UTC(), t.In(time.FixedZone("", 60*int(r.Int64N(1400)-700)))}[r.IntN(4)]))
		return
	case v.Type() == reflect.TypeFor[wireerr.List]():
		if n := r.IntN(3); n > 0 {
			v.Set(reflect.ValueOf(make(wireerr.List, n-1))) // wireerr's own tests have errors in it
		}
		return
	}
	n := r.IntN(4)
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(n > 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt([]int64{0, -1, 100, int64(r.Uint64())}[n])
		if v.OverflowInt(int64(math.MaxInt64)) {
			v.SetInt(int64(n))
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(n) << min(uint(r.IntN(62)), uint(v.Type().Bits()-3)))
	case reflect.Float32:
		v.SetFloat(float64(float32(r.NormFloat64())))
	case reflect.Float64:
		v.SetFloat([]float64{0, r.NormFloat64(), math.Inf(1), math.SmallestNonzeroFloat64}[n])
	case reflect.String:
		v.SetString([]string{"", "a", "über\x00\xff\n", strings.Repeat("x", 300)}[n])
	case reflect.Slice:
		if n > 0 && depth < 5 {
			v.Set(reflect.MakeSlice(v.Type(), n-1, n-1))
		}
		for i := range v.Len() {
			some(r, v.Index(i), depth+1)
		}
	case reflect.Array:
		for i := range v.Len() {
			some(r, v.Index(i), depth+1)
		}
	case reflect.Map:
		if n > 0 {
			v.Set(reflect.MakeMap(v.Type()))
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			some(r, key, depth+1)
			some(r, value, depth+1)
			v.SetMapIndex(key, value)
		}
	case reflect.Pointer:
		if n > 0 && depth < 5 {
			v.Set(reflect.New(v.Type().Elem()))
			some(r, v.Elem(), depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			some(r, v.Field(i), depth+1)
		}
	}
}

// sameTime compares the moment and the offset: the name of a zone does not cross.
var sameTime = cmp.Comparer(func(a, b time.Time) bool {
	_, x := a.Zone()
	_, y := b.Zone()
	return a.Equal(b) && x == y
})

// What crosses is what arrives: nil lists stay nil, empty ones empty, times
// their offset, floats every bit, and fields that JSON leaves out are there.
func TestValuesCrossWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 7))
	for typ, name := range crossing() {
		for range 60 {
			in, out := reflect.New(typ), reflect.New(typ)
			some(r, in.Elem(), 0)
			data, err := codec.Marshal(in.Interface())
			if err != nil {
				t.Fatalf("%s: %s: %v", name, typ, err)
			}
			if err := codec.Unmarshal(data, out.Interface()); err != nil {
				t.Fatalf("%s: %s: %v", name, typ, err)
			}
			if diff := cmp.Diff(in.Interface(), out.Interface(), sameTime); diff != "" {
				t.Fatalf("%s: %s: %s", name, typ, diff)
			}
		}
	}
}

// FuzzRequest wants hostile bytes to end in a refusal or an answer.
func FuzzRequest(f *testing.F) {
	for _, m := range []string{"Show", "Context", "Nothing"} {
		data, err := request{UseCase: m, Args: []byte{0xa0}}.bytes()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte{0x9b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}) // a list of 2^64-1
	f.Fuzz(func(t *testing.T, data []byte) {
		r, refused := open(data)
		if refused != "" {
			return
		}
		again, err := r.bytes()
		if err != nil {
			t.Fatal(err)
		}
		if _, refused := open(again); refused != "" {
			t.Fatalf("what was read cannot be written and read: %s", refused)
		}
	})
}

// Two programs that differ in a value that one tells the other while it works are
// of different versions, also where the type is called the same.
func TestVersionsDifferWithWhatIsToldMeanwhile(t *testing.T) {
	few := func() reflect.Type { type told struct{ A int }; return reflect.TypeFor[told]() }()
	more := func() reflect.Type {
		type told struct{ A, B int }
		return reflect.TypeFor[told]()
	}()
	if few.String() != more.String() {
		t.Fatalf("%s and %s do not have the same name", few, more)
	}
	var a, b strings.Builder
	describe(&a, few, make(map[reflect.Type]bool))
	describe(&b, more, make(map[reflect.Type]bool))
	if a.String() == b.String() {
		t.Errorf("both are\n%s", a.String())
	}
}
