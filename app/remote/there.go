package remote

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"ibid/app/caller"
	"ibid/core"
	"ibid/core/codec"
)

const (
	waitForHello  = 2 * time.Second  // an owner that sends nothing for longer is considered hung
	waitForCancel = 10 * time.Second // cancelled work ends after the file that is being read
)

// there is a library that another program has open. Each use case opens a
// connection of its own.
type there struct{ owner core.Owner }

// Requests that are no use cases.
const (
	askHello   = ""
	askChanges = "Changes"
)

// request is what a client sends. Only an owner of the same version decodes it
// correctly, so it is wrapped in an envelope with the version.
type request struct {
	Caller  caller.Caller
	UseCase string
	Args    []byte
}

// envelope is the first frame: an encoded request and the version of the
// client. Every version can decode it.
type envelope struct {
	Version string
	Request []byte
}

// bytes returns the encoded envelope with r in it.
func (r request) bytes() ([]byte, error) {
	inside, err := codec.Marshal(r)
	if err != nil {
		return nil, err
	}
	return codec.Marshal(envelope{version(), inside})
}

// hello reports why the owner does not answer or is of another version.
func (t *there) hello(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, waitForHello)
	defer cancel()
	c, err := t.ask(ctx, request{UseCase: askHello})
	if err != nil {
		return err
	}
	defer c.Close()
	stop := context.AfterFunc(ctx, func() { c.Close() })
	defer stop()
	_, err = t.answer(c, nil)
	if err != nil && ctx.Err() != nil {
		return errors.New("it does not answer")
	}
	return err
}

// do has the owner do a use case and returns its encoded reply. piece receives
// each value that the use case reports, encoded.
func (t *there) do(ctx context.Context, r request, piece func([]byte)) ([]byte, error) {
	c, err := t.ask(ctx, r)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	stop := context.AfterFunc(ctx, func() { // the owner sees that our half is closed, and stops
		_ = errors.Join(c.SetReadDeadline(time.Now().Add(waitForCancel)), c.CloseWrite())
	})
	defer stop()
	data, err := t.answer(c, piece)
	if errors.Is(err, errGone) && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return data, err
}

// changes calls tell with each change that the owner reports, until the owner
// or ctx ends.
func (t *there) changes(ctx context.Context, tell func(core.Change)) {
	c, err := t.ask(ctx, request{UseCase: askChanges})
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
		if codec.Unmarshal(data, &change) == nil {
			tell(change)
		}
	}
}

// ask connects and sends a request.
func (t *there) ask(ctx context.Context, r request) (*net.UnixConn, error) {
	b, err := r.bytes()
	if err != nil {
		return nil, fmt.Errorf("ask %s: %w", t.owner.Program, err)
	}
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

// answer reads frames up to the result. piece receives the frames before it.
func (t *there) answer(c net.Conn, piece func([]byte)) ([]byte, error) {
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
		case kind == framePiece && piece != nil:
			piece(data)
		}
	}
}
