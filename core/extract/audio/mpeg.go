package audio

import "encoding/binary"

// Bounds of the search for the first frame.
const (
	mostJunk  = 1 << 16 // bytes before it
	inARow    = 3       // frames that must follow each other, or reach the end
	mostAhead = 1 << 14 // bytes that are looked at, more than inARow frames have
)

// bitrates holds the kilobits a second of layers 1, 2 and 3 of MPEG 1, then of
// layer 1 and of layers 2 and 3 of MPEG 2 (ISO 11172-3, ISO 13818-3).
var bitrates = [5][15]int{
	{0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448},
	{0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384},
	{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},
	{0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256},
	{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
}

// header is the header of one frame.
type header struct {
	bits    int // kilobits a second
	rate    int // samples a second
	samples int // in the frame
	bytes   int // of the frame
	side    int // bytes between the header and a Xing table
	layer   int
}

// frameHeader reads four bytes. ok is false if they are not the header of a frame.
func frameHeader(b []byte) (h header, ok bool) {
	if len(b) < 4 || b[0] != 0xff || b[1]&0xe0 != 0xe0 {
		return header{}, false
	}
	version, layer := b[1]>>3&3, 4-int(b[1]>>1&3)
	rate, bits := int(b[2]>>2&3), int(b[2]>>4)
	if version == 1 || layer == 4 || rate == 3 || bits == 0 || bits == 15 {
		return header{}, false
	}
	row, samples, side := layer-1, 1152, 32
	first := version == 3
	if !first {
		row = min(3+(layer-1), 4)
	}
	switch {
	case layer == 1:
		samples = 384
	case layer == 3 && !first:
		samples = 576
	}
	mono := b[3]>>6 == 3
	switch {
	case first && mono, !first && !mono:
		side = 17
	case !first:
		side = 9
	}
	h = header{bits: bitrates[row][bits], samples: samples, side: side, layer: layer}
	h.rate = [3]int{44100, 48000, 32000}[rate] >> map[byte]uint{3: 0, 2: 1, 0: 2}[version]
	padding := int(b[2] >> 1 & 1)
	h.bytes = samples/8*h.bits*1000/h.rate + padding
	if layer == 1 {
		h.bytes = (12*h.bits*1000/h.rate + padding) * 4
	}
	return h, h.bytes > 4
}

// firstFrame returns the offset of the first frame that others follow, -1 if there
// is none.
func firstFrame(data []byte) int {
	for at := range min(len(data), mostJunk) {
		if data[at] == 0xff && framesFollow(data[at:]) {
			return at
		}
	}
	return -1
}

func framesFollow(data []byte) bool {
	data = data[:min(len(data), mostAhead)]
	for n := range inARow {
		h, ok := frameHeader(data)
		switch {
		case !ok:
			return n > 1 && len(data) < 4
		case h.bytes >= len(data):
			return n > 0
		}
		data = data[h.bytes:]
	}
	return true
}

// readMP3 reads the ID3 tags at both ends, and the length from the table in the
// first frame, else from the bit rate of that frame.
func readMP3(r *recording) {
	r.id3(r.data)
	r.id3v1()
	sound := afterID3(r.data)
	at := firstFrame(sound)
	if at < 0 {
		return
	}
	sound = sound[at:]
	h, _ := frameHeader(sound)
	r.head.Add("Audio", "Format", [4]string{"", "MP1", "MP2", "MP3"}[h.layer])
	if frames := frameCount(sound, h); frames > 0 {
		r.setLength(uint64(frames)*uint64(h.samples), uint64(h.rate))
		return
	}
	r.setLength(uint64(len(sound))*8, uint64(h.bits)*1000)
}

// frameCount returns the number of frames in a Xing or VBRI table, 0 if there is
// none.
func frameCount(sound []byte, h header) uint32 {
	if body := sound[min(4+h.side, len(sound)):]; (begins(body, "Xing") || begins(body, "Info")) && len(body) >= 12 && body[7]&1 != 0 {
		return binary.BigEndian.Uint32(body[8:])
	}
	if body := sound[min(36, len(sound)):]; begins(body, "VBRI") && len(body) >= 18 {
		return binary.BigEndian.Uint32(body[14:])
	}
	return 0
}
