// Package codec turns values into bytes and back, one way for all of Ibid: what
// crosses to the worker, what crosses to another process of this machine, and
// what the derived store keeps.
//
// Marshal and Unmarshal speak CBOR (RFC 8949) with fixed options, for plain
// values of any type. Both ends are the same program: there is no version in the
// bytes, and whoever keeps them has to tell older ones by other means.
//
// Four kinds of value, of which the store holds one for every page, passage or
// file, are packed by hand instead: see packed.go for the figures.
package codec

import (
	"fmt"
	"reflect"

	"github.com/fxamacker/cbor/v2"
)

// Bounds of what Unmarshal accepts. The bytes themselves are bounded by whoever
// receives them, see ReadFrame.
const (
	MaxDepth    = 32      // values within values
	MaxElements = 1 << 20 // of one list or one map
)

var (
	encoder = mode(cbor.EncOptions{
		Sort:          cbor.SortCoreDeterministic,    // the same value, the same bytes
		NilContainers: cbor.NilContainerAsNull,       // nil and empty stay apart
		OmitEmpty:     cbor.OmitEmptyGoValue,         // as encoding/json, whose tags CBOR reads too
		Time:          cbor.TimeRFC3339Nano,          // nanoseconds, and zones of whole minutes
		NaNConvert:    cbor.NaNConvertPreserveSignal, // floats keep every bit
		InfConvert:    cbor.InfConvertNone,
		IndefLength:   cbor.IndefLengthForbidden,
		TagsMd:        cbor.TagsForbidden, // a type follows from where its value stands
	}.EncMode())
	decoder = mode(cbor.DecOptions{
		DupMapKey:         cbor.DupMapKeyEnforcedAPF,
		ExtraReturnErrors: cbor.ExtraDecErrorUnknownField,
		FieldNameMatching: cbor.FieldNameMatchingCaseSensitive,
		UTF8:              cbor.UTF8DecodeInvalid, // names of files need not be UTF-8
		MaxNestedLevels:   MaxDepth,
		MaxArrayElements:  MaxElements,
		MaxMapPairs:       MaxElements,
		IndefLength:       cbor.IndefLengthForbidden,
		TagsMd:            cbor.TagsForbidden,
	}.DecMode())
)

// mode panics on options that contradict each other, which any test would see.
func mode[M any](m M, err error) M {
	if err != nil {
		panic(err)
	}
	return m
}

// Marshal encodes a plain value. Equal values give equal bytes. A type of which
// something would be lost is an error, see Lossless.
func Marshal(v any) ([]byte, error) {
	if err := Lossless(reflect.TypeOf(v)); err != nil {
		return nil, fmt.Errorf("encode %T: %w", v, err)
	}
	data, err := encoder.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode %T: %w", v, err)
	}
	return data, nil
}

// Unmarshal decodes what Marshal made of a value of the type that into points
// to. Bytes that are cut off, go on, nest deeper than MaxDepth, repeat a key or
// name a field that the type lacks are an error.
func Unmarshal(data []byte, into any) error {
	if err := decoder.Unmarshal(data, into); err != nil {
		return fmt.Errorf("decode %T: %w", into, err)
	}
	return nil
}
