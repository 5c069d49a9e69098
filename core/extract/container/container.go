// Package container walks the containers that formats of pictures, recordings
// and documents share: chunks of RIFF and IFF, boxes of ISO media, zlib streams.
// Every walk goes forward and is bounded, whatever the lengths in a file are.
package container

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"iter"
)

// most bounds the chunks or boxes of one level.
const most = 100_000

// Chunks yields the name and body of each chunk of a level of RIFF
// (binary.LittleEndian) or IFF (binary.BigEndian). Chunks begin at even offsets.
// The last one is cut where data ends.
func Chunks(data []byte, order binary.ByteOrder) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for n := 0; len(data) >= 8 && n < most; n++ {
			size := uint64(order.Uint32(data[4:]))
			end := min(8+size, uint64(len(data)))
			if !yield(string(data[:4]), data[8:end]) {
				return
			}
			data = data[min(end+size&1, uint64(len(data))):]
		}
	}
}

// Boxes yields the type and body of each box of a level of MP4, HEIF or AVIF, up
// to the first that does not fit into data.
func Boxes(data []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for n := 0; len(data) >= 8 && n < most; n++ {
			head, size := 8, uint64(binary.BigEndian.Uint32(data))
			switch {
			case size == 1 && len(data) >= 16:
				head, size = 16, binary.BigEndian.Uint64(data[8:])
			case size == 0: // up to the end
				size = uint64(len(data))
			}
			if size < uint64(head) || size > uint64(len(data)) || !yield(string(data[4:8]), data[head:size]) {
				return
			}
			data = data[size:]
		}
	}
}

// Inflate unpacks at most limit bytes of a zlib stream. What follows a fault is
// left out; ok is false if data does not begin as such a stream does.
func Inflate(data []byte, limit int64) (out []byte, ok bool) {
	r, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, false
	}
	out, _ = io.ReadAll(io.LimitReader(r, limit)) // a part is better than nothing
	return out, true
}
