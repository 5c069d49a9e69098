package ebook

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"ibid/core"
	"ibid/core/extract/html"
)

// mobi is a Mobipocket book: a Palm database whose first record describes the
// book and whose next records are its HTML, packed in pieces of 4 KB. The
// MobileRead wiki describes the format.
type mobi struct {
	markup []byte   // unpacked HTML of the book
	parts  [][2]int // chapters: offsets in markup, end exclusive
	label  string   // encoding of markup
	meta   core.Metadata
}

// Values of fields of the header, and the bytes of markup that are read.
const (
	packedNot     = 1
	packedPalmDoc = 2
	packedHuffman = 17480
	noEncryption  = 0
	utf8Codepage  = 65001
	maxMarkup     = 128 << 20
)

func openMobi(data []byte) (book, error) {
	db, err := palmRecords(data)
	if err != nil {
		return nil, err
	}
	head := db[0]
	if len(head) < 16 {
		return nil, damagedMobi("has no header")
	}
	if binary.BigEndian.Uint16(head[12:]) != noEncryption {
		return nil, protected("Kindle or Mobipocket")
	}
	m := &mobi{label: "windows-1252"}
	m.header(head)
	if err := m.unpack(db); err != nil {
		return nil, err
	}
	m.split()
	return m, nil
}

func damagedMobi(reason string) error {
	return &core.FileError{State: core.StateDamaged, Reason: "is no whole Mobipocket book: " + reason}
}

// palmRecords returns the records of a Palm database, at least one.
func palmRecords(data []byte) ([][]byte, error) {
	const table, entry = 78, 8
	if len(data) < table {
		return nil, damagedMobi("it is too short")
	}
	count := int(binary.BigEndian.Uint16(data[76:]))
	if count == 0 || len(data) < table+count*entry {
		return nil, damagedMobi("its list of records is cut off")
	}
	at := func(i int) int {
		if i == count {
			return len(data)
		}
		return int(binary.BigEndian.Uint32(data[table+i*entry:]))
	}
	out := make([][]byte, count)
	for i := range out {
		start, end := at(i), at(i+1)
		if start > end || end > len(data) {
			return nil, damagedMobi(fmt.Sprintf("record %d lies outside the file", i))
		}
		out[i] = data[start:end]
	}
	return out, nil
}

// header reads encoding, title and author from the first record.
func (m *mobi) header(head []byte) {
	if len(head) < 132 || string(head[16:20]) != "MOBI" {
		return
	}
	if binary.BigEndian.Uint32(head[28:]) == utf8Codepage {
		m.label = "utf-8"
	}
	at, n := uint64(binary.BigEndian.Uint32(head[84:])), uint64(binary.BigEndian.Uint32(head[88:]))
	if at+n <= uint64(len(head)) {
		m.meta.Title = m.field(head[at : at+n])
	}
	if binary.BigEndian.Uint32(head[128:])&0x40 == 0 {
		return
	}
	start := 16 + uint64(binary.BigEndian.Uint32(head[20:]))
	if start+12 > uint64(len(head)) || string(head[start:start+4]) != "EXTH" {
		return
	}
	m.extended(head[start+12:], binary.BigEndian.Uint32(head[start+8:]))
}

// extended reads count records of the extended header.
func (m *mobi) extended(data []byte, count uint32) {
	const author, updatedTitle = 100, 503
	for ; count > 0 && len(data) >= 8; count-- {
		n := binary.BigEndian.Uint32(data[4:])
		if n < 8 || uint64(n) > uint64(len(data)) {
			return
		}
		value := m.field(data[8:n])
		switch binary.BigEndian.Uint32(data) {
		case author:
			if m.meta.Author != "" {
				value = m.meta.Author + ", " + value
			}
			m.meta.Author = value
		case updatedTitle:
			m.meta.Title = value
		}
		data = data[n:]
	}
}

// field decodes a value of the header, which is escaped as in HTML.
func (m *mobi) field(value []byte) string {
	root, err := html.Parse(append([]byte("<p>"), value...), m.label)
	if err != nil {
		return ""
	}
	return html.PlainText(root)
}

// unpack unpacks the records of text into markup.
func (m *mobi) unpack(db [][]byte) error {
	head := db[0]
	method, count := binary.BigEndian.Uint16(head), int(binary.BigEndian.Uint16(head[8:]))
	switch method {
	case packedNot, packedPalmDoc:
	case packedHuffman:
		return &core.FileError{State: core.StateUnsupported, Reason: "is packed by Kindle's own method (HUFF/CDIC), which is not read"}
	default:
		return damagedMobi(fmt.Sprintf("it is packed by an unknown method (%d)", method))
	}
	var flags uint16
	if len(head) >= 244 && string(head[16:20]) == "MOBI" && binary.BigEndian.Uint32(head[20:]) >= 0xe4 {
		flags = binary.BigEndian.Uint16(head[242:])
	}
	for _, record := range db[1:min(count+1, len(db))] {
		record = withoutTrailer(record, flags)
		if method == packedNot {
			m.markup = append(m.markup, record...)
		} else {
			m.markup = palmDoc(m.markup, record)
		}
		if len(m.markup) > maxMarkup {
			return &core.FileError{State: core.StateTooLarge, Reason: fmt.Sprintf("holds more than %d MB of text", maxMarkup>>20)}
		}
	}
	return nil
}

