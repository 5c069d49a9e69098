package office

import (
	"strings"
	"unicode/utf8"
)

// A formatParser parses the code of a number format.
type formatParser struct {
	rest string
	s    numberSection

	placed  bool // a digit was read
	after   bool // text was read after a digit
	broken  bool // something was not understood
	point   bool // the decimal point was read
	pending int  // commas since the last digit
	minutes bool // the last part of a date was hours: an m means minutes
	unsure  bool // the last part of a date was m: a month, or minutes if seconds follow
}

// section parses up to the next semicolon or the end.
func (p *formatParser) section() numberSection {
	*p = formatParser{rest: p.rest}
	for p.rest != "" && p.rest[0] != ';' {
		p.part()
	}
	if p.unsure {
		p.s.month, p.s.date = true, true
	}
	s := p.s
	s.thousands = p.pending
	switch {
	case s.date || s.clock || s.elapsed:
	case p.broken, !p.placed && !s.general && s.prefix == "":
		return numberSection{general: true}
	case !p.placed:
		s.literal = !s.general
	}
	return s
}

// part parses one part of the code.
func (p *formatParser) part() {
	c := p.rest[0]
	lower := strings.Map(lowerLatin, p.rest)
	switch {
	case strings.HasPrefix(lower, "general"):
		p.rest, p.s.general = p.rest[7:], true
	case strings.HasPrefix(lower, "am/pm"):
		p.rest, p.s.clock = p.rest[5:], true
	case strings.HasPrefix(lower, "a/p"):
		p.rest, p.s.clock = p.rest[3:], true
	case strings.HasPrefix(lower, "e+"), strings.HasPrefix(lower, "e-"):
		p.rest, p.s.scientific = strings.TrimLeft(p.rest[2:], "0#?"), true
	case c == '"':
		text, rest, _ := strings.Cut(p.rest[1:], `"`)
		p.rest = rest
		p.literal(text)
	case c == '[':
		inside, rest, _ := strings.Cut(p.rest[1:], "]")
		p.rest = rest
		p.bracket(inside)
	case strings.IndexByte(`\_*`, c) >= 0:
		_, n := utf8.DecodeRuneInString(p.rest[1:])
		if c == '\\' {
			p.literal(p.rest[1 : 1+n])
		}
		p.rest = p.rest[1+n:]
	case strings.IndexByte("ymdhsebg", lower[0]) >= 0:
		run := len(p.rest) - len(strings.TrimLeft(lower, lower[:1]))
		p.rest = p.rest[run:]
		p.datePart(lower[0])
	default:
		p.sign()
	}
}

// lowerLatin maps A to Z to lower case. It keeps the length of every other
// character, as strings.ToLower does not.
func lowerLatin(r rune) rune {
	if r >= 'A' && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}

// sign parses a placeholder of a digit, or one other character.
func (p *formatParser) sign() {
	c, n := utf8.DecodeRuneInString(p.rest)
	p.rest = p.rest[n:]
	switch c {
	case '0', '#', '?':
		p.digit(c == '0')
	case '.':
		if p.s.clock || p.s.elapsed {
			p.rest = strings.TrimLeft(p.rest, "0") // parts of a second
			return
		}
		p.point = true
	case ',':
		if p.placed {
			p.pending++
		}
	case '%':
		p.s.percents++
		p.literal("%")
	case '@':
		p.s.general = true
	case '/':
		p.broken = p.broken || p.placed
		p.literal("/")
	default:
		p.literal(string(c))
	}
}

// digit takes a placeholder of a digit; shown says that zeros are shown.
func (p *formatParser) digit(shown bool) {
	p.broken = p.broken || p.after
	p.placed = true
	if p.pending > 0 && !p.point {
		p.s.grouped = true
	}
	p.pending = 0
	switch {
	case p.point:
		if p.s.most < 30 {
			p.s.most++
		}
		if shown {
			p.s.least = p.s.most
		}
	case shown && p.s.whole < 30:
		p.s.whole++
	}
}

// literal takes text that is shown as it is.
func (p *formatParser) literal(text string) {
	if p.placed || p.s.general {
		p.s.suffix += text
		p.after = p.after || p.placed && strings.TrimSpace(text) != ""
		return
	}
	p.s.prefix += text
}

// bracket parses a part in brackets: a colour, a condition, a currency, or elapsed
// hours, minutes or seconds.
func (p *formatParser) bracket(inside string) {
	lower := strings.ToLower(inside)
	switch {
	case inside != "" && strings.IndexByte("<>=", inside[0]) >= 0:
		p.s.condition = true
	case strings.HasPrefix(inside, "$"):
		sign, _, _ := strings.Cut(inside[1:], "-")
		p.literal(sign)
	case lower != "" && strings.Trim(lower, "h") == "":
		p.s.elapsed, p.minutes = true, true
	case lower != "" && (strings.Trim(lower, "m") == "" || strings.Trim(lower, "s") == ""):
		p.s.elapsed, p.s.seconds = true, true
	}
}

// datePart parses a run of one letter. An m means minutes after hours or
// before seconds, otherwise for the month.
func (p *formatParser) datePart(letter byte) {
	unsure := p.unsure
	p.unsure = false
	if letter != 's' && unsure {
		p.s.month, p.s.date = true, true
	}
	switch letter {
	case 'y', 'e', 'b':
		p.s.year, p.s.date = true, true
	case 'd':
		p.s.day, p.s.date = true, true
	case 'm':
		if p.unsure = !p.minutes; p.minutes {
			p.s.clock = !p.s.elapsed
		}
	case 'h':
		p.s.clock = true
	case 's':
		p.s.clock, p.s.seconds = !p.s.elapsed, true
	}
	p.minutes = letter == 'h'
}
