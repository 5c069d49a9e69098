package audio

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math"

	"ibid/core/extract/container"
)

// readWAV reads the list INFO, a Broadcast Wave description, and an ID3 tag.
func readWAV(r *recording) {
	var rate, sound uint64
	for name, body := range container.Chunks(r.data[min(12, len(r.data)):], binary.LittleEndian) {
		switch {
		case name == "fmt " && len(body) >= 12:
			rate = uint64(binary.LittleEndian.Uint32(body[8:])) // bytes a second
		case name == "data":
			sound = uint64(len(body))
		case name == "LIST" && begins(body, "INFO"):
			for name, text := range container.Chunks(body[4:], binary.LittleEndian) {
				r.tag(cmp.Or(infoNames[name], name), text0(text))
			}
		case name == "bext":
			r.broadcast(body)
		case name == "id3 ", name == "ID3 ":
			r.id3(body)
		}
	}
	r.setLength(sound, rate)
}

// text0 reads a text up to its first NUL.
func text0(b []byte) string {
	b, _, _ = bytes.Cut(b, []byte{0})
	return string(b)
}

// broadcast reads description, originator, its reference, date and time of a
// Broadcast Wave file (EBU Tech 3285).
func (r *recording) broadcast(b []byte) {
	if len(b) < 338 {
		return
	}
	r.tag("Description", text0(b[:256]))
	r.tag("Originator", text0(b[256:288]))
	r.tag("OriginatorReference", text0(b[288:320]))
	r.tag("OriginationDate", text0(b[320:330]))
	r.tag("OriginationTime", text0(b[330:338]))
}

// readAIFF reads the text chunks and an ID3 tag.
func readAIFF(r *recording) {
	names := map[string]string{"NAME": "Title", "AUTH": "Artist", "(c) ": "Copyright", "ANNO": "Comment"}
	for name, body := range container.Chunks(r.data[min(12, len(r.data)):], binary.BigEndian) {
		switch {
		case name == "COMM" && len(body) >= 18:
			if rate := extended(body[8:18]); rate >= 1 && rate < 1<<32 {
				r.setLength(uint64(binary.BigEndian.Uint32(body[2:])), uint64(rate))
			}
		case name == "ID3 ":
			r.id3(body)
		case names[name] != "":
			r.tag(names[name], text0(body))
		}
	}
}

// extended reads an 80-bit float: sign and exponent, then the mantissa.
func extended(b []byte) float64 {
	exponent := int(binary.BigEndian.Uint16(b)&0x7fff) - 16383 - 63
	return math.Ldexp(float64(binary.BigEndian.Uint64(b[2:])), exponent)
}
