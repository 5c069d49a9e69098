package remote

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"time"
)

// errFrame is that of bytes that are no frame, or no value of the type expected.
var errFrame = errors.New("not understood")

// Bounds of what crosses the socket.
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
	framePiece   = 'p' // what a use case says while it works
	frameChange  = 'c' // of the library
	frameRefused = 'x' // why the request is not done, in words
)

// writeFrame writes one frame: its length, its kind, its bytes. Whoever does not
// read it in time is gone.
func writeFrame(c net.Conn, kind byte, data []byte) error {
	if len(data) > maxAnswer {
		return fmt.Errorf("an answer of %d bytes is too large", len(data))
	}
	head := append(binary.BigEndian.AppendUint32(nil, uint32(len(data))), kind)
	if err := c.SetWriteDeadline(time.Now().Add(frameTime)); err != nil {
		return err
	}
	buffers := net.Buffers{head, data}
	_, err := buffers.WriteTo(c)
	return err
}

// readFrame reads one frame of at most limit bytes. What the frame announces is
// made room for only as it comes.
func readFrame(r io.Reader, limit uint32) (kind byte, data []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	n := binary.BigEndian.Uint32(head[:4])
	if n > limit {
		return 0, nil, fmt.Errorf("a frame of %d bytes, %d are allowed: %w", n, limit, errFrame)
	}
	if n <= 1<<20 {
		data = make([]byte, n)
		_, err = io.ReadFull(r, data)
	} else {
		data, err = io.ReadAll(io.LimitReader(r, int64(n)))
		if err == nil && len(data) < int(n) {
			err = io.ErrUnexpectedEOF
		}
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return head[4], data, err
}
