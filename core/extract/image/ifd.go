package image

import (
	"bytes"
	"encoding/binary"

	goexif "github.com/rwcarlsen/goexif/tiff"
)

// Bounds of one TIFF block.
const (
	mostDirectories = 32
	mostEntries     = 4096
	mostValue       = 64 << 10 // bytes of a value that is decoded; a longer one is given by its size
	mostDecoded     = 4 << 20  // bytes of all values that are decoded
)

// Tags that point to directories, and those whose value is a block of another kind.
const (
	tagEXIF    = 0x8769
	tagGPS     = 0x8825
	tagInterop = 0xa005
	tagXMP     = 0x02bc
	tagIPTC    = 0x83bb
	tagWidth   = 0x0100
	tagHeight  = 0x0101
)

// entry is one tag of a TIFF block.
type entry struct {
	group string // EXIF, Thumbnail, GPS or Interop
	id    uint16
	size  int         // bytes of the value
	raw   []byte      // the value
	tag   *goexif.Tag // nil if the value is not decoded
}

// walker goes through the directories of a TIFF block. It checks the size of every
// entry before goexif decodes it: goexif follows offsets in circles and allocates
// as much as a count says.
type walker struct {
	data    []byte
	order   binary.ByteOrder
	seen    map[uint32]bool // directories
	decoded int             // bytes
	out     []entry
}

// entries returns the tags of a TIFF block in the order of its directories, without
// those whose value lies outside the data.
func entries(data []byte) []entry {
	w := newWalker(data)
	if w == nil {
		return nil
	}
	w.directory(w.order.Uint32(data[4:]), "EXIF")
	return w.out
}

// newWalker returns nil if data does not begin as a TIFF block does.
func newWalker(data []byte) *walker {
	if len(data) < 8 {
		return nil
	}
	w := &walker{data: data, seen: make(map[uint32]bool)}
	switch string(data[:2]) {
	case "II":
		w.order = binary.LittleEndian
	case "MM":
		w.order = binary.BigEndian
	default:
		return nil
	}
	return w
}

// directory reads the entries at an offset, the directories that they point
// to, and the one that follows the first, which is the thumbnail's.
func (w *walker) directory(offset uint32, group string) {
	if w.seen[offset] || len(w.seen) >= mostDirectories || uint64(offset)+2 > uint64(len(w.data)) {
		return
	}
	w.seen[offset] = true
	count := int(w.order.Uint16(w.data[offset:]))
	at := int(offset) + 2
	var below []entry
	for range count {
		if at+12 > len(w.data) || len(w.out) >= mostEntries {
			break
		}
		if e, ok := w.entry(at, group); ok {
			switch e.id {
			case tagEXIF, tagGPS, tagInterop:
				below = append(below, e)
			default:
				w.out = append(w.out, e)
			}
		}
		at += 12
	}
	for _, e := range below {
		if len(e.raw) >= 4 {
			w.directory(w.order.Uint32(e.raw), groupBelow(e.id))
		}
	}
	if group == "EXIF" && at+4 <= len(w.data) && len(w.seen) <= 1+len(below) {
		if next := w.order.Uint32(w.data[at:]); next != 0 {
			w.directory(next, "Thumbnail")
		}
	}
}

func groupBelow(id uint16) string {
	switch id {
	case tagGPS:
		return "GPS"
	case tagInterop:
		return "Interop"
	}
	return "EXIF"
}

// typeSizes is the size of the types 1 to 12.
var typeSizes = [...]uint64{0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8}

// entry returns the entry at an offset. goexif decodes its value if it is small.
func (w *walker) entry(at int, group string) (entry, bool) {
	id, kind, count := w.order.Uint16(w.data[at:]), w.order.Uint16(w.data[at+2:]), w.order.Uint32(w.data[at+4:])
	if kind == 0 || int(kind) >= len(typeSizes) || count == 0 {
		return entry{}, false
	}
	size := typeSizes[kind] * uint64(count)
	from := uint64(at) + 8
	if size > 4 {
		from = uint64(w.order.Uint32(w.data[at+8:]))
	}
	if from+size > uint64(len(w.data)) {
		return entry{}, false
	}
	e := entry{group: group, id: id, size: int(size), raw: w.data[from : from+size]}
	if size > mostValue || w.decoded+int(size) > mostDecoded {
		return e, true
	}
	w.decoded += int(size)
	r := bytes.NewReader(w.data)
	if _, err := r.Seek(int64(at), 0); err != nil {
		return entry{}, false
	}
	tag, err := goexif.DecodeTag(r, w.order)
	if err != nil {
		return entry{}, false
	}
	e.tag = tag
	return e, true
}

// tiffSize returns the size of the first picture of a TIFF file, 0 if it is
// missing.
func tiffSize(data []byte) (width, height int) {
	for _, e := range entries(data) {
		if e.group != "EXIF" || e.tag == nil {
			continue
		}
		n, err := e.tag.Int(0)
		switch {
		case err != nil || n < 0:
		case e.id == tagWidth && width == 0:
			width = n
		case e.id == tagHeight && height == 0:
			height = n
		}
	}
	return width, height
}

// tiffSources returns the XMP and IPTC blocks in the tags of a TIFF file.
func tiffSources(data []byte) []source {
	f := findings{}
	for _, e := range entries(data) {
		switch {
		case e.group != "EXIF":
		case e.id == tagXMP:
			f.xmp(e.raw)
		case e.id == tagIPTC:
			f.iptc(photoshop(e.raw))
		}
	}
	return f.sources
}

// photoshop returns the body of a Photoshop segment that holds IPTC records.
func photoshop(records []byte) []byte {
	out := append([]byte{}, photoshopHead...)
	out = append(out, "8BIM\x04\x04\x00\x00"...)
	out = binary.BigEndian.AppendUint32(out, uint32(len(records)))
	return append(out, records...)
}
