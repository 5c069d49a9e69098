// Package wireerr encodes errors for another process: their text, and what
// errors.Is and errors.As find in them.
package wireerr

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"reflect"

	"ibid/app/config"
	"ibid/core"
	"ibid/core/codec"
	"ibid/core/ollama"
)

// sentinels are the errors that callers look for with errors.Is. Their order is
// part of the protocol.
var sentinels = []error{
	core.ErrInUse, core.ErrDamaged, core.ErrNotFound, core.ErrAmbiguous, core.ErrBudget, core.ErrQuery, core.ErrNeedsPassword,
	core.ErrNoSuchPage, core.ErrNeedsConversion, context.Canceled, context.DeadlineExceeded, errors.ErrUnsupported,
	fs.ErrNotExist, fs.ErrPermission, fs.ErrExist, fs.ErrClosed, core.ErrNotAsked,
}

// details are the types of error that callers look for with errors.As. Their order
// is part of the protocol.
var details = []detail{
	detailOf(func(e *core.FileError) *error { return &e.Err }),
	detailOf[core.InUseError](nil),
	detailOf[core.AmbiguousError](nil),
	detailOf[core.BudgetError](nil),
	detailOf[core.WindowError](nil),
	detailOf(func(e *config.Error) *error { return &e.Err }),
	detailOf[ollama.Unusable](nil),
	detailOf(func(e *ollama.Failed) *error { return &e.Err }),
}

// A detail encodes and decodes one type of error.
type detail struct {
	typ    reflect.Type // a pointer to a struct
	encode func(error) (*found, error)
	decode func(found) (error, error)
}

// found is an error whose type is one of details.
type found struct {
	Type  int // in details
	Value []byte
	Cause Error
}

// detailOf returns the detail of *T. cause selects the field with the wrapped
// error, which its cbor tag excludes; nil if there is none. The other fields
// are plain values.
func detailOf[T any, P interface {
	*T
	error
}](cause func(P) *error) detail {
	return detail{
		typ: reflect.TypeFor[P](),
		encode: func(err error) (*found, error) {
			var p P
			if !errors.As(err, &p) {
				return nil, nil
			}
			value, fault := codec.Marshal(*p)
			out := &found{Value: value}
			if cause != nil {
				out.Cause.Err = *cause(p)
			}
			return out, fault
		},
		decode: func(f found) (error, error) {
			p := P(new(T))
			if err := codec.Unmarshal(f.Value, p); err != nil {
				return nil, err
			}
			if cause != nil {
				*cause(p) = f.Cause.Err
			}
			return p, nil
		},
	}
}

// carried is a decoded error of another process.
type carried struct {
	text   string
	causes []error
}

func (e *carried) Error() string   { return e.text }
func (e *carried) Unwrap() []error { return e.causes }

// Error holds an error, or nil, as a value that the codec encodes.
type Error struct{ Err error }

// List is a list of errors as a value that the codec encodes.
type List []error

// wire is the encoded form of an error.
type wire struct {
	Nil   bool // the error is nil
	Text  string
	Is    uint64 // one bit for each of sentinels
	Found []found
}

// MarshalCBOR writes the error.
func (e Error) MarshalCBOR() ([]byte, error) {
	if e.Err == nil {
		return codec.Marshal(wire{Nil: true})
	}
	w := wire{Text: e.Err.Error()}
	for i, s := range sentinels {
		if errors.Is(e.Err, s) {
			w.Is |= 1 << i
		}
	}
	for i, d := range details {
		f, err := d.encode(e.Err)
		if err != nil {
			return nil, fmt.Errorf("write error %s: %w", d.typ, err)
		}
		if f != nil {
			f.Type = i
			w.Found = append(w.Found, *f)
		}
	}
	return codec.Marshal(w)
}

// UnmarshalCBOR reads what MarshalCBOR wrote.
func (e *Error) UnmarshalCBOR(data []byte) error {
	var w wire
	if err := codec.Unmarshal(data, &w); err != nil || w.Nil {
		e.Err = nil
		return err
	}
	out := &carried{text: w.Text}
	for _, f := range w.Found {
		if f.Type < 0 || f.Type >= len(details) {
			return fmt.Errorf("no type %d of error", f.Type)
		}
		cause, err := details[f.Type].decode(f)
		if err != nil {
			return err
		}
		out.causes = append(out.causes, cause)
	}
	for i, s := range sentinels {
		if w.Is&(1<<i) != 0 {
			out.causes = append(out.causes, s)
		}
	}
	e.Err = out
	return nil
}

// MarshalCBOR writes the errors.
func (l List) MarshalCBOR() ([]byte, error) {
	var all []Error
	if l != nil {
		all = make([]Error, len(l))
	}
	for i, err := range l {
		all[i] = Error{err}
	}
	return codec.Marshal(all)
}

// UnmarshalCBOR reads what MarshalCBOR wrote.
func (l *List) UnmarshalCBOR(data []byte) error {
	var all []Error
	if err := codec.Unmarshal(data, &all); err != nil {
		return err
	}
	*l = nil
	if all != nil {
		*l = make(List, len(all))
	}
	for i, e := range all {
		(*l)[i] = e.Err
	}
	return nil
}

// Known describes the errors that keep their identity in another process: the
// types that are encoded whole, and the texts of the sentinels.
func Known() (types []reflect.Type, texts []string) {
	for _, d := range details {
		types = append(types, d.typ)
	}
	for _, s := range sentinels {
		texts = append(texts, s.Error())
	}
	return types, texts
}
