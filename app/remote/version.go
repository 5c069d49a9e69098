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

// protocol is the version of the frames. It is raised with each change of them.
const protocol = 2

// version identifies the format of what crosses the socket, as in "0.1.0
// (2.5f3a9c02)". It has the program's version, protocol, and a hash of all
// types that cross and of the errors that are known by more than their text.
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

// describe writes the structure of a type.
func describe(w io.Writer, t reflect.Type, seen map[reflect.Type]bool) {
	fmt.Fprintf(w, "\n%s %s", t, t.Kind())
	if seen[t] || t == reflect.TypeFor[time.Time]() { // time.Time has its own encoding
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
