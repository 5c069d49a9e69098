package remote

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"time"

	"ibid/app/caller"
	"ibid/app/usecase"
	"ibid/app/wireerr"
	"ibid/core/codec"
)

// A method is one use case: Args are its arguments, Piece the values that it
// reports while it works, Result what it returns beside its error. stubs.go has
// one for each line of the table.
type method[Args, Piece, Result any] struct {
	name string
	once bool // a second call could have another result
	do   func(ctx context.Context, u usecase.Library, args Args, each func(Piece)) (Result, error)
}

// none is the type of missing arguments, pieces or results. The tuples hold
// several arguments or results.
type (
	none             struct{}
	tuple1[A any]    struct{ A A }
	tuple2[A, B any] struct {
		A A
		B B
	}
	tuple3[A, B, C any] struct {
		A A
		B B
		C C
	}
	tuple4[A, B, C, D any] struct {
		A A
		B B
		C C
		D D
	}
)

func both[A, B any](a A, b B, err error) (tuple2[A, B], error) { return tuple2[A, B]{a, b}, err }

// reply is the answer of a use case on the socket.
type reply[Result any] struct {
	Result Result
	Err    wireerr.Error
}

// A handler is the owner's view of a method, without its types.
type handler interface {
	// handle decodes the arguments, calls the use case and returns its encoded
	// reply. say receives each piece, encoded.
	handle(ctx context.Context, u usecase.Library, args []byte, say func([]byte)) ([]byte, error)
	called() string
	// types returns the types that cross the socket.
	types() []reflect.Type
}

func (m *method[Args, Piece, Result]) called() string { return m.name }

func (m *method[Args, Piece, Result]) types() []reflect.Type {
	return []reflect.Type{reflect.TypeFor[Args](), reflect.TypeFor[Piece](), reflect.TypeFor[Result]()}
}

func (m *method[Args, Piece, Result]) handle(ctx context.Context, u usecase.Library, data []byte, say func([]byte)) ([]byte, error) {
	var args Args
	if err := codec.Unmarshal(data, &args); err != nil {
		return nil, errors.Join(errFrame, err)
	}
	out, err := m.do(ctx, u, args, func(p Piece) {
		if piece, err := codec.Marshal(p); err == nil {
			say(piece)
		}
	})
	return codec.Marshal(reply[Result]{out, wireerr.Error{Err: err}})
}

// ask has the owner t do the use case. A failure of the connection is returned
// apart from the use case's own error.
func (m *method[Args, Piece, Result]) ask(ctx context.Context, t *there, args Args, each func(Piece)) (out reply[Result], err error) {
	data, err := codec.Marshal(args)
	if err != nil {
		return out, fmt.Errorf("ask for %s: %w", m.name, err)
	}
	answer, err := t.do(ctx, request{Caller: caller.Of(ctx), UseCase: m.name, Args: data}, func(piece []byte) {
		var p Piece
		if each != nil && codec.Unmarshal(piece, &p) == nil {
			each(p)
		}
	})
	if err != nil {
		return out, err
	}
	if err := codec.Unmarshal(answer, &out); err != nil {
		return out, fmt.Errorf("answer to %s: %w: %w", m.name, errFrame, err)
	}
	return out, nil
}

// A router finds the holder of the library and calls do with it. If the holder
// ended without an answer and again is true, it calls do a second time with the
// next one.
type router func(ctx context.Context, again bool, do func(context.Context, holder) error) error

// stubs implements the use cases by calling the holder of the library.
type stubs struct{ route router }

// call does a use case: by a plain call if the library is open in this process,
// else over the socket.
func call[Args, Piece, Result any](ctx context.Context, to router, m *method[Args, Piece, Result], args Args, each func(Piece)) (Result, error) {
	var out reply[Result]
	err := to(ctx, !m.once, func(ctx context.Context, h holder) (err error) {
		switch h := h.(type) {
		case *here:
			out.Result, out.Err.Err = m.do(ctx, h.engine, args, each)
		case *there:
			out, err = m.ask(ctx, h, args, each)
		}
		return err
	})
	if err != nil {
		var zero Result
		return zero, err
	}
	return out.Result, out.Err.Err
}

// briefly returns a context for use cases that take none. It ends after two
// seconds.
func briefly() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), 2*time.Second)
}
