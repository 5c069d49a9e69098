package ebook

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
)

// pilotPages are the chapters of the sample; %s stands for the list of contents.
var pilotPages = []string{
	`<html><head><guide><reference type="toc" title="Contents" filepos=%010d /></guide></head><body><h1>The Pilots of Carrow Sound</h1><p>Set in the harbour office.</p>`,
	`<h2>Contents</h2><p><a filepos=%010d>The caf&eacute; on the pier</a></p><p><a filepos=%010d>Fog</a></p>`,
	`<h2>The caf` + "\u00e9" + ` on the pier</h2><p>The pilots waited there for the flood, and the flood came when it came. The pilots waited there for the ebb.</p>`,
	`<h2>Fog</h2><p>In fog the <b>bell</b> was rung twice a minute.</p></body></html>`,
}

// pilotText is the text of the sample.
func pilotText() string {
	const brk = "<mbp:pagebreak/>"
	first, second := pilotPages[0], pilotPages[1]
	zero := []any{0, 0}
	toc := len(fmt.Sprintf(first, 0)) + len(brk)
	one := toc + len(fmt.Sprintf(second, zero...)) + len(brk)
	two := one + len(pilotPages[2]) + len(brk)
	return strings.Join([]string{fmt.Sprintf(first, toc), fmt.Sprintf(second, one, two), pilotPages[2], pilotPages[3]}, brk)
}

// pilots builds a small Mobipocket book in one record of text.
func pilots(t testing.TB, method int) []byte {
	t.Helper()
	text := []byte(pilotText())
	size := len(text)
	if method == packedPalmDoc {
		text = squeeze(text)
	}
	text = append(text, 'x', 'y', 'z', 0x84) // a trailing entry of four bytes
	return palm(description(method, size), text)
}

// description is the first record.
func description(method, size int) []byte {
	head := make([]byte, 16+0xe8)
	put := func(at int, v uint32) { binary.BigEndian.PutUint32(head[at:], v) }
	binary.BigEndian.PutUint16(head, uint16(method))
	put(4, uint32(size))
	binary.BigEndian.PutUint16(head[8:], 1)
	binary.BigEndian.PutUint16(head[10:], 4096)
	copy(head[16:], "MOBI")
	put(20, 0xe8)
	put(28, utf8Codepage)
	put(128, 0x40)
	binary.BigEndian.PutUint16(head[242:], 2)
	author := "Magnus Tulloch"
	exth := append([]byte("EXTH"), 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 100, 0, 0, 0, byte(8+len(author)))
	head = append(append(head, exth...), author...)
	binary.BigEndian.PutUint32(head[84:], uint32(len(head)))
	title := "The Pilots of Carrow Sound"
	binary.BigEndian.PutUint32(head[88:], uint32(len(title)))
	return append(head, title...)
}

// palm joins records to a database.
func palm(records ...[]byte) []byte {
	head := make([]byte, 78)
	copy(head, "pilots")
	copy(head[60:], "BOOKMOBI")
	binary.BigEndian.PutUint16(head[76:], uint16(len(records)))
	at := len(head) + 8*len(records)
	var body []byte
	for i, r := range records {
		head = binary.BigEndian.AppendUint32(head, uint32(at+len(body)))
		head = binary.BigEndian.AppendUint32(head, uint32(i))
		body = append(body, r...)
	}
	return append(head, body...)
}

// squeeze packs text as PalmDoc does, with all four kinds of tokens.
func squeeze(text []byte) []byte {
	var out []byte
	for i := 0; i < len(text); {
		if i >= 8 && i+8 <= len(text) {
			window := text[max(0, i-2000):i]
			if j := bytes.LastIndex(window, text[i:i+8]); j >= 0 {
				pair := 0x8000 | (len(window)-j)<<3 | (8 - 3)
				out = append(out, byte(pair>>8), byte(pair))
				i += 8
				continue
			}
		}
		switch c := text[i]; {
		case c == ' ' && i+1 < len(text) && text[i+1] >= 0x40 && text[i+1] < 0x80:
			out = append(out, text[i+1]|0x80)
			i += 2
		case c >= 0x80:
			out = append(out, 1, c)
			i++
		default:
			out = append(out, c)
			i++
		}
	}
	return out
}

// patch sets 16 bits of the first record.
func patch(mobi []byte, at int, value uint16) []byte {
	out := bytes.Clone(mobi)
	binary.BigEndian.PutUint16(out[binary.BigEndian.Uint32(out[78:])+uint32(at):], value)
	return out
}

func TestPackedAndPlainRecordsReadTheSame(t *testing.T) {
	for _, method := range []int{packedNot, packedPalmDoc} {
		book, err := openMobi(pilots(t, method))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(book.(*mobi).markup); got != pilotText() {
			t.Errorf("packed by method %d: %q\nwant %q", method, got, pilotText())
		}
	}
}

// The records are written out by hand, after the description of PalmDoc's
// packing: nothing of ours packed them.
func TestPalmDocTokens(t *testing.T) {
	far := strings.Repeat("0123456789", 204) + "abcdefg" // 2047 bytes
	tests := []struct{ name, record, want string }{
		{"plain bytes", "tide\x09\x7f", "tide\x09\x7f"},
		{"a zero", "a\x00b", "a\x00b"},
		{"a space and a letter", "the\xf4ide", "the tide"},
		{"the first and the last with a space", "\xc0\xff", " @ \x7f"},
		{"one byte as it is", "caf\x02\xc3\xa9", "caf\u00e9"},
		{"eight bytes as they are", "\x08\x80\x81\x82\x83\x84\x85\x86\x87.", "\x80\x81\x82\x83\x84\x85\x86\x87."},
		{"nine is a byte of its own", "\x09\x80\x81", "\x09"}, // 0x8081 leads to before the text
		{"three bytes again", "tide\x80\x20", "tidetid"},
		{"ten bytes again, over what is written meanwhile", "ab\x80\x17", "abababababab"},
		{"from 2047 bytes before", far + "\xbf\xf8", far + "012"},
		{"from before the text", "ab\x80\x18", "ab"},
		{"from no distance", "ab\x80\x00c", "abc"},
		{"cut off in a reference", "ab\x80", "ab"},
		{"cut off in bytes as they are", "ab\x05c", "abc"},
	}
	for _, tt := range tests {
		if got := string(palmDoc(nil, []byte(tt.record))); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestTrailingEntriesAreNoText(t *testing.T) {
	tests := []struct {
		name   string
		record string
		flags  uint16
		want   string
	}{
		{"none", "tide", 0, "tide"},
		{"half a character", "tide\xc3\x01", 1, "tide"},
		{"one entry", "tidexy\x83", 2, "tide"},
		{"an entry and half a character", "tide\x00xy\x83", 3, "tide"},
		{"an entry larger than the record", "tide\xff", 2, ""},
		{"nothing", "", 3, ""},
	}
	for _, tt := range tests {
		if got := string(withoutTrailer([]byte(tt.record), tt.flags)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
