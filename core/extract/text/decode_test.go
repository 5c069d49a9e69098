package text

import (
	"encoding/binary"
	"strings"
	"testing"
)

// wide is s in UTF-16 of a byte order, without a mark.
func wide(s string, order binary.AppendByteOrder) string {
	var out []byte
	for _, r := range s {
		out = order.AppendUint16(out, uint16(r))
	}
	return string(out)
}

func TestBytesBecomeTextInTheirEncoding(t *testing.T) {
	little, big := binary.LittleEndian, binary.BigEndian
	for _, tt := range []struct{ name, data, want string }{
		{"UTF-8", "größe", "größe"},
		{"UTF-8 with a mark", "\xef\xbb\xbfgröße", "größe"},
		{"a mark within", "a\ufeffb", "ab"},
		{"NUL within", "a\x00" + strings.Repeat("b", 30), "a" + strings.Repeat("b", 30)},
		{"ends of lines", "a\r\nb\rc\n", "a\nb\nc\n"},
		{"UTF-16 with a little mark", "\xff\xfe" + wide("tide", little), "tide"},
		{"UTF-16 with a big mark", "\xfe\xff" + wide("tide", big), "tide"},
		{"UTF-16 without a mark", wide("low water", little), "low water"},
		{"UTF-16 the other way without a mark", wide("low water", big), "low water"},
		{"UTF-16 with an odd byte", "\xff\xfe" + wide("tide", little) + "x", "tide"},
		{"Latin", "caf\xe9", "café"},
		{"the signs of Windows", "\x9350 \x80\x94", "“50 €”"},
		{"UTF-8 with little damage", "größe größe \xff", "größe größe \uFFFD"},
		{"as much damage as sense", "ö \xff", "Ã¶ ÿ"},
		{"nothing", "", ""},
	} {
		if got, err := Decode([]byte(tt.data)); err != nil || got != tt.want {
			t.Errorf("%s: %q, %v, want %q", tt.name, got, err, tt.want)
		}
	}
}

func TestBinaryDataIsNoText(t *testing.T) {
	for _, tt := range []struct {
		name, data string
		want       bool
	}{
		{"one byte of twenty", strings.Repeat("x", 19) + "\x01", true},
		{"one of nineteen", strings.Repeat("x", 18) + "\x01", false},
		{"what a terminal writes", "\x1b[1m\tbold\f\v\r\n", true},
		{"deletions", "\x7f\x7fx", false},
		{"nothing", "", true},
	} {
		_, err := Decode([]byte(tt.data))
		if got := LooksLikeText([]byte(tt.data)); got != tt.want || (err == nil) != tt.want {
			t.Errorf("%s: %v, %v, want %v", tt.name, got, err, tt.want)
		}
	}
}

func TestPlainTextHasNoDamageAndNoControls(t *testing.T) {
	for _, tt := range []struct {
		name, head string
		want       bool
	}{
		{"words", "low water\n\tat six\r\n", true},
		{"UTF-8", "größe 潮", true},
		{"UTF-8 that is cut in a character", "größe 潮"[:len("größe 潮")-1], true},
		{"UTF-8 that is cut in the middle of one", "a\U0001F33F"[:4], true},
		{"UTF-8 that is damaged before the end", "gr\xf6\xdfe und mehr", false},
		{"the sign of damage", "a\uFFFDb", false},
		{"a control character", "a\x01b", false},
		{"NUL", "a\x00b", false},
		{"a mark", "\xef\xbb\xbfwords", true},
		{"UTF-16 with a mark", "\xff\xfe" + wide("tide", binary.LittleEndian), true},
		{"UTF-16 that is cut in a pair", "\xff\xfe" + wide("tide", binary.LittleEndian) + "\x3c\xd8", true},
		{"UTF-16 without a mark", wide("low water", binary.LittleEndian), false},
		{"nothing", "", true},
	} {
		if got := IsPlain([]byte(tt.head)); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestOrderOfUTF16IsToldByItsZeros(t *testing.T) {
	for _, tt := range []struct {
		name, data string
		want       binary.ByteOrder
	}{
		{"mostly zeros behind", "a\x00b\x00c\x00d\x00\x42\x30", binary.LittleEndian},
		{"mostly zeros before", "\x00a\x00b\x00c\x00d\x30\x42", binary.BigEndian},
		{"six of ten are too few", "a\x00b\x00c\x00d\x00e\x00f\x00ghijklmn", nil},
		{"seven of ten are enough", "a\x00b\x00c\x00d\x00e\x00f\x00g\x00hijklm", binary.LittleEndian},
		{"zeros on both sides", "\x00\x00\x00\x00\x00\x00\x00\x00", nil},
		{"two bytes", "a\x00", nil},
		{"no zeros", "low water", nil},
	} {
		if got := utf16Order([]byte(tt.data)); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
