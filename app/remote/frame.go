package remote

import (
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"time"

	"ibid/core/codec"
)

// errFrame is the error for bytes that are no frame, or no value of the
// expected type.
var errFrame = errors.New("not understood")

// Bounds of the frames and connections.
const (
	maxRequest = 64 << 20  // bytes; a saved context has 16 MB at most
	maxAnswer  = 512 << 20 // bytes; pictures of pages and texts of whole documents
	frameTime  = 30 * time.Second
	maxClients = 256 // connections at a time; more wait
)

// The kinds of frame.
const (
	frameRequest = 'q'
	frameResult  = 'r'
	framePiece   = 'p' // progress of a use case
	frameChange  = 'c' // a change of the library
	frameRefused = 'x' // why the request is refused, in words
)

// writeFrame writes one frame. It fails if the other side does not read it in
// time.
func writeFrame(c net.Conn, kind byte, data []byte) error {
	if len(data) > maxAnswer {
		return fmt.Errorf("an answer of %d bytes is too large", len(data))
	}
	if err := c.SetWriteDeadline(time.Now().Add(frameTime)); err != nil {
		return err
	}
	return codec.WriteFrame(c, kind, data)
}

// readFrame reads one frame of at most limit bytes.
func readFrame(r io.Reader, limit int64) (kind byte, data []byte, err error) {
	kind, data, err = codec.ReadFrame(r, limit, func(kind byte) bool {
		return slices.Contains([]byte{frameRequest, frameResult, framePiece, frameChange, frameRefused}, kind)
	})
	if errors.Is(err, codec.ErrUnknown) || errors.Is(err, codec.ErrTooLong) {
		err = fmt.Errorf("%w: %w", errFrame, err)
	}
	return kind, data, err
}
