package core

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// ParseLocator reads the output of String and Heading. A page number without [PDF
// N] is left in Label with Page 0, because only the document knows which page has
// that label.
func ParseLocator(s string) (Locator, error) {
	s = strings.TrimSpace(s)
	name, rest, quoted := unquoteName(s)
	if quoted {
		s = "x" + rest
	}
	l, err := parsePlace(s)
	if err != nil {
		return Locator{}, fmt.Errorf("locator %q: %w", s, err)
	}
	if quoted {
		if l.Name != "x" {
			return Locator{}, fmt.Errorf("locator %q: nothing but a place may follow the quoted name: %w", s, ErrQuery)
		}
		l.Name = name
	}
	return l, nil
}

func unquoteName(s string) (name, rest string, ok bool) {
	if !strings.HasPrefix(s, `"`) {
		return "", "", false
	}
	prefix, err := strconv.QuotedPrefix(s)
	if err != nil {
		return "", "", false
	}
	name, err = strconv.Unquote(prefix)
	return name, s[len(prefix):], err == nil
}

// places lists the forms of a place: a pattern, and a function that reads the
// place from the name and the other groups of the pattern. The first match
// counts.
var places = []struct {
	pattern *regexp.Regexp
	read    func(l *Locator, m []string) error
}{
	{regexp.MustCompile(`^(.+?)::([\pL_$~][\pL\pN_$~.:]*|"(?:[^"\\]|\\.)*")$`), func(l *Locator, m []string) error {
		l.Entity = m[0]
		if !strings.HasPrefix(m[0], `"`) {
			return nil
		}
		var err error
		if l.Entity, err = strconv.Unquote(m[0]); err != nil || l.Entity == "" {
			return fmt.Errorf("the name behind :: is not quoted as it should be: %w", ErrQuery)
		}
		return nil
	}},
	{regexp.MustCompile(`^(.+?),? pp\. ?([^\s–-]+)[–-]([^\s–-]+)(?: \[PDF (\d+)[–-](\d+)\])?$`), func(l *Locator, m []string) error {
		l.Label, l.LastLabel = m[0], m[1]
		return optional(m[2], m[3], &l.Page, &l.LastPage)
	}},
	{regexp.MustCompile(`^(.+?),? p\. ?(\S+)(?: \[PDF (\d+)\])?$`), func(l *Locator, m []string) error {
		l.Label = m[0]
		return optional(m[1], "", &l.Page, &l.LastPage)
	}},
	{regexp.MustCompile(`^(.+?),? \[PDF (\d+)(?:[–-](\d+))?\]$`), func(l *Locator, m []string) error {
		return numbers(m[0], m[1], &l.Page, &l.LastPage)
	}},
	{regexp.MustCompile(`^(.+?),? (slide|msg|cell) ?(\d+)$`), func(l *Locator, m []string) error {
		l.Unit = map[string]Unit{"slide": UnitSlide, "msg": UnitMessage, "cell": UnitCell}[m[0]]
		return numbers(m[1], "", &l.Page, &l.LastPage)
	}},
	{regexp.MustCompile(`^(.+?),? (EXIF|tags)$`), func(l *Locator, m []string) error {
		l.Unit, l.Label = UnitMetadata, m[0]
		return nil
	}},
	{regexp.MustCompile(`^(.+?),? ch\. ?(\d+)(?: ¶ ?(\d+)(?:[–-](\d+))?)?$`), func(l *Locator, m []string) error {
		l.Unit = UnitChapter
		if err := numbers(m[0], "", &l.Page, &l.LastPage); err != nil {
			return err
		}
		return optional(m[1], m[2], &l.FirstLine, &l.LastLine)
	}},
	{regexp.MustCompile(`^(.+?),? §\s?("(?:[^"\\]|\\.)*"|[^§¶"]+?)(?: ¶ ?(\d+)(?:[–-](\d+))?)?$`), func(l *Locator, m []string) error {
		l.Unit, l.Label = UnitParagraph, m[0]
		if title, err := strconv.Unquote(m[0]); err == nil {
			l.Label = title
		}
		return optional(m[1], m[2], &l.FirstLine, &l.LastLine)
	}},
	{regexp.MustCompile(`^(.+?),? ¶ ?(\d+)(?:[–-](\d+))?$`), func(l *Locator, m []string) error {
		l.Unit = UnitParagraph
		return numbers(m[0], m[1], &l.FirstLine, &l.LastLine)
	}},
	{regexp.MustCompile(`^(.+?),? ('(?:[^']|'')*'|[\pL\pN_.]+)!(?:([A-Za-z]{1,4})(\d+)(?::([A-Za-z]{1,4})(\d+))?)?$`), readCells},
	{regexp.MustCompile(`^(.+?),? (\d+):([0-5]\d):([0-5]\d)(?:[–-](\d+):([0-5]\d):([0-5]\d))?$`), readTimes},
	{regexp.MustCompile(`^(.+?):(\d+)(?:-(\d+))?$`), func(l *Locator, m []string) error {
		return numbers(m[0], m[1], &l.FirstLine, &l.LastLine)
	}},
}

