package office

import (
	"bytes"
	"encoding/binary"
	"errors"
	"unicode/utf16"
)

// Encrypted Office Open XML is no zip file but a compound file (MS-CFB), as the
// office formats before it were: a file system in small, of which two streams
// matter here.
type compound struct {
	data   []byte
	sector int      // bytes of one
	next   []uint32 // the sector that follows each one in its stream
	small  []uint32 // the same for the pieces of the stream of small streams
	mini   []byte   // the stream of small streams
	list   []compoundEntry
}

type compoundEntry struct {
	name  string
	start uint32
	size  int
}

var compoundMark = []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")

var errCompound = errors.New("not a whole compound file")

const (
	smallSector  = 64
	smallStream  = 4096 // streams of fewer bytes lie in the stream of small streams
	entryBytes   = 128
	lastSector   = 0xfffffffa
	compoundHead = 512
)

// readCompound reads the tables and the directory of a compound file.
func readCompound(data []byte) (*compound, error) {
	if len(data) < compoundHead || !bytes.HasPrefix(data, compoundMark) {
		return nil, errCompound
	}
	shift := binary.LittleEndian.Uint16(data[0x1e:])
	if shift != 9 && shift != 12 {
		return nil, errCompound
	}
	c := &compound{data: data, sector: 1 << shift}
	if err := c.readTable(); err != nil {
		return nil, err
	}
	directory, err := c.chain(binary.LittleEndian.Uint32(data[0x30:]), -1)
	if err != nil {
		return nil, err
	}
	for len(directory) >= entryBytes {
		c.list = append(c.list, readEntry(directory[:entryBytes]))
		directory = directory[entryBytes:]
	}
	if len(c.list) == 0 {
		return nil, errCompound
	}
	small, err := c.chain(binary.LittleEndian.Uint32(data[0x3c:]), -1)
	if err != nil {
		return nil, err
	}
	c.small = words(small)
	c.mini, err = c.chain(c.list[0].start, c.list[0].size)
	return c, err
}

// readTable reads the table that says which sector follows which. The header
// names its first sectors; the others are named by sectors of their own.
func (c *compound) readTable() error {
	names := words(c.data[0x4c:compoundHead])
	more := binary.LittleEndian.Uint32(c.data[0x44:])
	for range len(c.data) / c.sector {
		if more >= lastSector {
			break
		}
		s, err := c.at(more)
		if err != nil {
			return err
		}
		list := words(s)
		names, more = append(names, list[:len(list)-1]...), list[len(list)-1]
	}
	for _, n := range names {
		if n >= lastSector {
			break
		}
		s, err := c.at(n)
		if err != nil || len(c.next) > len(c.data)/4 {
			return errCompound
		}
		c.next = append(c.next, words(s)...)
	}
	return nil
}

// at is sector n. The last one of a file may be short of bytes.
func (c *compound) at(n uint32) ([]byte, error) {
	start := (int64(n) + 1) * int64(c.sector)
	if start >= int64(len(c.data)) {
		return nil, errCompound
	}
	s := c.data[start:min(start+int64(c.sector), int64(len(c.data)))]
	if len(s) < c.sector {
		s = append(append(make([]byte, 0, c.sector), s...), make([]byte, c.sector-len(s))...)
	}
	return s, nil
}

// chain joins the sectors of a stream of size bytes; -1 is up to its end. It
// holds no more bytes than the file does.
func (c *compound) chain(start uint32, size int) ([]byte, error) {
	var out []byte
	for n := start; n < lastSector && (size < 0 || len(out) < size); {
		s, err := c.at(n)
		if err != nil || int64(n) >= int64(len(c.next)) || len(out) > len(c.data) {
			return nil, errCompound
		}
		out = append(out, s...)
		n = c.next[n]
	}
	return cutTo(out, size)
}

func cutTo(data []byte, size int) ([]byte, error) {
	switch {
	case size < 0:
		return data, nil
	case size > len(data):
		return nil, errCompound
	}
	return data[:size], nil
}

// stream is the content of the stream with a name; ok is false if there is none.
func (c *compound) stream(name string) (data []byte, ok bool, err error) {
	for _, e := range c.list[1:] {
		if e.name != name {
			continue
		}
		if e.size >= smallStream {
			data, err = c.chain(e.start, e.size)
			return data, true, err
		}
		var out []byte
		for n := e.start; n < lastSector && len(out) < e.size; n = c.small[n] {
			at := int64(n) * smallSector
			if at+smallSector > int64(len(c.mini)) || int64(n) >= int64(len(c.small)) {
				return nil, true, errCompound
			}
			out = append(out, c.mini[at:at+smallSector]...)
		}
		data, err = cutTo(out, e.size)
		return data, true, err
	}
	return nil, false, nil
}

func readEntry(b []byte) compoundEntry {
	length := min(int(binary.LittleEndian.Uint16(b[64:])), 64)
	var name []uint16
	for i := 0; i+2 < length; i += 2 { // without the zero at its end
		name = append(name, binary.LittleEndian.Uint16(b[i:]))
	}
	// The upper half of the size is used by files above 2 GB alone, and is not always nought in others.
	return compoundEntry{string(utf16.Decode(name)), binary.LittleEndian.Uint32(b[116:]), int(binary.LittleEndian.Uint32(b[120:]) &^ (1 << 31))}
}

func words(b []byte) []uint32 {
	out := make([]uint32, len(b)/4)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return out
}
