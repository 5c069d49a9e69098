package audio

import (
	"bytes"
	"encoding/binary"
	"math"
)

// mostChunks bounds the chunks of one level.
const mostChunks = 10_000

// chunks calls f for each chunk of a level. A chunk that is longer than the
// file ends with it; chunks begin at even places.
func chunks(data []byte, order binary.ByteOrder, f func(name string, size uint32, body []byte)) {
	for n := 0; len(data) >= 8 && n < mostChunks; n++ {
		size := order.Uint32(data[4:])
		end := min(8+uint64(size), uint64(len(data)))
		f(string(data[:4]), size, data[8:end])
		data = data[min(end+uint64(size&1), uint64(len(data))):]
	}
}

// readWAV reads the list INFO, a Broadcast Wave description, and an ID3 tag.
func readWAV(r *recording) {
	var rate, sound uint64
	chunks(r.data[min(12, len(r.data)):], binary.LittleEndian, func(name string, size uint32, body []byte) {
		switch name {
		case "fmt ":
			if len(body) >= 12 {
				rate = uint64(binary.LittleEndian.Uint32(body[8:])) // bytes a second
			}
		case "data":
			sound = uint64(len(body))
		case "LIST":
			if begins(body, "INFO") {
				chunks(body[4:], binary.LittleEndian, func(name string, _ uint32, text []byte) {
					if label := infoNames[name]; label != "" {
						name = label
					}
					r.tag(name, text0(text))
				})
			}
		case "bext":
			r.broadcast(body)
		case "id3 ", "ID3 ":
			r.id3(body)
		}
	})
	r.lasts(sound, rate)
}

// text0 is a text that ends with NUL.
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
	chunks(r.data[min(12, len(r.data)):], binary.BigEndian, func(name string, _ uint32, body []byte) {
		switch {
		case name == "COMM" && len(body) >= 18:
			if rate := extended(body[8:18]); rate >= 1 && rate < 1<<32 {
				r.lasts(uint64(binary.BigEndian.Uint32(body[2:])), uint64(rate))
			}
		case name == "ID3 ":
			r.id3(body)
		case names[name] != "":
			r.tag(names[name], text0(body))
		}
	})
}

// extended reads the 80 bits of an extended float: sign and exponent, then the
// mantissa.
func extended(b []byte) float64 {
	exponent := int(binary.BigEndian.Uint16(b)&0x7fff) - 16383 - 63
	return math.Ldexp(float64(binary.BigEndian.Uint64(b[2:])), exponent)
}
