package image

import (
	"bytes"
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"github.com/bep/imagemeta"
	goexif "github.com/rwcarlsen/goexif/tiff"

	"ibid/core/extract/tags"
	"ibid/core/extract/text"
)

// value is the value of a tag, from goexif or imagemeta: text, numbers, or only a
// size.
type value struct {
	text    string
	numbers []number
	size    int // bytes, of a value that is neither
}

// number is a rational or a decimal number.
type number struct {
	float float64 // NaN for a rational whose denominator is 0
	n, d  int64   // d is 0 for a decimal
}

func whole(n int64) number { return number{float64(n), n, 1} }

func ratio(n, d int64) number {
	if d == 0 {
		return number{float: math.NaN()}
	}
	return number{float64(n) / float64(d), n, d}
}

// value returns the value of the entry.
func (e entry) value() value {
	if e.tag == nil {
		return value{size: e.size}
	}
	switch e.tag.Format() {
	case goexif.StringVal:
		return value{text: ascii(e.raw)}
	case goexif.IntVal, goexif.RatVal, goexif.FloatVal:
		return value{numbers: numbers(e.tag), size: e.size}
	}
	return value{size: e.size}
}

// ascii reads a text of parts that end with NUL, such as a copyright of
// photographer and editor, and joins them by "; ".
func ascii(raw []byte) string {
	var parts []string
	for part := range bytes.SplitSeq(raw, []byte{0}) {
		if !isSpace(string(part)) {
			parts = append(parts, strings.TrimSpace(tags.Decode(string(part))))
		}
	}
	return strings.Join(parts, "; ")
}

func numbers(t *goexif.Tag) []number {
	out := make([]number, 0, t.Count)
	for i := range int(t.Count) {
		switch t.Format() {
		case goexif.IntVal:
			n, err := t.Int64(i)
			if err != nil {
				return out
			}
			out = append(out, whole(n))
		case goexif.RatVal:
			n, d, err := t.Rat2(i)
			if err != nil {
				return out
			}
			out = append(out, ratio(n, d))
		default:
			f, err := t.Float(i)
			if err != nil {
				return out
			}
			out = append(out, number{float: f})
		}
	}
	return out
}

// valueOf returns the value of a tag that imagemeta read.
func valueOf(v any) value {
	switch v := v.(type) {
	case []string:
		return value{text: strings.Join(v, "; ")}
	case string:
		return fromText(v)
	case []byte:
		return value{size: len(v)}
	case []any:
		var list value
		for _, one := range v {
			n, ok := numeric(one)
			if !ok {
				n = number{float: math.NaN()}
			}
			list.numbers = append(list.numbers, n)
		}
		return list
	}
	if n, ok := numeric(v); ok {
		return value{numbers: []number{n}}
	}
	return value{}
}

// fromText reads `1/125`, as XMP writes a rational; all else is text.
func fromText(s string) value {
	n, d, ok := strings.Cut(s, "/")
	if !ok {
		return value{text: s}
	}
	a, err := strconv.ParseInt(n, 10, 64)
	b, err2 := strconv.ParseInt(d, 10, 64)
	if err != nil || err2 != nil || b == 0 {
		return value{text: s}
	}
	return value{text: s, numbers: []number{ratio(a, b)}}
}

func numeric(v any) (number, bool) {
	switch v := v.(type) {
	case uint8:
		return whole(int64(v)), true
	case uint16:
		return whole(int64(v)), true
	case uint32:
		return whole(int64(v)), true
	case int32:
		return whole(int64(v)), true
	case int:
		return whole(int64(v)), true
	case float64:
		return number{float: v}, true
	case float32:
		return number{float: float64(v)}, true
	case imagemeta.Rat[uint32]:
		return ratio(int64(v.Num()), int64(v.Den())), true
	case imagemeta.Rat[int32]:
		return ratio(int64(v.Num()), int64(v.Den())), true
	}
	return number{}, false
}

// plain returns the value as text, numbers separated by spaces. A value that is
// neither text nor at most 16 numbers is given by its size.
func (v value) plain() string {
	switch {
	case v.text != "":
		return v.text
	case len(v.numbers) == 0 && v.size == 0:
		return ""
	case len(v.numbers) == 0 || len(v.numbers) > 16:
		return tags.Size(v.size)
	}
	parts := make([]string, len(v.numbers))
	for i, n := range v.numbers {
		parts[i] = decimal(n.float)
	}
	return strings.Join(parts, " ")
}

// decimal prints up to six decimals, none for a whole number, and `unknown` for NaN
// and infinity.
func decimal(f float64) string {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return "unknown"
	}
	s := strconv.FormatFloat(f, 'f', 6, 64)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// wide reads UTF-16 as Windows writes it into EXIF.
func wide(raw []byte, order binary.ByteOrder) string {
	return strings.Trim(text.UTF16(raw, order), "\x00 ")
}

// isSpace reports whether a value is nothing but blanks and fillers.
func isSpace(s string) bool { return strings.Trim(s, " \x00\t\r\n") == "" }
