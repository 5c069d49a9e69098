package audio

import (
	"encoding/binary"
	"fmt"
	"strings"

	"ibid/core/extract/container"
	"ibid/core/extract/tags"
	"ibid/core/extract/text"
)

// mostItem bounds the values of one item.
const mostItem = 64

// readMP4 reads moov > meta > ilst and moov > udta > meta > ilst. It goes no
// deeper, whatever the file nests.
func readMP4(r *recording) {
	for name, moov := range container.Boxes(r.data) {
		if name != "moov" {
			continue
		}
		for name, body := range container.Boxes(moov) {
			switch name {
			case "mvhd":
				r.movieHeader(body)
			case "meta":
				r.metaBox(body)
			case "udta":
				for name, body := range container.Boxes(body) {
					if name == "meta" {
						r.metaBox(body)
					}
				}
			}
		}
	}
}

func (r *recording) metaBox(body []byte) {
	if len(body) >= 4 && !at(body, 4, "hdlr") { // a version stands before the boxes
		body = body[4:]
	}
	for name, list := range container.Boxes(body) {
		if name == "ilst" {
			for name, item := range container.Boxes(list) {
				r.item(name, item)
			}
		}
	}
}

// movieHeader reads time scale and length, which is wider in version 1.
func (r *recording) movieHeader(b []byte) {
	switch {
	case len(b) >= 32 && b[0] == 1:
		r.setLength(binary.BigEndian.Uint64(b[24:]), uint64(binary.BigEndian.Uint32(b[20:])))
	case len(b) >= 20 && b[0] == 0:
		r.setLength(uint64(binary.BigEndian.Uint32(b[16:])), uint64(binary.BigEndian.Uint32(b[12:])))
	}
}

// item adds the values of one item of ilst. The name of an item `----` is one of
// its boxes.
func (r *recording) item(name string, body []byte) {
	label := itemNames[name]
	if label == "" {
		label = strings.ReplaceAll(name, "\xa9", "©")
	}
	n := 0
	for kind, body := range container.Boxes(body) {
		switch {
		case kind == "name" && name == "----" && len(body) > 4:
			label = usualName(string(body[4:]))
		case kind == "data" && len(body) >= 8 && n < mostItem:
			n++
			r.value(name, label, binary.BigEndian.Uint32(body)&0xffffff, body[8:])
		}
	}
}

// Classes of values, as QuickTime numbers them.
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
		number := fmt.Sprint(binary.BigEndian.Uint16(v[2:]))
		if len(v) >= 6 && binary.BigEndian.Uint16(v[4:]) > 0 {
			number += "/" + fmt.Sprint(binary.BigEndian.Uint16(v[4:]))
		}
		r.tag(label, number)
	case name == "gnre" && len(v) >= 2:
		if n := binary.BigEndian.Uint16(v); n > 0 {
			r.tag(label, genreName(fmt.Sprint(n-1)))
		}
	case class == classUTF8:
		r.tag(label, string(v))
	case class == classUTF16:
		r.tag(label, text.UTF16(v, binary.BigEndian))
	case len(v) <= 8 && (class == classInt || class == classUInt || class == 0):
		r.tag(label, integer(v))
	default:
		r.tag(label, tags.Size(len(v)))
	}
}

// integer reads a signed number of one to eight bytes.
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