// withoutTrailer removes what follows the text of a record: an entry for each
// flag, with its size at its end.
func withoutTrailer(record []byte, flags uint16) []byte {
	for bits := flags >> 1; bits != 0; bits >>= 1 {
		if bits&1 == 0 {
			continue
		}
		size := 0
		for i := max(0, len(record)-4); i < len(record); i++ {
			if record[i]&0x80 != 0 {
				size = 0
			}
			size = size<<7 | int(record[i]&0x7f)
		}
		record = record[:max(0, len(record)-size)]
	}
	if flags&1 != 0 && len(record) > 0 {
		record = record[:max(0, len(record)-int(record[len(record)-1]&3)-1)]
	}
	return record
}

// palmDoc unpacks a record and appends it to out. A record holds runs of plain
// bytes, references to three to ten bytes at most 2 KB before, and characters
// that follow a space.
func palmDoc(out, record []byte) []byte {
	for i := 0; i < len(record); {
		b := record[i]
		i++
		switch {
		case b >= 0xc0:
			out = append(out, ' ', b^0x80)
		case b >= 0x80:
			if i == len(record) {
				return out
			}
			pair := int(b)<<8 | int(record[i])
			i++
			back, n := pair>>3&0x7ff, pair&7+3
			if back == 0 || back > len(out) {
				continue
			}
			for range n {
				out = append(out, out[len(out)-back])
			}
		case b >= 1 && b <= 8:
			n := min(int(b), len(record)-i)
			out = append(out, record[i:i+n]...)
			i += n
		default:
			out = append(out, b)
		}
	}
	return out
}

var pageBreak = regexp.MustCompile(`(?i)<mbp:pagebreak[^>]{0,200}>(?:\s*</mbp:pagebreak>)?|<\?xml [^>]{0,200}\?>`)

// split finds the chapters: they end at page breaks, and in newer books where the
// next of their files begins.
func (m *mobi) split() {
	start := 0
	for _, cut := range pageBreak.FindAllIndex(m.markup, maxChapters) {
		m.parts = append(m.parts, [2]int{start, cut[0]})
		start = cut[1]
	}
	m.parts = append(m.parts, [2]int{start, len(m.markup)})
}

func (m *mobi) chapters(ctx context.Context, each func(chapter) error) error {
	for _, p := range m.parts {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := each(newChapter(m.markup[p[0]:p[1]], m.label)); err != nil {
			return err
		}
	}
	return nil
}

var (
	contentsPlace = regexp.MustCompile(`(?i)<reference\s[^>]{0,300}>`)
	isContents    = regexp.MustCompile(`(?i)\stype\s*=\s*["']?toc\b`)
	filePosition  = regexp.MustCompile(`(?i)\sfilepos\s*=\s*["']?(\d{1,10})`)
	contentsLink  = regexp.MustCompile(`(?is)<a\s[^>]{0,300}>(.{0,1000}?)</a>`)
)

// outline returns the links on the page that the book names as its table of
// contents.
func (m *mobi) outline(context.Context) ([]core.OutlineEntry, error) {
	for _, reference := range contentsPlace.FindAll(m.markup, 100) {
		at, ok := position(reference)
		if !ok || !isContents.Match(reference) || at >= len(m.markup) {
			continue
		}
		page := m.markup[at:m.parts[m.part(at)-1][1]]
		var out []core.OutlineEntry
		for _, link := range contentsLink.FindAllSubmatch(page, maxOutline) {
			target, ok := position(link[0][:bytes.IndexByte(link[0], '>')])
			title := m.field(link[1])
			if ok && title != "" {
				out = append(out, core.OutlineEntry{Level: 1, Title: title, Page: m.part(target)})
			}
		}
		return out, nil
	}
	return nil, nil
}

// position returns the offset in the markup that a tag refers to.
func position(tag []byte) (int, bool) {
	match := filePosition.FindSubmatch(tag)
	if match == nil {
		return 0, false
	}
	n, err := strconv.Atoi(string(match[1]))
	return n, err == nil
}

// part returns the number, from 1 on, of the part that holds an offset, or of the
// last one if none does.
func (m *mobi) part(offset int) int {
	i := slices.IndexFunc(m.parts, func(p [2]int) bool { return offset < p[1] })
	if i < 0 {
		return len(m.parts)
	}
	return i + 1
}

func (m *mobi) metadata() core.Metadata { return m.meta }
