package remote

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"reflect"
	"time"

	"ibid/app/caller"
	"ibid/app/config"
	"ibid/core"
)

const (
	waitForHello  = 2 * time.Second  // an owner that takes longer to say anything hangs
	waitForCancel = 10 * time.Second // what is cancelled ends after the file that is being read
)

// there is a library that another program has open. It holds no connection: each
// use case has its own.
type there struct{ owner core.Owner }

// What is asked besides use cases.
const (
	askHello   = ""
	askChanges = "Changes"
)

// hello sees whether the owner answers and is of the same version.
func (t *there) hello(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, waitForHello)
	defer cancel()
	c, err := t.ask(ctx, request(caller.Caller{}, askHello))
	if err != nil {
		return err
	}
	defer c.Close()
	stop := context.AfterFunc(ctx, func() { c.Close() })
	defer stop()
	_, err = t.answer(c, reflect.Value{})
	if err != nil && ctx.Err() != nil {
		return errors.New("it does not answer")
	}
	return err
}

// do implements holder.
func (t *there) do(ctx context.Context, name string, args []any) ([]reflect.Value, error) {
	b := request(caller.Of(ctx), name)
	var each reflect.Value
	for _, a := range args {
		v := reflect.ValueOf(a)
		if v.Kind() == reflect.Func {
			each = v
			continue
		}
		var err error
		if b, err = encode(b, v); err != nil {
			return nil, err
		}
	}
	c, err := t.ask(ctx, b)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	stop := context.AfterFunc(ctx, func() { // the owner sees the end of what we say and stops
		_ = errors.Join(c.SetReadDeadline(time.Now().Add(waitForCancel)), c.CloseWrite())
	})
	defer stop()
	data, err := t.answer(c, each)
	switch {
	case errors.Is(err, errGone) && ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, err
	}
	return results(name, data)
}

// results decodes what a use case returned.
func results(name string, data []byte) ([]reflect.Value, error) {
	out, r := nothing(name), &reader{data: data}
	for _, v := range out {
		r.decode(v, 0)
	}
	if r.err != nil || len(r.data) > 0 {
		return nil, fmt.Errorf("answer to %s: %w", name, errFrame)
	}
	return out, nil
}

// changes tells of the owner's changes until it ends or ctx does.
func (t *there) changes(ctx context.Context, tell func(core.Change)) {
	c, err := t.ask(ctx, request(caller.Caller{}, askChanges))
	if err != nil {
		return
	}
	defer c.Close()
	stop := context.AfterFunc(ctx, func() { c.Close() })
	defer stop()
	for {
		kind, data, err := readFrame(c, maxAnswer)
		if err != nil || kind != frameChange {
			return
		}
		var change core.Change
		r := &reader{data: data}
		if r.decode(reflect.ValueOf(&change).Elem(), 0); r.err == nil {
			tell(change)
		}
	}
}

// request is what is sent before the arguments.
func request(asks caller.Caller, name string) []byte {
	b := appendString(nil, version())
	b = appendString(b, asks.Dir)
	b, err := encode(b, reflect.ValueOf(&asks.Config).Elem())
	if err != nil {
		panic(err) // settings are plain values: a test sees to it
	}
	return appendString(b, name)
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// ask connects and sends a request.
func (t *there) ask(ctx context.Context, b []byte) (*net.UnixConn, error) {
	if len(b) > maxRequest {
		return nil, fmt.Errorf("a question of %d bytes is too large for %s: %w", len(b), t.owner.Program, core.ErrQuery)
	}
	var d net.Dialer
	dialled, err := d.DialContext(ctx, "unix", t.owner.Address)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, t.gone()
	}
	c := dialled.(*net.UnixConn)
	if err := sameUser(c); err != nil {
		return nil, errors.Join(fmt.Errorf("speak to %s: %w", t.owner.Program, err), c.Close())
	}
	if err := writeFrame(c, frameRequest, b); err != nil {
		return nil, errors.Join(t.gone(), c.Close())
	}
	return c, nil
}

func (t *there) gone() error {
	return fmt.Errorf("%s (pid %d): %w", t.owner.Program, t.owner.PID, errGone)
}

// answer reads what comes up to the result. each is told what a use case says
// meanwhile.
func (t *there) answer(c net.Conn, each reflect.Value) ([]byte, error) {
	for {
		kind, data, err := readFrame(c, maxAnswer)
		switch {
		case errors.Is(err, errFrame):
			return nil, fmt.Errorf("answer of %s: %w", t.owner.Program, err)
		case err != nil:
			return nil, t.gone()
		case kind == frameResult:
			return data, nil
		case kind == frameRefused:
			return nil, errors.New(string(data))
		case kind == framePiece && each.IsValid() && !each.IsNil():
			r, piece := &reader{data: data}, reflect.New(each.Type().In(0)).Elem()
			if r.decode(piece, 0); r.err == nil {
				each.Call([]reflect.Value{piece})
			}
		}
	}
}

// settingsOf decodes a caller's settings.
func settingsOf(r *reader) (c *config.Config) {
	r.decode(reflect.ValueOf(&c).Elem(), 0)
	return c
}
