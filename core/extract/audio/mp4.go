package audio

import (
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf16"

	"ibid/core/extract/tags"
)

// Bounds of an MP4 file.
const (
	mostAtoms = 100_000 // at one level
	mostItem  = 64      // values of one item
)

// atoms calls f for each atom of a level. Sizes that do not fit end the walk.
func atoms(data []byte, f func(name string, body []byte)) {
	for n := 0; len(data) >= 8 && n < mostAtoms; n++ {
		head, size := 8, uint64(binary.BigEndian.Uint32(data))
		switch {
		case size == 1 && len(data) >= 16:
			head, size = 16, binary.BigEndian.Uint64(data[8:])
		case size == 0:
			size = uint64(len(data))
		}
		if size < uint64(head) || size > uint64(len(data)) {
			return
		}
		f(string(data[4:8]), data[head:size])
		data = data[size:]
	}
}

// readMP4 goes down moov > udta > meta > ilst; the depth is fixed, whatever the
// file nests.
func readMP4(r *recording) {
	meta := func(body []byte) {
		if len(body) >= 4 && !at(body, 4, "hdlr") { // a version stands before the atoms
			body = body[4:]
		}
		atoms(body, func(name string, body []byte) {
			if name == "ilst" {
				atoms(body, r.item)
			}
		})
	}
	atoms(r.data, func(name string, body []byte) {
		if name != "moov" {
			return
		}
		atoms(body, func(name string, body []byte) {
			switch name {
			case "mvhd":
				r.movieHeader(body)
			case "meta":
				meta(body)
			case "udta":
				atoms(body, func(name string, body []byte) {
					if name == "meta" {
						meta(body)
					}
				})
			}
		})
	})
}

// movieHeader takes time scale and length; version 1 has wider times.
func (r *recording) movieHeader(b []byte) {
	switch {
	case len(b) >= 32 && b[0] == 1:
		r.lasts(binary.BigEndian.Uint64(b[24:]), uint64(binary.BigEndian.Uint32(b[20:])))
	case len(b) >= 20 && b[0] == 0:
		r.lasts(uint64(binary.BigEndian.Uint32(b[16:])), uint64(binary.BigEndian.Uint32(b[12:])))
	}
}

// item adds the values of one item of ilst. An item `----` bears its name in
// itself.
func (r *recording) item(name string, body []byte) {
	label := itemNames[name]
	if label == "" {
		label = strings.ReplaceAll(name, "\xa9", "©")
	}
	n := 0
	atoms(body, func(kind string, body []byte) {
		switch {
		case kind == "name" && name == "----" && len(body) > 4:
			label = usualName(string(body[4:]))
		case kind == "data" && len(body) >= 8 && n < mostItem:
			n++
			r.value(name, label, binary.BigEndian.Uint32(body)&0xffffff, body[8:])
		}
	})
}

// Classes of values, as QuickTime counts them.
const (
	classUTF8  = 1
	classUTF16 = 2
	classJPEG  = 13
	classPNG   = 14
	classInt   = 21
	classUInt  = 22
	classBMP   = 27
)

func (r *recording) value(name, label string, class uint32, v []byte) {
	switch {
	case name == "covr":
		mime := map[uint32]string{classJPEG: "image/jpeg", classPNG: "image/png", classBMP: "image/bmp"}[class]
		r.picture(true, "Cover", mime, v)
	case (name == "trkn" || name == "disk") && len(v) >= 4:
		text := fmt.Sprint(binary.BigEndian.Uint16(v[2:]))
		if len(v) >= 6 && binary.BigEndian.Uint16(v[4:]) > 0 {
			text += "/" + fmt.Sprint(binary.BigEndian.Uint16(v[4:]))
		}
		r.tag(label, text)
	case name == "gnre" && len(v) >= 2:
		if n := binary.BigEndian.Uint16(v); n > 0 {
			r.tag(label, genreName(fmt.Sprint(n-1)))
		}
	case class == classUTF8:
		r.tag(label, string(v))
	case class == classUTF16:
		units := make([]uint16, len(v)/2)
		for i := range units {
			units[i] = binary.BigEndian.Uint16(v[2*i:])
		}
		r.tag(label, string(utf16.Decode(units)))
	case len(v) <= 8 && (class == classInt || class == classUInt || class == 0):
		r.tag(label, integer(v))
	default:
		r.tag(label, tags.Size(len(v)))
	}
}

// integer reads one to eight bytes with a sign.
func integer(v []byte) string {
	if len(v) == 0 {
		return ""
	}
	n := int64(int8(v[0]))
	for _, b := range v[1:] {
		n = n<<8 | int64(b)
	}
	return fmt.Sprint(n)
}
