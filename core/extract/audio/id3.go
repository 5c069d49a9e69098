package audio

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dhowden/tag"

	"ibid/core/extract/container"
	"ibid/core/extract/tags"
)

// Bounds of one ID3 tag.
const (
	mostFrames   = 4096
	mostValues   = 256     // of one text frame
	mostInflated = 1 << 20 // bytes of a compressed frame
	mostGenre    = 1 << 10 // bytes of a frame of genres
	mostID3      = 8       // tags that follow each other
)

// afterID3 returns what follows the ID3v2 tags at the beginning of a file.
func afterID3(data []byte) []byte {
	for range mostID3 {
		n := id3Size(data)
		if n == 0 || n > len(data) {
			break
		}
		data = data[n:]
	}
	return data
}

// id3Size returns the size in bytes of the ID3v2 tag that data begins with, 0 if it
// does not begin with one.
func id3Size(data []byte) int {
	if len(data) < 10 || !begins(data, "ID3") || data[3] == 0xff || (data[6]|data[7]|data[8]|data[9])&0x80 != 0 {
		return 0
	}
	n := 10 + synchsafe(data[6:])
	if data[5]&0x10 != 0 { // a foot
		n += 10
	}
	return n
}

// synchsafe reads a number from four bytes of seven bits each.
func synchsafe(b []byte) int {
	return int(b[0]&0x7f)<<21 | int(b[1]&0x7f)<<14 | int(b[2]&0x7f)<<7 | int(b[3]&0x7f)
}

// id3 reads the ID3v2 tags that data begins with.
func (r *recording) id3(data []byte) {
	for range mostID3 {
		n := id3Size(data)
		if n == 0 {
			return
		}
		r.id3Tag(data[3], data[5], data[10:min(n, len(data))])
		if n >= len(data) {
			return
		}
		data = data[n:]
	}
}

// id3Tag reads the frames of one tag of version 2.2, 2.3 or 2.4.
func (r *recording) id3Tag(version, flags byte, body []byte) {
	if version < 2 || version > 4 {
		return
	}
	whole := flags&0x80 != 0
	if whole && version < 4 {
		body = unsynchronise(body)
		whole = false
	}
	if flags&0x40 != 0 && version > 2 { // an extended header
		if len(body) < 4 {
			return
		}
		skip := synchsafe(body)
		if version == 3 {
			skip = int(binary.BigEndian.Uint32(body)) + 4
		}
		body = body[min(max(skip, 4), len(body)):]
	}
	for range mostFrames {
		f, rest, ok := nextFrame(version, body)
		if !ok {
			return
		}
		if content, ok := f.content(version, whole); ok {
			r.frame(f.id, content)
		} else {
			r.tag(frameName(f.id), tags.Size(len(f.body)))
		}
		body = rest
	}
}

// unsynchronise undoes unsynchronisation: it drops the zeros that keep a tag from
// looking like sound.
func unsynchronise(data []byte) []byte {
	return bytes.ReplaceAll(data, []byte{0xff, 0}, []byte{0xff})
}

// frame is one frame of an ID3v2 tag.
type frame struct {
	id    string
	flags byte
	body  []byte
}

// nextFrame cuts off the first frame. ok is false where the padding begins.
func nextFrame(version byte, data []byte) (f frame, rest []byte, ok bool) {
	head, name := 10, 4
	if version == 2 {
		head, name = 6, 3
	}
	if len(data) < head || !isFrameName(data[:name]) {
		return frame{}, nil, false
	}
	size := 0
	for _, b := range data[name:min(2*name, 8)] {
		size = size<<8 | int(b)
	}
	if version == 4 {
		// Some programs write sizes of version 2.4 as those of 2.3.
		if safe := synchsafe(data[4:]); size < 128 || frameFollows(data, head+safe) || !frameFollows(data, head+size) {
			size = safe
		}
	}
	if size > len(data)-head {
		return frame{}, nil, false
	}
	f = frame{id: string(data[:name]), body: data[head : head+size]}
	if version > 2 {
		f.flags = data[9]
	}
	return f, data[head+size:], true
}

