package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ibid/app"
	"ibid/app/config"
	"ibid/core"
	"ibid/core/ollama"
)

// types are all that use cases take and return.
func types(t *testing.T) map[reflect.Type]string {
	t.Helper()
	out := map[reflect.Type]string{reflect.TypeFor[*config.Config](): "the settings", reflect.TypeFor[core.Change](): "changes"}
	for _, name := range useCases() {
		m, _ := reflect.TypeFor[*app.Engine]().MethodByName(name)
		for i := 1; i < m.Type.NumIn(); i++ {
			in := m.Type.In(i)
			switch {
			case in == reflect.TypeFor[context.Context]() && i == 1:
			case in.Kind() == reflect.Func:
				if in.NumIn() != 1 || in.NumOut() != 0 {
					t.Errorf("%s takes a function that is not told one value: %s", name, in)
				}
				out[in.In(0)] = name
			default:
				out[in] = name
			}
		}
		for i := range m.Type.NumOut() {
			out[m.Type.Out(i)] = name
		}
	}
	return out
}

// plain reports what of a type could not cross.
func plain(typ reflect.Type, seen map[reflect.Type]bool) (faults []string) {
	if seen[typ] || typ == timeType || typ == errorType {
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
	for typ, name := range types(t) {
		for _, fault := range plain(typ, make(map[reflect.Type]bool)) {
			t.Errorf("%s: %s cannot cross to another process: %s", name, typ, fault)
		}
	}
	for _, typ := range detailed {
		for _, fault := range plain(typ, make(map[reflect.Type]bool)) {
			t.Errorf("%s cannot cross to another process: %s", typ, fault)
		}
	}
}

// of this process alone, not of the library.
var inside = map[string]bool{"Announce": true, "Epoch": true, "CloseServers": true, "FollowAll": true}

func TestEveryUseCaseOfTheEngineWorksThroughAnOwner(t *testing.T) {
	engine, library := reflect.TypeFor[*app.Engine](), reflect.TypeFor[*Library]()
	for i := range engine.NumMethod() {
		m := engine.Method(i)
		same, ok := library.MethodByName(m.Name)
		switch {
		case inside[m.Name]:
		case !ok:
			t.Errorf("%s is not to be had through an owner: give it a line in usecases.go", m.Name)
		default:
			var want, got []string
			for n := 1; n < m.Type.NumIn(); n++ {
				want = append(want, m.Type.In(n).String())
			}
			for n := 1; n < same.Type.NumIn(); n++ {
				got = append(got, same.Type.In(n).String())
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s takes something else through an owner:\n%s", m.Name, diff)
			}
		}
	}
}

// some fills a value at random.
func some(r *rand.Rand, v reflect.Value, depth int) {
	switch {
	case v.Type() == timeType:
		t := time.Unix(r.Int64N(1<<34)-1<<33, r.Int64N(1e9))
		v.Set(reflect.ValueOf([]time.Time{{}, t, t.UTC(), t.In(time.FixedZone("", int(r.Int64N(80000)-40000)))}[r.IntN(4)]))
		return
	case v.Type() == errorType:
		return // TestErrorsKeepWhatTheyAre
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

// What crosses is what arrives: nil lists stay nil, empty ones empty, times
// their zone, floats every bit.
func TestValuesCrossWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 7))
	n := 0
	for typ, name := range types(t) {
		for range 60 {
			in, out := reflect.New(typ).Elem(), reflect.New(typ).Elem()
			some(r, in, 0)
			data, err := encode(nil, in)
			if err != nil {
				t.Fatalf("%s: %s: %v", name, typ, err)
			}
			read := &reader{data: data}
			if read.decode(out, 0); read.err != nil || len(read.data) > 0 {
				t.Fatalf("%s: %s: %v, %d bytes are left", name, typ, read.err, len(read.data))
			}
			if !reflect.DeepEqual(in.Interface(), out.Interface()) {
				t.Fatalf("%s: %s: %s", name, typ, cmp.Diff(in.Interface(), out.Interface()))
			}
			n++
		}
	}
	t.Logf("%d values of %d types", n, len(types(t)))
}

