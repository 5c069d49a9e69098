package image

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/bep/imagemeta"

	"ibid/core/extract/container"
)

// format is a picture format by the name that its tag shows.
type format string

const (
	unknown format = ""
	jpeg    format = "JPEG"
	png     format = "PNG"
	gif     format = "GIF"
	tiff    format = "TIFF"
	webp    format = "WebP"
	bmp     format = "BMP"
	heic    format = "HEIC"
	avif    format = "AVIF"
)

// formatOf returns the format that data begins as.
func formatOf(data []byte) format {
	has := func(s string) bool { return bytes.HasPrefix(data, []byte(s)) }
	switch {
	case has("\xff\xd8\xff"):
		return jpeg
	case has("\x89PNG\r\n\x1a\n"):
		return png
	case has("GIF87a"), has("GIF89a"):
		return gif
	case has("II*\x00"), has("MM\x00*"):
		return tiff
	case has("RIFF") && len(data) >= 12 && string(data[8:12]) == "WEBP":
		return webp
	case has("BM") && isBMP(data):
		return bmp
	case len(data) >= 12 && string(data[4:8]) == "ftyp":
		return brand(data)
	}
	return unknown
}

// Known reports whether head, at least the first 64 bytes of a file, begins a
// picture in a format that Read reads.
func Known(head []byte) bool { return formatOf(head) != unknown }

// isBMP checks more than the letters BM, which a text may begin with: the reserved
// field of the header is zero, and a second header of a known size follows.
func isBMP(data []byte) bool {
	if len(data) < 18 || binary.LittleEndian.Uint32(data[6:]) != 0 {
		return false
	}
	size := binary.LittleEndian.Uint32(data[14:])
	return size == 12 || size >= 40 && size <= 124
}

// brand tells AVIF from HEIC by the brands that a file lists.
func brand(data []byte) format {
	end := min(int(binary.BigEndian.Uint32(data)), len(data), 256)
	for at := 8; at+4 <= end; at += 4 {
		switch string(data[at : at+4]) {
		case "avif", "avis":
			return avif
		case "heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1":
			if !bytes.Contains(data[8:end], []byte("avif")) {
				return heic
			}
		}
	}
	return unknown
}

// Bounds of what is gathered from one file.
const (
	mostBlocks = 64       // blocks of metadata
	mostNote   = 64 << 10 // bytes of an inflated note
	mostXMP    = 4 << 20  // bytes of an XMP packet
)

// note is a text of the container itself, such as a comment.
type note struct{ group, name, text string }

// findings is the metadata of a file, not yet decoded.
type findings struct {
	width, height int    // set for TIFF only
	exif          []byte // a TIFF block; nil if there is none
	notes         []note
	sources       []source // to be read by imagemeta
}

// scan finds the metadata of a file. It reads lengths only, and every step goes
// forward.
func scan(f format, data []byte) findings {
	out := findings{}
	switch f {
	case jpeg:
		out.scanJPEG(data)
	case png:
		out.scanPNG(data)
	case gif:
		out.scanGIF(data)
	case webp:
		out.scanWebP(data)
	case tiff:
		out.exif = data
		out.width, out.height = tiffSize(data)
		out.sources = tiffSources(data)
	case heic, avif:
		out.sources = []source{{f, data, imagemeta.EXIF}, {f, data, imagemeta.XMP}}
	}
	return out
}

// scanJPEG walks the segments in front of the picture itself.
func (f *findings) scanJPEG(data []byte) {
	for at, n := 2, 0; at+4 <= len(data) && n < 1024; n++ {
		if data[at] != 0xff {
			return
		}
		marker := data[at+1]
		if marker == 0xff { // filler
			at++
			continue
		}
		if marker == 0xda || marker == 0xd9 {
			return
		}
		size := int(binary.BigEndian.Uint16(data[at+2:]))
		end := min(at+2+size, len(data))
		if size < 2 {
			return
		}
		f.segment(marker, data[at+4:max(end, at+4)])
		at += 2 + size
	}
}

var (
	exifHead      = []byte("Exif\x00")
	photoshopHead = []byte("Photoshop 3.0\x00")
)

func (f *findings) segment(marker byte, body []byte) {
	switch {
	case marker == 0xe1 && bytes.HasPrefix(body, exifHead) && f.exif == nil && len(body) > 6:
		f.exif = body[6:]
	case marker == 0xe1: // XMP; not all programs write `http://ns.adobe.com/xap/1.0/` before it
		f.xmp(body)
	case marker == 0xed && bytes.HasPrefix(body, photoshopHead):
		f.iptc(body)
	case marker == 0xfe:
		f.note("JPEG", "Comment", string(body))
	}
}

func (f *findings) note(group, name, text string) {
	if len(f.notes) < 1024 && !isSpace(text) {
		f.notes = append(f.notes, note{group, name, text})
	}
}

// xmp adds the packet in a block. imagemeta reads packets only from pictures and
// only inside an x:xmpmeta element, so the packet is wrapped in both.
func (f *findings) xmp(block []byte) {
	packet := between(block, "<x:xmpmeta", "</x:xmpmeta>")
	if packet == nil {
		rdf := between(block, "<rdf:RDF", "</rdf:RDF>")
		packet = bytes.Join([][]byte{[]byte(`<x:xmpmeta xmlns:x="adobe:ns:meta/">`), rdf, []byte("</x:xmpmeta>")}, nil)
		if rdf == nil {
			return
		}
	}
	if len(packet) > mostXMP || len(f.sources) >= mostBlocks {
		return
	}
	f.sources = append(f.sources, source{webp, wrapXMP(packet), imagemeta.XMP})
}