// frameFollows reports whether a frame or padding begins at an offset, or the tag
// ends there.
func frameFollows(data []byte, at int) bool {
	if at == len(data) {
		return true
	}
	return at+4 <= len(data) && (data[at] == 0 || isFrameName(data[at:at+4]))
}

func isFrameName(b []byte) bool {
	return !slices.ContainsFunc(b, func(c byte) bool { return (c < 'A' || c > 'Z') && (c < '0' || c > '9') })
}

// content returns the body of a frame, unsynchronised and unpacked as its flags
// say. ok is false for an encrypted or damaged one.
func (f frame) content(version byte, unsynchronised bool) (body []byte, ok bool) {
	var packed, encrypted, grouped, sized bool
	switch version {
	case 3:
		packed, encrypted, grouped = f.flags&0x80 != 0, f.flags&0x40 != 0, f.flags&0x20 != 0
		sized = packed
	case 4:
		grouped, packed, encrypted = f.flags&0x40 != 0, f.flags&0x08 != 0, f.flags&0x04 != 0
		unsynchronised = unsynchronised || f.flags&0x02 != 0
		sized = f.flags&0x01 != 0
	}
	if encrypted {
		return nil, false
	}
	body = f.body
	if unsynchronised {
		body = unsynchronise(body)
	}
	skip := 0
	if grouped {
		skip++
	}
	if sized {
		skip += 4
	}
	body = body[min(skip, len(body)):]
	if !packed {
		return body, true
	}
	return container.Inflate(body, mostInflated)
}

// decodeFrame has dhowden/tag decode a frame as the only one of a tag. It returns
// the value, nil if it cannot be decoded, and the name of a genre. The body is
// copied, since the decoder writes into it.
func decodeFrame(id string, body []byte) (value any, genre string) {
	defer func() {
		if recover() != nil {
			value, genre = nil, ""
		}
	}()
	version := byte(3)
	size := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	flags := []byte{0, 0}
	if len(id) == 3 {
		version, size, flags = 2, size[1:], nil
	}
	// The decoder counts the head as a part of the content and would stop ten
	// bytes early, so padding follows.
	content := bytes.Join([][]byte{[]byte(id), size, flags, body, make([]byte, 16)}, nil)
	n := len(content)
	head := []byte{'I', 'D', '3', version, 0, 0, byte(n >> 21 & 0x7f), byte(n >> 14 & 0x7f), byte(n >> 7 & 0x7f), byte(n & 0x7f)}
	m, err := tag.ReadID3v2Tags(bytes.NewReader(append(head, content...)))
	if err != nil {
		return nil, ""
	}
	if id == "TCON" || id == "TCO" {
		genre = m.Genre()
	}
	return m.Raw()[id], genre
}

// frame adds the tag of one frame.
func (r *recording) frame(id string, body []byte) {
	switch {
	case id == "CHAP":
		r.chapter(body)
		return
	case id == "TCON", id == "TCO":
		r.genres(id, body[:min(len(body), mostGenre)])
		return
	case id[0] == 'T' && id != "TXXX" && id != "TXX":
		for _, part := range parts(body) {
			if v, _ := decodeFrame(id, part); v != nil {
				text, _ := v.(string)
				r.tag(frameName(id), text)
			}
		}
		return
	}
	v, _ := decodeFrame(id, body)
	switch v := v.(type) {
	case *tag.Comm:
		r.tag(described(id, v.Description), v.Text)
	case *tag.UFID:
		r.tag(frameName(id), v.Provider+" "+printable(v.Identifier))
	case *tag.Picture:
		r.picture(v.Type == "Cover (front)", v.Type, v.MIMEType, v.Data)
	case string:
		r.tag(frameName(id), v)
	default:
		owner, rest, ok := bytes.Cut(body, []byte{0})
		if ok && id == "PRIV" {
			r.tag("Private", printable(owner)+" "+tags.Size(len(rest)))
			return
		}
		r.tag(frameName(id), tags.Size(len(body)))
	}
}

