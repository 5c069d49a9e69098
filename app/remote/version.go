package remote

import (
	"fmt"
	"hash/fnv"
	"io"
	"reflect"
	"sync"

	"ibid/app"
	"ibid/app/config"
)

// protocol counts the changes of the frames themselves.
const protocol = 1

// version names the form of what crosses the socket, as in "0.1.0 (1.5f3a9c02)".
// It is made of the program's version, that of the frames, all types that the use
// cases take, tell of meanwhile and return, and the errors that are known by more
// than their text.
var version = sync.OnceValue(func() string {
	sum := fnv.New32a()
	seen := make(map[reflect.Type]bool)
	describe(sum, reflect.TypeFor[config.Config](), seen)
	for _, name := range useCases() {
		m, _ := reflect.TypeFor[*app.Engine]().MethodByName(name)
		fmt.Fprintf(sum, "\n%s", name)
		for i := 1; i < m.Type.NumIn(); i++ {
			describe(sum, m.Type.In(i), seen)
		}
		for i := range m.Type.NumOut() {
			describe(sum, m.Type.Out(i), seen)
		}
	}
	for _, s := range sentinels {
		fmt.Fprintf(sum, "\n%s", s)
	}
	for _, t := range detailed {
		describe(sum, t, seen)
	}
	return fmt.Sprintf("%s (%d.%08x)", app.Version, protocol, sum.Sum32())
})

// describe writes what a type is made of.
func describe(w io.Writer, t reflect.Type, seen map[reflect.Type]bool) {
	fmt.Fprintf(w, "\n%s %s", t, t.Kind())
	if seen[t] || t == timeType { // of a time its own encoding says it all
		return
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Map:
		describe(w, t.Key(), seen)
		describe(w, t.Elem(), seen)
	case reflect.Slice, reflect.Array, reflect.Pointer:
		describe(w, t.Elem(), seen)
	case reflect.Func:
		for i := range t.NumIn() {
			describe(w, t.In(i), seen)
		}
	case reflect.Struct:
		for i := range t.NumField() {
			fmt.Fprintf(w, "\n%s", t.Field(i).Name)
			describe(w, t.Field(i).Type, seen)
		}
	}
}
