package check

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/core"
)

// A numeral is a number in figures. It can often be read in more than one way.
type numeral struct {
	core.Span
	readings []string // values as decimal numbers without needless zeros
	bare     []string // the same without a word such as million behind it; nil without such a word or with too few figures
}

// leastBare is how many figures a number must have to be looked for without the
// word behind it.
const leastBare = 3

// longestNumeral is the most bytes of a run of figures that is read as a number.
const longestNumeral = 64

// numerals lists the numbers of s. Figures that belong to a name, as in R1 or
// HS-07, are none. If single is set, the groups of `16 100` are also listed as
// numbers of their own, since a table can look like that.
func numerals(s string, single bool) []numeral {
	var out []numeral
	for i := 0; i < len(s); {
		if !isDigit(s[i]) {
			i++
			continue
		}
		if inName(s, i) {
			i = endOfName(s, i)
			continue
		}
		n, next := numeralAt(s, i)
		if spaced := strings.IndexFunc(s[i:n.End], unicode.IsSpace) >= 0; spaced && single {
			alone, _ := tight(s, i)
			out = append(out, numeral{Span: alone, readings: signed(s, i, values(s[i:alone.End]))})
			out = append(out, n)
			i = alone.End
			continue
		}
		if k := len(out); k > 0 && shortYear(s, out[k-1], n) {
			n.readings = append(n.readings, s[out[k-1].Start:out[k-1].Start+2]+s[n.Start:n.End])
		}
		out = append(out, n)
		i = next
	}
	return out
}

// numeralAt reads the number at i, and returns where to go on.
func numeralAt(s string, i int) (numeral, int) {
	span, next := tight(s, i)
	raw := s[i:span.End]
	if len(raw) <= 3 && raw[0] != '0' && !strings.ContainsAny(raw, ".,'") {
		for {
			end := spacedGroup(s, span.End)
			if end == 0 {
				break
			}
			raw += s[end-3 : end]
			span.End, next = end, end
		}
		if end := fraction(s, span.End); span.Len() > 3 && end > 0 {
			raw += "." + s[span.End+1:end]
			span.End, next = end, end
		}
	}
	n := numeral{Span: span, readings: values(raw)}
	if span.Len() > len(raw) || strings.ContainsFunc(s[span.Start:span.End], unicode.IsSpace) {
		n.readings = n.readings[:1]
	}
	if zeros, end := magnitude(s, span.End); zeros > 0 {
		if figures(raw) >= leastBare {
			n.bare = signed(s, i, slices.Clone(n.readings))
		}
		for k, v := range n.readings {
			n.readings[k] = shifted(v, zeros)
		}
		n.End, next = end, end
	}
	n.readings = signed(s, i, n.readings)
	return n, next
}

// figures counts the figures of a number.
func figures(raw string) (n int) {
	for i := range len(raw) {
		if isDigit(raw[i]) {
			n++
		}
	}
	return n
}

// tight returns the run of figures at i with the separators within it, and where
// to go on.
func tight(s string, i int) (core.Span, int) {
	end := i
	for end < len(s) {
		r, size := utf8.DecodeRuneInString(s[end:])
		if isDigit(s[end]) {
			end++
			continue
		}
		if !strings.ContainsRune(".,'’", r) || end+size >= len(s) || !isDigit(s[end+size]) {
			break
		}
		end += size
	}
	return core.Span{Start: i, End: end}, end
}

// spacedGroup returns the end of a blank with three figures behind it, 0 if
// that is not at i.
func spacedGroup(s string, i int) int {
	r, size := utf8.DecodeRuneInString(s[i:])
	if !strings.ContainsRune(" \u00a0\u202f\u2009", r) || i+size+3 > len(s) {
		return 0
	}
	for k := range 3 {
		if !isDigit(s[i+size+k]) {
			return 0
		}
	}
	if end := i + size + 3; end == len(s) || !isDigit(s[end]) {
		return end
	}
	return 0
}

// fraction returns the end of a separator with figures behind it, 0 if that is
// not at i.
func fraction(s string, i int) int {
	if i+1 >= len(s) || s[i] != '.' && s[i] != ',' || !isDigit(s[i+1]) {
		return 0
	}
	end := i + 1
	for end < len(s) && isDigit(s[end]) {
		end++
	}
	return end
}