// parts splits a text frame at the NULs between its values into bodies of one value
// each.
func parts(body []byte) [][]byte {
	if len(body) < 2 {
		return nil
	}
	encoding, text := body[0], body[1:]
	if encoding != 1 && encoding != 2 {
		var out [][]byte
		for part := range bytes.SplitSeq(text, []byte{0}) {
			if len(part) > 0 && len(out) < mostValues {
				out = append(out, append([]byte{encoding}, part...))
			}
		}
		return out
	}
	text = text[:len(text)&^1]
	var out [][]byte
	var mark []byte
	if encoding == 1 && len(text) >= 2 {
		mark = text[:2]
	}
	for from, i := 0, 0; i <= len(text) && len(out) < mostValues; i += 2 {
		if i < len(text) && (text[i] != 0 || text[i+1] != 0) {
			continue
		}
		if i > from {
			part := append([]byte{encoding}, text[from:i]...)
			if from > 0 && encoding == 1 && !bytes.HasPrefix(text[from:], []byte{0xff, 0xfe}) && !bytes.HasPrefix(text[from:], []byte{0xfe, 0xff}) {
				part = bytes.Join([][]byte{{encoding}, mark, text[from:i]}, nil)
			}
			out = append(out, part)
		}
		from = i + 2
	}
	return out
}

// genres adds genres by name. Some are written as numbers.
func (r *recording) genres(id string, body []byte) {
	for _, part := range parts(body) {
		v, name := decodeFrame(id, part)
		if text, _ := v.(string); isNumber(text) {
			name = genreName(text)
		}
		r.tag("Genre", name)
	}
}

func isNumber(s string) bool {
	_, err := strconv.ParseUint(s, 10, 8)
	return err == nil
}

// genreName returns the genre of a number in the extended list of ID3v1, the number
// itself if it has no name.
func genreName(number string) string {
	_, name := decodeFrame("TCON", []byte("\x00("+number+")"))
	return strings.Trim(name, "()")
}

// chapter adds the start and the title of a chapter: an identifier, start and
// end in milliseconds and in bytes, and frames.
func (r *recording) chapter(body []byte) {
	name, rest, ok := bytes.Cut(body, []byte{0})
	if !ok || len(rest) < 16 {
		return
	}
	start := time.Duration(binary.BigEndian.Uint32(rest)) * time.Millisecond
	title := printable(name)
	if f, _, ok := nextFrame(3, rest[16:]); ok && f.id == "TIT2" {
		if v, _ := decodeFrame(f.id, f.body); v != nil {
			title, _ = v.(string)
		}
	}
	r.tag("Chapter", clock(start)+" "+title)
}

// printable returns printable ASCII as text, other bytes by their number.
func printable(b []byte) string {
	if slices.ContainsFunc(b, func(c byte) bool { return c < ' ' || c > '~' }) {
		return tags.Size(len(b))
	}
	return string(b)
}

// id3v1 reads the 128 bytes at the end. Its texts are cut at 30 characters, so it
// adds only tags that the file does not have yet.
func (r *recording) id3v1() {
	if len(r.data) < 128 || !at(r.data, len(r.data)-128, "TAG") {
		return
	}
	m, err := tag.ReadID3v1Tags(bytes.NewReader(r.data[len(r.data)-128:]))
	if err != nil {
		return
	}
	track, _ := m.Track()
	year, _ := m.Raw()["year"].(string)
	number := r.data[len(r.data)-1]
	for _, t := range []struct{ name, value string }{
		{"Title", m.Title()}, {"Artist", m.Artist()}, {"Album", m.Album()}, {"Date", year},
		{"Comment", m.Comment()}, {"Track", strconv.Itoa(track)}, {"Genre", genreName(strconv.Itoa(int(number)))},
	} {
		known := r.list.First("Tag:"+t.name, "Tag:Year")
		if t.name != "Date" {
			known = r.list.Get("Tag", t.name)
		}
		if known == "" && t.value != "0" && t.value != "255" {
			r.tag(t.name, t.value)
		}
	}
}
