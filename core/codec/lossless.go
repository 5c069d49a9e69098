package codec

import (
	"encoding"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/fxamacker/cbor/v2"
)

var checked sync.Map // reflect.Type → error, or nil if it is lossless

// Lossless returns an error that names what Marshal would leave out of a value
// of type t. CBOR heeds the tags of JSON where a field has none of its own, so a
// field that JSON hides, or a list that it omits when empty, wants a `cbor` tag.
// A field that is not exported, an interface and a function cannot be encoded.
func Lossless(t reflect.Type) error {
	if known, ok := checked.Load(t); ok {
		err, _ := known.(error)
		return err
	}
	err := lossless(t, make(map[reflect.Type]bool))
	checked.Store(t, err)
	return err
}

var (
	timeType   = reflect.TypeFor[time.Time]()
	binaryType = reflect.TypeFor[encoding.BinaryMarshaler]()
	cborType   = reflect.TypeFor[cbor.Marshaler]()
)

func lossless(t reflect.Type, seen map[reflect.Type]bool) error {
	if t == nil || seen[t] || t == timeType || t.Implements(binaryType) || t.Implements(cborType) {
		return nil
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Map:
		if err := lossless(t.Key(), seen); err != nil {
			return err
		}
		return lossless(t.Elem(), seen)
	case reflect.Slice, reflect.Array, reflect.Pointer:
		return lossless(t.Elem(), seen)
	case reflect.Struct:
		return losslessFields(t, seen, make(map[string]bool))
	case reflect.Interface, reflect.Func, reflect.Chan, reflect.Complex64, reflect.Complex128, reflect.Uintptr, reflect.UnsafePointer:
		return fmt.Errorf("%s is no plain value", t)
	}
	return nil
}

// losslessFields checks the fields of a struct. names are those that are taken:
// the fields of an embedded struct stand among those around it.
func losslessFields(t reflect.Type, seen map[reflect.Type]bool, names map[string]bool) error {
	for f := range t.Fields() {
		if f.Name == "_" {
			continue
		}
		tag, own := f.Tag.Lookup("cbor")
		if !own {
			tag = f.Tag.Get("json")
		}
		name, options, _ := strings.Cut(tag, ",")
		embedded := f.Anonymous && name == ""
		list := f.Type.Kind() == reflect.Slice || f.Type.Kind() == reflect.Map
		switch {
		case own && tag == "-": // somebody has thought about it
			continue
		case !f.IsExported():
			return fmt.Errorf("%s.%s is not exported", t, f.Name)
		case name == "-":
			return fmt.Errorf("%s.%s is left out by its tag", t, f.Name)
		case list && strings.Contains(options, "omitempty"):
			return fmt.Errorf("%s.%s is left out when it is empty", t, f.Name)
		case embedded && f.Type.Kind() == reflect.Pointer:
			return fmt.Errorf("%s.%s is an embedded pointer", t, f.Name)
		case embedded && f.Type.Kind() == reflect.Struct && f.Type != timeType:
			if err := losslessFields(f.Type, seen, names); err != nil {
				return err
			}
			continue
		}
		if name == "" {
			name = f.Name
		}
		if names[name] {
			return fmt.Errorf("%s.%s has the name %q, which is taken", t, f.Name, name)
		}
		names[name] = true
		if err := lossless(f.Type, seen); err != nil {
			return fmt.Errorf("%s.%s: %w", t, f.Name, err)
		}
	}
	return nil
}
