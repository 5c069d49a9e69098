package worker

import (
	"encoding/binary"
	"fmt"
	"image"
	"io"
	"strings"
	"time"

	"ibid/core"
	"ibid/core/codec"
)

// The protocol is a stream of frames (see codec.ReadFrame). A payload is CBOR,
// except for layouts, syntax and pictures, which are packed because they are as
// large as all others together.
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

// errGarbage is the error of a malformed message, in its frame or its payload.
var errGarbage = codec.ErrUnknown

// errOutput is the error of an answer that is longer than the limit.
var errOutput = codec.ErrTooLong

// send writes one frame with a value in it, as CBOR; nil is an empty payload.
func send(w io.Writer, t tag, v any) error {
	payload, err := encode(v)
	if err != nil {
		return err
	}
	return codec.WriteFrame(w, byte(t), payload)
}

func encode(v any) ([]byte, error) {
	if v == nil {
		return nil, nil
	}
	return codec.Marshal(v)
}

// readFrame reads the next frame, whose payload may have up to limit bytes.
func readFrame(r io.Reader, limit int64) (tag, []byte, error) {
	kind, payload, err := codec.ReadFrame(r, limit, func(kind byte) bool { return tagHello <= tag(kind) && tag(kind) <= tagLast })
	return tag(kind), payload, err
}

// decode returns the value in a frame that send wrote.
func decode[T any](payload []byte) (v T, err error) {
	if err = codec.Unmarshal(payload, &v); err != nil {
		err = fmt.Errorf("%w: %w", errGarbage, err)
	}
	return v, err
}

// step is the kind of a request.
type step int

const (
	stepWords step = iota + 1
	stepStructure
	stepOutline
	stepMetadata
	stepSyntax
	stepDraw
	stepList
	stepUnpack
)

// String returns the step as messages show it: "reading the text".
func (s step) String() string {
	return [...]string{
		"", "reading the text", "reading the structure", "reading the outline", "reading title and author", "reading the syntax", "drawing the page",
		"listing the files", "unpacking",
	}[s]
}

// request is one job for a worker. The file is sent with it unless Kept is set.
type request struct {
	Step     step
	Name     string
	Kind     core.Kind
	Password string
	Safe     bool
	Kept     bool // draw the document of the last request again
	Page     int
	Width    int
	Height   int
	Bare     bool          // no sheet in place of a picture
	Skip     []int         // pages, 1-based, that are not read: they ended a worker before
	Names    []string      // of members that are to be unpacked
	Budget   time.Duration // after which the worker should end by itself with what it has
}

// clip returns at most the first most bytes of s.
func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.TrimSpace(strings.ToValidUTF8(s[:most], "")) + "…"
}

// level returns the level of a heading within 1 to core.MaxLevel.
func level(n int) int { return min(max(n, 1), core.MaxLevel) }

func decodeLayout(payload []byte) (core.Layout, error) {
	l, err := codec.UnpackLayout(payload)
	if err != nil {
		return l, fmt.Errorf("layout: %w: %w", errGarbage, err)
	}
	for i := range l.Headings {
		h := &l.Headings[i]
		h.Level, h.Title = level(h.Level), clip(h.Title, core.MaxTitle)
	}
	return l, nil
}

func decodeOutline(payload []byte) ([]core.OutlineEntry, error) {
	entries, err := decode[[]core.OutlineEntry](payload)
	for i := range entries {
		o := &entries[i]
		o.Level, o.Title = level(o.Level), clip(o.Title, core.MaxTitle)
	}
	return entries, err
}

func decodeMetadata(payload []byte) (core.Metadata, error) {
	m, err := decode[core.Metadata](payload)
	m.Title, m.Author = clip(m.Title, core.MaxTitle), clip(m.Author, core.MaxAuthors)
	return m, err
}

// imageHeader is the fixed part of an image's payload: width and height.
const imageHeader = 8

func encodeImage(img *image.RGBA) []byte {
	out := make([]byte, 0, imageHeader+len(img.Pix))
	out = binary.BigEndian.AppendUint32(out, uint32(img.Rect.Dx()))
	out = binary.BigEndian.AppendUint32(out, uint32(img.Rect.Dy()))
	return append(out, img.Pix...)
}

// decodeImage returns a picture that shares memory with payload.
func decodeImage(payload []byte) (*image.RGBA, error) {
	if len(payload) < imageHeader {
		return nil, fmt.Errorf("picture without a size: %w", errGarbage)
	}
	pix := payload[imageHeader:]
	w, h := int(binary.BigEndian.Uint32(payload)), int(binary.BigEndian.Uint32(payload[4:]))
	if w <= 0 || h <= 0 || w > len(pix) || h > len(pix) || 4*w*h != len(pix) {
		return nil, fmt.Errorf("picture of %d × %d: %w", w, h, errGarbage)
	}
	return &image.RGBA{Pix: pix, Stride: 4 * w, Rect: image.Rect(0, 0, w, h)}, nil
}

// failed is a core.FileError sent by the worker, with its cause as text.
type failed struct {
	State  core.State
	Reason string
	Cause  string // empty without one
}

func newFailed(f *core.FileError) *failed {
	out := failed{State: f.State, Reason: f.Reason}
	if f.Err != nil {
		out.Cause = f.Err.Error()
	}
	return &out
}

func (f failed) fileError() *core.FileError {
	return &core.FileError{State: f.State, Reason: f.Reason, Err: causeOf(f.State, f.Cause)}
}

// member is a core.Member whose time may be any that an archive can contain.
type member struct {
	Name        string
	Size        int64
	Seconds     int64 // of Modified, since 1970
	Nanoseconds int
}

func newMember(m core.Member) member {
	return member{m.Name, m.Size, m.Modified.Unix(), m.Modified.Nanosecond()}
}

func (m member) member() core.Member {
	return core.Member{Name: m.Name, Size: m.Size, Modified: time.Unix(m.Seconds, int64(m.Nanoseconds))}
}

// listed is a core.Listing without its members, which are sent before it.
type listed struct{ LeftOut, Lacks string }

// unpacked is a core.Piece sent by the worker.
type unpacked struct {
	Member int
	Data   []byte
	Last   bool
	Fate   *failed
}
