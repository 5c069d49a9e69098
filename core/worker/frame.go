package worker

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"ibid/core"
)

// The protocol is a stream of frames: one byte for what it is, four for the
// length of the payload, the payload. Payloads are numbers and strings in a
// fixed order; both ends are the same program, so there is no version.
type tag byte

const (
	tagHello    tag = iota + 0xb0 // to the worker: limits
	tagReady                      // from the worker, once
	tagRequest                    // to the worker, with the open file unless it is kept
	tagPage                       // both ways
	tagLayout                     // from the worker
	tagOutline                    // from the worker
	tagMetadata                   // from the worker
	tagCode                       // from the worker
	tagImage                      // from the worker
	tagMember                     // from the worker
	tagListing                    // from the worker, after the members
	tagPiece                      // from the worker
	tagDone                       // ends a request, or the pages that follow one
	tagFailed                     // ends a request
	tagLast     = tagFailed
)

const headerSize = 5

// errGarbage is what a peer sent that the protocol does not know.
var errGarbage = errors.New("not the worker's protocol")

// errOutput is an answer that is longer than the limit.
var errOutput = errors.New("answer over the limit")

func header(t tag, n int) []byte {
	return binary.BigEndian.AppendUint32([]byte{byte(t)}, uint32(n))
}

func writeFrame(w io.Writer, t tag, payload []byte) error {
	if len(payload) > math.MaxUint32 {
		return errOutput
	}
	if _, err := w.Write(header(t, len(payload))); err != nil {
		return err
	}
	_, err := w.Write(payload)
	return err
}

// readFrame reads the next frame, whose payload may have up to limit bytes.
func readFrame(r io.Reader, limit int64) (tag, []byte, error) {
	var head [headerSize]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	t, n := tag(head[0]), int64(binary.BigEndian.Uint32(head[1:]))
	if t < tagHello || t > tagLast {
		return 0, nil, fmt.Errorf("frame %#x: %w", head, errGarbage)
	}
	if n > limit {
		return 0, nil, fmt.Errorf("frame of %d bytes: %w", n, errOutput)
	}
	payload := make([]byte, n)
	_, err := io.ReadFull(r, payload)
	return t, payload, err
}

// encoder appends values to a payload.
type encoder []byte

func (e *encoder) int(n int)       { *e = binary.AppendVarint(*e, int64(n)) }
func (e *encoder) string(s string) { e.int(len(s)); *e = append(*e, s...) }
func (e *encoder) float(f float32) { *e = binary.LittleEndian.AppendUint32(*e, math.Float32bits(f)) }
func (e *encoder) bool(b bool) {
	n := byte(0)
	if b {
		n = 1
	}
	*e = append(*e, n)
}

// decoder takes values from a payload in the order they were appended. After
// the first one that does not fit, err is set and all values are zero.
type decoder struct {
	rest []byte
	err  error
}

func (d *decoder) fail() {
	d.rest, d.err = nil, fmt.Errorf("payload: %w", errGarbage)
}

func (d *decoder) int() int {
	n, size := binary.Varint(d.rest)
	if size <= 0 {
		d.fail()
		return 0
	}
	d.rest = d.rest[size:]
	return int(n)
}

func (d *decoder) string() string {
	n := d.int()
	if n < 0 || n > len(d.rest) {
		d.fail()
		return ""
	}
	s := string(d.rest[:n])
	d.rest = d.rest[n:]
	return s
}

// clipped is a string of which no more than most bytes are kept.
func (d *decoder) clipped(most int) string {
	s := d.string()
	if len(s) <= most {
		return s
	}
	return strings.TrimSpace(strings.ToValidUTF8(s[:most], "")) + "…"
}

// level is that of a heading, 1 to core.MaxLevel.
func (d *decoder) level() int { return min(max(d.int(), 1), core.MaxLevel) }

func (d *decoder) float() float32 {
	if len(d.rest) < 4 {
		d.fail()
		return 0
	}
	f := math.Float32frombits(binary.LittleEndian.Uint32(d.rest))
	d.rest = d.rest[4:]
	return f
}

func (d *decoder) bool() bool {
	if len(d.rest) == 0 {
		d.fail()
		return false
	}
	b := d.rest[0]
	d.rest = d.rest[1:]
	return b != 0
}

// count is a number of elements that take at least size bytes each.
func (d *decoder) count(size int) int {
	n := d.int()
	if n < 0 || n*size > len(d.rest) || n > len(d.rest) {
		d.fail()
		return 0
	}
	return n
}

// done reports the first error, or that something is left over.
func (d *decoder) done() error {
	if d.err == nil && len(d.rest) > 0 {
		d.fail()
	}
	return d.err
}