// values reads a run of figures and separators in all ways that make sense. A
// date or a version is its own value.
func values(raw string) []string {
	if len(raw) > longestNumeral {
		return []string{raw}
	}
	raw = strings.NewReplacer("’", "'").Replace(raw)
	at := strings.LastIndexAny(raw, ".,'")
	if at < 0 {
		return []string{plain(raw, "")}
	}
	whole, rest := raw[:at], raw[at+1:]
	digits := strings.NewReplacer(".", "", ",", "", "'", "").Replace(whole)
	var out []string
	thousands := grouped(raw, raw[at:at+1])
	if thousands {
		out = append(out, plain(digits+rest, ""))
	}
	first := strings.IndexAny(whole, ".,'")
	if raw[at] != '\'' && (first < 0 || whole[first] != raw[at] && grouped(whole, whole[first:first+1])) {
		out = append(out, plain(digits, rest))
	}
	if out == nil {
		return []string{raw}
	}
	return out
}

// grouped reports whether s is figures in groups of three, parted by sep.
func grouped(s, sep string) bool {
	groups := strings.Split(s, sep)
	if len(groups[0]) == 0 || len(groups[0]) > 3 || groups[0][0] == '0' || len(groups) < 2 {
		return false
	}
	for i, g := range groups {
		if i > 0 && len(g) != 3 || strings.ContainsAny(g, ".,'") {
			return false
		}
	}
	return true
}

// plain writes a number without needless zeros.
func plain(whole, rest string) string {
	whole, rest = strings.TrimLeft(whole, "0"), strings.TrimRight(rest, "0")
	if whole == "" {
		whole = "0"
	}
	if rest == "" {
		return whole
	}
	return whole + "." + rest
}

// shifted multiplies a number that plain wrote by a power of ten.
func shifted(v string, zeros int) string {
	whole, rest, _ := strings.Cut(v, ".")
	rest += strings.Repeat("0", max(0, zeros-len(rest)))
	return plain(whole+rest[:zeros], rest[zeros:])
}

// signed puts a minus before the values of the number at i, if it has one.
func signed(s string, i int, values []string) []string {
	if !negative(s, i) {
		return values
	}
	for k := range values {
		values[k] = "-" + values[k]
	}
	return values
}

var (
	magnitudeWord = regexp.MustCompile(`^[  ](thousand|tausend|million(?:s|en)?|mio\.|billion(?:s)?|milliards?|milliarden?|mrd\.|bn|trillion(?:s)?)(?:[^\pL]|$)`)
	zerosOf       = map[string]int{"th": 3, "ta": 3, "mio": 6, "mil": 6, "milliard": 9, "mrd": 9, "bi": 9, "bn": 9, "tr": 12}
)

// magnitude reads a word such as million at i, and returns its zeros and its end.
func magnitude(s string, i int) (zeros, end int) {
	if i >= len(s) || s[i] != ' ' && s[i] != 0xc2 {
		return 0, 0
	}
	window := strings.ToLower(strings.ToValidUTF8(s[i:min(len(s), i+20)], "?"))
	m := magnitudeWord.FindStringSubmatchIndex(window)
	if m == nil {
		return 0, 0
	}
	name := window[m[2]:m[3]]
	for n := min(len(name), 8); n > 1; n-- {
		if zeros := zerosOf[name[:n]]; zeros > 0 {
			return zeros, i + m[3]
		}
	}
	return 0, 0
}

// shortYear reports whether b are the last two figures of a year behind the
// year a, as in 2018–19.
func shortYear(s string, a, b numeral) bool {
	if a.Len() != 4 || b.Len() != 2 {
		return false
	}
	switch s[a.End:b.Start] {
	case "-", "–", "/", "‑":
		return s[a.Start] == '1' || s[a.Start] == '2'
	}
	return false
}

// inName reports whether the figures at i belong to a name: they follow a
// letter, or a hyphen behind a capital. Ideographs stand beside numbers.
func inName(s string, i int) bool {
	r, size := utf8.DecodeLastRuneInString(s[:i])
	if r == '-' {
		before, _ := utf8.DecodeLastRuneInString(s[:i-size])
		return unicode.IsUpper(before)
	}
	return r == '_' || unicode.IsLetter(r) && (unicode.IsUpper(r) || unicode.IsLower(r))
}

// endOfName returns where the figures of a name end, with those joined to them.
func endOfName(s string, i int) int {
	for i < len(s) && (isDigit(s[i]) || strings.IndexByte("-/._", s[i]) >= 0 && i+1 < len(s) && isDigit(s[i+1])) {
		i++
	}
	return i
}
