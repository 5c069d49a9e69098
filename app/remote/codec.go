package remote

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"time"
)

// The codec writes plain values by their type alone and loses nothing: a nil
// list stays nil and an empty one empty, floats keep every bit, fields are
// written whatever their tags say. (gob makes empty lists nil, and JSON leaves
// out what the command line does not show.) Both sides must have the same types:
// see version.

// maxDepth bounds values within values.
const maxDepth = 64

var (
	timeType  = reflect.TypeFor[time.Time]()
	errorType = reflect.TypeFor[error]()
	errFrame  = errors.New("not understood")
)

// encode appends v to b.
func encode(b []byte, v reflect.Value) ([]byte, error) {
	switch {
	case v.Type() == timeType:
		return encodeTime(b, v.Interface().(time.Time)), nil
	case v.Type() == errorType:
		err, _ := v.Interface().(error)
		return encodeError(b, err, 0), nil
	}
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(b, 1), nil
		}
		return append(b, 0), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(b, v.Int()), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return binary.AppendUvarint(b, v.Uint()), nil
	case reflect.Float32, reflect.Float64:
		return binary.BigEndian.AppendUint64(b, math.Float64bits(v.Float())), nil
	case reflect.String:
		return append(binary.AppendUvarint(b, uint64(v.Len())), v.String()...), nil
	case reflect.Slice, reflect.Array, reflect.Map, reflect.Pointer, reflect.Struct:
		return encodeParts(b, v)
	}
	return b, fmt.Errorf("encode %s: it is no plain value", v.Type())
}

// encodeParts writes a value that holds others. What can be nil begins with 0
// for that, else with one more than its length.
func encodeParts(b []byte, v reflect.Value) (_ []byte, err error) {
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.Pointer:
		if v.IsNil() {
			return append(b, 0), nil
		}
	}
	switch v.Kind() {
	case reflect.Pointer:
		return encode(append(b, 1), v.Elem())
	case reflect.Map:
		b = binary.AppendUvarint(b, uint64(v.Len())+1)
		for each := v.MapRange(); each.Next() && err == nil; {
			if b, err = encode(b, each.Key()); err == nil {
				b, err = encode(b, each.Value())
			}
		}
		return b, err
	case reflect.Struct:
		for i := range v.NumField() {
			if b, err = encode(b, v.Field(i)); err != nil {
				return b, err
			}
		}
		return b, nil
	case reflect.Slice:
		b = binary.AppendUvarint(b, uint64(v.Len())+1)
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return append(b, v.Bytes()...), nil
		}
	}
	for i := range v.Len() {
		if b, err = encode(b, v.Index(i)); err != nil {
			return b, err
		}
	}
	return b, nil
}

// The zones of a time: whoever reads it shows it in their own.
const (
	zoneUTC = iota
	zoneLocal
	zoneFixed
)

func encodeTime(b []byte, t time.Time) []byte {
	zone, offset := byte(zoneFixed), 0
	switch t.Location() {
	case time.UTC:
		zone = zoneUTC
	case time.Local:
		zone = zoneLocal
	default:
		_, offset = t.Zone()
	}
	b = binary.AppendVarint(append(b, zone), int64(offset))
	return binary.AppendVarint(binary.AppendVarint(b, t.Unix()), int64(t.Nanosecond()))
}

// reader decodes what encode wrote. Its first fault stays, and everything read
// after it is zero.
type reader struct {
	data []byte
	err  error
}

func (r *reader) fail() {
	if r.err == nil {
		r.err = errFrame
	}
	r.data = nil
}

func (r *reader) uvarint() uint64 {
	n, size := binary.Uvarint(r.data)
	if size <= 0 {
		r.fail()
		return 0
	}
	r.data = r.data[size:]
	return n
}

func (r *reader) varint() int64 {
	n, size := binary.Varint(r.data)
	if size <= 0 {
		r.fail()
		return 0
	}
	r.data = r.data[size:]
	return n
}

// take is the next n bytes, still part of the frame.
func (r *reader) take(n uint64) []byte {
	if n > uint64(len(r.data)) {
		r.fail()
		return nil
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *reader) byte() byte {
	if b := r.take(1); len(b) == 1 {
		return b[0]
	}
	return 0
}

func (r *reader) string() string { return string(r.take(r.uvarint())) }

func (r *reader) time() time.Time {
	zone, offset := r.byte(), r.varint()
	t := time.Unix(r.varint(), r.varint())
	switch {
	case zone == zoneUTC:
		return t.UTC()
	case zone == zoneLocal:
		return t
	case zone != zoneFixed || offset < -1<<20 || offset > 1<<20:
		r.fail()
		return time.Time{}
	}
	return t.In(time.FixedZone("", int(offset)))
}

// decode reads a value of v's type into v, which can be set.
func (r *reader) decode(v reflect.Value, depth int) {
	if depth > maxDepth {
		r.fail()
	}
	if r.err != nil {
		return
	}
	switch {
	case v.Type() == timeType:
		v.Set(reflect.ValueOf(r.time()))
		return
	case v.Type() == errorType:
		if err := r.error(depth); err != nil {
			v.Set(reflect.ValueOf(err))
		}
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.byte() == 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(r.varint())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(r.uvarint())
	case reflect.Float32, reflect.Float64:
		if b := r.take(8); len(b) == 8 {
			v.SetFloat(math.Float64frombits(binary.BigEndian.Uint64(b)))
		}
	case reflect.String:
		v.SetString(r.string())
	case reflect.Slice, reflect.Array, reflect.Map, reflect.Pointer, reflect.Struct:
		r.decodeParts(v, depth+1)
	default:
		r.fail()
	}
}

func (r *reader) decodeParts(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			r.decode(v.Field(i), depth)
		}
	case reflect.Array:
		for i := range v.Len() {
			r.decode(v.Index(i), depth)
		}
	case reflect.Pointer:
		if r.byte() == 1 {
			v.Set(reflect.New(v.Type().Elem()))
			r.decode(v.Elem(), depth)
		}
	case reflect.Map:
		r.decodeMap(v, depth)
	default:
		r.decodeSlice(v, depth)
	}
}

// length reads how many values follow. Each takes at least one byte, so there
// are no more than bytes.
func (r *reader) length() (n int, isNil bool) {
	switch l := r.uvarint(); {
	case l == 0:
		return 0, true
	case l-1 > uint64(len(r.data)):
		r.fail()
		return 0, true
	default:
		return int(l - 1), false
	}
}

func (r *reader) decodeMap(v reflect.Value, depth int) {
	n, isNil := r.length()
	if isNil {
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	for i := 0; i < n && r.err == nil; i++ {
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		r.decode(key, depth)
		r.decode(value, depth)
		v.SetMapIndex(key, value)
	}
}

func (r *reader) decodeSlice(v reflect.Value, depth int) {
	n, isNil := r.length()
	if isNil {
		return
	}
	if v.Type().Elem().Kind() == reflect.Uint8 {
		bytes := reflect.MakeSlice(v.Type(), n, n)
		reflect.Copy(bytes, reflect.ValueOf(r.take(uint64(n))))
		v.Set(bytes)
		return
	}
	list := reflect.MakeSlice(v.Type(), 0, min(n, 1024)) // what is announced may never come
	for i := 0; i < n && r.err == nil; i++ {
		one := reflect.New(v.Type().Elem()).Elem()
		r.decode(one, depth)
		list = reflect.Append(list, one)
	}
	v.Set(list)
}
