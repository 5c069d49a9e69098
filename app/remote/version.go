package remote

import (
	"fmt"
	"hash/fnv"
	"io"
	"reflect"
	"sync"
	"time"

	"ibid/app"
	"ibid/app/wireerr"
)

// protocol counts the changes of the frames themselves.
const protocol = 2

// version names the form of what crosses the socket, as in "0.1.0 (2.5f3a9c02)".
// It is made of the program's version, that of the frames, all types that cross,
// and the errors that are known by more than their text.
var version = sync.OnceValue(func() string {
	sum := fnv.New32a()
	seen := make(map[reflect.Type]bool)
	describe(sum, reflect.TypeFor[request](), seen)
	for _, m := range methods {
		fmt.Fprintf(sum, "\n%s", m.called())
		for _, t := range m.types() {
			describe(sum, t, seen)
		}
	}
	types, texts := wireerr.Known()
	for _, t := range types {
		describe(sum, t, seen)
	}
	fmt.Fprintf(sum, "\n%q", texts)
	return fmt.Sprintf("%s (%d.%08x)", app.Version, protocol, sum.Sum32())
})

// describe writes what a type is made of.
func describe(w io.Writer, t reflect.Type, seen map[reflect.Type]bool) {
	fmt.Fprintf(w, "\n%s %s", t, t.Kind())
	if seen[t] || t == reflect.TypeFor[time.Time]() { // of a time its own encoding says it all
		return
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Map:
		describe(w, t.Key(), seen)
		describe(w, t.Elem(), seen)
	case reflect.Slice, reflect.Array, reflect.Pointer:
		describe(w, t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			fmt.Fprintf(w, "\n%s", t.Field(i).Name)
			describe(w, t.Field(i).Type, seen)
		}
	}
}
