package text

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"ibid/core"
)

// Decode converts the bytes of a text file to valid UTF-8 without NUL or byte order
// mark, with lines that end in \n. It reads UTF-8, UTF-16 of either byte order (with
// a mark, or known by its zero bytes), and else Windows-1252, which has all letters of
// Latin-1. Binary data gives a *core.FileError.
func Decode(data []byte) (string, error) {
	if order := utf16Order(data); order != nil {
		return clean(UTF16(data, order)), nil
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if binaryShare(data) > mostBinary {
		return "", &core.FileError{State: core.StateDamaged, Reason: "holds binary data, not text"}
	}
	return clean(decodeBytes(data)), nil
}

// mostBinary is the share of bytes of a text that no text has, at most.
const mostBinary = 0.05

// LooksLikeText reports whether Decode could read a file that begins with head,
// which may end inside a character.
func LooksLikeText(head []byte) bool {
	return utf16Order(head) != nil || binaryShare(head) <= mostBinary
}

// IsPlain reports whether a file that begins with head is certainly text: UTF-8, or
// UTF-16 with a byte order mark, without damaged characters and without control
// characters other than white space. head may end inside a character.
func IsPlain(head []byte) bool {
	s := string(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")))
	if order := utf16Order(head); order != nil && head[0] >= 0xfe {
		s = strings.TrimSuffix(UTF16(head, order), "\uFFFD")
	} else {
		for cut := 0; cut < utf8.UTFMax-1 && !utf8.ValidString(s) && len(s) > 0; cut++ {
			s = s[:len(s)-1]
		}
	}
	broken := func(r rune) bool { return r == utf8.RuneError || unicode.IsControl(r) && !unicode.IsSpace(r) }
	return utf8.ValidString(s) && !strings.ContainsFunc(s, broken)
}

// utf16Order returns the byte order of UTF-16 data, nil if it is not UTF-16. Without
// a mark it is told by the zeros of Latin letters, in every other byte.
func utf16Order(data []byte) binary.ByteOrder {
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}):
		return binary.LittleEndian
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		return binary.BigEndian
	}
	head := data[:min(len(data), 4096)&^1]
	if len(head) < 4 {
		return nil
	}
	var zeros [2]int
	for i, b := range head {
		if b == 0 {
			zeros[i%2]++
		}
	}
	half := len(head) / 2
	switch {
	case zeros[1] > half*6/10 && zeros[0] < half/20+1:
		return binary.LittleEndian
	case zeros[0] > half*6/10 && zeros[1] < half/20+1:
		return binary.BigEndian
	}
	return nil
}

// UTF16 decodes UTF-16 without its byte order mark. An odd last byte is dropped.
func UTF16(data []byte, order binary.ByteOrder) string {
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = order.Uint16(data[2*i:])
	}
	if len(units) > 0 && units[0] == 0xfeff {
		units = units[1:]
	}
	return string(utf16.Decode(units))
}

// decodeBytes reads UTF-8 if there are more sequences of several bytes than damaged
// bytes, else Windows-1252.
func decodeBytes(data []byte) string {
	if utf8.Valid(data) {
		return string(data)
	}
	good, bad := 0, 0
	for rest := data; len(rest) > 0; {
		r, n := utf8.DecodeRune(rest)
		switch {
		case r == utf8.RuneError && n == 1:
			bad++
		case n > 1:
			good++
		}
		rest = rest[n:]
	}
	if good > bad {
		return strings.ToValidUTF8(string(data), "\uFFFD")
	}
	latin, _ := charmap.Windows1252.NewDecoder().Bytes(data) // which has a character for every byte
	return string(latin)
}

// binaryShare returns the share of bytes that no text has: control characters other
// than white space, escape and form feed.
func binaryShare(data []byte) float64 {
	if len(data) == 0 {
		return 0
	}
	n := 0
	for _, b := range data {
		if b < 0x20 && (b < '\a' || b > '\r') && b != 0x1b || b == 0x7f {
			n++
		}
	}
	return float64(n) / float64(len(data))
}

// clean converts line ends to \n and removes NUL and byte order marks.
func clean(s string) string {
	if strings.ContainsRune(s, '\r') {
		s = strings.ReplaceAll(s, "\r\n", "\n")
		s = strings.ReplaceAll(s, "\r", "\n")
	}
	if strings.ContainsAny(s, "\x00\ufeff") {
		s = strings.Map(func(r rune) rune {
			if r == 0 || r == '\ufeff' {
				return -1
			}
			return r
		}, s)
	}
	return s
}
