package remote

import (
	"context"
	"encoding/binary"
	"errors"
	"io/fs"
	"reflect"

	"ibid/app/config"
	"ibid/core"
	"ibid/core/ollama"
)

// sentinels are the errors that whoever gets one looks for. Their order is part
// of the protocol.
var sentinels = []error{
	core.ErrInUse, core.ErrDamaged, core.ErrNotFound, core.ErrAmbiguous, core.ErrBudget, core.ErrQuery, core.ErrNeedsPassword,
	core.ErrNoSuchPage, core.ErrNeedsConversion, context.Canceled, context.DeadlineExceeded, errors.ErrUnsupported,
	fs.ErrNotExist, fs.ErrPermission, fs.ErrExist, fs.ErrClosed, core.ErrRevoked, core.ErrNotAsked,
}

// detailed are the errors that say more than their text.
var detailed = []reflect.Type{
	reflect.TypeFor[*core.FileError](), reflect.TypeFor[*core.InUseError](), reflect.TypeFor[*core.AmbiguousError](),
	reflect.TypeFor[*core.BudgetError](), reflect.TypeFor[*core.WindowError](), reflect.TypeFor[*config.Error](),
	reflect.TypeFor[*ollama.Unusable](), reflect.TypeFor[*ollama.Failed](),
}

// carried is an error of another process: its text, and what errors.Is and
// errors.As find in it.
type carried struct {
	text   string
	causes []error
}

func (e *carried) Error() string   { return e.text }
func (e *carried) Unwrap() []error { return e.causes }

// encodeError appends an error: 0 for none, else 1, its text, the sentinels
// that it wraps as bits, and each error with details that it wraps.
func encodeError(b []byte, err error, depth int) []byte {
	if err == nil || depth > maxDepth {
		return append(b, 0)
	}
	b = append(b, 1)
	b = append(binary.AppendUvarint(b, uint64(len(err.Error()))), err.Error()...)
	var bits uint64
	for i, s := range sentinels {
		if errors.Is(err, s) {
			bits |= 1 << i
		}
	}
	b = binary.AppendUvarint(b, bits)
	for i, t := range detailed {
		found := reflect.New(t)
		if !errors.As(err, found.Interface()) {
			continue
		}
		b = binary.AppendUvarint(b, uint64(i)+1)
		detail := found.Elem().Elem()
		for f := range detail.NumField() {
			if detail.Field(f).Type() == errorType {
				cause, _ := detail.Field(f).Interface().(error)
				b = encodeError(b, cause, depth+1)
			} else if whole, err := encode(b, detail.Field(f)); err == nil { // a test sees that all are plain
				b = whole
			}
		}
	}
	return append(b, 0)
}

// error reads what encodeError wrote.
func (r *reader) error(depth int) error {
	if depth > maxDepth {
		r.fail()
	}
	if r.byte() == 0 {
		return nil
	}
	e := &carried{text: r.string()}
	bits := r.uvarint()
	for {
		i := r.uvarint()
		if i == 0 || r.err != nil {
			break
		}
		if i > uint64(len(detailed)) {
			r.fail()
			break
		}
		detail := reflect.New(detailed[i-1].Elem())
		r.decodeParts(detail.Elem(), depth+1)
		e.causes = append(e.causes, detail.Interface().(error))
	}
	for i, s := range sentinels {
		if bits&(1<<i) != 0 {
			e.causes = append(e.causes, s)
		}
	}
	return e
}
