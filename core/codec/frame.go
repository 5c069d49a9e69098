package codec

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// FrameHeader is the length of a frame before its payload, in bytes: one that
// says what it is and four for the length of the payload, big endian.
const FrameHeader = 5

// ErrUnknown is what the reader of a frame does not know: its kind, or what is in
// it.
var ErrUnknown = errors.New("unknown to the protocol")

// ErrTooLong is a frame that is longer than its reader allows.
var ErrTooLong = errors.New("frame over the limit")

// Header returns the header of a frame with a payload of n bytes.
func Header(kind byte, n int) ([]byte, error) {
	if n > math.MaxUint32 {
		return nil, fmt.Errorf("%d bytes: %w", n, ErrTooLong)
	}
	return binary.BigEndian.AppendUint32([]byte{kind}, uint32(n)), nil
}

// WriteFrame writes one frame.
func WriteFrame(w io.Writer, kind byte, payload []byte) error {
	head, err := Header(kind, len(payload))
	if err != nil {
		return err
	}
	if _, err := w.Write(head); err != nil {
		return err
	}
	_, err = w.Write(payload)
	return err
}

// piece is how much room is made for a payload before any of it has come.
const piece = 1 << 20 // bytes

// ReadFrame reads the next frame, of a kind that is known, whose payload may have
// up to limit bytes. Room for what the header announces is made only as it
// comes. The error is io.EOF where no frame begins, and io.ErrUnexpectedEOF where
// one is cut off.
func ReadFrame(r io.Reader, limit int64, known func(kind byte) bool) (kind byte, payload []byte, err error) {
	var head [FrameHeader]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	if !known(head[0]) {
		return 0, nil, fmt.Errorf("frame %#x: %w", head, ErrUnknown)
	}
	n := int64(binary.BigEndian.Uint32(head[1:]))
	if n > limit {
		return 0, nil, fmt.Errorf("%d bytes where %d are allowed: %w", n, limit, ErrTooLong)
	}
	for at := 0; at < int(n); at = len(payload) {
		payload = slices.Grow(payload, min(max(piece, at), int(n)-at))
		payload = payload[:min(cap(payload), int(n))]
		if _, err := io.ReadFull(r, payload[at:]); err != nil {
			return 0, nil, errors.Join(io.ErrUnexpectedEOF, err)
		}
	}
	return head[0], payload, nil
}
