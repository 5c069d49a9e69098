package office

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// A numberFormat is the format of the numbers of some cells (ECMA-376 part 1,
// 18.8.31). Dates and times are shown in ISO 8601, with those parts that the
// format has. A format that is not understood (fractions, text between digits,
// conditions) shows the number as it is.
type numberFormat struct {
	sections []numberSection // for positive, negative and zero
}

type numberSection struct {
	general        bool // the number as it is
	literal        bool // the prefix alone
	condition      bool // it applies to numbers that meet a condition
	prefix, suffix string
	whole          int // least number of digits before the point
	least, most    int // number of decimals
	grouped        bool
	thousands      int // how many times the number is divided by 1,000
	percents       int // how many times it is multiplied by 100
	scientific     bool

	date, clock, elapsed bool // it shows a day, a time of day, hours beyond 24
	year, month, day     bool // parts of the day
	seconds              bool
}

// builtIn holds the codes of the formats that every workbook has, by identifier
// (18.8.30).
var builtIn = map[string]string{
	"1": "0", "2": "0.00", "3": "#,##0", "4": "#,##0.00", "9": "0%", "10": "0.00%", "11": "0.00E+00",
	"14": "yyyy-mm-dd", "15": "yyyy-mm-dd", "16": "mm-dd", "17": "yyyy-mm", "18": "h:mm", "19": "h:mm:ss", "20": "h:mm", "21": "h:mm:ss",
	"22": "yyyy-mm-dd h:mm", "37": "#,##0;(#,##0)", "38": "#,##0;(#,##0)", "39": "#,##0.00;(#,##0.00)", "40": "#,##0.00;(#,##0.00)",
	"45": "mm:ss", "46": "[h]:mm:ss", "47": "mm:ss", "48": "0.0E+0",
}

// formatCode returns the code of a format; codes are the workbook's own ones.
func formatCode(id string, codes map[string]string) string {
	if code, ok := codes[id]; ok {
		return code
	}
	if n := number(id, 0); n >= 27 && n <= 36 || n >= 50 && n <= 58 { // dates of East Asia
		return "yyyy-mm-dd"
	}
	return builtIn[id]
}

const maxFormat = 1024 // bytes of a code; Excel allows 255 characters

func newNumberFormat(code string) *numberFormat {
	f := &numberFormat{}
	if len(code) > maxFormat {
		return f
	}
	p := formatParser{rest: strings.ToValidUTF8(code, "")}
	for len(f.sections) < 3 {
		s := p.section()
		if s.condition {
			return &numberFormat{}
		}
		f.sections = append(f.sections, s)
		if !strings.HasPrefix(p.rest, ";") {
			break
		}
		p.rest = p.rest[1:]
	}
	return f
}

// show returns what a cell with a stored number shows. A nil format shows the
// number as it is.
func (f *numberFormat) show(stored string, from04 bool) string {
	v, err := strconv.ParseFloat(stored, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return stored
	}
	if f == nil || len(f.sections) == 0 {
		return general(v)
	}
	s, sign := f.sections[0], ""
	switch n := len(f.sections); {
	case v < 0 && n > 1:
		s, v = f.sections[1], -v
	case v == 0 && n > 2:
		s = f.sections[2]
	case v < 0 && !s.general:
		sign, v = "-", -v
	}
	if s.date || s.clock || s.elapsed {
		if sign == "" {
			if text, ok := s.moment(v, from04); ok {
				return text
			}
		}
		return sign + general(v)
	}
	switch {
	case s.general:
		return strings.TrimSpace(s.prefix + general(v) + s.suffix)
	case s.literal:
		return strings.TrimSpace(s.prefix)
	}
	text := s.digits(v)
	if sign != "" && strings.Trim(text, "0.,") == "" {
		sign = "" // what is rounded away has no sign
	}
	return strings.TrimSpace(sign + s.prefix + text + s.suffix)
}

// general formats a number with up to 15 digits, as many as a cell can hold.
func general(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'G', 15, 64)
}

// digits formats a positive number that is no date or time.
func (s numberSection) digits(v float64) string {
	for range s.percents {
		v *= 100
	}
	for range s.thousands {
		v /= 1000
	}
	if s.scientific {
		return strconv.FormatFloat(v, 'E', s.most, 64)
	}
	// A number such as 1.005 is meant as it is written, not as its nearest binary.
	if near, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 14, 64), 64); err == nil {
		v = near
	}
	text := strconv.FormatFloat(roundHalf(v, s.most), 'f', s.most, 64)
	whole, decimals, _ := strings.Cut(text, ".")
	for len(decimals) > s.least && strings.HasSuffix(decimals, "0") {
		decimals = decimals[:len(decimals)-1]
	}
	for len(whole) < s.whole {
		whole = "0" + whole
	}
	if s.grouped {
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + "," + whole[i:]
		}
	}
	if decimals == "" {
		return whole
	}
	return whole + "." + decimals
}

// roundHalf rounds to a number of decimals, halves away from zero.
func roundHalf(v float64, decimals int) float64 {
	if math.Abs(v) >= 1e15 || decimals > 14 {
		return v
	}
	text := strconv.FormatFloat(v, 'f', -1, 64)
	if _, d, ok := strings.Cut(text, "."); !ok || len(d) <= decimals {
		return v
	}
	if at := len(text) - len(text[strings.IndexByte(text, '.')+1:]) + decimals; text[at:] == "5" {
		return math.Nextafter(v, math.Inf(1))
	}
	return v
}

const secondsPerDay = 86_400

// moment formats a day and a time of day, which a cell counts in days. ok is false
// for days that no workbook has.
func (s numberSection) moment(v float64, from04 bool) (text string, ok bool) {
	if v < 0 || v >= 2_958_466 { // the year 10000
		return "", false
	}
	total := int64(math.Round(v * secondsPerDay))
	if s.elapsed {
		text = fmt.Sprintf("%d:%02d", total/3600, total/60%60)
		if s.seconds {
			text += fmt.Sprintf(":%02d", total%60)
		}
		return text, true
	}
	days, clock := total/secondsPerDay, total%secondsPerDay
	day := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case from04:
		day = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case days < 60: // the 29th of February 1900, day 60, never was
		day = day.AddDate(0, 0, 1)
	}
	day = day.AddDate(0, 0, int(days)).Add(time.Duration(clock) * time.Second)
	return day.Format(s.layout()), true
}

// layout returns the layout of package time for the parts that are shown.
func (s numberSection) layout() string {
	var parts []string
	switch {
	case !s.date:
	case s.year && s.month && !s.day:
		parts = append(parts, "2006-01")
	case s.year && !s.month && !s.day:
		parts = append(parts, "2006")
	default:
		parts = append(parts, time.DateOnly)
	}
	switch {
	case s.clock && s.seconds:
		parts = append(parts, time.TimeOnly)
	case s.clock:
		parts = append(parts, "15:04")
	}
	return strings.Join(parts, " ")
}
