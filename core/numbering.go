package core

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of a numbering. A label within these bounds has at most 32 bytes.
const (
	MaxNumberStart  = 100_000 // of the number that a range starts with
	MaxNumberRanges = 1000    // of one document
	maxNumberPrefix = 16      // bytes
	maxRoman        = 4999    // what M, D, C, L, X, V and I can write
)

// NumberStyle is the way in which the printed numbers of pages are written.
type NumberStyle string

// The styles of printed page numbers.
const (
	StyleNone       NumberStyle = "none"    // no number is printed
	StyleDecimal    NumberStyle = "decimal" // 4
	StyleRoman      NumberStyle = "roman"   // iv
	StyleUpperRoman NumberStyle = "ROMAN"   // IV
)

// NumberRange is a run of pages that are numbered consecutively, up to the next
// range or the end of the document.
type NumberRange struct {
	Page   int         `json:"page"` // 1-based PDF index of its first page
	Style  NumberStyle `json:"style"`
	Prefix string      `json:"prefix,omitempty"` // stands before a decimal number, as in A-7
	Start  int         `json:"start"`            // number of its first page; 0 for StyleNone
}

// Label returns the printed number of the page with the 1-based index, which lies
// in the range; empty if it has none or the style cannot express it.
func (r NumberRange) Label(page int) string {
	n := r.Start + page - r.Page
	switch r.Style {
	case StyleDecimal:
		return r.Prefix + strconv.Itoa(n)
	case StyleRoman:
		return Roman(n)
	case StyleUpperRoman:
		return strings.ToUpper(Roman(n))
	}
	return ""
}

// String returns the range in the form that ParseNumbering reads: `13=1`.
func (r NumberRange) String() string { return strconv.Itoa(r.Page) + "=" + r.Label(r.Page) }

// Numbering is the printed numbers of a document's pages, as ranges in the order
// of the pages. Pages before the first range have none.
type Numbering []NumberRange

// NumberOrigin is where the printed page numbers of a document come from.
type NumberOrigin string

// The origins of page numbers.
const (
	OriginIndex    NumberOrigin = "index"    // there are none, or they equal the index
	OriginDocument NumberOrigin = "document" // the file gives them itself
	OriginPages    NumberOrigin = "pages"    // they are found on the pages
	OriginHand     NumberOrigin = "hand"     // a person gave them
)

// String returns the numbering in the form that ParseNumbering reads: `1=i 13=1`.
func (n Numbering) String() string {
	parts := make([]string, len(n))
	for i, r := range n {
		parts[i] = r.String()
	}
	return strings.Join(parts, " ")
}

// Check returns an error that wraps ErrQuery unless the ranges are in order and
// within the bounds.
func (n Numbering) Check() error {
	if len(n) > MaxNumberRanges {
		return fmt.Errorf("page numbers: %d ranges, at most %d are possible: %w", len(n), MaxNumberRanges, ErrQuery)
	}
	for i, r := range n {
		if err := r.check(); err != nil {
			return err
		}
		if i > 0 && r.Page <= n[i-1].Page {
			return fmt.Errorf("page numbers %q: it must start after %q: %w", r, n[i-1], ErrQuery)
		}
	}
	return nil
}

func (r NumberRange) check() error {
	most, least := MaxNumberStart, 0
	switch r.Style {
	case StyleNone:
		most = 0
	case StyleDecimal:
	case StyleRoman, StyleUpperRoman:
		most, least = maxRoman, 1
	default:
		return fmt.Errorf("page numbers: style %q is not known: %w", r.Style, ErrQuery)
	}
	switch {
	case r.Page < 1 || r.Page > MaxNumberStart:
		return fmt.Errorf("page numbers: a PDF page is a number from 1 to %d, not %d: %w", MaxNumberStart, r.Page, ErrQuery)
	case r.Start < least || r.Start > most:
		return fmt.Errorf("page numbers: a %s number is from %d to %d, not %d: %w", r.Style, least, most, r.Start, ErrQuery)
	case r.Prefix != "" && (r.Style != StyleDecimal || !numberPrefix(r.Prefix)):
		return fmt.Errorf("page numbers: %q cannot stand before a number: %w", r.Prefix, ErrQuery)
	}
	return nil
}

