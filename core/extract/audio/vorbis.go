package audio

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"strings"
)

// Bounds of Vorbis comments and Ogg files.
const (
	mostComments = 10_000
	mostPackets  = 16 << 20 // bytes of the packets in front of the sound
	oggTail      = 1 << 17  // bytes at the end in which the last page begins
)

// readFLAC reads the blocks in front of the sound.
func readFLAC(r *recording) {
	r.id3(r.data)
	data := afterID3(r.data)[4:]
	for last := false; !last && len(data) >= 4; {
		last = data[0]&0x80 != 0
		kind, size := data[0]&0x7f, int(binary.BigEndian.Uint32(data)&0xffffff)
		body := data[4:min(4+size, len(data))]
		r.flacBlock(kind, body)
		data = data[4+len(body):]
	}
}

func (r *recording) flacBlock(kind byte, body []byte) {
	switch kind {
	case 0: // stream info
		if len(body) >= 18 {
			packed := binary.BigEndian.Uint64(body[10:])
			r.setLength(packed&(1<<36-1), packed>>44)
		}
	case 4:
		r.comments(body)
	case 6:
		r.flacPicture(body)
	}
}

// field cuts off a text that has its length before it.
func field(data []byte, order binary.ByteOrder) (text, rest []byte, ok bool) {
	if len(data) < 4 {
		return nil, nil, false
	}
	n := uint64(order.Uint32(data))
	if n > uint64(len(data)-4) {
		return nil, nil, false
	}
	return data[4 : 4+n], data[4+n:], true
}

// flacPicture reads type, format, description, four numbers and the picture.
func (r *recording) flacPicture(data []byte) {
	if len(data) < 4 {
		return
	}
	kind := binary.BigEndian.Uint32(data)
	mime, rest, ok := field(data[4:], binary.BigEndian)
	if !ok {
		return
	}
	what, rest, ok := field(rest, binary.BigEndian)
	if !ok || len(rest) < 16 {
		return
	}
	if picture, _, ok := field(rest[16:], binary.BigEndian); ok {
		name := "Picture"
		if kind == 3 {
			name = "Cover (front)"
		}
		if len(what) > 0 {
			name += ", " + string(what)
		}
		r.picture(kind == 3, name, string(mime), picture)
	}
}

// comments reads Vorbis comments: the encoder, then `name=value` repeatedly.
func (r *recording) comments(data []byte) {
	vendor, rest, ok := field(data, binary.LittleEndian)
	if !ok || len(rest) < 4 {
		return
	}
	r.tag("Vendor", string(vendor))
	rest = rest[4:]
	for range mostComments {
		comment, next, ok := field(rest, binary.LittleEndian)
		if !ok {
			return
		}
		name, value, _ := strings.Cut(string(comment), "=")
		r.comment(name, value)
		rest = next
	}
}

func (r *recording) comment(name, value string) {
	switch strings.ToLower(name) {
	case "metadata_block_picture":
		if picture, err := base64.StdEncoding.DecodeString(value); err == nil {
			r.flacPicture(picture)
		}
	case "coverart":
		if picture, err := base64.StdEncoding.DecodeString(value); err == nil {
			r.picture(false, "", "", picture)
		}
	default:
		r.tag(usualName(name), value)
	}
}

// readOgg reads the first two packets of the first stream, which name the codec
// and hold the comments.
func readOgg(r *recording) {
	packets, serial := oggPackets(r.data, 2)
	if len(packets) == 0 {
		return
	}
	rate, skip := uint64(0), uint64(0)
	switch head := packets[0]; {
	case begins(head, "\x01vorbis") && len(head) >= 16:
		r.head.Add("Audio", "Format", "Ogg Vorbis")
		rate = uint64(binary.LittleEndian.Uint32(head[12:]))
	case begins(head, "OpusHead") && len(head) >= 12:
		r.head.Add("Audio", "Format", "Opus")
		rate, skip = 48_000, uint64(binary.LittleEndian.Uint16(head[10:]))
	case begins(head, "\x7fFLAC") && len(head) >= 17+18:
		r.head.Add("Audio", "Format", "Ogg FLAC")
		r.flacBlock(0, head[17:])
	case begins(head, "Speex   ") && len(head) >= 40:
		r.head.Add("Audio", "Format", "Speex")
		rate = uint64(binary.LittleEndian.Uint32(head[36:]))
	}
	if end := lastGranule(r.data, serial); end > skip {
		r.setLength(end-skip, rate)
	}
	if len(packets) < 2 {
		return
	}
	switch body := packets[1]; {
	case begins(body, "\x03vorbis"):
		r.comments(body[7:])
	case begins(body, "OpusTags"):
		r.comments(body[8:])
	case begins(packets[0], "\x7fFLAC") && len(body) >= 4 && body[0]&0x7f == 4:
		r.comments(body[4:])
	case begins(packets[0], "Speex   "):
		r.comments(body)
	}
}

// oggPackets returns at least the first most packets of the stream that a file
// begins with, and the serial number of that stream.
func oggPackets(data []byte, most int) (packets [][]byte, serial uint32) {
	var open []byte
	for n := 0; len(data) >= 27 && begins(data, "OggS"); n++ {
		segments := int(data[26])
		if len(data) < 27+segments {
			return packets, serial
		}
		page := binary.LittleEndian.Uint32(data[14:])
		if n == 0 {
			serial = page
		}
		table, body := data[27:27+segments], data[27+segments:]
		for _, s := range table {
			size := min(int(s), len(body))
			if page == serial {
				open = append(open, body[:size]...)
				if s < 255 {
					packets, open = append(packets, open), nil
				}
			}
			body = body[size:]
		}
		if len(packets) >= most || len(open) > mostPackets {
			return packets, serial
		}
		data = body
	}
	return packets, serial
}

// lastGranule returns the position at the end of a stream, in samples, from its
// last page; 0 if there is none in the last oggTail bytes.
func lastGranule(data []byte, serial uint32) uint64 {
	tail := data[max(0, len(data)-oggTail):]
	for len(tail) > 0 {
		at := bytes.LastIndex(tail, []byte("OggS"))
		if at < 0 {
			return 0
		}
		if page := tail[at:]; len(page) >= 18 && binary.LittleEndian.Uint32(page[14:]) == serial {
			if end := binary.LittleEndian.Uint64(page[6:]); end < 1<<62 {
				return end
			}
		}
		tail = tail[:at]
	}
	return 0
}