func parsePlace(s string) (Locator, error) {
	for _, p := range places {
		if m := p.pattern.FindStringSubmatch(s); m != nil {
			l := Locator{Name: m[1]}
			return l, p.read(&l, m[2:])
		}
	}
	if s == "" {
		return Locator{}, fmt.Errorf("it is empty: %w", ErrQuery)
	}
	return Locator{Name: s}, nil
}

// optional is numbers for a range that may be missing.
func optional(a, b string, first, last *int) error {
	if a == "" {
		return nil
	}
	return numbers(a, b, first, last)
}

// numbers reads a 1-based range; b is empty for a single number.
func numbers(a, b string, first, last *int) error {
	if b == "" {
		b = a
	}
	x, err := strconv.Atoi(a)
	y, also := strconv.Atoi(b)
	if err != nil || also != nil || x < 1 || y < x {
		return fmt.Errorf("%s to %s is not a range that starts at 1 or later: %w", a, b, ErrQuery)
	}
	*first, *last = x, y
	return nil
}

// readCells reads `Sales!B3:D9`; without cells the place is the whole sheet.
func readCells(l *Locator, m []string) error {
	l.Unit, l.Label = UnitSheet, m[0]
	if strings.HasPrefix(m[0], "'") {
		l.Label = strings.ReplaceAll(m[0][1:len(m[0])-1], "''", "'")
	}
	if m[1] == "" {
		return nil
	}
	if m[3] == "" {
		m[3], m[4] = m[1], m[2]
	}
	l.FirstColumn, l.LastColumn = columnNumber(m[1]), columnNumber(m[3])
	if l.LastColumn < l.FirstColumn {
		return fmt.Errorf("columns %s to %s are not a range: %w", m[1], m[3], ErrQuery)
	}
	return numbers(m[2], m[4], &l.FirstLine, &l.LastLine)
}

// columnNumber is the inverse of ColumnName, for short names in any case.
func columnNumber(name string) int {
	n := 0
	for _, r := range strings.ToUpper(name) {
		n = 26*n + int(r-'A') + 1
	}
	return n
}

// readTimes reads `00:12:31–00:13:02` as seconds.
func readTimes(l *Locator, m []string) error {
	l.Unit = UnitTime
	if m[3] == "" {
		copy(m[3:], m[:3])
	}
	seconds := func(m []string) int {
		n := 0
		for _, s := range m {
			x, err := strconv.Atoi(s)
			if err != nil || x > math.MaxInt32 {
				return -1
			}
			n = 60*n + x
		}
		return n
	}
	l.FirstLine, l.LastLine = seconds(m[:3]), seconds(m[3:])
	if l.FirstLine < 0 || l.LastLine < l.FirstLine {
		return fmt.Errorf("the times are not a range: %w", ErrQuery)
	}
	return nil
}