// numberPrefix reports whether s can precede a number in a locator. It must not
// end in what could be taken for a part of the number.
func numberPrefix(s string) bool {
	if len(s) > maxNumberPrefix || s[len(s)-1] >= '0' && s[len(s)-1] <= '9' {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		return r == '=' || r == ',' || unicode.IsSpace(r) || !unicode.IsPrint(r) || r == utf8.RuneError
	})
}

// ParseNumbering reads a numbering such as `1=i 13=1`: PDF page 1 has the number
// i, the following pages have ii, iii and so on, and PDF page 13 has 1. `5=`
// means that no number is printed from PDF page 5 on; `9=A-1` puts a prefix
// before the number. Ranges are separated by spaces or commas. Errors wrap
// ErrQuery.
func ParseNumbering(s string) (Numbering, error) {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' || r == '\n' })
	if len(parts) == 0 {
		return nil, fmt.Errorf("page numbers: none given; they are written as in 1=i 13=1: %w", ErrQuery)
	}
	if len(parts) > MaxNumberRanges {
		return nil, fmt.Errorf("page numbers: %d ranges, at most %d are possible: %w", len(parts), MaxNumberRanges, ErrQuery)
	}
	n := make(Numbering, len(parts))
	for i, part := range parts {
		r, err := parseRange(part)
		if err != nil {
			return nil, err
		}
		n[i] = r
	}
	return n, n.Check()
}

func parseRange(s string) (NumberRange, error) {
	page, label, ok := strings.Cut(s, "=")
	index, err := strconv.Atoi(page)
	if !ok || err != nil || page != strconv.Itoa(index) {
		return NumberRange{}, fmt.Errorf("page numbers %q: they are written PDFPAGE=NUMBER, as in 13=1: %w", s, ErrQuery)
	}
	r, ok := ParseLabel(label)
	if !ok {
		return NumberRange{}, fmt.Errorf("page numbers %q: %q is no number such as 7, vii, VII or A-7, up to %d: %w", s, label, MaxNumberStart, ErrQuery)
	}
	r.Page = index
	return r, nil
}

// ParseLabel reads the printed number of one page into a range without its Page.
// The empty label is StyleNone. ok is false if Label would write the number in
// another way.
func ParseLabel(s string) (r NumberRange, ok bool) {
	if s == "" {
		return NumberRange{Style: StyleNone}, true
	}
	if n := romanValue(strings.ToLower(s)); n > 0 {
		r = NumberRange{Style: StyleRoman, Start: n}
		if s[0] < 'a' {
			r.Style = StyleUpperRoman
		}
		return r, r.Label(r.Page) == s
	}
	prefix := strings.TrimRight(s, "0123456789")
	n, err := strconv.Atoi(s[len(prefix):])
	r = NumberRange{Style: StyleDecimal, Prefix: prefix, Start: n}
	if err != nil || n > MaxNumberStart || prefix != "" && !numberPrefix(prefix) {
		return NumberRange{}, false
	}
	return r, r.Label(r.Page) == s
}

// Roman writes n in lower-case Roman numerals; empty if n is not in 1 to 4999.
func Roman(n int) string {
	if n < 1 || n > maxRoman {
		return ""
	}
	var b strings.Builder
	for _, d := range romanDigits {
		for ; n >= d.value; n -= d.value {
			b.WriteString(d.sign)
		}
	}
	return b.String()
}

// romanValue returns the value of s, a Roman numeral in lower case; 0 if Roman
// writes no number in this way.
func romanValue(s string) int {
	n, rest := 0, s
	for _, d := range romanDigits {
		for strings.HasPrefix(rest, d.sign) && n <= maxRoman {
			n, rest = n+d.value, rest[len(d.sign):]
		}
	}
	if rest != "" || Roman(n) != s {
		return 0
	}
	return n
}

var romanDigits = []struct {
	value int
	sign  string
}{
	{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"},
	{10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"},
}