// between returns the part of data from the first head to the last tail, nil if
// either is missing.
func between(data []byte, head, tail string) []byte {
	from, to := bytes.Index(data, []byte(head)), bytes.LastIndex(data, []byte(tail))
	if from < 0 || to < from {
		return nil
	}
	return data[from : to+len(tail)]
}

// wrapXMP returns a WebP file that holds nothing but an XMP packet.
func wrapXMP(packet []byte) []byte {
	out := []byte("RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00XMP ")
	out = binary.LittleEndian.AppendUint32(out, uint32(len(packet)))
	return append(out, packet...)
}

// iptc adds the body of a Photoshop segment, as a JPEG file that holds nothing
// else.
func (f *findings) iptc(body []byte) {
	if len(f.sources) >= mostBlocks || len(body) > 0xfff0 {
		return
	}
	out := []byte{0xff, 0xd8, 0xff, 0xed}
	out = binary.BigEndian.AppendUint16(out, uint16(len(body)+2))
	f.sources = append(f.sources, source{jpeg, append(append(out, body...), 0xff, 0xda), imagemeta.IPTC})
}

// scanPNG walks the chunks of a PNG file.
func (f *findings) scanPNG(data []byte) {
	zipped := false
	for at, n := 8, 0; at+12 <= len(data) && n < 100_000; n++ {
		size := int(binary.BigEndian.Uint32(data[at:]))
		if size > len(data)-at-12 {
			break
		}
		body := data[at+8 : at+8+size]
		switch string(data[at+4 : at+8]) {
		case "eXIf":
			f.exif = bytes.TrimPrefix(body, []byte("Exif\x00\x00"))
		case "tEXt":
			key, text, _ := strings.Cut(string(body[:min(len(body), mostNote)]), "\x00")
			f.note("PNG", key, text)
		case "zTXt":
			key, rest, _ := bytes.Cut(body, []byte{0})
			zipped = zipped || string(key) == "Raw profile type iptc"
			if len(rest) > 1 && !bytes.HasPrefix(key, []byte("Raw profile")) {
				text, _ := container.Inflate(rest[1:], mostNote)
				f.note("PNG", string(key), string(text))
			}
		case "iTXt":
			f.international(body)
		case "tIME":
			f.note("PNG", "ModifyDate", pngTime(body))
		}
		at += 12 + size
	}
	if zipped {
		f.sources = append(f.sources, source{png, data, imagemeta.IPTC})
	}
}

// international reads an iTXt chunk: key, flag and method of compression,
// language, key in that language, text.
func (f *findings) international(body []byte) {
	key, rest, ok := bytes.Cut(body, []byte{0})
	if !ok || len(rest) < 2 {
		return
	}
	parts := bytes.SplitN(rest[2:], []byte{0}, 3)
	if len(parts) != 3 {
		return
	}
	text := parts[2]
	if rest[0] == 1 {
		text, _ = container.Inflate(text, mostXMP)
	}
	if string(key) == "XML:com.adobe.xmp" {
		f.xmp(text)
		return
	}
	f.note("PNG", string(key), string(text[:min(len(text), mostNote)]))
}

// pngTime reads the seven bytes of a tIME chunk.
func pngTime(b []byte) string {
	if len(b) != 7 {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02d %02d:%02d:%02d", binary.BigEndian.Uint16(b), b[2], b[3], b[4], b[5], b[6])
}

// scanGIF reads comments: extensions 0xfe, in blocks of up to 255 bytes.
func (f *findings) scanGIF(data []byte) {
	if len(data) < 13 {
		return
	}
	at := 13 + gifTable(data[10])
	for n := 0; at+2 <= len(data) && n < 10_000; n++ {
		switch data[at] {
		case 0x21:
			text, next := gifBlocks(data, at+2)
			if data[at+1] == 0xfe {
				f.note("GIF", "Comment", string(text))
			}
			at = next
		case 0x2c:
			if at+10 > len(data) {
				return
			}
			_, at = gifBlocks(data, at+11+gifTable(data[at+9]))
		default:
			return
		}
	}
}

// gifTable returns the size in bytes of the colour table that flags describe.
func gifTable(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// gifBlocks joins the blocks that begin at an offset, about mostNote bytes of them
// at most, and returns where they end.
func gifBlocks(data []byte, at int) (text []byte, end int) {
	for at < len(data) && data[at] != 0 {
		next := at + 1 + int(data[at])
		if next > len(data) {
			return text, len(data)
		}
		if len(text) < mostNote {
			text = append(text, data[at+1:next]...)
		}
		at = next
	}
	return text, at + 1
}

// scanWebP walks the chunks of a WebP file.
func (f *findings) scanWebP(data []byte) {
	for name, body := range container.Chunks(data[min(12, len(data)):], binary.LittleEndian) {
		switch name {
		case "EXIF":
			f.exif = bytes.TrimPrefix(body, []byte("Exif\x00\x00"))
		case "XMP ":
			f.xmp(body)
		}
	}
}