func TestErrorsKeepWhatTheyAre(t *testing.T) {
	settings := &config.Error{File: "config.toml", Line: 3, Key: "search.context_lines", Value: "-1", Want: "it takes a number", Err: fs.ErrNotExist}
	file := &core.FileError{State: core.StateDamaged, Reason: "cut short", Err: fmt.Errorf("read page 3: %w", io.ErrUnexpectedEOF)}
	tests := []error{
		errors.New("plain"),
		fmt.Errorf("show %q: %w", "a.pdf", core.ErrNotFound),
		fmt.Errorf("open: %w", &core.InUseError{Owner: core.Owner{PID: 7, Program: "ibid", Since: time.Unix(1e9, 5), Long: true}}),
		&core.AmbiguousError{Name: "notes.md", Candidates: []string{"a/notes.md", "b/notes.md"}},
		fmt.Errorf("context: %w", &core.BudgetError{Budget: 1, Minimum: 90}),
		fmt.Errorf("add: %w", file),
		fmt.Errorf("ask: %w", &core.WindowError{Model: "phi", Window: 2048, Needed: 3100, Room: 500}),
		fmt.Errorf("ask: %w", &ollama.Unusable{Reason: "it does not run", Advice: "start it with: ollama serve"}),
		&ollama.Failed{Model: "phi", Err: errors.New("the answer broke off")},
		fmt.Errorf("settings: %w", settings),
		errors.Join(fmt.Errorf("one: %w", context.Canceled), fmt.Errorf("two: %w", fs.ErrPermission)),
	}
	for _, in := range tests {
		r := &reader{data: encodeError(nil, in, 0)}
		out := r.error(0)
		if r.err != nil || out == nil || out.Error() != in.Error() {
			t.Fatalf("%v became %v (%v)", in, out, r.err)
		}
		for _, s := range sentinels {
			if errors.Is(in, s) != errors.Is(out, s) {
				t.Errorf("%v: is %q: %v became %v", in, s, errors.Is(in, s), errors.Is(out, s))
			}
		}
		for _, typ := range detailed {
			before, after := reflect.New(typ), reflect.New(typ)
			if had := errors.As(in, before.Interface()); had != errors.As(out, after.Interface()) {
				t.Errorf("%v: as %s: %v became %v", in, typ, had, !had)
			} else if had && fmt.Sprintf("%+v", before.Elem().Elem()) != fmt.Sprintf("%+v", after.Elem().Elem()) {
				t.Errorf("%+v became %+v", before.Elem().Elem(), after.Elem().Elem())
			}
		}
	}
	if r := (&reader{data: encodeError(nil, nil, 0)}); r.error(0) != nil {
		t.Error("no error became one")
	}
}

// FuzzDecode wants hostile bytes to end in an error or a value, in bounded room.
func FuzzDecode(f *testing.F) {
	for _, seed := range []any{core.Context{Text: "x", Sources: []core.Source{{Number: 1}}}, []core.Hit{{}}, core.Status{States: map[core.State]int{core.StateReady: 1}}} {
		data, err := encode(nil, reflect.ValueOf(seed))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add(encodeError(nil, fmt.Errorf("x: %w", &core.InUseError{}), 0))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f})
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, typ := range []reflect.Type{
			reflect.TypeFor[core.Context](), reflect.TypeFor[[]core.Hit](), reflect.TypeFor[core.Status](), reflect.TypeFor[app.Added](),
			errorType, reflect.TypeFor[*config.Config](),
		} {
			v, r := reflect.New(typ).Elem(), &reader{data: data}
			r.decode(v, 0)
			if r.err != nil || typ == errorType {
				continue
			}
			again, err := encode(nil, v)
			if err != nil {
				t.Fatal(err)
			}
			back, r2 := reflect.New(typ).Elem(), &reader{data: again}
			if r2.decode(back, 0); r2.err != nil {
				t.Fatalf("%s: what was read cannot be written and read: %v", typ, r2.err)
			}
		}
	})
}

// Two programs that differ in a value that one tells the other while it works are
// of different versions, also where the type is called the same.
func TestVersionsDifferWithWhatIsToldMeanwhile(t *testing.T) {
	few := func() reflect.Type { type told struct{ A int }; return reflect.TypeFor[func(told)]() }()
	more := func() reflect.Type {
		type told struct{ A, B int }
		return reflect.TypeFor[func(told)]()
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
