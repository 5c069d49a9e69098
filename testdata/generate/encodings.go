package main

import (
	"encoding/binary"
	"fmt"
	"unicode/utf16"
)

// encodings writes the texts that are not UTF-8.
func encodings() ([]file, error) {
	french, err := text("carnet.txt")
	if err != nil {
		return nil, err
	}
	latin, err := latin1(french)
	if err != nil {
		return nil, err
	}
	german, err := text("brief.txt")
	if err != nil {
		return nil, err
	}
	return []file{
		{"sample/carnet-de-plongee-latin1.txt", latin},
		{"sample/brief-brandt-utf16.txt", utf16LE(german)},
	}, nil
}

// latin1 encodes s as ISO 8859-1 and refuses what it does not hold.
func latin1(s string) ([]byte, error) {
	out := make([]byte, 0, len(s))
	for i, r := range s {
		if r > 0xff {
			return nil, fmt.Errorf("encode as latin-1: %q at byte %d", r, i)
		}
		out = append(out, byte(r))
	}
	return out, nil
}

// utf16LE encodes s in little-endian UTF-16 after a byte order mark.
func utf16LE(s string) []byte {
	out := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(s)) {
		out = binary.LittleEndian.AppendUint16(out, u)
	}
	return out
}
